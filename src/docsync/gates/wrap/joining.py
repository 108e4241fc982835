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

EFFORT = 30  # times the size of a document that may be rendered to find joins that fail


@dataclass(frozen=True, slots=True)
class Join:
    """One break and the edit that joins it."""

    paragraph: Paragraph
    index: int
    edit: Edit


Proof = Callable[[Sequence[Join]], bool]


def joins_of(paragraph: Paragraph, indices: Iterable[int], cjk: str) -> Iterator[tuple[Join, ...]]:
    """For each break the joins that may do, the likeliest first; none for one that its own link or tag rules out."""
    for index in indices:
        edits = (Edit(paragraph.path, span, text) for span, text in seams(paragraph, index, cjk))
        ways = tuple(Join(paragraph, index, edit) for edit in edits)
        element = paragraph.element_around(index)
        if element is not None:
            ways = tuple(way for way in ways if _keeps_element(way, element))
        if ways:
            yield ways


def _keeps_element(join: Join, element: Span) -> bool:
    """Whether the link or tag that the break stands in stays the same, seen by itself in the middle of a line."""
    text = join.paragraph.source.text
    before, after = text[element.start : join.edit.span.start], text[join.edit.span.end : element.end]
    between = text[slice(*join.edit.span)].replace("\r\n", "\n").replace("\r", "\n")
    return Rendering.of(f"x {before}{between}{after}") == Rendering.of(f"x {before}{join.edit.text}{after}")


def proved(source: SourceText, document: Document, candidates: Sequence[tuple[Join, ...]]) -> list[Join]:
    """Those joins that leave the document the same under both parsers; at most one for each candidate."""
    budget = _Budget(EFFORT * (len(source.text) + 1000))
    starts = [block.start for block in document.blocks]
    by_block: dict[int, list[tuple[Join, ...]]] = {}
    for ways in candidates:
        by_block.setdefault(bisect_right(starts, ways[0].edit.span.start) - 1, []).append(ways)
    settled: list[list[Join]] = []
    for number, ways_in_block in by_block.items():
        prove = _prover(source, document.blocks[number], None, budget)
        settled.append(_settle(ways_in_block, prove))
    whole = _prover(source, Span(0, len(source.text)), document.front_matter, budget)
    blocks = _settle_groups([joins for joins in settled if joins], whole)
    return [join for joins in blocks for join in joins]


class _Budget:
    """How many characters may still be rendered."""

    def __init__(self, characters: int) -> None:
        self.left = characters

    def spend(self, characters: int) -> bool:
        """Take ``characters``; False when there are none left."""
        self.left -= characters
        return self.left > 0


def _prover(source: SourceText, block: Span, front_matter: Span | None, budget: _Budget) -> Proof:
    before = source.text[slice(*block)]
    skip = len(SourceText(source.text[slice(*front_matter)]).normalized) if front_matter else 0
    rendered = Rendering.of(SourceText(before).normalized, skip)

    def prove(joins: Sequence[Join]) -> bool:
        if not budget.spend(len(before)):
            return False
        edits = [
            Edit(
                join.edit.path,
                Span(join.edit.span.start - block.start, join.edit.span.end - block.start),
                join.edit.text,
            )
            for join in joins
        ]
        after = SourceText(apply_edits(before, edits))
        return Rendering.of(after.normalized, skip) == rendered

    return prove


def _moved(edit: Edit, by: int) -> Edit:
    return Edit(edit.path, Span(edit.span.start + by, edit.span.end + by), edit.text)


def _settle(candidates: Sequence[tuple[Join, ...]], prove: Proof) -> list[Join]:
    """As many of the candidates as can be proved together, found by halving."""
    accepted: list[Join] = []
    pending = [list(candidates)]
    while pending:
        part = pending.pop()
        first = [ways[0] for ways in part]
        if prove([*accepted, *first]):
            accepted += first
        elif len(part) > 1:
            middle = len(part) // 2
            pending += [part[middle:], part[:middle]]
        elif len(part[0]) > 1:
            pending.append([part[0][1:]])
    return accepted


def _settle_groups(groups: Sequence[list[Join]], prove: Proof) -> list[list[Join]]:
    """As many of the groups as can be proved together; a group that fails is settled by its joins."""
    accepted: list[Join] = []
    result: list[list[Join]] = []
    pending = [list(groups)] if groups else []
    while pending:
        part = pending.pop()
        joins = [join for group in part for join in group]
        if prove([*accepted, *joins]):
            accepted += joins
            result.append(joins)
        elif len(part) > 1:
            middle = len(part) // 2
            pending += [part[middle:], part[:middle]]
        elif len(joins) > 1:
            pending += [[[join]] for join in reversed(joins)]
    return result
