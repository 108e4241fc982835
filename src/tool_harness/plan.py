"""A sound spec as a tree of functions: what can be known before a value is there is worked out once.

The spec bounds the walk, so a value may be cyclic or of any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from tool_harness.json_value import DICT, LIST, MISSING, TYPE_CHECKS, json_equal, search
from tool_harness.spec import PropertySpec, SchemaSpec
from tool_harness.violations import Violations, enum_text, key_text

Check = Callable[[Any, str, str | int, Violations], None]
Inside = Callable[[Any, str, Violations], None]

_EXACT_TYPES = {"string": str, "integer": int, "number": int, "boolean": bool, "object": dict, "array": list}


class Plan(NamedTuple):
    """How to check one value.

    A value of type ``exact``, and among ``members`` where there are any, is right without another look.
    ``check`` judges every other; it takes the value, the path to what holds it, the last step there, and the
    violations to add to.
    """

    exact: type | None
    members: Collection[object] | None
    check: Check


def plan_property(spec: PropertySpec) -> Plan:
    """Plan the check of one property; of an object without ``properties`` only the type is checked."""
    exact = _EXACT_TYPES[spec["type"]]
    enum, inside = spec.get("enum"), _plan_inside(spec)
    scalar = exact not in (dict, list)
    # Scalars of one exact type hash and compare as JSON says.
    members = frozenset(enum) if enum and scalar else None
    fits, expectation = TYPE_CHECKS[spec["type"]], f"expected {spec['type']}"
    choice = f"expected one of {enum_text(enum)}" if enum else ""

    def is_member(value: object) -> bool:
        if members and type(value) is exact:
            return value in members
        return not enum or any(json_equal(member, value) for member in enum)

    def check(value: object, path: str, step: str | int, violations: Violations) -> None:
        if not fits(value):
            violations.note(path, step, "type", expectation, value)
            return
        if choice and not is_member(value):
            violations.note(path, step, "enum", choice)
        if inside:
            inside(value, path + (step if type(step) is str else f"[{step}]"), violations)

    quick = scalar or not (inside or enum)
    return Plan(exact if quick else None, members, check)


def _plan_inside(spec: PropertySpec) -> Inside | None:
    if "properties" in spec:
        return _plan_properties(spec["properties"])
    return _plan_items(spec["items"]) if "items" in spec else None


def _plan_properties(properties: SchemaSpec) -> Inside:
    rows = [_row(name, spec) for name, spec in properties.items()]
    get = DICT.get

    def check(value: dict[object, object], path: str, violations: Violations) -> None:
        for name, step, missing, exact, members, check_child in rows:
            try:
                child = get(value, name, MISSING)
            except Exception:  # noqa: BLE001 - whatever the __eq__ of a foreign key raises
                child = search(value, name)
            if type(child) is exact and (members is None or child in members):
                continue
            if child is not MISSING:
                check_child(child, path, step, violations)
            elif missing:
                violations.note(path, step, "required", missing)

    return check


def _row(name: str, spec: PropertySpec) -> tuple[str, str, str, type | None, Collection[object] | None, Check]:
    """What the walk needs of a property, in one flat tuple: name, step of the path, problem if missing, plan."""
    exact, members, check = plan_property(spec)
    missing = f"required {spec['type']} is missing" if spec.get("required") else ""
    return name, key_text(name), missing, exact, members, check


def _plan_items(items: PropertySpec) -> Inside:
    exact, members, check_item = plan_property(items)

    def check(value: list[object], path: str, violations: Violations) -> None:
        for index, item in enumerate(LIST.__iter__(value)):
            if type(item) is exact and (members is None or item in members):
                continue
            check_item(item, path, index, violations)

    return check
