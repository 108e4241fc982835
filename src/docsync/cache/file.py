"""The file of the facts cache. It is the only module that imports SQLite.

A rollback journal rather than a write-ahead log: readers need neither shared memory, which network disks lack, nor
leave to write. Nothing is seen through to the disk: each row has a checksum, and what is damaged is made anew.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import TYPE_CHECKING

from docsync.cache import table
from docsync.cache.table import Name, Row, UnusableError

if TYPE_CHECKING:
    from sqlite3 import Connection

FILE = "facts.sqlite"
_BESIDE = ("", "-journal", "-wal", "-shm")  # SQLite makes and reads them beside the file
_SETTINGS = ("synchronous=OFF", "trusted_schema=OFF", "cell_size_check=ON")
_PATIENCE = 0.2  # seconds to wait for another process
_DAMAGE = (11, 26)  # SQLITE_CORRUPT, SQLITE_NOTADB, see https://www.sqlite.org/rescode.html


class FactsFile:
    """``facts.sqlite`` in ``directory``, both made when first written to; days are counted from 1970.

    Every method but ``close`` raises :class:`UnusableError` and nothing else, and is whole or not at all. Not for use
    by two threads at once, nor on both sides of a fork.
    """

    def __init__(self, directory: str, max_bytes: int) -> None:
        self.path = os.path.join(directory, FILE)
        self._directory = directory
        self._max_bytes = max_bytes
        self._connection: Connection | None = None
        self._is_made = False  # as far as is known

    def read(self, kind: str, blobs: Collection[str]) -> dict[str, Row]:
        """Rows of a kind for those of ``blobs`` that have one; a damaged row is as none."""
        with _told():
            if self._connection is None and not self._is_there():
                return {}
            connection = self._opened()
            self._is_made = self._is_made or table.is_made(connection)
            return table.rows(connection, kind, blobs) if self._is_made else {}

    def write(self, facts: Mapping[Name, bytes], used: Collection[Name], today: int) -> None:
        """Store facts by kind and blob, mark rows as used today, and let go of old ones, in one transaction."""
        with _told():
            self._make_place()
            connection = self._opened()
            try:
                connection.execute("BEGIN IMMEDIATE")
                table.store(connection, facts, used, today)
                table.trim(connection, self._max_bytes)
                connection.execute("COMMIT")
            except BaseException:
                self.close()  # which takes everything back
                raise

    def remove(self) -> None:
        """Take the file away, so that it can be made anew."""
        self.close()
        with _told():
            for suffix in _BESIDE:
                with suppress(FileNotFoundError):
                    os.unlink(self.path + suffix)

    def close(self) -> None:
        """Let go of the file."""
        connection, self._connection, self._is_made = self._connection, None, False
        if connection is not None:
            with suppress(_sqlite().Error):
                connection.close()

    def _opened(self) -> Connection:
        if self._connection is None:
            connection = _sqlite().connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
            self._connection = connection
            connection.text_factory = bytes  # a damaged text may not be UTF-8
            for setting in _SETTINGS:
                connection.execute(f"PRAGMA {setting}")
        return self._connection

    def _is_there(self) -> bool:
        """Whether there is a file that is ours: a real one, in a real folder. Nothing is followed out of there."""
        folder = _lstat(self._directory)
        if folder is None:
            return False
        if not stat.S_ISDIR(folder.st_mode):
            raise UnusableError(f"{self._directory} is no directory")
        found = [_lstat(self.path + suffix) for suffix in _BESIDE]
        for status in filter(None, found):
            if not stat.S_ISREG(status.st_mode):
                raise UnusableError("something else than a file is there")
            if os.name == "posix" and status.st_uid != os.geteuid():
                raise UnusableError("it belongs to another user")
        if found[0] is not None and found[0].st_size > 2 * self._max_bytes:
            raise UnusableError("it is far too large", is_lost=True)
        return found[0] is not None

    def _make_place(self) -> None:
        """Make folder and file, the latter for our eyes only, where they are not there."""
        with suppress(FileExistsError):
            os.mkdir(self._directory)
        if self._connection is None and not self._is_there():
            with suppress(FileExistsError):
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _lstat(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None


@contextmanager
def _told() -> Iterator[None]:
    """Turn whatever SQLite or the disk says into :class:`UnusableError`."""
    try:
        yield
    except UnusableError:
        raise
    except OSError as error:
        raise UnusableError(error.strerror or str(error)) from None
    except _sqlite().Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the other bits say more than is asked here
        raise UnusableError(str(error), is_lost=code in _DAMAGE) from None


def _sqlite() -> ModuleType:
    try:
        import sqlite3  # noqa: PLC0415 - a run without a cache does not wait for it
    except ImportError:
        raise UnusableError("this Python was built without SQLite") from None
    return sqlite3
