"""Facts of content by its blob id, kept from one run to the next; a run has the same results without."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Protocol, Self

from docsync.cache.file import FactsFile
from docsync.cache.table import Name, UnusableError

MAX_BYTES = 1 << 28  # on disk
_BUFFER = 1 << 24  # bytes of facts held in memory before they are written
_STALE = 7  # days after which a row is marked as used again
_DAY = 86_400  # seconds


class Cache(Protocol):
    """Where facts are looked up. ``note`` is a sentence on why it is of no or little use in this run, else None."""

    note: str | None

    def get(self, kind: str, blobs: Collection[str]) -> dict[str, bytes]:
        """Facts of a kind for those of ``blobs`` (hexadecimal ids) that are known; never anything but what was put."""

    def put(self, kind: str, facts: Mapping[str, bytes]) -> None:
        """Keep facts by blob; maybe only when closed."""

    def close(self) -> None:
        """Write what is to be kept, and let go. Later calls do nothing."""


class NoCache:
    """Nothing is kept."""

    def __init__(self, note: str | None = None) -> None:
        self.note = note

    def get(self, kind: str, blobs: Collection[str]) -> dict[str, bytes]:  # noqa: ARG002
        """Nothing."""
        return {}

    def put(self, kind: str, facts: Mapping[str, bytes]) -> None:
        """Forget it."""

    def close(self) -> None:
        """There is nothing to do."""


class FactsCache:
    """The cache in a file. Nothing that is wrong with the file is an error: the cache is off from then on, with a note.

    Facts of other versions stand beside those of this one, so that two that take turns do not hinder each other, and
    go when nobody has asked for them for two months. What is new is written in one transaction at the end, or in
    several where it is much. Beyond the size given, what was used longest ago goes. Not for use by two threads at once;
    a process that was forked off must leave it alone.
    """

    def __init__(self, file: FactsFile, version: str) -> None:
        self.note: str | None = None
        self._file = file
        self._version = version
        self._reads = self._writes = True
        self._is_lost = False
        self._new: dict[Name, bytes] = {}
        self._bytes = 0
        self._used: set[Name] = set()

    @classmethod
    def open(cls, directory: str, version: str, max_bytes: int = MAX_BYTES) -> Self:
        """Cache in ``directory``, which is made when something is written, below a directory that is there.

        ``version`` names the format of the facts and all that they depend on beside the content. Nothing is opened yet.
        """
        return cls(FactsFile(directory, max_bytes), version)

    def get(self, kind: str, blobs: Collection[str]) -> dict[str, bytes]:
        """Facts that are known; none where the file is of no use."""
        if not self._reads or not blobs:
            return {}
        name = self._name(kind)
        try:
            found = self._file.read(name, blobs)
        except UnusableError as error:
            self._fail(error)
            return {}
        stale = _today() - _STALE
        self._used.update((name, blob) for blob, row in found.items() if row.used <= stale)
        return {blob: row.facts for blob, row in found.items()}

    def put(self, kind: str, facts: Mapping[str, bytes]) -> None:
        """Keep facts, written when they are many or at the end."""
        if not self._writes:
            return
        name = self._name(kind)
        for blob, data in facts.items():
            self._new[name, blob] = data
            self._bytes += len(data)
            if self._bytes > _BUFFER:
                self._flush()

    def close(self) -> None:
        """Write what is new, and mark what was used, at most once a week."""
        self._flush()
        self._reads = self._writes = False
        self._file.close()

    def _name(self, kind: str) -> str:
        return f"{kind} {self._version}"

    def _flush(self) -> None:
        if self._writes and (self._new or self._used):
            try:
                self._write()
            except UnusableError as error:
                self._fail(error)
                self._writes = False
        self._new, self._bytes, self._used = {}, 0, set()

    def _write(self) -> None:
        """Write; a file that is damaged is replaced, once."""
        if not self._is_lost:
            try:
                self._file.write(self._new, self._used, _today())
            except UnusableError as error:
                if not error.is_lost:
                    raise
                self._fail(error)
            else:
                return
        self._file.remove()
        self._file.write(self._new, (), _today())
        self._is_lost = False

    def _fail(self, error: UnusableError) -> None:
        """No more reading; writing goes on only into a new file, in the place of one that is damaged."""
        self._reads = False
        self._file.close()
        self._is_lost = error.is_lost
        self._writes = self._writes and error.is_lost
        self.note = self.note or f"the cache {self._file.path} is not used in this run: {error}"


def _today() -> int:
    """Days since 1970."""
    return int(time.time()) // _DAY
