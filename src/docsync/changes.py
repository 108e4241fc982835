"""Changes to files, written all or none.

Paths are relative to the root, separated by ``/``, with bytes that are not UTF-8 as surrogate escapes; on disk
they are those bytes whatever the locale says.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from docsync.errors import WriteError
from docsync.files import beside, real_file, told, write_new


@dataclass(frozen=True, slots=True)
class FileChange:
    """New content of the file at ``path``, and the content that it was made from."""

    path: str
    before: bytes
    after: bytes


class StuckError(WriteError):
    """Files were written and could not be put back."""


def write_files(root: str, files: Sequence[FileChange], around: AbstractContextManager[None] | None = None) -> None:
    """Write all of ``files`` below ``root`` or none of them.

    Each file is replaced in one step and keeps its mode and, where we may, its owner. A symlink is written
    through, if it stays inside. ``around`` is entered when all is ready, and left when all is written or put back.
    :class:`WriteError` names a file that changed since it was read or cannot be written, and the way out.
    """
    swaps = _plan(root, files)
    try:
        for swap in swaps:
            swap.stage(swap.change.after)
        for swap in swaps:
            swap.check()
        with around or nullcontext():
            _commit(swaps)
    finally:
        for swap in swaps:
            swap.discard()


def content(file: Path, path: str) -> bytes:
    """The bytes of ``file``; :class:`WriteError` calls it ``path``."""
    with told(path, "put it back and run again", "read"):
        return file.read_bytes()


@dataclass(frozen=True)
class _Swap:
    """One file on its way: ``target`` is the real file, ``staged`` the temporary one beside it."""

    change: FileChange
    target: Path
    staged: Path
    status: os.stat_result

    def stage(self, data: bytes) -> None:
        """Write ``data`` to a temporary file with the target's mode and owner."""
        with told(self.change.path, "make its folder writable and run again"):
            write_new(self.staged, data)
            _keep_owner(self.staged, self.status)
            self.staged.chmod(stat.S_IMODE(self.status.st_mode))

    def check(self) -> None:
        """Raise :class:`WriteError` when the target no longer holds what the change was made from."""
        if content(self.target, self.change.path) != self.change.before:
            raise WriteError(f"{self.change.path}: changed on disk meanwhile, so nothing was written; run again")

    def replace(self) -> None:
        """Put the staged file in the target's place, in one step."""
        with told(self.change.path, "run again"):
            self.staged.replace(self.target)

    def restore(self) -> bool:
        """Put the original back if the new content is there; False when that fails."""
        try:
            if self.target.read_bytes() == self.change.after:
                self.stage(self.change.before)
                self.replace()
        except (OSError, WriteError):
            return False
        return True

    def discard(self) -> None:
        """Remove the temporary file if it is still there."""
        with suppress(OSError):
            self.staged.unlink()


def _plan(root: str, files: Sequence[FileChange]) -> list[_Swap]:
    swaps: dict[Path, _Swap] = {}
    for change in files:
        target = real_file(root, change.path)
        known = swaps.setdefault(target, _Swap(change, target, beside(target), _writable(target, change.path))).change
        if (known.before, known.after) != (change.before, change.after):
            raise WriteError(f"{change.path}: is the same file as {known.path}, which has another change")
    return [swap for swap in swaps.values() if swap.change.before != swap.change.after]


def _writable(target: Path, path: str) -> os.stat_result:
    with told(path, "run again"):
        status = target.stat()
    if not stat.S_ISREG(status.st_mode):
        raise WriteError(f"{path}: cannot be written: is not a regular file; run again without it")
    effective = os.access in os.supports_effective_ids
    # A file without any write bit was marked on purpose, and root should mind that too.
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK, effective_ids=effective):
        raise WriteError(f"{path}: cannot be written: is read-only; make it writable and run again")
    return status


def _commit(swaps: Sequence[_Swap]) -> None:
    started: list[_Swap] = []
    try:
        for swap in swaps:
            swap.check()
            started.append(swap)
            swap.replace()
    except BaseException as error:  # an interrupt must not leave some of them written either
        stuck = [swap.change.path for swap in started if not swap.restore()]
        if stuck:
            raise StuckError(f"{', '.join(stuck)}: could not be put back after: {error}") from error
        raise


def _keep_owner(place: Path, status: os.stat_result) -> None:
    """Give ``place`` the owner and group of ``status``, as far as this user may."""
    if os.name == "posix":
        for owner, group in ((status.st_uid, -1), (-1, status.st_gid)):
            with suppress(PermissionError):
                os.chown(place, owner, group)
