"""Full URLs that lead into this very repository."""

from __future__ import annotations

import re

from docsync.repo import Remote

_URL = re.compile(r"https?://(?P<host>[^/?#]+)/(?P<path>.+)", re.IGNORECASE)
_RAW_HOSTS = {"raw.githubusercontent.com": "github.com"}
_VIEWS = ("blob/", "tree/", "raw/", "-/blob/", "-/tree/", "-/raw/")


def path_in_tree(url: str, remote: Remote) -> str | None:
    """The root-absolute destination (with query and fragment) that ``url`` stands for.

    None when ``url`` leads elsewhere, or to another revision than this tree: a tag, or a permalink with a hash.
    """
    match = _URL.fullmatch(url)
    if not match:
        return None
    host = match["host"].lower().removeprefix("www.")
    inside = re.compile(rf"{re.escape(remote.slug)}(?:\.git)?/(?P<rest>.+)", re.IGNORECASE).fullmatch(match["path"])
    if _RAW_HOSTS.get(host, host) != remote.host.lower() or not inside:
        return None
    rest = inside["rest"]
    if host not in _RAW_HOSTS:
        view = next((view for view in _VIEWS if rest.startswith(view)), None)
        if view is None:
            return None
        rest = rest.removeprefix(view)
    return _after_branch(rest.removeprefix("refs/heads/"), remote.branches)


def _after_branch(rest: str, branches: frozenset[str]) -> str | None:
    for branch in sorted(branches, key=len, reverse=True):
        if rest.startswith(f"{branch}/"):
            return rest.removeprefix(branch)
    return None
