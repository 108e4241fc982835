"""Files on disk: new content beside the old, put in its place in one step; errors that name the path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from docsync.errors import WriteError


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
    return target.with_name(f".doc-sync-{os.urandom(8).hex()}")


def write_new(place: Path, content: bytes) -> None:
    """Make a file that only its owner may read, and see it through to the disk; it must not be there."""
    place.touch(mode=0o600, exist_ok=False)
    with place.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


@contextmanager
def told(path: str, way_out: str = "", action: str = "written") -> Iterator[None]:
    """Turn an ``OSError`` into a :class:`WriteError` with the path as the user knows it."""
    try:
        yield
    except OSError as error:
        hint = f"; {way_out}" if way_out else ""
        raise WriteError(f"{path}: cannot be {action}: {error.strerror or error}{hint}") from error


def _mode(target: Path) -> int:
    """The mode of the file that is replaced, else what a new file would get."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
