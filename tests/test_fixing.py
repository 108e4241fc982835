"""Fixes on disk: each of the safe kinds, at the destination's span and nowhere else, or not at all."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from docsync.corpus import Corpus
from docsync.errors import WriteError
from docsync.facts import DOCUMENT
from docsync.finding import Edit, Finding
from docsync.fixing import Fixed, fix
from docsync.gates.links import GATE
from docsync.job import Job, Request, open_job
from docsync.run import Outcome, Policy, judge
from docsync.text import Span
from gitrepo import GitRepo
from runs import CommandLine

LINE_ENDS = {"lf": (b"", b"\n"), "crlf": (b"", b"\r\n"), "cr": (b"", b"\r"), "bom": (b"\xef\xbb\xbf", b"\r\n")}

# A document with {} for the destination, the destination before, and after. Moved were docs/guide.md to
# docs/manual.md and docs/plain.md to "docs/a b (c).md"; docs/Case.md and images/é.png have that letter case.
PLACES = [
    ("[x]({})", "docs/guide.md", "docs/manual.md"),
    ("[x]({})", "./docs/guide.md", "./docs/manual.md"),
    ("[x]({})", "/docs/guide.md", "/docs/manual.md"),
    ("[x]({})", "docs/../docs/guide.md", "docs/manual.md"),
    ("[x]({})", "docs/%67uide.md", "docs/manual.md"),
    ("[x]({})", "docs/guide.md#install", "docs/manual.md#install"),
    ("[x]({})", "docs/guide.md?plain=1#L3", "docs/manual.md?plain=1#L3"),
    ("[x]({})", "docs/guide.md#no%20such", "docs/manual.md#no%20such"),
    ("[x]({})", r"docs/guide\.md#install", "docs/manual.md#install"),
    ("[x]({})", "docs/guide&#46;md#install", "docs/manual.md#install"),
    ("[x]({})", "docs/plain.md", "docs/a%20b%20%28c%29.md"),
    ("[x](<{}>)", "docs/plain.md", "docs/a%20b%20%28c%29.md"),
    ("[x](<{}> 'a title')", "docs/guide.md", "docs/manual.md"),
    ('[x](  {}\n  "a title (with) more"  )', "docs/guide.md", "docs/manual.md"),
    ('![x]({} "a title")', "images/É.png", "images/é.png"),
    ("[![x](images/é.png)]({})", "docs/guide.md", "docs/manual.md"),
    ("[x]: {} 'a title'\n\nSee [x].", "docs/guide.md", "docs/manual.md"),
    ("> [x]: <{}>\n>\n> See [this][x].", "docs/guide.md", "docs/manual.md"),
    ('<a class="b" href="{}">x</a>', "docs/guide.md", "docs/manual.md"),
    ("<a href={} title=y>x</a>", "docs/guide.md", "docs/manual.md"),
    ("text <a\n  href='{}'>x</a>", "docs/plain.md", "docs/a%20b%20%28c%29.md"),
    ('<img srcset="images/é.png 1x, {} 2x">', "images/É.png", "images/é.png"),
    ("| `a\\|b` | c |\n|---|---|\n| \\| | [x]({}) |", "docs/guide.md", "docs/manual.md"),
    ("> - 1. \tdeep 日本語 😀 [x]({}) docs/guide.md", "docs/guide.md", "docs/manual.md"),
    ("`docs/guide.md` [x]({}) <!-- docs/guide.md -->", "docs/guide.md", "docs/manual.md"),
    ("# [x]({}) #", "docs/case.md", "docs/Case.md"),
    ("no line end at the end", "", ""),
]


@pytest.fixture
def moved(repo: GitRepo) -> GitRepo:
    repo.write("docs/guide.md", "# Guide\n\n## Install\n")
    repo.write("docs/plain.md", "# Plain words, so that git can tell the two files apart\n")
    repo.write("docs/Case.md", "# Case\n")
    repo.write("images/é.png", b"\x89PNG\0")
    repo.commit("base")
    repo.git("mv", "docs/guide.md", "docs/manual.md")
    repo.git("mv", "docs/plain.md", "docs/a b (c).md")
    return repo


def contents(repo: GitRepo) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(repo.path.glob("*.md"))}


@pytest.mark.parametrize("line_ends", LINE_ENDS)
@pytest.mark.parametrize("committed", [False, True], ids=["staged", "history"])
def test_only_the_destination_changes(moved: GitRepo, run: CommandLine, line_ends: str, committed: bool) -> None:
    mark, end = LINE_ENDS[line_ends]

    def encoded(template: str, destination: str) -> bytes:
        return mark + f"one\n\n{template.replace('{}', destination)}".encode().replace(b"\n", end)

    for number, (template, before, _) in enumerate(PLACES):
        moved.write(f"{number:02}.md", encoded(template, before))
    if committed:
        moved.commit("move")
    run("links", "--fix")
    assert contents(moved) == {
        f"{number:02}.md": encoded(template, after) for number, (template, _, after) in enumerate(PLACES)
    }


def test_every_place_was_a_finding(moved: GitRepo) -> None:
    for number, (template, before, _) in enumerate(PLACES):
        moved.write(f"{number:02}.md", template.replace("{}", before))
    with open_job(Request(str(moved.path))) as job:
        fixable = {found.path for found in job.run().report.findings if found.fixable}
    assert fixable == {f"{number:02}.md" for number in range(len(PLACES) - 1)}


KINDS = [
    # what it is, before, after
    ("letter case", "[x](DOCS/Guide.md)", "[x](docs/guide.md)"),
    ("letter case of a directory", "[x](Docs/#guide)", "[x](docs/#guide)"),
    ("self-link", "[x](https://github.com/acme/widgets/blob/main/docs/guide.md#guide)", "[x](docs/guide.md#guide)"),
    ("self-link in brackets", "<https://github.com/acme/widgets/blob/main/docs/guide.md>", None),
    ("permalink", f"[x](https://github.com/acme/widgets/blob/{'a' * 40}/docs/guide.md)", None),
    ("self-link to nothing", "[x](https://github.com/acme/widgets/blob/main/gone.md)", None),
    ("mention by id", "As ADR-0007 says", "As [ADR-0007](docs/adr/0007-use-it.md) says"),
    ("mention by path", "see docs/adr/0007-use-it.md.", "see [docs/adr/0007-use-it.md](docs/adr/0007-use-it.md)."),
    ("mention of two", "As ADR-0008 says", None),
    ("mention of none", "As ADR-0009 says", None),
    ("mention in code", "`ADR-0007`", None),
    ("near name", "[x](docs/giude.md)", None),
    ("near anchor", "[x](docs/guide.md#giude)", None),
    ("untracked", "[x](untracked.txt)", None),
    ("two letter cases", "[x](twins/A.md)", None),
]


def test_each_kind(repo: GitRepo, run: CommandLine) -> None:
    repo.git("remote", "add", "origin", "https://github.com/acme/widgets.git")
    repo.write("docs/guide.md", "# Guide\n")
    repo.write("docs/README.md", "# Guide\n")
    for name in ("0007-use-it", "0008-one", "0008-other"):
        repo.write(f"docs/adr/{name}.md")
    repo.commit()
    for name in ("twins/a.MD", "twins/a.md"):  # in the index only, for disks that ignore letter case
        repo.git("update-index", "--add", "--cacheinfo", f"100644,{repo.git('hash-object', '-w', '/dev/null')},{name}")
    repo.write("untracked.txt")
    for number, (_, before, _) in enumerate(KINDS):
        repo.write(f"{number:02}.md", f"{before}\n")
    run("links", "--fix")
    after = {KINDS[int(name[:2])][0]: text.decode() for name, text in contents(repo).items()}
    assert after == {kind: f"{before if after is None else after}\n" for kind, before, after in KINDS}


def test_renamed_heading(repo: GitRepo, run: CommandLine) -> None:
    repo.write("guide.md", "# Guide\n\n## Install\n\n## Use & <b>enjoy</b>\n")
    repo.write("README.md", '[a](guide.md?plain=1#install) <a href="guide.md#use--enjoy">b</a> [c](guide.md#guide)\n')
    repo.commit()
    repo.write("guide.md", "# Guide\n\n## Set up\n\n## Verwenden & Grüße\n")
    run("links", "--fix")
    assert (repo.path / "README.md").read_text("utf-8") == (
        '[a](guide.md?plain=1#set-up) <a href="guide.md#verwenden--grüße">b</a> [c](guide.md#guide)\n'
    )


def test_target_that_moved_to_two_places_is_not_guessed(repo: GitRepo, run: CommandLine) -> None:
    repo.write("README.md", "[x](a.md)\n")
    repo.write("a.md", "# One and the same text\n")
    repo.commit()
    repo.git("mv", "a.md", "b.md")
    repo.commit()
    repo.write("a.md", "# Another text, for another file at the same place\n")
    repo.commit()
    repo.git("mv", "a.md", "c.md")
    repo.commit()
    assert "moved to c.md or b.md" in run("links", "--fix").out
    assert (repo.path / "README.md").read_text() == "[x](a.md)\n"


def test_a_second_fix_changes_nothing(moved: GitRepo, run: CommandLine) -> None:
    moved.write("README.md", "[x](docs/guide.md) [y](docs/case.md) [z](gone.md)\n")
    first = run("links", "--fix")
    assert first.code == 1
    assert first.out == "README.md:1:43: missing-file: `gone.md` does not exist\n"
    assert first.err.startswith("fixed 1 file: README.md\n")
    assert "`doc-sync undo` restores the originals" in first.err
    text = (moved.path / "README.md").read_text()
    status = (moved.path / "README.md").stat()
    second = run("links", "--fix")
    assert second == replace(first, err="1 error in 4 documents\n")
    assert (moved.path / "README.md").read_text() == text
    assert (moved.path / "README.md").stat().st_ino == status.st_ino


def test_nothing_left_is_clean(moved: GitRepo, run: CommandLine) -> None:
    moved.write("README.md", "[x](docs/guide.md)\n")
    done = run("links", "--fix")
    assert (done.code, done.out) == (0, "")


def test_paths_narrow_what_is_fixed(moved: GitRepo, run: CommandLine) -> None:
    moved.write("a.md", "[x](docs/guide.md)\n")
    moved.write("b.md", "[x](docs/guide.md)\n")
    run("links", "--fix", "b.md")
    assert contents(moved) == {"a.md": b"[x](docs/guide.md)\n", "b.md": b"[x](docs/manual.md)\n"}


def test_suppressed_and_baselined_findings_are_not_fixed(moved: GitRepo, run: CommandLine) -> None:
    moved.write("a.md", "[x](docs/guide.md) <!-- doc-sync: ignore missing-file: old -->\n")
    moved.write("b.md", "[x](docs/guide.md)\n")
    run("baseline")
    before = contents(moved)
    run("links", "--fix")
    assert contents(moved) == before


@pytest.mark.parametrize("line_ends", LINE_ENDS)
def test_diff_is_a_patch_that_git_applies(moved: GitRepo, run: CommandLine, line_ends: str) -> None:
    mark, end = LINE_ENDS[line_ends]
    moved.write("a.md", mark + end.join([b"one", b"[x](docs/guide.md)", b"three"]))
    moved.write('b "é".md', mark + end.join([b"[x](docs/guide.md)", b""]))
    moved.write("c.md", b"untouched")
    before = contents(moved)
    done = run("links", "--diff")
    assert done.code == 1
    assert contents(moved) == before
    patch = done.out.encode()
    subprocess.run(["git", "apply", "-"], input=patch, cwd=moved.path, check=True)
    patched = contents(moved)
    assert patched == {name: text.replace(b"guide", b"manual") for name, text in before.items()}
    clean = run("links", "--diff")
    assert (clean.code, clean.out) == (0, "")


def test_diff_says_what_it_would_do(moved: GitRepo, run: CommandLine) -> None:
    moved.write("README.md", "[x](docs/guide.md)\n")
    done = run("links", "--diff")
    assert done.err == "would fix 1 file: README.md; after that:\n      1 missing-file mended\nclean: 4 documents\n"
    assert run("links", "--diff", "--fix").out == done.out
    assert (moved.path / "README.md").read_text() == "[x](docs/guide.md)\n"


@pytest.mark.parametrize("flag", [("--staged",), ("--rev", "HEAD")])
def test_fix_needs_the_working_tree(moved: GitRepo, run: CommandLine, flag: tuple[str, ...]) -> None:
    assert run("links", "--fix", *flag).code == 2


def test_diff_of_the_index_applies_to_the_index(moved: GitRepo, run: CommandLine) -> None:
    moved.write("README.md", "[x](docs/guide.md)\n")
    moved.stage()
    moved.write("README.md", "something else\n")
    patch = run("links", "--diff", "--staged").out
    subprocess.run(["git", "apply", "--cached", "-"], input=patch.encode(), cwd=moved.path, check=True)
    assert moved.git("show", ":README.md") == "[x](docs/manual.md)"


def test_read_only_file_is_an_error_and_nothing_is_written(moved: GitRepo, run: CommandLine) -> None:
    moved.write("a.md", "[x](docs/guide.md)\n")
    moved.write("b.md", "[x](docs/guide.md)\n").chmod(0o444)
    before = contents(moved)
    done = run("links", "--fix")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("doc-sync: error: b.md: cannot be written: is read-only")
    assert contents(moved) == before


def test_file_changed_between_judging_and_writing_is_kept(moved: GitRepo) -> None:
    moved.write("README.md", "[x](docs/guide.md)\n")
    with open_job(Request(str(moved.path))) as job:
        fixed = job.fix()
        moved.write("README.md", "my latest words\n")
        with pytest.raises(WriteError, match=r"README\.md: changed on disk meanwhile"):
            job.write(fixed)
    assert (moved.path / "README.md").read_text() == "my latest words\n"


def test_file_changed_between_reading_and_fixing_is_judged_again(moved: GitRepo) -> None:
    moved.write("README.md", "[x](docs/guide.md)\n")
    with open_job(Request(str(moved.path))) as job:
        job.run()
        moved.write("README.md", "Some new words, then [x](docs/guide.md)\n")
        job.write(job.fix())
    assert (moved.path / "README.md").read_text() == "Some new words, then [x](docs/manual.md)\n"


def judgements(job: Job) -> tuple[Fixed, int]:
    """The fixes of a job, and how often the corpus was judged for them."""
    judged: list[Corpus] = []

    def judge_and_count(corpus: Corpus) -> Outcome:
        judged.append(corpus)
        return judge(corpus, [(GATE, GATE.options())], Policy())

    return fix(job.corpus, judge_and_count, {}), len(judged)


def test_what_git_knows_is_judged_once_before_and_once_after_fixing(moved: GitRepo) -> None:
    moved.write("a.md", "[x](docs/guide.md)\n")
    moved.write("docs/b.md", "[x](guide.md)\r\n")
    moved.commit()
    with open_job(Request(str(moved.path), jobs=1)) as job:
        fixed, count = judgements(job)
        assert job.corpus.reader.made[DOCUMENT] <= 3
    assert (sorted(fixed.changes), count) == (["a.md", "docs/b.md"], 2)


def test_what_git_does_not_know_is_judged_again_as_it_was_read(moved: GitRepo) -> None:
    moved.write("a.md", "[x](docs/guide.md)\n")
    moved.commit()
    moved.write("b.md", "[x](docs/guide.md)\n")
    with open_job(Request(str(moved.path))) as job:
        fixed, count = judgements(job)
    assert (sorted(fixed.changes), count) == (["a.md", "b.md"], 3)


BEFORE = "[x](docs/guide.md) word\n"


@pytest.mark.parametrize(
    ("judged", "fixed", "expected"),
    [
        (BEFORE, "word [x](docs/guide.md)\n", "word [x](docs/manual.md)\n"),
        (BEFORE, "longer words [x](docs/guide.md)\n", "longer words [x](docs/manual.md)\n"),
        ("word\n\n[x](docs/guide.md)\n", BEFORE, "[x](docs/manual.md) word\n"),
        ("word\n\n[x](docs/guide.md)\n", "word\n\n[x](docs/guide.md)\n", "word\n\n[x](docs/manual.md)\n"),
        (BEFORE, "word\n", None),
    ],
)
def test_committed_file_that_changed_between_judging_and_fixing(
    moved: GitRepo, judged: str, fixed: str, expected: str | None
) -> None:
    moved.write("README.md", BEFORE)
    moved.commit()
    with open_job(Request(str(moved.path))) as job:
        moved.write("README.md", judged)
        job.run()
        moved.write("README.md", fixed)
        changes = job.fix().changes
    assert {path: (before.text, after.text) for path, (before, after) in changes.items()} == (
        {} if expected is None else {"README.md": (fixed, expected)}
    )


def test_text_that_was_judged_keeps_its_facts_whatever_becomes_of_the_file(moved: GitRepo) -> None:
    moved.write("README.md", BEFORE)
    moved.commit()
    with open_job(Request(str(moved.path))) as job:
        document, text = job.corpus.document("README.md"), job.corpus.text("README.md")
        kept = job.corpus.replace({"README.md": text}, same={"README.md"})
        moved.write("README.md", "# My latest words\n")
        assert kept.document("README.md") is document
        assert kept.text("README.md").text == BEFORE
        anchors = kept.anchors("README.md")
    assert anchors is not None
    assert anchors.slugs == ()


def test_file_that_went_away_before_fixing_is_left_alone(moved: GitRepo) -> None:
    moved.write("README.md", "[x](docs/guide.md)\n")
    with open_job(Request(str(moved.path))) as job:
        job.run()
        moved.remove("README.md")
        assert job.fix().changes == {}


def fixed_with(repo: GitRepo, *fixes: tuple[Edit, ...]) -> dict[str, str]:
    """Path to the text after fixes of the links gate and of another one, which offers ``fixes`` for the present texts.

    A fake gate, since none of ours offers a fix that does harm.
    """
    lengths = {edit.path: len((repo.path / edit.path).read_text("utf-8")) for edits in fixes for edit in edits}

    def check(corpus: Corpus, options: object) -> Iterator[Finding]:
        yield from GATE.check(corpus, options)
        for edits in fixes:
            path = edits[0].path
            if len(corpus.text(path).text) == lengths[path]:
                yield Finding(path, edits[0].span, "bare-mention", "offered", fix=edits)

    gates = [(replace(GATE, check=check), GATE.options())]
    with open_job(Request(str(repo.path))) as job:
        fixed = fix(job.corpus, lambda corpus: judge(corpus, gates, Policy()), {})
    return {path: after.text for path, (_, after) in fixed.changes.items()}


def test_file_that_would_get_an_error_keeps_its_text(moved: GitRepo) -> None:
    moved.write("a.md", "[x](docs/guide.md) word\n")
    moved.write("b.md", "[x](docs/guide.md)\n")
    harmful = Edit("a.md", Span(19, 23), "[word](nowhere.md)")
    assert fixed_with(moved, (harmful,)) == {"b.md": "[x](docs/manual.md)\n"}


def test_fix_that_breaks_another_file_is_rejected(moved: GitRepo) -> None:
    moved.write("a.md", "# Title\n")
    moved.write("b.md", "[x](a.md#title)\n")
    moved.stage()
    assert fixed_with(moved, (Edit("a.md", Span(2, 7), "Another"),)) == {}


TOGETHER = [
    # the edits of each finding, as start, end and text; the text "0123456789" with those that are applied
    ([[(0, 4, "a")], [(2, 8, "b")]], "a456789"),
    ([[(10, 10, "!")], [(10, 10, "?")]], "0123456789!"),
    ([[(0, 2, "a"), (8, 10, "a")], [(4, 5, "b")]], "a23b567a"),
    ([[(0, 2, "a"), (4, 6, "a")], [(5, 7, "b")], [(8, 9, "c")]], "a23a67c9"),
    ([[(4, 6, "b"), (0, 1, "b")], [(2, 3, "a"), (5, 8, "a")]], "b123b6789"),
    ([[(0, 1, "a"), (9, 10, "a")], [(3, 4, "b"), (8, 9, "b")], [(3, 5, "c")]], "a12c5678a"),
    ([[(0, 2, "a"), (2, 4, "a")]], "aa456789"),
]


@pytest.mark.parametrize(("fixes", "expected"), TOGETHER)
def test_of_fixes_in_conflict_one_is_applied_as_a_whole(
    repo: GitRepo, fixes: list[list[tuple[int, int, str]]], expected: str
) -> None:
    repo.write("a.md", "0123456789")
    offered = [tuple(Edit("a.md", Span(start, end), text) for start, end, text in edits) for edits in fixes]
    assert fixed_with(repo, *offered) == {"a.md": expected}


def test_fixes_of_two_gates_on_one_line(moved: GitRepo, run: CommandLine) -> None:
    """Mending the link changes the text by which the wrap on its line is known."""
    moved.write("README.md", "[x](docs/guide.md)\nand more\n")
    assert run("check", "--fix").code == 0
    assert "and more" in (moved.path / "README.md").read_text().splitlines()[0]
    assert "guide.md" not in (moved.path / "README.md").read_text()


def test_documents_that_are_not_on_disk_are_skipped_and_others_fixed(moved: GitRepo) -> None:
    for name in ("here.md", "deleted.md", "linked/a.md"):
        moved.write(name, "[x](/docs/guide.md)\n")
    moved.stage()
    moved.remove("deleted.md")
    (moved.path / "linked").rename(moved.path / "real")
    moved.link("linked", "real")
    with open_job(Request(str(moved.path))) as job:
        fixed = job.fix()
        job.write(fixed)
    assert fixed.skipped == ("deleted.md", "linked/a.md")
    assert (moved.path / "here.md").read_text() == "[x](/docs/manual.md)\n"
    assert not (moved.path / "deleted.md").exists()


@pytest.mark.parametrize(
    "request_", [{"staged": True}, {"stdin": ("a.md", b"[x](docs/guide.md)\n")}], ids=["staged", "stdin"]
)
def test_what_is_not_written_need_not_be_on_disk(moved: GitRepo, request_: dict[str, Any]) -> None:
    moved.write("a.md", "[x](docs/guide.md)\n")
    moved.stage()
    moved.remove("a.md")
    with open_job(Request(str(moved.path), **request_)) as job:
        fixed = job.fix()
    assert (fixed.skipped, list(fixed.changes)) == ((), ["a.md"])
