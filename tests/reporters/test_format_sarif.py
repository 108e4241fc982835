from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import ERROR, HOSTILE, NOTICE, SUGGESTED, changed, report

from docsync import __version__
from docsync.finding import Located
from docsync.reporters.sarif import render
from docsync.text import Position

PATHS = [
    ("docs/guide.md", "docs/guide.md"),
    ("a b#c?.md", "a%20b%23c%3F.md"),
    ("a:b.md", "a%3Ab.md"),
    ("%0A.md", "%250A.md"),
    ("Übersicht.md", "%C3%9Cbersicht.md"),
    ("two\nlines.md", "two%0Alines.md"),
    ("\udcff.md", "%FF.md"),
]
# A path holds surrogates only where a byte of its name was not UTF-8 (PEP 383), so never U+D800.
HOSTILE_FINDINGS = [changed(ERROR, path=path, message=path) for path, _ in HOSTILE if "\ud800" not in path]


def run(*findings: Located) -> dict[str, Any]:
    [only] = json.loads(render(report(*findings), False))["runs"]
    assert isinstance(only, dict)
    return only


def fingerprints(*findings: Located) -> list[str]:
    return [result["partialFingerprints"]["docSync/v1"] for result in run(*findings)["results"]]


@pytest.fixture(scope="session")
def validator(data_folder: Path) -> jsonschema.Draft7Validator:
    schema = json.loads((data_folder / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
    return jsonschema.Draft7Validator(schema)


@pytest.mark.parametrize("findings", [[], [ERROR, ERROR, NOTICE, SUGGESTED], HOSTILE_FINDINGS])
def test_log_fits_the_official_schema(validator: jsonschema.Draft7Validator, findings: list[Located]) -> None:
    log = json.loads(render(report(*findings), False))
    assert [error.message for error in validator.iter_errors(log)] == []


def test_schema_is_really_applied(validator: jsonschema.Draft7Validator) -> None:
    log = json.loads(render(report(ERROR), False))
    log["runs"][0]["results"][0]["level"] = "fatal"
    assert not validator.is_valid(log)


def test_driver_and_rules() -> None:
    log = run()
    driver = log["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("doc-sync", __version__)
    assert log["columnKind"] == "unicodeCodePoints"
    assert log["results"] == []
    assert [(rule["id"], rule["defaultConfiguration"]["level"]) for rule in driver["rules"]] == [
        ("missing-file", "error"),
        ("bare-mention", "note"),
        ("hard-wrap", "none"),
    ]
    assert driver["rules"][0]["shortDescription"] == {"text": "A link leads to no file."}
    assert driver["rules"][0]["help"] == {"text": "Name a tracked file."}


def test_result() -> None:
    [result] = run(NOTICE)["results"]
    assert (result["ruleId"], result["ruleIndex"], result["level"]) == ("bare-mention", 1, "note")
    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "docs/guide.md", "uriBaseId": "%SRCROOT%"}
    assert location["region"] == {"startLine": 7, "startColumn": 1, "endLine": 9, "endColumn": 2}


def test_suggestion_is_a_second_line_of_the_message() -> None:
    [result] = run(SUGGESTED)["results"]
    assert result["message"]["text"] == "`old.md` does not exist\ndid you mean `new.md`?"


@pytest.mark.parametrize(("path", "uri"), PATHS)
def test_path_becomes_a_relative_uri(path: str, uri: str) -> None:
    [result] = run(changed(ERROR, path=path))["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


@given(st.binary())
def test_uri_names_the_exact_bytes(name: bytes) -> None:
    [result] = run(changed(ERROR, path=name.decode("utf-8", "surrogateescape")))["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.isascii()
    assert unquote_to_bytes(uri) == name


def test_fingerprint_stays_when_the_line_moves() -> None:
    assert fingerprints(ERROR) == fingerprints(changed(ERROR, start=Position(30, 1), end=Position(30, 9)))


def test_equal_findings_are_told_apart() -> None:
    base = ERROR.fingerprint
    assert fingerprints(ERROR, NOTICE, ERROR) == [f"{base}:1", f"{NOTICE.fingerprint}:1", f"{base}:2"]


@pytest.mark.parametrize(("path", "shown"), HOSTILE)
def test_hostile_message(path: str, shown: str) -> None:
    output = render(report(changed(ERROR, message=path)), False)
    assert json.loads(output)["runs"][0]["results"][0]["message"]["text"] == shown
