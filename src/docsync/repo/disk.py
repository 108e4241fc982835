"""Files on disk below one root: read as bytes, never through a symbolic link, never from a device."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from docsync.errors import UnreadableError
from docsync.names import to_bytes, to_text, within
from docsync.repo.refusals import not_a_file, too_large
from docsync.tree import FILE_MODE, SYMLINK_MODE, Entry, prefixes

# Absent on Windows, where neither FIFOs nor line-end translation by flag exist in the same way.
_FLAGS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))


class Disk:
    """The directory ``root`` (absolute, bytes); paths are relative to it."""

    def __init__(self, root: bytes) -> None:
        self._above = root + b"/"
        self._real: set[str] = {""}  # directories known not to be symbolic links

    def read(self, path: str, limit: int) -> bytes | None:
        """Content as it is; None when nothing is there.

        :class:`UnreadableError` says why it can't be read: it is no file, over ``limit`` bytes, not permitted.
        """
        found = self.stat(path)
        if found is None:
            return None
        if not stat.S_ISREG(found.st_mode):
            raise not_a_file(found.st_mode)
        if found.st_size > limit:
            raise too_large(limit)
        try:
            with os.fdopen(os.open(self._full(path), os.O_RDONLY | _FLAGS), "rb") as file:
                return file.read()
        except OSError as error:
            raise UnreadableError(f"cannot be read: {error.strerror}") from None

    def stat(self, path: str) -> os.stat_result | None:
        """What is there, a symbolic link as such; None when nothing is, or only what one above leads to."""
        found = self._lstat(path)
        return None if found is None or self.symlink_above(path) is not None else found

    def exists(self, path: str) -> bool:
        """Whether anything is there, a dangling symbolic link included; never outside of the root."""
        return within(path) and self._lstat(path) is not None

    def is_directory(self, path: str) -> bool:
        """Whether a directory is there; a symbolic link is none."""
        found = self._lstat(path)
        return found is not None and stat.S_ISDIR(found.st_mode)

    def is_empty_directory(self, path: str) -> bool:
        """Whether a directory is there that holds no file at any depth, so that git has nothing to track."""
        return self.is_directory(path) and next(walk(self._full(path)), None) is None

    def is_symlink(self, path: str) -> bool:
        """Whether a symbolic link is there, dangling or not."""
        found = self._lstat(path)
        return found is not None and stat.S_ISLNK(found.st_mode)

    def same(self, path: str, other: str) -> bool:
        """Whether both names lead to one file, as on a file system that ignores letter case."""
        first, second = self._lstat(path), self._lstat(other)
        return first is not None and second is not None and os.path.samestat(first, second)

    def symlink_above(self, path: str) -> str | None:
        """The first directory on the way to ``path`` that is a symbolic link."""
        directory = path.rpartition("/")[0]
        if directory in self._real:
            return None
        for step in prefixes(directory):
            if step in self._real:
                continue
            found = self._lstat(step)
            if found is not None and stat.S_ISLNK(found.st_mode):
                return step
            self._real.add(step)
        return None

    def _full(self, path: str) -> bytes:
        return self._above + to_bytes(path)

    def _lstat(self, path: str) -> os.stat_result | None:
        try:
            return os.lstat(self._above + to_bytes(path))
        except (OSError, ValueError):  # ValueError: a NUL in the name
            return None


def walk(root: bytes) -> Iterator[tuple[str, Entry]]:
    """Every file and symbolic link below ``root`` but those in ``.git``; directories that can't be listed are empty."""
    pending = [b""]
    while pending:
        directory = pending.pop()
        try:
            with os.scandir(root + b"/" + directory) as found:
                children = sorted(found, key=lambda child: child.name)
        except OSError:
            continue
        for child in children:
            path = directory + child.name
            if child.is_symlink():
                yield to_text(path), Entry(SYMLINK_MODE, destination=_destination(child.path))
            elif child.is_dir(follow_symlinks=False):
                if child.name != b".git":
                    pending.append(path + b"/")
            elif child.is_file(follow_symlinks=False) and child.name != b".git":
                yield to_text(path), Entry(FILE_MODE)


def _destination(link: bytes) -> str | None:
    try:
        return to_text(os.readlink(link))
    except OSError:
        return None
