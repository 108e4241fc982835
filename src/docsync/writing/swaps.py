"""Planned changes of files: what stands at each place before and after, and the single steps there and back."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from docsync.errors import WriteError
from docsync.files import keep_owner, sync_folder, told, write_new

FILE, LINK, OTHER = "file", "link", "other"
AS_IT_IS = (-1, -1)  # the owner of a new file
_ABSENT = (FileNotFoundError, NotADirectoryError)
_FILLED = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT)


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands at a place: its kind, the digest of its bytes or destination, permission bits, user and group."""

    kind: str
    digest: str
    mode: int
    owner: tuple[int, int] = AS_IT_IS


def digest(data: bytes) -> str:
    """The SHA-256 of ``data`` in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def is_same(one: Mark | None, other: Mark | None) -> bool:
    """Whether both are nothing, or hold the same bytes; some file systems keep no modes, so these do not count."""
    return (one and (one.kind, one.digest)) == (other and (other.kind, other.digest))


def mark_at(place: str, *, is_exact: bool = False) -> Mark | None:
    """What stands at ``place`` itself, None where no file does; ``OSError`` when it cannot be read.

    ``is_exact`` leaves out what only has that name where letter case does not count.
    """
    try:
        status = os.lstat(place)
        if stat.S_ISDIR(status.st_mode):  # of folders a plan has its own account
            return None
        if is_exact and os.path.basename(place) not in os.listdir(os.path.dirname(place)):
            return None
        kind, data = _content(place, status.st_mode)
    except _ABSENT:
        return None
    return Mark(kind, digest(data), stat.S_IMODE(status.st_mode), (status.st_uid, status.st_gid))


def _content(place: str, mode: int) -> tuple[str, bytes]:
    if stat.S_ISLNK(mode):
        return LINK, os.readlink(os.fsencode(place))
    return (FILE, Path(place).read_bytes()) if stat.S_ISREG(mode) else (OTHER, b"")


@dataclass(frozen=True)
class Step:
    """One place that changes. ``path`` is relative to the root and leads through no symlink, ``name`` is the user's.

    ``staged`` is a temporary place from where one step leads to ``target``; ``old`` and ``new`` are the bytes, or the
    destination of a link, as far as they are at hand. ``is_exact`` as in :func:`mark_at`.
    """

    path: str
    name: str
    target: str
    staged: str
    before: Mark | None
    after: Mark | None
    old: bytes = b""
    new: bytes = b""
    is_exact: bool = False

    def found(self) -> Mark | None:
        """What stands there now."""
        with told(self.name, "make it readable and run again", "read"):
            return mark_at(self.target, is_exact=self.is_exact)

    def check(self) -> None:
        """Raise :class:`WriteError` when the place no longer holds what the change was made from."""
        if self.before is None and os.path.lexists(self.target):
            raise exists_already(self.name)
        if self.before is not None and not is_same(self.found(), self.before):
            raise changed_meanwhile(self.name)

    def stage(self, mark: Mark, data: bytes) -> None:
        """Make what ``mark`` describes at the temporary place."""
        with told(self.name, "make its folder writable and run again"):
            if mark.kind == LINK:
                os.symlink(data, os.fsencode(self.staged))
                return
            write_new(Path(self.staged), data)
            keep_owner(self.staged, mark.owner)
            os.chmod(self.staged, mark.mode)

    def swap(self) -> None:
        """Put the staged file in the target's place, in one step; or take away what is there."""
        with told(self.name, "run again", "removed" if self.after is None else "written"):
            if self.after is None:
                os.unlink(self.target)
            else:
                os.replace(self.staged, self.target)

    def discard(self) -> None:
        """Remove the temporary file if it is still there."""
        with suppress(OSError):
            os.unlink(self.staged)

    def is_old(self) -> bool:
        """Whether nothing is to be put back: the mode counts as well."""
        found = self.found()
        return is_same(found, self.before) and (found is None or self.before is None or found.mode == self.before.mode)

    def clear(self) -> None:
        """Take away what was put where nothing was."""
        with told(self.name, "make its folder writable and run again", "removed"):
            if is_same(self.found(), self.after):
                os.unlink(self.target)

    def restore(self) -> None:
        """Put back what was there, unless something else stands there now."""
        found = self.found()
        if self.before is None or self.is_old() or not (is_same(found, self.after) or is_same(found, self.before)):
            return
        with told(self.name, "make its folder writable and run again"):
            os.makedirs(os.path.dirname(self.target), exist_ok=True)
        self.stage(self.before, self.old)
        with told(self.name, "run again"):
            os.replace(self.staged, self.target)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that goes, with its permission bits, user and group."""

    path: str
    target: str
    mode: int
    owner: tuple[int, int]

    def remove(self) -> None:
        """Remove it; one that somebody has put something into meanwhile stays."""
        with told(self.path, "make the folder around it writable and run again", "removed"):
            try:
                os.rmdir(self.target)
            except OSError as error:
                if error.errno not in _FILLED:
                    raise

    def restore(self) -> None:
        """Make it again as it was."""
        with told(self.path, "make the folder around it writable and run again", "made"):
            os.makedirs(self.target, exist_ok=True)
            keep_owner(self.target, self.owner)
            os.chmod(self.target, self.mode)


@dataclass(frozen=True)
class DiskPlan:
    """Steps, the folders that they need (outermost first; path to place), and those that they empty (innermost)."""

    steps: Sequence[Step]
    made: Sequence[tuple[str, str]] = ()
    emptied: Sequence[Folder] = ()

    def stage(self) -> None:
        """Make all temporary files, then see that the places still hold what the changes were made from."""
        for step in self.steps:
            if step.after is not None:
                step.stage(step.after, step.new)
        for step in self.steps:
            if step.before is not None:  # where something is to come, something may have to go first
                step.check()

    def swap(self, started: list[Step]) -> None:
        """Do all steps, deletions first; ``started`` gets each before it is done."""
        for step in self._of(goes=True):
            _do(step, started)
        for folder in self.emptied:
            folder.remove()
        for path, place in self.made:
            with told(path, "make the folder around it writable and run again", "made"), suppress(FileExistsError):
                os.mkdir(place)
        for step in self._of(goes=False):
            _do(step, started)
        self.sync()

    def sync(self) -> None:
        """See the names in the folders of all places through to the disk."""
        folders = {os.path.dirname(step.target): step.name for step in self.steps}
        for folder, name in folders.items():
            if os.path.isdir(folder):
                with told(name, "run again"):
                    sync_folder(folder)

    def _of(self, *, goes: bool) -> Iterator[Step]:
        return (step for step in self.steps if (step.after is None) is goes)

    def put_back(self, steps: Iterable[Step]) -> dict[str, str]:
        """Undo those of ``steps`` that were done; path to reason for those whose place is not as it was then."""
        steps = list(steps)
        reasons: dict[str, str] = {}
        for name, action in self._back(steps):
            try:
                action()
            except (OSError, WriteError) as error:
                reasons.setdefault(name, str(error))
        return {step.name: reasons.get(step.name, "it changed meanwhile") for step in steps if not _was(step)}

    def _back(self, steps: Sequence[Step]) -> Iterator[tuple[str, Callable[[], None]]]:
        yield from ((step.name, step.clear) for step in steps if step.before is None)
        yield from ((path, partial(_remove_if_empty, place)) for path, place in reversed(self.made))
        yield from ((folder.path, folder.restore) for folder in reversed(self.emptied))
        yield from ((step.name, step.restore) for step in steps if step.before is not None)

    def discard(self) -> None:
        """Remove all temporary files."""
        for step in self.steps:
            step.discard()


def exists_already(name: str) -> WriteError:
    """The error for a file that is to be where something is."""
    return WriteError(f"{name}: exists already, so nothing was written; choose another name or move that away")


def changed_meanwhile(name: str) -> WriteError:
    """The error for a file that is no longer what it was when it was read."""
    return WriteError(f"{name}: changed on disk meanwhile, so nothing was written; run again")


def _remove_if_empty(place: str) -> None:
    with suppress(OSError):
        os.rmdir(place)


def _do(step: Step, started: list[Step]) -> None:
    step.check()
    started.append(step)
    step.swap()


def _was(step: Step) -> bool:
    try:
        return is_same(step.found(), step.before)
    except WriteError:
        return False
