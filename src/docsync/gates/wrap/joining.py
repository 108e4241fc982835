"""Joins the breaks of one document and keeps only the joins that are proved.

A document is proved by its top-level blocks first, so that one break that cannot be joined costs a block and not
the file; then as a whole, since a raw ``<pre>`` or a footnote reaches further than its block.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from docsync.changes import apply_edits
from docsync.finding import Edit
from docsync.gates.wrap.paragraph import Paragraph
from docsync.gates.wrap.proof import Rendering
from docsync.gates.wrap.seams import seams
from docsync.markdown.document import Document
from docsync.text import SourceText, Span

EFFORT = 30  # times the size of a document that may be rendered to find the joins that fail


@dataclass(frozen=True, slots=True)
class Unit:
    """Edits that are proved together, and what to try one by one where that fails."""

    edits: tuple[Edit, ...]
    otherwise: tuple[Unit, ...] = ()

    @classmethod
    def of_ways(cls, ways: Sequence[Edit]) -> Unit:
        """The ways to join one break, the likeliest first."""
        return cls((ways[0],), (cls.of_ways(ways[1:]),) if len(ways) > 1 else ())


def units(paragraph: Paragraph, indices: Iterable[int], cjk: str) -> Iterator[Unit]:
    """One for each break that may be joined; none for a break that its own link or tag rules out."""
    for index in indices:
        ways = [Edit(paragraph.path, span, text) for span, text in seams(paragraph, index, cjk)]
        element = paragraph.element_around(index)
        if element is not None:
            ways = [way for way in ways if _keeps_element(paragraph.source.text, way, element)]
        if ways:
            yield Unit.of_ways(ways)


def _keeps_element(text: str, way: Edit, element: Span) -> bool:
    """Whether the link or tag that the break stands in stays the same, seen by itself in the middle of a line."""
    before, after = text[element.start : way.span.start], text[way.span.end : element.end]
    between = SourceText(text[slice(*way.span)]).normalized
    return Rendering.of(f"x {before}{between}{after}") == Rendering.of(f"x {before}{way.text}{after}")


def proved(source: SourceText, document: Document, candidates: Sequence[Unit], *, spaceless: bool) -> list[Edit]:
    """Edits that leave the document the same under both parsers; at most one for each candidate."""
    prover = _Prover(source, document.front_matter, spaceless)
    starts = [block.start for block in document.blocks]
    by_block: dict[int, list[Unit]] = {}
    for unit in candidates:
        by_block.setdefault(bisect_right(starts, unit.edits[0].span.start) - 1, []).append(unit)
    settled = [_settle(inside, prover.of_block(document.blocks[number])) for number, inside in by_block.items()]
    groups = [Unit(tuple(edits), tuple(Unit((edit,)) for edit in edits)) for edits in settled if edits]
    return _settle(groups, prover.of_whole()) if groups else []


def _settle(candidates: Sequence[Unit], prove: Callable[[Sequence[Edit]], bool]) -> list[Edit]:
    """As many of the candidates as can be proved together, found by halving."""
    accepted: list[Edit] = []
    pending = [list(candidates)]
    while pending:
        part = pending.pop()
        edits = [edit for unit in part for edit in unit.edits]
        if prove([*accepted, *edits]):
            accepted += edits
        elif len(part) > 1:
            middle = len(part) // 2
            pending += [part[middle:], part[:middle]]
        else:
            pending += [[unit] for unit in reversed(part[0].otherwise)]
    return accepted


class _Prover:
    """Compares renderings of a document and its blocks, as long as the effort allows."""

    def __init__(self, source: SourceText, front_matter: Span | None, spaceless: bool) -> None:
        self._source = source
        self._front_matter = SourceText(source.text[slice(*front_matter)]).normalized if front_matter else ""
        self._spaceless = spaceless
        self._left = EFFORT * (len(source.text) + 1000)  # characters that may still be rendered

    def of_block(self, block: Span) -> Callable[[Sequence[Edit]], bool]:
        """Whether edits leave the text in ``block``, seen by itself, the same."""
        return self._over(block, 0)

    def of_whole(self) -> Callable[[Sequence[Edit]], bool]:
        """Whether edits leave the document the same."""
        return self._over(Span(0, len(self._source.text)), len(self._front_matter))

    def _over(self, block: Span, front_matter: int) -> Callable[[Sequence[Edit]], bool]:
        before = self._source.text[slice(*block)]
        wanted = self._rendering(before, front_matter)

        def prove(edits: Sequence[Edit]) -> bool:
            self._left -= len(before)
            if self._left < 0:
                return False
            after = apply_edits(before, [_moved(edit, -block.start) for edit in edits])
            return self._rendering(after, front_matter) == wanted

        return prove

    def _rendering(self, text: str, front_matter: int) -> Rendering:
        return Rendering.of(SourceText(text).normalized, front_matter, spaceless=self._spaceless)


def _moved(edit: Edit, by: int) -> Edit:
    return Edit(edit.path, Span(edit.span.start + by, edit.span.end + by), edit.text)
