"""An MCP server over stdio with tools that work, fail, and need arguments."""

from __future__ import annotations

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("notes")


@server.tool()
def add(one: int, two: int = 1) -> str:
    """Add two numbers."""
    return str(one + two)


@server.tool()
def fail(reason: str) -> str:
    """Fail for a reason."""
    raise ToolError(reason)


if __name__ == "__main__":
    server.run("stdio")
