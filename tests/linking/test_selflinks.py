from __future__ import annotations

import pytest

from docsync.linking.selflinks import path_in_tree
from docsync.repo import Remote
from docsync.repo.remote import parse

GITHUB = Remote("github.com", "acme/widgets", frozenset({"main", "master", "HEAD", "feature/new-docs", "feature"}))
GITLAB = Remote("gitlab.com", "group/sub/widgets", frozenset({"main"}))

URLS = [
    ("https://github.com/acme/widgets/blob/main/docs/a.md", "/docs/a.md"),
    ("http://github.com/acme/widgets/blob/main/a.md", "/a.md"),
    ("https://www.github.com/acme/widgets/blob/main/a.md", "/a.md"),
    ("https://GitHub.com/Acme/WIDGETS/blob/main/a.md", "/a.md"),
    ("https://github.com/acme/widgets.git/blob/main/a.md", "/a.md"),
    ("https://github.com/acme/widgets/blob/main/a.md?plain=1#L3", "/a.md?plain=1#L3"),
    ("https://github.com/acme/widgets/tree/main/docs", "/docs"),
    ("https://github.com/acme/widgets/raw/main/a.png", "/a.png"),
    ("https://github.com/acme/widgets/raw/refs/heads/main/a.png", "/a.png"),
    ("https://github.com/acme/widgets/blob/HEAD/a.md", "/a.md"),
    ("https://github.com/acme/widgets/blob/feature/new-docs/a.md", "/a.md"),
    ("https://github.com/acme/widgets/blob/feature/a.md", "/a.md"),
    ("https://raw.githubusercontent.com/acme/widgets/main/a.png", "/a.png"),
    ("https://raw.githubusercontent.com/acme/widgets/refs/heads/main/a.png", "/a.png"),
    ("https://github.com/acme/widgets/tree/main/", "/"),
    # Another revision, another repository, no file.
    ("https://github.com/acme/widgets/blob/v1.0/a.md", None),
    ("https://github.com/acme/widgets/blob/0123456789abcdef0123456789abcdef01234567/a.md", None),
    ("https://raw.githubusercontent.com/acme/widgets/v1.0/a.png", None),
    ("https://github.com/acme/widgets/blob/mainline/a.md", None),
    ("https://github.com/acme/other/blob/main/a.md", None),
    ("https://github.com/other/widgets/blob/main/a.md", None),
    ("https://example.org/acme/widgets/blob/main/a.md", None),
    ("https://github.com/acme/widgets", None),
    ("https://github.com/acme/widgets/issues/1", None),
    ("https://github.com/acme/widgets/tree/main", None),
    ("https://github.com.evil.org/acme/widgets/blob/main/a.md", None),
    ("ftp://github.com/acme/widgets/blob/main/a.md", None),
]


@pytest.mark.parametrize(("url", "expected"), URLS)
def test_path_in_tree(url: str, expected: str | None) -> None:
    assert path_in_tree(url, GITHUB) == expected


@pytest.mark.parametrize(
    "url",
    ["git@github.com:acme/widgets.git", "ssh://git@github.com/acme/widgets", "https://github.com/acme/widgets.git/"],
)
def test_however_the_remote_is_written(url: str) -> None:
    remote = parse(url)
    assert remote is not None
    assert path_in_tree("https://github.com/acme/widgets/blob/main/a.md", remote) == "/a.md"


GITLAB_URLS = [
    ("https://gitlab.com/group/sub/widgets/-/blob/main/a.md", "/a.md"),
    ("https://gitlab.com/group/sub/widgets/-/raw/main/a.png", "/a.png"),
    ("https://gitlab.com/group/sub/widgets/blob/main/a.md", "/a.md"),
    ("https://gitlab.com/group/widgets/-/blob/main/a.md", None),
]


@pytest.mark.parametrize(("url", "expected"), GITLAB_URLS)
def test_gitlab_groups(url: str, expected: str | None) -> None:
    assert path_in_tree(url, GITLAB) == expected
