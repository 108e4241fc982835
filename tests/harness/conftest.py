"""The JSON-Schema-Test-Suite, where there is one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SUITE = "json-schema-test-suite"


@pytest.fixture(scope="session")
def schema_suite() -> dict[str, list[dict[str, Any]]]:
    """The groups of the suite by file: from ``DOC_SYNC_DATA``, or ``../shared/data`` beside the repository."""
    named = os.environ.get("DOC_SYNC_DATA")
    folder = (Path(named) if named else ROOT.parent / "shared" / "data") / SUITE
    files = sorted(folder.glob("*.json"))
    if not files:
        if named:
            pytest.fail(f"DOC_SYNC_DATA is {named}, where there is no {SUITE}")
        pytest.skip(f"DOC_SYNC_DATA is not set, and there is no {folder}")
    return {file.stem: json.loads(file.read_text("utf-8")) for file in files}
