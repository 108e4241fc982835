"""Tools and the registry: errors at definition, the way of a call, and what becomes of what goes wrong."""

from __future__ import annotations

import asyncio
import copy
import inspect
import json
import pickle
import re
from collections.abc import Mapping
from functools import partial
from types import MethodType
from typing import Any
from unittest.mock import MagicMock

import pytest

from tool_harness import (
    Args,
    HarnessError,
    InvariantError,
    SpecError,
    StoreError,
    Tool,
    ToolArgsError,
    ToolCall,
    ToolDefinition,
    ToolExecutionResult,
    ToolNotFoundError,
    ToolRegistry,
    define_tool,
    error_data,
    prop,
)
from tool_harness.errors import must_pass
from tool_harness.listeners import Listeners

HERE = re.escape(__file__)


class Echo(Args):
    text = prop(str, required=True)


@define_tool(name="echo", description="Say it again.", parameters=Echo)
async def echo(args: Echo, call: ToolCall) -> str:
    return f"{call.id}: {args.text}"


def failing(error: BaseException) -> Tool[Mapping[str, Any]]:
    @define_tool(name="fail", description="Fail.", parameters={})
    async def fail(args: Mapping[str, Any], call: ToolCall) -> str:
        raise error

    return fail


def execute(tool: Tool[Any] | ToolDefinition, arguments: object = "", name: str = "") -> ToolExecutionResult:
    registry = ToolRegistry()
    registry.register(tool)
    definition = tool.definition if isinstance(tool, Tool) else tool
    return asyncio.run(registry.execute(ToolCall("c1", name or definition.name, arguments)))


# Definition


def test_a_definition_holds_json_schema() -> None:
    assert echo.definition.parameters == {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
    }
    assert (echo.definition.name, echo.definition.description) == ("echo", "Say it again.")
    assert asyncio.run(echo(Echo({"text": "hi"}), ToolCall("c", "echo", {}))) == "c: hi"


async def no_arguments() -> str:
    return ""


async def one_argument(args: Echo) -> str:
    return ""


async def keyword_only(args: Echo, *, call: ToolCall) -> str:
    return ""


def not_async(args: Echo, call: ToolCall) -> str:
    return ""


async def enough(args: Echo, call: ToolCall, *more: int, extra: int = 1) -> str:
    return "enough"


@pytest.mark.parametrize("handler", [no_arguments, one_argument, keyword_only])
def test_a_wrong_signature_fails_at_definition(handler: Any) -> None:
    message = rf"^{HERE}:\d+: {handler.__name__}: tool t is called with \(args, call\)$"
    with pytest.raises(SpecError, match=message):
        define_tool(name="t", description="", parameters=Echo)(handler)


@pytest.mark.parametrize(
    ("handler", "place"), [(not_async, rf"{HERE}:\d+: not_async"), (3, "int"), (len, "builtin_function_or_method")]
)
def test_a_tool_must_be_async(handler: Any, place: str) -> None:
    with pytest.raises(SpecError, match=f"^{place}: tool t needs an async function$"):
        define_tool(name="t", description="", parameters=Echo)(handler)


def test_more_optional_parameters_are_fine() -> None:
    tool = define_tool(name="t", description="", parameters=Echo)(enough)
    assert execute(tool, {"text": ""}).text == "enough"


@pytest.mark.parametrize("name", ["", "a b", "a.b", "x" * 65, "ü", "a\n"])
def test_a_bad_name_fails_at_definition(name: str) -> None:
    with pytest.raises(SpecError, match="a name is 1 to 64 ASCII letters"):
        define_tool(name=name, description="", parameters=Echo)


def test_a_bad_spec_fails_at_definition() -> None:
    with pytest.raises(SpecError, match=r"^tool t: a: type must be one of"):
        define_tool(name="t", description="", parameters={"a": {"type": "strin"}})  # type: ignore[typeddict-item]
    with pytest.raises(SpecError, match=r"^tool t: parameters must be a class of Args or a dict$"):
        define_tool(name="t", description="", parameters=dict)  # type: ignore[type-var]


