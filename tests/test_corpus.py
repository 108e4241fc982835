from __future__ import annotations

import pytest

from docsync.corpus import Corpus, Scope, TargetFile
from docsync.errors import UnreadableError
from docsync.facts import DOCUMENT
from docsync.markdown.anchors import FLAVOURS
from docsync.markdown.limits import MAX_NESTING
from docsync.reading import Reader
from docsync.text import SourceText
from memory import MemorySource, corpus_of

FILES: dict[str, str | bytes | None] = {
    "README.md": "# A\n",
    "b.MARKDOWN": "# B\n",
    "c.mdown": "",
    "d.txt": "",
    "md": "",
    "link.md": "-> README.md",
    "sub": None,
    "vendor/x.md": "",
    "bad.md": b"\xff",
}


def test_documents() -> None:
    corpus = corpus_of(FILES, untracked={"new.md": "# New\n"})
    assert corpus.paths == ("README.md", "b.MARKDOWN", "bad.md", "c.mdown", "new.md", "vendor/x.md")
    assert [path for path, _ in corpus.documents()] == [path for path in corpus.paths if path != "bad.md"]
    assert [(path, error.reason) for path, error in corpus.unreadable()] == [
        ("bad.md", "is not UTF-8: byte 0xff at offset 0")
    ]


def test_scope() -> None:
    scope = Scope(extensions=(".txt",), excluded=lambda path: path.startswith("vendor/"))
    assert Corpus(MemorySource(FILES), scope).paths == ("d.txt",)
    assert Corpus(MemorySource(FILES), Scope(excluded=lambda path: path != "c.mdown")).paths == ("c.mdown",)


def test_facts_are_made_once_and_when_asked_for() -> None:
    corpus = corpus_of(FILES)
    assert corpus.reader.made[DOCUMENT] == 0
    for _ in range(2):
        corpus.document("README.md")
        corpus.anchors("README.md")
    assert corpus.reader.made[DOCUMENT] == 1
    list(corpus.documents())
    assert corpus.reader.made[DOCUMENT] == 4  # the unreadable one never got so far


def test_replacing_shares_the_other_facts() -> None:
    corpus = corpus_of(FILES)
    list(corpus.documents())
    before_it = corpus.reader.made[DOCUMENT]
    changed = corpus.replace({"README.md": SourceText("# Z\n", bom=True), "new.md": SourceText("# New\n")})
    list(changed.documents())
    assert changed.reader.made[DOCUMENT] == before_it + 2
    assert changed.text("README.md") == SourceText("# Z\n", bom=True)
    assert "new.md" in changed.paths
    anchors, before = changed.anchors("README.md"), corpus.anchors("README.md")
    assert anchors is not None
    assert before is not None
    assert (anchors.slugs, before.slugs) == (("z",), ("a",))


@pytest.mark.parametrize("extensions", [(".MD",), (".Md", ".txt")])
def test_extensions_count_in_any_letter_case(extensions: tuple[str, ...]) -> None:
    corpus = Corpus(MemorySource({"a.md": "", "b.MD": "", "d/README.md": ""}), Scope(extensions))
    assert corpus.paths == ("a.md", "b.MD", "d/README.md")
    assert corpus.readme("d") == "d/README.md"


def test_progress_is_told_once_a_document() -> None:
    told: list[tuple[int, int, str]] = []
    source = MemorySource({"a.md": "", "b.md": "", "c.md": b"\xff"})
    corpus = Corpus(source, reader=Reader(source, FLAVOURS["github"], progress=lambda *step: told.append(step)))
    corpus.document("b.md")
    for _ in range(2):
        list(corpus.unreadable())
        list(corpus.documents())
    assert told == [(0, 1, "b.md"), (0, 2, "a.md"), (1, 2, "c.md")]


def test_unreadable_files_have_no_facts() -> None:
    corpus = corpus_of(FILES)
    assert corpus.document("bad.md") is corpus.anchors("bad.md") is None
    assert corpus.document("nowhere.md") is None
    with pytest.raises(UnreadableError, match="is a symbolic link"):
        corpus.text("link.md")


def test_facts_of_other_content() -> None:
    corpus = corpus_of({"a.md": "# Now\n"}, before={"a.md": "# Before\n"})
    base = corpus.base("a.md")
    assert base is not None
    assert [heading.text for heading in base.headings] == ["Before"]
    assert corpus.base("nowhere.md") is corpus.facts_of(None) is corpus.facts_of(b"\xff") is None


TARGETS = [
    ("a.py", "x\ny\n", TargetFile(2)),
    ("a.bin", b"\0", TargetFile(None)),
    ("a.HTML", "<p id=x><a name=y>", TargetFile(1, frozenset({"x", "y"}))),
]


@pytest.mark.parametrize(("path", "content", "expected"), TARGETS)
def test_targets(path: str, content: str | bytes, expected: TargetFile) -> None:
    corpus = corpus_of({path: content})
    assert corpus.target(path) is corpus.target(path)
    assert corpus.target(path) == expected


READMES = [
    ({"d/README.md": ""}, "d/README.md"),
    ({"d/readme.MD": ""}, "d/readme.MD"),
    ({"d/README.rst": ""}, None),
    ({"d/README": ""}, None),
    ({"d/README.md": "-> ../a.md", "a.md": ""}, "a.md"),
    ({"d/e/README.md": ""}, None),
    ({"d/x.md": ""}, None),
]


@pytest.mark.parametrize(("files", "expected"), READMES)
def test_readme(files: dict[str, str | bytes | None], expected: str | None) -> None:
    assert corpus_of(files).readme("d") == expected


def test_deep_nesting_is_told() -> None:
    document = corpus_of({"a.md": "> " * (MAX_NESTING + 1) + "x"}).document("a.md")
    assert document is not None
    assert document.too_deep
