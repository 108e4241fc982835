"""GitHub's anchors as recorded in public sources, and the numbering of equal ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from docsync.markdown.anchors import make_unique, slug

DATA = json.loads(Path(__file__).with_name("slugs.json").read_text("utf-8"))


@pytest.mark.parametrize("case", DATA["slugs"], ids=[case["text"] or "empty" for case in DATA["slugs"]])
def test_slug(case: dict[str, str]) -> None:
    assert slug(case["text"]) == case["slug"], case["source"]


@pytest.mark.parametrize("case", DATA["numbering"])
def test_numbering(case: dict[str, list[str]]) -> None:
    assert list(make_unique(map(slug, case["texts"]))) == case["slugs"]
