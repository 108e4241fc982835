"""What a search for strings takes for destinations, and which places it calls odd."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from docsync.markdown.anchors import FLAVOURS
from docsync.markdown.limits import MAX_NESTING, MAX_SCANNED
from docsync.markdown.look import cited, look, searched
from docsync.markdown.search import relevant, search
from docsync.text import SourceText

INLINE: list[tuple[str, list[str], int]] = [
    ("[a](b.md)", ["b.md"], 0),
    ("[a]()", [""], 0),
    ("[a](b.md)[c](d.md)", ["b.md", "d.md"], 0),
    ("![a](b.png)", ["b.png"], 0),
    ("[![a](b.png)](c.md)", ["b.png", "c.md"], 0),
    ('[a](b.md "title")', ["b.md"], 0),
    ("[a](b.md\t'title' )", ["b.md"], 0),
    ("[a](<b c.md>)", ["b c.md"], 0),
    ("[a](<>)", [""], 0),
    ("[a](b(c).md)", ["b(c).md"], 0),
    ("[a](b(c)d(e).md)", ["b(c)d(e).md"], 0),
    ("[a](b&amp;c.md)", ["b&c.md"], 0),
    ("[a](b&notanentity;c.md)", ["b&notanentity;c.md"], 0),
    ("[a](b&copy.md)", ["b&copy.md"], 0),
    ("`[a](b.md)`", ["b.md"], 0),
    ("](b.md)", ["b.md"], 0),
    ("[a](b*c*_d_.md)", ["b*c*_d_.md"], 0),
    # odd
    ("[a](b((c)).md)", [], 1),
    ("[a](b.md", [], 1),
    ("[a](b c.md)", [], 1),
    ("[a](b\\_c.md)", [], 1),
    ("[a](\nb.md)", [], 1),
    ("[a]( b.md)", [], 1),
    ("[a](b.md\n'title')", [], 1),
    ("[a](b.md (title))", [], 1),
    ('[a](b.md "a \\" b")', [], 1),
    ('[a](b.md "[c](d.md)")', ["d.md"], 1),
    ("[a](<b\nc>)", [], 1),
    ("[a](b&#35;c.md)", ["b&#35;c.md"], 1),
    ("[a](b[c].md)", [], 1),
    ("[a](b\u00a0c.md)", [], 1),
    ("](](b.md)", ["b.md"], 1),
]


@pytest.mark.parametrize(("text", "destinations", "odd"), INLINE)
def test_inline(text: str, destinations: list[str], odd: int) -> None:
    written = search(text)
    assert (written.inline, written.odd) == (destinations, odd)
    assert list(written.all) == destinations


ATTRIBUTES: list[tuple[str, list[str], int]] = [
    ('<a href="b.md">', ["b.md"], 0),
    ("<a href='b.md'>", ["b.md"], 0),
    ("<a href=b.md>", ["b.md"], 0),
    ("<A HREF=b.md>", ["b.md"], 0),
    ('<a href="b&amp;c.md">', ["b&c.md"], 0),
    ('<a href= "b.md">', ["b.md"], 0),
    ('<a href=\n"b.md">', ["b.md"], 0),
    ('<img src="a.png" srcset="b.png 1x, c.png 2x">', ["a.png", "b.png", "c.png"], 0),
    ('<source srcset="b.png">', ["b.png"], 0),
    ('<source srcset="b,c.png 1x,d.png 2x">', ["b,c.png", "d.png"], 0),
    ('<source srcset="a.png,">', ["a.png"], 0),
    ('<source srcset="">', [], 0),
    ('<video src="a.mp4" poster="a.png">', ["a.mp4", "a.png"], 0),
    ('<audio src="a.mp3">', ["a.mp3"], 0),
    ('<a data-href="b.md">', ["b.md"], 0),
    ('<b href="b.md">', [], 0),
    ('href="b.md"', [], 0),
    # odd
    ('<a href ="b.md">', [], 1),
    ('<a href\n= "b.md">', [], 1),
    ('<a href="b&#35;c.md">', ["b#c.md"], 1),
    ('<a href="b\nc.md">', [], 1),
    ("<a href=>", [], 1),
]


@pytest.mark.parametrize(("text", "destinations", "odd"), ATTRIBUTES)
def test_attributes(text: str, destinations: list[str], odd: int) -> None:
    written = search(text)
    assert written.odd == odd
    assert set(destinations) <= set(written.attributes)
    assert len(written.attributes) <= 2 * len(destinations)


AUTOLINKS = [
    ("<https://x.org/a>", ["https://x.org/a"]),
    ("<HTTP://x.org>", ["HTTP://x.org"]),
    ("<irc://x.org>", []),
    ("<https://x.org/ a>", []),
    ("https://x.org", []),
]


@pytest.mark.parametrize(("text", "destinations"), AUTOLINKS)
def test_autolinks(text: str, destinations: list[str]) -> None:
    assert search(text).autolinks == destinations


Defined: TypeAlias = tuple[str, str | None, bool]  # label, destination, whether a line follows
ODD: Defined = ("", None, True)
DEFINITIONS: list[tuple[str, list[Defined]]] = [
    ("[r]: b.md", [("R", "b.md", False)]),
    ("[r]:b.md\n\ntext", [("R", "b.md", False)]),
    (
        "[R  s\tt]: <b c.md> 'title'\n",
        [("R S T", "b c.md", False)],
    ),
    ("[ẞ]: b.md\n", [("SS", "b.md", False)]),
    ("[r]: b&amp;c.md", [("R", "b&c.md", False)]),
    ("[r]: b.md\n \t\ntext", [("R", "b.md", False)]),
    ("> [r]: b.md", [("R", "b.md", False)]),
    ("- 1. [r]: b.md", [("R", "b.md", False)]),
    ("    [r]: b.md", [("R", "b.md", False)]),
    # another line follows
    ("[r]: b.md\ntext", [("R", "b.md", True)]),
    ("[r]: b.md\n'title'\n", [("R", "b.md", True)]),
    ("[r]: b.md\n> [x]\n", [("R", "b.md", True)]),
    (
        "[r]: b.md\n  [s]: c.md",
        [
            ("R", "b.md", False),
            ("S", "c.md", False),
        ],
    ),
    (
        "- [r]: b.md\n[s]: c.md",
        [("R", "b.md", True), ("S", "c.md", False)],
    ),
    # odd
    ("[r]:\nb.md", [("", None, True)]),
    ("[r]: b&#35;c.md", [("", None, True)]),
    ("[r]: b(c).md", [("", None, True)]),
    ("[r]: b\\_c.md", [("R", "b", False)]),
    ("[x\ny]: b.md", [ODD]),
    ("[a\\]b]: c.md", [ODD]),
    ("]: b.md", [ODD]),
    (" " * 300 + "[r]: b.md", [ODD]),
    # none
    ("text [r]: b.md", []),
    ("[a] b]: c.md", []),
    ("[]: b.md", []),
    ("a[1]: b", []),
    ("[^1]: note", []),
]


@pytest.mark.parametrize(("text", "definitions"), DEFINITIONS)
def test_definitions(text: str, definitions: list[Defined]) -> None:
    written = search(text)
    assert [(each.label, each.destination, each.is_followed) for each in written.definitions] == definitions
    for each in written.definitions:
        assert each.destination is None or text[each.start : each.end].strip()
    assert list(written.all) == [each.destination for each in written.definitions if each.destination is not None]


def test_footnotes_are_counted() -> None:
    assert search("[^1]: a\n\n[^two]: b\n\n[^ 3]: no\n").footnotes == 2


RELEVANT = [
    (["b.md", "b.md", "#h", ""], ("b.md", "#h", "")),
    (["https://x.org/a", "http://x.org", "mailto:a@x.org"], ()),
    (["https://x.org/o/n/blob/main/a.md"], ("https://x.org/o/n/blob/main/a.md",)),
    (["https://RAW.githubusercontent.com/o/n/a.md"], ("https://RAW.githubusercontent.com/o/n/a.md",)),
    (["HTTPS://x.org", "//x.org"], ("HTTPS://x.org", "//x.org")),
]


@pytest.mark.parametrize(("destinations", "left"), RELEVANT)
def test_what_may_lead_into_the_repository(destinations: list[str], left: tuple[str, ...]) -> None:
    assert relevant(destinations) == left


CITED: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    ("ADR 12", ("ADR",), ()),
    ("ADRs 1 and 2", ("ADR",), ()),
    ("RFC-005 and ADR #3", ("ADR", "RFC"), ()),
    ("[adr12]", ("ADR",), ()),
    ("> ADR\n> 12", ("ADR",), ()),
    ("ADR [12](b.md)", ("ADR",), ()),
    ("an ADR of ours", (), ()),
    ("adr 12", (), ()),
    ("see docs/adr/0012-x.md", (), ("docs/adr",)),
    ("(./docs/rfc/1)", (), ("./docs/rfc",)),
    ("24/7 and a b/1", (), ("24", "b")),
    (" /1", (), ()),
]


@pytest.mark.parametrize(("text", "kinds", "folders"), CITED)
def test_what_may_be_cited(text: str, kinds: tuple[str, ...], folders: tuple[str, ...]) -> None:
    assert cited(text) == (kinds, folders)


FLAGS: list[tuple[str, dict[str, bool]]] = [
    ("one line\n", {}),
    ("two\nlines\n", {"has_breaks": True}),
    ("two\n\nparagraphs\n", {}),
    ("<!-- Doc-Sync: ignore x -->", {"has_comments": True}),
    ("Formerly: ADR 1", {"has_former_ids": True}),
    ("```Python\n\n```", {"has_python": True}),
    ("~~~ {.pycon}\n", {"has_python": True}),
    ("```sh\n\npy\n", {}),
    ("[a][b]", {"is_faulty": True}),
    ("[a] (b)", {"is_faulty": True}),
    ("[a](b c)", {"is_faulty": True}),
    ("[r]: b.md", {"is_faulty": True}),
    ("> " * MAX_NESTING + "x", {"is_extreme": True}),
    ("a\n\n" + "- " * MAX_NESTING + "x", {"is_extreme": True}),
    ("\t" * (MAX_NESTING // 5) + "x", {}),
    ("[" * 6000, {"is_extreme": True}),
    ("[\n\n" * 6000, {}),
]


@pytest.mark.parametrize(("text", "flags"), FLAGS)
def test_flags(text: str, flags: dict[str, bool]) -> None:
    seen = searched(text, FLAVOURS["github"])._asdict()
    assert {name: value for name, value in seen.items() if value is True} == flags


def test_the_texts_above_are_long_enough() -> None:
    assert MAX_SCANNED < 6000 * 6000


LOOKS = [
    ("[a](b.md)\n", False),
    ("# H\n\n[a](#h)\n", False),
    ("H\n=\n\n[a](#h)\n", True),
    ("See [a] there.\n\n[a]: b.md\n", False),
    ("[a]: b.md\n", True),
    ("- see\n  [a]\n\n[a]: b.md\n", True),
    ("[a](#h)\n", True),
    ("[a](b c.md)\n", True),
    ("text\n", False),
]


@pytest.mark.parametrize(("text", "is_rendered"), LOOKS)
def test_what_takes_a_closer_look(text: str, is_rendered: bool) -> None:
    assert look(SourceText.from_str(text), FLAVOURS["github"]).is_rendered == is_rendered
