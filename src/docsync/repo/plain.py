"""A directory that is under no git."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from typing import NoReturn

from docsync.errors import GitError, UnreadableError
from docsync.repo.disk import Disk, walk
from docsync.repo.history import Changes, Logged
from docsync.repo.log import local_day
from docsync.repo.remote import Remote
from docsync.repo.source import DOCUMENTS, Source
from docsync.tree import Tree


class PlainDirectory(Source):
    """Every file below ``root`` (absolute, bytes) counts as tracked, without a blob id; there is no past.

    Directories that can't be listed look empty.
    """

    has_git = False
    git_calls = 0

    def __init__(self, root: bytes) -> None:
        self.root = os.fsdecode(root)
        self.untracked = frozenset()
        self.tree = Tree(dict(walk(root)))
        self._disk = Disk(root)
        self._max_bytes = sys.maxsize

    def limit(self, max_bytes: int) -> None:
        """Refuse larger files from now on."""
        self._max_bytes = max_bytes

    def exists(self, path: str) -> bool:
        """Whether anything is on disk there."""
        return self._disk.exists(path)

    def read(self, path: str) -> bytes:
        """Bytes on disk as they are."""
        self._file(path)
        content = self._disk.read(path, self._max_bytes)
        if content is None:
            raise UnreadableError("is no longer there")
        return content

    def read_base(self, path: str) -> bytes | None:  # noqa: ARG002
        """None: there is no past."""
        return None

    def read_at(self, rev: str, path: str) -> bytes | None:  # noqa: ARG002
        """Not possible here."""
        self._refuse(f"revision {rev!r}")

    def untracked_reasons(self, paths: Iterable[str]) -> Mapping[str, str]:  # noqa: ARG002
        """None: whatever is on disk is in the tree."""
        return {}

    def moved(self, paths: Iterable[str]) -> Mapping[str, tuple[str, ...]]:  # noqa: ARG002
        """None: renames are git's knowledge."""
        return {}

    def moved_from(self, path: str) -> str | None:  # noqa: ARG002
        """None: there is no past."""
        return None

    def known_paths(self, paths: Iterable[str]) -> frozenset[str]:
        """Those that are there."""
        return frozenset(path for path in paths if self.tree.kind(path) is not None)

    def changes(self, since: str | None) -> Changes:
        """Not possible here."""
        self._refuse("the last commit" if since is None else f"revision {since!r}")

    def log(self, endings: Collection[str] = DOCUMENTS) -> Iterator[Logged]:  # noqa: ARG002
        """Not possible here."""
        raise GitError(f"{self.root} is no git repository, and only git knows when a document appeared; run it in one")

    def today(self) -> date:
        """The day by the clock of this machine."""
        return local_day()

    def remote(self) -> Remote | None:
        """None: remotes are git's knowledge."""
        return None

    def new_journal(self) -> str | None:
        """None: there is no place of our own here."""
        return None

    def close(self) -> None:
        """Nothing is open."""

    def _refuse(self, wanted: str) -> NoReturn:
        raise GitError(f"{self.root} is no git repository, so there is no {wanted} to compare with; run it in one")
