"""File names: what is within the root, and how one is seen from a folder."""

from __future__ import annotations

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.names import relative_to, to_bytes, to_text, within

PATHS = st.lists(st.sampled_from(("a", "b", "ab", "c.md")), max_size=5).map("/".join)


@given(PATHS, PATHS)
def test_relative_to_is_what_the_standard_library_says(path: str, folder: str) -> None:
    assert relative_to(path, folder) == posixpath.relpath(path or ".", folder or ".")


@given(PATHS, PATHS)
def test_relative_to_leads_back(path: str, folder: str) -> None:
    assert posixpath.normpath(posixpath.join(folder, relative_to(path, folder))) == (path or ".")


@given(st.binary())
def test_names_are_any_bytes(data: bytes) -> None:
    assert to_bytes(to_text(data)) == data


@pytest.mark.parametrize(("path", "is_within"), [("a/b", True), ("..a", True), ("/a", False), ("a/../b", False)])
def test_within(path: str, is_within: bool) -> None:
    assert within(path) is is_within
