"""The two boundaries of a call: text becomes a value, and a value is held against the parameters."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import isinf
from typing import Any, Final, NoReturn, cast

from tool_harness.freeze import deep_freeze
from tool_harness.json_value import MAX_DIGITS
from tool_harness.plan import plan_property
from tool_harness.schema import check_spec
from tool_harness.spec import SchemaSpec
from tool_harness.violations import MAX_VIOLATIONS, Violations

MAX_TEXT_LEVELS: Final = 128
MAX_KEY: Final = 40
_JSON_BLANKS: Final = " \t\n\r"
_TOO_DEEP: Final = f"nested more than {MAX_TEXT_LEVELS} levels deep"


class Validator:
    """A spec, checked and planned once, for many values.

    ``place`` says in a :class:`SpecError` whose spec is bad. ``spec`` is a frozen copy.
    """

    def __init__(self, spec: SchemaSpec, place: str = "") -> None:
        check_spec(spec, place)
        self.spec: SchemaSpec = deep_freeze(spec)
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
_known: dict[int, tuple[SchemaSpec, Validator]] = {}


def _validator_of(spec: SchemaSpec) -> Validator:
    """Return the validator of ``spec``, made when this object is new here or no longer what it was."""
    known = _known.get(id(spec))
    if known and known[0] is spec and known[1].spec == spec:
        return known[1]
    validator = Validator(spec)
    if len(_known) >= _MAX_KNOWN:
        _known.clear()
    # The spec is kept beside its validator, so that no other object can come by its id.
    _known[id(spec)] = (spec, validator)
    return validator


@dataclass(frozen=True, slots=True)
class ParsedArguments:
    """What :func:`parse_arguments` found: a value, or why there is none."""

    value: object
    violations: list[str]


class _RefusedError(ValueError):
    """The text is JSON by the grammar, but means nothing that a tool could rely on."""


def parse_arguments(text: object) -> ParsedArguments:
    """Parse the arguments of a call as a model wrote them; total over ``text``.

    Blank text means no arguments, ``{}``. A violation is: no JSON (RFC 8259), NaN and Infinity, a number too large for
    a double or of more than 640 digits, a key twice in one object, more than 128 levels.
    """
    if not isinstance(text, str):
        return _refused("expected JSON text")
    try:
        value: object = _DECODER.decode(text) if text.strip(_JSON_BLANKS) else {}
    except json.JSONDecodeError as error:
        return _refused(f"not valid JSON at line {error.lineno}, column {error.colno}: {error.msg.rstrip(': ')}")
    except _RefusedError as error:
        return _refused(str(error))
    except RecursionError:
        return _refused(_TOO_DEEP)
    # The parser's own limit differs between versions of Python.
    return _refused(_TOO_DEEP) if _too_deep(text, value) else ParsedArguments(value, [])


def _refused(reason: str) -> ParsedArguments:
    return ParsedArguments(None, [f"arguments: {reason}"])


def _too_deep(text: str, value: object) -> bool:
    if text.count("[") + text.count("{") <= MAX_TEXT_LEVELS:
        return False
    level = [value]
    for _ in range(MAX_TEXT_LEVELS):
        level = [child for item in level for child in _children(item) if type(child) in (dict, list)]
    return bool(level)


def _children(container: Any) -> Iterable[object]:
    return cast("Iterable[object]", container.values() if type(container) is dict else container)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise _RefusedError(f"the key {json.dumps(twice[:MAX_KEY])} occurs twice in one object")
    return made


def _float(digits: str) -> float:
    value = float(digits)
    if isinf(value) or len(digits) > MAX_DIGITS:
        raise _RefusedError("a number is out of range")
    return value


def _int(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise _RefusedError(f"a number has more than {MAX_DIGITS} digits")
    return int(digits)


def _constant(name: str) -> NoReturn:
    raise _RefusedError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_int=_int, parse_constant=_constant)
