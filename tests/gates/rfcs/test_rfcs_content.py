"""Status, title and sections: what is said about each way to get them wrong, where, and what the fix writes."""

from __future__ import annotations

import pytest

from docsync.edits import apply_edits
from docsync.gates.rfcs import GATE
from memory import corpus_of, findings
from rfc_folder import IMPLEMENTED, README, judged, record

PATH = f"{IMPLEMENTED}-fast-path.md"
RULES = {"required_sections": ()}


def told(text: str, path: str = PATH, **options: object) -> list[tuple[str, str, str | None]]:
    """Text at the finding, message and suggestion."""
    found = [each for each in judged({path: text}, **{**RULES, **options}) if each.path == path]
    return [(text[slice(*each.span)], each.message, each.suggestion) for each in found]


STATUSES = [
    ("Status: implemented", None),
    ("status: implemented, see below", None),
    ("- **Status:** implemented (accepted 2026-06-13)", None),
    ("> Status: implemented", None),
    ("Status: implemented\nStatus: rejected", None),  # the first one counts
    ("", ("Fast path", "there is no status", "write `Status: implemented` under the title")),
    ("## Status\n\nimplemented", None),
    ("## Status\n\nimplemented. It took long.", None),
    ("## Status: implemented", None),
    ("| Status | implemented (in 1.0) |\n| - | - |\n| Date | x |", None),
    ("STATUS : implemented", None),
    ("- Status - implemented", None),
    ("| Status | rejected |\n| - | - |\n| Date | x |\n\nStatus: implemented", None),  # the line counts
    ("## Status\n\nImplemented. It took long.", ("Implemented", "`Implemented` is written `implemented`", None)),
    ("## Status\n\nWe talk.", ("Fast path", "there is no status", "write `Status: implemented` under the title")),
    (
        "| Status | Draft |\n| - | - |\n| Date | x |",
        ("Draft", "`Draft` is no status; it is one of proposed, implemented, rejected", ""),
    ),
    ("Status:", ("", "there is no status", "write `Status: implemented` under the title")),
    ("Status: 123", ("123", "`123` is no status; it is one of proposed, implemented, rejected", "")),
    ("Status: —", ("—", "there is no status", "write `Status: implemented` under the title")),
    ("Status: Implemented", ("Implemented", "`Implemented` is written `implemented`", None)),
    (
        "Status: rejected — too slow",
        (
            "rejected — too slow",
            "the status is `rejected`, the folder `implemented`",
            f"run doc-sync rfc reject {PATH}, or write `Status: implemented`",
        ),
    ),
    (
        "Status: PROPOSED",
        (
            "PROPOSED",
            "the status is `proposed`, the folder `implemented`",
            f"run doc-sync rfc propose {PATH}, or write `Status: implemented`",
        ),
    ),
    ("Status: accepted", ("accepted", "`accepted` is no status; it is one of proposed, implemented, rejected", "")),
    (
        "Status: rejectd",
        ("rejectd", "`rejectd` is no status; it is one of proposed, implemented, rejected", "rejected"),
    ),
]


@pytest.mark.parametrize(("head", "expected"), STATUSES)
def test_status(head: str, expected: tuple[str, str, str | None] | None) -> None:
    found = told(f"# Fast path\n\n{head}\n")
    if expected is None:
        assert found == []
        return
    (only,) = found
    text, message, suggestion = expected
    assert only[:2] == (text, message)
    if suggestion is None or len(suggestion) > 20:
        assert only[2] == suggestion
    else:
        assert only[2] == f"write {suggestion or 'implemented'}, and the rest as a note after it"