def test_a_spec_that_is_changed_later_does_not_change_the_tool() -> None:
    spec: Any = {"a": {"type": "string", "required": True}}

    @define_tool(name="t", description="", parameters=spec)
    async def tool(args: Mapping[str, Any], call: ToolCall) -> str:
        return str(args["a"])

    spec["a"]["type"] = "integer"
    assert execute(tool, {"a": "x"}).text == "x"


# Registration


def test_a_duplicate_name_changes_nothing() -> None:
    registry = ToolRegistry()
    registry.register(echo)

    async def other(call: ToolCall) -> str:
        return ""

    message = rf"^{HERE}:\d+: \S+other: there is a tool echo already: {HERE}:\d+: echo$"
    with pytest.raises(HarnessError, match=message) as caught:
        registry.register(ToolDefinition("echo", "other", {}, other))
    assert caught.value.code == "DUPLICATE_TOOL"
    assert registry.definitions == (echo.definition,)


def test_a_disposer_takes_off_its_own_tool_only() -> None:
    registry = ToolRegistry()
    dispose = registry.register(echo)
    dispose()
    assert registry.definitions == ()
    again = ToolDefinition("echo", "again", {}, echo.definition.execute)
    registry.register(again)
    dispose()
    assert registry.definitions == (again,)


def test_a_raw_definition_is_passed_on_untouched() -> None:
    schema = {"type": "object", "anyOf": [{"required": ["x"]}], "additionalProperties": False}
    seen = []

    async def run(call: ToolCall) -> ToolExecutionResult:
        seen.append(call.arguments)
        return ToolExecutionResult("other", "not so", is_error=True)

    definition = ToolDefinition("mcp.tool", "", schema, run)
    result = execute(definition, '{"y": [1]}')
    assert definition.parameters is schema
    assert seen == [{"y": [1]}]
    assert result == ToolExecutionResult("c1", "not so", is_error=True)


# Execution


def test_a_good_call_with_text_or_value() -> None:
    assert execute(echo, '{"text": "hi"}') == ToolExecutionResult("c1", "c1: hi")
    assert execute(echo, {"text": "hi"}) == ToolExecutionResult("c1", "c1: hi")


INVALID = [
    ("", "invalid arguments for echo:\n- text: required string is missing"),
    ({"text": 1}, "invalid arguments for echo:\n- text: expected string, got integer"),
    (None, "invalid arguments for echo:\n- arguments: expected object, got null"),
    ("[]", "invalid arguments for echo:\n- arguments: expected object, got array"),
    ("[", "invalid arguments for echo:\n- arguments: not valid JSON at line 1, column 2: Expecting value"),
]


@pytest.mark.parametrize(("arguments", "text"), INVALID, ids=range(len(INVALID)))
def test_violations_become_a_result(arguments: object, text: str) -> None:
    identity: Any = {"name": "ToolArgsError", "code": "INVALID_ARGS"}
    assert execute(echo, arguments) == ToolExecutionResult("c1", text, is_error=True, error=identity)


def test_an_unknown_tool_becomes_a_result() -> None:
    result = execute(echo, name="ecko")
    assert result.text == "there is no tool 'ecko'; did you mean echo?"
    assert result.error == {"name": "ToolNotFoundError", "code": "UNKNOWN_TOOL"}
    assert len(execute(echo, name="x" * 9999).text) < 100


class SilentError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class OddError(BaseException):
    """Raised by somebody who did not derive from Exception."""


