"""Validation: verdicts and sentences as tables, hostile values, caps; and the parsing of arguments before it."""

from __future__ import annotations

import json
import math
import sys
from collections import UserDict, defaultdict
from types import MappingProxyType
from typing import Any
from unittest.mock import MagicMock

import pytest
from harness_specs import specs
from hypothesis import given
from hypothesis import strategies as st

from tool_harness import SchemaSpec, SpecError, Validator, deep_freeze, parse_arguments, validate, validate_args

EDIT: SchemaSpec = {
    "path": {"type": "string", "required": True},
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
GOOD = {"path": "a", "mode": "text", "edits": [{"old": "a", "new": "b"}]}


def test_a_valid_call() -> None:
    assert validate_args(EDIT, GOOD) == []
    assert validate_args(EDIT, {**GOOD, "more": object()}) == []


def test_seven_violations_in_one_call() -> None:
    args = {"mode": "txt", "edits": [{"old": 1, "new": "b", "count": "2"}, {"new": None}], "dry_run": "no"}
    violations = validate_args(EDIT, args)
    assert violations == [
        "path: required string is missing",
        'mode: expected one of "text", "binary"',
        "edits[0].old: expected string, got integer",
        "edits[0].count: expected integer, got string",
        "edits[1].old: required string is missing",
        "edits[1].new: expected string, got null",
        "dry_run: expected boolean, got string",
    ]
    assert len("\n".join(violations)) < 300


SAME: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
TABLE: list[tuple[dict[str, Any], object, list[str]]] = [
    ({"type": "integer"}, True, ["a: expected integer, got boolean"]),
    ({"type": "number"}, True, ["a: expected number, got boolean"]),
    ({"type": "boolean"}, 1, ["a: expected boolean, got integer"]),
    ({"type": "boolean"}, 0.0, ["a: expected boolean, got integer"]),
    ({"type": "integer"}, 1.0, []),
    ({"type": "integer"}, 1.5, ["a: expected integer, got number"]),
    ({"type": "integer"}, 10**400, []),
    ({"type": "number"}, 10**400, []),
    ({"type": "number"}, math.nan, ["a: expected number, got NaN or infinity"]),
    ({"type": "integer"}, math.inf, ["a: expected integer, got NaN or infinity"]),
    ({"type": "number"}, -math.inf, ["a: expected number, got NaN or infinity"]),
    ({"type": "number"}, "1", ["a: expected number, got string"]),
    ({"type": "string"}, None, ["a: expected string, got null"]),
    ({"type": "string"}, "", []),
    ({"type": "object"}, [], ["a: expected object, got array"]),
    ({"type": "object"}, {"x": math.nan}, []),
    ({"type": "array"}, {}, ["a: expected array, got object"]),
    ({"type": "array"}, (), ["a: expected array, got no JSON value"]),
    ({"type": "array"}, [math.nan, None], []),
    ({"type": "object", "properties": {}}, {"x": 1}, []),
    (SAME, ["a", 1, "b", None], ["a[1]: expected string, got integer", "a[3]: expected string, got null"]),
    ({"type": "array", "items": SAME}, [[1]], ["a[0][0]: expected string, got integer"]),
    ({"type": "array", "items": {"type": "string", "required": True}}, [], []),
    ({"type": "string", "default": "x", "required": True}, "y", []),
    # enum on every type
    ({"type": "string", "enum": ["x", "y"]}, "z", ['a: expected one of "x", "y"']),
    ({"type": "string", "enum": ["\ud800"]}, "x", ['a: expected one of "\\ud800"']),
    ({"type": "integer", "enum": [1, 2]}, 1.0, []),
    ({"type": "integer", "enum": [1, 2]}, 3, ["a: expected one of 1, 2"]),
    ({"type": "integer", "enum": [1, 2]}, True, ["a: expected integer, got boolean"]),
    ({"type": "number", "enum": [1.0]}, 1, []),
    ({"type": "number", "enum": [10**400]}, 10**400, []),
    ({"type": "number", "enum": [2**53]}, 2**53 + 1, ["a: expected one of 9007199254740992"]),
    ({"type": "boolean", "enum": [True]}, False, ["a: expected one of true"]),
    ({"type": "array", "enum": [[1, [True]]]}, [1.0, [True]], []),
    ({"type": "array", "enum": [[1, [True]]]}, [1, [1]], ["a: expected one of [1, [true]]"]),
    ({"type": "object", "enum": [{"x": 0}]}, {"x": False}, ['a: expected one of {"x": 0}']),
    (
        {"type": "array", "items": {"type": "integer"}, "enum": [[1]]},
        ["x"],
        ["a: expected one of [1]", "a[0]: expected integer, got string"],
    ),
]


@pytest.mark.parametrize(("spec", "value", "violations"), TABLE, ids=range(len(TABLE)))
def test_one_value(spec: Any, value: object, violations: list[str]) -> None:
    assert validate_args({"a": spec}, {"a": value}) == violations


TOP = [
    (None, "null"),
    ([], "array"),
    ("{}", "string"),
    (MappingProxyType({}), "no JSON value"),
    (UserDict(), "no JSON value"),
    (math.nan, "NaN or infinity"),
]


@pytest.mark.parametrize(("args", "found"), TOP, ids=range(len(TOP)))
def test_arguments_must_be_an_object(args: object, found: str) -> None:
    assert validate_args({}, args) == [f"arguments: expected object, got {found}"]


PATHS = [
    (("a", "b"), "a.b"),
    (("",), '[""]'),
    (("a.b", "c"), '["a.b"].c'),
    (("a", 'say "x"'), 'a["say \\"x\\""]'),
    (("a[0]",), '["a[0]"]'),
    (("it's",), '["it\'s"]'),
    (("a b",), '["a b"]'),
    (("a\n",), '["a\\n"]'),
    (("\ud800",), '["\\ud800"]'),
    (("größe", "dry-run", "$ref", "@type"), "größe.dry-run.$ref.@type"),
]


@pytest.mark.parametrize(("keys", "text"), PATHS, ids=[ascii(text) for _, text in PATHS])
def test_paths(keys: tuple[str, ...], text: str) -> None:
    spec: Any = {"type": "string", "required": True}
    args: Any = 1
    for key in reversed(keys):
        spec, args = {"type": "object", "properties": {key: spec}}, {key: args}
    assert validate_args(spec["properties"], args) == [f"{text}: expected string, got integer"]


def test_ten_thousand_violations_are_capped() -> None:
    violations = validate_args({"a": SAME}, {"a": [1] * 10_000})  # type: ignore[typeddict-item]
    assert len(violations) == 21
    assert violations[19:] == ["a[19]: expected string, got integer", "and 9980 more"]
    exactly = validate_args({"a": SAME}, {"a": [1] * 20})  # type: ignore[typeddict-item]
    assert exactly == violations[:20]


def test_long_enums_are_capped() -> None:
    [violation] = validate_args(
        {"a": {"type": "string", "enum": [f"choice {each}" for each in range(1000)]}}, {"a": ""}
    )
    assert violation.startswith('a: expected one of "choice 0", "choice 1", ')
    assert violation.endswith(", 989 more")
    [violation] = validate_args({"a": {"type": "string", "enum": ["x" * 1000]}}, {"a": ""})
    assert violation == "a: expected one of the values in the schema, which are too long to list"


def test_a_spec_that_changes_is_seen_as_it_is() -> None:
    spec: dict[str, Any] = {"a": {"type": "object", "properties": {}}}
    assert validate_args(spec, {"a": {}}) == []
    spec["a"]["properties"]["b"] = {"type": "string", "required": True}
    assert validate_args(spec, {"a": {}}) == ["a.b: required string is missing"]


def test_many_specs_are_not_all_remembered() -> None:
    kept: list[SchemaSpec] = [{"a": {"type": "string"}, str(number): {"type": "string"}} for number in range(600)]
    assert [validate_args(spec, {"a": 1}) for spec in kept * 2] == [["a: expected string, got integer"]] * 1200


def test_a_change_that_python_takes_for_none_is_seen() -> None:
    spec: dict[str, Any] = {"a": {"type": "array", "enum": [[1]]}}
    assert validate_args(spec, {"a": [1]}) == []
    spec["a"]["enum"] = [[True]]
    assert validate_args(spec, {"a": [1]}) == ["a: expected one of [true]"]
    spec["a"]["required"] = 1
    with pytest.raises(SpecError, match="required must be True or False"):
        validate_args(spec, {})


def test_validators_are_kept_for_a_while() -> None:
    spec: SchemaSpec = {"a": {"type": "string", "required": True}}
    for same in (spec, deep_freeze(spec), {"a": {"type": "string"}}):
        first = validate._validator_of(same)  # noqa: SLF001
        assert validate._validator_of(same) is first  # noqa: SLF001
        for number in range(300):
            validate_args({str(number): {"type": "string"}}, {})
        assert len(validate._known) <= 256  # noqa: SLF001
        assert validate._validator_of(same) is not first  # noqa: SLF001
    odd = MyDict(spec)
    assert validate_args(odd, {}) == ["a: required string is missing"]


class MyDict(dict[str, Any]):
    pass


def test_the_root_and_a_property_of_its_name_are_told_apart() -> None:
    spec: SchemaSpec = {"arguments": {"type": "string", "required": True}}
    assert validate_args(spec, {}) == ['["arguments"]: required string is missing']
    assert validate_args(spec, {"arguments": 1}) == ['["arguments"]: expected string, got integer']
    assert validate_args(spec, 1) == ["arguments: expected object, got integer"]


def arrays(levels: int, leaf: str) -> Any:
    spec: dict[str, Any] = {"type": leaf}
    for _ in range(levels):
        spec = {"type": "array", "items": spec}
    return {"a": spec}


def test_lists_that_hold_themselves_twice_over_end() -> None:
    value: list[Any] = []
    value += [value, value]
    assert validate_args(arrays(60, "array"), {"a": value}) == []
    violations = validate_args(arrays(60, "string"), {"a": value})
    assert len(violations) == 21
    assert violations[-1] == f"and {2**60 - 20} more"


BEYOND = [
    ({"type": "string", "enum": ["x"]}, ["y", 1, None, "x", [], {}], 5),
    ({"type": "integer"}, [1.0, 1.5, True, "1", math.nan, 10**400], 4),
    ({"type": "number"}, [1.5, True, math.nan, Ellipsis], 3),
    ({"type": "object", "properties": {"b": {"type": "string", "required": True}}}, [{}, {"b": 1}, {"c": 1}, 1], 4),
    ({"type": "array", "items": {"type": "string"}}, [[1, 2], ["x"], [], 1], 3),
]


@pytest.mark.parametrize(("item", "values", "bad"), BEYOND, ids=range(len(BEYOND)))
def test_what_is_beyond_the_cap_is_counted_right(item: Any, values: list[object], bad: int) -> None:
    spec: Any = {"a": {"type": "array", "items": item}}
    assert Validator(spec).violations({"a": values}).count == bad
    for limit in range(bad + 1):
        found = Validator(spec).violations({"a": values}, limit=limit)
        assert (found.count, len(found.first)) == (bad, limit)


# Hostile values


def refuse(self: object, *_: object) -> Any:
    raise RuntimeError("hostile")


class Hostile:
    """Every question about it raises."""

    __eq__ = __ne__ = __bool__ = __len__ = __iter__ = __str__ = __repr__ = __getattr__ = refuse
    __int__ = __float__ = __index__ = __getitem__ = __contains__ = __lt__ = refuse

    @property
    def __class__(self) -> Any:
        raise RuntimeError("hostile")

    def __hash__(self) -> int:
        return hash("a")


class HostileMeta(type):
    def __hash__(cls) -> int:
        raise RuntimeError("hostile")

    def __eq__(cls, other: object) -> bool:
        raise RuntimeError("hostile")

    def __getattribute__(cls, name: str) -> Any:
        raise RuntimeError("hostile")


class OfHostileMeta(metaclass=HostileMeta):
    pass


class HostileDict(dict[Any, Any]):
    get = items = keys = values = __getitem__ = __contains__ = __iter__ = __len__ = __eq__ = refuse  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class HostileList(list[Any]):
    __iter__ = __getitem__ = __len__ = __contains__ = __eq__ = refuse  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class HostileStr(str):
    __slots__ = ()
    __eq__ = __ne__ = __len__ = __str__ = __repr__ = refuse  # type: ignore[assignment]

    def __hash__(self) -> int:
        return hash("a")


class HostileInt(int):
    __eq__ = __int__ = __index__ = __float__ = __str__ = __repr__ = __bool__ = refuse  # type: ignore[assignment]
    __hash__ = refuse  # type: ignore[assignment]


class HostileFloat(float):
    __eq__ = is_integer = __float__ = __int__ = __str__ = __repr__ = __bool__ = refuse  # type: ignore[assignment]
    __hash__ = refuse  # type: ignore[assignment]


def deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


def cyclic() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["a"] = value["b"] = [value]
    return value


def bad_key() -> dict[Any, Any]:
    return {Hostile(): "secret", "b": 1}


HOSTILE: dict[str, Any] = {
    "object": Hostile(),
    "metaclass": OfHostileMeta(),
    "class": OfHostileMeta,
    "dict": HostileDict(a=1, b=[1]),
    "list": HostileList([1, HostileList()]),
    "string": HostileStr("secret"),
    "int": HostileInt(7),
    "float": HostileFloat(7.5),
    "whole float": HostileFloat(7.0),
    "key": bad_key(),
    "string key": {HostileStr("a"): 1},
    "cycle": cyclic(),
    "deep": deep(100_000),
    "huge": 10**5000,
    "minus huge": -(10**5000),
    "surrogate": "\ud800",
    "default dict": defaultdict(list),
    "bytes": b"secret",
    "type": int,
    "nan": math.nan,
    "mock": MagicMock(),
    "module": json,
    "generator": (each for each in "ab"),
    "error": ValueError("secret"),
    "function": deep,
    "view": {"a": "secret"}.items(),
    "mapping": MappingProxyType({"a": "secret"}),
}
LEAVES: list[Any] = [
    {"type": "string"},
    {"type": "number"},
    {"type": "integer"},
    {"type": "boolean"},
    {"type": "object"},
    {"type": "array"},
    {"type": "string", "enum": ["a", "b"]},
    {"type": "number", "enum": [1, 7.5]},
    {"type": "integer", "enum": [7]},
    {"type": "boolean", "enum": [True]},
    {"type": "object", "enum": [{"a": 1, "b": [1]}, {}]},
    {"type": "array", "enum": [[1, []], [[]], []]},
    {"type": "object", "properties": {"a": {"type": "string", "required": True}, "b": {"type": "integer"}}},
    {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
]


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("spec", LEAVES, ids=range(len(LEAVES)))
def test_hostile_values_give_a_list(name: str, spec: Any) -> None:
    value = HOSTILE[name]
    for args in (value, {"a": value}, HostileDict(a=value), {"a": [value]}, {"a": {"a": value, "b": value}}):
        violations = validate_args({"a": spec}, args)
        assert type(violations) is list
        assert "secret" not in "".join(violations)


def test_subclasses_are_read_as_what_they_hold() -> None:
    spec: SchemaSpec = {
        "a": {"type": "integer", "enum": [7], "required": True},
        "b": {"type": "array", "items": {"type": "number", "enum": [7.5]}, "required": True},
        "c": {"type": "string", "enum": ["x"]},
    }
    args = HostileDict(a=HostileInt(7), b=HostileList([HostileFloat(7.5)]), c=HostileStr("x"))
    assert validate_args(spec, args) == []
    assert validate_args({"a": {"type": "array", "enum": [[7, "x"]]}}, {"a": [HostileInt(7), HostileStr("x")]}) == []


def test_a_hostile_key_hides_no_other() -> None:
    args: dict[Any, Any] = {Hostile(): 1}
    dict.__setitem__(args, "other", 1)
    spec: SchemaSpec = {"a": {"type": "string", "required": True}, "other": {"type": "string"}}
    assert validate_args(spec, args) == ["a: required string is missing", "other: expected string, got integer"]


def test_an_interrupt_in_a_hostile_key_passes() -> None:
    class Interrupting(Hostile):
        def __eq__(self, other: object) -> bool:
            raise KeyboardInterrupt

        __hash__ = Hostile.__hash__

    with pytest.raises(KeyboardInterrupt):
        validate_args({"a": {"type": "string"}}, {Interrupting(): 1})


SECRET = 918273645
secrets = st.recursive(
    st.sampled_from([SECRET, float(SECRET), str(SECRET), f"x{SECRET}"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "path", str(SECRET)]), inner, max_size=3)
    ),
)


