"""Writes one text file in one step, for reports and the baseline."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from docsync.errors import WriteError


def write_text(path: str, text: str) -> None:
    """Write UTF-8 to ``path``, whole or not at all; a device such as ``/dev/stdout`` is written to directly."""
    data = text.encode("utf-8", "backslashreplace")
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        descriptor, temporary = tempfile.mkstemp(prefix=".doc-sync-", dir=target.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            Path(temporary).chmod(_mode(target))
            Path(temporary).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        raise WriteError(f"{path}: cannot be written: {error.strerror or error}") from error


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, else what a new file would get."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
