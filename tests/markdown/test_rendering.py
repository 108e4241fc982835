"""What GitHub's HTML tells of a document: destinations that are left, anchors, what is faulty, where lines end."""

from __future__ import annotations

from typing import Any

import pytest
from generated import documents
from hypothesis import given, settings
from hypothesis import strategies as st

from docsync.markdown.anchors import FLAVOURS
from docsync.markdown.extract import read_document
from docsync.markdown.glance import Glance
from docsync.markdown.rendering import look_closer
from docsync.markdown.stripping import front_matter_end
from docsync.text import SourceText


def seen(text: str, flavour: Any = FLAVOURS["github"]) -> Glance:
    return look_closer(SourceText.from_str(text), flavour)


# Text, whether it is faulty, and the destinations that are left.
LINKS: list[tuple[str, bool, tuple[str, ...]]] = [
    ("[a](b.md)", False, ("b.md",)),
    ("`[a](b.md)`", False, ()),
    ("`[a](b c.md)`", False, ()),
    ("```\n[a](b c.md)\n```\n", False, ()),
    ("# H\n\n[a](#h)", False, ()),
    ("# H\n\n[a](#H)", False, ()),
    ("# H\n\n[a](#h-1)", False, ("#h-1",)),
    ("# é\n\n[a](#%C3%A9)", False, ()),
    ("<a id=x>\n\n[a](#x) [a](#y)", False, ("#y",)),
    ("[a]( b.md )", False, ("b.md",)),
    ("[a](b.md\n'title')", False, ("b.md",)),
    ("[a](b c.md)", True, ()),
    ("[a](b.md", True, ()),
    ("[a] (b.md)", True, ()),
    ("[a][b]", True, ()),
    ("[a](b\\_c.md)", False, ("b_c.md",)),
    ("[a](b&#35;c.md)", False, ("b#c.md", "b&#35;c.md")),
    ("[a](<b c.md>)", False, ("b%20c.md",)),
    ("[a](x(y z) [b](c.md)", True, ("c.md",)),  # parsers do not agree on such a parenthesis
    ('<a href="b.md">', False, ("b.md",)),
    ('<a href ="b.md">', True, ()),
    ('`<a href ="b.md">`', False, ()),
    ("![a](b.png)", False, ("b.png",)),
    ("<img src='b.png' srcset='c.png 1x'>", False, ("b.png", "c.png")),
    ("<!-- [a](b.md) -->", True, ()),
    # definitions
    ("[r]\n\n[r]: b.md", False, ("b.md",)),
    ("[r]\n\n[r]: <b c.md>", False, ("b c.md",)),
    ("[r]: b.md", True, ("b.md",)),
    ("[r]\n\n[r]: b.md\n[r]: c.md", True, ("b.md", "c.md")),
    ("[r]\n\n[r]: b.md\n[s]: b.md", True, ("b.md",)),
    ("[r] [a](b.md)\n\n[r]: b.md", False, ("b.md",)),
    ("[a](b.md)\n\n[r]: b.md", True, ("b.md",)),
    ("```\n[r]: b.md\n```\n", False, ()),
    ("    [r]: b.md\n", False, ()),
    ("```\n[r]: b.md\n```\n\n[r]: b.md\n\n[r]", False, ("b.md",)),
    ("[r]\n\n> [r]: b.md", False, ("b.md",)),
    ("[r]\n\n- [r]: b.md", False, ("b.md",)),
    ("[r]\n\n[r]: b.md\n'title'", True, ("b.md",)),
    # footnotes
    ("a[^1]\n\n[^1]: [a](b.md)", False, ("b.md",)),
    ("[^1]: [a](b.md)", False, ("b.md",)),  # nothing refers to it, so that it is not rendered
]


@pytest.mark.parametrize(("text", "is_faulty", "destinations"), LINKS)
def test_links(text: str, is_faulty: bool, destinations: tuple[str, ...]) -> None:
    found = seen(text)
    assert found.is_rendered
    assert found.is_faulty == is_faulty
    assert tuple(each for each in found.destinations if not each.startswith("#fn")) == destinations


ANCHORS = [
    ("# A b\n\n## A b\n", ["a-b", "a-b-1"]),
    ("Title\n=====\n", ["title"]),
    ("# `a` *b* [c](d.md) &amp; <b>e</b>\n", ["a-b-c--e"]),
    ("- # in a list\n", ["in-a-list"]),
    ("<a id=x></a><a name='Y'>\n", ["x", "y"]),
    ("`<a id=x>`\n", []),
    ("<!-- <a id=x> -->\n", []),
    ("<script>'<a id=x>'</script>\n\n<p id=y>\n", ["y"]),
    ("text id=x\n", []),
    # what is doubtful makes no anchors at all
    ("# a\n\n<h2>b</h2>\n", []),
    ("# a <!-- b -->\n", []),
    ("a\nb\n===\n", []),
    ("[r]: b.md\n===\n# h\n", []),
]


