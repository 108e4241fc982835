"""Findings for code scanning: SARIF 2.1.0 (OASIS standard, 27 March 2020)."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from docsync import __version__
from docsync.finding import Code, Located, Severity
from docsync.report import Report
from docsync.reporters.content import fingerprints, message_lines
from docsync.reporters.escape import visible

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
_LEVEL = {Severity.ERROR: "error", Severity.NOTICE: "note", Severity.OFF: "none"}


def render(report: Report, _color: bool) -> str:
    """One log with one run; every code of the report is a rule, found or not."""
    index = {name: position for position, name in enumerate(report.codes)}
    run = {
        "tool": {
            "driver": {"name": "doc-sync", "version": __version__, "rules": list(map(_rule, report.codes.values()))}
        },
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, index[finding.code], fingerprint)
            for finding, fingerprint in zip(report.findings, fingerprints(report.findings), strict=True)
        ],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(code: Code) -> dict[str, Any]:
    """One reportingDescriptor (section 3.49)."""
    return {
        "id": code.name,
        "shortDescription": {"text": code.when},
        "help": {"text": code.remedy},
        "defaultConfiguration": {"level": _LEVEL[code.severity]},
    }


def _result(finding: Located, rule_index: int, fingerprint: str) -> dict[str, Any]:
    """One result (section 3.27); the key of its fingerprint is versioned, as section 3.27.17 asks."""
    return {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": _LEVEL[finding.severity],
        "message": {"text": "\n".join(map(visible, message_lines(finding)))},
        "locations": [{"physicalLocation": _location(finding)}],
        "partialFingerprints": {"docSync/v1": fingerprint},
    }


def _location(finding: Located) -> dict[str, Any]:
    """One physicalLocation (section 3.29); ``endColumn`` is the column after the last character (section 3.30.8)."""
    return {
        "artifactLocation": {"uri": quote(finding.path, errors="surrogateescape"), "uriBaseId": "%SRCROOT%"},
        "region": {
            "startLine": finding.start.line,
            "startColumn": finding.start.column,
            "endLine": finding.end.line,
            "endColumn": finding.end.column,
        },
    }
