"""Where the repository is published: host, ``owner/name``, and the branches that stand for this tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

ORIGIN_HEAD = "refs/remotes/origin/HEAD"
_ALWAYS = frozenset({"main", "master", "HEAD"})
_SCHEMES = frozenset({"https", "http", "ssh", "git", "git+ssh", "ssh+git"})
# scp-like, see "GIT URLS" in git-clone(1); a host of one letter is a Windows drive.
_SCP = re.compile(r"(?:[^/@:]+@)?(?P<host>[^/@:]{2,}):(?P<path>[^/].*|/.+)")
_SSH_OVER_HTTPS = {
    "ssh.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
}


@dataclass(frozen=True, slots=True)
class Remote:
    """A published repository: ``host`` without user and port, ``slug`` as ``owner/name``, its ``branches``."""

    host: str
    slug: str
    branches: frozenset[str]


def parse(url: str, branches: Iterable[str] = ()) -> Remote | None:
    """The remote behind a git URL (https, ssh, git, scp-like); None for local paths and what is no ``owner/name``."""
    host, path = _split(url.strip())
    slug = path.strip("/").removesuffix(".git").strip("/")
    if not host or "/" not in slug:
        return None
    host = host.lower()
    return Remote(_SSH_OVER_HTTPS.get(host, host), slug, _ALWAYS.union(branches))


def branches(refs: str) -> Iterator[str]:
    """Branches that stand for this tree, of lines MARK, REF, TARGET: the one marked ``*``, and origin's default."""
    for line in refs.splitlines():
        mark, ref, target = line.split("\t")
        if ref == ORIGIN_HEAD:
            yield target.removeprefix("refs/remotes/origin/")
        elif mark == "*":
            yield ref.removeprefix("refs/heads/")


def _split(url: str) -> tuple[str, str]:
    if "://" in url:
        try:
            parts = urlsplit(url)
        except ValueError:  # brackets without an IPv6 address
            return "", ""
        return (parts.hostname or "", parts.path) if parts.scheme in _SCHEMES else ("", "")
    match = _SCP.fullmatch(url)
    return (match["host"], match["path"]) if match else ("", "")
