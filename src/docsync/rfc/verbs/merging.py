"""Two records of one topic made one: every block of both is kept, and means what it meant."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from docsync.changeset.plan import Kept, Piece, Plan, Written
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.markdown.anchors import slug
from docsync.rfc.editing.headlines import added_line
from docsync.rfc.editing.labels import Renaming, clashes
from docsync.rfc.editing.levels import to_level, with_suffix
from docsync.rfc.editing.parts import Part, identical_blocks, refuse_equal_ids
from docsync.rfc.editing.pieces import Change, escaped, gap, line_end, removed, spliced
from docsync.rfc.editing.proof import Place, differences, require_same_reading
from docsync.rfc.folder import Folder
from docsync.rfc.naming import named, record_name
from docsync.text import Span

# What the other record was to the first one, by its folder: it tells equal headings apart.
_ROLES = {"implemented": "decision", "rejected": "rejected proposal"}
_ROLE = "proposal"
_ID = re.compile(r"\s*\{:?[^{}]*\}\s*\Z")
_FENCE = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class Once:
    """A block of the other document that the first one has too: its line there, and its text."""

    line: int
    text: str


@dataclass(frozen=True)
class Merged:
    """The plan of a merge, the new path, and the blocks that both had, which are kept once."""

    plan: Plan
    path: str
    identical: tuple[Once, ...] = ()


def merge(folder: Folder, into: str, other: str) -> Merged:
    """Merge the record ``other`` into ``into``: in its folder, with its slug, and the earlier date of both."""
    first, second = folder.get(into), folder.get(other)
    if first.path == second.path:
        raise UsageError(f"{first.path}: cannot be merged with itself; name two records")
    name, other_name = named(first.path), named(second.path)
    day = min(name.date, other_name.date)
    target = posixpath.join(posixpath.dirname(first.path), record_name(day, name.slug))
    if target not in (first.path, second.path):
        folder.require_free(target)
    return merged(folder.corpus, first.path, second.path, target)


def merged(corpus: Corpus, into: str, other: str, target: str) -> Merged:
    """Merge any two documents into one at ``target``; :class:`UsageError` where that would change what text means."""
    first, second = (Part(corpus, path) for path in (into, other))
    refuse_equal_ids(corpus, first, second)
    attempt = _Merge(corpus, first, second, target, tuple(identical_blocks(first, second)))
    if not attempt.identical or any(True for _ in differences(corpus, attempt.plan, attempt.edges)):
        attempt = _Merge(corpus, first, second, target, ())  # a block may have kept its neighbours apart
        require_same_reading(corpus, attempt.plan, attempt.edges)
    lines = second.labelled.document.lines
    once = tuple(Once(lines.line_of(block.start), second.text[slice(*block)].strip()) for block in attempt.identical)
    return Merged(attempt.plan, target, once)


@dataclass(frozen=True)
class _Merge:
    """One way to merge: ``identical`` are the blocks of the second that are left to the first."""

    corpus: Corpus
    first: Part
    second: Part
    target: str
    identical: tuple[Span, ...]
    _numbers: dict[str, int] = field(default_factory=dict)

    @cached_property
    def plan(self) -> Plan:
        """The two as one."""
        moves = {path: self.target for path in (self.first.path, self.second.path) if path != self.target}
        return Plan(moves=moves, drafts={self.target: self._pieces()})

    @cached_property
    def edges(self) -> frozenset[Place]:
        """Where a paragraph of the second may now start, since the line before went to the head of the first."""
        span = self._moved_line
        rest = self.second.text[span.end :] if span else ""
        return frozenset({(self.second.path, span.end + len(rest) - len(rest.lstrip()))} if span else ())

    @cached_property
    def _end(self) -> str:
        return line_end(self.first.text)

    @cached_property
    def _moved_line(self) -> Span | None:
        return self.second.line(self.second.formerly.span) if self.second.formerly else None

    def _pieces(self) -> list[Piece]:
        renamings = clashes(self.first.labelled, self.second.labelled)
        whole = Span(0, len(self.first.text))
        changes = [*renamings[0].changes(self.first.labelled), *self._formerly()]
        pieces = list(spliced(self.first.path, whole, changes))
        return [*pieces, Written(gap(self.first.text, self._end)), *self._other(renamings[1])]

    def _formerly(self) -> Iterator[Change]:
        """The old ids of the second, behind those of the first."""
        mine, its = self.first.formerly, self.second.formerly
        if its is None or (mine and its.value.casefold() in mine.value.casefold()):
            return
        if mine:
            yield Span(mine.span.end, mine.span.end), [Written(", "), Kept(self.second.path, its.span)]
            return
        labelled = self.first.labelled
        line: list[Piece] = [Written("Formerly: "), Kept(self.second.path, its.span)]
        yield added_line(labelled.source, labelled.document, self.first.record, line)

    def _other(self, renaming: Renaming) -> Iterator[Piece]:
        """The second document: its title first, then what stood before, then the rest."""
        text, path = self.second.text, self.second.path
        changes = [*renaming.changes(self.second.labelled), *self._levels(), *self._left_out()]
        matter = self.second.labelled.document.front_matter or Span(0, 0)
        title = self.second.title.block if self.second.title else Span(matter.end, matter.end)
        if self.second.title:
            yield from spliced(path, title, _before(title.end, changes))
            written = text[slice(*title)]
        else:
            written = f"## {self._made_unique(escaped(self._name), self._taken())}"
            yield Written(written)
        for piece, kept in self._before_title(matter, title, changes):
            yield Written(gap(written, self._end))
            yield from piece
            written = kept
        rest = text[title.end :]
        if rest.strip():
            yield Written("" if rest[:1] in "\r\n" or written == text[slice(*title)] else gap(written, self._end))
            yield from spliced(path, Span(title.end, len(text)), changes)
        elif not written.endswith(("\n", "\r")):
            yield Written(self._end)

    def _before_title(self, matter: Span, title: Span, changes: Sequence[Change]) -> Iterator[tuple[list[Piece], str]]:
        """Front matter in a fence, which it can be read in anywhere, and other text above the title."""
        text, path = self.second.text, self.second.path
        if matter.end:
            longest = max((len(each) for each in _FENCE.findall(text[slice(*matter)])), default=2)
            fence = "`" * (longest + 1)
            inner = text[slice(*matter)]
            last = "" if inner.endswith(("\n", "\r")) else self._end
            pieces: list[Piece] = [
                Written(f"{fence}yaml{self._end}"),
                Kept(path, matter),
                Written(f"{last}{fence}{self._end}"),
            ]
            yield pieces, self._end
        end = len(text[: title.start].rstrip())
        if end > matter.end:
            line = self.second.line(Span(end - 1, end))  # with its line end, without the blank lines after it
            above = _before(title.start, changes)
            yield list(spliced(path, Span(matter.end, line.end), above)), text[slice(*line)]

    @cached_property
    def _name(self) -> str:
        """The title of a document without a heading for it: from front matter, else the file's name."""
        record, matter = self.second.record, self.second.labelled.document.front_matter
        is_given = record.title_span is not None and matter is not None and record.title_span.start < matter.end
        return record.title if is_given else posixpath.splitext(posixpath.basename(record.path))[0]

    def _slug(self, text: str) -> str:
        flavour = self.corpus.scope.flavour
        return slug((_ID.sub("", text) if flavour.heading_ids else text).strip(), flavour)

    def _taken(self) -> set[str]:
        return {self._slug(each.text) for each in self.first.labelled.document.headings}

    def _levels(self) -> Iterator[Change]:
        """Each heading one level down, and told apart from those that have its text."""
        taken = self._taken()
        if self.second.title is None:
            self._made_unique(self._name, taken)
        for placed in self.second.headings:
            yield from to_level(self.second.text, placed, placed.level + 1)
            old = placed.heading.text.strip()
            new = self._made_unique(old, taken)
            if new != old:
                yield with_suffix(self.second.text, placed, new[len(old) :])

    def _made_unique(self, text: str, taken: set[str]) -> str:
        """``text`` with a suffix where its anchor is ``taken``, which then holds it too."""
        folder = posixpath.basename(posixpath.dirname(self.second.path))
        role = _ROLES.get(folder, _ROLE)
        new, number = text, 0
        while self._slug(new) in taken:
            number = self._numbers[text] = self._numbers.get(text, 0) + 1
            new = f"{text} ({role})" if number == 1 else f"{text} ({role} {number})"
        taken.add(self._slug(new))
        return new

    def _left_out(self) -> Iterator[Change]:
        """What the first document has already, and the line that moved into its head."""
        text = self.second.text
        for block in self.identical:
            yield removed(text, block)
        if self._moved_line:
            yield removed(text, self._moved_line)
        for label, definition in self.second.labelled.definitions.items():
            own = self.second.labelled.own_lines(definition)
            if own and self.second.labelled.same_as(label, self.first.labelled):
                yield removed(text, own)


def _before(end: int, changes: Sequence[Change]) -> list[Change]:
    """Those that are not made at ``end``, where other text starts."""
    return [each for each in changes if each[0].start < end]
