from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import ERROR, HOSTILE, NOTICE, SUGGESTED, changed, report

from docsync.finding import Located
from docsync.reporters.junit import render

ANYTHING = st.text(st.characters())


def suite(*findings: Located) -> ET.Element:
    """The suite, read the way a build server reads it: from UTF-8 bytes."""
    found = ET.fromstring(render(report(*findings), False).encode("utf-8")).find("testsuite")
    assert found is not None
    return found


def test_clean_run_is_one_passing_case() -> None:
    assert render(report(), False) == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<testsuites>\n"
        '  <testsuite name="doc-sync" tests="1" failures="0">\n'
        '    <testcase classname="doc-sync" name="all documents" />\n'
        "  </testsuite>\n"
        "</testsuites>\n"
    )


def test_one_case_per_document() -> None:
    other = changed(NOTICE, path="z.md")
    read = suite(ERROR, NOTICE, SUGGESTED, other)
    assert (read.get("tests"), read.get("failures")) == ("2", "1")
    assert [case.get("name") for case in read] == ["docs/guide.md", "z.md"]
    assert [case.get("file") for case in read] == ["docs/guide.md", "z.md"]


def test_errors_of_a_document_are_one_failure() -> None:
    [failure] = suite(ERROR, SUGGESTED).iter("failure")
    assert failure.get("message") == "2 errors: missing-file"
    assert failure.text == (
        "docs/guide.md:3:5: missing-file: `old.md` does not exist\n"
        "docs/guide.md:3:5: missing-file: `old.md` does not exist\n"
        "    did you mean `new.md`?"
    )


def test_notices_are_no_failures() -> None:
    read = suite(NOTICE)
    assert (read.get("failures"), read.find("testcase/failure")) == ("0", None)
    assert read.findtext("testcase/system-out") == "docs/guide.md:7:1: notice: bare-mention: `new.md`"


@pytest.mark.parametrize(("path", "shown"), HOSTILE)
def test_hostile_path(path: str, shown: str) -> None:
    assert suite(changed(ERROR, path=path))[0].get("name") == shown


@given(path=ANYTHING, message=ANYTHING, suggestion=st.none() | ANYTHING)
def test_any_text_parses(path: str, message: str, suggestion: str | None) -> None:
    assert len(suite(changed(ERROR, path=path, message=message, suggestion=suggestion))) == 1
