"""The names that records had at points of history, where each point has nearly all of them in common with the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Name: TypeAlias = str | frozenset[str]  # a path, or the words of records that have no name yet
Trail: TypeAlias = tuple[str, ...]  # what a record went through since, oldest first
_Records: TypeAlias = Mapping[str, Trail]
_Bucket: TypeAlias = Mapping[Name, _Records]
_COUNT = 64  # buckets; a point of history copies those that it changes
_NONE: _Records = {}


@dataclass(frozen=True, slots=True)
class Names:
    """Each name to the records, by path, that it became; a name has one at least.

    Nothing of it changes: a change gives another that shares the buckets that it leaves alone.
    """

    _buckets: tuple[_Bucket, ...]

    @classmethod
    def of(cls, records: Mapping[Name, _Records]) -> Names:
        """The names ``records``."""
        return cls(({},) * _COUNT).replace(records)

    def get(self, name: Name) -> _Records:
        """The records that ``name`` became, none of a name that nothing had."""
        return self._buckets[hash(name) % _COUNT].get(name, _NONE)

    def replace(self, changes: Mapping[Name, _Records]) -> Names:
        """The names of which those in ``changes`` became these records; a name without any is gone."""
        if not changes:
            return self
        new: dict[int, dict[Name, _Records]] = {}
        for name, records in changes.items():
            number = hash(name) % _COUNT
            if number not in new:
                new[number] = dict(self._buckets[number])
            if records:
                new[number][name] = records
            else:
                new[number].pop(name, None)
        return Names(tuple(new.get(number, bucket) for number, bucket in enumerate(self._buckets)))

    def joined(self, other: Names) -> Names:
        """The names of both; of a record that both have under one name, the trail of ``other`` counts."""
        pairs = zip(self._buckets, other._buckets, strict=True)
        return Names(tuple(mine if mine is its else _joined(mine, its) for mine, its in pairs))


def _joined(one: _Bucket, other: _Bucket) -> _Bucket:
    both: Iterable[Name] = {**one, **other}
    return {name: {**one.get(name, _NONE), **other.get(name, _NONE)} for name in both}
