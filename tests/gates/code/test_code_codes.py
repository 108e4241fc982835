"""Every code of the gate on a document that has it and on one that does not; the documents lie in ``cases``."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsync.gates.pycode.codes import CODES
from shop import judged

CASES = Path(__file__).with_name("cases")
OPTIONS = {"code-types": {"typecheck": "mypy"}, "code-output": {"run": ("pycon",)}, "api-drift": {"reports": "api"}}


@pytest.mark.parametrize("code", [code.name for code in CODES])
def test_code(code: str) -> None:
    path = "api/shop.md" if code == "api-drift" else "a.md"
    fails, passes = (
        {each.split(" ")[1].rstrip(":") for each in judged({path: text}, **OPTIONS.get(code, {}))}
        for text in ((CASES / code / outcome / "case.md").read_text("utf-8") for outcome in ("fail", "pass"))
    )
    assert (fails, passes) == ({code}, set())
