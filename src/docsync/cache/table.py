"""The table of the facts cache: rows by kind and blob, each with a checksum, so that a damaged one is as none."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

if TYPE_CHECKING:
    from sqlite3 import Connection

_LAYOUT = 1  # of the table; the format of the facts is the business of whoever stores them
# Not WITHOUT ROWID: rows of more than a quarter of a page would take one page each.
_TABLE = (
    "CREATE TABLE facts (kind TEXT, blob TEXT, used INTEGER, checksum INTEGER, facts BLOB, PRIMARY KEY (kind, blob))"
)
_CHUNK = 900  # parameters of one statement; old versions of SQLite take 999
_PER_PAGE = 2  # rows asked for by name cost more than reading every page, from so many for each page on
_EXPIRED = 60  # days after which rows that nobody asked for go

Name = tuple[str, str]  # kind and blob


class UnusableError(Exception):
    """The file can't be read or written; ``is_lost`` when it holds nothing of use, so that it may be replaced."""

    def __init__(self, reason: str, *, is_lost: bool = False) -> None:
        super().__init__(reason)
        self.is_lost = is_lost


class Row(NamedTuple):
    """Facts of one blob, and the day on which they were last marked as used."""

    facts: bytes
    used: int


def rows(connection: Connection, kind: str, blobs: Collection[str]) -> dict[str, Row]:
    """Rows of a kind for those of ``blobs`` that have one; the table :func:`is_made`."""
    wanted = frozenset(blobs)
    is_most = len(wanted) > _CHUNK and len(wanted) > _PER_PAGE * _number(connection, "page_count")
    found = _every(connection, kind) if is_most else _by_name(connection, kind, wanted)
    return {blob: row for blob, row in found if blob in wanted}


def store(connection: Connection, facts: Mapping[Name, bytes], used: Collection[Name], today: int) -> None:
    """Store facts, mark rows as used ``today`` (days since 1970), and let go of what nobody used for long."""
    if not is_made(connection):
        connection.execute(_TABLE)
        connection.execute(f"PRAGMA user_version={_LAYOUT}")
    new = ((*name, today, _checksum(*name, data), data) for name, data in sorted(facts.items()))
    connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)", new)
    if used:
        marked = ((today, *name) for name in sorted(used))
        connection.executemany("UPDATE facts SET used=? WHERE kind=? AND blob=?", marked)
        connection.execute("DELETE FROM facts WHERE used < ?", (today - _EXPIRED,))


def trim(connection: Connection, max_bytes: int) -> None:
    """Delete what was used longest ago, a tenth more than is needed, rows counted for their average size."""
    pages, free, size = (_number(connection, name) for name in ("page_count", "freelist_count", "page_size"))
    in_use = (pages - free) * size
    if in_use <= max_bytes:
        return
    (count,) = connection.execute("SELECT count(*) FROM facts").fetchone()
    excess = math.ceil(count * (1 - 0.9 * max_bytes / in_use))
    oldest = "SELECT rowid FROM facts ORDER BY used, rowid LIMIT ?"
    connection.execute(f"DELETE FROM facts WHERE rowid IN ({oldest})", (excess,))  # noqa: S608 - a constant


def is_made(connection: Connection) -> bool:
    """Whether the table is there, and not yet in an empty file; :class:`UnusableError` when something else is."""
    layout = _number(connection, "user_version")
    if layout > _LAYOUT:
        raise UnusableError("it was made by a newer doc-sync")
    found = connection.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL").fetchall()  # all but its own index
    if found and (layout, found) != (_LAYOUT, [(_TABLE.encode(),)]):
        raise UnusableError("it was made by an older doc-sync, or by something else", is_lost=True)
    return bool(found)


def _number(connection: Connection, pragma: str) -> int:
    (number,) = connection.execute(f"PRAGMA {pragma}").fetchone()
    return int(number)


def _every(connection: Connection, kind: str) -> Iterator[tuple[str, Row]]:
    query = "SELECT blob, used, checksum, facts FROM facts NOT INDEXED WHERE kind=?"
    return _sound(kind, connection.execute(query, (kind,)))


def _by_name(connection: Connection, kind: str, blobs: Collection[str]) -> Iterator[tuple[str, Row]]:
    pending = iter(sorted(blobs))  # neighbours share pages
    while chunk := list(islice(pending, _CHUNK)):
        marks = ", ".join("?" * len(chunk))
        query = f"SELECT blob, used, checksum, facts FROM facts WHERE kind=? AND blob IN ({marks})"  # noqa: S608 - marks
        yield from _sound(kind, connection.execute(query, (kind, *chunk)))


def _sound(kind: str, rows: Iterable[Sequence[object]]) -> Iterator[tuple[str, Row]]:
    """The rows that are as they were written."""
    for name, used, checksum, facts in rows:
        if isinstance(name, bytes) and isinstance(used, int) and isinstance(facts, bytes):
            blob = name.decode("utf-8", "replace")
            if checksum == _checksum(kind, blob, facts):
                yield blob, Row(facts, used)


def _checksum(kind: str, blob: str, facts: bytes) -> int:
    return crc32(facts, crc32(f"{kind} {blob}".encode()))
