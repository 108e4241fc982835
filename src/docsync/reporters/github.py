"""Findings as annotations of a pull request: GitHub workflow commands.

Escaping as in actions/toolkit, ``packages/core/src/command.ts``.
"""

from __future__ import annotations

from docsync.finding import Located, Severity
from docsync.report import Report
from docsync.reporters.content import message_lines
from docsync.reporters.escape import visible

_COMMAND = {Severity.ERROR: "error", Severity.NOTICE: "notice"}
_WORST_FIRST = tuple(_COMMAND)
_IN_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_DATA | str.maketrans({":": "%3A", ",": "%2C"})


def render(report: Report, _color: bool) -> str:
    """One command per finding, worst first because GitHub shows only the first ten of a step."""
    findings = sorted(report.findings, key=lambda finding: _WORST_FIRST.index(finding.severity))
    return "".join(f"{_command(finding)}\n" for finding in findings)


def _command(finding: Located) -> str:
    properties = ",".join(f"{name}={_escape(str(value), _IN_PROPERTY)}" for name, value in _properties(finding).items())
    message = "\n".join(message_lines(finding))
    return f"::{_COMMAND[finding.severity]} {properties}::{_escape(message, _IN_DATA)}"


def _properties(finding: Located) -> dict[str, str | int]:
    start, end = finding.start, finding.end
    properties: dict[str, str | int] = {
        "file": finding.path,
        "line": start.line,
        "col": start.column,
        "endLine": end.line,
        "endColumn": end.column,
        "title": finding.code,
    }
    if start.line != end.line:  # the runner takes columns only within one line
        del properties["col"], properties["endColumn"]
    return properties


def _escape(text: str, table: dict[int, str]) -> str:
    return visible(text.translate(table))
