"""Where a relative path leads in the committed tree, lexically as URLs resolve and strictly as git has it."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from docsync.tree import Kind, Resolution, Tree

# First segment of the pages that GitHub serves under https://github.com/OWNER/NAME/.
WEB_PAGES = frozenset(
    """actions activity archive blame blob branches commit commits community compare contributors deployments
    discussions edit find forks graphs issues labels milestone milestones network new packages projects pull pulls
    pulse raw releases search security settings stargazers tags tree watchers wiki -""".split()
)


# Levels above the root of BRANCH, and what is served there.
_REPOSITORY_PAGES = 2
_OTHER_PAGES = (1, 3, 4)  # another branch, repository, owner


@dataclass(frozen=True, slots=True)
class Location:
    """A destination's path, normalised: ``climbed`` counts the levels above the root that it leads to."""

    path: str
    climbed: int
    absolute: bool
    slash: bool
    below_file: bool = False


def locate(source: str, path: str, tree: Tree) -> Location:
    """Resolve ``path`` as written in the document ``source``; a leading slash means the repository root.

    ``a.md/../b.md`` is marked ``below_file``: browsers would open it, every clone fails.
    """
    absolute = path.startswith("/")
    parts = [] if absolute else posixpath.dirname(source).split("/") if "/" in source else []
    climbed, below_file = 0, False
    for segment in path.split("/"):
        if segment in ("", "."):
            continue
        if segment != "..":
            parts.append(segment)
        elif parts:
            below_file = below_file or tree.kind("/".join(parts)) is Kind.FILE
            parts.pop()
        else:
            climbed += 1
    return Location("/".join(parts), climbed, absolute, path.endswith("/"), below_file)


def is_web_path(location: Location) -> bool:
    """Whether a path above the root is a page of GitHub.

    A file is served under ``OWNER/NAME/blob/BRANCH/``: two levels above the root are the repository's pages.
    Written from the root (``/../dev/a.md``, ``/../../../../other/name``), other branches and repositories count too.
    """
    if location.climbed == _REPOSITORY_PAGES:
        return location.path.split("/", 1)[0] in WEB_PAGES
    return location.absolute and bool(location.path) and location.climbed in _OTHER_PAGES


def resolve(location: Location, tree: Tree, *, follow_directory_symlinks: bool) -> Resolution:
    """What stands at ``location``; nothing outside, below a file, nor in a symlinked folder unless followed."""
    if location.climbed:
        return Resolution(location.path, None)
    if location.below_file:
        return Resolution(location.path, None, Kind.FILE)
    resolution = tree.resolve(location.path)
    if resolution.through_directory_symlink and not follow_directory_symlinks:
        return Resolution(location.path, None, Kind.SYMLINK)
    return resolution
