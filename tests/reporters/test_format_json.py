from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import ERROR, HOSTILE, NOTICE, SUGGESTED, changed, report

from docsync.reporters.as_json import render

ANYTHING = st.text(st.characters())


def test_clean_run_is_an_empty_array() -> None:
    assert render(report(), False) == "[]\n"


def test_fields_and_their_order() -> None:
    output = render(report(SUGGESTED, NOTICE), False)
    assert output.endswith("]\n")
    first, second = json.loads(output)
    assert list(first.items()) == [
        ("path", "docs/guide.md"),
        ("line", 3),
        ("column", 5),
        ("end_line", 3),
        ("end_column", 12),
        ("code", "missing-file"),
        ("severity", "error"),
        ("message", "`old.md` does not exist"),
        ("suggestion", "did you mean `new.md`?"),
        ("fixable", True),
    ]
    assert (second["severity"], second["suggestion"], second["fixable"]) == ("notice", None, False)


@pytest.mark.parametrize("path", [path for path, _ in HOSTILE])
def test_hostile_path_reads_back(path: str) -> None:
    output = render(report(changed(ERROR, path=path)), False)
    assert output.isascii()
    assert json.loads(output)[0]["path"] == path


def test_name_that_is_not_utf8_keeps_its_bytes() -> None:
    name = b"caf\xe9.md"
    output = render(report(changed(ERROR, path=name.decode("utf-8", "surrogateescape"))), False)
    assert json.loads(output)[0]["path"].encode("utf-8", "surrogateescape") == name


@given(path=ANYTHING, message=ANYTHING)
def test_any_text_reads_back(path: str, message: str) -> None:
    [entry] = json.loads(render(report(changed(ERROR, path=path, message=message)), False))
    assert (entry["path"], entry["message"]) == (path, message)
