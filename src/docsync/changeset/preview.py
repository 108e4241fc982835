"""A view of the repository as a change would leave it, before a file is written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date

from docsync.repo import Remote, Source
from docsync.repo.history import Changes, Logged
from docsync.repo.source import DOCUMENTS
from docsync.tree import Tree


class Preview(Source):
    """``source`` with another tree: ``contents`` are new texts by path, ``origins`` old paths of what moved whole.

    Nothing is left at the paths ``gone``, but for what the tree has there.

    Git is asked about the past as before, but never where a path went: this view is for judging, not for advice.
    """

    def __init__(
        self,
        source: Source,
        tree: Tree,
        contents: Mapping[str, bytes],
        origins: Mapping[str, str],
        gone: Collection[str] = (),
    ) -> None:
        self._source = source
        self._contents = contents
        self._origins = origins
        self.root = source.root
        self.has_git = source.has_git
        self.tree = tree
        self.untracked = source.untracked.difference(tree.entries, gone)

    @property
    def git_calls(self) -> int:
        """Those of the view underneath."""
        return self._source.git_calls

    def limit(self, max_bytes: int) -> None:
        """Refuse larger files underneath."""
        self._source.limit(max_bytes)

    def exists(self, path: str) -> bool:
        """Whether anything is there underneath."""
        return self._source.exists(path)

    def missing(self, paths: Iterable[str]) -> frozenset[str]:
        """Those missing underneath that are not written or moved to."""
        return self._source.missing(path for path in paths if path not in self._contents and path not in self._origins)

    def read(self, path: str) -> bytes:
        """The new text, else the content under the old path."""
        if path in self._contents:
            return self._contents[path]
        return self._source.read(self._origins.get(path, path))

    def read_base(self, path: str) -> bytes | None:
        """Content before the change under way, by the old path."""
        return self._source.read_base(self._origins.get(path, path))

    def read_at(self, rev: str, path: str) -> bytes | None:
        """Content at a revision."""
        return self._source.read_at(rev, path)

    def untracked_reasons(self, paths: Iterable[str]) -> Mapping[str, str]:
        """Why paths on disk are not in the tree underneath."""
        return self._source.untracked_reasons(path for path in paths if path not in self._source.tree.entries)

    def moved(self, paths: Iterable[str]) -> Mapping[str, tuple[str, ...]]:  # noqa: ARG002
        """Nothing: nobody is to be told."""
        return {}

    def moved_from(self, path: str) -> str | None:
        """Where the file was before the change under way, by its old path."""
        return self._source.moved_from(self._origins.get(path, path))

    def known_paths(self, paths: Iterable[str]) -> frozenset[str]:
        """Those known underneath."""
        return self._source.known_paths(paths)

    def changes(self, since: str | None) -> Changes:
        """What differs underneath."""
        return self._source.changes(since)

    def log(self, endings: Collection[str] = DOCUMENTS) -> Iterator[Logged]:
        """The commits underneath."""
        return self._source.log(endings)

    def today(self) -> date:
        """The day underneath."""
        return self._source.today()

    def remote(self) -> Remote | None:
        """Where the repository is published."""
        return self._source.remote()

    def new_journal(self) -> str | None:
        """None: nothing is written here."""
        return None

    def close(self) -> None:
        """Nothing: the view underneath belongs to somebody else."""
