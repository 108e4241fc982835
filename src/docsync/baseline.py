"""A file of known findings, so that a repository can adopt a gate before it is clean.

An entry is the identity of a finding, which holds no line, so that edits around it do not matter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from docsync.errors import ConfigError, WriteError
from docsync.files import read_text_file, real_file, write_text
from docsync.finding import Identity, Located

VERSION = 1
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_WAY_OUT = "run `doc-sync baseline` to write it anew"


class Stale(NamedTuple):
    """A baselined finding that occurs ``surplus`` times less often than the baseline says."""

    identity: Identity
    surplus: int


class Split(NamedTuple):
    """Findings that the baseline does not know, those that it does, and what it knows but no longer occurs."""

    new: tuple[Located, ...]
    known: tuple[Located, ...]
    stale: tuple[Stale, ...]


@dataclass(frozen=True)
class Baseline:
    """How often each known finding may occur; ``path`` is the file that says so."""

    counts: Mapping[Identity, int] = field(default_factory=dict)
    path: str = ""

    @classmethod
    def parse(cls, text: str, path: str) -> Baseline:
        """Understand what :func:`write_baseline` wrote; :class:`ConfigError` names ``path`` and what is damaged."""
        import json  # noqa: PLC0415 - many repositories have no baseline

        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise ConfigError(f"{path}:{error.lineno}: not JSON: {error.msg}; {_WAY_OUT}") from None
        except RecursionError:
            raise ConfigError(f"{path}: nested too deeply; {_WAY_OUT}") from None
        except ValueError:  # int() refuses thousands of digits
            raise ConfigError(f"{path}: holds a number that is too long; {_WAY_OUT}") from None
        try:
            return cls(_read_counts(data), path)
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
            (known if left[finding.identity] > 0 else new).append(finding)
            left[finding.identity] -= 1
        return Split(tuple(new), tuple(known), tuple(Stale(identity, left[identity]) for identity in sorted(+left)))


def read_baseline(root: str, path: str) -> Baseline:
    """Read the file ``path``, relative to ``root``; empty when there is none."""
    text = read_text_file(root, path, way_out=f"; {_WAY_OUT}")
    return Baseline(path=path) if text is None else Baseline.parse(text, path)


def write_baseline_file(root: str, path: str, findings: Iterable[Located]) -> None:
    """Write ``findings`` to the file ``path``, relative to ``root``; :class:`WriteError` when that leads outside."""
    target = real_file(root, path, way_out="name a file inside as `baseline`")
    if target.exists() and not target.is_file():
        raise WriteError(f"{path}: cannot be written: is not a regular file")
    write_text(str(target), write_baseline(findings))


def write_baseline(findings: Iterable[Located]) -> str:
    """The file's text for ``findings``."""
    return baseline_text(Counter(finding.identity for finding in findings))


def baseline_text(counts: Mapping[Identity, int]) -> str:
    """The file's text: JSON with one entry a line, sorted, so that its diffs and merges stay small."""
    lines = (f"    {_json(identity._asdict() | {'count': count})}" for identity, count in sorted(counts.items()))
    entries = ",\n".join(lines)
    listed = f"[\n{entries}\n  ]" if entries else "[]"
    return f'{{\n  "version": {VERSION},\n  "findings": {listed}\n}}\n'


def _json(value: Any) -> str:
    """Readable JSON in which only surrogates are escaped, since UTF-8 cannot hold them."""
    import json  # noqa: PLC0415 - as above

    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def _read_counts(data: Any) -> dict[Identity, int]:
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("findings"), list):
        raise ValueError(f"not a baseline of version {VERSION}")
    counts: dict[Identity, int] = {}
    for number, item in enumerate(data["findings"], 1):
        entry, count = _read_entry(item, number)
        if entry in counts:
            raise ValueError(f"entry {number} repeats an earlier one")
        counts[entry] = count
    return counts


def _read_entry(item: Any, number: int) -> tuple[Identity, int]:
    fields = item if isinstance(item, dict) else {}
    texts = [text for name in Identity._fields if isinstance(text := fields.get(name), str)]
    count = fields.get("count")
    if len(texts) != len(Identity._fields) or type(count) is not int or count < 1:
        raise ValueError(f"entry {number} needs the texts path, code and subject, and a count from 1")
    return Identity(*texts), count
