"""Documents put together from pieces, and where an offset of an old document is in the new one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from docsync.changeset.plan import Kept, Piece
from docsync.text import Span

Edits = Sequence[tuple[Span, str]]


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of a composed text: from offset ``new`` on; of the old document ``path`` from ``old`` on, else new text."""

    new: int
    text: str
    path: str | None = None
    old: int = 0


@dataclass(frozen=True)
class Composed:
    """A composed text, as the segments that make it up."""

    segments: tuple[Segment, ...]

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return "".join(segment.text for segment in self.segments)

    def offset(self, path: str, old: int) -> int | None:
        """Where the character at ``old`` of the document ``path`` is now, or what was written in its place."""
        starts, segments = self._kept.get(path, ([], []))
        at = bisect_right(starts, old) - 1
        if at < 0:
            # The start of a document has no kept text before it that what was written there could follow.
            is_replaced = old == 0 and segments and segments[0] > 0 and self.segments[segments[0] - 1].path is None
            return self.segments[segments[0] - 1].new if is_replaced else None
        index = segments[at]
        segment = self.segments[index]
        inside = old - segment.old
        if inside < len(segment.text):
            return segment.new + inside
        follows = self.segments[index + 1] if index + 1 < len(self.segments) else None
        is_replaced = inside == len(segment.text) and follows is not None and follows.path is None
        return segment.new + inside if is_replaced else None

    @cached_property
    def _kept(self) -> dict[str, tuple[list[int], list[int]]]:
        """For each old document the old starts of its segments, in order, and their indices."""
        found: dict[str, list[tuple[int, int]]] = {}
        for index, segment in enumerate(self.segments):
            if segment.path is not None:
                found.setdefault(segment.path, []).append((segment.old, index))
        return {path: _columns(sorted(pairs)) for path, pairs in found.items()}


def compose(pieces: Iterable[Piece], text_of: Callable[[str], str], edits_of: Callable[[Kept], Edits]) -> Composed:
    """Put ``pieces`` together, each kept one with its own edits; ``text_of`` gives the text of an old document."""
    segments: list[Segment] = []
    new = 0
    for text, path, old in _runs(pieces, text_of, edits_of):
        if text:
            segments.append(Segment(new, text, path, old))
            new += len(text)
    return Composed(tuple(segments))


def _runs(
    pieces: Iterable[Piece], text_of: Callable[[str], str], edits_of: Callable[[Kept], Edits]
) -> Iterator[tuple[str, str | None, int]]:
    for piece in pieces:
        if not isinstance(piece, Kept):
            yield piece.text, None, 0
            continue
        text, (position, end) = text_of(piece.path), piece.span
        for span, replacement in edits_of(piece):
            yield text[position : span.start], piece.path, position
            yield replacement, None, 0
            position = span.end
        yield text[position:end], piece.path, position


def _columns(pairs: Sequence[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [old for old, _ in pairs], [index for _, index in pairs]
