from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import ERROR, HOSTILE, NOTICE, SUGGESTED, changed, report, unsafe

from docsync.finding import Located
from docsync.reporters.github import render

ANYTHING = st.text(st.characters())
IN_ONE_LINE = "line=3,col=5,endLine=3,endColumn=12,title=missing-file"
COMMANDS = [
    (ERROR, f"::error file=docs/guide.md,{IN_ONE_LINE}::`old.md` does not exist\n"),
    (NOTICE, "::notice file=docs/guide.md,line=7,endLine=9,title=bare-mention::`new.md`\n"),
    (SUGGESTED, f"::error file=docs/guide.md,{IN_ONE_LINE}::`old.md` does not exist%0Adid you mean `new.md`?\n"),
]
# (text, as a property, as data): the escapes of actions/toolkit, and its tests' own cases
ESCAPES = [
    ("%0A", "%250A", "%250A"),
    ("::error::", "%3A%3Aerror%3A%3A", "::error::"),
    ("a,b=c", "a%2Cb=c", "a,b=c"),
    ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
    ("%,%\r%\n%:", "%25%2C%25%0D%25%0A%25%3A", "%25,%25%0D%25%0A%25:"),
]


def decode(command: str) -> tuple[str, str]:
    """The file and the message that GitHub's runner takes out of one command."""
    matched = re.fullmatch(r"::error file=([^,]*),[^:]*::(.*)\n", command)
    assert matched
    path, message = matched.groups()
    for escape, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        path = path.replace(escape, character)
        message = message.replace(escape, character) if character not in ":," else message
    return path, message


@pytest.mark.parametrize(("finding", "expected"), COMMANDS)
def test_command(finding: Located, expected: str) -> None:
    assert render(report(finding), False) == expected


def test_worst_come_first_and_else_keep_their_order() -> None:
    later = changed(ERROR, path="z.md")
    lines = render(report(NOTICE, ERROR, changed(NOTICE, path="y.md"), later), False).splitlines()
    assert [line.split(",")[0] for line in lines] == [
        "::error file=docs/guide.md",
        "::error file=z.md",
        "::notice file=docs/guide.md",
        "::notice file=y.md",
    ]


def test_clean_run_prints_nothing() -> None:
    assert render(report(), False) == ""


@pytest.mark.parametrize(("text", "in_property", "in_data"), ESCAPES)
def test_toolkit_escapes(text: str, in_property: str, in_data: str) -> None:
    output = render(report(changed(ERROR, path=text, message=text)), False)
    assert output == f"::error file={in_property},{IN_ONE_LINE}::{in_data}\n"


@pytest.mark.parametrize("path", [path for path, _ in HOSTILE])
def test_hostile_path_and_message(path: str) -> None:
    output = render(report(changed(ERROR, path=path, message=path)), False)
    assert not unsafe(output.removesuffix("\n"))
    assert len(output.splitlines()) == 1


@given(path=ANYTHING, message=ANYTHING, suggestion=st.none() | ANYTHING)
def test_any_text_is_one_command(path: str, message: str, suggestion: str | None) -> None:
    output = render(report(changed(ERROR, path=path, message=message, suggestion=suggestion)), False)
    assert len(output.splitlines()) == 1
    assert not unsafe(output.removesuffix("\n"))


@given(path=st.text(st.sampled_from("a%:,\r\n0ADC235")), message=st.text(st.sampled_from("a%:,\r\n0AD25")))
def test_runner_reads_back_what_was_meant(path: str, message: str) -> None:
    assert decode(render(report(changed(ERROR, path=path, message=message)), False)) == (path, message)
