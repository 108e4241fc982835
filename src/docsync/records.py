"""Decision records as the repository names them: which files are records, and which record an id means."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile

FOLDERS = (
    "architecture-decision-record",
    "doc/adr",
    "doc/adrs",
    "doc/rfc",
    "docs/adr",
    "docs/adrs",
    "docs/architecture/decisions",
    "docs/decisions",
    "docs/rfc",
    "docs/rfcs",
    "docs/src/adr",
)

KINDS = ("ADR", "RFC", "PDR", "KEP")
KIND_PATTERN = "|".join(KINDS)
_NUMBERED = re.compile(
    rf"(?:\d{{4}}-\d{{2}}-\d{{2}}[_-])?(?P<before>{KIND_PATTERN})?[-_ ]?(?P<number>\d{{1,5}})(?!\d*-\d\d-\d\d)"
    rf"(?P<after>{KIND_PATTERN})?(?=[-_. ]|$)",
    re.IGNORECASE,
)
_KIND_OF_FOLDER = (("rfc", "RFC"), ("adr", "ADR"), ("decision", "ADR"))


@dataclass(frozen=True, slots=True)
class RecordId:
    """``ADR 12``: the kind in upper case, and the number."""

    kind: str
    number: int


@dataclass(frozen=True)
class Records:
    """The numbered records of a repository by id; a number that was used twice has two paths."""

    folders: tuple[str, ...]
    paths: Mapping[RecordId, tuple[str, ...]]

    @classmethod
    def of(cls, paths: Iterable[str], folders: Iterable[str]) -> Records:
        """Find the records among ``paths`` that lie in ``folders`` or below."""
        folders = tuple(folder.strip("/") for folder in folders)
        found: dict[RecordId, list[str]] = {}
        for path in sorted(paths):
            folder = next((name for name in folders if path.startswith(f"{name}/")), None)
            record = record_id(path, folder) if folder is not None else None
            if record:
                found.setdefault(record, []).append(path)
        return cls(folders, {record: tuple(files) for record, files in found.items()})

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of which there are records here."""
        return self._highest.keys()

    def highest(self, kind: str) -> int:
        """The largest number of ``kind``, 0 when there is none."""
        return self._highest.get(kind, 0)

    @cached_property
    def _highest(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for record in self.paths:
            found[record.kind] = max(record.number, found.get(record.kind, 0))
        return found

    def starting_with(self, prefix: str) -> tuple[str, ...]:
        """The records whose path starts with ``prefix``, in order."""
        first = bisect_left(self._sorted, prefix)
        return tuple(takewhile(lambda path: path.startswith(prefix), islice(self._sorted, first, None)))

    @cached_property
    def _sorted(self) -> Sequence[str]:
        return sorted(path for paths in self.paths.values() for path in paths)

    def folder_of(self, path: str) -> str | None:
        """The configured folder that ``path`` lies in."""
        return next((folder for folder in self.folders if path.startswith(f"{folder}/")), None)


def record_id(path: str, folder: str) -> RecordId | None:
    """The id that a record's file name gives: ``0012-x.md``, ``adr-12.md``, ``017pdr-x.md``, ``2020-01-31_012-x.md``.

    The kind is the one in the name, else that of ``folder``; a folder per record (``0012-x/README.md``) counts.
    """
    inner = path.removeprefix(f"{folder}/").split("/")
    name = (
        inner[-2] if len(inner) > 1 and posixpath.splitext(inner[-1])[0].lower() in ("readme", "index") else inner[-1]
    )
    match = _NUMBERED.match(name)
    if not match:
        return None
    kind = match["before"] or match["after"]
    if not kind:
        kind = next((kind for part, kind in _KIND_OF_FOLDER if part in folder.lower()), "ADR")
    return RecordId(kind.upper(), int(match["number"]))
