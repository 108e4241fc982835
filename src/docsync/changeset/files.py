"""The files that differ between two views, with what they hold before and after."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from docsync.errors import UnreadableError, UsageError
from docsync.names import to_bytes
from docsync.repo import Source
from docsync.tree import Kind
from docsync.writing.planning import FileChange


class _Content(NamedTuple):
    """Bytes of a file, or the destination of a symbolic link."""

    data: bytes
    symlink: bool


def changes_between(
    before: Source, after: Source, touched: Collection[str], origins: Mapping[str, str]
) -> Iterator[FileChange]:
    """How the paths ``touched`` differ between two views, in path order; ``origins`` maps new paths to old ones.

    :class:`UsageError` names what cannot be read and so cannot be moved.
    """
    for path in sorted(touched):
        old, new = _content(before, path), _content(after, path)
        if old and new and old.symlink != new.symlink:
            raise UsageError(f"{path}: a file is to take the place of a symbolic link, or the other way; move it aside")
        like = origins.get(path)
        if old != new or (old and like):
            is_link = (old or new or _NOTHING).symlink
            yield FileChange(path, old and old.data, new and new.data, like=like, symlink=is_link)


_NOTHING = _Content(b"", symlink=False)


def _content(source: Source, path: str) -> _Content | None:
    """What is at ``path`` in the view ``source``; None when nothing is."""
    entry = source.tree.entries.get(path)
    if entry is not None and entry.kind is Kind.SYMLINK:
        return _Content(to_bytes(entry.destination or ""), symlink=True)
    if entry is None and path not in source.untracked:
        return None
    try:
        return _Content(source.read(path), symlink=False)
    except UnreadableError as error:
        raise UsageError(f"{path}: {error.reason}; it cannot be moved") from None
