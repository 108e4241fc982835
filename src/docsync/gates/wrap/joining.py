"""Joins the breaks of one document and keeps only the joins that are proved.

The document is proved as a whole, since a lazy line, a raw ``<pre>`` or a footnote reaches far. Where that fails, each
paragraph is proved by itself, so that a break that cannot be joined costs no other paragraph anything, and then the
rest as a whole. Where that fails too, its top-level blocks tell which joins are at fault.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from docsync.edits import apply_edits
from docsync.finding import Edit
from docsync.gates.wrap.paragraph import Paragraph
from docsync.gates.wrap.proof import Rendering
from docsync.gates.wrap.seams import seams
from docsync.markdown.document import Document
from docsync.text import SourceText, Span

EFFORT = 30  # times the size of a text that may be rendered to find the joins in it that fail
# Lines that might open a block or end the paragraph where they stand by themselves; four blanks keep them in it.
_OPENS_BLOCK = re.compile(r"[#>*+=|<~:-]|```|\d{1,9}[.)]|\[")
_INDENT = "    "

Proof = Callable[[Sequence[Edit]], bool]


@dataclass(frozen=True, slots=True)
class Unit:
    """Edits that are proved together, and what to try one by one where that fails."""

    edits: tuple[Edit, ...]
    otherwise: tuple[Unit, ...] = ()

    @classmethod
    def of_ways(cls, ways: Sequence[Edit]) -> Unit:
        """The ways to join one break, the likeliest first."""
        return cls((ways[0],), (cls.of_ways(ways[1:]),) if len(ways) > 1 else ())


def proved_joins(
    source: SourceText, document: Document, candidates: Mapping[Paragraph, Sequence[int]], cjk: str
) -> list[Edit]:
    """Edits that join as many of the breaks (paragraph to indices) as leave the document the same to both parsers."""
    prover = _Prover(source, document, spaceless=cjk != "space")
    parts = [_part(each, indices, cjk) for each, indices in candidates.items()]
    whole = prover.of_document()
    likeliest = [part.in_source[way] for part in parts for unit in part.units for way in unit.edits]
    if not likeliest or whole(likeliest):
        return likeliest
    edits = [edit for part in parts for edit in part.settled(prover)]
    if not edits or (edits != likeliest and whole(edits)):
        return edits
    starts = [block.start for block in document.blocks]
    by_block: dict[int, list[Unit]] = {}
    for edit in edits:
        by_block.setdefault(bisect_right(starts, edit.span.start) - 1, []).append(Unit((edit,)))
    settled = [_settle(inside, prover.of_block(document.blocks[number])) for number, inside in by_block.items()]
    groups = [Unit(tuple(inside), tuple(Unit((edit,)) for edit in inside)) for inside in settled if inside]
    return _settle(groups, whole)


@dataclass(frozen=True, slots=True)
class _Part:
    """A paragraph seen by itself: its text, the ways to join its breaks, and each of them as an edit of the source."""

    place: Span
    text: str
    units: Sequence[Unit]
    in_source: Mapping[Edit, Edit]

    def settled(self, prover: _Prover) -> list[Edit]:
        """The joins in the source that leave the paragraph, seen by itself, the same."""
        return [self.in_source[way] for way in _settle(self.units, prover.of_text(self.text, self.place))]


def _part(paragraph: Paragraph, indices: Iterable[int], cjk: str) -> _Part:
    """The paragraph with the ways to join those of its breaks at ``indices``."""
    first, *following = paragraph.lines
    indents = [_INDENT if _OPENS_BLOCK.match(line) else "" for line in following]
    text = first + "".join(f"\n{indent}{line}" for indent, line in zip(indents, following, strict=True))
    lengths = (len(line) + 1 + len(indent) for line, indent in zip(paragraph.lines, indents, strict=False))
    starts = list(accumulate(lengths))  # of the lines after the first
    in_source: dict[Edit, Edit] = {}
    units = []
    for index in indices:
        ways = []
        for span, separator in seams(paragraph, index, cjk):
            blanks = paragraph.breaks[index].span.start - span.start
            here = Span(starts[index] - len(indents[index]) - 1 - blanks, starts[index])
            ways.append(Edit("", here, separator))
            in_source[ways[-1]] = Edit("", span, separator)
        element = paragraph.element_around(index)
        if element is not None:
            ways = [way for way in ways if _keeps_element(paragraph.source.text, in_source[way], element)]
        units += [Unit.of_ways(ways)] if ways else []
    return _Part(paragraph.whole, text, units, in_source)


def _keeps_element(text: str, way: Edit, element: Span) -> bool:
    """Whether the link or tag that the break stands in stays the same, seen by itself in the middle of a line."""
    before, after = text[element.start : way.span.start], text[way.span.end : element.end]
    between = SourceText(text[slice(*way.span)]).normalized
    return Rendering.of(f"x {before}{between}{after}") == Rendering.of(f"x {before}{way.text}{after}")


def _settle(candidates: Sequence[Unit], prove: Proof) -> list[Edit]:
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
    """Compares renderings of a document and of its parts, each as long as its effort allows."""

    def __init__(self, source: SourceText, document: Document, *, spaceless: bool) -> None:
        self._source = source
        self._front_matter = document.front_matter or Span(0, 0)
        self._spaceless = spaceless
        self._references = sorted(document.references, key=lambda reference: reference.whole)
        self._starts = [reference.whole.start for reference in self._references]

    def of_text(self, text: str, place: Span) -> Proof:
        """Whether edits leave ``text``, which stands at ``place`` in the source, the same by itself."""
        return self._over(text, 0, 0, self._definitions(place))

    def of_block(self, block: Span) -> Proof:
        """Whether edits in the source leave the text in ``block``, seen by itself, the same."""
        return self._over(self._source.text[slice(*block)], block.start, 0, self._definitions(block))

    def of_document(self) -> Proof:
        """Whether edits in the source leave the document the same."""
        return self._over(self._source.text, 0, self._source.normalized_offset(self._front_matter.end), "")

    def _definitions(self, place: Span) -> str:
        """Definitions of the labels that are referred to in ``place``; where they lead does not matter."""
        inside = self._references[bisect_left(self._starts, place.start) : bisect_left(self._starts, place.end)]
        labels = dict.fromkeys(reference.label for reference in inside)
        return "".join(f"\n\n[{label}]: /" for label in labels)

    def _over(self, before: str, start: int, front_matter: int, definitions: str) -> Proof:
        left = EFFORT * (len(before) + 1000)  # characters that may still be rendered
        wanted: Rendering | None = None

        def prove(edits: Sequence[Edit]) -> bool:
            nonlocal left, wanted
            left -= len(before)
            if left < 0:
                return False
            wanted = wanted or self._rendering(before + definitions, front_matter)
            after = apply_edits(before, [_moved(edit, -start) for edit in edits])
            return self._rendering(after + definitions, front_matter) == wanted

        return prove

    def _rendering(self, text: str, front_matter: int) -> Rendering:
        return Rendering.of(SourceText(text).normalized, front_matter, spaceless=self._spaceless)


def _moved(edit: Edit, by: int) -> Edit:
    return Edit(edit.path, Span(edit.span.start + by, edit.span.end + by), edit.text)
