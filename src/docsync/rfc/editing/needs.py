"""Which reference definitions and footnotes the two parts of a document need, once they are two documents."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from docsync.rfc.editing.labels import Labelled
from docsync.text import Span


@dataclass(frozen=True, slots=True)
class Movable:
    """A reference definition or a footnote: ``span`` is its whole lines where no other block holds it.

    One that is not ``is_alone`` can be copied, but leaves its place only with the block around it.
    """

    key: str
    span: Span
    is_alone: bool
    is_note: bool


@dataclass(frozen=True)
class Needs:
    """The parts of a document: the ``section``, and the rest of it."""

    labelled: Labelled
    section: Span

    @cached_property
    def movables(self) -> tuple[Movable, ...]:
        """What other text refers to, in the order of the text; a definition that another one overrides is none."""
        found = []
        for each in self.labelled.definitions.values():
            own = self.labelled.own_lines(each)
            found.append(Movable(each.label, own or each.whole, own is not None, is_note=False))
        seen = set[str]()
        for note in self.labelled.notes.definitions:
            if note.name not in seen and note.is_alone:
                found.append(Movable(f"^{note.name}", note.block, is_alone=True, is_note=True))
            seen.add(note.name)
        return tuple(sorted(found, key=lambda each: each.span))

    def is_inside(self, movable: Movable) -> bool:
        """Whether it stands in the section."""
        return self.section.start <= movable.span.start < self.section.end

    def in_section(self, movable: Movable) -> bool:
        """Whether the section has it afterwards."""
        return self._has(movable, self._used_inside, self._used_outside, here=self.is_inside(movable))

    def in_rest(self, movable: Movable) -> bool:
        """Whether the rest has it afterwards."""
        return self._has(movable, self._used_outside, self._used_inside, here=not self.is_inside(movable))

    def _has(self, movable: Movable, used: Collection[str], elsewhere: Collection[str], *, here: bool) -> bool:
        stays = here and (not movable.is_alone or movable.key not in elsewhere)
        return movable.key in used or stays

    @cached_property
    def _used_inside(self) -> frozenset[str]:
        return self._closure(key for key, at in self._uses() if self._home(at) is None and self._holds(at))

    @cached_property
    def _used_outside(self) -> frozenset[str]:
        return self._closure(key for key, at in self._uses() if self._home(at) is None and not self._holds(at))

    def _holds(self, offset: int) -> bool:
        return self.section.start <= offset < self.section.end

    def _home(self, offset: int) -> Movable | None:
        """The footnote that an offset is in."""
        at = bisect_right(self._notes, offset, key=lambda each: each.span.start) - 1
        return self._notes[at] if at >= 0 and offset < self._notes[at].span.end else None

    @cached_property
    def _notes(self) -> tuple[Movable, ...]:
        return tuple(each for each in self.movables if each.is_note)

    def _uses(self) -> Iterator[tuple[str, int]]:
        """What is referred to, and where."""
        yield from ((each.label, each.whole.start) for each in self.labelled.document.references)
        yield from ((f"^{each.name}", each.start) for each in self.labelled.notes.references)

    def _closure(self, keys: Iterator[str]) -> frozenset[str]:
        """``keys``, and what the footnotes among them refer to in turn."""
        inside: dict[str, set[str]] = {}
        for key, offset in self._uses():
            home = self._home(offset)
            if home is not None:
                inside.setdefault(home.key, set()).add(key)
        found, pending = set[str](), list(keys)
        while pending:
            key = pending.pop()
            if key not in found:
                found.add(key)
                pending.extend(inside.get(key, ()))
        return frozenset(found)
