"""Maps from offsets in the content of a block, as the parser gives it, to offsets in the source."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from docsync.text import SourceText, Span

BLANK = " \t\n\r\f\v"  # what markdown-it trims from the content of a block


class ContentMap:
    """Maps offsets in a block's content to offsets in the source.

    Each content line is the end of its source line, so the two are aligned at their line ends; a tab that the
    parser expanded into spaces maps to the first character behind it.
    """

    __slots__ = ("_content_ends", "lines")

    def __init__(self, content: str, lines: Sequence[Span]) -> None:
        self.lines = lines
        ends = [match.start() for match in re.finditer("\n", content)]
        self._content_ends = [*ends, len(content)]

    def offset(self, content_offset: int) -> int:
        """Source offset of a content offset."""
        index = min(bisect_left(self._content_ends, content_offset), len(self.lines) - 1)
        start, end = self.lines[index]
        return max(end - (self._content_ends[index] - content_offset), start)

    def span(self, content_span: Span) -> Span:
        """Source span of a content span."""
        return Span(self.offset(content_span.start), self.offset(content_span.end))


class CellMap(ContentMap):
    """The map of a table cell, in which an escaped pipe is one character of the content."""

    __slots__ = ("_offsets",)

    def __init__(self, source: str, cell: Span) -> None:
        super().__init__("", [cell])
        pieces = range(cell.start, cell.end)
        self._offsets = [at for at in pieces if not (source[at] == "\\" and source[at + 1 : at + 2] == "|")]

    def offset(self, content_offset: int) -> int:
        """Source offset of a content offset."""
        return self._offsets[content_offset] if content_offset < len(self._offsets) else self.lines[0].end


def map_trimmed(content: str, lines: list[Span], source: SourceText) -> ContentMap:
    """Map content that the parser trimmed: blank first and last lines and trailing blanks are gone from it."""
    text = source.normalized
    while len(lines) > 1 and not text[slice(*lines[0])].strip(BLANK):
        lines = lines[1:]
    while len(lines) > 1 and not text[slice(*lines[-1])].strip(BLANK):
        lines = lines[:-1]
    last = lines[-1]
    end = last.start + len(text[slice(*last)].rstrip(BLANK))
    if len(lines) == 1 and not text.startswith(content, end - len(content)):
        # An ATX heading with a closing sequence: its content ends before the last run of number signs.
        end = text.rfind(content, last.start, end) + len(content)
    return map_lines(content, [*lines[:-1], Span(last.start, end)], source)


def map_lines(content: str, lines: Sequence[Span], source: SourceText) -> ContentMap:
    """Map content to the whole of ``lines``, which are spans in the normalised source like all that come in here."""
    return ContentMap(content, [Span(source.source_offset(a), source.source_offset(b)) for a, b in lines])


def map_cell(content: str, cell: Span, source: SourceText) -> ContentMap:
    """Map the content of one table cell."""
    located = Span(source.source_offset(cell.start), source.source_offset(cell.end))
    if "\\|" in source.text[slice(*located)]:
        return CellMap(source.text, located)
    return ContentMap(content, [located])


def split_row(text: str, row: Span) -> Iterator[Span]:
    """Trimmed spans of a row's cells: split at pipes without a backslash right before them, as markdown-it does."""
    row = _trimmed(text, row)
    bounds = [row.start - 1]
    bounds += [at for at in range(*row) if text[at] == "|" and (at == row.start or text[at - 1] != "\\")]
    bounds.append(row.end)
    cells = [Span(start + 1, end) for start, end in pairwise(bounds)]
    if cells[0].start == cells[0].end:
        cells = cells[1:]
    for cell in cells:
        yield _trimmed(text, cell)


def _trimmed(text: str, span: Span) -> Span:
    inner = text[slice(*span)]
    start = span.start + len(inner) - len(inner.lstrip(BLANK))
    return Span(start, max(start, span.start + len(inner.rstrip(BLANK))))
