"""Why a path that is on disk is not in git."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docsync.repo.disk import Disk
from docsync.repo.repository import Repository
from docsync.tree import Kind, Tree, prefixes

NOT_ADDED = ""
NOTHING_TRACKED = "directory without tracked files"
IGNORED = "ignored by "
OWN_DIRECTORY = "inside .git, which git never tracks"


def reasons(repository: Repository, disk: Disk, tree: Tree, paths: Iterable[str]) -> Mapping[str, str]:
    """Path to reason, for the paths that are on disk but not in ``tree``; :data:`NOT_ADDED` means just that.

    Paths in a submodule have no reason: that they are in another repository is known from the tree.
    """
    found = {path: _place(disk, path) for path in paths if _is_stray(disk, tree, path)}
    asked = sorted({place for place in found.values() if not _is_git_directory(place)})
    rules = repository.ignore_rules(asked) if asked else {}
    return {path: _reason(repository, disk, place, rules) for path, place in found.items()}


def _is_stray(disk: Disk, tree: Tree, path: str) -> bool:
    if not path or tree.kind(path) is not None or not disk.exists(path):
        return False
    if any(tree.kind(step) is Kind.SUBMODULE for step in prefixes(path)) or disk.is_empty_directory(path):
        return False  # an empty directory is what git leaves behind, never something to add
    return not any(disk.same(path, other) for other in tree.same_but_case(path))


def _place(disk: Disk, path: str) -> str:
    """What to ask git about: it refuses paths that lead through a symbolic link."""
    return disk.symlink_above(path) or path


def _is_git_directory(path: str) -> bool:
    return ".git" in path.split("/")


def _reason(repository: Repository, disk: Disk, path: str, rules: Mapping[str, str]) -> str:
    if _is_git_directory(path):
        return OWN_DIRECTORY
    if path in rules:
        return IGNORED + rules[path]
    nested = next(
        (other for other in repository.others if other.endswith("/") and (path + "/").startswith(other)), None
    )
    if nested is not None:
        return f"inside another repository, {nested}"
    if disk.is_directory(path) and not any(other.startswith(path + "/") for other in repository.others):
        return NOTHING_TRACKED
    return NOT_ADDED
