"""Source text, its lines, and the one place where offsets become positions.

Offsets count code points of the decoded text without its byte order mark. A line ends at LF, CR LF or
a lone CR, as in CommonMark 0.31 section 2.1, and nowhere else: not at U+2028, VT or FF.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from docsync.errors import UnreadableError

BOM = "\ufeff"
LINE_END = re.compile(r"\r\n|\n|\r")


class Span(NamedTuple):
    """A half-open range of offsets, ``start`` included and ``end`` not."""

    start: int
    end: int


class Position(NamedTuple):
    """Line and column, both counted from 1; columns are code points."""

    line: int
    column: int


class LineIndex:
    """Where the lines of a text start; converts between offsets and positions."""

    __slots__ = ("length", "starts")

    def __init__(self, starts: array[int], length: int) -> None:
        self.starts = starts
        self.length = length

    @classmethod
    def of(cls, text: str) -> LineIndex:
        """Index ``text`` (without a byte order mark)."""
        starts = array("L", [0])
        starts.extend(match.end() for match in LINE_END.finditer(text))
        return cls(starts, len(text))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LineIndex) and (self.length, self.starts) == (other.length, other.starts)

    def __hash__(self) -> int:
        return hash((self.length, len(self.starts)))

    @property
    def count(self) -> int:
        """Number of lines; a final line end opens no further line, an empty text has one."""
        last_is_empty = len(self.starts) > 1 and self.starts[-1] == self.length
        return len(self.starts) - last_is_empty

    def line_of(self, offset: int) -> int:
        """Line number (from 1) that holds ``offset``; offsets out of range are clamped."""
        return bisect_right(self.starts, min(max(offset, 0), self.length))

    def position(self, offset: int) -> Position:
        """Position of ``offset``; offsets out of range are clamped."""
        line = self.line_of(offset)
        return Position(line, min(max(offset, 0), self.length) - self.starts[line - 1] + 1)

    def offset(self, position: Position) -> int:
        """Offset of ``position``, the inverse of :meth:`position`; ``IndexError`` for a line that is not there."""
        if not 1 <= position.line <= len(self.starts):
            raise IndexError(f"no line {position.line}")
        return int(self.starts[position.line - 1]) + position.column - 1

    def span(self, first: int, last: int) -> Span:
        """Span of the lines ``first`` to ``last`` (from 1, both included), the last line end included."""
        end = self.starts[last] if last < len(self.starts) else self.length
        return Span(int(self.starts[first - 1]), int(end))

    def around(self, span: Span) -> Span:
        """The whole lines that hold ``span``, the last line end included."""
        return self.span(self.line_of(span.start), self.line_of(max(span.start, span.end - 1)))


@dataclass(frozen=True)
class SourceText:
    """One decoded file: ``text`` without its byte order mark, and whether it had one."""

    text: str
    bom: bool = False

    @classmethod
    def decode(cls, data: bytes) -> SourceText:
        """Decode UTF-8; :class:`UnreadableError` for other bytes, and for NUL, which makes a file binary to GitHub."""
        nul = data.find(b"\0")
        if nul >= 0:
            raise UnreadableError(f"has a NUL byte at offset {nul}, so GitHub shows it as a binary file")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise UnreadableError(f"is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}") from None
        return cls.from_str(text)

    @classmethod
    def from_str(cls, text: str) -> SourceText:
        """Take decoded text, cutting off a byte order mark."""
        return cls(text.removeprefix(BOM), text.startswith(BOM))

    @property
    def whole(self) -> str:
        """The text with its byte order mark."""
        return BOM * self.bom + self.text

    def encode(self) -> bytes:
        """The exact bytes again, byte order mark included."""
        return self.whole.encode("utf-8")

    @cached_property
    def lines(self) -> LineIndex:
        """The index of this text's lines."""
        return LineIndex.of(self.text)

    @cached_property
    def normalized(self) -> str:
        """The text with every line end as LF, as Markdown parsers see it."""
        return LINE_END.sub("\n", self.text) if "\r" in self.text else self.text

    def source_offset(self, normalized_offset: int) -> int:
        """Offset in :attr:`text` of an offset in :attr:`normalized`."""
        if len(self.normalized) == len(self.text):
            return normalized_offset
        line = bisect_right(self._normalized_starts, normalized_offset) - 1
        return int(self.lines.starts[line]) + normalized_offset - self._normalized_starts[line]

    def normalized_offset(self, offset: int) -> int:
        """Offset in :attr:`normalized` of an offset in :attr:`text` that does not split a CR LF."""
        return offset if len(self.normalized) == len(self.text) else len(LINE_END.sub("\n", self.text[:offset]))

    @cached_property
    def _normalized_starts(self) -> array[int]:
        return LineIndex.of(self.normalized).starts
