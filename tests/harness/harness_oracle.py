"""jsonschema as second opinion: the places where a value breaks a JSON Schema, and what is broken there."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from tool_harness.violations import key_text, place_text


def is_number(_: object, value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def is_integer(checker: object, value: Any) -> bool:
    return is_number(checker, value) and (isinstance(value, int) or value.is_integer())


_TYPES = Draft202012Validator.TYPE_CHECKER.redefine_many({"number": is_number, "integer": is_integer})
Oracle = extend(Draft202012Validator, type_checker=_TYPES)


def broken(schema: dict[str, Any], value: object) -> set[tuple[str, str]]:
    """Path and kind of each fault; a wrong type is told without the enum that it breaks too."""
    found = {place for error in Oracle(schema).iter_errors(opaque(value)) for place in places(error)}
    return {(path, kind) for path, kind in found if kind != "enum" or (path, "type") not in found}


def opaque(value: object) -> object:
    """``value`` with an object in place of each tuple and bytes, which jsonschema takes to be equal to lists."""
    if isinstance(value, dict):
        return {key: opaque(item) for key, item in value.items()}
    if isinstance(value, list):
        return [opaque(item) for item in value]
    return object() if isinstance(value, tuple | bytes) else value


def places(error: Any) -> list[tuple[str, str]]:
    path = tuple(error.absolute_path)
    if error.validator != "required":
        return [(path_of(path), error.validator)]
    return [(path_of((*path, name)), "required") for name in error.validator_value if name not in error.instance]


def path_of(steps: Iterable[str | int]) -> str:
    # The notation is the package's own; tables of cases test it.
    text = "".join(f"[{step}]" if isinstance(step, int) else key_text(step) for step in steps)
    return place_text(text)
