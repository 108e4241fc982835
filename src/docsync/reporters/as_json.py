"""Findings for scripts: one JSON array of flat objects."""

from __future__ import annotations

import json

from docsync.finding import Located
from docsync.report import Report


def render(report: Report, _color: bool) -> str:
    """The array, in ASCII: a file name that is not UTF-8 keeps its bytes as escaped surrogates (PEP 383)."""
    return json.dumps([_entry(finding) for finding in report.findings], indent=2) + "\n"


def _entry(finding: Located) -> dict[str, object]:
    return {
        "path": finding.path,
        "line": finding.start.line,
        "column": finding.start.column,
        "end_line": finding.end.line,
        "end_column": finding.end.column,
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "fixable": finding.fixable,
    }
