"""What the gate remembers of a text, what that depends on, and how much is made for a run."""

from __future__ import annotations

import json
import pickle
import random
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.corpus import Corpus
from docsync.facts import make_packed, unpack
from docsync.finding import Finding
from docsync.fixing import Fixed, fix
from docsync.gates.wrap import GATE, proves
from docsync.gates.wrap.facts import notes
from docsync.gates.wrap.options import Options
from docsync.gates.wrap.proof import canonical
from docsync.gates.wrap.rules import Rules, rules_of
from docsync.job import Job, Request, open_job
from docsync.markdown.anchors import FLAVOURS
from docsync.markdown.extract import read_document
from docsync.markdown.stripping import front_matter_end
from docsync.reading import Reader
from docsync.run import Policy, judge
from docsync.text import SourceText
from gitrepo import GitRepo
from line_kinds import KINDS
from memory import MemorySource

GITHUB = FLAVOURS["github"]
WRAPPED = "one\ntwo\n\nkept  \nhere\n"
CLEAN = "# Title\n\nOne paragraph.\n\n- item\n- [x](a.md)\n\n| a |\n|---|\n| b |\n"


class Memory:
    """A cache in memory."""

    note: str | None = None

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], bytes] = {}

    def get(self, kind: str, blobs: Collection[str]) -> dict[str, bytes]:
        return {blob: self.kept[kind, blob] for blob in blobs if (kind, blob) in self.kept}

    def put(self, kind: str, facts: Mapping[str, bytes]) -> None:
        self.kept.update(((kind, blob), packed) for blob, packed in facts.items())

    def close(self) -> None:
        """There is nothing to close."""


def made(repo: GitRepo, act: Callable[[Job], object] = Job.run, **request: Any) -> dict[str, int]:
    """How many facts of each kind a run of the gate makes in one process, those of the gate itself as ``wrap``."""
    with open_job(Request(str(repo.path), gates=("wrap",), jobs=1, use_cache=False, **request)) as job:
        act(job)
        counts = job.corpus.reader.made
        return {kind.name.partition("-")[0]: count for kind, count in counts.items() if count}


def name_of(path: str = "a.md", **options: Any) -> str:
    return notes(rules_of(Options(**options))(path)).name


def found(files: Mapping[str, str | bytes | None], *, exact: bool, options: Options | None = None) -> list[Finding]:
    return list(GATE.check(Corpus(MemorySource(files), exact=exact), options or Options()))


def test_a_clean_repository_is_not_parsed(repo: GitRepo) -> None:
    for number in range(5):
        repo.write(f"{number}.md", CLEAN)
    repo.commit()
    assert made(repo).keys() <= {"glance", "closer"}


def test_a_wrapped_document_is_parsed_once(repo: GitRepo) -> None:
    repo.write("clean.md", CLEAN)
    for number in range(3):
        repo.write(f"{number}.md", f"{number}\n{WRAPPED}")
    repo.commit()
    counts = made(repo)
    assert counts["wrap"] == 3
    assert "document" not in counts


def test_a_second_run_makes_nothing(repo: GitRepo) -> None:
    repo.write("a.md", WRAPPED)

    def twice(job: Job) -> None:
        assert job.run() == job.run()

    assert made(repo, twice)["wrap"] == 1


def test_joins_are_made_once_for_each_file(repo: GitRepo) -> None:
    cache = Memory()
    for name in ("a.md", "b.md", ".github/c.md", ".github/d.md"):
        repo.write(name, WRAPPED)
    repo.commit()
    with open_job(Request(str(repo.path))) as job:
        first, second = (Reader(job.source, GITHUB, cache=cache) for _ in range(2))
        outcomes = [
            list(GATE.check(Corpus(job.source, reader=each, exact=False), Options())) for each in (first, second)
        ]
    assert outcomes[0] == outcomes[1]
    assert {each.path for each in outcomes[0]} == {"a.md", "b.md", ".github/c.md", ".github/d.md"}
    kinds = {kind.name: count for kind, count in first.made.items() if kind.name.startswith("wrap-")}
    assert kinds == {name_of("a.md"): 2, name_of(".github/c.md"): 2}
    assert not +second.made


def test_an_edited_text_is_judged_anew_and_no_other() -> None:
    files = {"a.md": WRAPPED, "b.md": "three\nfour\n"}
    corpus = Corpus(MemorySource(files), exact=False)
    before = list(GATE.check(corpus, Options()))
    after = list(GATE.check(corpus.replace({"b.md": SourceText("three four\n\nfive\nsix\n")}), Options()))
    assert [each for each in after if each.path == "a.md"] == [each for each in before if each.path == "a.md"]
    assert [each.span.start for each in after if each.path == "b.md"] == [16]
    assert sum(count for kind, count in corpus.reader.made.items() if kind.name == name_of()) == 3


