"""Plugins: modules with a name, the services that they need, and one function that puts them to work."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Protocol

from tool_harness.errors import HarnessError
from tool_harness.listeners import Disposer
from tool_harness.registry import ToolRegistry
from tool_harness.session import Sessions


@dataclass(frozen=True)
class Context:
    """The services of a harness; a plugin names the ones that it needs."""

    sessions: Sessions = field(default_factory=Sessions)
    tools: ToolRegistry = field(default_factory=ToolRegistry)


class Plugin(Protocol):
    """What a plugin module exports."""

    name: str
    inject: tuple[str, ...]

    def apply(self, context: Context) -> Disposer:
        """Put the plugin to work and return what ends it."""
        ...


def use(context: Context, plugin: Plugin) -> Disposer:
    """Apply ``plugin`` to ``context``; raise ``MISSING_SERVICE`` when it needs one that is not there."""
    missing = [service for service in plugin.inject if service not in {each.name for each in fields(context)}]
    if missing:
        raise HarnessError(f"plugin {plugin.name} needs {', '.join(missing)}", code="MISSING_SERVICE")
    return plugin.apply(context)