@pytest.mark.parametrize(("text", "anchors"), ANCHORS)
def test_anchors(text: str, anchors: list[str]) -> None:
    assert sorted(filter(None, seen(text).anchors.lower().split("\n"))) == anchors


def test_anchors_of_a_flavour() -> None:
    assert seen("# A -- b\n", FLAVOURS["gitlab"]).anchors == "a-b"


BREAKS = [
    ("one\n", False),
    ("one\ntwo\n", True),
    ("one  \ntwo\n", True),
    ("one\\\ntwo\n", True),
    ("one\n\ntwo\n", False),
    ("# one\ntwo\n", False),
    ("one\n===\n", False),
    ("one\ntwo\n===\n", True),
    ("- one\n- two\n", False),
    ("- one\n  two\n", True),
    ("- one\ntwo\n", True),
    ("- one\n\n  two\n", False),
    ("- one\n  - two\n", False),
    ("- one\n  - two\n  three\n", True),
    ("> one\n> two\n", True),
    ("> one\n", False),
    ("| a |\n|---|\n| b |\n", False),
    ("```\none\ntwo\n```\n", False),
    ("    one\n    two\n", False),
    ("<div>\none\n</div>\n", False),
    # line ends that HTML does not show
    ("`a\nb`\n", True),
    ("- `a\n  b`\n", True),
    ("- [a](b.md\n  'title')\n", True),
    ("- ![a](b.png\n  'title')\n", True),
    ("- `a`\n- b\n", False),
    ("- `a`\n  - b\n", False),
    ("- `a\n  b`\n  - c\n", True),
    ("- [a](b.md)\n- [c](d.md)\n", False),
    ("---\na: 1\nb: 2\n---\n\none\n", False),
    ("[r]: b.md\none\n", True),
]


@pytest.mark.parametrize("marks", ["", "> ", "- "])
@pytest.mark.parametrize(("text", "has_breaks"), BREAKS)
def test_breaks(text: str, has_breaks: bool, marks: str) -> None:
    inside = (marks if not number else marks.replace("-", " ") for number in range(text.count("\n")))
    lines = zip(inside, text.splitlines(), strict=True)
    text = text if text.startswith("---") else "".join(f"{mark}{line}\n" for mark, line in lines)
    assert seen(text).has_breaks or not has_breaks
    assert seen(text).has_breaks == has_breaks or marks


CITED = [
    ("ADR 12\n", ("ADR",), ()),
    ("`ADR 12`\n", (), ()),
    ("[ADR 12](b.md)\n", (), ()),
    ("ADR [12](b.md)\n", ("ADR",), ()),
    ("**ADR** 12 in docs/adr/0012-x.md\n", ("ADR",), ("docs/adr",)),
    ("`docs/adr/0012-x.md`\n", (), ()),
]


@pytest.mark.parametrize(("text", "kinds", "folders"), CITED)
def test_what_is_cited(text: str, kinds: tuple[str, ...], folders: tuple[str, ...]) -> None:
    assert (seen(text).kinds, seen(text).folders) == (kinds, folders)


FRONT_MATTER = [
    ("---\na: 1\n---\ntext", "---\na: 1\n---\n"),
    ("---\na: 1\n---", "---\na: 1\n---"),
    ("---\na: 1\n...\ntext", "---\na: 1\n...\n"),
    ("----\na: 1\n---\n----\ntext", "----\na: 1\n---\n----\n"),
    ("--- \n---\n", "--- \n---\n"),
    ("---\na: 1\n----- \t\ntext", "---\na: 1\n----- \t\n"),
    ("---\na: 1\n", ""),
    ("---", ""),
    ("--\n--\n", ""),
    ("text\n---\n---\n", ""),
    ("", ""),
]


@pytest.mark.parametrize(("text", "front_matter"), FRONT_MATTER)
def test_front_matter(text: str, front_matter: str) -> None:
    assert text[: front_matter_end(text)] == front_matter


FENCES = st.sampled_from(
    ["---", "----", "...", "--", " ---", "    ---", "--- ", "---\t", "-- -", "---x", "....", "a: 1"]
)


@settings(max_examples=1000)
@given(st.lists(FENCES | st.sampled_from(["", "text", "# h"]), max_size=6).map("\n".join) | documents())
def test_front_matter_ends_where_the_parser_ends_it(text: str) -> None:
    source = SourceText.from_str(text)
    found = read_document(source).front_matter
    end = front_matter_end(source.normalized)
    assert (end > 0) == (found is not None)
    if found is not None:
        assert source.normalized[:end].rstrip("\n") == source.normalized[: found.end].rstrip("\n")
