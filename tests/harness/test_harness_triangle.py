"""Validator, JSON Schema and typed view agree: on arguments that satisfy a spec, and after one edit of them."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from harness_oracle import Oracle, broken
from harness_specs import arguments_of, canonical, edited, json_values, not_json, property_specs, specs
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from tool_harness import (
    Args,
    ToolArgsError,
    Validator,
    deep_freeze,
    prop,
    schema_spec_to_json_schema,
    spec_of,
    validate_args,
)

# More than two thousand examples together.
many = settings(max_examples=520, deadline=None, suppress_health_check=list(HealthCheck))


def violations(spec: Any, args: object) -> set[tuple[str, str]]:
    return {(path, kind) for path, kind, _ in Validator(spec).violations(args, limit=10_000).first}


@many
@given(st.data())
def test_what_satisfies_a_spec_is_valid(data: st.DataObject) -> None:
    spec = data.draw(specs())
    args = data.draw(arguments_of(spec))
    schema = schema_spec_to_json_schema(spec)
    Oracle.check_schema(schema)
    assert validate_args(spec, args) == []
    assert validate_args(deep_freeze(spec), deep_freeze(args)) == []
    assert broken(schema, args) == set()


@many
@given(st.data())
def test_after_one_edit_the_oracle_decides(data: st.DataObject) -> None:
    spec = data.draw(specs())
    args = data.draw(edited(data.draw(arguments_of(spec)), spec))
    expected = broken(schema_spec_to_json_schema(spec), args)
    event("valid" if not expected else "invalid")
    assert violations(spec, args) == expected
    assert bool(validate_args(spec, args)) == bool(expected)


@many
@given(property_specs(), json_values | not_json)
def test_any_value_against_any_property(spec: dict[str, Any], value: object) -> None:
    args = {"value": value}
    wrapped = {"value": {**spec, "required": True}}
    assert violations(wrapped, args) == broken(schema_spec_to_json_schema(wrapped), args)


NAMES = st.sampled_from(["path", "mode", "edits", "count", "class_", "spec"])
SCALAR_KINDS: dict[str, type] = {"string": str, "number": float, "integer": int, "boolean": bool}


def kind_of(spec: dict[str, Any]) -> Any:
    """The Python type that declares ``spec``."""
    if "enum" in spec:
        return Literal[tuple(spec["enum"])]
    if spec["type"] == "array":
        return list[kind_of(spec["items"])] if "items" in spec else list[object]
    if spec["type"] == "object":
        return class_of(spec["properties"]) if "properties" in spec else dict[str, object]
    return SCALAR_KINDS[spec["type"]]


def class_of(spec: dict[str, Any]) -> type[Args]:
    declared = {name: prop(kind_of(each), required=each.get("required", False)) for name, each in spec.items()}
    return type("Declared", (Args,), declared)


def typed(spec: dict[str, Any]) -> bool:
    """Whether a Python type can declare ``spec``; an enum can where a Literal may hold its values."""
    literals = {"string": str, "integer": int, "boolean": bool}
    if "enum" in spec and not all(type(member) is literals.get(spec["type"]) for member in spec["enum"]):
        return False
    return all(map(typed, spec.get("properties", {}).values())) and ("items" not in spec or typed(spec["items"]))


def bare(spec: dict[str, Any]) -> dict[str, Any]:
    """``spec`` without what a class does not carry over here."""
    kept = {key: value for key, value in spec.items() if key in ("type", "enum")}
    if spec.get("required"):
        kept["required"] = True
    if "properties" in spec:
        kept["properties"] = {name: bare(each) for name, each in spec["properties"].items()}
    if "items" in spec:
        kept["items"] = {key: value for key, value in bare(spec["items"]).items() if key != "required"}
    return kept


def assert_shows(spec: dict[str, Any], view: Any, raw: Any) -> None:
    """A view has the declared type all the way down, and the value of the raw mapping."""
    if spec["type"] == "object" and "properties" in spec:
        assert isinstance(view, Args)
        assert dict(view.raw) == raw
        for name, each in spec["properties"].items():
            shown = getattr(view, name)
            assert shown is getattr(view, name)
            assert (shown is None) == (name not in raw)
            if name in raw:
                assert_shows(each, shown, raw[name])
    elif spec["type"] == "array":
        assert isinstance(view, list)
        assert len(view) == len(raw)
        for item, raw_item in zip(view, raw, strict=True):
            if "items" in spec:
                assert_shows(spec["items"], item, raw_item)
    else:
        kinds = {"string": str, "number": int | float, "integer": int, "boolean": bool, "object": dict}
        assert isinstance(view, kinds[spec["type"]])
        assert canonical(view) == canonical(raw)


@many
@given(st.data())
def test_the_typed_view_shows_what_is_valid_and_nothing_else(data: st.DataObject) -> None:
    spec = data.draw(specs(names=NAMES).filter(lambda spec: all(map(typed, spec.values()))))
    declared = class_of(spec)
    assert spec_of(declared) == {name: bare(each) for name, each in spec.items()}
    args = data.draw(arguments_of(spec))
    assert_shows({"type": "object", "properties": spec}, declared(args), args)
    changed: Any = data.draw(edited(args, spec))
    expected = validate_args(spec, changed)
    if expected:
        with pytest.raises(ToolArgsError) as caught:
            declared(changed)
        assert caught.value.violations == expected
    else:
        assert_shows({"type": "object", "properties": spec}, declared(changed), changed)


@settings(many, max_examples=100)
@given(specs())
def test_json_schema_is_plain_json_and_the_specs_own(spec: dict[str, Any]) -> None:
    schema = schema_spec_to_json_schema(spec)
    text = json.dumps(schema)
    schema["properties"]["more"] = {}
    assert json.dumps(schema_spec_to_json_schema(deep_freeze(spec))) == text
