"""The tools of a harness, and the way of a call through listeners and its tool to a result."""

from __future__ import annotations

from asyncio import CancelledError, current_task
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, cast

from tool_harness.errors import (
    MAX_NAME,
    HarnessError,
    ToolNotFoundError,
    error_identity,
    error_message,
    must_pass,
    shown_name,
)
from tool_harness.json_value import is_string
from tool_harness.listeners import Disposer, Listeners
from tool_harness.tools import Tool, ToolCall, ToolDefinition, ToolExecutionResult, place_of
from tool_harness.validate import parse_arguments, refuse_violations

CallListener = Callable[[ToolCall], Awaitable[ToolCall | None]]


class ToolRegistry:
    """Tools by name. Listeners see a call before its tool does, may change it, and veto it by raising.

    They see its arguments as a value, and so no call whose arguments are text that is not JSON.
    """

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
        registered = True

        def dispose() -> None:
            # Once only, since the name may be somebody else's by then, with the same definition even.
            nonlocal registered
            if registered:
                registered = False
                del self._tools[name]

        return dispose

    def on_call(self, listener: CallListener) -> Disposer:
        """Let ``listener`` see each call as the one before left it; it returns another call, or None to keep it."""
        return self._listeners.add(listener)

    async def execute(self, call: ToolCall) -> ToolExecutionResult:
        """Run ``call`` through the listeners and its tool; whatever goes wrong becomes a result with ``is_error``.

        Interrupts, exits and the cancellation of the running task pass through. The result carries the id of ``call``,
        also when a listener put another call in its place.
        """
        try:
            return replace(await self._run(_with_value(call)), call_id=call.id)
        except BaseException as error:
            if _passes(error):
                raise
            return ToolExecutionResult(call.id, error_message(error), is_error=True, error=error_identity(error))

    async def _run(self, call: ToolCall) -> ToolExecutionResult:
        for listener in self._listeners:
            call = await listener(call) or call
        if call.name not in self._tools:
            raise ToolNotFoundError(_not_found(call.name, self._tools))
        outcome = cast("object", await self._tools[call.name].execute(call))
        if is_string(outcome):
            return ToolExecutionResult(call.id, str.__str__(outcome))
        # Not isinstance, which takes the word of a mock's __class__.
        if issubclass(type(outcome), ToolExecutionResult):
            result = cast("ToolExecutionResult", outcome)
            if is_string(result.text):
                return result
        raise HarnessError(f"{call.name} returned no text", code="BAD_RESULT")


def _passes(error: BaseException) -> bool:
    """Whether ``error`` is no result of the call; a cancelled task that a tool waited for is one."""
    if issubclass(type(error), CancelledError) and not _is_cancelled():
        return False
    return must_pass(error)


def _is_cancelled() -> bool:
    """Whether somebody cancelled the running task; outside of any there is no telling, so then too."""
    try:
        task = current_task()
    except RuntimeError:
        return True
    return task is None or task.cancelling() > 0


def _not_found(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name[:MAX_NAME], list(known))
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return f"there is no tool {shown_name(name)}{hint}"


def _with_value(call: ToolCall) -> ToolCall:
    """Parse the arguments of ``call`` if they are text still."""
    if not is_string(call.arguments):
        return call
    parsed = parse_arguments(call.arguments)
    refuse_violations(parsed.violations, call.name)
    return replace(call, arguments=parsed.value)
