"""Tools: a name, parameters and a handler, and the calls and results that go through them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar, cast, overload

from tool_harness.args import Args
from tool_harness.errors import ErrorIdentity, SpecError
from tool_harness.json_value import is_string
from tool_harness.schema import schema_spec_to_json_schema
from tool_harness.shapes import same
from tool_harness.spec import SchemaSpec
from tool_harness.validate import Validator, refuse_violations

A = TypeVar("A", bound=Args)
V = TypeVar("V")

PlainArgs = Mapping[str, Any]
# What the model providers accept as a name.
MAX_WRAPPERS: Final = 64
_TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call by a model. ``arguments`` is the JSON text as the model wrote it, or the value it stands for."""

    id: str
    name: str
    arguments: object


@dataclass(frozen=True, slots=True)
class ToolExecutionResult:
    """What a call came to: the text for the model, and name and code when a :class:`HarnessError` is behind it."""

    call_id: str
    text: str
    is_error: bool = False
    error: ErrorIdentity | None = None


Execute = Callable[[ToolCall], Awaitable[str | ToolExecutionResult]]


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """A tool in the form that the registry runs and a model is told.

    ``parameters`` is JSON Schema and passed on untouched. ``execute`` gets the call with its arguments as a value, and
    validates them itself: a tool that comes from elsewhere, an MCP server say, does so at its own place.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    execute: Execute


Handler = Callable[[V, ToolCall], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Tool(Generic[V]):
    """A handler with its definition; calling it calls the handler, without validation."""

    definition: ToolDefinition
    handler: Handler[V]

    async def __call__(self, args: V, call: ToolCall) -> str:
        """Call the handler."""
        return await self.handler(args, call)


@overload
def define_tool(*, name: str, description: str, parameters: type[A]) -> Callable[[Handler[A]], Tool[A]]: ...
@overload
def define_tool(
    *, name: str, description: str, parameters: SchemaSpec
) -> Callable[[Handler[PlainArgs]], Tool[PlainArgs]]: ...
def define_tool(*, name: str, description: str, parameters: Any) -> Callable[[Handler[Any]], Tool[Any]]:
    """Make a tool of an ``async`` function ``(args, call) -> str``.

    ``parameters`` is a class of :class:`Args`, and ``args`` then an instance of it, or a plain spec, and ``args`` then
    the mapping. The function runs only with arguments that are valid; other calls raise :class:`ToolArgsError`.

    Raises :class:`SpecError`, with the place, for a name that providers refuse, a bad spec, or a function that is not
    ``async`` or cannot be called with two arguments; of the signature no more than that is looked at, types are
    for checkers.
    """
    if not (is_string(name) and _TOOL_NAME.fullmatch(name)):
        raise SpecError(f"tool {name!r}: a name is 1 to 64 ASCII letters, digits, hyphens and underscores")
    validator, view = _validator(parameters, name)
    schema = schema_spec_to_json_schema(validator.spec)

    def define(handler: Handler[Any]) -> Tool[Any]:
        _check_signature(handler, f"tool {name}")
        execute = _ValidatedCall(name, validator, view, handler)
        return Tool(ToolDefinition(name, description, schema, execute), handler)

    return define


@dataclass(frozen=True, slots=True)
class _ValidatedCall:
    """What the definition of a handler executes."""

    name: str
    validator: Validator
    view: Callable[[Any], Any]
    handler: Handler[Any]

    async def __call__(self, call: ToolCall) -> str:
        refuse_violations(self.validator.violations(call.arguments).texts(), self.name)
        return await self.handler(self.view(call.arguments), call)


def _validator(parameters: Any, name: str) -> tuple[Validator, Callable[[Any], Any]]:
    """Return what judges the arguments of a call, and what then turns them into those of the handler."""
    if not isinstance(parameters, type):
        return Validator(parameters, f"tool {name}"), same
    kind = cast("type[object]", parameters)
    if issubclass(kind, Args):
        return kind.__validator__, kind.__of_valid__
    raise SpecError(f"tool {name}: parameters must be a class of Args or a dict")


def _check_signature(handler: object, what: str) -> None:
    if not inspect.iscoroutinefunction(handler):
        raise SpecError(f"{place_of(handler)}: {what} needs an async function")
    try:
        inspect.signature(cast("Callable[..., Any]", handler)).bind(None, None)
    except (TypeError, ValueError) as error:
        raise SpecError(f"{place_of(handler)}: {what} is called with (args, call)") from error


def place_of(function: Any) -> str:
    """Name a function by its file, line and name, also one that is bound, wrapped or partly applied.

    Anything else is named by its type.
    """
    innermost = function
    for _ in range(MAX_WRAPPERS):
        innermost = _inside(innermost)
    if not inspect.isfunction(innermost):
        return type(function).__qualname__
    code = innermost.__code__
    return f"{code.co_filename}:{code.co_firstlineno}: {innermost.__qualname__}"


def _inside(function: Any) -> Any:
    """Return what ``function`` was made of, itself when it was not."""
    if isinstance(function, _ValidatedCall):
        return function.handler
    if isinstance(function, partial):
        return function.func
    return function.__func__ if inspect.ismethod(function) else getattr(function, "__wrapped__", function)
