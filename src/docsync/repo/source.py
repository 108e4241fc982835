"""What every view of a directory answers, under git or not."""

from __future__ import annotations

import stat
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from types import TracebackType
from typing import Self

from docsync.errors import UnreadableError
from docsync.repo.history import Changes, Logged
from docsync.repo.known import Known
from docsync.repo.refusals import not_a_file
from docsync.repo.remote import Remote
from docsync.repo.staging import Staging
from docsync.tree import Entry, Kind, Tree

DOCUMENTS = (".adoc", ".asciidoc", ".markdown", ".md", ".mdown", ".mdx", ".mkd", ".org", ".rst", ".textile", ".txt")
LIKELY = frozenset({".md", ".rst", ".txt"})  # what a document may have been before it was Markdown
_NOT_HERE = "does not exist in this view"


class Source(ABC):
    """One view: the paths that count as there, and the content to judge. Close it, or use it in ``with``.

    Paths are relative to ``root`` (absolute), separated by ``/``, without ``.`` and ``..``. ``tree`` holds what is
    tracked, ``untracked`` the files, without symbolic links, that are neither tracked nor ignored.
    """

    root: str
    has_git: bool
    tree: Tree
    untracked: frozenset[str]

    @property
    @abstractmethod
    def git_calls(self) -> int:
        """Number of git processes started so far."""

    @abstractmethod
    def limit(self, max_bytes: int) -> None:
        """Refuse files larger than ``max_bytes`` from now on; the configuration is read after opening."""

    @abstractmethod
    def exists(self, path: str) -> bool:
        """Whether anything, tracked or not, is on disk at a path inside; a revision does not look there."""

    def is_absent(self, path: str) -> bool:  # noqa: ARG002
        """Whether :meth:`read` has to get the content of a tracked file from git, since disk holds no such file.

        Views of git's own content are not meant to be written to, so that nothing is absent there.
        """
        return False

    def missing(self, paths: Iterable[str]) -> frozenset[str]:  # noqa: ARG002
        """Those that git's index still has though they are gone from disk: moved or deleted, which is not staged.

        What a sparse checkout keeps from the disk is none of them.
        """
        return frozenset()

    def known(self, path: str) -> Known | None:  # noqa: ARG002
        """What :meth:`read` would give for a tracked file; None when nothing is known, so that it has to be read.

        Whether a file on disk is as git has it was seen when the view was opened, with what counts as unmodified for
        git. A file on disk that is too large to be read is not known; how large a blob is, is not known.
        """
        return None

    @abstractmethod
    def read(self, path: str) -> bytes:
        """Content of a file in this view; :class:`~docsync.errors.UnreadableError` says why there is none."""

    def _file(self, path: str) -> Entry:
        """Entry of a file in the tree; nothing else is ever read, so that no path leads out of the root."""
        entry = self.tree.entries.get(path)
        if entry is None:
            raise not_a_file(stat.S_IFDIR) if path in self.tree.directories else UnreadableError(_NOT_HERE)
        if entry.kind is not Kind.FILE:
            raise not_a_file(entry.mode)
        return entry

    @abstractmethod
    def read_base(self, path: str) -> bytes | None:
        """Content before the change, under the name it had then; None when it was not there as a readable file."""

    @abstractmethod
    def read_at(self, rev: str, path: str) -> bytes | None:
        """Content at a revision; None when it is not there. :class:`~docsync.errors.GitError`: unknown revision."""

    @abstractmethod
    def untracked_reasons(self, paths: Iterable[str]) -> Mapping[str, str]:
        """Paths on disk but not in the tree, each with its reason: ``""`` (not added), ``ignored by .gitignore:42``."""

    @abstractmethod
    def moved(self, paths: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """Files and directories no longer in the tree, with where git's renames put them in it."""

    @abstractmethod
    def moved_from(self, path: str) -> str | None:
        """Where the file at ``path`` was before the change under way; None when that did not move it."""

    @abstractmethod
    def known_paths(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of ``paths`` that are in the tree, or were a file or directory in some commit before."""

    @abstractmethod
    def changes(self, since: str | None) -> Changes:
        """Say what differs from ``since``, or from the base; :class:`~docsync.errors.GitError`: unknown revision."""

    @abstractmethod
    def log(self, endings: Collection[str] = DOCUMENTS) -> Iterator[Logged]:
        """The commits up to this view that touched files with these endings, newest first.

        Of endings that no file of the view has, only the :data:`LIKELY` ones are looked for: each one costs git
        another look at every name. Letter case counts as in the view.

        Nothing before the first commit. :class:`~docsync.errors.GitError`, maybe only after some commits: there is no
        git, or it does not have the whole history; the message says how to get that.
        """

    @abstractmethod
    def today(self) -> date:
        """The day that a commit made now would carry as author date; at a revision the one that it carries."""

    @abstractmethod
    def remote(self) -> Remote | None:
        """Where the repository is published; None when git knows no such place."""

    @abstractmethod
    def new_journal(self) -> str | None:
        """Absolute path, not made yet, of a directory in which changes can be remembered; later ones sort later."""

    def facts_directory(self) -> str | None:
        """Absolute path, maybe not made yet, of a directory for what is known by blob id; None without git.

        All working trees of a repository share it.
        """
        return None

    def staging(self) -> Staging | None:
        """The index and commits, to write to; None where there are none, or the view is not of the working tree."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Let go of processes and files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
