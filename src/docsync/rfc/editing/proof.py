"""The proof that text means in a new document what it meant in the old one, whatever now stands around it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from docsync.changeset.compose import Composed, compose
from docsync.changeset.plan import Kept, Plan
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.linking.destination import is_external, split_destination
from docsync.linking.resolve import locate
from docsync.markdown.document import Document, ProseKind
from docsync.rfc.editing.levels import placed_headings
from docsync.rfc.editing.notes import read_notes
from docsync.text import SourceText, Span
from docsync.tree import Tree

_NOWHERE = Tree({})
_NOT_BLANK = re.compile(r"\S")
Place: TypeAlias = tuple[str, int]  # an old document and an offset in it
Meaning: TypeAlias = tuple[object, ...]
_Facts: TypeAlias = dict[int, Counter[tuple[str, Meaning]]]


@dataclass(frozen=True, slots=True)
class Difference:
    """What of the old document ``path`` would read differently in ``new``, and at which offset it stands."""

    path: str
    offset: int
    what: str
    new: str


def require_same_reading(corpus: Corpus, plan: Plan, edges: Collection[Place] = ()) -> None:
    """Raise :class:`UsageError` for the first of the :func:`differences`."""
    for each in differences(corpus, plan, edges):
        document = corpus.document(each.path)
        line = document.lines.line_of(each.offset) if document else 1
        raise UsageError(
            f"{each.path}:{line}: this {each.what} would read differently in {each.new}; close what is open before it "
            "(a code block, a comment, a tag), or set it apart by blank lines, and try again"
        )


def differences(corpus: Corpus, plan: Plan, edges: Collection[Place] = ()) -> Iterator[Difference]:
    """Blocks, headings, links, references and notes that are kept in a draft but read differently there.

    At ``edges``, where text before a block was taken away, a block may start.
    """
    for new, pieces in plan.drafts.items():
        composed = compose(pieces, lambda path: corpus.text(path).text, lambda _: ())
        source = SourceText.from_str(composed.text)
        document = corpus.parse(source)
        if document is None:
            raise UsageError(f"{new}: would be no readable Markdown; mend the documents that it is made of first")
        origins = _Origins(composed)
        now: dict[str, _Facts] = {}
        for offset, what, meaning in _facts(source, document, origins.of):
            origin = origins.of(offset)
            if origin is not None and origin not in edges:
                now.setdefault(origin[0], {}).setdefault(origin[1], Counter()).update([(what, meaning)])
        for path in sorted({piece.path for piece in pieces if isinstance(piece, Kept)}):
            before = _kept_facts(corpus, path, composed, origins, edges)
            yield from _compared(path, new, before, now.get(path, {}))


class _Origins:
    """Where the text of a composed document comes from."""

    def __init__(self, composed: Composed) -> None:
        self._segments = composed.segments
        self._starts = [segment.new for segment in composed.segments]

    def of(self, offset: int) -> Place | None:
        """Old document and offset of the character at ``offset``; None for text that is new."""
        index = bisect_right(self._starts, offset) - 1
        segment = self._segments[index] if index >= 0 else None
        if segment is None or segment.path is None or offset - segment.new >= len(segment.text):
            return None
        return segment.path, segment.old + offset - segment.new


def _kept_facts(corpus: Corpus, path: str, composed: Composed, origins: _Origins, edges: Collection[Place]) -> _Facts:
    """The facts of an old document at what is kept of it."""
    document, found = corpus.document(path), _Facts()
    facts = _facts(corpus.text(path), document, lambda at: (path, at)) if document else iter(())
    for offset, what, meaning in facts:
        place = composed.offset(path, offset)
        if place is not None and origins.of(place) == (path, offset) and (path, offset) not in edges:
            found.setdefault(offset, Counter()).update([(what, meaning)])
    return found


def _compared(
    path: str,
    new: str,
    before: _Facts,
    now: _Facts,
) -> Iterator[Difference]:
    for offset in sorted({*before, *now}):
        old, fresh = before.get(offset, Counter()), now.get(offset, Counter())
        different = (old - fresh) + (fresh - old)
        yield from (Difference(path, offset, what, new) for what in sorted({what for what, _ in different}))


def _facts(
    source: SourceText, document: Document, origin: Callable[[int], Place | None]
) -> Iterator[tuple[int, str, Meaning]]:
    """Offset, kind and meaning of everything that a reader would see as something of its own."""
    for block in _plain_blocks(source.text, document):
        first = _NOT_BLANK.search(source.text, *block)
        yield (first.start() if first else block.start), "block", ()
    yield from ((prose.span.start, "text", ()) for prose in document.prose if prose.kind is ProseKind.PARAGRAPH)
    yield from ((heading.span.start, "heading", ()) for heading in document.headings)
    yield from ((each.span.start, "link", (each.kind,)) for each in document.links)
    yield from ((each.span.start, "definition", ()) for each in document.definitions)
    leads = destinations(document, lambda offset: (origin(offset) or ("", 0))[0])
    yield from ((each.whole.start, "reference", leads[each.label]) for each in document.references)
    notes = read_notes(source)
    named = {note.name: origin(note.start) for note in reversed(notes.definitions)}
    yield from ((note.start, "footnote", ()) for note in notes.definitions)
    yield from ((each.start, "reference to a footnote", (named.get(each.name),)) for each in notes.references)


def destinations(document: Document, path_at: Callable[[int], str]) -> Mapping[str, Meaning]:
    """What each label leads to; ``path_at`` gives the document that an offset was written in."""
    found: dict[str, Meaning] = {}
    for each in document.definitions:
        found.setdefault(each.label, leads_to(path_at(each.span.start), each.destination))
    return found


def leads_to(path: str, destination: str) -> Meaning:
    """A destination of the document ``path`` in a form that is equal for all that lead to the same place."""
    if is_external(destination):
        return (destination,)
    parts = split_destination(destination)
    if not parts.path:
        return path, 0, parts.suffix
    location = locate(path, parts.path, _NOWHERE)
    return location.path, location.climbed, parts.suffix


def _plain_blocks(text: str, document: Document) -> Iterator[Span]:
    """The top-level blocks but for headings, whose marks change, and front matter."""
    headings = {each.block for each in placed_headings(text, document) if each.form != "html"}
    return (block for block in document.blocks if block not in headings and block != document.front_matter)
