"""The plain form of a tool's parameters: a dict from property names to property specs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Required, TypedDict

from tool_harness.json_value import JsonType


class PropertySpec(TypedDict, total=False):
    """One property: its JSON type, and what else is said about it.

    ``required`` sits here, on the property; on an ``items`` spec it says nothing.
    ``default`` is told to the model and never applied. ``properties`` belongs to an object, ``items`` to an array.
    """

    type: Required[JsonType]
    description: str
    required: bool
    enum: list[Any]
    default: object
    properties: Mapping[str, PropertySpec]
    items: PropertySpec


# A mapping to type checkers, so that narrower dicts fit; at run time it has to be a dict.
SchemaSpec = Mapping[str, PropertySpec]
