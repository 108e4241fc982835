"""The repository after a migration as it will be once everything is in git, whether or not that has happened."""

from __future__ import annotations

from docsync.changeset.preview import Preview
from docsync.migrate.apply.moves_file import Moves
from docsync.repo import Source
from docsync.tree import FILE_MODE, Entry, Tree


class Finished(Preview):
    """``source`` with what ``moves`` took away gone, and with new files in its folder as if they were staged."""

    def __init__(self, source: Source, moves: Moves) -> None:
        gone = {old for old in moves.paths if old in source.tree.entries and source.is_absent(old)}
        kept = {path: entry for path, entry in source.tree.entries.items() if path not in gone}
        new = (path for path in source.untracked if path.startswith(f"{moves.root}/") and path not in kept)
        tree = Tree({**kept, **{path: Entry(FILE_MODE) for path in new}})
        super().__init__(source, tree, {}, {})
        self._before = {new: old for old, new in reversed(tuple(moves.paths.items()))}

    def moved_from(self, path: str) -> str | None:
        """Where the file was; by the map where git does not have the new one yet."""
        found = super().moved_from(path)
        if found is not None or self.read_base(path) is not None:
            return found
        return self._before.get(path)
