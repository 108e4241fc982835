"""The three views of a git repository: working tree, index, revision."""

from __future__ import annotations

import posixpath
from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property

from docsync.repo import log, untracked
from docsync.repo.blobs import Commit
from docsync.repo.disk import Disk
from docsync.repo.history import RENAMED, Changes, Logged, Moves, Step
from docsync.repo.remote import Remote
from docsync.repo.repository import Repository
from docsync.repo.source import DOCUMENTS, LIKELY, Source
from docsync.repo.staging import Staging
from docsync.tree import Tree


class GitSnapshot(Source):
    """What the views share: ``base``, the commit before the change, and ``tip``, the newest one of the view."""

    has_git = True
    base: Commit | None
    tip: Commit | None

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.root = repository.root

    @property
    def git_calls(self) -> int:
        """Number of git processes started so far, the one that found the repository included."""
        return self._repository.git.calls

    @abstractmethod
    def _difference(self, since: Commit) -> list[Step]:
        """Steps from a commit to the tree of this view."""

    def _content_difference(self, since: Commit) -> list[Step]:
        """Steps from a commit to what :meth:`read` gives."""
        return self._difference(since)

    def limit(self, max_bytes: int) -> None:
        """Refuse larger files from now on."""
        self._repository.max_bytes = max_bytes

    def exists(self, path: str) -> bool:  # noqa: ARG002
        """No: the disk is not looked at."""
        return False

    def read(self, path: str) -> bytes:
        """Content as git has it."""
        return self._repository.read(self._file(path))

    def read_base(self, path: str) -> bytes | None:
        """Content at the base, a rename since then followed back."""
        if self.base is None:
            return None
        return self._repository.read_at(self.base, self._names_before.get(path, path))

    def read_at(self, rev: str, path: str) -> bytes | None:
        """Content at a revision."""
        return self._repository.read_at(self._repository.commit(rev), path)

    def moved(self, paths: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """By the renames of the change itself first, then by those of the whole history."""
        found: dict[str, tuple[str, ...]] = {}
        for path in paths:
            if self.tree.kind(path) is None:
                found[path] = self._moves.of(path) or self._moves_ever.of(path)
        return {path: places for path, places in found.items() if places}

    def moved_from(self, path: str) -> str | None:
        """By the renames of the change itself."""
        return self._names_before.get(path)

    def known_paths(self, paths: Iterable[str]) -> frozenset[str]:
        """One look at the tree, one at the history for the rest."""
        asked = frozenset(paths)
        here = frozenset(path for path in asked if self.tree.kind(path) is not None)
        return here | self._repository.known(self.tip, asked - here) if self.tip else here

    def changes(self, since: str | None) -> Changes:
        """What differs from ``since``, or from the base; everything, when there is no commit before."""
        commit = self.base if since is None else self._repository.commit(since)
        if commit is None:
            return Changes(self.untracked.union(self.tree.entries))
        return Changes.of(self._content_difference(commit), self.untracked)

    def log(self, endings: Collection[str] = DOCUMENTS) -> Iterator[Logged]:
        """By one pass over the history of the tip."""
        here = {posixpath.splitext(path)[1] for path in self.tree.entries}
        spelled = {*LIKELY.intersection(endings), *(ending for ending in here if ending.lower() in endings)}
        return iter(()) if self.tip is None else log.commits(self._repository.git, self.tip.id, spelled)

    def remote(self) -> Remote | None:
        """The remote named ``origin``."""
        return self._repository.remote()

    def new_journal(self) -> str | None:
        """A place inside ``.git``, so that it is never committed."""
        return self._repository.new_journal()

    def close(self) -> None:
        """End the git process that reads objects."""
        self._repository.close()

    @cached_property
    def _latest(self) -> list[Step]:
        return [] if self.base is None else self._difference(self.base)

    @cached_property
    def _names_before(self) -> Mapping[str, str]:
        return {step.path: step.before for step in self._latest if step.letter == RENAMED and step.before is not None}

    @cached_property
    def _moves(self) -> Moves:
        return Moves(self._latest, self.tree)

    @cached_property
    def _moves_ever(self) -> Moves:
        past = [] if self.tip is None else self._repository.renames(self.tip)
        return Moves([*self._latest, *past], self.tree)


class IndexView(GitSnapshot):
    """What the working tree and the staged index share: the commit checked out, and the disk beside the index."""

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        self.base = self.tip = repository.head
        self._disk = Disk(repository.git.directory)

    def exists(self, path: str) -> bool:
        """Whether anything is on disk there."""
        return self._disk.exists(path)

    def untracked_reasons(self, paths: Iterable[str]) -> Mapping[str, str]:
        """Why paths on disk are not in the index."""
        return untracked.reasons(self._repository, self._disk, self.tree, paths)

    def today(self) -> date:
        """As git would date a commit made here."""
        return log.day_of_next_commit(self._repository.git)

    def _difference(self, since: Commit) -> list[Step]:
        return self._repository.diff("--cached", since.id)


class StagedIndex(IndexView):
    """What the next commit will hold: paths and content from the index, less ``git add --intent-to-add``."""

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        index, intended = repository.index, repository.intended
        self.tree = Tree({path: entry for path, entry in index.items() if path not in intended} if intended else index)
        self.untracked = frozenset()


class WorkingTree(IndexView):
    """What lies on disk: paths from the index, and content from disk where there is any (not in a sparse checkout)."""

    def __init__(self, repository: Repository) -> None:
        super().__init__(repository)
        self.tree = Tree(repository.index)
        others = (path for path in repository.others if not path.endswith("/"))
        self.untracked = frozenset(path for path in others if not self._disk.is_symlink(path))

    def read(self, path: str) -> bytes:
        """Bytes on disk as they are; of a tracked file that is not on disk, those in the index."""
        if path not in self.untracked:
            self._file(path)
        content = self._disk.read(path, self._repository.max_bytes)
        return super().read(path) if content is None else content

    def staging(self) -> Staging:
        """The index and the branch that are checked out here."""
        return Staging(self._repository)

    def is_absent(self, path: str) -> bool:
        """Whether nothing is on disk there, or only what a symbolic link leads to."""
        return not self._disk.exists(path) or self._disk.symlink_above(path) is not None

    def missing(self, paths: Iterable[str]) -> frozenset[str]:
        """Those in the index that are not on disk. One call of git if there are any, else none."""
        absent = [path for path in paths if path in self.tree.entries and self.is_absent(path)]
        return frozenset(absent) - self.staging().skipped(absent) if absent else frozenset()

    def _content_difference(self, since: Commit) -> list[Step]:
        return self._repository.diff(since.id)


class Revision(GitSnapshot):
    """A commit, without a look at index or disk; its base is its first parent."""

    tip: Commit

    def __init__(self, repository: Repository, rev: str) -> None:
        super().__init__(repository)
        self.tip = repository.commit(rev)
        self.base = repository.first_parent(self.tip)
        self.tree = Tree(repository.entries_at(self.tip))
        self.untracked = frozenset()

    def untracked_reasons(self, paths: Iterable[str]) -> Mapping[str, str]:  # noqa: ARG002
        """None: the disk is not looked at."""
        return {}

    def today(self) -> date:
        """The author's day of this commit."""
        return log.day_of(self._repository.git, self.tip.id)

    def _difference(self, since: Commit) -> list[Step]:
        return self._repository.diff(since.id, self.tip.id)
