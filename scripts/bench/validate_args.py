"""What validation costs, beside json.loads of the same text and other validators, all in one process.

Run ``python scripts/bench/validate_args.py`` with the dependency group ``bench``. The ratio is processor time over that
of ``json.loads``, the least of several rounds each. Exits 1 when ``validate_args`` costs more than four ``json.loads``,
or on one of the shapes made for it alone, more than is said there.
"""

from __future__ import annotations

import json
import sys
import timeit
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from time import process_time
from typing import Any, Literal

import fastjsonschema
import jsonschema
import msgspec
import pydantic

from tool_harness import PropertySpec, SchemaSpec, schema_spec_to_json_schema, validate_args

MAX_RATIO = 4
ROUNDS = 7
SECONDS = 0.05

SPEC: SchemaSpec = {
    "path": {"type": "string", "required": True, "description": "file to edit"},
    "mode": {"type": "string", "required": True, "enum": ["text", "binary"]},
    "edits": {
        "type": "array",
        "required": True,
        "items": {
            "type": "object",
            "properties": {
                "old": {"type": "string", "required": True},
                "new": {"type": "string", "required": True},
                "count": {"type": "integer", "default": 1},
            },
        },
    },
    "dry_run": {"type": "boolean"},
}
EDIT = {
    "old": "    for entry in self._entries:\n        entry.close()\n",
    "new": "    while self._entries:\n        self._entries.pop().close()\n",
    "count": 2,
}
CALL = {"path": "src/package/registry.py", "mode": "text", "edits": [EDIT] * 3, "dry_run": False}
BAD_EDITS = [{**EDIT, "old": 1, "count": "2"}, {"new": None}, EDIT]
STRING: PropertySpec = {"type": "string", "required": True}
SIX: SchemaSpec = {f"field_{number}": STRING for number in range(6)}
MANY: SchemaSpec = {f"field_{number}": {"type": "string"} for number in range(64)}
MODE: PropertySpec = {"type": "string", "enum": ["text", "binary"]}
GRID: PropertySpec = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}
# Shapes for ours alone, with the most that each may cost; where that is more than usual, the text is next to nothing.
SHAPES: dict[str, tuple[SchemaSpec, dict[str, Any], float]] = {
    "six missing properties": (SIX, {}, 6),
    "an enum missed": ({"mode": MODE}, {"mode": "txt"}, MAX_RATIO),
    "a thousand enums missed": ({"modes": {"type": "array", "items": MODE}}, {"modes": ["txt"] * 1000}, 5),
    "none of 64 properties": (MANY, {}, 5),
    "ten thousand wrong": ({"a": {"type": "array", "items": STRING}}, {"a": [1] * 10_000}, 5),
    "a thousand small lists": ({"grid": GRID}, {"grid": [[1, 2]] * 1000}, 7),
    "a thousand edits, each lacks one": (SPEC, {**CALL, "edits": [{"old": "text"}] * 1000}, 9),
    "a thousand empty edits": (SPEC, {**CALL, "edits": [{}] * 1000}, 18),
}
INPUTS: dict[str, dict[str, Any]] = {
    "one call": CALL,
    "a thousand edits": {**CALL, "edits": [EDIT] * 1000},
    "one call, seven violations": {"mode": "txt", "edits": BAD_EDITS, "dry_run": "no"},
    "a thousand edits, each with two violations": {**CALL, "edits": [{**EDIT, "old": 1, "count": "2"}] * 1000},
}


class PydanticEdit(pydantic.BaseModel, strict=True):
    """The parameters once more, for pydantic."""

    old: str
    new: str
    count: int | None = None


class PydanticCall(pydantic.BaseModel, strict=True):
    """The parameters once more, for pydantic."""

    path: str
    mode: Literal["text", "binary"]
    edits: list[PydanticEdit]
    dry_run: bool | None = None


class MsgspecEdit(msgspec.Struct):
    """The parameters once more, for msgspec."""

    old: str
    new: str
    count: int | None = None


class MsgspecCall(msgspec.Struct):
    """The parameters once more, for msgspec."""

    path: str
    mode: Literal["text", "binary"]
    edits: list[MsgspecEdit]
    dry_run: bool | None = None


def validators() -> dict[str, Callable[[Any], object]]:
    """Each validator as a function of a value; "first" stops at the first violation, the others collect them."""
    schema = schema_spec_to_json_schema(SPEC)
    draft = jsonschema.Draft202012Validator(schema)
    compiled: Callable[[Any], object] = fastjsonschema.compile(schema)
    return {
        "tool_harness": lambda args: validate_args(SPEC, args),
        f"pydantic {version('pydantic')}": raising(PydanticCall.model_validate, pydantic.ValidationError),
        f"msgspec {version('msgspec')} (first)": raising(
            lambda args: msgspec.convert(args, MsgspecCall), msgspec.ValidationError
        ),
        f"fastjsonschema {version('fastjsonschema')} (first)": raising(compiled, fastjsonschema.JsonSchemaException),
        f"jsonschema {version('jsonschema')}": lambda args: list(draft.iter_errors(args)),
    }


def raising(validate: Callable[[Any], object], error: type[Exception]) -> Callable[[Any], object]:
    """Make of ``validate`` a function that returns what it raises, as text, since a model has to read it."""

    def judge(args: Any) -> object:
        try:
            return validate(args)
        except error as raised:
            return str(raised)

    return judge


def cost(function: Callable[[], object]) -> float:
    """Processor seconds of one call, the least of several rounds."""
    timer = timeit.Timer(function, timer=process_time)
    once = max(timer.timeit(3) / 3, 1e-7)
    number = max(1, int(SECONDS / once))
    return min(timer.repeat(ROUNDS, number)) / number


def main() -> int:
    """Print the table and say whether ours is cheap enough."""
    slow = []
    for name, args in INPUTS.items():
        text = json.dumps(args)
        base = cost(partial(json.loads, text))
        print(f"\n{name}: {len(text)} bytes, {len(validate_args(SPEC, args))} messages, json.loads {base * 1e6:.1f} µs")
        for validator, judge in validators().items():
            ratio = cost(partial(judge, args)) / base
            print(f"  {validator:32} {ratio:7.2f} x json.loads")
            if validator == "tool_harness" and ratio > MAX_RATIO:
                slow.append(name)
    print("\ntool_harness on other shapes")
    for name, (spec, args, limit) in SHAPES.items():
        ratio = cost(partial(validate_args, spec, args)) / cost(partial(json.loads, json.dumps(args)))
        print(f"  {name:32} {ratio:7.2f} x json.loads, at most {limit}")
        if ratio > limit:
            slow.append(name)
    for name in slow:
        print(f"tool_harness costs too much: {name}")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