RAISED = [
    (ValueError("bad value"), "ValueError: bad value", None),
    (KeyError("path"), "KeyError: 'path'", None),
    (ValueError(), "ValueError", None),
    (ValueError({"message": "kept"}), "ValueError: {'message': 'kept'}", None),
    (SilentError(), "SilentError", None),
    (OddError("odd message"), "OddError: odd message", None),
    (HarnessError("no disk", code="DISK"), "no disk", {"name": "HarnessError", "code": "DISK"}),
    (StoreError("no disk"), "no disk", {"name": "StoreError", "code": "STORE"}),
    (ExceptionGroup("two", [ValueError("a")]), "ExceptionGroup: two (1 sub-exception)", None),
]


@pytest.mark.parametrize(("error", "text", "identity"), RAISED, ids=[text for _, text, _ in RAISED])
def test_what_is_raised_becomes_a_result(error: BaseException, text: str, identity: Any) -> None:
    assert execute(failing(error)) == ToolExecutionResult("c1", text, is_error=True, error=identity)


PASSING = [
    KeyboardInterrupt(),
    SystemExit(1),
    GeneratorExit(),
    asyncio.CancelledError(),
    BaseExceptionGroup("group", [ValueError(), BaseExceptionGroup("inner", [KeyboardInterrupt()])]),
]


@pytest.mark.parametrize("error", PASSING, ids=[type(error).__name__ for error in PASSING])
def test_what_ends_the_program_passes(error: BaseException) -> None:
    registry = ToolRegistry()
    registry.register(failing(error))
    coroutine = registry.execute(ToolCall("c", "fail", ""))
    with pytest.raises(type(error)) as caught:
        coroutine.send(None)
    assert caught.value is error


def test_a_cancelled_task_stays_cancelled() -> None:
    @define_tool(name="wait", description="", parameters={})
    async def wait(args: Mapping[str, Any], call: ToolCall) -> str:
        await asyncio.Event().wait()
        return "never"

    async def cancel() -> bool:
        registry = ToolRegistry()
        registry.register(wait)
        task = asyncio.create_task(registry.execute(ToolCall("c", "wait", "")))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(cancel())


def test_a_tool_that_returns_no_text_is_an_error() -> None:
    @define_tool(name="t", description="", parameters={})
    async def tool(args: Mapping[str, Any], call: ToolCall) -> str:
        return None  # type: ignore[return-value]

    assert execute(tool).error == {"name": "HarnessError", "code": "BAD_RESULT"}


# Listeners


def test_listeners_are_a_waterfall() -> None:
    seen: list[tuple[str, object]] = []

    async def first(call: ToolCall) -> ToolCall:
        seen.append(("first", call.arguments))
        return ToolCall("changed", "echo", {"text": "one"})

    async def second(call: ToolCall) -> None:
        seen.append(("second", call.arguments))

    async def run() -> list[ToolExecutionResult]:
        registry = ToolRegistry()
        registry.register(echo)
        dispose = registry.on_call(first)
        registry.on_call(second)
        results = [await registry.execute(ToolCall("c1", "other", '{"text": "zero"}'))]
        dispose()
        dispose()
        return [*results, await registry.execute(ToolCall("c2", "echo", '{"text": "zero"}'))]

    assert [(result.call_id, result.text) for result in asyncio.run(run())] == [
        ("c1", "changed: one"),
        ("c2", "c2: zero"),
    ]
    assert seen == [("first", {"text": "zero"}), ("second", {"text": "one"}), ("second", {"text": "zero"})]


def test_a_listener_vetoes_by_raising() -> None:
    called = []

    async def veto(call: ToolCall) -> None:
        raise HarnessError("not now", code="VETO")

    @define_tool(name="t", description="", parameters={})
    async def tool(args: Mapping[str, Any], call: ToolCall) -> str:
        called.append(call)
        return ""

    async def run() -> ToolExecutionResult:
        registry = ToolRegistry()
        registry.register(tool)
        registry.on_call(veto)
        return await registry.execute(ToolCall("c", "t", ""))

    result = asyncio.run(run())
    assert (result.text, result.error) == ("not now", {"name": "HarnessError", "code": "VETO"})
    assert called == []


