"""Where a repository is published."""

from __future__ import annotations

import pytest

from docsync.repo import Remote, open_source
from docsync.repo.remote import parse
from gitrepo import GitRepo

ALWAYS = {"main", "master", "HEAD"}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://github.com/owner/name", "github.com owner/name"),
        ("https://github.com/owner/name.git", "github.com owner/name"),
        ("https://github.com/owner/name.git/", "github.com owner/name"),
        ("https://user:secret@GitHub.com:8443/owner/name.git", "github.com owner/name"),
        ("http://git.example.org/owner/na.me", "git.example.org owner/na.me"),
        ("ssh://git@github.com/owner/name.git", "github.com owner/name"),
        ("ssh://git@git.example.org:2222/owner/name.git", "git.example.org owner/name"),
        ("ssh://git@ssh.github.com:443/owner/name.git", "github.com owner/name"),
        ("git://github.com/owner/name.git", "github.com owner/name"),
        ("git@github.com:owner/name.git", "github.com owner/name"),
        ("git@github.com:/owner/name.git", "github.com owner/name"),
        ("github.com:owner/name", "github.com owner/name"),
        ("git@gitlab.com:group/sub/name.git\n", "gitlab.com group/sub/name"),
        ("git@github.com:name.git", None),
        ("https://github.com/", None),
        ("https://[::1/owner/name", None),
        ("file:///srv/owner/name.git", None),
        ("/srv/owner/name.git", None),
        ("../owner/name.git", None),
        ("./a:b/c", None),
        ("C:/owner/name.git", None),
        ("", None),
    ],
)
def test_url(url: str, expected: str | None) -> None:
    found = parse(url)
    assert (found and f"{found.host} {found.slug}") == expected


def test_branches(repo: GitRepo) -> None:
    repo.write("a.md")
    repo.commit()
    repo.git("branch", "other")
    repo.git("checkout", "--quiet", "-b", "feature/one")
    repo.git("remote", "add", "origin", "git@github.com:owner/name.git")
    repo.git("update-ref", "refs/remotes/origin/trunk", "HEAD")
    repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    with open_source(str(repo)) as source:
        assert source.remote() == Remote("github.com", "owner/name", frozenset({*ALWAYS, "feature/one", "trunk"}))
    repo.git("checkout", "--quiet", "--detach")
    repo.git("symbolic-ref", "--delete", "refs/remotes/origin/HEAD")
    with open_source(str(repo), rev="other") as source:
        assert source.remote() == Remote("github.com", "owner/name", frozenset(ALWAYS))


def test_no_remote(repo: GitRepo) -> None:
    with open_source(str(repo)) as source:
        assert source.remote() is None
