"""Committed API reports, held against the public interface."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docsync.finding import Edit, Finding
from docsync.gates.pycode.packages import Packages
from docsync.python.report import report_of
from docsync.text import SourceText, Span

_ENTRY = re.compile(r"- `+ ?(?:(?:class|async|staticmethod|classmethod) )*([\w.]+)")
_SHOWN = 5  # lines of difference in a message


def report_path(folder: str, package: str) -> str:
    """Where the report of ``package`` lies."""
    return f"{folder.strip('/')}/{package}.md".lstrip("/")


def check_report(path: str, source: SourceText, package: str, packages: Packages) -> Iterator[Finding]:
    """A finding when the report at ``path`` is not what the code says; its fix writes the report anew."""
    wanted = report_of(packages.interface, package)
    if source.normalized == wanted:
        return
    line_end = "\r\n" if "\r\n" in source.text else "\n"
    edit = Edit(path, Span(0, len(source.text)), wanted.replace("\n", line_end))
    before, after = source.normalized.split("\n"), wanted.split("\n")
    same = next((index for index, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), None)
    line = min(len(before), len(after)) if same is None else same + 1
    start = source.lines.span(line, line).start
    message = f"the report differs from the interface of `{package}`: {_difference(before, after)}"
    targets = packages.paths_in(package)
    yield Finding(path, Span(start, start), "api-drift", message, None, package, targets, (edit,))


def _difference(before: Sequence[str], after: Sequence[str]) -> str:
    """The names whose lines came, went or changed, for a sentence."""
    old, new = dict(_entries(before)), dict(_entries(after))
    marks = [*(f"+{name}" for name in new if name not in old), *(f"-{name}" for name in old if name not in new)]
    marks += [f"~{name}" for name in new if name in old and new[name] != old[name]]
    more = f" and {len(marks) - _SHOWN} more" if len(marks) > _SHOWN else ""
    return (", ".join(marks[:_SHOWN]) + more) if marks else "the order of its lines, or what stands around them"


def _entries(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Module and name that each line is about, and the line."""
    module = ""
    for line in lines:
        if line.startswith("## "):
            module = line.strip("#` ")
        elif match := _ENTRY.match(line):
            yield f"{module}.{match[1]}", line
