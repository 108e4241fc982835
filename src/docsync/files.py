"""Files on disk: new content beside the old, put in its place in one step; errors that name the path.

What a repository itself names is read and written only where it is a regular file inside.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from docsync.errors import ConfigError, DocSyncError, UnreadableError, WriteError
from docsync.names import to_bytes, to_text
from docsync.repo.disk import Disk

MAX_BYTES = 1 << 24  # of a configuration or baseline, which git may bring from anybody
STAGED = ".doc-sync-"  # how the names of temporary files begin


def real_file(
    root: str, path: str, refusal: type[DocSyncError] = WriteError, way_out: str = "change that file itself"
) -> Path:
    """Follow symlinks to the file that ``path`` means; ``refusal`` when it is outside ``root`` or in ``.git``."""
    if "\0" in path:
        raise refusal(f"{path!r}: is no name that a file can have; choose another")
    top = Path(os.path.realpath(root))
    # Git's names are bytes: decoded again as the locale does, they come out as the same bytes on disk.
    target = Path(os.path.realpath(top / os.fsdecode(to_bytes(path))))
    if _is_foreign(top, target):
        raise refusal(f"{path}: leads outside the repository, to {target}; {way_out}")
    return target


def real_place(root: str, path: str) -> Path:
    """The place that ``path`` itself names: symlinks are followed on the way to it, and not where it ends.

    :class:`WriteError` when it is outside ``root`` or in ``.git``, or names no place in a folder.
    """
    folder, _, name = path.rpartition("/")
    if name in ("", ".", "..") or "\0" in path:
        raise WriteError(f"{path!r}: is no name that a file can have; choose another")
    top = Path(os.path.realpath(root))
    # An absolute path of one part leaves an empty folder, which would be taken for the root.
    above = "/" if path.startswith("/") and not folder else os.fsdecode(to_bytes(folder))
    target = Path(os.path.realpath(top / above), os.fsdecode(to_bytes(name)))
    if _is_foreign(top, target):
        raise WriteError(f"{path}: leads outside the repository, to {target}; choose a place inside")
    return target


def _is_foreign(top: Path, target: Path) -> bool:
    return not target.is_relative_to(top) or ".git" in map(str.lower, target.relative_to(top).parts)


def read_text_file(
    root: str, path: str, *, anywhere: bool = False, limit: int = MAX_BYTES, way_out: str = ""
) -> str | None:
    """Text of the regular file ``path`` below ``root``, without a byte order mark; None when nothing is there.

    ``anywhere`` lets it lie outside. :class:`ConfigError` says why a file is not read, and the ``way_out`` where it
    holds no text.
    """
    if anywhere:
        target = Path(os.path.realpath(Path(root, path)))
    else:
        target = real_file(root, path, ConfigError, "put the file itself there")
    try:
        data = Disk(os.fsencode(target.parent)).read(to_text(os.fsencode(target.name)), limit)
        return None if data is None else data.decode("utf-8-sig")
    except UnreadableError as error:
        raise ConfigError(f"{path}: {error.reason}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8: byte 0x{error.object[error.start]:02x}{way_out}") from None


def write_text(path: str, text: str) -> None:
    """Write UTF-8 to ``path``, whole or not at all; a device such as ``/dev/stdout`` is written to directly."""
    data = text.encode("utf-8", "backslashreplace")
    target = Path(os.path.realpath(path))
    with told(path):
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        staged = beside(target)
        try:
            write_new(staged, data)
            staged.chmod(_mode(target))
            staged.replace(target)
        except BaseException:
            with suppress(OSError):
                staged.unlink()
            raise


def beside(target: Path) -> Path:
    """A name that nothing has, in the folder of ``target``, from where one step leads to it."""
    return target.with_name(f"{STAGED}{os.urandom(8).hex()}")


def write_new(place: Path, content: bytes) -> None:
    """Make a file that only its owner may read, and see it through to the disk; it must not be there."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(place, flags, 0o600), "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def sync_folder(folder: str) -> None:
    """See the names in ``folder`` through to the disk, where a system can do that."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def keep_owner(place: str, owner: tuple[int, int]) -> None:
    """Give ``place`` this user and group (-1: as it is), as far as we may."""
    if os.name == "posix":
        for user, group in ((owner[0], -1), (-1, owner[1])):
            with suppress(PermissionError):
                os.chown(place, user, group)


# What helps whatever was to be written.
_FULL: Mapping[int | None, str] = {
    errno.ENOSPC: "free space on that disk and run again",
    errno.EDQUOT: "free some of your quota on that disk and run again",
    errno.EFBIG: "let files be that large (see `ulimit -f`) and run again",
}


@contextmanager
def told(path: str, way_out: str = "", action: str = "written") -> Iterator[None]:
    """Turn an ``OSError`` into a :class:`WriteError` with the path as the user knows it.

    The ``way_out`` is that of what was tried, unless the reason has its own.
    """
    try:
        yield
    except OSError as error:
        way_out = _FULL.get(error.errno, way_out)
        hint = f"; {way_out}" if way_out else ""
        raise WriteError(f"{path}: cannot be {action}: {error.strerror or error}{hint}") from error


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, else what a new file would get."""
    return target.stat().st_mode & 0o7777 if target.exists() else new_mode()


def new_mode() -> int:
    """The permission bits that a new file gets."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
