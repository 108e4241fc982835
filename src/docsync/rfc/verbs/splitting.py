"""A section of a record made a proposal of its own, with what it needs, and with links both ways."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from docsync.changeset.plan import Kept, Piece, Plan, Written
from docsync.corpus import Corpus
from docsync.rfc.editing.labels import Labelled
from docsync.rfc.editing.levels import Placed, placed_headings, to_level
from docsync.rfc.editing.needs import Movable, Needs
from docsync.rfc.editing.pieces import (
    BLANK_LINES,
    Change,
    escaped,
    gap,
    line_end,
    link,
    readable,
    rewritten,
    slug_of,
    spliced,
)
from docsync.rfc.editing.proof import require_same_reading
from docsync.rfc.editing.sections import find_section, number_length, section_title
from docsync.rfc.folder import Folder
from docsync.rfc.naming import free_name, named
from docsync.rfc.record import read_record
from docsync.rfc.words import PROPOSED
from docsync.text import Span

_LINKING = re.compile(r"[\[\]<>]|\{:?\s*#")
_ID = re.compile(r"[ \t]*\{:?\s*#[^{}]*\}\s*$")
_SECTION = 2


def split(folder: Folder, path: str, section: str, *, day: date | None = None, slug: str | None = None) -> Plan:
    """Move a section of a record into a proposal of its own, dated as the record unless ``day`` is given.

    ``section`` is the text of its heading or the start of that, its number (``3``, ``Part 3``), or its anchor.
    """
    record = folder.get(path)
    placed = find_section(folder.corpus, record.path, section)
    title = section_title(placed)
    new = free_name(day or named(record.path).date, slug_of(title, slug), folder.names(), title=title)
    target = posixpath.join(folder.root, PROPOSED, new)
    folder.require_free(target)
    return split_off(folder.corpus, record.path, placed, target)


def split_off(corpus: Corpus, path: str, section: Placed, target: str) -> Plan:
    """Move ``section`` of any document to a new one at ``target``; :class:`UsageError` where text would change."""
    parts = _Parts(Labelled(path, *readable(corpus, path)), section, target, corpus.scope.flavour.heading_ids)
    plan = Plan(drafts={path: list(parts.rest()), target: list(parts.moved())})
    require_same_reading(corpus, plan)
    return plan


@dataclass(frozen=True)
class _Parts:
    """A document with a section that leaves it for ``target``."""

    labelled: Labelled
    section: Placed
    target: str
    has_heading_ids: bool

    @property
    def _path(self) -> str:
        return self.labelled.path

    @cached_property
    def _text(self) -> str:
        return self.labelled.source.text

    @cached_property
    def _end(self) -> str:
        return line_end(self._text)

    @cached_property
    def _headings(self) -> tuple[Placed, ...]:
        return tuple(placed_headings(self._text, self.labelled.document))

    @cached_property
    def _span(self) -> Span:
        """From the heading to the next one of its level or above."""
        start, level = self.section.block.start, self.section.level
        after = (each.block.start for each in self._headings if each.is_section and each.level <= level)
        return Span(start, next((each for each in after if each > start), len(self._text)))

    @cached_property
    def _needs(self) -> Needs:
        return Needs(self.labelled, self._span)

    @cached_property
    def _title(self) -> str:
        return section_title(self.section)

    def rest(self) -> Iterator[Piece]:
        """The document with a pointer in the place of the section."""
        text, movables = self._text, self._needs.movables
        gone = [rewritten(*each.span) for each in movables if not self._needs.in_rest(each)]
        yield from spliced(self._path, Span(0, self._span.start), gone)
        marks, end = "#" * self.section.level, self._end
        yield Written(f"{marks} {self._heading()}{end}{end}Moved to {link(self._title, self._path, self.target)}.{end}")
        kept = [each for each in movables if self._needs.is_inside(each) and self._needs.in_rest(each)]
        yield from self._appended(kept)
        if text[self._span.end :].strip():
            yield Written(end)
        yield from spliced(self._path, Span(self._span.end, len(text)), gone)

    def _heading(self) -> str:
        """The old heading, so that its anchor stays; as plain text where its links would have to be rewritten."""
        raw = self._text[slice(*self.section.heading.span)]
        if self.section.form == "atx" and not _LINKING.search(raw):
            return raw
        text = self.section.heading.text
        return escaped(_ID.sub("", text) if self.has_heading_ids else text)

    def moved(self) -> Iterator[Piece]:
        """The section as a proposal."""
        text, end = self._text, self._end
        inside = [each for each in self._headings if each.block.start >= self._span.start]
        shift = self.section.level - 1
        changes = [rewritten(*each.span) for each in self._needs.movables if not self._needs.in_section(each)]
        for each in (each for each in inside if each.block.start < self._span.end):
            level = max(each.level - shift, 1 if each == self.section else _SECTION)
            changes += to_level(text, each, level)
        yield from self._new_title(changes)
        title = self._record_title or posixpath.splitext(posixpath.basename(self._path))[0]
        before = gap(text[slice(*self.section.block)], end)
        yield Written(f"{before}Status: proposed{end}{end}Split from: {link(title, self.target, self._path)}{end}")
        blank = BLANK_LINES.match(text, self.section.block.end, self._span.end)
        start = blank.end() if blank else self.section.block.end
        body = Span(start, self._body_end(start))
        if body.start < body.end:
            yield Written(end)
            yield from spliced(self._path, body, changes)
            yield Written(end)
        outside = [each for each in self._needs.movables if not self._needs.is_inside(each)]
        yield from self._appended([each for each in outside if self._needs.in_section(each)])

    def _body_end(self, start: int) -> int:
        """Where the section ends, without blank lines and without the definitions at its end that do not come along."""
        gone = {each.span.end: each.span.start for each in self._needs.movables if not self._needs.in_section(each)}
        end = self._span.end
        while True:
            text = self._text[start:end]
            stripped = start + len(text.rstrip())
            following = next((at for at in (end, *range(stripped, end)) if gone.get(at, -1) >= start), None)
            if following is None:
                return stripped
            end = gone[following]

    @cached_property
    def _record_title(self) -> str:
        return read_record(self._path, self.labelled.source, self.labelled.document).title

    def _new_title(self, changes: Sequence[Change]) -> Iterator[Piece]:
        """``# RFC: Topic``: the first letter is written anew behind a kept blank, so that the old anchor maps to it.

        A heading that is not written with ``#`` has no such blank and stays without ``RFC:``.
        """
        start, end = self.section.heading.span
        first = start + number_length(self._text[start:end])
        if self.section.form != "atx" or first == end:
            yield from spliced(self._path, self.section.block, changes)
            return
        yield Written("#")
        yield Kept(self._path, Span(start - 1, start))
        yield Written(f"RFC: {self._text[first]}")
        yield from spliced(self._path, Span(first + 1, self.section.block.end), changes)

    def _appended(self, movables: Collection[Movable]) -> Iterator[Piece]:
        """Definitions and footnotes behind other text."""
        previous: Movable | None = None
        for each in movables:
            if previous is None or previous.is_note or each.is_note:
                yield Written(self._end)
            text = self._text[slice(*each.span)]
            yield Kept(self._path, Span(each.span.start, each.span.start + len(text.rstrip("\r\n"))))
            yield Written(self._end)
            previous = each
