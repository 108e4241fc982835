"""Input made to hurt: it ends without a crash, and the work grows with its length."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from docsync.errors import UnreadableError
from docsync.markdown import extract, parser
from docsync.markdown.extract import read_document
from docsync.text import SourceText

MANY = 10_000
FEW = 3_000
LONG = 100_000

READABLE = {
    "nested quotes": ">" * MANY + "a",
    "nested list marks": "- " * FEW + "a",
    "deep lists": "".join(f"{' ' * depth}- a\n" for depth in range(0, 400, 2)),
    "brackets": "[" * MANY,
    "closing brackets": "]" * MANY,
    "image openers": "![" * MANY,
    "link openers": "[a](" * MANY,
    "emphasis": "*a " * MANY,
    "strong": "**" * MANY + "a" + "**" * MANY,
    "backticks": "".join("`" * length + " " for length in range(1, 150)),
    "comments": "<!--" * MANY,
    "inline comments": "a <!-- " * MANY,
    "tags": "<a " * MANY,
    "quoted attributes": '<a href="' * MANY,
    "srcset": f"<img srcset='{'a 1x, ' * MANY}'>",
    "raw headings": "<h1>" * MANY,
    "entities": "&amp;" * MANY,
    "escapes": "\\[" * MANY,
    "a long line": "word " * 200_000,
    "a long path": "a/" * 100_000,
    "a long label": "[" + "a" * 100_000 + "]",
    "links": "[a](b) " * MANY,
    "table cells": "|a" * FEW + "\n" + "|-" * FEW + "\n" + "|b" * FEW + "\n",
    "table rows": "|a|b|\n|-|-|\n" + "|c|d|\n" * FEW,
    "definitions": "".join(f"[l{number}]: u\n" for number in range(FEW)),
    "footnotes": "".join(f"[^{number}]: x\n\n" for number in range(FEW)),
    "headings": "# a\n" * FEW,
    "undefined references": "[a][b] " * FEW,
    "unclosed links": "[a](b/c " * FEW,
    "mentions": "ADR-1 docs/adr/0001-x.md " * FEW,
    "short lines": "a\n" * FEW,
    "a path of extensions": "[a](b c" + ".abcdefg" * LONG + ")",
    "a path of short names": "[a] (" + "b." * LONG + ")",
    "a path of dots": "[a](b c" + "." * LONG + " x)",
    "scheme after scheme": "a." * LONG,
    "a scheme of hyphens": "a-" * LONG,
    "blanks in an unclosed link": "[a](x" + " y" * LONG,
    "unclosed links before a closer": "[a](b/c " * MANY + ")",
    "commas in a srcset": f"<img srcset='a{',' * LONG}'>",
    "blanks in a srcset": f"<img srcset='a 1x,{' ' * LONG}'>",
    "blanks in an attribute": f"<a x{' ' * LONG}y>",
    "a suppression of blanks": f"<!-- doc-sync{' ' * LONG}-->",
    "a suppression of codes": f"<!-- doc-sync: ignore{' a,' * LONG}-->",
    "quotes that headings interrupt": "> a\n# b\n" * FEW,
    "comment after comment": "<!-- a -->\n\n" * FEW,
    "a long character number": f"<a href='&#{'1' * LONG};'>",
}
REFUSED = {
    "brackets in brackets": "[" * MANY + "a" + "]" * MANY,
    "openers before one closer": "![[" * MANY + "]",
    "comments that end in three hyphens": "a <!-- " * MANY + "--->",
}


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE.keys())
def test_is_read(text: str) -> None:
    assert read_document(SourceText.from_str(text)).lines.length == len(text)


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match=r"unclosed (brackets|comments)"):
        read_document(SourceText.from_str(text))


def test_every_link_of_a_crowded_paragraph_is_found() -> None:
    assert len(read_document(SourceText.from_str("[a](b)\n" * MANY)).links) == MANY


# Text of a given number of repetitions; the label scans per repetition that it may take.
GROWTH: list[tuple[Callable[[int], str], int]] = [
    (lambda count: "[a](b) " * count, 4),
    (lambda count: "![a](b) " * count, 4),
    (lambda count: "[a][b] " * count, 4),
    (lambda count: "[a] " * count + "\n\n[a]: b", 4),
    (lambda count: "[![a](b)](c) " * count, 12),
    (lambda count: "[" * count, 0),
    (lambda count: "![" * count, 0),
    (lambda count: "[a](" * count, 3),
    (lambda count: "> [a](b)\n" * count, 4),
    (lambda count: "|a|\n|-|\n" + "|[a](b)|\n" * count, 4),
]


@pytest.mark.parametrize(("make", "scans"), GROWTH)
def test_label_scans_grow_with_the_text(
    make: Callable[[int], str], scans: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    scan = parser.parseLinkLabel  # calls are counted, since time would be flaky

    def counting(state: object, start: int, disable_nested: bool = False) -> int:
        calls.append(start)
        return scan(state, start, disable_nested)  # type: ignore[arg-type]

    monkeypatch.setattr(parser, "parseLinkLabel", counting)
    for count in (200, 800):
        calls.clear()
        read_document(SourceText.from_str(make(count)))
        assert len(calls) <= scans * count


@pytest.mark.parametrize("between", ["", "[l]: u\n\n"])
def test_comments_are_looked_at_once(between: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    is_comment = extract._is_comment  # noqa: SLF001 - looks are counted

    def counting(content: str) -> bool:
        looks.append(content)
        return is_comment(content)

    monkeypatch.setattr(extract, "_is_comment", counting)
    document = read_document(SourceText.from_str(f"<!-- a -->\n\n{between}" * 500 + "end\n"))
    assert len(looks) == len(document.comments) == 500
    assert document.comments[-1].next_block is not None