# Errors

TAXONOMY = [
    (HarnessError("m"), "HARNESS"),
    (SpecError("m"), "BAD_SPEC"),
    (ToolArgsError("m", violations=["v"]), "INVALID_ARGS"),
    (ToolNotFoundError("m"), "UNKNOWN_TOOL"),
    (InvariantError("m"), "INVARIANT"),
    (StoreError("m"), "STORE"),
    (StoreError("m", code="OTHER"), "OTHER"),
]


@pytest.mark.parametrize(("error", "code"), TAXONOMY, ids=[code for _, code in TAXONOMY])
def test_codes(error: HarnessError, code: str) -> None:
    assert error.code == code
    assert isinstance(error, HarnessError)
    assert error_data(error) == {"name": type(error).__name__, "message": str(error), "code": code}


def test_error_data_follows_the_causes() -> None:
    error = HarnessError("outer", cause=ValueError("inner"))
    error.__cause__.__cause__ = StoreError("innermost")  # type: ignore[union-attr]
    assert error_data(error) == {
        "name": "HarnessError",
        "message": "outer",
        "code": "HARNESS",
        "cause": {
            "name": "ValueError",
            "message": "ValueError: inner",
            "cause": {"name": "StoreError", "message": "innermost", "code": "STORE"},
        },
    }
    assert json.loads(json.dumps(error_data(error))) == error_data(error)


def test_error_data_ends_on_cycles_and_long_chains() -> None:
    one, two = ValueError("one"), ValueError("two")
    one.__cause__, two.__cause__ = two, one
    assert json.dumps(error_data(one)).count("cause") == 1
    chain = ValueError("0")
    for number in range(100):
        outer = ValueError(str(number))
        outer.__cause__ = chain
        chain = outer
    assert json.dumps(error_data(chain)).count("cause") == 8


def test_no_cause_leaves_the_context_visible() -> None:
    assert not HarnessError("m").__suppress_context__
    assert HarnessError("m", cause=ValueError()).__suppress_context__


