"""Which documents one glance clears: those for which the exact judge has nothing to say."""

from __future__ import annotations

from typing import Any

import pytest

from docsync.corpus import Corpus
from docsync.facts import CLOSER, DOCUMENT
from docsync.gates.links import GATE
from docsync.gates.links.cited import may_cite, records_of
from docsync.gates.links.clearing import Clearing
from docsync.gates.links.options import Options
from docsync.markdown.glance import Glance
from docsync.records import RecordId, Records
from docsync.repo import Remote
from memory import MemorySource

REMOTE = Remote("github.com", "acme/widgets", frozenset({"main"}))
URL = "https://github.com/acme/widgets/blob/main"
FILES: dict[str, str | bytes | None] = {
    "guide.md": "# Install\n",
    "docs/README.md": "# Docs\n",
    "docs/adr/0001-first.md": "# First\n\nFormerly: RFC 7\n",
    "docs/adr/0002-second.md": "# Second\n",
    "empty/a.txt": "",
    "code.py": "a\nb\n",
    "page.html": "<p id=x>",
    "bad.md": b"\xff",
    "doubtful.md": "# a\n\n<h2>b</h2>\n",
    "sub": None,
    "alias": "-> docs",
    "dangling.md": "-> gone.md",
}


def clears(text: str, path: str = "a.md", **options: Any) -> bool:
    """Whether the document is cleared; if so, the exact judge has nothing to say either."""
    files = {**FILES, path: text}
    corpus = Corpus(MemorySource(files, remote=REMOTE), exact=False)
    asked: list[bool] = []
    clearing = Clearing(corpus, Options(**options))

    def is_clear(each: str, seen: Glance) -> bool:
        found = clearing.is_clear(each, seen)
        asked.extend([found] * (each == path))
        return found

    left = {each for each, _ in corpus.documents(unless=is_clear, closely=True)}
    exact = Corpus(MemorySource(files, remote=REMOTE), exact=True)
    codes = [each.code for each in GATE.check(exact, Options(**options)) if each.path == path]
    assert path in left or set(codes) <= {"ambiguous-anchor", "text-target-mismatch"}
    return path not in left


CLEAR = [
    "",
    "text",
    "[a](guide.md)",
    "[a](guide.md?raw=1)",
    "[a](/guide.md)",
    "[a](./docs/../guide.md)",
    "[a](guide.md#install)",
    "[a](guide.md#)",
    "[a](docs)",
    "[a](docs/)",
    "[a](docs#docs)",
    "[a](alias/README.md)",
    "[a](code.py)",
    "[a](bad.md)",
    "[a](https://example.org/blob/main/x)",
    "[a](HTTPS://example.org) <irc://example.org> [b](mailto:a@example.org)",
    f"[a]({URL.replace('acme', 'other')}/x.md)",
    "# H\n\n[a](#h)",
    "[a](#h)\n\n# H",
    "[a](../../issues/1)",
    "`[a](gone.md)`",
    "PEP 8 and KEP 3",
    "[r]\n\n[r]: guide.md",
    "in docs/guides/1",
]
NOT_CLEAR = [
    "[a](gone.md)",
    "[a](Guide.md)",
    "[a](guide.md/)",
    "[a](guide.md#gone)",
    "[a](#gone)",
    "[a]()",
    "[a](docs#gone)",
    "[a](empty#gone)",
    "[a](code.py#x)",
    "[a](code.py#L9)",
    "[a](sub/a.md)",
    "[a](sub)",
    "[a](dangling.md)",
    "[a](../gone.md)",
    f"[a]({URL}/guide.md)",
    f"[a]({URL}/gone.md)",
    f"<{URL}/gone.md>",
    "[a](b c.md)",
    "[a][b]",
    "[r]: guide.md",
    "ADR 1",
    "see docs/adr/0001-first.md",
    "RFC 7",
]
# Nothing is wrong, but one glance is not enough to know.
UNDECIDED = ["[a](page.html#x)", "[a](code.py#L1)", "[a](bad.md#x)", "[a](doubtful.md#b)", "RFC 2119"]


@pytest.mark.parametrize("text", CLEAR)
def test_clear(text: str) -> None:
    assert clears(text)


@pytest.mark.parametrize("text", NOT_CLEAR)
def test_not_clear(text: str) -> None:
    assert not clears(text)


@pytest.mark.parametrize("text", UNDECIDED)
def test_undecided(text: str) -> None:
    assert not clears(text)


