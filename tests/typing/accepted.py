"""What type checkers infer of arguments and tools; every line here must pass under mypy and pyright, both strict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, assert_type

from tool_harness import (
    Args,
    EventType,
    JsonlStore,
    PropertySpec,
    SchemaSpec,
    Session,
    Tool,
    ToolCall,
    ToolExecutionResult,
    ToolRegistry,
    deep_freeze,
    define_tool,
    invariants,
    parse_arguments,
    prop,
    spec_of,
    use,
    validate_args,
)
from tool_harness.args import Prop
from tool_harness.plugins import Context


class Edit(Args):
    old = prop(str, required=True)
    new = prop(str, required=True)
    count = prop(int, default=1)


class Hunk(Args):
    edits = prop(list[Edit], required=True)
    place = prop(Edit)


class EditFile(Args):
    path = prop(str, required=True, description="file to edit")
    line = prop(int, required=True)
    ratio = prop(float, required=True)
    force = prop(bool, required=True)
    mode = prop(Literal["text", "binary"], required=True)
    level = prop(Literal[1, 2, 3], required=True)
    edits = prop(list[Edit], required=True)
    hunks = prop(list[Hunk])
    names = prop(list[str], required=True)
    grid = prop(list[list[int]], required=True)
    kinds = prop(list[Literal["a", "b"]], required=True)
    options = prop(Mapping[str, object], required=True)
    plain = prop(dict[str, Any], required=True)
    one = prop(Edit, required=True)
    title = prop(str, description="a title", default="none")
    size = prop(int, required=False)
    share = prop(float)
    dry_run = prop(bool)
    encoding = prop(Literal["utf-8", "latin-1"], default="utf-8")
    tags = prop(list[str])
    more = prop(Mapping[str, object])
    other = prop(Edit)


class Derived(EditFile):
    extra = prop(str, required=True)


def required(args: EditFile) -> None:
    assert_type(args.path, str)
    assert_type(args.line, int)
    assert_type(args.ratio, float)
    assert_type(args.force, bool)
    assert_type(args.mode, Literal["text", "binary"])
    assert_type(args.level, Literal[1, 2, 3])


def optional(args: EditFile) -> None:
    assert_type(args.title, str | None)
    assert_type(args.size, int | None)
    assert_type(args.share, float | None)
    assert_type(args.dry_run, bool | None)
    assert_type(args.encoding, Literal["utf-8", "latin-1"] | None)
    assert_type(args.tags, list[str] | None)
    assert_type(args.more, Mapping[str, object] | None)
    assert_type(args.other, Edit | None)


def nested(args: EditFile) -> None:
    assert_type(args.edits, list[Edit])
    assert_type(args.edits[0].old, str)
    assert_type(args.edits[0].count, int | None)
    assert_type(args.names, list[str])
    assert_type(args.grid, list[list[int]])
    assert_type(args.grid[0][0], int)
    assert_type(args.kinds, list[Literal["a", "b"]])
    assert_type(args.options, Mapping[str, object])
    assert_type(args.options["x"], object)
    assert_type(args.plain, dict[str, Any])
    assert_type(args.one, Edit)
    assert_type(args.one.new, str)
    assert_type(args.hunks, list[Hunk] | None)
    for hunk in args.hunks or []:
        assert_type(hunk.edits[0].new, str)
        assert_type(hunk.place, Edit | None)
    if args.other is not None:
        assert_type(args.other.old, str)


def classes(args: Derived) -> None:
    assert_type(args.extra, str)
    assert_type(args.path, str)
    assert_type(args.raw, Mapping[str, Any])
    assert_type(EditFile.path, Prop[str])
    assert_type(EditFile.dry_run, Prop[bool | None])
    assert_type(spec_of(EditFile), SchemaSpec)


@define_tool(name="edit_file", description="Edit one file.", parameters=EditFile)
async def edit_file(args: EditFile, call: ToolCall) -> str:
    assert_type(args.edits[0].old, str)
    return f"{call.id} {args.path}"


PATH: PropertySpec = {"type": "string", "required": True}


@define_tool(name="read_file", description="Read one file.", parameters={"path": PATH, "line": {"type": "integer"}})
async def read_file(args: Mapping[str, Any], call: ToolCall) -> str:
    return str(args["path"])


async def tools(registry: ToolRegistry) -> None:
    assert_type(edit_file, Tool[EditFile])
    assert_type(read_file, Tool[Mapping[str, Any]])
    registry.register(edit_file)
    registry.register(read_file.definition)
    assert_type(await registry.execute(ToolCall("c", "edit_file", "{}")), ToolExecutionResult)
    assert_type(await edit_file(EditFile({}), ToolCall("c", "edit_file", {})), str)


def rest(session: Session, context: Context, store: JsonlStore) -> None:
    assert_type(validate_args({"path": PATH}, {}), list[str])
    assert_type(parse_arguments("{}").violations, list[str])
    assert_type(deep_freeze({"a": [1]}), dict[str, list[int]])
    assert_type(session.emit("turn/start", turn=1).type, EventType)
    use(context, invariants)
    context.sessions.open("s", store)