FIXES = [
    ("# Fast path\n", "# Fast path\n\nStatus: implemented\n"),
    ("# Fast path", "# Fast path\n\nStatus: implemented\n"),
    ("# Fast path #\n\ntext\n", "# Fast path #\n\nStatus: implemented\n\ntext\n"),
    ("# Fast path\ntext\n", "# Fast path\n\nStatus: implemented\n\ntext\n"),
    ("# Fast path\r\n\r\ntext\r\n", "# Fast path\r\n\r\nStatus: implemented\r\n\r\ntext\r\n"),
    ("Fast path\n=========\ntext\n", "Fast path\n=========\n\nStatus: implemented\n\ntext\n"),
    ("Fast path\r\n===\r\n", "Fast path\r\n===\r\n\r\nStatus: implemented\r\n"),
    ("---\ntitle: Fast path\n---\n\ntext\n", "---\ntitle: Fast path\n---\n\nStatus: implemented\n\ntext\n"),
    ("# Fast path\n\nStatus:\n", "# Fast path\n\nStatus: implemented\n"),
    ("# Fast path\n\n**Status:**\n", "# Fast path\n\n**Status:** implemented\n"),
    ("# Fast path\n\nStatus: IMPLEMENTED, x\n", "# Fast path\n\nStatus: implemented, x\n"),
    ("---\nstatus: Implemented\n---\n# Fast path\n", "---\nstatus: implemented\n---\n# Fast path\n"),
    ("# Fast path\n\nSTATUS : Implemented\n", "# Fast path\n\nSTATUS : implemented\n"),
    (
        "# Fast path\n\n## Status\n\nWe talk.\n",
        "# Fast path\n\nStatus: implemented\n\n## Status\n\nWe talk.\n",
    ),
    ("---\nstatus: 'Implemented'\n---\n# Fast path\n", None),
    ("---\nstatus:\n---\n# Fast path\n", "---\nstatus: implemented\n---\n# Fast path\n"),
    ("---\nstatus: ''\n---\n# Fast path\n", None),
    ("text\n", None),
    ("# Fast path\n\nStatus: rejected\n", None),
    ("# Fast path\n\nStatus: accepted\n", None),
]


@pytest.mark.parametrize(("before", "after"), FIXES)
def test_status_fix(before: str, after: str | None) -> None:
    found = [each for each in judged({PATH: before}, **RULES) if each.code == "rfc-status"]
    edits = [edit for each in found for edit in each.fix]
    assert (apply_edits(before, edits) if edits else None) == after
    if after is not None:
        assert "rfc-status" not in {each.code for each in judged({PATH: after}, **RULES)}


TITLES = [
    ("# RFC: The fast path", None),
    ("# ADR-012: The fast path", None),
    ("---\ntitle: Our fast path\n---", None),
    ("# 高速パス", None),  # nothing that could be in a file name
    ("# Über fast", None),
    ("# Something else", "the title `Something else` shares no word with the file name `2026-06-30-fast-path.md`"),
    ("# Faster paths", "the title `Faster paths` shares no word with the file name `2026-06-30-fast-path.md`"),
    ("# RFC Proposal", "the title `RFC Proposal` names no topic"),
    ("# Our form", "the title `Our form` names no topic"),
    ("", "there is no title"),
    ("```\n# Fast path\n```", "there is no title"),
    ("# ", "there is no title"),
]


@pytest.mark.parametrize(("title", "message"), TITLES)
def test_title(title: str, message: str | None) -> None:
    found = told(f"{title}\n\nStatus: implemented\n", generic_titles=("Our Form",))
    assert [each[1] for each in found] == ([message] if message else [])


def test_a_title_is_compared_with_the_topic_of_a_name_that_is_none() -> None:
    text = record("Fast path", "implemented")
    found = judged({"docs/rfc/implemented/0012-FAST_path.md": text, "docs/rfc/implemented/0013-slow.md": text})
    assert [each.code for each in found] == ["rfc-name", "rfc-name", "rfc-title"]


def test_required_sections_are_alternatives_by_first_words() -> None:
    sections = "## Problems\n\nx\n\n## Decision:\n\n## Decision drivers\n\nx\n\n## Why\n\n"
    text = f"# Fast path\n\nStatus: implemented\n\n{sections}"
    options = {"required_sections": ("Problem | Context", "Decision", "Why")}
    assert told(text, **options) == [
        ("Fast path", "the section `Problem` or `Context` is missing", None),
        ("Why", "the section `Why` is empty", None),
    ]


def test_a_finding_without_a_place_stands_at_the_start() -> None:
    found = judged({PATH: "text\n"})
    assert {each.span for each in found} == {(0, 0)}
    assert {each.path for each in found} == {PATH}


def test_no_folder_of_a_status_no_findings() -> None:
    files = {README: "# x\n", "docs/rfc/0001-x.md": "x\n", "docs/proposed/x.md": "x\n"}
    assert list(findings(GATE, corpus_of(files))) == []
    assert [each.code for each in findings(GATE, corpus_of(files), root="docs/")][:1] == ["rfc-misplaced"]
