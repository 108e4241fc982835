"""A real MCP server's tools in a registry: listed, registered raw, called, their errors passed on."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.types import TextContent, Tool

from tool_harness import HarnessError, ToolCall, ToolDefinition, ToolExecutionResult, ToolRegistry

SERVER = Path(__file__).with_name("mcp_notes_server.py")
CALLS = [
    ToolCall("good", "add", '{"one": 1, "two": 2}'),
    ToolCall("value", "add", {"one": 1}),
    ToolCall("tool error", "fail", '{"reason": "out of ink"}'),
    ToolCall("argument error", "add", '{"one": "many"}'),
    ToolCall("no argument", "add", ""),
    ToolCall("no object", "add", "[1]"),
    ToolCall("no JSON", "add", "{"),
    ToolCall("gone", "gone", "{}"),
    ToolCall("good again", "add", '{"one": 3}'),
]


def definition_of(client: Client, tool: Tool) -> ToolDefinition:
    """The tool of an MCP server as the registry takes it, its schema untouched."""

    async def execute(call: ToolCall) -> ToolExecutionResult:
        if not isinstance(call.arguments, dict):
            raise HarnessError("MCP takes an object", code="INVALID_ARGS")
        result = await client.call_tool(tool.name, call.arguments)
        text = "\n".join(part.text for part in result.content if isinstance(part, TextContent))
        return ToolExecutionResult(call.id, text, is_error=result.is_error)

    return ToolDefinition(tool.name, tool.description or "", tool.input_schema, execute)


async def session() -> tuple[list[Tool], ToolRegistry, dict[str, ToolExecutionResult]]:
    registry = ToolRegistry()
    async with Client(StdioServerParameters(command=sys.executable, args=[str(SERVER)])) as client:
        tools = (await client.list_tools()).tools
        for tool in tools:
            registry.register(definition_of(client, tool))
        # A tool that the server does not have is an error of the protocol, not of a tool.
        registry.register(definition_of(client, Tool(name="gone", input_schema={"type": "object"})))
        return tools, registry, {call.id: await registry.execute(call) for call in CALLS}


def test_tools_of_an_mcp_server() -> None:
    tools, registry, results = asyncio.run(asyncio.wait_for(session(), 60))
    assert [each.name for each in registry.definitions] == ["add", "fail", "gone"]
    assert [each.parameters for each in registry.definitions][:2] == [tool.input_schema for tool in tools]
    assert registry.definitions[0].parameters["required"] == ["one"]
    assert {name: result.is_error for name, result in results.items()} == {
        "good": False,
        "value": False,
        "tool error": True,
        "argument error": True,
        "no argument": True,
        "no object": True,
        "no JSON": True,
        "gone": True,
        "good again": False,
    }
    assert {name: result.call_id for name, result in results.items()} == {name: name for name in results}
    assert [results[name].text for name in ("good", "value", "good again")] == ["3", "2", "4"]
    assert "out of ink" in results["tool error"].text
    assert "one" in results["argument error"].text
    assert "one" in results["no argument"].text
    assert results["no object"].error == {"name": "HarnessError", "code": "INVALID_ARGS"}
    assert results["no JSON"].error == {"name": "ToolArgsError", "code": "INVALID_ARGS"}
    assert "gone" in results["gone"].text
