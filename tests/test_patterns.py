from __future__ import annotations

import subprocess
import sys
import time
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from docsync.patterns import PathPatterns

EXCEPTION = ["vendor/**", "!vendor/AGENTS.md"]

CASES = [
    ([], "a.md", False),
    (["*.md"], "docs/a.md", True),
    (["/a.md"], "docs/a.md", False),
    (["docs/"], "docs/deep/a.md", True),
    (["docs/*.md"], "docs/deep/a.md", False),
    (["**/old/**"], "docs/old/a.md", True),
    (["docs/[ab].md"], "docs/c.md", False),
    (["# comment", ""], "# comment", False),
    (["\\#a.md"], "#a.md", True),
    (EXCEPTION, "vendor/lib/a.md", True),
    (EXCEPTION, "vendor/AGENTS.md", False),
    (EXCEPTION, "vendor/lib/AGENTS.md", True),
    (["vendor/", "!vendor/AGENTS.md"], "vendor/AGENTS.md", False),
    (["!a.md", "a.md"], "a.md", True),
    (["a?.md"], "a\udcff.md", True),
    (["*.txt"], "\udcff/\udcfe.md", False),
    (["docs/日本*.md"], "docs/日本語.md", True),
]


@pytest.mark.parametrize(("patterns", "path", "expected"), CASES)
def test_matches(patterns: list[str], path: str, expected: bool) -> None:
    assert PathPatterns(patterns).matches(path) is expected


@pytest.mark.parametrize("pattern", ["!", "a\\", "[z-a]"])
def test_unreadable_pattern_is_named(pattern: str) -> None:
    with pytest.raises(ValueError, match="is not a gitignore pattern") as caught:
        PathPatterns(["fine", pattern])
    assert f'"{pattern}"' in str(caught.value)


def test_without_patterns_pathspec_stays_unloaded() -> None:
    program = "import sys; from docsync.patterns import PathPatterns; PathPatterns([]).matches('a'); "
    program += "assert 'pathspec' not in sys.modules; PathPatterns(['a']); assert 'pathspec' in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("pattern", ["[[:alpha:]]", "[a--b]", "[a&&b]"])
def test_set_that_python_would_read_otherwise_is_refused(pattern: str) -> None:
    with warnings.catch_warnings(record=True) as caught, pytest.raises(ValueError, match="set of characters"):
        PathPatterns([pattern])
    assert caught == []


def test_pattern_of_any_length_is_refused() -> None:
    PathPatterns(["a" * 500])
    with pytest.raises(ValueError, match="is longer than 500 characters"):
        PathPatterns(["a" * 501])


BOMBS = [
    ("*a" * 9 + "b", "a" * 255),
    ("*a" * 240 + "b", "a" * 255),
    ("**/a/" * 14 + "b", "a/" * 2000),
    ("**/*a*a*a*a/" * 40 + "b", "/".join(["a" * 255] * 16)),
    ("a/**/" + "a/" * 200 + "**/b", "a/" * 2000),
    ("*?" * 240 + "b", "a" * 4000),
    ("*" * 499 + "b", "a" * 4000),
    ("*a*/" * 120 + "b", "/".join(["a" * 255] * 16)),
]


@pytest.mark.parametrize(("pattern", "path"), BOMBS)
def test_time_does_not_grow_with_the_power_of_wildcards(pattern: str, path: str) -> None:
    started = time.process_time()
    assert not PathPatterns([pattern]).matches(path)
    assert time.process_time() - started < 2  # it takes milliseconds, or else hours


PARTS = ["a", "b", "*", "**", "?", "/", "/**/", "[ab]", "[!a]", "!", "\\*", "."]
NAMES = st.text("ab.*", min_size=1, max_size=4)


@given(st.lists(st.sampled_from(PARTS), max_size=9).map("".join), st.lists(NAMES, min_size=1, max_size=5).map("/".join))
def test_a_pattern_selects_what_pathspec_says(pattern: str, path: str) -> None:
    try:
        expected = GitIgnoreSpec.from_lines([pattern], backend="simple")
    except ValueError:
        return
    assert PathPatterns([pattern]).matches(path) is expected.match_file(path)
