"""The tools of a harness, and the way of a call through listeners and its tool to a result."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

from tool_harness.errors import (
    HarnessError,
    ToolArgsError,
    ToolNotFoundError,
    error_identity,
    error_message,
    must_pass,
)
from tool_harness.listeners import Disposer, Listeners
from tool_harness.tools import Tool, ToolCall, ToolDefinition, ToolExecutionResult, place_of
from tool_harness.validate import parse_arguments

CallListener = Callable[[ToolCall], Awaitable[ToolCall | None]]


class ToolRegistry:
    """Tools by name. Listeners see every call before its tool does, may change it, and veto it by raising."""

    def __init__(self) -> None:
        self._tools: dict[str, ToolDefinition] = {}
        self._listeners: Listeners[CallListener] = Listeners()

    @property
    def definitions(self) -> tuple[ToolDefinition, ...]:
        """What to tell a model, in the order of registration."""
        return tuple(self._tools.values())

    def register(self, tool: Tool[Any] | ToolDefinition) -> Disposer:
        """Add a tool and return what takes it off again, and nothing but it.

        Raises :class:`HarnessError` with code ``DUPLICATE_TOOL`` when the name is taken, and changes nothing then.
        """
        definition = tool.definition if isinstance(tool, Tool) else tool
        name = definition.name
        if name in self._tools:
            here, there = place_of(definition.execute), place_of(self._tools[name].execute)
            raise HarnessError(f"{here}: there is a tool {name} already: {there}", code="DUPLICATE_TOOL")
        self._tools[name] = definition

        def dispose() -> None:
            if self._tools.get(name) is definition:
                del self._tools[name]

        return dispose

    def on_call(self, listener: CallListener) -> Disposer:
        """Let ``listener`` see each call as the one before left it; it returns another call, or None to keep it."""
        return self._listeners.add(listener)

    async def execute(self, call: ToolCall) -> ToolExecutionResult:
        """Run ``call`` through the listeners and its tool; whatever goes wrong becomes a result with ``is_error``.

        Interrupts, exits and cancellation pass through. The result carries the id of ``call``, also when a listener
        put another call in its place.
        """
        try:
            outcome = await self._run(_with_value(call))
        except BaseException as error:
            if must_pass(error):
                raise
            return ToolExecutionResult(call.id, error_message(error), is_error=True, error=error_identity(error))
        if isinstance(outcome, ToolExecutionResult):
            return replace(outcome, call_id=call.id)
        return ToolExecutionResult(call.id, outcome)

    async def _run(self, call: ToolCall) -> str | ToolExecutionResult:
        for listener in self._listeners:
            call = await listener(call) or call
        if call.name not in self._tools:
            raise ToolNotFoundError(call.name, self._tools)
        outcome = cast("object", await self._tools[call.name].execute(call))
        if isinstance(outcome, (str, ToolExecutionResult)):
            return outcome
        raise HarnessError(f"{call.name} returned no text", code="BAD_RESULT")


def _with_value(call: ToolCall) -> ToolCall:
    """Parse the arguments of ``call`` if they are text still."""
    if not isinstance(call.arguments, str):
        return call
    parsed = parse_arguments(call.arguments)
    if parsed.violations:
        raise ToolArgsError(f"invalid arguments for {call.name}:", violations=parsed.violations)
    return replace(call, arguments=parsed.value)
