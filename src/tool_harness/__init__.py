"""The typed core of an agent harness: tool parameters and their validation, tools, errors, sessions, invariants."""

from tool_harness.args import Args, Prop, prop, spec_of
from tool_harness.errors import (
    ErrorData,
    ErrorIdentity,
    HarnessError,
    InvariantError,
    SpecError,
    StoreError,
    ToolArgsError,
    ToolNotFoundError,
    error_data,
)
from tool_harness.events import Event, EventType, Status, make_event
from tool_harness.freeze import deep_freeze
from tool_harness.listeners import Disposer
from tool_harness.plugins import Context, Plugin, use
from tool_harness.registry import ToolRegistry
from tool_harness.schema import check_spec, schema_spec_to_json_schema
from tool_harness.session import Session, Sessions, Store
from tool_harness.spec import PropertySpec, SchemaSpec
from tool_harness.store import Dropped, JsonlStore
from tool_harness.tools import Tool, ToolCall, ToolDefinition, ToolExecutionResult, define_tool
from tool_harness.validate import ParsedArguments, Validator, parse_arguments, validate_args

__all__ = [
    "Args",
    "Context",
    "Disposer",
    "Dropped",
    "ErrorData",
    "ErrorIdentity",
    "Event",
    "EventType",
    "HarnessError",
    "InvariantError",
    "JsonlStore",
    "ParsedArguments",
    "Plugin",
    "Prop",
    "PropertySpec",
    "SchemaSpec",
    "Session",
    "Sessions",
    "SpecError",
    "Status",
    "Store",
    "StoreError",
    "Tool",
    "ToolArgsError",
    "ToolCall",
    "ToolDefinition",
    "ToolExecutionResult",
    "ToolNotFoundError",
    "ToolRegistry",
    "Validator",
    "check_spec",
    "deep_freeze",
    "define_tool",
    "error_data",
    "make_event",
    "parse_arguments",
    "prop",
    "schema_spec_to_json_schema",
    "spec_of",
    "use",
    "validate_args",
]
