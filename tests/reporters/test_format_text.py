from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import ERROR, HOSTILE, NOTICE, SUGGESTED, changed, report, unsafe

from docsync.finding import Located
from docsync.report import Report
from docsync.reporters.text import render, summary

ANYTHING = st.text(st.characters())
LINES = [
    (ERROR, "docs/guide.md:3:5: missing-file: `old.md` does not exist\n"),
    (NOTICE, "docs/guide.md:7:1: notice: bare-mention: `new.md`\n"),
    (
        SUGGESTED,
        "docs/guide.md:3:5: missing-file: `old.md` does not exist\n    did you mean `new.md`?\n",
    ),
]
COLORED = [
    (ERROR, "\x1b[1mdocs/guide.md\x1b[0m:3:5: \x1b[31mmissing-file\x1b[0m: `old.md` does not exist\n"),
    (NOTICE, "\x1b[1mdocs/guide.md\x1b[0m:7:1: notice: \x1b[33mbare-mention\x1b[0m: `new.md`\n"),
    (
        SUGGESTED,
        (
            "\x1b[1mdocs/guide.md\x1b[0m:3:5: \x1b[31mmissing-file\x1b[0m: `old.md` does not exist\n"
            "    \x1b[2mdid you mean `new.md`?\x1b[0m\n"
        ),
    ),
]
# Text that GitHub's runner would obey in a log, and what is printed for it.
COMMANDS = [
    ("::error::.md", r"\x3a:error::.md"),
    ("  ::stop-commands::x", r"  \x3a:stop-commands::x"),
    ("a ##[error]b", r"a ##\x5berror]b"),
    ("a::b", "a::b"),
    (":one", ":one"),
    ("## [x]", "## [x]"),
]
SUMMARIES = [
    (
        report(ERROR, ERROR, NOTICE, ERROR, documents=120),
        "3 errors, 1 notice in 120 documents",
    ),
    (report(ERROR, documents=1), "1 error in 1 document"),
    (
        report(SUGGESTED, ERROR, SUGGESTED, NOTICE, documents=12, hidden=2),
        "3 errors, 1 notice (2 fixable with --fix) in 12 documents (2 findings elsewhere not shown)",
    ),
    (report(NOTICE, NOTICE, documents=2), "2 notices in 2 documents"),
    (report(documents=120), "clean: 120 documents"),
    (report(documents=3, hidden=5), "clean: 3 documents (5 findings elsewhere not shown)"),
    (
        report(ERROR, documents=3, hidden=1),
        "1 error in 3 documents (1 finding elsewhere not shown)",
    ),
    (report(documents=0), "nothing was checked: no Markdown file here, or all are excluded"),
    (report(ERROR, documents=0), "1 error in 0 documents"),
]


@pytest.mark.parametrize(("finding", "expected"), LINES)
def test_plain(finding: Located, expected: str) -> None:
    assert render(report(finding), False) == expected


@pytest.mark.parametrize(("finding", "expected"), COLORED)
def test_colored(finding: Located, expected: str) -> None:
    assert render(report(finding), True) == expected


def test_findings_keep_their_order() -> None:
    assert render(report(NOTICE, ERROR), False) == LINES[1][1] + LINES[0][1]


def test_clean_run_prints_nothing() -> None:
    assert render(report(), True) == ""


@pytest.mark.parametrize(("path", "shown"), HOSTILE)
def test_hostile_path_and_message(path: str, shown: str) -> None:
    finding = changed(ERROR, path=path, message=path, suggestion=path)
    assert render(report(finding), False) == f"{shown}:3:5: missing-file: {shown}\n    {shown}\n"


@pytest.mark.parametrize(("text", "shown"), COMMANDS)
def test_workflow_command_in_a_log_is_inert(text: str, shown: str) -> None:
    finding = changed(ERROR, path=text, suggestion=text)
    assert render(report(finding), False) == f"{shown}:3:5: missing-file: `old.md` does not exist\n    {shown}\n"


@pytest.mark.parametrize(("outcome", "expected"), SUMMARIES)
def test_summary(outcome: Report, expected: str) -> None:
    assert summary(outcome) == expected


@given(path=ANYTHING, message=ANYTHING, suggestion=st.none() | ANYTHING)
def test_any_text_stays_on_its_line(path: str, message: str, suggestion: str | None) -> None:
    outcome = report(changed(ERROR, path=path, message=message, suggestion=suggestion))
    plain, colored = render(outcome, False), render(outcome, True)
    lines = plain.splitlines()
    assert len(lines) == (2 if suggestion else 1)
    assert not unsafe("".join(lines))
    assert not any(line.lstrip().startswith("::") or "##[" in line for line in lines)
    assert re.sub(r"\x1b\[\d+m", "", colored) == plain
