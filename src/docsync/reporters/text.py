"""Findings for people: ``path:line:col: code: message``, and the summary that closes a run."""

from __future__ import annotations

import re

from docsync.finding import Located, Severity
from docsync.report import Report
from docsync.reporters.escape import visible

_BOLD, _DIM, _RED, _YELLOW, _RESET = (f"\x1b[{code}m" for code in (1, 2, 31, 33, 0))
_LABEL_AND_STYLE = {Severity.ERROR: ("", _RED), Severity.NOTICE: ("notice: ", _YELLOW)}
_INDENT = "    "

# GitHub's runner reads `::` that starts a line of any log as a command (actions/runner, ActionCommand.cs).
_COMMAND = re.compile(r"^\s*:(?=:|$)")  # a path `:` is followed by the colon of its line number


def render(report: Report, color: bool) -> str:
    """One line per finding, and an indented second one for a suggestion; empty when there is none."""
    return "".join(f"{entry(finding, color)}\n" for finding in report.findings)


def entry(finding: Located, color: bool = False) -> str:
    """The one or two lines of a finding, without the last line end."""
    label, style = _LABEL_AND_STYLE[finding.severity]
    place = f"{_paint(_inert(finding.path), _BOLD, color)}:{finding.start.line}:{finding.start.column}"
    line = f"{place}: {label}{_paint(finding.code, style, color)}: {_inert(finding.message)}"
    if not finding.suggestion:
        return line
    return f"{line}\n{_INDENT}{_paint(_inert(finding.suggestion), _DIM, color)}"


def summary(report: Report) -> str:
    """One sentence on the whole run, for standard error; no line end."""
    if not (report.documents or report.findings):
        return "nothing was checked: no Markdown file here, or all are excluded"
    scope = counted(report.documents, "document")
    hidden = f" ({counted(report.hidden, 'finding')} elsewhere not shown)" if report.hidden else ""
    if not report.findings:
        return f"clean: {scope}{hidden}"
    totals = ((report.errors, "error"), (report.notices, "notice"))
    found = ", ".join(counted(number, noun) for number, noun in totals if number)
    fixable = sum(finding.fixable for finding in report.findings)
    way_out = f" ({fixable:,} fixable with --fix)" if fixable else ""
    return f"{found}{way_out} in {scope}{hidden}"


def counted(number: int, noun: str) -> str:
    """The number with its noun: ``1 error``, ``4,031 documents``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _inert(text: str) -> str:
    return _COMMAND.sub(lambda match: f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}", visible(text))


def _paint(text: str, style: str, color: bool) -> str:
    return f"{style}{text}{_RESET}" if color else text
