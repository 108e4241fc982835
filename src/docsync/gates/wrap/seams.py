"""The edits that join one break: what is replaced, and by what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docsync.gates.wrap.cjk import separator
from docsync.gates.wrap.paragraph import Paragraph
from docsync.text import Span

_MARKUP = "*_~[]()"
_LINK_END = re.compile(r"(?P<image>!?)\[[^\[\]]*\](?P<destination>\([^()]*\)|\[[^\[\]]*\])$")


def seams(paragraph: Paragraph, index: int, cjk: str) -> Iterator[tuple[Span, str]]:
    """Ways to join break ``index``, the likeliest first: blanks before the line end stripped, or kept as content."""
    span = paragraph.breaks[index].span
    before = paragraph.lines[index]
    blanks = len(before) - len(before.rstrip(" \t"))
    between = _separator(paragraph, index, cjk)
    yield Span(span.start - blanks, span.end), between
    if blanks or not between:
        yield span, " "


def _separator(paragraph: Paragraph, index: int, cjk: str) -> str:
    return " " if cjk == "space" else separator(*visible_ends(paragraph, index))


def visible_ends(paragraph: Paragraph, index: int) -> tuple[str, str]:
    """The rendered characters on both sides of a break, through emphasis and brackets, not through code or images."""
    before = paragraph.lines[index].rstrip(" \t")
    link = _LINK_END.search(before)
    if link:
        before = "" if link["image"] else before[: link.start("destination")]
    return before.rstrip(_MARKUP)[-1:], paragraph.lines[index + 1].lstrip(_MARKUP)[:1]
