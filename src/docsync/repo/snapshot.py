"""The three views of a git repository: working tree, index, revision."""

from __future__ import annotations

import os
import posixpath
import stat
from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property

from docsync.names import within
from docsync.repo import log, untracked
from docsync.repo.blobs import Commit
from docsync.repo.conversion import ATTRIBUTES, converted
from docsync.repo.disk import Disk
from docsync.repo.history import RENAMED, Changes, Logged, Moves, Step
from docsync.repo.known import Known
from docsync.repo.listing import SKIPPED
from docsync.repo.remote import Remote
from docsync.repo.repository import Repository
from docsync.repo.source import DOCUMENTS, LIKELY, Source
from docsync.repo.staging import Staging
from docsync.tree import Kind, Tree


class GitSnapshot(Source):
    """What the views share."""

    has_git = True

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.root = repository.root

    @property
    @abstractmethod
    def base(self) -> Commit | None:
        """The commit before the change."""

    @property
    @abstractmethod
    def tip(self) -> Commit | None:
        """The newest commit of the view."""

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

    def known(self, path: str) -> Known | None:
        """The blob of a file, as git has it."""
        entry = self.tree.entries.get(path)
        return None if entry is None or entry.kind is not Kind.FILE else Known(entry.blob, None)

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
        rest = set(filter(within, asked - here))
        return here | self._repository.known(self.tip, rest) if rest and self.tip else here

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

    def facts_directory(self) -> str:
        """``doc-sync`` inside ``.git``, where journals lie too."""
        return os.path.join(os.fsdecode(self._repository.home), "doc-sync")

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
        self._disk = Disk(repository.git.directory)

    @property
    def base(self) -> Commit | None:
        """The commit checked out; asked for only where the past matters."""
        return self._repository.head

    @property
    def tip(self) -> Commit | None:
        """The same."""
        return self._repository.head

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
        found = repository.compared
        self.tree = Tree(found.entries)
        self._marks = found.marks
        others = (path for path in found.others if not path.endswith("/"))
        self.untracked = frozenset(path for path in others if not self._disk.is_symlink(path))

    def known(self, path: str) -> Known | None:
        """Size and blob of an unmodified file; of a tracked one that is not on disk, what the index has."""
        entry = self.tree.entries.get(path)
        if entry is None or entry.kind is not Kind.FILE:
            return None
        on_disk = self._disk.stat(path)
        if on_disk is None:
            return Known(entry.blob, None)
        size = on_disk.st_size
        is_readable = stat.S_ISREG(on_disk.st_mode) and size <= self._repository.max_bytes
        return Known(entry.blob, size) if is_readable and path not in self._doubtful else None

    @cached_property
    def _doubtful(self) -> frozenset[str]:
        """Paths whose content on disk may be another than that of the blob, though it has its size."""
        tracked = {path for path in self.tree.entries if path.endswith(ATTRIBUTES)}
        possible = (posixpath.join(folder, ATTRIBUTES) for folder in self.tree.directories)
        # One that git ignores, or that is not added, it obeys as well.
        others = {path for path in possible if path not in tracked and self._disk.exists(path)}
        return converted(self._repository, self._disk, tracked | others).union(self._marks)

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
        return self._disk.stat(path) is None

    def missing(self, paths: Iterable[str]) -> frozenset[str]:
        """Those in the index that were not on disk when this view was opened."""
        tracked = (path for path in paths if path in self.tree.entries and self._marks.get(path) != SKIPPED)
        # Of what has no mark git has seen a file, though maybe through a symbolic link above.
        doubtful = (path for path in tracked if path in self._marks or self._disk.symlink_above(path) is not None)
        return frozenset(filter(self.is_absent, doubtful))

    def _content_difference(self, since: Commit) -> list[Step]:
        return self._repository.diff(since.id)


class Revision(GitSnapshot):
    """A commit, without a look at index or disk; its base is its first parent."""

    def __init__(self, repository: Repository, rev: str) -> None:
        super().__init__(repository)
        self._commit = repository.commit(rev)
        self._parent = repository.first_parent(self._commit)
        self.tree = Tree(repository.entries_at(self._commit))
        self.untracked = frozenset()

    @property
    def tip(self) -> Commit:
        """The commit itself."""
        return self._commit

    @property
    def base(self) -> Commit | None:
        """Its first parent."""
        return self._parent

    def untracked_reasons(self, paths: Iterable[str]) -> Mapping[str, str]:  # noqa: ARG002
        """None: the disk is not looked at."""
        return {}

    def today(self) -> date:
        """The author's day of this commit."""
        return log.day_of(self._repository.git, self.tip.id)

    def _difference(self, since: Commit) -> list[Step]:
        return self._repository.diff(since.id, self.tip.id)
