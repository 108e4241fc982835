"""Findings for merge requests: GitLab's code quality report.

The fields are those of docs.gitlab.com/ci/testing/code_quality, "Code Quality report format".
"""

from __future__ import annotations

import json

from docsync.finding import Located, Severity
from docsync.report import Report
from docsync.reporters.content import fingerprints, message_lines
from docsync.reporters.escape import visible

_SEVERITY = {Severity.ERROR: "major", Severity.NOTICE: "info"}


def render(report: Report, _color: bool) -> str:
    """One array; GitLab drops entries whose fingerprint it has seen, so each finding has its own."""
    pairs = zip(report.findings, fingerprints(report.findings), strict=True)
    return json.dumps([_entry(finding, fingerprint) for finding, fingerprint in pairs], indent=2) + "\n"


def _entry(finding: Located, fingerprint: str) -> dict[str, object]:
    return {
        "description": "; ".join(map(visible, message_lines(finding))),
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITY[finding.severity],
        "location": {"path": visible(finding.path), "lines": {"begin": finding.start.line}},
    }
