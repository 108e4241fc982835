from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync import suggest
from docsync.suggest import SHORTLIST, PathSuggester, nearest, nearest_anchor, nearest_path

WORDS = [
    ("mising-file", ["missing-file", "missing-anchor"], "missing-file"),
    ("require_reasons", ["requires-reason", "require-reasons"], "require-reasons"),
    ("LINKS", ["links", "wrap"], "links"),
    ("zebra", ["links", "wrap"], None),
    ("", ["links"], None),
    ("links", [], None),
]

ANCHORS = [
    ("Getting_Started", ["getting-started", "getting-started-1"], "getting-started"),
    ("foobar", ["foo-bar", "foo-baz"], "foo-bar"),
    ("config", ["configuration-of-gates", "usage"], "configuration-of-gates"),
    ("api", ["capital", "rest-api-reference"], "rest-api-reference"),
    ("1-install-on-linux", ["install", "usage"], "install"),
    ("api", ["api-v1-reference-pages", "api-v2-reference-pages"], None),
    ("instalation", ["installation", "installing"], "installation"),
    ("a", ["banana", "a-plan"], None),
    ("安裝", ["安装指南", "安裝!"], "安裝!"),
    ("🎉", ["party", "🎊"], None),
    ("", ["usage"], None),
]

PATHS = [
    # The same name elsewhere.
    ("docs/setup.md", ["guides/setup.md", "a.md"], "guides/setup.md"),
    ("docs/a/setup.md", ["docs/b/setup.md", "x/setup.md"], "docs/b/setup.md"),
    ("docs/v1/api/setup.md", ["old/v1/api/setup.md", "docs/setup.md"], "old/v1/api/setup.md"),
    ("docs/setup.md", ["x/setup.md", "y/setup.md"], None),
    ("setup.md", ["docs/setup.md"], "docs/setup.md"),
    # The same folder.
    ("docs/setpu.md", ["docs/setup.md", "docs/usage.md"], "docs/setup.md"),
    ("setpu.md", ["setup.md", "usage.md"], "setup.md"),
    ("docs/guide", ["docs/guide.md", "docs/other.md"], "docs/guide.md"),
    ("docs/guide.html", ["docs/guide.md", "docs/guide-2.html"], "docs/guide.md"),
    ("docs/setup.md", ["docs/setup.png", "docs/set-up.md"], "docs/set-up.md"),
    ("docs/ab", ["docs/ab.markdown"], "docs/ab.markdown"),
    ("docs/a.md", ["docs/b.md"], None),
    ("docs/0012-use-foo.md", ["docs/0013-use-bar.md"], None),
    ("docs/README.md", ["docs/README.rst", "x/README.md", "y/README.md"], "docs/README.rst"),
    # A similar name elsewhere.
    ("docs/get-started.md", ["guides/getting-started.md", "guides/other.md"], "guides/getting-started.md"),
    ("docs/get-started.md", ["x/getting-started.md", "docs/y/getting-started.md"], "docs/y/getting-started.md"),
    ("docs/get-started.md", ["x/getting-started.md", "y/getting-started.md"], None),
    # Directories, odd names, nothing.
    ("docs/guides/", ["docs/guide"], "docs/guide"),
    ("docs/\udcffetup.md", ["docs/setup.md"], "docs/setup.md"),
    ("", ["a.md", ""], None),
    ("a.md", [], None),
]


@pytest.mark.parametrize(("word", "known", "expected"), WORDS)
def test_nearest(word: str, known: list[str], expected: str | None) -> None:
    assert nearest(word, known) == expected
    assert nearest(word, reversed(known)) == expected


@pytest.mark.parametrize(("fragment", "slugs", "expected"), ANCHORS)
def test_nearest_anchor(fragment: str, slugs: list[str], expected: str | None) -> None:
    assert nearest_anchor(fragment, slugs) == expected
    assert nearest_anchor(fragment, slugs[::-1]) == expected


@pytest.mark.parametrize(("missing", "paths", "expected"), PATHS)
def test_nearest_path(missing: str, paths: list[str], expected: str | None) -> None:
    assert nearest_path(missing, paths) == expected
    assert nearest_path(missing, paths[::-1]) == expected


def test_comparisons_do_not_grow_with_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    likeness = suggest._likeness  # noqa: SLF001 - comparisons are counted, since time would be flaky

    def counting(name: str, other: str, cutoff: float) -> float:
        compared.append(other)
        return likeness(name, other, cutoff)

    monkeypatch.setattr(suggest, "_likeness", counting)
    paths = [f"docs/{number % 7}/chapter-{number:05}-of-the-guide.md" for number in range(6000)]
    suggester = PathSuggester([*paths, "elsewhere/installation.md"])
    for missing in ("docs/1/instalation.md", "docs/2/installatoin.md"):
        assert suggester.nearest(missing) == "elsewhere/installation.md"
    assert 0 < len(compared) <= 2 * 2 * SHORTLIST


NAMES = st.lists(
    st.sampled_from(["a", "b", "guide", "guides", "x.md", "guide.md", "README.md"]), min_size=1, max_size=4
)


@given(NAMES, st.sets(NAMES.map("/".join)))
def test_a_suggestion_is_one_of_the_paths(missing: list[str], paths: set[str]) -> None:
    found = nearest_path("/".join(missing), paths)
    assert found is None or found in paths