@given(specs(names=st.sampled_from(["a", "path", ""])), secrets)
def test_no_message_holds_a_value(spec: SchemaSpec, args: object) -> None:
    assert str(SECRET) not in "".join(validate_args(spec, args))


# Parsing

PARSED = [
    ("", {}),
    (" \n\t\r", {}),
    ("{}", {}),
    ('{"a": [1, 1.5, null, true, "x"]}', {"a": [1, 1.5, None, True, "x"]}),
    ("[1]", [1]),
    ('"x"', "x"),
    ("9" * 640, int("9" * 640)),
    ("-" + "9" * 640, -int("9" * 640)),
    ('"\\ud800"', "\ud800"),
    ('{"a": {"b": 1}, "b": {"b": 1}}', {"a": {"b": 1}, "b": {"b": 1}}),
    ("1e-999", 0.0),
    ("[" * 128 + "]" * 128, deep(127)),
    ('{"a": "' + "[" * 1000 + '"}', {"a": "[" * 1000}),
    ("[" + "[]," * 1000 + "[]]", [[]] * 1001),
]
REFUSED = [
    ("{", "not valid JSON at line 1, column 2: Expecting property name enclosed in double quotes"),
    ("{}\n{}", "not valid JSON at line 2, column 1: Extra data"),
    ("'a'", "not valid JSON at line 1, column 1: Expecting value"),
    ("\u00a0", "not valid JSON at line 1, column 1: Expecting value"),
    ("\ufeff{}", "not valid JSON at line 1, column 1: Expecting value"),
    ("NaN", "NaN is not JSON"),
    ("[Infinity]", "Infinity is not JSON"),
    ('{"a": -Infinity}', "-Infinity is not JSON"),
    ("1e999", "a number is out of range"),
    ("-1e999", "a number is out of range"),
    ("1." + "0" * 5000, "a number is out of range"),
    ("9" * 5000, "a number has more than 640 digits"),
    ('{"a": 1, "b": 2, "a": 3}', "a key occurs twice in one object"),
    ('{"x": {"a\\n": 1, "a\\n": 1}}', "a key occurs twice in one object"),
    ("[" * 129 + "]" * 129, "nested more than 128 levels deep"),
    ("[" * 1000 + "]" * 1000, "nested more than 128 levels deep"),
    ('{"a":' * 100_000 + "1" + "}" * 100_000, "nested more than 128 levels deep"),
    (b"{}", "expected JSON text"),
    (None, "expected JSON text"),
]


