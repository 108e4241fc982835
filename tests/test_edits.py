from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.edits import apply_edits, unified_diff
from docsync.finding import Edit
from docsync.text import Span


def edit(start: int, stop: int, text: str) -> Edit:
    return Edit("a.md", Span(start, stop), text)


APPLIED = [
    ("abc", [], "abc"),
    ("", [edit(0, 0, "x")], "x"),
    ("abc", [edit(1, 2, "X")], "aXc"),
    ("abc", [edit(2, 3, ""), edit(0, 1, "XY")], "XYb"),
    ("abc", [edit(1, 2, "X"), edit(1, 2, "X")], "aXc"),
    ("abc", [edit(0, 1, "X"), edit(1, 2, "Y")], "XYc"),
    ("abc", [edit(1, 2, "X"), edit(1, 1, "<"), edit(2, 2, ">")], "a<X>c"),
    ("a\r\n日b", [edit(3, 4, "本")], "a\r\n本b"),
]

REFUSED = [
    ([edit(0, 2, "X"), edit(1, 3, "Y")], "overlaps"),
    ([edit(0, 2, "X"), edit(0, 2, "Y")], "overlaps"),
    ([edit(0, 3, "X"), edit(1, 1, "Y")], "overlaps"),
    ([edit(1, 1, "X"), edit(1, 1, "Y")], "overlaps"),
    ([edit(2, 4, "X")], "outside"),
    ([edit(-1, 1, "X")], "outside"),
    ([edit(2, 1, "X")], "outside"),
    ([edit(0, 1, "X"), Edit("b.md", Span(1, 2), "Y")], "several files"),
]


@pytest.mark.parametrize(("text", "edits", "expected"), APPLIED)
def test_apply_edits(text: str, edits: list[Edit], expected: str) -> None:
    assert apply_edits(text, edits) == expected
    assert apply_edits(text, edits[::-1]) == expected


@pytest.mark.parametrize(("edits", "reason"), REFUSED)
def test_edits_that_do_not_fit_are_refused(edits: list[Edit], reason: str) -> None:
    for order in (edits, edits[::-1]):
        with pytest.raises(ValueError, match=reason):
            apply_edits("abc", order)


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 4), st.text(max_size=3)), max_size=8), st.randoms())
def test_order_of_edits_does_not_matter(text: str, pieces: list[tuple[int, str]], random: Random) -> None:
    edits, expected, end = [], "", 0
    for size, replacement in pieces:
        start, stop = end + 1, end + 1 + size  # a gap, so that no two edits meet
        if stop > len(text):
            break
        edits.append(edit(start, stop, replacement))
        expected += text[end:start] + replacement
        end = stop
    shuffled = random.sample(edits * 2, len(edits) * 2)
    assert apply_edits(text, shuffled) == expected + text[end:]


DIFFS = [
    ("a.md", "one\ntwo\n", "one\n2\n"),
    ("a.md", "one\ntwo", "one\n2"),
    ("a.md", "one\ntwo", "one\ntwo\n"),
    ("a.md", "one\ntwo\n", "one\ntwo"),
    ("a.md", "", "one\n"),
    ("a.md", "one\n", ""),
    ("a.md", "\ufeffone\r\ntwo\r\n", "\ufeffone\r\n2\r\n"),
    ("a.md", "a\x0cb\u2028c\rd\n", "a\x0cb\u2028C\rd\n"),
    ("docs/with space.md", "one\n", "1\n"),
    ("日本.md", "one\n", "1\n"),
    ('quote".md', "one\n", "1\n"),
    ("back\\slash.md", "one\n", "1\n"),
    ("line\nend\ttab\x1b.md", "one\n", "1\n"),
    ("\udcff\udcfe.md", "one\n", "1\n"),
]


@pytest.mark.parametrize(("path", "before", "after"), DIFFS)
def test_git_applies_the_diff(tmp_path: Path, path: str, before: str, after: str) -> None:
    file = tmp_path / path
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(before.encode())
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    diff = unified_diff(path, before, after)
    subprocess.run(["git", "apply", "-p1", "-"], input=diff.encode(), cwd=tmp_path, check=True)
    assert (file.read_bytes() if file.exists() else b"") == after.encode()


def test_diff_is_what_git_shows() -> None:
    assert unified_diff("a.md", "same\n", "same\n") == ""
    assert unified_diff("a.md", "one\ntwo", "one\n2\n") == (
        "--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n"
    )
