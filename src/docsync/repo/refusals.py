"""Why a path is not read: it is no file, or too large."""

from __future__ import annotations

import stat

from docsync.errors import UnreadableError
from docsync.tree import SUBMODULE_MODE

_MEBIBYTE = 1 << 20
_WHAT = {
    stat.S_IFDIR: "a directory",
    stat.S_IFLNK: "a symbolic link",
    SUBMODULE_MODE: "a submodule",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def not_a_file(mode: int) -> UnreadableError:
    """The error for something else than a regular file, by its mode on disk or in git."""
    return UnreadableError(f"is {_WHAT.get(stat.S_IFMT(mode), 'something else')}, not a file")


def too_large(limit: int) -> UnreadableError:
    """The error for a file of more than ``limit`` bytes."""
    amount = f"{limit // _MEBIBYTE} MiB" if limit and limit % _MEBIBYTE == 0 else f"{limit} bytes"
    return UnreadableError(f"is larger than {amount}")
