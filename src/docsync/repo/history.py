"""What git says changed, and where renamed files and directories are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from docsync.tree import Tree

RENAMED, ADDED, DELETED, COPIED = "R", "A", "D", "C"


@dataclass(frozen=True, slots=True)
class Step:
    """One line of ``--name-status``: its letter, the path, and the path before a rename or copy.

    ``score`` says how similar both contents are, in percent, where git says it; it makes no other step.
    """

    letter: str
    path: str
    before: str | None = None
    score: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Logged:
    """A commit that touched documents, and what it changed from each of its parents.

    ``parents`` are the nearest commits before it that were logged too. ``steps`` has one tuple for each of them, and
    one for a first commit; those of a merge name only files that differ from every parent.
    ``author_date`` is the author's calendar day in the author's own zone.
    """

    id: str
    author_date: date
    parents: tuple[str, ...]
    steps: tuple[tuple[Step, ...], ...]


def steps(fields: Iterable[str]) -> Iterator[Step]:
    """Read the fields of ``--name-status -z``: ``M path`` or ``R100 before path``."""
    rest = iter(fields)
    for status in rest:
        letter, path = status[0], next(rest)
        yield Step(letter, next(rest), path, int(status[1:])) if letter in (RENAMED, COPIED) else Step(letter, path)


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths that a change touched.

    ``modified`` were added or have new content (a rename's new path), ``gone`` were deleted (a rename's old path).
    A file taken out of git that is still on disk is in both.
    """

    modified: frozenset[str]
    gone: frozenset[str] = frozenset()

    @classmethod
    def of(cls, found: Iterable[Step], untracked: frozenset[str] = frozenset()) -> Changes:
        """Sum up ``found``; untracked files count as added."""
        modified = set(untracked)
        gone: set[str] = set()
        for step in found:
            (gone if step.letter == DELETED else modified).add(step.path)
            if step.letter == RENAMED and step.before is not None:
                gone.add(step.before)
        return cls(frozenset(modified), frozenset(gone))


class Moves:
    """Where paths went, by steps given newest first; only places that ``tree`` has count."""

    def __init__(self, newest_first: Iterable[Step], tree: Tree) -> None:
        self._files: dict[str, list[str]] = {}
        self._directories: dict[str, set[str | None]] = {}
        for step, now in _renames(newest_first):
            if now in tree.entries and step.before is not None:
                places = self._files.setdefault(step.before, [])
                if now not in places:
                    places.append(now)
                for directory, place in _moved_directories(step.before, step.path, now):
                    self._directories.setdefault(directory, set()).add(place)

    def of(self, path: str) -> tuple[str, ...]:
        """Where the file or directory is now, newest first; a directory whose files parted ways is nowhere."""
        files = self._files.get(path, ())
        places = () if files else self._directories.get(path, ())
        one = [place for place in places if place is not None] if len(places) == 1 else []
        return (*files, *one)


def _renames(newest_first: Iterable[Step]) -> Iterator[tuple[Step, str]]:
    """Each rename with the name that its file has now."""
    later: dict[str, str] = {}  # a path at this point of history to its name now, where renames made them differ
    for step in newest_first:
        if step.letter == ADDED:
            later.pop(step.path, None)  # before it was added, the path was another file's or nobody's
        elif step.letter == RENAMED and step.before is not None:
            now = later.pop(step.path, step.path)
            later[step.before] = now
            yield step, now


def _moved_directories(before: str, after: str, now: str) -> Iterator[tuple[str, str | None]]:
    """Directories that ``before`` left, each with its new place, or None when the rest of the path changed too."""
    parts = before.split("/")
    for count in range(1, len(parts)):
        directory, rest = "/".join(parts[:count]), "/".join(parts[count:])
        if after.startswith(directory + "/"):
            continue
        if now == rest:
            yield directory, ""
        else:
            yield directory, now.removesuffix("/" + rest) if now.endswith("/" + rest) else None
