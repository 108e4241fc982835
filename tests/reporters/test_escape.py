from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_samples import HARMLESS, HOSTILE, unsafe

from docsync.reporters.escape import visible


@pytest.mark.parametrize(("text", "expected"), HOSTILE)
def test_unsafe_characters_become_visible(text: str, expected: str) -> None:
    assert visible(text) == expected


@pytest.mark.parametrize("text", HARMLESS)
def test_other_text_stays(text: str) -> None:
    assert visible(text) == text


@given(st.text(st.characters()))
def test_result_is_one_safe_line_of_utf8(text: str) -> None:
    shown = visible(text)
    assert not unsafe(shown)
    assert len(shown.splitlines()) <= 1
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert visible(shown) == shown