OPTIONS: list[tuple[str, dict[str, Any], bool]] = [
    ("[a](../../issues/1)", {"allow_web_paths": False}, False),
    ("[a](alias/README.md)", {"follow_directory_symlinks": False}, False),
    ("ADR 1", {"records": ()}, True),
    ("see docs/adr/0001-first.md", {"records": ()}, True),
]


@pytest.mark.parametrize(("text", "options", "is_clear"), OPTIONS)
def test_options(text: str, options: dict[str, Any], is_clear: bool) -> None:
    assert clears(text, **options) == is_clear


def test_what_a_document_says_of_itself_is_its_own() -> None:
    """Documents of one folder mean the same by a destination, but not by one that names no path."""
    files = {"a.md": "# H\n\n[a](#h)", "b.md": "[a](#h)", "d/c.md": "[a](../a.md#h)", "e.md": "[a](a.md#h)"}
    corpus = Corpus(MemorySource(files), exact=False)
    left = [path for path, _ in corpus.documents(unless=Clearing(corpus, Options()).is_clear)]
    assert left == ["b.md"]


def test_documents_that_git_does_not_have_yet() -> None:
    untracked = {"new.md": "[a](new.md) [b](#h)\n\n# H\n", "other.md": "[a](new.md)"}
    corpus = Corpus(MemorySource({"a.md": "[a](new.md)"}, untracked=untracked), exact=False)
    left = {path for path, _ in corpus.documents(unless=Clearing(corpus, Options()).is_clear)}
    exact = Corpus(MemorySource({"a.md": "[a](new.md)"}, untracked=untracked))
    assert {each.path for each in GATE.check(exact, Options())} <= left
    assert "a.md" in left


def test_former_ids_are_read_of_records_that_may_have_some() -> None:
    for exact in (True, False):
        corpus = Corpus(MemorySource(FILES), exact=exact)
        records = records_of(corpus, ("docs/adr",))
        assert records.kinds == {"ADR", "RFC"}
        assert corpus.reader.made[DOCUMENT] == (2 if exact else 1)
    lost = {**FILES, "docs/adr/0003-bad.md": b"\xff Formerly"}
    assert records_of(Corpus(MemorySource(lost), exact=False), ("docs/adr",)).kinds == {"ADR", "RFC"}


MAY_CITE = [
    (Glance(kinds=("ADR",)), True),
    (Glance(kinds=("KEP",)), False),
    (Glance(folders=("docs/adr",)), True),
    (Glance(folders=("./docs/adr",)), True),
    (Glance(folders=("docs",)), False),
    (Glance(), False),
]


@pytest.mark.parametrize(("seen", "expected"), MAY_CITE)
def test_what_may_cite_a_record(seen: Glance, expected: bool) -> None:
    def former_ids(_path: str) -> tuple[RecordId, ...]:
        return ()

    assert may_cite(seen, Records.of(["docs/adr/0001-x.md"], ("docs/adr",), former_ids)) == expected
    assert not may_cite(seen, Records.of([], ("docs/adr",), former_ids))


@pytest.mark.parametrize("destination", ["?tab=readme#h", "#h", "?plain=1#h", "< #h>", "./?x#h"])
def test_what_leads_to_the_document_itself_tells_nothing_of_others(destination: str) -> None:
    files = {"docs/a.md": f"# H\n\n[x]({destination})\n", "docs/b.md": f"# Other\n\n[x]({destination})\n"}
    found = [list(GATE.check(Corpus(MemorySource(files), exact=exact), Options())) for exact in (True, False)]
    assert found[0] == found[1]


ANCHORED: list[tuple[str, str, int]] = [
    ("# One\n", "one", 0),
    ("One\n===\n", "one", 1),
    ("# One\n\nTwo\n===\n", "one", 0),
    ("# One\n", "gone", 1),
]


@pytest.mark.parametrize(("text", "fragment", "looks"), ANCHORED)
def test_a_target_takes_a_closer_look_only_where_the_first_is_not_certain(text: str, fragment: str, looks: int) -> None:
    corpus = Corpus(MemorySource({"a.md": f"[b](b.md#{fragment})\n", "b.md": text}), exact=False)
    assert bool(list(GATE.check(corpus, Options()))) is (fragment == "gone")
    assert corpus.reader.made[CLOSER] >= looks
    assert looks or not corpus.reader.made[CLOSER]
