from __future__ import annotations

import subprocess
import sys

import pytest

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
