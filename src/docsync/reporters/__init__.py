"""Reporters turn a report into text, one module per format."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # help lists the formats and reports nothing
    from docsync.report import Report

_MODULES = {
    "text": "text",
    "json": "as_json",
    "github": "github",
    "sarif": "sarif",
    "junit": "junit",
    "gitlab": "gitlab",
}
FORMATS = tuple(_MODULES)


def render(form: str, report: Report, color: bool) -> str:
    """The whole output in one of :data:`FORMATS`, empty or ended by a newline; only ``text`` looks at ``color``."""
    # Imported when it is asked for, so that a text run loads no XML.
    output: str = import_module(f"{__name__}.{_MODULES[form]}").render(report, color)
    return output
