"""Every code of the gate on a record that has it and on one that just has not; the records lie in ``cases``."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsync.gates.rfcs.codes import CODES
from rfc_folder import IMPLEMENTED, README, judged

CASES = Path(__file__).with_name("cases")
RECORD = f"{IMPLEMENTED}-case-of-words.md"
# Where the failing and the passing case lie, when not both at RECORD.
PATHS = {
    "rfc-misplaced": ("docs/rfc/implemented/deep/2026-06-30-case.md", "docs/rfc/implemented/assets/notes.md"),
    "rfc-name": ("docs/rfc/implemented/0012-case-of-words.md", RECORD),
    "rfc-date": (RECORD.replace("06-30", "06-11"), RECORD.replace("06-30", "06-11")),
    "rfc-duplicate": (f"{IMPLEMENTED}-our-new-way.md", RECORD),
    "rfc-index": (README, README),
}


@pytest.mark.parametrize("code", [code.name for code in CODES])
def test_code(code: str) -> None:
    failing, passing = PATHS.get(code, (RECORD, RECORD))
    assert [each.code for each in judged({failing: (CASES / code / "fail/case.md").read_text("utf-8")})] == [code]
    assert [each.code for each in judged({passing: (CASES / code / "pass/case.md").read_text("utf-8")})] == []
