"""Frozen copies: equal, serialised alike, and closed to every way of changing a list or a dict."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from harness_specs import json_values
from hypothesis import given

from tool_harness import deep_freeze
from tool_harness.freeze import FrozenDict, FrozenList

VALUE = {"a": [1, {"b": [2]}], "c": {}}


@given(json_values)
def test_equal_and_serialised_like_the_original(value: object) -> None:
    frozen = deep_freeze(value)
    assert frozen == value
    assert json.dumps(frozen) == json.dumps(value)
    assert deep_freeze(frozen) == value
    assert pickle.loads(pickle.dumps(frozen)) == value
    assert type(copy.deepcopy(frozen)) is type(frozen)


CHANGES: list[Callable[[Any], object]] = [
    lambda d: d.__setitem__("a", 1),
    lambda d: d.__delitem__("a"),
    lambda d: d.__ior__({}),
    lambda d: d.__init__({"x": 1}),
    lambda d: d.clear(),
    lambda d: d.pop("a"),
    lambda d: d.popitem(),
    lambda d: d.setdefault("x", 1),
    lambda d: d.update(x=1),
    lambda d: setattr(d, "x", 1),
    lambda d: d["a"].__setitem__(0, 1),
    lambda d: d["a"].__setitem__(slice(0), [1]),
    lambda d: d["a"].__delitem__(0),
    lambda d: d["a"].__iadd__([1]),
    lambda d: d["a"].__imul__(2),
    lambda d: d["a"].__init__([1]),
    lambda d: d["a"].append(1),
    lambda d: d["a"].clear(),
    lambda d: d["a"].extend([1]),
    lambda d: d["a"].insert(0, 1),
    lambda d: d["a"].pop(),
    lambda d: d["a"].remove(1),
    lambda d: d["a"].reverse(),
    lambda d: d["a"].sort(),
    lambda d: d["a"][1]["b"].append(1),
]


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
def test_every_change_is_refused(change: Callable[[Any], object]) -> None:
    frozen = deep_freeze(VALUE)
    with pytest.raises((TypeError, AttributeError)):
        change(frozen)
    assert frozen == {"a": [1, {"b": [2]}], "c": {}}


def test_every_mutator_of_the_base_is_covered() -> None:
    dict_only = {name for name in dir(dict) if name not in dir(FrozenDict)}
    assert dict_only == set()
    for kind, base, reading in (
        (FrozenDict, dict, "copy fromkeys get items keys values"),
        (FrozenList, list, "copy count index"),
    ):
        public = {name for name in dir(base) if not name.startswith("_")} - set(reading.split())
        assert {name for name in public if getattr(kind, name) is getattr(base, name)} == set()


def test_the_original_stays_free() -> None:
    value = copy.deepcopy(VALUE)
    frozen = deep_freeze(value)
    value["c"]["x"] = 1  # type: ignore[call-overload]
    assert frozen == VALUE
    assert type(frozen.copy()) is dict


def test_a_frozen_shell_is_descended_into() -> None:
    inner: list[int] = []
    shell = deep_freeze({"a": 0})
    dict.__setitem__(shell, "a", inner)  # type: ignore[assignment]
    assert type(deep_freeze(shell)["a"]) is FrozenList


def test_shared_nodes_stay_shared_and_cycles_closed() -> None:
    shared: list[object] = []
    cyclic: dict[str, Any] = {"one": shared, "two": shared}
    cyclic["self"] = [cyclic]
    frozen = deep_freeze(cyclic)
    assert frozen["one"] is frozen["two"]
    assert frozen["self"][0] is frozen
    assert type(frozen) is FrozenDict


def test_depth_is_no_limit() -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    frozen = deep_freeze(value)
    for _ in range(100_000):
        assert type(frozen) is FrozenList
        [frozen] = frozen


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_cyclic_values_survive_a_copy(duplicate: Callable[[Any], Any]) -> None:
    cyclic: dict[str, Any] = {"a": []}
    cyclic["a"].append(cyclic)
    twin = duplicate(deep_freeze(cyclic))
    assert twin["a"][0] is twin
    assert (type(twin), type(twin["a"])) == (FrozenDict, FrozenList)
    with pytest.raises(TypeError):
        twin.__setstate__({"b": 1})
