"""Comments of our own and of other tools that switch the gate off."""

from __future__ import annotations

import pytest

from wraps import findings, fixed

WRAPPED = "roses\nare red\n"
JOINED = "roses are red\n"


@pytest.mark.parametrize(
    "comment",
    [
        "prettier-ignore",
        "unwrap-ignore",
        "markdownlint-disable-next-line MD013",
        "rumdl-disable-next-line MD013",
        "markdownlint-disable-next-line",
    ],
)
def test_next_block(comment: str) -> None:
    text = f"<!-- {comment} -->\n{WRAPPED}\n"
    assert fixed(text + WRAPPED) == text + JOINED


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("verify-md-wrap: off", "verify-md-wrap: on"),
        ("prettier-ignore-start", "prettier-ignore-end"),
        ("mdformat off", "mdformat on"),
        ("markdownlint-disable MD013", "markdownlint-enable MD013"),
        ("markdownlint-disable MD001 MD013", "markdownlint-enable"),
        ("markdownlint-disable line-length", "markdownlint-enable line-length"),
        ("rumdl-disable MD013", "rumdl-enable MD013"),
    ],
)
def test_range(start: str, end: str) -> None:
    text = f"<!-- {start} -->\n\n{WRAPPED}\n{WRAPPED}\n<!-- {end} -->\n\n"
    assert fixed(text + WRAPPED) == text + JOINED
    assert "unclosed-range" not in [each.code for each in findings(text)]


def test_unclosed_range_is_reported_and_reaches_to_the_end() -> None:
    text = f"<!-- mdformat off -->\n\n{WRAPPED}"
    assert fixed(text) == text
    assert [each.message for each in findings(text) if each.code == "unclosed-range"] == [
        "`mdformat off` is never switched on again"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```\n<!-- prettier-ignore -->\n```\n",
        "<!-- prettier-ignore --> text\n\n",
        "<!-- markdownlint-disable-next-line MD001 -->\n\n",
        "<!-- a prettier-ignore comment -->\n\n",
    ],
)
def test_comments_that_switch_nothing_off(text: str) -> None:
    assert fixed(text + WRAPPED) == text + JOINED


def test_whole_file() -> None:
    text = f"{WRAPPED}\n<!-- markdownlint-disable-file MD013 -->\n\n{WRAPPED}"
    assert fixed(text) == text
