"""Destinations rewritten so that each leads where it led before a change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from docsync.changeset.places import Places
from docsync.changeset.plan import Kept, Plan
from docsync.corpus import Corpus
from docsync.linking.aim import Aim, Occurrence, aim, occurrences
from docsync.linking.destination import encode, rewrite_path
from docsync.repo import Remote
from docsync.text import Span
from docsync.tree import Kind, Tree


class Goal(NamedTuple):
    """Where a destination is to lead: the path, and the fragment as it is to be written, None for the old one."""

    path: str
    fragment: str | None = None


class Relinker:
    """Finds the destinations of a corpus that a plan would lead astray, and what to write instead."""

    def __init__(self, corpus: Corpus, plan: Plan, after: Tree, places: Places) -> None:
        self._corpus = corpus
        self._plan = plan
        self._after = after
        self._places = places

    @cached_property
    def _remote(self) -> Remote | None:
        return self._corpus.source.remote()

    def edits(self, piece: Kept, source: str) -> list[tuple[Span, str]]:
        """What to write in ``piece`` once it stands in the document ``source``, in the order of the text."""
        return sorted({*self._destinations(piece, source), *self._mentions(piece)})

    def _destinations(self, piece: Kept, source: str) -> Iterator[tuple[Span, str]]:
        document = self._corpus.document(piece.path)
        for each in occurrences(document) if document else ():
            if piece.span.start <= each.span.start and each.span.end <= piece.span.end:
                text = self._rewritten(each, piece.path, source)
                if text is not None:
                    yield each.span, text

    def _mentions(self, piece: Kept) -> Iterator[tuple[Span, str]]:
        """Paths in prose that the links gate takes for citations of a record."""
        document = self._corpus.document(piece.path)
        for each in document.mentions if document else ():
            if each.record is None and piece.span.start <= each.span.start and each.span.end <= piece.span.end:
                text = each.moved_to(self._plan.home(each.path))
                if text != each.text:
                    yield each.span, text

    def goal(self, before: Aim, old: str, source: str) -> Goal:
        """Where a destination of ``old`` that led to ``before`` is to lead when it stands in ``source``."""
        path, kind = before.resolution.path, before.resolution.kind
        if kind is None:
            return Goal(self._plan.moves.get(before.location.path, self._plan.place(before.location.path)))
        if kind is not Kind.FILE:
            return Goal(self._plan.place(path))
        fragment = before.parts.fragment
        is_own = path == old and not before.parts.path
        home = source if is_own and source in self._plan.composed.get(path, ()) else self._plan.home(path)
        return Goal(*self._places.of(path, fragment, home)) if fragment else Goal(home)

    def _rewritten(self, each: Occurrence, old: str, source: str) -> str | None:
        before = aim(old, each.destination, self._corpus.tree, self._remote)
        if before is None or (before.url and before.resolution.kind is None):
            return None
        if before.location.climbed:
            return _climbing(before, old, source)
        goal = self.goal(before, old, source)
        if goal.fragment is None and self._leads_to(source, each, before, goal.path):
            return None
        return self._write(each, before, source, goal)

    def _leads_to(self, source: str, each: Occurrence, before: Aim, path: str) -> bool:
        """Whether the destination leads to ``path`` as it is."""
        now = aim(source, each.destination, self._after, self._remote)
        if now is None or now.location.climbed:
            return False
        reached = now.location.path if before.resolution.kind is None else now.resolution.path
        return reached == path

    def _write(self, each: Occurrence, before: Aim, source: str, goal: Goal) -> str:
        parts = before.parts
        if goal.fragment is not None:
            parts = replace(parts, written=f"{parts.written_path}{parts.query}#{encode(goal.fragment)}")
            is_here = not parts.path if goal.path == source else self._leads_to(source, each, before, goal.path)
            if is_here and len(before.parts.written) == each.span.end - each.span.start:
                return before.url + parts.written
        if before.url:
            return f"{before.url}/{encode(goal.path)}{parts.suffix}"
        return rewrite_path(parts, each.span, source, goal.path)


def _climbing(before: Aim, old: str, source: str) -> str | None:
    """A destination above the root, such as ``../../issues``, needs as many steps up as its document has folders."""
    if before.location.absolute or before.url or old.count("/") == source.count("/"):
        return None
    up = "../" * (source.count("/") + before.location.climbed)
    slash = "/" if before.location.slash and before.location.path else ""
    return f"{up}{encode(before.location.path)}{slash}{before.parts.suffix}"
