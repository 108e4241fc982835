"""JSON types and JSON equality, which are not Python's."""

from __future__ import annotations

import math
from collections import OrderedDict
from enum import IntEnum
from typing import Any

import pytest

from tool_harness.json_value import TYPE_CHECKS, json_equal, json_fault, type_name


class Level(IntEnum):
    LOW = 1


class Text(str):
    __slots__ = ()


TYPES = [
    ("", "string"),
    ("\ud800", "string"),
    (Text("a"), "string"),
    (True, "boolean"),
    (False, "boolean"),
    (0, "integer number"),
    (1.0, "integer number"),
    (-0.0, "integer number"),
    (1e308, "integer number"),
    (1.5, "number"),
    (10**400, "integer number"),
    (Level.LOW, "integer number"),
    (math.nan, ""),
    (math.inf, ""),
    (-math.inf, ""),
    (None, ""),
    ({}, "object"),
    (OrderedDict(a=1), "object"),
    ([], "array"),
    ((), ""),
    (b"", ""),
    (1j, ""),
    (object(), ""),
    (int, ""),
]


@pytest.mark.parametrize(("value", "types"), TYPES, ids=lambda each: ascii(each)[:20])
def test_types(value: object, types: str) -> None:
    assert {name for name, fits in TYPE_CHECKS.items() if fits(value)} == set(types.split())


NAMES = [
    (None, "null"),
    (True, "boolean"),
    (1, "integer"),
    (1.0, "integer"),
    (1.5, "number"),
    (Level.LOW, "integer"),
    (math.nan, "NaN or infinity"),
    ("", "string"),
    (Text(""), "string"),
    ({}, "object"),
    ([], "array"),
    ((), "no JSON value"),
]


@pytest.mark.parametrize(("value", "name"), NAMES)
def test_type_names(value: object, name: str) -> None:
    assert type_name(value) == name


EQUAL = [
    (1, 1.0),
    (0, -0.0),
    (10**400, 10**400),
    (2**53, float(2**53)),
    ("a", Text("a")),
    (1, Level.LOW),
    ([1, {"a": [2.0]}], [1.0, {"a": [2]}]),
    ({"a": 1, "b": 2}, OrderedDict(b=2, a=1)),
    (None, None),
    ([], []),
]
UNEQUAL = [
    (1, True),
    (0, False),
    (1.0, True),
    (True, "true"),
    ([1], [True]),
    ({"a": [0]}, {"a": [False]}),
    (2**53 + 1, float(2**53)),
    (10**400, 1e308),
    (1, math.nan),
    ("1", 1),
    (None, 0),
    (None, False),
    ([], {}),
    ([1], [1, 1]),
    ([1], (1,)),
    ({"a": 1}, {"a": 1, "b": 1}),
    ({"a": 1}, {"b": 1}),
    ({"1": 1}, {1: 1}),
]


@pytest.mark.parametrize(("left", "right"), EQUAL, ids=lambda each: ascii(each)[:20])
def test_equal_as_json(left: Any, right: Any) -> None:
    assert json_equal(left, right)
    assert json_equal(right, left)


@pytest.mark.parametrize(("left", "right"), UNEQUAL, ids=lambda each: ascii(each)[:20])
def test_not_equal_as_json(left: Any, right: Any) -> None:
    assert not json_equal(left, right)


def nested(levels: int) -> list[Any]:
    return [nested(levels - 1)] if levels > 1 else []


FAULTS = [
    (math.nan, "holds NaN or infinity"),
    ([1, {"a": math.inf}], "holds NaN or infinity"),
    ({1: 2}, "holds no JSON value"),
    ([()], "holds no JSON value"),
    (-(10**640), "holds an integer of more than 640 digits"),
    (nested(65), "nested more than 64 levels deep"),
]


@pytest.mark.parametrize(("value", "fault"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_what_json_cannot_hold(value: object, fault: str) -> None:
    assert json_fault(value) == fault


@pytest.mark.parametrize("value", [None, 10**400, 10**640 - 1, "\ud800", {"": [True, 1.5]}, nested(64)], ids=range(6))
def test_what_json_can_hold(value: object) -> None:
    assert json_fault(value) is None
