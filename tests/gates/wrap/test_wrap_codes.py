"""Every code of the gate on a document that has it and on one that does not; the documents lie in ``cases``."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsync.gates.wrap.codes import CODES
from wraps import findings

CASES = Path(__file__).with_name("cases")


@pytest.mark.parametrize("code", [code.name for code in CODES])
def test_code(code: str) -> None:
    fails, passes = (
        code in {each.code for each in findings((CASES / code / outcome / "case.md").read_text("utf-8"))}
        for outcome in ("fail", "pass")
    )
    assert (fails, passes) == (True, False)
