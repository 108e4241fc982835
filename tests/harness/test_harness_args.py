"""Argument classes at run time: what they declare, what they show, and what cannot be declared."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any, Literal

import pytest

from tool_harness import Args, SpecError, ToolArgsError, prop, spec_of, validate_args


class Edit(Args):
    old = prop(str, required=True)
    count = prop(int, default=1)


class EditFile(Args):
    path = prop(str, required=True, description="file to edit")
    mode = prop(Literal["text", "binary"], required=True)
    level = prop(Literal[1, 2])
    edits = prop(list[Edit], required=True)
    grid = prop(list[list[int]])
    ratio = prop(float)
    options = prop(Mapping[str, object])
    anything = prop(list[object])
    first = prop(Edit)
    dry_run = prop(bool)


RAW: dict[str, Any] = {
    "path": "a.py",
    "mode": "text",
    "level": 2.0,
    "edits": [{"old": "x"}, {"old": "y", "count": 2.0, "extra": 1}],
    "grid": [[1.0, 2], []],
    "ratio": 1,
    "options": {"any": [None]},
    "anything": [None],
    "first": {"old": "z"},
    "extra": None,
}


def test_a_class_is_a_spec() -> None:
    edit = {"old": {"type": "string", "required": True}, "count": {"type": "integer", "default": 1}}
    assert spec_of(EditFile) == {
        "path": {"type": "string", "description": "file to edit", "required": True},
        "mode": {"type": "string", "enum": ["text", "binary"], "required": True},
        "level": {"type": "integer", "enum": [1, 2]},
        "edits": {"type": "array", "items": {"type": "object", "properties": edit}, "required": True},
        "grid": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        "ratio": {"type": "number"},
        "options": {"type": "object"},
        "anything": {"type": "array"},
        "first": {"type": "object", "properties": edit},
        "dry_run": {"type": "boolean"},
    }


def test_values_have_the_declared_types() -> None:
    args = EditFile(RAW)
    assert (args.path, args.mode, args.level, args.ratio, args.dry_run) == ("a.py", "text", 2, 1, None)
    assert type(args.level) is int
    assert args.edits[1].count == 2
    assert type(args.edits[1].count) is int
    assert args.edits[0].count is None
    assert args.edits is args.edits
    assert args.grid == [[1, 2], []]
    assert args.first is not None
    assert args.first.old == "z"
    assert args.options == {"any": [None]}
    assert dict(args.raw) == RAW
    assert args.edits[1].raw["extra"] == 1
    assert args.anything == [None]


def test_an_instance_holds_what_its_class_promises() -> None:
    raw = {"path": 1, "mode": "text"}
    with pytest.raises(ToolArgsError) as caught:
        EditFile(raw)
    assert caught.value.violations == validate_args(spec_of(EditFile), raw)
    assert caught.value.code == "INVALID_ARGS"
    with pytest.raises(ToolArgsError):
        EditFile({**RAW, "dry_run": None})


@pytest.mark.parametrize("name", ["path", "raw", "unknown", "_raw"])
def test_arguments_are_read_only(name: str) -> None:
    args = EditFile(RAW)
    with pytest.raises(AttributeError, match="read-only"):
        setattr(args, name, "b")
    with pytest.raises(AttributeError, match="read-only"):
        delattr(args, name)
    with pytest.raises(AttributeError, match="read-only"):
        EditFile.path.__set__(args, "b")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        args.raw["path"] = "b"  # type: ignore[index]
    assert args.path == "a.py"


def test_raw_is_json_again_and_frozen() -> None:
    args = EditFile(RAW)
    assert json.dumps(args.raw) == json.dumps(RAW)
    assert args.raw is args.raw
    assert EditFile(dict(args.raw)).path == "a.py"
    with pytest.raises(TypeError):
        args.raw["grid"].append(1)


class Loud(dict[str, Any]):
    def get(self, *_: object) -> Any:
        raise RuntimeError("asked")

    __getitem__ = __iter__ = __contains__ = get  # type: ignore[assignment]


class Level(IntEnum):
    HIGH = 2


def test_values_are_read_past_what_subclasses_override() -> None:
    args = EditFile(Loud({**RAW, "level": Level.HIGH, "first": Loud(old="z")}))
    assert args.path == "a.py"
    assert args.first is not None
    assert args.first.old == "z"
    assert type(args.level) is int


def test_repr_tells_no_value() -> None:
    assert repr(EditFile(RAW)) == "<EditFile with 10 arguments>"


def test_a_class_inherits_and_overrides() -> None:
    class Base(Args):
        one = prop(str)
        two = prop(str)

    class Derived(Base):
        two = prop(int)  # type: ignore[assignment]
        three = prop(bool)

    assert list(spec_of(Derived)) == ["one", "two", "three"]
    assert spec_of(Derived)["two"] == {"type": "integer"}
    assert spec_of(Base)["two"] == {"type": "string"}
    assert Base({"two": "x"}).two == "x"
    assert Derived({"two": 1.0}).two == 1


def test_annotated_types_are_looked_through() -> None:
    class Aliased(Args):
        text = prop(Annotated[str, "metadata"])

    assert spec_of(Aliased) == {"text": {"type": "string"}}


KNOWN = "known are str, int, float, bool, Literal, list, Mapping[str, object] and classes of Args"
BAD = [
    (str | None, f"str | None is no type of a property; {KNOWN}"),
    (bytes, f"bytes is no type of a property; {KNOWN}"),
    (None, f"None is no type of a property; {KNOWN}"),
    ("str", f"'str' is no type of a property; {KNOWN}"),
    (Literal["a", 1], "a Literal must hold strings, integers or booleans, and of one kind only"),
    (Literal[b"x"], "a Literal must hold strings, integers or booleans, and of one kind only"),
    (Literal[1, True], "a Literal must hold strings, integers or booleans, and of one kind only"),
    (Mapping[str, int], "the values of a mapping are not looked into; declare Mapping[str, object]"),
    (dict[int, object], "the values of a mapping are not looked into; declare Mapping[str, object]"),
]


@pytest.mark.parametrize(("kind", "message"), BAD, ids=[str(kind) for kind, _ in BAD])
def test_a_bad_class_fails_when_it_is_made(kind: Any, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        type("Bad", (Args,), {"field": prop(kind)})
    assert str(caught.value) == f"{__name__}.Bad.field: {message}"


def test_places_of_other_faults() -> None:
    with pytest.raises(SpecError, match=r"Bad\.raw: the name is taken by Args itself"):
        type("Bad", (Args,), {"raw": prop(str)})
    with pytest.raises(SpecError, match=r"Bad\.b: the same prop is a already"):
        type("Bad", (Args,), dict.fromkeys("ab", prop(str)))
    with pytest.raises(SpecError, match=r"\.Bad: a: default: expected integer, got string"):
        type("Bad", (Args,), {"a": prop(int, default="1")})
    with pytest.raises(SpecError, match=r"Bad\.a\.items: bytes is no type"):
        type("Bad", (Args,), {"a": prop(list[bytes])})


class Mixin:
    mixed = prop(int, required=True)


class Other(Args):
    other = prop(str, required=True)


class Both(Mixin, Edit, Other):
    own = prop(str)


def test_every_base_is_collected_and_validated() -> None:
    assert list(spec_of(Both)) == ["other", "old", "count", "mixed", "own"]
    with pytest.raises(ToolArgsError) as caught:
        Both({"mixed": "no int"})
    assert caught.value.violations == [
        "other: required string is missing",
        "old: required string is missing",
        "mixed: expected integer, got string",
    ]


def test_a_prop_is_not_replaced_by_something_else() -> None:
    with pytest.raises(SpecError, match=r"Bad\.old: Bad puts something else in the place of a prop"):
        type("Bad", (Edit,), {"old": 3})


@pytest.mark.parametrize("name", ["_raw", "_views", "__secret", "__view__", "_meta"])
def test_names_of_args_and_private_names_are_taken(name: str) -> None:
    with pytest.raises(SpecError, match="the name is taken by Args itself"):
        type("Bad", (Args,), {name: prop(str)})


@pytest.mark.parametrize("kind", [[1], {}, Edit({"old": "x"}), dict[str]], ids=range(4))  # type: ignore[misc]
def test_what_is_no_type_is_a_bad_spec(kind: Any) -> None:
    with pytest.raises(SpecError, match=r"Bad\.field: "):
        type("Bad", (Args,), {"field": prop(kind)})


def test_lists_and_mappings_are_shown_frozen() -> None:
    args = EditFile(RAW)
    grid, options, anything = args.grid, args.options, args.anything
    assert grid is not None
    assert anything is not None
    for change in (
        lambda: grid.append([]),
        lambda: grid[0].append(3),
        args.edits.clear,
        lambda: options.update(k=1),  # type: ignore[union-attr]
        lambda: anything.append(1),
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert RAW["options"] == {"any": [None]}


class Foreign:
    """A key that is in a dict, and then can be hashed no more."""

    hashed = 0

    def __hash__(self) -> int:
        self.hashed += 1
        if self.hashed > 1:
            raise RuntimeError("hostile")
        return 1


def test_raw_copes_with_a_foreign_key() -> None:
    assert Edit({"old": "x", Foreign(): 1}).raw == {"old": "x"}  # type: ignore[dict-item]
