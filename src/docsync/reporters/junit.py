"""Findings for build servers: JUnit XML, in the subset that Jenkins and GitLab both read."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from xml.etree import ElementTree as ET

from docsync.finding import Located, Severity
from docsync.report import Report
from docsync.reporters.escape import visible
from docsync.reporters.text import counted, entry


def render(report: Report, _color: bool) -> str:
    """One test case per document with findings, or a single passing one when there are none."""
    suite = ET.Element("testsuite", name="doc-sync")
    for path, findings in groupby(report.findings, attrgetter("path")):
        _add_case(suite, path, list(findings))
    if not report.findings:
        ET.SubElement(suite, "testcase", classname="doc-sync", name="all documents")
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _add_case(suite: ET.Element, path: str, findings: list[Located]) -> None:
    """Add one document: its errors as one failure, since readers show only the first, its notices as output."""
    case = ET.SubElement(suite, "testcase", classname="doc-sync", name=visible(path), file=visible(path))
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    notices = [finding for finding in findings if finding.severity is not Severity.ERROR]
    if errors:
        codes = ", ".join(sorted({finding.code for finding in errors}))
        failure = ET.SubElement(case, "failure", type="error", message=f"{counted(len(errors), 'error')}: {codes}")
        failure.text = "\n".join(map(entry, errors))
    if notices:
        ET.SubElement(case, "system-out").text = "\n".join(map(entry, notices))
