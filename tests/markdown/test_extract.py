"""Facts of blocks: prose and its line breaks, headings, front matter, nesting."""

from __future__ import annotations

import pickle

import pytest
from generated import documents, with_line_ends
from hypothesis import given
from hypothesis import strategies as st

from docsync.errors import UnreadableError
from docsync.markdown.document import BreakKind, Document, LinkKind
from docsync.markdown.extract import read_document
from docsync.text import SourceText

SOFT, HARD, INSIDE = BreakKind.SOFT, BreakKind.HARD, BreakKind.INSIDE

# Markdown; of each prose block its kind, its source text, and its breaks with their seams.
PROSE = [
    ("a\nb\n", [("paragraph", "a\nb", [(SOFT, "\n")])]),
    ("a\n    b\n", [("paragraph", "a\n    b", [(SOFT, "\n    ")])]),
    ("a  \nb\\\nc\n", [("paragraph", "a  \nb\\\nc", [(HARD, "\n"), (HARD, "\n")])]),
    ("a \nb\t\nc\n", [("paragraph", "a \nb\t\nc", [(SOFT, "\n"), (SOFT, "\n")])]),
    ("> a\n> b\nlazy\n", [("paragraph", "a\n> b\nlazy", [(SOFT, "\n> "), (SOFT, "\n")])]),
    (
        "- a\n  b\n- > c\n  >  d\n",
        [("paragraph", "a\n  b", [(SOFT, "\n  ")]), ("paragraph", "c\n  >  d", [(SOFT, "\n  >  ")])],
    ),
    (
        "`a\nb` [c\nd](e 'f\ng') <b\nh>\n",
        [
            (
                "paragraph",
                "`a\nb` [c\nd](e 'f\ng') <b\nh>",
                [(INSIDE, "\n"), (SOFT, "\n"), (INSIDE, "\n"), (INSIDE, "\n")],
            )
        ],
    ),
    ("# a #\nb\nc\n===\n", [("heading", "a", []), ("heading", "b\nc", [(SOFT, "\n")])]),
    ("| a |\n|-|\n| b |\n", [("paragraph", "a", []), ("paragraph", "b", [])]),
    ("[^1]\n\n[^1]: a\n    b\n", [("paragraph", "[^1]", []), ("paragraph", "a\n    b", [(SOFT, "\n    ")])]),
    ("```\na\nb\n```\n    a\n    b\n\n<p>\na\n</p>\n\n[a]: b\n'c'\n", []),
    ("a\\\n", [("paragraph", "a\\", [])]),
    ("a\n\nb\n", [("paragraph", "a", []), ("paragraph", "b", [])]),
]

FRONT_MATTER = [
    ("---\na: b\n---\nc\n", "---\na: b\n---\n"),
    ("---\na: b\n---", "---\na: b\n---"),
    ("---\r\na: b\r\n---\r\nc\r\n", "---\r\na: b\r\n---\r\n"),
    ("\ufeff---\na: b\n---\nc\n", "---\na: b\n---\n"),
    ("a\n\n---\nb: c\n---\n", None),
    ("---\na: b\n", None),
    (" ---\na: b\n---\n", None),
]


def facts(text: str) -> Document:
    return read_document(SourceText.from_str(text))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize(("text", "expected"), PROSE)
def test_prose(text: str, expected: list[tuple[str, str, list[tuple[BreakKind, str]]]], end: str) -> None:
    text = with_line_ends(text, end)
    found = [
        (block.kind, text[slice(*block.span)], [(each.kind, text[slice(*each.span)]) for each in block.breaks])
        for block in facts(text).prose
    ]
    assert found == [
        (kind, with_line_ends(whole, end), [(each, with_line_ends(seam, end)) for each, seam in breaks])
        for kind, whole, breaks in expected
    ]


@given(documents(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_seams_lie_between_the_lines_of_their_block(text: str, end: str) -> None:
    text = with_line_ends(text, end)
    for block in facts(text).prose:
        position = block.span.start
        for each in block.breaks:
            seam = text[slice(*each.span)]
            assert position <= each.span.start < each.span.end <= block.span.end
            assert seam.startswith(end)
            assert not seam.strip(" \t>\r\n")
            position = each.span.end


@pytest.mark.parametrize(("text", "expected"), FRONT_MATTER)
def test_front_matter(text: str, expected: str | None) -> None:
    source = SourceText.from_str(text)
    span = read_document(source).front_matter
    assert (span and source.text[slice(*span)]) == expected


HEADINGS = [
    ("# a *b* #\n", (1, "a b", "a *b*")),
    ("###### a\n", (6, "a", "a")),
    ("a\nb\n---\n", (2, "a\nb", "a\nb")),
    ("> ## a\n", (2, "a", "a")),
    ("<h3 id=x>a <b>c</b></h3>\n", (3, "a c", "<h3 id=x>a <b>c</b></h3>")),
]


@pytest.mark.parametrize(("text", "expected"), HEADINGS)
def test_headings(text: str, expected: tuple[int, str, str]) -> None:
    (heading,) = facts(text).headings
    assert (heading.level, heading.text, text[slice(*heading.span)]) == expected


def test_footnotes_are_counted() -> None:
    found = facts("[^a][^b][^a]\n\n[^a]: x\n[^b]: y\n[^c]: z\n").footnotes
    assert {each.label: each.references for each in found} == {"a": 2, "b": 1}


def test_links_are_in_source_order() -> None:
    found = facts("[^1] [a](1.md)\n\n[^1]: [b](2.md)\n\n<a href=3.md>\n\n![c](4.md) <https://5>\n").links
    assert [link.destination for link in found] == ["1.md", "2.md", "3.md", "4.md", "https://5"]
    assert [link.kind for link in found][2:] == [LinkKind.HTML, LinkKind.IMAGE, LinkKind.AUTOLINK]


NESTING = [("> " * 90 + "a", False), ("> " * 101 + "a", True), ("- " * 60 + "a", True), ("- " * 20 + "a", False)]


@pytest.mark.parametrize(("text", "expected"), NESTING)
def test_too_deep(text: str, expected: bool) -> None:
    assert facts(text).too_deep is expected


@given(documents())
def test_facts_survive_pickling(text: str) -> None:
    document = facts(text)
    assert pickle.loads(pickle.dumps(document)) == document


@given(st.text() | st.text("[]()!<>`*_#->|\\&;:\"' \t\r\nabh^~", max_size=60))
def test_any_text_gives_facts(text: str) -> None:
    try:
        document = facts(text)
    except UnreadableError:
        return
    assert document.lines.length == len(text.removeprefix("\ufeff"))
