"""Every stored span reads back what it stands for."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from generated import LINES, documents, with_line_ends
from hypothesis import example, given, settings
from hypothesis import strategies as st
from spans import check_spans

from docsync.markdown.document import LinkKind
from docsync.markdown.extract import read_document
from docsync.text import SourceText

ROOT = Path(__file__).parents[2]

# Markdown and the source text of every destination in it, links first, then definitions.
DESTINATIONS = [
    ("[a](b.md)", ["b.md"]),
    ("[a](<b c.md>)", ["b c.md"]),
    ("[a](  b.md  'title' )", ["b.md"]),
    ("[a](<>)", [""]),
    ("[a]()", [""]),
    ("[a](b\\_c.md)", ["b\\_c.md"]),
    ("[a](b&amp;c.md)", ["b&amp;c.md"]),
    ("[a](b(c(d))e)", ["b(c(d))e"]),
    ("[a](\n  b.md\n  'title\n  over lines')", ["b.md"]),
    ("> [a](\n> b.md)", ["b.md"]),
    ("> - > [a](b.md)\n> lazy [c](d.md)\nlazier [e](f.md)", ["b.md", "d.md", "f.md"]),
    ("-\t[a](b.md)\n\t[c](d.md)", ["b.md", "d.md"]),
    (">\t[a](b.md)\n>\t\t[c](d.md)", ["b.md", "d.md"]),
    ("1. a\n\n   [b](c.md)\n\n       code [no](no.md)", ["c.md"]),
    ("   [a](b.md)  \n      [c](d.md)", ["b.md", "d.md"]),
    ("# [a](b.md) ##", ["b.md"]),
    ("## b.md [a](b.md) b.md   ####  ", ["b.md"]),
    ("# [a](b.md)\\#", ["b.md"]),
    ("[a](b.md)\n===", ["b.md"]),
    ("x\n[a](b.md)\n---", ["b.md"]),
    ("- # [a](b.md) #\n> ## [c](d.md)", ["b.md", "d.md"]),
    ("| a |\n|---|\n| [a](b.md) |", ["b.md"]),
    ("|[a](b.md)|[c](d.md)|\n|-|-|\n|x|[e](f.md)", ["b.md", "d.md", "f.md"]),
    ("a | b\n- | -\n\\| [a](b.md) | [c](d\\|e.md)", ["b.md", "d\\|e.md"]),
    ("> | a |\n> |---|\n> | `\\|` [a](b.md) |", ["b.md"]),
    ("|a|\n|-|\n||\n|[a](b.md)|[dropped](x.md)|", ["b.md"]),
    ("[![a](b.png)](c.md)", ["b.png", "c.md"]),
    ("![a [b](c.md)](d.png)", ["d.png"]),
    ("[^1]\n\n[^1]: note [a](b.md)\n\n    more [c](d.md)", ["b.md", "d.md"]),
    ("> - [^1]\n>   [^1]: [a](b.md)", ["b.md"]),
    ("<https://example.org/a&b>", ["https://example.org/a&b"]),
    ("<me@example.org>", ["me@example.org"]),
    ("*[a](b.md)* **x** ~~[c](d.md)~~ `[no](no.md)`", ["b.md", "d.md"]),
    ("\\[no](no.md) \\\\[a](b.md) &lt;[c](d.md)", ["b.md", "d.md"]),
    ("![a](b.png)[c](d.md)", ["b.png", "d.md"]),
    ("é世𝒳 [a](b.md)\u2028[c](d.md)", ["b.md", "d.md"]),
    ("[a](b.md)\u00a0", ["b.md"]),
    ("\v\n[a](b.md)\n\f", ["b.md"]),  # lines that are not blank to the parser, but trimmed from the paragraph
    # Definitions.
    ("[a]: b.md", ["b.md"]),
    ("[a]: <b c.md> 'title'", ["b c.md"]),
    ("  [a]:\n\n[b]:\n    c.md\n    'title\n    over lines'", ["c.md"]),
    ("> [a]: b.md\n> [c]:\n> d.md", ["b.md", "d.md"]),
    ("- [a]: b.md\n- x\n\n  [c]: d.md", ["b.md", "d.md"]),
    ("[a]: b.md\n[A]: c.md", ["b.md", "c.md"]),
    ("[a]: b.md\n    [c](d.md)", ["d.md", "b.md"]),
    ("[a\\]]: b.md\n[long\nlabel]: c.md", ["b.md", "c.md"]),
    ("[a]: b\\_c&amp;d.md", ["b\\_c&amp;d.md"]),
    # HTML.
    ('<a href="b.md">x</a>', ["b.md"]),
    ("x <a href='b.md'>y</a> <A HREF = c.md>", ["b.md", "c.md"]),
    ("<p>\n<img\n  alt='[no](no.md)'\n  src=b.png>\n</p>", ["b.png"]),
    ('<img srcset="a.png 1x, b.png 2x,c.png" src="d.png">', ["a.png", "b.png", "c.png", "d.png"]),
    ("> <div><a href='b&amp;c.md'>", ["b&amp;c.md"]),
    ("- <video src=a.mp4 poster='b.png'>\n  <source src='c.webm'></video>", ["a.mp4", "b.png", "c.webm"]),
    ("| a |\n|-|\n| <a href='b.md'>x</a> |", ["b.md"]),
    ("<!-- <a href='no.md'> --> <a data-href='no.md' href='b.md'>", ["b.md"]),
    ("<script>'<a href=no.md>'</script>\n\n<a href=b.md>", ["b.md"]),
    ("---\nlink: '[no](no.md)'\n---\n[a](b.md)", ["b.md"]),
]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\r\n\n\r"], ids=["LF", "CRLF", "CR", "mixed"])
@pytest.mark.parametrize(("text", "expected"), DESTINATIONS)
def test_destinations(text: str, expected: list[str], ends: str) -> None:
    text = with_line_ends(text, ends)
    document = read_document(SourceText.from_str(text))
    found = [text[slice(*fact.span)] for fact in (*document.links, *document.definitions)]
    assert found == expected
    assert check_spans(text, document) >= len(expected)


def test_there_are_enough_line_kinds() -> None:
    assert len(LINES) >= 40


@settings(max_examples=400)
@given(documents(), st.sampled_from(["\n", "\r\n", "\r", "\n\r\n\r"]))
@example("> - 1. [a](\n>   b.md)\n", "\r\n")
def test_generated_markdown(text: str, ends: str) -> None:
    text = with_line_ends(text, ends)
    check_spans(text, read_document(SourceText.from_str(text)))


def test_a_byte_order_mark_moves_nothing() -> None:
    source = SourceText.from_str("\ufeff# [a](b.md)\r\n")
    document = read_document(source)
    assert [heading.text for heading in document.headings] == ["a"]
    assert check_spans(source.text, document) == 1


def test_own_documents() -> None:
    listed = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=ROOT, capture_output=True, check=True).stdout
    paths = [path for path in listed.decode().split("\0") if path and (ROOT / path).is_file()]
    assert paths
    for path in paths:
        source = SourceText.decode((ROOT / path).read_bytes())
        check_spans(source.text, read_document(source))


REFERENCES = [
    ("[text][a]", "A", "text", "[text][a]"),
    ("[a][]", "A", "a", "[a][]"),
    ("[a]", "A", "a", "[a]"),
    ("![*x*][a]", "A", "*x*", "![*x*][a]"),
    ("> [text\n> more][ A ]", "A", "text\nmore", "[text\n> more][ A ]"),
]


@pytest.mark.parametrize(("text", "label", "inner", "whole"), REFERENCES)
def test_references(text: str, label: str, inner: str, whole: str) -> None:
    document = read_document(SourceText.from_str(f"{text}\n\n[a]: b.md\n"))
    (reference,) = document.references
    assert (reference.label, reference.text) == (label, inner)
    assert text[slice(*reference.whole)] == whole


def test_a_reference_in_the_text_of_an_image_uses_its_definition() -> None:
    document = read_document(SourceText.from_str("![x [a] y](b.png)\n\n[a]: c.md\n"))
    assert [reference.label for reference in document.references] == ["A"]
    assert [link.kind for link in document.links] == [LinkKind.IMAGE]


def test_duplicate_definitions_are_marked() -> None:
    document = read_document(SourceText.from_str("[a]: b.md\n\n> [A]: c.md\n"))
    assert [(each.destination, each.duplicate) for each in document.definitions] == [("b.md", False), ("c.md", True)]
