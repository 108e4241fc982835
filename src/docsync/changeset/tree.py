"""The tree after a change: entries under their new paths, and symbolic links that still lead where they did."""

from __future__ import annotations

import posixpath
from dataclasses import replace

from docsync.changeset.plan import Plan
from docsync.names import relative_to
from docsync.tree import FILE_MODE, Entry, Kind, Tree


def tree_after(tree: Tree, plan: Plan) -> Tree:
    """The tree that ``plan`` makes of ``tree``; what it writes anew has no blob id yet."""
    entries: dict[str, Entry] = {}
    for path, entry in tree.entries.items():
        entries.setdefault(plan.home(path), entry)
    for path in (*plan.drafts, *plan.written, *plan.moves.values()):
        entries[path] = replace(entries[path], blob="") if path in entries else Entry(FILE_MODE)
    moved = Tree(entries)
    return Tree(entries | dict(_retargeted(tree, moved, plan)))


def _retargeted(tree: Tree, moved: Tree, plan: Plan) -> list[tuple[str, Entry]]:
    """Symbolic links that have to be written anew."""
    found = []
    for path, entry in tree.entries.items():
        if entry.kind is not Kind.SYMLINK:
            continue
        before, new = tree.resolve(path), plan.home(path)
        if before.kind is None:
            continue
        target = plan.home(before.path) if before.kind is Kind.FILE else plan.place(before.path)
        if moved.resolve(new).path != target:
            destination = relative_to(target, posixpath.dirname(new))
            found.append((new, replace(entry, blob="", destination=destination)))
    return found