@pytest.mark.parametrize("duplicate", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_survive_a_copy(duplicate: Any) -> None:
    error = duplicate(ToolArgsError("m", violations=["v"]))
    assert (str(error), error.violations, error.code) == ("m\n- v", ["v"], "INVALID_ARGS")


def test_must_pass_looks_into_groups() -> None:
    assert not must_pass(BaseExceptionGroup("group", [OddError()]))
    assert must_pass(BaseExceptionGroup("group", [OddError(), SystemExit()]))


# What a reviewer broke


def test_a_disposer_that_is_called_again_takes_off_nothing() -> None:
    registry = ToolRegistry()
    dispose = registry.register(echo)
    dispose()
    registry.register(echo)
    dispose()
    assert registry.definitions == (echo.definition,)


async def looped(args: Echo, call: ToolCall) -> str:
    return ""


looped.__wrapped__ = looped  # type: ignore[attr-defined]


async def method_like(self: object, args: Echo) -> str:
    return ""


@pytest.mark.parametrize(
    ("handler", "place"),
    [
        (partial(one_argument, 1, 2, 3), "one_argument"),
        (partial(one_argument, 1), "one_argument"),
        (MethodType(method_like, 1), "method_like"),
        (looped, "looped"),
    ],
    ids=range(4),
)
def test_places_are_found_behind_partials_methods_and_loops(handler: Any, place: str) -> None:
    with pytest.raises(SpecError, match=rf"^{HERE}:\d+: {place}: tool t "):
        define_tool(name="t", description="", parameters=Echo)(handler)


def test_a_name_that_is_no_text_fails_at_definition() -> None:
    with pytest.raises(SpecError, match="tool 3: a name is"):
        define_tool(name=3, description="", parameters=Echo)  # type: ignore[call-overload]


def test_a_definition_executes_a_call_and_has_its_signature() -> None:
    assert list(inspect.signature(echo.definition.execute).parameters) == ["call"]


class HostileError(Exception):
    @property
    def __class__(self) -> Any:
        raise RuntimeError("hostile")

    def __str__(self) -> str:
        raise OddError


class ShyText(str):
    __slots__ = ()

    def __str__(self) -> str:
        raise RuntimeError("hostile")

    __format__ = __repr__ = __len__ = __bool__ = __str__  # type: ignore[assignment]


class ShyError(Exception):
    def __str__(self) -> str:
        return ShyText("shy")


class HostileMeta(type):
    def __getattribute__(cls, name: str) -> Any:
        if name == "__subclasses__":  # libraries walk over all exceptions, in this process too
            return type.__getattribute__(cls, name)
        raise RuntimeError("hostile")


class OfMetaError(Exception, metaclass=HostileMeta):
    pass


class CodelessError(HarnessError):
    code = property(lambda self: 1 / 0, lambda self, value: None)  # type: ignore[assignment]


HOSTILE_ERRORS = [
    (HostileError, "HostileError", None),
    (ShyError, "ShyError: shy", None),
    (OfMetaError, "OfMetaError", None),
    (CodelessError, "CodelessError: m", {"name": "CodelessError", "code": "HARNESS"}),
]


@pytest.mark.parametrize(("kind", "text", "identity"), HOSTILE_ERRORS, ids=range(len(HOSTILE_ERRORS)))
def test_hostile_errors_become_results(kind: Any, text: str, identity: Any) -> None:
    error = type.__call__(kind, "m") if identity else type.__call__(kind)
    expected = "m" if identity else text
    assert execute(failing(error)) == ToolExecutionResult("c1", expected, is_error=True, error=identity)
    assert error_data(error)["name"] == text.partition(":")[0]


@pytest.mark.parametrize(
    "outcome",
    [
        MagicMock(spec=ToolExecutionResult),
        ToolExecutionResult.__new__(ToolExecutionResult),
        ToolExecutionResult("c", None),  # type: ignore[arg-type]
    ],
    ids=range(3),
)
def test_what_is_no_result_becomes_an_error(outcome: Any) -> None:
    async def run(call: ToolCall) -> ToolExecutionResult:
        return outcome  # type: ignore[no-any-return]

    result = execute(ToolDefinition("t", "", {}, run))
    assert (result.call_id, result.is_error) == ("c1", True)


def test_a_subtask_that_was_cancelled_is_an_error_of_the_tool() -> None:
    @define_tool(name="t", description="", parameters={})
    async def tool(args: Mapping[str, Any], call: ToolCall) -> str:
        task = asyncio.create_task(asyncio.sleep(60))
        task.cancel()
        await task
        return "never"

    assert execute(tool) == ToolExecutionResult("c1", "CancelledError", is_error=True)


def test_listeners_do_not_see_what_is_no_json() -> None:
    seen: list[ToolCall] = []

    async def see(call: ToolCall) -> None:
        seen.append(call)

    registry = ToolRegistry()
    registry.register(echo)
    registry.on_call(see)
    assert asyncio.run(registry.execute(ToolCall("c", "echo", "["))).is_error
    assert seen == []


@pytest.mark.parametrize("duplicate", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_an_unknown_tool_survives_a_copy(duplicate: Any) -> None:
    error = duplicate(ToolNotFoundError("there is no tool 'x'"))
    assert (str(error), error.code) == ("there is no tool 'x'", "UNKNOWN_TOOL")


def test_an_error_without_a_message_is_named() -> None:
    assert execute(failing(HarnessError(""))).text == "HarnessError"


def test_a_listener_that_is_taken_off_meanwhile_still_sees_the_event() -> None:
    listeners: Listeners[int] = Listeners()
    listeners.add(1)
    dispose = listeners.add(2)
    seen = []
    for each in listeners:
        dispose()
        listeners.add(3)
        seen.append(each)
    assert seen == [1, 2]
