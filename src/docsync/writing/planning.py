"""From changes to a plan for the disk: where each path leads, which folders come and go, and what is refused."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from docsync.errors import WriteError
from docsync.files import beside, new_mode, real_file, real_place, told
from docsync.names import to_text
from docsync.tree import fold, prefixes
from docsync.writing.swaps import (
    FILE,
    LINK,
    DiskPlan,
    Folder,
    Mark,
    Step,
    changed_meanwhile,
    digest,
    exists_already,
    mark_at,
)


@dataclass(frozen=True, slots=True)
class FileChange:
    """New content of the file at ``path``, and the content that it was made from.

    Nothing may be there when ``before`` is None, and nothing is there afterwards when ``after`` is None. The file
    gets permission bits and owner of the file that is at ``like`` before the change; else it keeps its own, or has
    those of a new file. With ``symlink`` the path is a symbolic link, and the bytes are its destination: the link
    itself is made, replaced or removed. Otherwise a change from bytes to bytes is written through symbolic links.
    """

    path: str
    before: bytes | None
    after: bytes | None
    like: str | None = None
    symlink: bool = False

    def place(self, root: str) -> str:
        """Absolute path of what changes on disk."""
        return os.fspath((real_file if self.is_through else real_place)(root, self.path))

    @property
    def is_through(self) -> bool:
        """Whether symbolic links are followed to the file that is changed."""
        return self.before is not None and self.after is not None and not self.symlink

    def is_equal(self, other: FileChange) -> bool:
        """Whether both say the same of one place."""
        mine = (self.before, self.after, self.like, self.symlink)
        return mine == (other.before, other.after, other.like, other.symlink)


def plan_changes(root: str, files: Sequence[FileChange]) -> DiskPlan:
    """How to do ``files`` below ``root``; :class:`WriteError` names the first that cannot be done, and the way out.

    Changes that change nothing are left out.
    """
    by_place: dict[str, FileChange] = {}
    for change in files:
        known = by_place.setdefault(change.place(root), change)
        if not known.is_equal(change):
            raise WriteError(f"{change.path}: is the same file as {known.path}, which has another change")
    wanted = {place: change for place, change in by_place.items() if change.before != change.after or change.like}
    return _Planner(root, os.path.realpath(root), wanted).plan()


@dataclass(frozen=True)
class _Planner:
    """``top`` is the root with symlinks followed; ``wanted`` the changes by their absolute places."""

    root: str
    top: str
    wanted: Mapping[str, FileChange]

    def plan(self) -> DiskPlan:
        self._check_links()
        steps = [self._step(place, change) for place, change in self.wanted.items()]
        made = sorted({folder for place in self._stays for folder in self._missing(place)})
        folders = [(self._relative(folder), folder) for folder in made]
        changing = [step for step in steps if step.before != step.after]
        return DiskPlan(changing, folders, self._emptied)

    @cached_property
    def _goes(self) -> frozenset[str]:
        return frozenset(place for place, change in self.wanted.items() if change.after is None)

    @cached_property
    def _stays(self) -> frozenset[str]:
        return frozenset(self.wanted) - self._goes

    @cached_property
    def _exact(self) -> frozenset[str]:
        """Names to be compared letter by letter: where the case of a name changes, the disk may take both for one."""
        gone = {fold(place) for place in self._goes}
        come = {fold(place) for place, change in self.wanted.items() if change.before is None}
        return frozenset(place for place in self.wanted if fold(place) in gone & come)

    @cached_property
    def _emptied(self) -> tuple[Folder, ...]:
        """Folders in which nothing stays, innermost first."""
        needed = {folder for place in self._stays for folder in self._above(place)}
        candidates = {folder for place in self._goes for folder in self._above(place)} - needed
        gone = set(self._goes)
        found = []
        for folder in sorted(candidates, key=lambda folder: (-folder.count(os.sep), folder)):
            with told(self._relative(folder), "make it readable and run again", "read"):
                if gone.issuperset(os.path.join(folder, name) for name in os.listdir(folder)):
                    gone.add(folder)
                    status = os.lstat(folder)
                    owner = (status.st_uid, status.st_gid)
                    found.append(Folder(self._relative(folder), folder, stat.S_IMODE(status.st_mode), owner))
        return tuple(found)

    def _above(self, place: str) -> Iterator[str]:
        """The folders that lead to ``place``, innermost first, the root left out."""
        folder = os.path.dirname(place)
        while folder != self.top:
            yield folder
            folder = os.path.dirname(folder)

    def _missing(self, place: str) -> Iterator[str]:
        """The folders above ``place`` that have to be made."""
        return (folder for folder in self._above(place) if folder in self._goes or not os.path.isdir(folder))

    def _relative(self, place: str) -> str:
        return to_text(os.fsencode(Path(os.path.relpath(place, self.top)).as_posix()))

    def _step(self, place: str, change: FileChange) -> Step:
        self._check_folders(place, change.path)
        missing = set(self._missing(place))
        staging = next((folder for folder in self._above(place) if folder not in missing), self.top)
        self._check_names(place, staging, change.path)
        before = self._before(place, change)
        _check_writable(staging, change.path)
        return Step(
            path=self._relative(place),
            name=change.path,
            target=place,
            staged=os.fspath(beside(Path(staging, "x"))),
            before=before,
            after=self._after(change, before),
            old=change.before or b"",
            new=change.after or b"",
            is_exact=place in self._exact,
        )

    def _before(self, place: str, change: FileChange) -> Mark | None:
        if change.before is None:
            if self._is_taken(place):
                raise exists_already(change.path)
            return None
        _check_file(place, change)
        with told(change.path, "put it back and run again", "read"):
            found = mark_at(place)
        if found is None or (found.kind, found.digest) != (_kind(change), digest(change.before)):
            raise changed_meanwhile(change.path)
        return found

    def _is_taken(self, place: str) -> bool:
        """Whether something is there that does not go."""
        if not os.path.lexists(place) or any(folder.target == place for folder in self._emptied):
            return False
        return place not in self._exact or os.path.basename(place) in os.listdir(os.path.dirname(place))

    def _after(self, change: FileChange, before: Mark | None) -> Mark | None:
        if change.after is None:
            return None
        mode, owner = (before.mode, before.owner) if before else (new_mode(), (-1, -1))
        if change.like is not None and not change.symlink:  # what a link leads to may be missing, or outside
            with told(change.path, "run again"):
                status = os.stat(real_file(self.root, change.like))
            mode, owner = stat.S_IMODE(status.st_mode), (status.st_uid, status.st_gid)
        return Mark(_kind(change), digest(change.after), mode, owner)

    def _check_folders(self, place: str, name: str) -> None:
        """Refuse a way that is no way: a file is or will be on it, or it leads into another repository."""
        for folder in self._above(place):
            relative = self._relative(folder)
            is_file = folder in self._stays or (os.path.lexists(folder) and not os.path.isdir(folder))
            if self.wanted[place].before is None and is_file and folder not in self._goes:
                raise WriteError(f"{name}: needs a folder where {relative} is a file; choose another place")
            if os.path.lexists(os.path.join(folder, ".git")):
                raise WriteError(f"{name}: is in another repository, {relative}; change it there")

    def _check_names(self, place: str, staging: str, name: str) -> None:
        """Refuse names that this disk cannot have before anything is made."""
        for part in (place, *self._missing(place)):
            for asked in (part, os.path.join(staging, os.path.basename(part))):
                with told(name, "choose a shorter name"), suppress(FileNotFoundError, NotADirectoryError):
                    os.lstat(asked)

    def _check_links(self) -> None:
        """Refuse a way through a symbolic link that changes as well: it would lead to two places."""
        links = {place: change.path for place, change in self.wanted.items() if change.symlink}
        for change in self.wanted.values() if links else ():
            for folder in _ways(change.path):
                link = links.get(os.fspath(real_place(self.root, folder)))
                if link is not None:
                    raise WriteError(f"{change.path}: leads through {link}, which changes as well; do one at a time")


def _ways(path: str) -> Iterable[str]:
    return list(prefixes(path))[:-1]


def _kind(change: FileChange) -> str:
    return LINK if change.symlink else FILE


def _check_file(place: str, change: FileChange) -> None:
    with told(change.path, "run again"):
        status = (os.stat if change.is_through else os.lstat)(place)
    if change.symlink:
        return
    if not stat.S_ISREG(status.st_mode):
        raise WriteError(f"{change.path}: cannot be written: is not a regular file; run again without it")
    _check_writable(place, change.path)


def _check_writable(place: str, name: str) -> None:
    """Refuse a file or folder that is read-only."""
    effective = os.access in os.supports_effective_ids
    # What has no write bit at all was marked on purpose, and root should mind that too.
    if not os.stat(place).st_mode & 0o222 or not os.access(place, os.W_OK, effective_ids=effective):
        what = "its folder is read-only" if os.path.isdir(place) else "is read-only"
        raise WriteError(f"{name}: cannot be written: {what}; make it writable and run again")
