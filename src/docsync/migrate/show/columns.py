"""Columns in a terminal: as many beside each other as fit, the others below; text cut to cells, paths never."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from unicodedata import combining, east_asian_width

_GAP = 2
_MIN_REST = 24  # cells that a last column needs to stand beside the others


def cells(text: str) -> int:
    """How many cells of a terminal a text takes (Unicode annex 11: wide and full-width characters take two)."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(each) else 1 + (east_asian_width(each) in "WF") for each in text)


def padded(text: str, width: int) -> str:
    """``text`` with spaces up to ``width`` cells."""
    return text + " " * (width - cells(text))


def shortened(text: str, width: int) -> str:
    """``text``, with ``…`` where it is cut so as to take no more than ``width`` cells, which are one at least."""
    if cells(text) <= width:
        return text
    taken, end = 1, 0
    while taken + cells(text[end]) <= width:
        taken += cells(text[end])
        end += 1
    return f"{text[:end].rstrip()}…"


def paragraph(text: str, width: int, indent: str = "") -> Iterator[str]:
    """Prose as lines of at most ``width`` cells if its words allow; words are never broken."""
    room = max(width - cells(indent), _MIN_REST)
    yield from textwrap.wrap(
        text,
        room,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


class Columns:
    """A layout for all ``rows`` of a table: every row has the same number of cells, the last one is prose.

    All but the last are whole in every line. The first ``head`` columns stand in one line in any case; what does not
    fit into ``width`` cells stands below them, after ``indent`` spaces. The last two columns are not aligned.
    """

    def __init__(self, rows: Sequence[Sequence[str]], width: int, head: int, indent: int) -> None:
        self._width, self._indent = width, indent
        self._widths = [max(map(cells, column), default=0) for column in zip(*rows, strict=True)]
        self._breaks = set(self._breaks_before(head))

    def _breaks_before(self, head: int) -> Iterator[int]:
        used = sum(self._widths[:head]) + _GAP * (head - 1)
        for number in range(head, len(self._widths) - 1):
            if used + _GAP + self._widths[number] > self._width:
                yield number
                used = self._indent - _GAP
            used += _GAP + self._widths[number]

    def lines(self, row: Sequence[str]) -> Iterator[str]:
        """The lines of one row, none of them empty."""
        *columns, prose = row
        line = ""
        for number, cell in enumerate(columns):
            if number in self._breaks:
                yield from filter(str.strip, [line.rstrip()])
                line = " " * (self._indent - _GAP)
            line += " " * _GAP if number else ""
            line += cell if number == len(columns) - 1 else padded(cell, self._widths[number])
        yield from filter(str.strip, self._with_prose(line.rstrip() or " " * (self._indent - _GAP), prose))

    def _with_prose(self, line: str, prose: str) -> Iterator[str]:
        """Prose beside the line where it fits or has room enough, else below."""
        room = self._width - cells(line) - _GAP
        if room >= min(_MIN_REST, cells(prose)):
            yield f"{line}{' ' * _GAP}{shortened(prose, room)}".rstrip() if prose else line
            return
        yield line
        yield " " * self._indent + shortened(prose, max(self._width - self._indent, _MIN_REST))
