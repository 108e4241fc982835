"""Files whose content on disk git makes from the blob by more than line ends, so that equal size proves nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable

from docsync.errors import UnreadableError
from docsync.repo.disk import Disk
from docsync.repo.repository import Repository

ATTRIBUTES = ".gitattributes"
# Line ends (`text`, `eol`) are not among them: what they change, they make longer.
_CONVERTING = ("filter", "ident", "working-tree-encoding")
_LIMIT = 1 << 20  # bytes


def converted(repository: Repository, disk: Disk, places: Iterable[str]) -> frozenset[str]:
    """Tracked paths with an attribute to convert them, of a working tree that has the attribute files ``places``.

    One call of git where one of these files, or the repository's own, names such an attribute, else none: what the user
    sets for all repositories is taken to change the size.
    """
    info = Disk(os.path.join(repository.home, b"info"))
    own = info.exists("attributes") and _names_any(info, "attributes")
    if own or any(_names_any(disk, place) for place in places):
        return repository.with_attributes(*_CONVERTING)
    return frozenset()


def _names_any(disk: Disk, path: str) -> bool:
    """Whether a file names such an attribute, or cannot be read: of one that is gone git takes what the index has."""
    try:
        content = disk.read(path, _LIMIT)
    except UnreadableError:
        return True
    return content is None or any(name.encode() in content for name in _CONVERTING)
