"""Prose blocks as the wrap gate sees them: lines of content and the breaks between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from docsync.markdown.document import BreakKind, Document, LineBreak
from docsync.text import SourceText, Span


@dataclass(frozen=True, eq=False)
class Paragraph:
    """One prose block over several lines.

    ``lines`` are its content lines without container marks, indentation and line ends; break ``i`` is the one
    after line ``i``. ``inert`` are the spans of links, images and tags in it, in source offsets. ``is_mdx``: a line
    may be JavaScript.
    """

    source: SourceText
    spans: tuple[Span, ...]
    breaks: tuple[LineBreak, ...]
    inert: tuple[Span, ...]
    is_mdx: bool = False

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The text of each content line."""
        return tuple(self.source.text[slice(*span)] for span in self.spans)

    @cached_property
    def first_line(self) -> int:
        """Line number (from 1) of the first line."""
        return self.source.lines.line_of(self.spans[0].start)

    @property
    def whole(self) -> Span:
        """From the first to the last content character."""
        return Span(self.spans[0].start, self.spans[-1].end)

    @property
    def last_line(self) -> int:
        """Line number of the last line."""
        return self.first_line + len(self.breaks)

    @cached_property
    def prefix(self) -> str:
        """What stands before the content on the first line: container marks and indentation."""
        start = self.source.lines.starts[self.first_line - 1]
        return self.source.text[start : self.spans[0].start]

    def line(self, number: int) -> str:
        """The whole source line ``number`` (from 1) without its line end; empty beyond the text."""
        if not 1 <= number <= len(self.source.lines.starts):
            return ""
        return self.source.text[slice(*self.source.lines.span(number, number))].rstrip("\r\n")

    def is_hard(self, index: int) -> bool:
        """Whether break ``index`` is a hard line break."""
        return self.breaks[index].kind is BreakKind.HARD

    def is_in_element(self, index: int) -> bool:
        """Whether break ``index`` lies within a link, image or tag, its text included."""
        return self._element(self.breaks[index].span) is not None

    def element_around(self, index: int) -> Span | None:
        """The innermost link, image or tag that the parser sees break ``index`` as part of."""
        each = self.breaks[index]
        return self._element(each.span) if each.kind is BreakKind.INSIDE else None

    def _element(self, place: Span) -> Span | None:
        end = bisect_left(self.inert, place)
        # Elements nest only a few levels deep, so the innermost one is among the last that start before.
        before = reversed(self.inert[max(0, end - 8) : end])
        return next((span for span in before if place.end <= span.end), None)

    def visible(self, index: int) -> str:
        """Line ``index`` without links, images and tags."""
        start, end = self.spans[index]
        first = bisect_right(self._covered, start, key=attrgetter("end"))
        last = bisect_left(self._covered, end, key=attrgetter("start"))
        pieces, position = [], start
        for span in self._covered[first:last]:
            pieces.append(self.source.text[position : max(position, span.start)])
            position = span.end
        pieces.append(self.source.text[position:end] if position < end else "")
        return "".join(pieces)

    @cached_property
    def _covered(self) -> Sequence[Span]:
        """What links, images and tags take, those in others left out, so that the ends are in order too."""
        found: list[Span] = []
        for span in self.inert:
            if not found or span.end > found[-1].end:
                found.append(span)
        return found


def paragraphs(source: SourceText, document: Document, *, is_mdx: bool = False) -> Iterator[Paragraph]:
    """The prose blocks of ``document`` that have line ends inside."""
    inert = sorted(
        {link.whole for link in document.links}
        | {reference.whole for reference in document.references}
        | set(document.tags)
    )
    starts = [span.start for span in inert]
    for block in document.prose:
        if block.breaks:
            inside = inert[bisect_left(starts, block.span.start) : bisect_left(starts, block.span.end)]
            lines = tuple(_lines(block.span, block.breaks))
            yield Paragraph(source, lines, block.breaks, tuple(inside), is_mdx)


def _lines(whole: Span, breaks: Sequence[LineBreak]) -> Iterator[Span]:
    start = whole.start
    for each in breaks:
        yield Span(start, each.span.start)
        start = each.span.end
    yield Span(start, whole.end)
