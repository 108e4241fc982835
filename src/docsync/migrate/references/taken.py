"""What of a text is read already, so that nothing in it is looked at twice."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from docsync.migrate.references.tokens import blanked
from docsync.text import Span

_DIGIT = re.compile(r"\d")


def merged(spans: Iterable[Span]) -> list[Span]:
    """``spans`` in order and apart."""
    apart: list[Span] = []
    for span in sorted(spans):
        if apart and span.start < apart[-1].end:
            apart[-1] = Span(apart[-1].start, max(apart[-1].end, span.end))
        else:
            apart.append(span)
    return apart


@dataclass(frozen=True)
class Taken:
    """The spans of ``text`` that are read, in order and apart."""

    text: str
    spans: tuple[Span, ...] = ()

    @classmethod
    def of(cls, text: str, spans: Iterable[Span]) -> Taken:
        """Those in ``spans``, in any order."""
        return cls(text, tuple(merged(spans)))

    def overlaps(self, span: Span) -> bool:
        """Whether a part of ``span``, which is not empty, is read."""
        index = bisect_right(self._starts, span.start)
        is_before = index > 0 and self.spans[index - 1].end > span.start
        return is_before or (index < len(self.spans) and self.spans[index].start < span.end)

    def has_number_left(self, start: int, end: int) -> bool:
        """Whether a digit between two offsets is not read: without one there is no further id."""
        return _DIGIT.search(self._left, start, end) is not None

    @cached_property
    def _starts(self) -> list[int]:
        return [span.start for span in self.spans]

    @cached_property
    def _left(self) -> str:
        return blanked(self.text, self.spans)
