"""Headings moved to another level, and made different from others, in the form in which they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from docsync.markdown.document import BreakKind, Document, Heading, LineBreak
from docsync.rfc.editing.pieces import Change, rewritten
from docsync.text import Span

LOWEST = 6
_SETEXT_LOWEST = 2
_TAG = re.compile(r"</?h[1-6](?=[\s/>])", re.IGNORECASE)
_ID = re.compile(r"[ \t]*\{:?[^{}]*\}[ \t]*$")


@dataclass(frozen=True, slots=True)
class Placed:
    """A heading and the top-level block that holds it.

    ``form`` is how it is written; ``is_section`` tells whether it is that block, so that it starts a section.
    """

    heading: Heading
    block: Span
    form: Literal["atx", "setext", "html"]
    is_section: bool
    breaks: tuple[LineBreak, ...] = ()

    @property
    def level(self) -> int:
        """1 to 6."""
        return self.heading.level


def placed_headings(text: str, document: Document) -> Iterator[Placed]:
    """The headings of ``document`` in the order of the text, but for those in lists, quotes and footnotes."""
    breaks = {block.span: block.breaks for block in document.prose if block.breaks}
    blocks = iter(sorted(document.blocks))
    block = next(blocks, Span(0, 0))
    for heading in sorted(document.headings, key=lambda each: each.span):
        while block.end <= heading.span.start and (following := next(blocks, None)):
            block = following
        before = text[block.start : heading.span.start].strip()
        is_html = bool(_TAG.match(text, heading.span.start))
        if is_html:
            yield Placed(heading, block, "html", not before)
        elif re.fullmatch("#{0,6}", before):
            form: Literal["atx", "setext"] = "atx" if before else "setext"
            yield Placed(heading, block, form, is_section=True, breaks=breaks.get(heading.span, ()))


def to_level(text: str, placed: Placed, level: int) -> list[Change]:
    """What makes ``placed`` a heading of ``level``; an underlined one with a hard break stays as it is."""
    level = max(1, min(level, LOWEST))
    if level == placed.level:
        return []
    if placed.form == "setext":
        return list(_setext(text, placed, level))
    start, end = placed.heading.span
    if placed.form == "html":
        return [rewritten(tag.end() - 1, tag.end(), str(level)) for tag in _TAG.finditer(text, start, end)]
    first = text.index("#", placed.block.start)
    if level > placed.level:
        return [rewritten(first, first, "#" * (level - placed.level))]
    return [rewritten(first, first + placed.level - level)]


def _setext(text: str, placed: Placed, level: int) -> Iterator[Change]:
    start, end = placed.heading.span
    whole = text[slice(*placed.block)].rstrip()
    last = placed.block.start + len(whole)
    first = placed.block.start + len(whole.rstrip(whole[-1]))
    if level <= _SETEXT_LOWEST:
        yield rewritten(first, last, "=-"[level - 1] * (last - first))
    elif all(each.kind is not BreakKind.HARD for each in placed.breaks):
        yield rewritten(start, start, f"{'#' * level} ")
        yield from (rewritten(*each.span, " ") for each in placed.breaks)
        yield rewritten(end, last, " #" if text[start:end].endswith("#") else "")


def with_suffix(text: str, placed: Placed, suffix: str) -> Change:
    """What puts ``suffix`` behind the text of a heading, before an id in braces or the end tag."""
    start, end = placed.heading.span
    if placed.form == "html":
        last = [tag.start() for tag in _TAG.finditer(text, start + 1, end) if tag[0].startswith("</")]
        end = last[-1] if last else start + len(text[start:end].rstrip())
    braces = _ID.search(text[start:end])
    end = start + braces.start() if braces else end
    return rewritten(end, end, suffix)
