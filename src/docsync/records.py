"""Decision records as the repository names them: which files are records, and which record an id means."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
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
_DATED = re.compile(r"\d{4}-\d\d-\d\d(?!\d)")
_KIND_OF_FOLDER = (("rfc", "RFC"), ("adr", "ADR"), ("decision", "ADR"))


@dataclass(frozen=True, slots=True)
class RecordId:
    """``ADR 12``: the kind in upper case, and the number."""

    kind: str
    number: int


def no_ids(_path: str) -> tuple[RecordId, ...]:
    """What is known of former ids where nobody reads the records."""
    return ()


@dataclass(frozen=True)
class Records:
    """The records of a repository by id, the ids that they had before included; one that was used twice has two paths.

    ``files`` are those whose name has a number or a date, in order.
    """

    folders: tuple[str, ...]
    paths: Mapping[RecordId, tuple[str, ...]]
    files: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, paths: Iterable[str], folders: Iterable[str], former_ids: Callable[[str], Iterable[RecordId]] = no_ids
    ) -> Records:
        """Find the records among ``paths`` that lie in ``folders`` or below, and only of these ask for former ids."""
        records = cls(tuple(folder.strip("/") for folder in folders), {})
        files: list[str] = []
        found: dict[RecordId, dict[str, None]] = {}
        inside = tuple(f"{folder}/" for folder in records.folders)
        for path in sorted(path for path in paths if path.startswith(inside)):
            folder = records.folder_of(path)
            if folder is not None:
                record = record_id(path, folder)
                files += [path] if record or _DATED.match(_name(path, folder)) else []
                for each in (*([record] if record else []), *former_ids(path)):
                    found.setdefault(each, {})[path] = None
        return cls(records.folders, {record: tuple(named) for record, named in found.items()}, tuple(files))

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
        """The numbered and dated records whose path starts with ``prefix``, in order."""
        first = bisect_left(self.files, prefix)
        return tuple(takewhile(lambda path: path.startswith(prefix), islice(self.files, first, None)))

    def folder_of(self, path: str) -> str | None:
        """The configured folder that ``path`` lies in."""
        return next((folder for folder in self.folders if path.startswith(f"{folder}/")), None)


def record_id(path: str, folder: str) -> RecordId | None:
    """The id that a record's file name gives: ``0012-x.md``, ``adr-12.md``, ``017pdr-x.md``, ``2020-01-31_012-x.md``.

    The kind is the one in the name, else that of ``folder``; a folder per record (``0012-x/README.md``) counts.
    """
    match = _NUMBERED.match(_name(path, folder))
    if not match:
        return None
    kind = match["before"] or match["after"]
    if not kind:
        kind = next((kind for part, kind in _KIND_OF_FOLDER if part in folder.lower()), "ADR")
    return RecordId(kind.upper(), int(match["number"]))


def _name(path: str, folder: str) -> str:
    inner = path.removeprefix(f"{folder}/").split("/")
    is_folder = len(inner) > 1 and posixpath.splitext(inner[-1])[0].lower() in ("readme", "index")
    return inner[-2] if is_folder else inner[-1]
