from __future__ import annotations

import json

import pytest
from report_samples import ERROR, HOSTILE, NOTICE, SUGGESTED, changed, report

from docsync.reporters.gitlab import render


def test_clean_run_is_an_empty_array() -> None:
    assert render(report(), False) == "[]\n"


def test_fields() -> None:
    output = render(report(SUGGESTED, NOTICE), False)
    assert output.endswith("]\n")
    assert json.loads(output) == [
        {
            "description": "`old.md` does not exist; did you mean `new.md`?",
            "check_name": "missing-file",
            "fingerprint": f"{SUGGESTED.fingerprint}:1",
            "severity": "major",
            "location": {"path": "docs/guide.md", "lines": {"begin": 3}},
        },
        {
            "description": "`new.md`",
            "check_name": "bare-mention",
            "fingerprint": f"{NOTICE.fingerprint}:1",
            "severity": "info",
            "location": {"path": "docs/guide.md", "lines": {"begin": 7}},
        },
    ]


def test_each_finding_has_its_own_fingerprint() -> None:
    entries = json.loads(render(report(ERROR, ERROR, ERROR), False))
    assert len({entry["fingerprint"] for entry in entries}) == 3


@pytest.mark.parametrize(("path", "shown"), HOSTILE)
def test_hostile_path_and_message(path: str, shown: str) -> None:
    [entry] = json.loads(render(report(changed(ERROR, path=path, message=path)), False))
    assert (entry["location"]["path"], entry["description"]) == (shown, shown)
