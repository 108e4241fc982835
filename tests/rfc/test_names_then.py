"""The names of records at points of history, beside plain dictionaries."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from docsync.rfc.names_then import Name, Names, Trail

KEYS: st.SearchStrategy[Name] = st.integers(0, 200).map(str) | st.frozensets(st.sampled_from("abc"))
RECORDS = st.dictionaries(st.sampled_from("xyz"), st.lists(st.just("moved")).map(tuple), max_size=2)
CHANGES = st.dictionaries(KEYS, RECORDS, max_size=8)
Plain = dict[Name, Mapping[str, Trail]]


def replaced(names: Plain, changes: Mapping[Name, Mapping[str, Trail]]) -> Plain:
    return {name: records for name, records in {**names, **changes}.items() if records}


def shown(names: Names, asked: Mapping[Name, object]) -> Plain:
    return {name: names.get(name) for name in asked if names.get(name)}


@given(CHANGES, CHANGES)
def test_a_change_gives_other_names_and_leaves_those_before(first: Plain, second: Plain) -> None:
    before = Names.of(first)
    after = before.replace(second)
    assert shown(before, {**first, **second}) == replaced({}, first)
    assert shown(after, {**first, **second}) == replaced(first, second)


@given(CHANGES, CHANGES, CHANGES)
def test_names_joined_have_all_records_and_the_trails_of_the_other(start: Plain, one: Plain, other: Plain) -> None:
    mine, its = replaced(start, one), replaced(start, other)
    found = Names.of(start).replace(one).joined(Names.of(start).replace(other))
    both = {name: {**mine.get(name, {}), **its.get(name, {})} for name in {**mine, **its}}
    assert shown(found, {**start, **one, **other}) == both


def test_what_nobody_changes_is_shared() -> None:
    names = Names.of({"a": {"a": ()}})
    assert names.replace({}) is names