@pytest.mark.parametrize(
    ("path", "options"),
    [
        ("a.md", {"join": ("lead",)}),
        ("a.md", {"join": ("lead", "math")}),
        ("a.md", {"keep": ("sentences",)}),
        ("a.md", {"keep": ("short=40",)}),
        ("a.md", {"keep": ("short=41",)}),
        ("a.md", {"only": ("column-wraps",)}),
        ("a.md", {"cjk": "space"}),
        ("a.md", {"cjk": "keep"}),
        ("a.md", {"comments": ("a.md",)}),
        ("a.mdx", {}),
    ],
)
def test_what_matters_changes_the_name(path: str, options: dict[str, Any]) -> None:
    assert name_of(path, **options) != name_of()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (name_of(), name_of("docs/b.markdown")),
        (name_of(), name_of(comments=("b.md", "c/**"))),
        (name_of(join=("lead", "math")), name_of(join=("math", "lead", "math"))),
        (name_of(keep=("short=40", "sentences")), name_of(keep=("sentences", "short=7", "short=40"))),
        (name_of("a.MDX"), name_of("b.mdx")),
        (name_of(".github/a.md"), name_of(".github/b.mdx", join=("lead",), cjk="keep")),
    ],
)
def test_what_does_not_matter_does_not(one: str, other: str) -> None:
    assert one == other


def test_names_tell_all_rules_apart() -> None:
    assert len({name_of(join=(each,)) for each in ("lead", "math", "links", "labels")}) == 4


@given(st.lists(st.sampled_from(KINDS), max_size=8), st.sampled_from((Rules(), Rules(is_comment=True))))
def test_facts_come_back_from_bytes(lines: list[str], rules: Rules) -> None:
    text = "\n".join(lines)
    kind = pickle.loads(pickle.dumps(notes(rules)))
    size, facts = unpack(make_packed(kind, GITHUB, [text.encode()])[0])
    assert size == len(text.encode())
    assert facts == notes(rules).of_text(SourceText(text), GITHUB)
    assert facts[0] == SourceText(text).lines


def test_unreadable_files_have_no_facts() -> None:
    files: dict[str, str | bytes | None] = {"a.md": WRAPPED, "b.md": b"\xff\none\n", "c.md": b"\0"}
    assert {each.path for each in found(files, exact=False)} == {"a.md"}
    corpus = Corpus(MemorySource(files))
    assert dict(corpus.facts(notes(Rules()), ["b.md", "c.md"])) == {}


CHOICES = [Options(), Options(keep=("sentences", "short=9")), Options(only=("column-wraps",)), Options(cjk="keep")]


@pytest.mark.parametrize("options", CHOICES)
def test_a_glance_clears_nothing_that_the_gate_would_report(options: Options) -> None:
    cases = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))
    choice = random.Random(7)
    texts = [*(case["input"] for case in cases), *(case["output"] for case in cases), CLEAN]
    texts += ["\n".join(choice.choices(KINDS, k=choice.randint(1, 5))) for _ in range(150)]
    files: dict[str, str | bytes | None] = {f"{number:03}.md": text for number, text in enumerate(texts)}
    files |= {f".github/{number}.mdx": text for number, text in enumerate(texts[:40])}
    seen = found(files, exact=False, options=options)
    assert seen == found(files, exact=True, options=options)
    assert {each.code for each in seen} >= {"hard-wrap", "kept-break", "cannot-join"}


def test_fixes_are_the_same_whether_or_not_documents_were_cleared() -> None:
    files = {"a.md": WRAPPED, "b.md": "three\nfour\n", "clean.md": CLEAN}
    exact, cleared = (fixed(Corpus(MemorySource(files), exact=exact)) for exact in (True, False))
    assert exact == cleared
    assert sorted(exact.changes) == ["a.md", "b.md"]
    assert exact.outcome.tally == {("kept-break", "kept: hard-break"): 1}


def fixed(corpus: Corpus) -> Fixed:
    gates = [(GATE, Options())]
    return fix(corpus, lambda each: judge(each, gates, Policy()), {code.name: proves for code in GATE.codes})


FENCES = (
    "---",
    "----",
    " ---",
    "    ---",
    "--- ",
    "---x",
    "...",
    "   ...",
    "---\t",
    "\t---",
    "a: b",
    "- x",
    "",
    "text",
)


@given(st.lists(st.tuples(st.sampled_from(FENCES), st.sampled_from(("\n", "\r\n", "\r"))), max_size=6))
def test_front_matter_is_hidden_from_cmark_where_the_parser_sees_it(lines: list[tuple[str, str]]) -> None:
    source = SourceText("".join(line + end for line, end in lines))
    front_matter = read_document(source).front_matter
    end = source.normalized_offset(front_matter.end) if front_matter else 0
    assert front_matter_end(source.normalized) == end


PIECES = ("a", "é", "中", "\u200b", " ", "\t", "\n", "\xa0", "\v", "<em>", "</em>", "<p>", "</p>", "&lt;")


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_white_space_that_does_not_count_is_one_blank(html: str) -> None:
    plain = re.sub("(?<=\u200b)\n|\n(?=\u200b)", "", html)
    assert canonical(html, spaceless=False) == re.sub(r"[ \t\n]+", " ", plain)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ('<a\nhref="x">', '<a href="x">', True),
        ('<a title="x\ny">', '<a title="x y">', False),
        ('<a title=">"\nrel="x">', '<a title=">" rel="x">', True),
        ("<pre>a\nb</pre>", "<pre>a b</pre>", False),
        ("<PRE>a\nb", "<PRE>a b", False),
        ("<!-- a\nb -->", "<!-- a b -->", False),
        ("中</em>\n文", "中</em>文", True),
        ("中\na", "中a", False),
        ("a\u200b\nb", "a\u200bb", True),
    ],
)
def test_white_space_that_counts(one: str, other: str, is_same: bool) -> None:
    assert (canonical(one) == canonical(other)) is is_same
