"""The JSON-Schema-Test-Suite: every group that the subset can say, its instances as the value of one property."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from harness_oracle import Oracle

from tool_harness import PropertySpec, validate_args
from tool_harness.json_value import TYPE_CHECKS, JsonType

Suite = dict[str, list[dict[str, Any]]]
SAID = {"type", "properties", "items", "required", "enum", "const", "default", "$schema", "$comment"}
MINIMUM_GROUPS = 52
MINIMUM_CASES = 346
IMPLIED: dict[str, JsonType] = {"properties": "object", "required": "object", "items": "array"}


def spec_of(schema: Any, added: JsonType) -> PropertySpec | None:
    """``schema`` in our form, where it gives no type with ``added`` or what it implies; None if it cannot be said."""
    if not isinstance(schema, dict) or not schema.keys() <= SAID:
        return None
    implied = next((kind for key, kind in IMPLIED.items() if key in schema), added)
    kind = schema.get("type", implied)
    if not isinstance(kind, str) or kind not in TYPE_CHECKS:
        return None
    spec: dict[str, Any] = {"type": kind}
    for part in (_enum(schema, kind), _properties(schema, added), _items(schema, added)):
        if part is None:
            return None
        spec.update(part)
    return spec  # type: ignore[return-value]


def _enum(schema: dict[str, Any], kind: JsonType) -> dict[str, Any] | None:
    if "enum" not in schema and "const" not in schema:
        return {}
    members = schema.get("enum", [schema.get("const")])
    # A member of another type can never be met, so leaving it out says the same.
    fitting = [member for member in members if TYPE_CHECKS[kind](member)]
    return {"enum": fitting} if fitting else None


def _properties(schema: dict[str, Any], added: JsonType) -> dict[str, Any] | None:
    required = schema.get("required", [])
    if "properties" not in schema and not required:
        return {}
    named = {**{name: {} for name in required}, **schema.get("properties", {})}
    specs = {name: spec_of(each, added) for name, each in named.items()}
    if not all(specs.values()):
        return None
    return {"properties": {name: {**each, "required": name in required} for name, each in specs.items() if each}}


def _items(schema: dict[str, Any], added: JsonType) -> dict[str, Any] | None:
    if "items" not in schema:
        return {}
    items = spec_of(schema["items"], added)
    return items and {"items": items}


def with_types(schema: dict[str, Any], spec: Any) -> dict[str, Any]:
    """``schema`` with just the types of ``spec`` added, so that the oracle can tell what they change."""
    typed = {**schema, "type": spec["type"]}
    if "properties" in spec:
        known = schema.get("properties", {})
        typed["properties"] = {name: with_types(known.get(name, {}), each) for name, each in spec["properties"].items()}
    if "items" in spec:
        typed["items"] = with_types(schema["items"], spec["items"])
    return typed


def has_types(instance: object, spec: Any) -> bool:
    """Whether ``instance`` has the types that ``spec`` gives, as far as it reaches; no enum, nothing required."""
    if not TYPE_CHECKS[spec["type"]](instance):
        return False
    if isinstance(instance, dict):
        return all(
            has_types(instance[name], each) for name, each in spec.get("properties", {}).items() if name in instance
        )
    return (
        not isinstance(instance, list)
        or "items" not in spec
        or all(has_types(item, spec["items"]) for item in instance)
    )


def cases(suite: Suite) -> Iterator[tuple[str, PropertySpec, Any, bool]]:
    """Group, spec, instance and verdict, each spec of a group once."""
    for file, groups in suite.items():
        for group in groups:
            made = [spec_of(group["schema"], added) for added in TYPE_CHECKS]
            for spec in [spec for index, spec in enumerate(made) if spec and spec not in made[:index]]:
                for test in group["tests"]:
                    valid = test["valid"] and has_types(test["data"], spec)
                    yield f"{file}: {group['description']}", spec, test["data"], valid


def test_all_groups_that_fit_agree(schema_suite: Suite) -> None:
    judged = list(cases(schema_suite))
    wrong = [
        (name, spec, data)
        for name, spec, data, valid in judged
        if (validate_args({"v": spec}, {"v": data}) == []) != valid
    ]
    assert wrong == []
    assert len({name for name, *_ in judged}) >= MINIMUM_GROUPS
    assert len(judged) >= MINIMUM_CASES


def test_adding_types_says_what_the_oracle_says(schema_suite: Suite) -> None:
    for groups in schema_suite.values():
        for group in groups:
            for spec in filter(None, (spec_of(group["schema"], added) for added in TYPE_CHECKS)):
                oracle = Oracle(with_types(group["schema"], spec))
                for test in group["tests"]:
                    agreed = test["valid"] and has_types(test["data"], spec)
                    assert oracle.is_valid(test["data"]) == agreed, (group["description"], spec, test["data"])


@pytest.mark.parametrize(
    "schema", [True, {"minimum": 1}, {"type": "null"}, {"type": ["string"]}, {"enum": []}, {"items": False}]
)
def test_what_the_subset_cannot_say(schema: object) -> None:
    assert [spec_of(schema, added) for added in TYPE_CHECKS] == [None] * 6
