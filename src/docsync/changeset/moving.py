"""Files and folders moved as a user names them: what that makes of each path, or why it cannot be done."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from docsync.changeset.plan import Plan
from docsync.errors import UsageError
from docsync.repo import Source
from docsync.suggest import nearest_path
from docsync.tree import Kind, Tree, fold, prefixes


def plan_moves(source: Source, sources: Sequence[str], destination: str) -> Plan:
    """Move ``sources`` to ``destination``, into it where it is a folder; paths are relative to the root.

    A ``destination`` with a slash at its end is meant as a folder. :class:`UsageError` says what is in the way.
    """
    into = destination.endswith("/") or _is_folder(source, destination.rstrip("/"))
    destination = destination.rstrip("/")
    if len(sources) > 1 and not into:
        raise UsageError(f"{destination}: is no folder, and several files are to go there; end it with / to make one")
    pairs = [(path, posixpath.join(destination, posixpath.basename(path)) if into else destination) for path in sources]
    return plan_renames(source, pairs)


def plan_renames(source: Source, pairs: Sequence[tuple[str, str]]) -> Plan:
    """Give each first path of ``pairs``, a file or folder, the second one as its name; all at the same time."""
    moves: dict[str, str] = {}
    folders: dict[str, str] = {}
    for old, new in pairs:
        _refuse_source(source, old, new)
        for path in _files(source, old):
            if path in moves:
                raise UsageError(f"{path}: is to be moved twice; name it once")
            moves[path] = new + path[len(old) :]
        if old not in moves:
            folders[old] = new
    _refuse_targets(source, moves)
    return Plan(moves={old: new for old, new in moves.items() if old != new}, folders=folders)


def _is_folder(source: Source, path: str) -> bool:
    return path in source.tree.directories or any(name.startswith(f"{path}/") for name in source.untracked)


def _files(source: Source, path: str) -> Iterator[str]:
    """The file at ``path``, or all below it, but for those that git ignores."""
    everything = (*source.tree.entries, *sorted(source.untracked))
    return (name for name in everything if name == path or name.startswith(f"{path}/"))


def _refuse_source(source: Source, path: str, new: str) -> None:
    tree = source.tree
    kind = tree.kind(path)
    if path in ("", "."):
        raise UsageError("the repository itself cannot be moved")
    if kind is Kind.SYMLINK:
        raise UsageError(f"{path}: is a symbolic link to {tree.entries[path].destination}; move what it leads to")
    if tree.resolve(path).through_directory_symlink:
        raise UsageError(f"{path}: leads through a symbolic link; name it {tree.resolve(path).path}")
    for name, entry in tree.entries.items():
        if entry.kind is Kind.SUBMODULE and (
            name == path or name.startswith(f"{path}/") or path.startswith(f"{name}/")
        ):
            raise UsageError(f"{path}: {name} is a submodule; move that by `git mv` first, which knows .gitmodules")
    if not any(True for _ in _files(source, path)):
        if source.exists(path):
            raise UsageError(f"{path}: git does not know it; move it by `mv`, nothing that is committed leads to it")
        near = nearest_path(path, [*tree.entries, *tree.directories])
        raise UsageError(f"{path}: no such file or directory" + (f"; did you mean {near}?" if near else ""))
    if new == path:
        raise UsageError(f"{path}: is there already")
    if new.startswith(f"{path}/"):
        raise UsageError(f"{path}: cannot be moved into itself, to {new}")


def _refuse_targets(source: Source, moves: dict[str, str]) -> None:
    """No target may exist, unless it is moved away itself, nor lie below a file or outside of the tree."""
    seen: dict[str, str] = {}
    targets = frozenset(moves.values())
    for old, new in moves.items():
        _refuse_place(source.tree, new, moves)
        below = next((outer for outer in tuple(prefixes(new))[:-1] if outer in targets), None)
        if below is not None:
            raise UsageError(f"{old}: would lie below the file {below}; move one of them elsewhere")
        if new in seen:
            raise UsageError(f"{old}: has the same target as {seen[new]}, {new}; move one of them elsewhere")
        seen[new] = old
        # Where letter case does not count, the disk has the old name under the new one, too.
        is_on_disk = source.exists(new) and fold(old) != fold(new)
        if new not in moves and (source.tree.kind(new) or new in source.untracked or is_on_disk):
            raise UsageError(f"{new}: exists already; remove it first or choose another name")


def _refuse_place(tree: Tree, path: str, moves: dict[str, str]) -> None:
    if ".git" in path.lower().split("/"):
        raise UsageError(f"{path}: belongs to git; choose another name")
    for outer in tuple(prefixes(path))[:-1]:
        kind = tree.kind(outer)
        if kind is Kind.SYMLINK:
            raise UsageError(f"{path}: leads through the symbolic link {outer}; name the real folder")
        if kind is Kind.SUBMODULE:
            raise UsageError(f"{path}: is in the submodule {outer}, another repository")
        if kind is Kind.FILE and outer not in moves:
            raise UsageError(f"{path}: {outer} is a file, not a folder")
