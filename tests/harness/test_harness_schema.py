"""Specs: what is bad about one and where, and the JSON Schema of a sound one."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tool_harness import PropertySpec, SpecError, Validator, check_spec, schema_spec_to_json_schema, validate_args


def levels(count: int) -> dict[str, Any]:
    spec: dict[str, Any] = {"type": "string"}
    for _ in range(count - 1):
        spec = {"type": "array", "items": spec}
    return {"a": spec}


def cyclic() -> dict[str, Any]:
    spec: dict[str, Any] = {"type": "object", "properties": {}}
    spec["properties"]["b"] = spec["properties"]["c"] = spec
    return {"a": spec}


BAD = [
    ([], "parameters: properties must be a dict from names to specs"),
    ({1: {"type": "string"}}, "parameters: a property name must be a string"),
    ({"a": "string"}, "a: a spec must be a dict"),
    ({"a": {}}, "a: type must be one of string, number, integer, boolean, object, array"),
    ({"a": {"type": "null"}}, "a: type must be one of string, number, integer, boolean, object, array"),
    ({"a": {"type": ["string"]}}, "a: type must be one of string, number, integer, boolean, object, array"),
    (
        {"a": {"type": "string", "requird": True}},
        "a.requird: unknown key; known are type, description, required, enum, default, properties, items",
    ),
    ({"a": {"type": "string", "items": {"type": "string"}}}, "a: items belongs to type array, not to string"),
    ({"a": {"type": "array", "properties": {}}}, "a: properties belongs to type object, not to array"),
    ({"a": {"type": "string", 1: 1}}, "a: a key must be a string"),
    ({"a": {"type": "string", "required": 1}}, "a: required must be True or False"),
    ({"a": {"type": "string", "description": 1}}, "a: description must be a string"),
    ({"a": {"type": "string", "enum": []}}, "a: enum must be a list with at least one value"),
    ({"a": {"type": "string", "enum": "ab"}}, "a: enum must be a list with at least one value"),
    ({"a": {"type": "string", "enum": ["x", 1]}}, "a: every value of enum must be of type string"),
    ({"a": {"type": "integer", "enum": [True]}}, "a: every value of enum must be of type integer"),
    ({"a": {"type": "string", "enum": ["x", "x"]}}, "a: enum holds a value twice"),
    ({"a": {"type": "number", "enum": [1, 2, 1.0]}}, "a: enum holds a value twice"),
    ({"a": {"type": "array", "enum": [[{"b": 1}], [{"b": 1.0}]]}}, "a: enum holds a value twice"),
    ({"a": {"type": "number", "enum": [math.nan]}}, "a: enum holds NaN or infinity"),
    ({"a": {"type": "object", "enum": [{1: 1}]}}, "a: enum holds no JSON value"),
    ({"a": {"type": "integer", "enum": [10**5000]}}, "a: enum holds an integer of more than 640 digits"),
    ({"a": {"type": "number", "default": math.inf}}, "a: default holds NaN or infinity"),
    ({"a": {"type": "string", "default": 1}}, "a: default: expected string, got integer"),
    (
        {"a": {"type": "string", "enum": ["x"], "default": "y"}},
        'a: default: expected one of "x"',
    ),
    ({"a": {"type": "string", "enum": [], "default": "y"}}, "a: enum must be a list with at least one value"),
    (
        {"a": {"type": "array", "items": {"type": "integer"}, "default": [1, "2"]}},
        "a: default[1]: expected integer, got string",
    ),
    (
        {"a": {"type": "object", "properties": {"b": {"type": "string", "required": True}}, "default": {}}},
        "a: default.b: required string is missing",
    ),
    (
        {"a": {"type": "string", "properties": {"b": {"type": "string"}}, "default": "x"}},
        "a: properties belongs to type object, not to string",
    ),
    (
        {"a": {"type": "integer", "items": {"type": "string"}, "default": 1}},
        "a: items belongs to type array, not to integer",
    ),
    (
        {"a": {"type": "object", "properties": {"b.c": {"type": "array", "items": {"type": "nul"}}}}},
        'a["b.c"].items: type must be one of string, number, integer, boolean, object, array',
    ),
    (levels(65), "a" + ".items" * 64 + ": more than 64 levels"),
    (cyclic(), "a.b: the spec contains itself; a.c: the spec contains itself"),
    (
        {"a": {"type": "x"}, "b": 1},
        "a: type must be one of string, number, integer, boolean, object, array; b: a spec must be a dict",
    ),
]


@pytest.mark.parametrize(
    "make", [check_spec, schema_spec_to_json_schema, Validator, lambda spec: validate_args(spec, {})]
)
@pytest.mark.parametrize(("spec", "message"), BAD, ids=[message[:50] for _, message in BAD])
def test_a_bad_spec_fails_when_it_is_made(make: Any, spec: Any, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        make(spec)
    assert str(caught.value) == message
    assert caught.value.code == "BAD_SPEC"


def test_many_faults_are_capped() -> None:
    with pytest.raises(SpecError) as caught:
        check_spec({str(number): {"type": "x"} for number in range(100)}, "tool t")  # type: ignore[typeddict-item]
    assert str(caught.value).startswith("tool t: 0: type must")
    assert str(caught.value).endswith("; and 80 more")


def test_a_spec_that_doubles_at_every_level_ends() -> None:
    spec: PropertySpec = {"type": "string"}
    for _ in range(40):
        spec = {"type": "object", "properties": {"a": spec, "b": spec}}
    with pytest.raises(SpecError, match="more than 10000 properties"):
        check_spec({"a": spec})


@pytest.mark.parametrize(
    "spec", [{}, levels(64), {"": {"type": "object", "properties": {}}}], ids=["empty", "64", "odd"]
)
def test_sound_specs(spec: Any) -> None:
    check_spec(spec)
    Draft202012Validator.check_schema(schema_spec_to_json_schema(spec))


CONVERTED = [
    ({}, {"type": "object", "properties": {}}),
    (
        {"a": {"type": "string", "required": True, "description": "d"}, "b": {"type": "number", "required": False}},
        {
            "type": "object",
            "properties": {"a": {"type": "string", "description": "d"}, "b": {"type": "number"}},
            "required": ["a"],
        },
    ),
    (
        {"a": {"type": "array", "items": {"type": "integer", "required": True, "enum": [1, 2]}, "default": [1]}},
        {
            "type": "object",
            "properties": {"a": {"type": "array", "default": [1], "items": {"type": "integer", "enum": [1, 2]}}},
        },
    ),
    (
        {"a": {"type": "object", "properties": {"b": {"type": "boolean", "required": True}}}},
        {
            "type": "object",
            "properties": {"a": {"type": "object", "properties": {"b": {"type": "boolean"}}, "required": ["b"]}},
        },
    ),
]


@pytest.mark.parametrize(("spec", "schema"), CONVERTED)
def test_json_schema(spec: Any, schema: object) -> None:
    assert json.dumps(schema_spec_to_json_schema(spec)) == json.dumps(schema)


def doubled(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value, value]
    return value


@pytest.mark.parametrize("key", ["enum", "default"])
def test_values_that_double_at_every_level_end(key: str) -> None:
    with pytest.raises(SpecError, match=f"a: {key} holds more than 100000 values"):
        check_spec({"a": {"type": "array", key: doubled(60)}})  # type: ignore[misc]


def test_a_large_enum_is_checked_in_no_time() -> None:
    with pytest.raises(SpecError, match="enum holds a value twice"):
        check_spec({"a": {"type": "number", "enum": [*range(50_000), 1.0]}})
    with pytest.raises(SpecError, match="enum holds a value twice"):
        check_spec({"a": {"type": "array", "enum": [*([n] for n in range(20_000)), [1.0]]}})
    check_spec({"a": {"type": "array", "enum": [[1], [True]]}})


class TwoFaced(dict[str, Any]):
    """Sound to who asks it, and something else inside."""

    def items(self) -> Any:
        return {}.items()


def test_a_subclass_is_checked_as_what_it_holds() -> None:
    with pytest.raises(SpecError, match="a: type must be one of"):
        check_spec(TwoFaced(a={"type": "x"}))
