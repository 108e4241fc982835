"""JSON values as Python holds them: which types they have, when they are equal, what JSON cannot hold.

A value can be anything here, a hostile one included: no method that it could override is called, and the keys of a
mapping are compared behind a guard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite
from typing import Final, Literal, TypeGuard

JsonType = Literal["string", "number", "integer", "boolean", "object", "array"]

# The base classes themselves: what they do, whatever a subclass overrides.
DICT: Final[type[dict[object, object]]] = dict
LIST: Final[type[list[object]]] = list

MISSING: Final = object()
MAX_LEVELS: Final = 64
MAX_VALUES: Final = 100_000
MAX_DIGITS: Final = 640  # the least that every Python writes, whatever sys.set_int_max_str_digits says


def is_string(value: object) -> TypeGuard[str]:
    """Whether ``value`` is a JSON string; lone surrogates are allowed, since JSON can escape them."""
    return issubclass(type(value), str)


def is_boolean(value: object) -> TypeGuard[bool]:
    """Whether ``value`` is a JSON boolean."""
    return type(value) is bool


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether ``value`` is a JSON number: no boolean, no NaN, no infinity. An integer may have any size."""
    if _is_float(value):
        return isfinite(value)
    return is_int(value)


def is_integer(value: object) -> TypeGuard[int | float]:
    """Whether ``value`` is a JSON number without a fraction: ``1.0`` is (JSON Schema 2020-12, section 6.1.1)."""
    if _is_float(value):
        return float.is_integer(value)
    return is_int(value)


def _is_float(value: object) -> TypeGuard[float]:
    # Not isinstance, which asks the value for its __class__.
    return issubclass(type(value), float)


def is_int(value: object) -> TypeGuard[int]:
    """Whether ``value`` is an ``int`` of Python and no boolean."""
    kind = type(value)
    return kind is int or (issubclass(kind, int) and kind is not bool)


def is_object(value: object) -> TypeGuard[dict[object, object]]:
    """Whether ``value`` is a JSON object, as ``json.loads`` makes it."""
    return issubclass(type(value), dict)


def is_array(value: object) -> TypeGuard[list[object]]:
    """Whether ``value`` is a JSON array, as ``json.loads`` makes it; a tuple is none."""
    return issubclass(type(value), list)


TYPE_CHECKS: Final[dict[JsonType, Callable[[object], bool]]] = {
    "string": is_string,
    "number": is_number,
    "integer": is_integer,
    "boolean": is_boolean,
    "object": is_object,
    "array": is_array,
}
# By id, since a foreign metaclass can define how its classes are hashed and compared.
_EXACT_NAMES: Final[dict[int, str]] = {
    id(str): "string",
    id(int): "integer",
    id(type(None)): "null",
    id(bool): "boolean",
    id(dict): "object",
    id(list): "array",
}


def type_name(value: object) -> str:
    """Name the JSON type of ``value`` for a message; never more of the value than that."""
    if name := _EXACT_NAMES.get(id(type(value))):
        return name
    # "integer" stands after "number" in TYPE_CHECKS, and is the narrower one.
    names = [name for name, fits in TYPE_CHECKS.items() if fits(value)]
    if names:
        return names[-1]
    return "NaN or infinity" if _is_float(value) else "no JSON value"


def lookup(mapping: dict[object, object], key: str) -> object:
    """Return the value at ``key``, or ``MISSING``; total even when another key's ``__eq__`` raises."""
    try:
        return DICT.get(mapping, key, MISSING)
    except Exception:  # noqa: BLE001 - whatever a foreign __eq__ raises
        return search(mapping, key)


def search(mapping: dict[object, object], key: str) -> object:
    """Do what :func:`lookup` does without asking any key whether it is equal."""
    entries = DICT.items(mapping)
    return next((value for name, value in entries if is_string(name) and str.__eq__(name, key)), MISSING)


def json_equal(left: object, right: object) -> bool:
    """Whether two values are equal as JSON: ``1`` equals ``1.0``, ``True`` does not equal ``1``, at any depth.

    ``left`` is a JSON value without cycles and bounds the walk; ``right`` may be anything.
    """
    if is_string(left):
        return is_string(right) and str.__eq__(left, right)
    if is_number(left):
        return is_number(right) and _equal_numbers(left, right)
    if is_object(left):
        return is_object(right) and _equal_objects(left, right)
    if is_array(left):
        return is_array(right) and _equal_arrays(left, right)
    return left is right


def _equal_numbers(left: float, right: float) -> bool:
    if is_int(left) and is_int(right):
        return int.__eq__(left, right)
    # float compares with an integer exactly; int refuses to compare with a float.
    return float.__eq__(left, right) if _is_float(left) else float.__eq__(right, left)


def _equal_objects(left: dict[object, object], right: dict[object, object]) -> bool:
    return DICT.__len__(left) == DICT.__len__(right) and all(
        is_string(key) and json_equal(value, lookup(right, key)) for key, value in DICT.items(left)
    )


def _equal_arrays(left: list[object], right: list[object]) -> bool:
    return LIST.__len__(left) == LIST.__len__(right) and all(
        json_equal(one, other) for one, other in zip(LIST.__iter__(left), LIST.__iter__(right), strict=False)
    )


def exact(value: object) -> object:
    """Return a JSON scalar as the builtin type itself, which hashes and compares as JSON says among its own type."""
    if is_string(value):
        return str.__str__(value)
    if is_int(value):
        return int.__int__(value)
    return float.__float__(value) if _is_float(value) else value


def equality_key(value: object) -> object:
    """Return what hashes, and is equal for two JSON values exactly when they are equal as JSON."""
    if is_array(value):
        return ("array", tuple(map(equality_key, LIST.__iter__(value))))
    if is_object(value):
        return ("object", frozenset((exact(key), equality_key(item)) for key, item in DICT.items(value)))
    return ("boolean", value) if is_boolean(value) else exact(value)


def json_fault(value: object) -> str | None:
    """Say why ``value`` cannot be written as JSON and read back the same; None when it can.

    More than 64 levels are a fault, and so a cycle is one. More than 100,000 values are one too, counted as they would
    be written, so that a few lists that hold each other twice over are not walked for ever.
    """
    return _fault(value, MAX_LEVELS, iter(range(MAX_VALUES)))


def _fault(value: object, levels: int, budget: Iterator[int]) -> str | None:  # noqa: PLR0911 - one for each fault
    if next(budget, None) is None:
        return f"holds more than {MAX_VALUES} values"
    if is_array(value):
        return _fault_inside(LIST.__iter__(value), levels, budget)
    if is_object(value):
        # A key that is no string is a child that JSON cannot hold, whatever it leads to.
        children = (item if is_string(key) else MISSING for key, item in DICT.items(value))
        return _fault_inside(children, levels, budget)
    if value is None or is_boolean(value) or is_string(value):
        return None
    if not is_number(value):
        return f"holds {type_name(value)}"
    if is_int(value) and int.__abs__(value) >= 10**MAX_DIGITS:
        return f"holds an integer of more than {MAX_DIGITS} digits"
    return None


def _fault_inside(children: Iterator[object], levels: int, budget: Iterator[int]) -> str | None:
    if not levels:
        return f"nested more than {MAX_LEVELS} levels deep"
    return next(filter(None, (_fault(child, levels - 1, budget) for child in children)), None)
