"""A sound spec as a tree of functions: what can be known before a value is there is worked out once.

The spec bounds the walk, so a value may be cyclic or of any depth.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from tool_harness.json_value import DICT, LIST, MISSING, TYPE_CHECKS, exact, json_equal, search
from tool_harness.spec import PropertySpec, SchemaSpec
from tool_harness.violations import Violation, Violations, enum_text, key_text, place_text

Check = Callable[[Any, str, str | int, Violations], None]
Inside = Callable[[Any, str, Violations], None]

_EXACT_TYPES = {"string": str, "integer": int, "number": int, "boolean": bool, "object": dict, "array": list}
# Of an integer, a float may fit; of every other type, no value of another builtin type does.
_OTHER_TYPES = (str, bool, type(None), dict, list, int, float)
_MAYBE_RIGHT = {"integer": (int, float), "number": (int, float)}


class Plan(NamedTuple):
    """How to check one value.

    A value of type ``builtin``, and among ``members`` where there are any, is right without another look. One whose
    type has its id in ``wrong``, or is ``builtin`` all the same, breaks the spec once. ``check`` judges every other,
    and tells what is wrong; it takes the value, the path to what holds it, the last step there, and the violations to
    add to.
    """

    builtin: type | None
    members: Collection[object] | None
    wrong: Collection[int]
    check: Check


def plan_property(spec: PropertySpec, *, in_array: bool = False) -> Plan:
    """Plan the check of one property; of an object without ``properties`` only the type is checked."""
    kind = _EXACT_TYPES[spec["type"]]
    enum, inside = spec.get("enum"), _plan_inside(spec, in_array=in_array)
    scalar = kind not in (dict, list)
    # Scalars of one JSON type hash and compare as JSON says.
    members = frozenset(map(exact, enum)) if enum and scalar else None
    fits, expectation = TYPE_CHECKS[spec["type"]], f"expected {spec['type']}"
    choice = f"expected one of {enum_text(enum)}" if enum else ""

    def is_member(value: object) -> bool:
        if members is not None:
            return exact(value) in members
        return not enum or any(json_equal(member, value) for member in enum)

    def check(value: object, path: str, step: str | int, violations: Violations) -> None:
        if not fits(value):
            violations.note(path, step, "type", expectation, value)
            return
        if choice and not is_member(value):
            violations.note(path, step, "enum", choice)
        if inside:
            # Beyond the limit nobody reads the path.
            below = path + (step if type(step) is str else f"[{step}]") if violations.count < violations.limit else path
            inside(value, below, violations)

    quick = scalar or not (inside or enum)
    maybe_right = _MAYBE_RIGHT.get(spec["type"], (kind,))
    # By id, since a foreign metaclass can define how its classes are hashed and compared.
    wrong = frozenset(id(other) for other in _OTHER_TYPES if other not in maybe_right)
    return Plan(kind if quick else None, members, wrong, check)


def _plan_inside(spec: PropertySpec, *, in_array: bool) -> Inside | None:
    if "properties" in spec:
        return _plan_properties(spec["properties"], in_array=in_array)
    if "items" not in spec:
        return None
    check = _plan_items(spec["items"])
    return _once(check) if in_array else check


def _plan_properties(properties: SchemaSpec, *, in_array: bool) -> Inside:
    rows = [_row(name, spec, in_array=in_array) for name, spec in properties.items()]
    # All that an empty object can lack.
    needed = [row for row in rows if row[2]]
    get = DICT.get

    def check(value: dict[object, object], path: str, violations: Violations) -> None:
        is_empty = not DICT.__len__(value)
        if is_empty and violations.count >= violations.limit:
            violations.count += len(needed)
            return
        for name, step, missing, at_root, builtin, members, wrong, check_child in needed if is_empty else rows:
            try:
                child = get(value, name, MISSING)
            except Exception:  # noqa: BLE001 - whatever the __eq__ of a foreign key raises
                child = search(value, name)
            kind = type(child)
            if kind is builtin and (members is None or child in members):
                continue
            if child is MISSING:
                if missing and path:
                    violations.note(path, step, "required", missing)
                elif missing:
                    violations.add(at_root)
            elif violations.count >= violations.limit and (kind is builtin or id(kind) in wrong):
                violations.count += 1
            else:
                check_child(child, path, step, violations)

    return check


Row = tuple[str, str, str, Violation, type | None, Collection[object] | None, Collection[int], Check]


def _row(name: str, spec: PropertySpec, *, in_array: bool) -> Row:
    """What the walk needs of a property, in one flat tuple.

    Name, step of the path, problem if missing, the violation of that at the root, plan.
    """
    missing = f"required {spec['type']} is missing" if spec.get("required") else ""
    step = key_text(name)
    place = place_text(step)
    at_root: Violation = (place, "required", f"{place}: {missing}")
    builtin, members, wrong, check = plan_property(spec, in_array=in_array)
    return name, step, missing, at_root, builtin, members, wrong, check


def _plan_items(items: PropertySpec) -> Inside:
    builtin, members, wrong, check_item = plan_property(items, in_array=True)

    def check(value: list[object], path: str, violations: Violations) -> None:
        limit = violations.limit
        for index, item in enumerate(LIST.__iter__(value)):
            kind = type(item)
            if kind is builtin and (members is None or item in members):
                continue
            if violations.count >= limit and (kind is builtin or id(kind) in wrong):
                violations.count += 1
            else:
                check_item(item, path, index, violations)

    return check


def _once(check: Inside) -> Inside:
    """Judge a list in a list once: few lists that hold each other twice over make for very many visits.

    What was found sound is so again. What was not is told again up to the limit, and then counted.
    """
    token = id(check)

    def check_once(value: list[object], path: str, violations: Violations) -> None:
        key = (id(value), token)
        known = violations.judged.get(key)
        if known == 0 or (known and violations.count >= violations.limit):
            violations.count += known
            return
        before = violations.count
        check(value, path, violations)
        violations.judged[key] = violations.count - before

    return check_once
