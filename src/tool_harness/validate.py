"""The two boundaries of a call: text becomes a value, and a value is held against the parameters."""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterable
from dataclasses import dataclass
from math import isinf
from typing import Any, Final, NoReturn, cast

from tool_harness.errors import ToolArgsError
from tool_harness.freeze import FrozenDict
from tool_harness.json_value import MAX_DIGITS, is_array, is_object, is_string
from tool_harness.plan import plan_property
from tool_harness.schema import sound_copy
from tool_harness.spec import PropertySpec, SchemaSpec
from tool_harness.violations import MAX_VIOLATIONS, Violations

MAX_TEXT_LEVELS: Final = 128
_JSON_BLANKS: Final = " \t\n\r"
_TOO_DEEP: Final = f"nested more than {MAX_TEXT_LEVELS} levels deep"


class Validator:
    """A spec, checked and planned once, for many values.

    ``place`` says in a :class:`SpecError` whose spec is bad. ``spec`` is a frozen copy.
    """

    def __init__(self, spec: SchemaSpec, place: str = "") -> None:
        self.spec: SchemaSpec = sound_copy(spec, place)
        self._plan = plan_property({"type": "object", "properties": self.spec})

    def violations(self, args: object, limit: int = MAX_VIOLATIONS) -> Violations:
        """Return the violations of ``args``; total, as :func:`validate_args` is."""
        violations = Violations(limit)
        self._plan.check(args, "", "", violations)
        return violations


def validate_args(spec: SchemaSpec, args: object) -> list[str]:
    """Say what is wrong with ``args``, one sentence for each violation; an empty list means valid.

    Total over ``args``: whatever it is, the answer is a list and no exception. A sentence names the path and what is
    expected there, never the value. At most 20 are given, then how many more there are.

    ``args`` must be an object; keys that ``spec`` does not know are allowed; a property must be there when it is
    ``required: True``; null is a value, and of no type; ``default`` is not applied; values are equal as JSON defines
    it. Raises :class:`SpecError` for a bad ``spec``.
    """
    return _validator_of(spec).violations(args).texts()


_MAX_KNOWN: Final = 256
_known: dict[int, tuple[SchemaSpec, bytes, Validator]] = {}


def _validator_of(spec: SchemaSpec) -> Validator:
    """Return the validator of ``spec``, made when this object is new here or no longer what it was."""
    known = _known.get(id(spec))
    # The first comparison bounds what the second writes, and is enough where no verdict hangs on True and 1.
    if known and known[2].spec == spec and (known[1] is _TEXT_ONLY or known[1] == _snapshot(spec)):
        return known[2]
    validator = Validator(spec)
    if snapshot := _TEXT_ONLY if _has_text_enums(validator.spec) else _snapshot(spec):
        if len(_known) >= _MAX_KNOWN:
            _known.clear()
        # The spec is kept beside its validator, so that no other object can come by its id.
        _known[id(spec)] = (spec, snapshot, validator)
    return validator


_TEXT_ONLY: Final = b"text"


def _has_text_enums(properties: SchemaSpec) -> bool:
    """Whether no boolean or number is in an enum of a sound spec; those elsewhere decide no verdict by their type."""
    return all(map(_has_text_enum, properties.values()))


def _has_text_enum(spec: PropertySpec) -> bool:
    inner = _has_text_enums(spec.get("properties", {})) and ("items" not in spec or _has_text_enum(spec["items"]))
    return inner and _is_text_only(spec.get("enum", []))


def _is_text_only(value: object) -> bool:
    return all(map(_is_text_only, _children(value))) if is_object(value) or is_array(value) else is_string(value)


def _snapshot(spec: SchemaSpec) -> bytes:
    """Return bytes that tell ``True`` from ``1`` and ``1.0`` in ``spec``, which Python's equality does not.

    Of a frozen spec nothing has to be told; of one with containers of other types nothing can be, so it is empty.
    """
    if type(spec) is FrozenDict:
        return b"frozen"
    try:
        return marshal.dumps(cast("Any", spec), 0)
    except ValueError:
        return b""


def refuse_violations(violations: list[str], name: str) -> None:
    """Raise :class:`ToolArgsError` that lists ``violations`` of the arguments for ``name``, if there are any."""
    if violations:
        raise ToolArgsError(f"invalid arguments for {name}:", violations=violations)


@dataclass(frozen=True, slots=True)
class ParsedArguments:
    """What :func:`parse_arguments` found: a value, or why there is none."""

    value: object
    violations: list[str]


class NotJsonError(ValueError):
    """Text is no JSON, or is by the grammar, but means nothing that a reader could rely on."""


def parse_arguments(text: object) -> ParsedArguments:
    """Parse the arguments of a call as a model wrote them; total over ``text``.

    Blank text means no arguments, ``{}``. A violation is: no JSON (RFC 8259), NaN and Infinity, a number too large for
    a double or of more than 640 digits, a key twice in one object, more than 128 levels.
    """
    if not is_string(text):
        return _refused("expected JSON text")
    plain = str.__str__(text)
    try:
        return ParsedArguments(decode_json(plain) if plain.strip(_JSON_BLANKS) else {}, [])
    except NotJsonError as error:
        return _refused(str(error))
    except RecursionError:
        return _refused(_TOO_DEEP)


def _refused(reason: str) -> ParsedArguments:
    return ParsedArguments(None, [f"arguments: {reason}"])


def decode_json(text: str) -> object:
    """Return the value that ``text`` is, by the rules of :func:`parse_arguments`, or raise :class:`NotJsonError`.

    A RecursionError comes through when there is no stack left for a text that is not deep.
    """
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        problem = error.msg.rstrip(": ")
        raise NotJsonError(f"not valid JSON at line {error.lineno}, column {error.colno}: {problem}") from None
    except RecursionError:
        if _may_be_deep(text):
            raise NotJsonError(_TOO_DEEP) from None
        raise
    # The parser's own limit differs between versions of Python.
    if _may_be_deep(text) and _is_deep(value):
        raise NotJsonError(_TOO_DEEP)
    return value


def _may_be_deep(text: str) -> bool:
    return text.count("[") + text.count("{") > MAX_TEXT_LEVELS


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(MAX_TEXT_LEVELS):
        level = [child for item in level for child in _children(item) if type(child) in (dict, list)]
    return bool(level)


def _children(container: Any) -> Iterable[object]:
    return cast("Iterable[object]", container.values() if is_object(container) else container)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise NotJsonError("a key occurs twice in one object")
    return made


def _float(digits: str) -> float:
    value = float(digits)
    if isinf(value) or len(digits) > MAX_DIGITS:
        raise NotJsonError("a number is out of range")
    return value


def _int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise NotJsonError(f"a number has more than {MAX_DIGITS} digits")
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise NotJsonError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_int=_int, parse_constant=_constant)
