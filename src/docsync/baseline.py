"""A file of known findings, so that a repository can adopt a gate before it is clean.

An entry is recognised by path, code and subject, never by its line, so that edits around it do not matter.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from docsync.errors import ConfigError
from docsync.finding import Located

VERSION = 1
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_WAY_OUT = "run `doc-sync baseline` to write it anew"


class Entry(NamedTuple):
    """One known finding; ``subject`` is its message where it has no subject."""

    path: str
    code: str
    subject: str


class Stale(NamedTuple):
    """A baselined finding that occurs ``surplus`` times less often than the baseline says."""

    entry: Entry
    surplus: int


class Split(NamedTuple):
    """Findings that the baseline does not know, those that it does, and what it knows but no longer occurs."""

    new: tuple[Located, ...]
    known: tuple[Located, ...]
    stale: tuple[Stale, ...]


@dataclass(frozen=True)
class Baseline:
    """How often each known finding may occur."""

    counts: Mapping[Entry, int]

    @classmethod
    def parse(cls, text: str, path: str) -> Baseline:
        """Read what :func:`write_baseline` wrote; :class:`ConfigError` names ``path`` and what is damaged."""
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise ConfigError(f"{path}:{error.lineno}: not JSON: {error.msg}; {_WAY_OUT}") from None
        except RecursionError:
            raise ConfigError(f"{path}: nested too deeply; {_WAY_OUT}") from None
        try:
            return cls(_read_counts(data))
        except ValueError as error:
            raise ConfigError(f"{path}: {error}; {_WAY_OUT}") from None

    def split(self, findings: Iterable[Located]) -> Split:
        """Sort findings into new and known; of equal ones the first ``count`` are known, in the given order.

        Give all findings of a run: what is left out counts as stale.
        """
        left = Counter(self.counts)
        new: list[Located] = []
        known: list[Located] = []
        for finding in findings:
            entry = _entry(finding)
            (known if left[entry] > 0 else new).append(finding)
            left[entry] -= 1
        return Split(tuple(new), tuple(known), tuple(Stale(entry, left[entry]) for entry in sorted(+left)))


def write_baseline(findings: Iterable[Located]) -> str:
    """The file's text: JSON with one entry a line, sorted, so that its diffs and merges stay small."""
    counts = sorted(Counter(map(_entry, findings)).items())
    entries = ",\n".join(f"    {_json(entry._asdict() | {'count': count})}" for entry, count in counts)
    listed = f"[\n{entries}\n  ]" if entries else "[]"
    return f'{{\n  "version": {VERSION},\n  "findings": {listed}\n}}\n'


def _entry(finding: Located) -> Entry:
    """The same three texts that make the finding's fingerprint."""
    return Entry(finding.path, finding.code, finding.subject or finding.message)


def _json(value: Any) -> str:
    """Readable JSON in which only surrogates are escaped, since UTF-8 cannot hold them."""
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def _read_counts(data: Any) -> dict[Entry, int]:
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("findings"), list):
        raise ValueError(f"not a baseline of version {VERSION}")
    counts: dict[Entry, int] = {}
    for number, item in enumerate(data["findings"], 1):
        entry, count = _read_entry(item, number)
        if entry in counts:
            raise ValueError(f"entry {number} repeats an earlier one")
        counts[entry] = count
    return counts


def _read_entry(item: Any, number: int) -> tuple[Entry, int]:
    fields = item if isinstance(item, dict) else {}
    texts = [text for name in Entry._fields if isinstance(text := fields.get(name), str)]
    count = fields.get("count")
    if len(texts) != len(Entry._fields) or type(count) is not int or count < 1:
        raise ValueError(f"entry {number} needs the texts path, code and subject, and a count from 1")
    return Entry(*texts), count
