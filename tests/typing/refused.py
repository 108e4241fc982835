"""What type checkers must refuse: each marked line, with an error of mypy and of pyright that holds the text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tool_harness import Args, EventType, SchemaSpec, Session, ToolCall, define_tool, prop, validate_args


class Edit(Args):
    old = prop(str, required=True)


class EditFile(Args):
    path = prop(str, required=True)
    mode = prop(Literal["text", "binary"], required=True)
    edits = prop(list[Edit], required=True)
    dry_run = prop(bool)
    title = prop(str)
    count = prop(int, default=1)
    one = prop(Edit)
    options = prop(Mapping[str, object], required=True)


def reading(args: EditFile) -> None:
    args.title.upper()  # mypy: has no attribute "upper" # pyright: "upper" is not a known attribute of "None"
    args.one.old  # mypy: has no attribute "old" # pyright: "old" is not a known attribute of "None"
    args.count + 1  # mypy: Unsupported operand types for + ("None" and "int") # pyright: Operator "+" not supported
    args.pth  # mypy: "EditFile" has no attribute "pth" # pyright: Cannot access attribute "pth"
    args.edits[0].new  # mypy: "Edit" has no attribute "new" # pyright: Cannot access attribute "new"
    args.edits[0].old + 1  # mypy: Unsupported operand types # pyright: Operator "+" not supported
    args.options["x"].upper()  # mypy: "object" has no attribute "upper" # pyright: Cannot access attribute "upper"
    args.mode == "txt"  # mypy: Non-overlapping equality check # pyright: Condition will always evaluate to False
    number: int = args.path  # mypy: Incompatible types in assignment # pyright: not assignable to declared type "int"
    flag: bool = args.dry_run  # mypy: Incompatible types in assignment # pyright: not assignable to declared type "bool"
    mode: Literal["text"] = args.mode  # mypy: Incompatible types in assignment # pyright: not assignable to declared
    names: list[str] = args.edits  # mypy: Incompatible types in assignment # pyright: not assignable to declared type
    print(number, flag, mode, names)


def writing(args: EditFile) -> None:
    args.path = "b"  # mypy: Incompatible types in assignment # pyright: Cannot assign to attribute "path"
    args.unknown = 1  # mypy: Incompatible types in assignment # pyright: not assignable to type "Never"
    args.raw["path"] = "b"  # mypy: Unsupported target for indexed assignment # pyright: "__setitem__" method not defined


def declaring() -> None:
    prop("text")  # mypy: No overload variant of "prop" matches # pyright: cannot be assigned to parameter "kind"
    prop(3)  # mypy: No overload variant of "prop" matches # pyright: cannot be assigned to parameter "kind"
    prop(str, required="yes")  # mypy: No overload variant of "prop" matches # pyright: No overloads for "prop" match
    prop(str, descripton="")  # mypy: No overload variant of "prop" matches # pyright: No overloads for "prop" match


@define_tool(name="a", description="", parameters=EditFile)  # mypy: has incompatible type # pyright: cannot be assigned
async def other_arguments(args: Edit, call: ToolCall) -> str:
    return args.old


@define_tool(name="b", description="", parameters=EditFile)  # mypy: has incompatible type # pyright: cannot be assigned
def not_async(args: EditFile, call: ToolCall) -> str:
    return args.path


@define_tool(name="c", description="", parameters=EditFile)  # mypy: has incompatible type # pyright: cannot be assigned
async def no_text(args: EditFile, call: ToolCall) -> int:
    return 1


@define_tool(name="d", description="", parameters=EditFile)  # mypy: has incompatible type # pyright: cannot be assigned
async def one_argument(args: EditFile) -> str:
    return args.path


def specs(session: Session) -> None:
    wrong: SchemaSpec = {"a": {"type": "strin"}}  # mypy: Incompatible types # pyright: not assignable to declared type
    extra: SchemaSpec = {"a": {"type": "string", "requird": True}}  # mypy: Extra key "requird" # pyright: "requird"
    missing: SchemaSpec = {"a": {"required": True}}  # mypy: Missing key "type" # pyright: "type" is required
    validate_args({"a": "string"}, {})  # mypy: has incompatible type "str" # pyright: cannot be assigned to parameter
    session.emit("turn/begin", turn=1)  # mypy: Argument 1 to "emit" # pyright: cannot be assigned to parameter "kind"
    kind: EventType = "turn/begin"  # mypy: Incompatible types in assignment # pyright: not assignable to declared type
    print(wrong, extra, missing, kind)


def untouched(raw: Any) -> EditFile:
    return EditFile(raw)
