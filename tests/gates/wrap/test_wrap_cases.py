"""The collected cases, the examples of the CommonMark specification, and random mixes of lines."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from line_kinds import KINDS
from wraps import assert_proved, fixed

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))
MIXES, SEED = 3000, 20261130


def test_there_are_cases() -> None:
    assert len(CASES) == 89


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    path = "case.mdx" if "MDX" in case["why"] else "case.md"
    result = fixed(case["input"], path)
    assert result == case["output"], case["why"]
    assert fixed(result, path) == result


def test_examples_of_the_specification(data_folder: Path) -> None:
    examples = json.loads((data_folder / "commonmark-0.31.2.json").read_text("utf-8"))
    assert len(examples) == 652
    for example in examples:
        assert_proved(example["markdown"])


def test_random_mixes_of_lines() -> None:
    assert len(KINDS) >= 70
    choice = random.Random(SEED)
    for _ in range(MIXES):
        assert_proved("\n".join(choice.choices(KINDS, k=choice.randint(2, 6))) + "\n")
