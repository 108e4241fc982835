"""Strategies: specs, arguments that satisfy one, and one edit that may spoil them."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

ODD_KEYS = ["", "path", "a.b", "a[0]", 'say "x"', "it's", "a b", "ünï", "$ref", "\ud800", "\0", "raw", "__proto__"]
keys = st.sampled_from(ODD_KEYS) | st.text(max_size=4)
numbers = (
    st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([10**400, -0.0, 1.0, 2**53 + 1])
)
integers = st.integers() | st.integers(-(2**40), 2**40).map(float)
json_values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=4,
)
not_json = st.sampled_from([float("nan"), float("inf"), -float("inf"), (), b"", object(), {1: 2}])
SCALARS: dict[str, st.SearchStrategy[Any]] = {
    "string": st.text(max_size=4) | st.just("\ud800"),
    "number": numbers,
    "integer": integers,
    "boolean": st.booleans(),
}


def canonical(value: object) -> object:
    """A hashable stand-in that is equal when two values are equal as JSON."""
    if isinstance(value, list):
        return ("array", tuple(map(canonical, value)))
    if isinstance(value, dict):
        return ("object", frozenset((key, canonical(item)) for key, item in value.items()))
    return (isinstance(value, bool), value)


@st.composite
def property_specs(draw: st.DrawFn, levels: int = 2, names: st.SearchStrategy[str] = keys) -> dict[str, Any]:
    """A sound property spec with all that one can say."""
    kind = draw(st.sampled_from([*SCALARS, "object", "array"] if levels else list(SCALARS)))
    spec: dict[str, Any] = {"type": kind}
    if kind == "object" and draw(st.booleans()):
        spec["properties"] = draw(specs(levels - 1, names))
    if kind == "array" and draw(st.booleans()):
        spec["items"] = draw(property_specs(levels - 1, names))
    if draw(st.integers(0, 3)) == 0:
        spec["enum"] = draw(st.lists(values_of(spec), min_size=1, max_size=4, unique_by=canonical))
    if draw(st.booleans()):
        spec["required"] = draw(st.booleans())
    if draw(st.integers(0, 3)) == 0:
        spec["default"] = draw(values_of(spec))
    if draw(st.integers(0, 3)) == 0:
        spec["description"] = draw(st.text(max_size=4))
    return spec


def specs(levels: int = 2, names: st.SearchStrategy[str] = keys) -> st.SearchStrategy[dict[str, Any]]:
    """A sound spec of parameters."""
    return st.dictionaries(names, property_specs(levels, names), max_size=3)


def values_of(spec: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that satisfy a property spec."""
    if "enum" in spec:
        return st.sampled_from(spec["enum"])
    if spec["type"] in SCALARS:
        return SCALARS[spec["type"]]
    if spec["type"] == "array":
        return st.lists(values_of(spec["items"]) if "items" in spec else json_values, max_size=3)
    return arguments_of(spec["properties"]) if "properties" in spec else st.dictionaries(keys, json_values, max_size=3)


def arguments_of(spec: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments that satisfy a spec, extra keys among them."""
    values = {name: values_of(each) for name, each in spec.items()}
    needed = {name: value for name, value in values.items() if spec[name].get("required")}
    optional = {name: value for name, value in values.items() if name not in needed}
    own = st.fixed_dictionaries(needed, optional=optional)
    extra = st.dictionaries(keys, json_values, max_size=1)
    return st.builds(lambda one, other: {**{key: other[key] for key in other if key not in spec}, **one}, own, extra)


@st.composite
def edited(draw: st.DrawFn, args: dict[str, Any], spec: dict[str, Any]) -> object:
    """A copy of ``args`` with one edit, anywhere in it."""
    changed = copy.deepcopy(args)
    containers = [changed, *walk(changed)]
    place = draw(st.sampled_from(containers))
    value = draw(json_values | not_json)
    if isinstance(place, list):
        index = draw(st.integers(0, len(place)))
        place[index : index + draw(st.integers(0, 1))] = [value]
        return changed
    known = [*place, *spec] or ["x"]
    key = draw(st.sampled_from(known))
    if draw(st.booleans()) and key in place:
        del place[key]
    else:
        place[key] = confused(place.get(key), value)
    return changed


def confused(old: object, value: object) -> object:
    """What Python takes for ``old`` and JSON does not, where there is such a thing, else ``value``."""
    if isinstance(old, bool):
        return int(old)
    return bool(old) if isinstance(old, int) and old in (0, 1) else value


def walk(value: object) -> list[Any]:
    """Every container inside of ``value``."""
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    inner = [child for child in children if isinstance(child, dict | list)]
    return inner + [deep for child in inner for deep in walk(child)]
