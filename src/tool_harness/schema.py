"""Specs: checked when they are made, and turned into JSON Schema 2020-12."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

from tool_harness.errors import SpecError
from tool_harness.freeze import deep_freeze
from tool_harness.json_value import (
    MAX_LEVELS,
    TYPE_CHECKS,
    equality_key,
    is_array,
    is_boolean,
    is_object,
    is_string,
    json_fault,
)
from tool_harness.plan import plan_property
from tool_harness.spec import PropertySpec, SchemaSpec
from tool_harness.violations import Violations, key_text

MAX_FAULTS: Final = 20
MAX_PROPERTIES: Final = 10_000

Path = tuple[str, ...]
Fault = tuple[Path, str]


def check_spec(spec: SchemaSpec, place: str = "") -> None:
    """Raise :class:`SpecError` that names every fault of ``spec`` by its path, after ``place``.

    Faults: an unknown type or key, a key that does not fit the type, an enum that is empty, holds a value of another
    type, or holds one twice under JSON equality, a default that does not validate, anything that JSON cannot hold
    (NaN among it), a cycle, more than 64 levels, 10,000 properties, or 100,000 values in an enum or default.
    """
    sound_copy(spec, place)


def sound_copy(spec: SchemaSpec, place: str = "") -> SchemaSpec:
    """Return a frozen copy of ``spec`` that :func:`check_spec` lets pass; the copy is what is checked."""
    copy = deep_freeze(spec)
    faults = [f"{_path_text(path)}: {text}" for path, text in _SpecWalk().properties((), copy)]
    if faults:
        shown = faults[:MAX_FAULTS] + [f"and {len(faults) - MAX_FAULTS} more"] * (len(faults) > MAX_FAULTS)
        raise SpecError(f"{place}: " * bool(place) + "; ".join(shown))
    return copy


def _path_text(path: Path) -> str:
    return "".join(map(key_text, path)).removeprefix(".") or "parameters"


class _SpecWalk:
    """Yields the faults of a spec; remembers how much of it was seen, and where the walk is."""

    def __init__(self) -> None:
        self._above: list[object] = []
        self._seen = 0

    def properties(self, path: Path, spec: object) -> Iterator[Fault]:
        if not is_object(spec):
            yield path, "properties must be a dict from names to specs"
            return
        for name, each in spec.items():
            if is_string(name):
                yield from self._property((*path, name), each)
            else:
                yield path, "a property name must be a string"

    def _property(self, path: Path, spec: object) -> Iterator[Fault]:
        self._seen += 1
        if not is_object(spec):
            yield path, "a spec must be a dict"
        elif any(spec is above for above in self._above):
            yield path, "the spec contains itself"
        elif len(self._above) == MAX_LEVELS:
            yield path, f"more than {MAX_LEVELS} levels"
        elif self._seen > MAX_PROPERTIES:
            if self._seen == MAX_PROPERTIES + 1:
                yield path, f"more than {MAX_PROPERTIES} properties"
        else:
            self._above.append(spec)
            yield from self._keys(path, spec)
            self._above.pop()

    def _keys(self, path: Path, spec: dict[object, object]) -> Iterator[Fault]:
        kind = spec.get("type")
        if not (is_string(kind) and kind in TYPE_CHECKS):
            yield path, f"type must be one of {', '.join(TYPE_CHECKS)}"
            return
        faults = [*self._key_faults(path, kind, spec), *self._inside(path, spec), *_value_faults(path, spec)]
        yield from faults
        # A default is judged by the rest of the spec, so that has to be sound.
        if "default" in spec and (text := _default_fault(cast("dict[str, Any]", spec), is_sound=not faults)):
            yield path, text

    def _key_faults(self, path: Path, kind: str, spec: dict[object, object]) -> Iterator[Fault]:
        for key in spec:
            if not is_string(key):
                yield path, "a key must be a string"
            elif key not in _KEYS:
                yield (*path, key), f"unknown key; known are {', '.join(_KEYS)}"
            elif key in _BELONGS_TO and _BELONGS_TO[key] != kind:
                yield path, f"{key} belongs to type {_BELONGS_TO[key]}, not to {kind}"

    def _inside(self, path: Path, spec: dict[object, object]) -> Iterator[Fault]:
        if "properties" in spec:
            yield from self.properties(path, spec["properties"])
        if "items" in spec:
            yield from self._property((*path, "items"), spec["items"])


def _enum_fault(spec: Mapping[str, Any]) -> str | None:
    members: object = spec["enum"]
    if not is_array(members) or not members:
        return "enum must be a list with at least one value"
    if fault := json_fault(members):
        return f"enum {fault}"
    if not all(map(TYPE_CHECKS[spec["type"]], members)):
        return f"every value of enum must be of type {spec['type']}"
    return "enum holds a value twice" if len(set(map(equality_key, members))) < len(members) else None


def _value_faults(path: Path, spec: dict[object, object]) -> Iterator[Fault]:
    for key, fault_of in _VALUE_FAULTS.items():
        if key in spec and (text := fault_of(cast("dict[str, Any]", spec))):
            yield path, text


def _default_fault(spec: Mapping[str, Any], *, is_sound: bool) -> str | None:
    if fault := json_fault(spec["default"]):
        return f"default {fault}"
    if not is_sound:
        return None
    violations = Violations(limit=1)
    plan_property(cast("PropertySpec", spec)).check(spec["default"], "", ".default", violations)
    return violations.first[0][2] if violations.count else None


_VALUE_FAULTS: Final[dict[str, Callable[[Mapping[str, Any]], str | None]]] = {
    "description": lambda spec: None if is_string(spec["description"]) else "description must be a string",
    "required": lambda spec: None if is_boolean(spec["required"]) else "required must be True or False",
    "enum": _enum_fault,
}
_BELONGS_TO: Final = {"properties": "object", "items": "array"}
_KEYS: Final = ("type", *_VALUE_FAULTS, "default", *_BELONGS_TO)


def schema_spec_to_json_schema(spec: SchemaSpec) -> dict[str, Any]:
    """Turn ``spec`` into a new JSON Schema 2020-12 object; raise :class:`SpecError` when it is bad.

    Extra keys stay allowed, as JSON Schema does by itself.
    """
    return {"type": "object", **_properties_schema(sound_copy(spec))}


def _properties_schema(properties: SchemaSpec) -> dict[str, Any]:
    required = [name for name, each in properties.items() if each.get("required") is True]
    schema: dict[str, Any] = {"properties": {name: _property_schema(each) for name, each in properties.items()}}
    return {**schema, "required": required} if required else schema


def _property_schema(spec: PropertySpec) -> dict[str, Any]:
    schema: dict[str, Any] = {key: _plain(value) for key, value in spec.items() if key in _CARRIED}
    if "properties" in spec:
        schema.update(_properties_schema(spec["properties"]))
    if "items" in spec:
        schema["items"] = _property_schema(spec["items"])
    return schema


_CARRIED: Final = ("type", "description", "enum", "default")


def _plain(value: object) -> object:
    """Copy a JSON value into plain, mutable containers."""
    if is_object(value):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if is_array(value) else value
