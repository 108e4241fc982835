from __future__ import annotations

from difflib import SequenceMatcher
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync import suggest
from docsync.suggest import (
    MAX_READ,
    SHORTLIST,
    AnchorSuggester,
    Budget,
    PathSuggester,
    WordSuggester,
    _Index,
    nearest,
    nearest_anchor,
    nearest_path,
)

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
    # Another kind is not meant.
    ("src/tla/Variants.tla", ["docs/src/lang/variants.md"], None),
    ("src/tla/Apalache.tla", ["docs/apalache/a.md", "docs/apalache"], None),
    ("src/tla/Apalache.tla", ["src/tla/apalache/a.tla", "src/tla/apalache"], None),
    ("docs/guide.htm", ["docs/guide.md", "docs/guide.py"], "docs/guide.md"),
    ("docs/shot.png", ["docs/shots.svg", "docs/shot.md"], "docs/shots.svg"),
    ("docs/guide", ["docs/guides/a.md", "docs/guides"], "docs/guides"),
    ("docs/release-1.2", ["docs/release-1.3/a.md", "docs/release-1.3"], "docs/release-1.3"),
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


class Comparing(SequenceMatcher):  # type: ignore[type-arg]
    """Counts what is compared, since time would be flaky."""

    pairs: ClassVar[list[int]] = []

    def ratio(self) -> float:
        self.pairs.append(len(self.a) * len(self.b))
        return super().ratio()


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    monkeypatch.setattr(Comparing, "pairs", [])
    monkeypatch.setattr(suggest, "SequenceMatcher", Comparing)
    return Comparing.pairs


def test_comparisons_do_not_grow_with_the_repository(compared: list[int]) -> None:
    paths = [f"docs/{number % 7}/chapter-{number:05}-of-the-guide.md" for number in range(6000)]
    suggester = PathSuggester([*paths, "elsewhere/installation.md"])
    for missing in ("docs/1/instalation.md", "docs/2/installatoin.md"):
        assert suggester.nearest(missing) == "elsewhere/installation.md"
    assert 0 < len(compared) <= 2 * 2 * 2 * SHORTLIST


def test_comparisons_of_words_do_not_grow_with_their_number(compared: list[int]) -> None:
    slugs = [f"chapter-{number:05}-of-the-guide" for number in range(6000)]
    for suggester in (AnchorSuggester(slugs), WordSuggester(slugs)):
        assert suggester.nearest("chpater-01234-of-the-guide") == "chapter-01234-of-the-guide"
    assert 0 < len(compared) <= 2 * SHORTLIST


def test_an_index_is_read_in_part_however_alike_all_are(monkeypatch: pytest.MonkeyPatch) -> None:
    index = _Index([f"{'a' * 20}{number}" for number in range(20_000)])
    assert len(list(index._rarest_holders(["aaa", "/aa"]))) == MAX_READ  # noqa: SLF001
    assert len(index.near("a" * 20)) == SHORTLIST


def test_texts_of_any_length_are_answered(compared: list[int]) -> None:
    long = "ab" * 60_000
    assert nearest_path(f"docs/{long}.md", [f"docs/{long}a.md", "docs/a.md"]) is None
    assert nearest(long, [f"{long}a", "a"]) is None
    assert nearest_anchor(long, [f"{long}a", "a"]) is None
    assert nearest_path("a/" * 60_000 + "b.md", [f"{number}/b.md" for number in range(90)]) is None
    assert compared == []


def test_among_many_namesakes_the_one_in_the_most_alike_folder_is_meant() -> None:
    paths = [f"packages/p{number}/docs/README.md" for number in range(3000)]
    suggester = PathSuggester([*paths, "guides/setup/README.md"])
    assert suggester.nearest("packages/p17/README.md") == "packages/p17/docs/README.md"
    assert suggester.nearest("docs/setup/README.md") == "guides/setup/README.md"
    assert suggester.nearest("packages/new/README.md") is None
    assert suggester.nearest("x/docs/README.md") is None


def test_a_spent_budget_answers_nothing() -> None:
    budget = Budget(questions=2)
    words, paths = WordSuggester(["links"], budget), PathSuggester(["docs/setup.md"], budget)
    assert [words.nearest("link"), words.nearest("link"), words.nearest("lnks")] == ["links", "links", "links"]
    assert (words.nearest("linkss"), paths.nearest("docs/setpu.md")) == (None, None)
    assert WordSuggester(["links"], Budget(pairs=0)).nearest("link") is None


NAMES = st.lists(
    st.sampled_from(["a", "b", "guide", "guides", "x.md", "guide.md", "README.md"]), min_size=1, max_size=4
)


@given(NAMES, st.sets(NAMES.map("/".join)))
def test_a_suggestion_is_one_of_the_paths(missing: list[str], paths: set[str]) -> None:
    found = nearest_path("/".join(missing), paths)
    assert found is None or found in paths