@pytest.mark.parametrize(("text", "value"), PARSED, ids=range(len(PARSED)))
def test_parsed(text: str, value: object) -> None:
    parsed = parse_arguments(text)
    assert parsed.violations == []
    assert json.dumps(parsed.value) == json.dumps(value)


@pytest.mark.parametrize(("text", "reason"), REFUSED, ids=range(len(REFUSED)))
def test_refused(text: object, reason: str) -> None:
    assert parse_arguments(text).violations == [f"arguments: {reason}"]


def test_a_long_key_is_cut() -> None:
    [violation] = parse_arguments('{"%s": 1, "%s": 1}' % (("k" * 9999,) * 2)).violations
    assert len(violation) < 100


def test_digits_are_counted_whatever_the_interpreter_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(0)
        assert parse_arguments("9" * 5000).violations == ["arguments: a number has more than 640 digits"]
    finally:
        sys.set_int_max_str_digits(limit)


@given(st.text() | st.text(alphabet='[]{}",:\\0123456789eE+-.truefalsnNaIity \n'))
def test_parsing_never_raises(text: str) -> None:
    parsed = parse_arguments(text)
    assert bool(parsed.violations) or json.dumps(parsed.value)


class HostileText(str):
    __slots__ = ()
    strip = count = __eq__ = __str__ = refuse  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


def test_parsing_hostile_objects_never_raises() -> None:
    assert parse_arguments(Hostile()).violations == ["arguments: expected JSON text"]
    assert parse_arguments(HostileText('{"a": 1}')).value == {"a": 1}
