"""A view of files that exist only in the test: gates need neither git nor a disk."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from docsync.corpus import Corpus, Scope
from docsync.finding import Finding
from docsync.gates.base import Gate
from docsync.markdown.anchors import FLAVOURS
from docsync.repo import Remote, Source
from docsync.repo.history import Changes, Logged
from docsync.repo.source import DOCUMENTS
from docsync.tree import Entry, Tree

FILE, SYMLINK, SUBMODULE = 0o100644, 0o120000, 0o160000


class MemorySource(Source):
    """Files by path. A text that starts with ``-> `` makes a symlink, ``None`` a submodule.

    ``on_disk`` holds what git does not have, each with the reason that git would give; ``renames`` says where
    missing paths went; ``before`` the texts and ``names_before`` the names before the change under way;
    ``log`` the commits, newest first.
    """

    def __init__(  # noqa: PLR0913 - each is one answer of the view
        self,
        files: Mapping[str, str | bytes | None],
        *,
        untracked: Mapping[str, str] | None = None,
        on_disk: Mapping[str, str] | None = None,
        renames: Mapping[str, tuple[str, ...]] | None = None,
        before: Mapping[str, str] | None = None,
        names_before: Mapping[str, str] | None = None,
        log: Sequence[Logged] = (),
        today: date = date(2026, 6, 30),
        remote: Remote | None = None,
        has_git: bool = True,
    ) -> None:
        self.root = "/memory"
        self.has_git = has_git
        self.tree = Tree({path: _entry(content) for path, content in files.items()})
        self.untracked = frozenset(untracked or {})
        self._texts = {**files, **(untracked or {})}
        self._on_disk = {**dict.fromkeys(untracked or {}, ""), **(on_disk or {})}
        self._renames = renames or {}
        self._before = before or {}
        self._names_before = names_before or {}
        self._log = log
        self._today = today
        self._remote = remote

    @property
    def git_calls(self) -> int:
        return 0

    def limit(self, max_bytes: int) -> None:
        raise NotImplementedError

    def exists(self, path: str) -> bool:
        return path in self._texts or path in self._on_disk

    def read(self, path: str) -> bytes:
        if path not in self.untracked:
            self._file(path)
        content = self._texts[path]
        return content.encode() if isinstance(content, str) else content or b""

    def read_base(self, path: str) -> bytes | None:
        return self._before[path].encode() if path in self._before else None

    def read_at(self, rev: str, path: str) -> bytes | None:
        raise NotImplementedError

    def untracked_reasons(self, paths: Iterable[str]) -> Mapping[str, str]:
        return {path: self._on_disk[path] for path in paths if path in self._on_disk}

    def moved(self, paths: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        return {path: self._renames[path] for path in paths if path in self._renames}

    def moved_from(self, path: str) -> str | None:
        return self._names_before.get(path)

    def known_paths(self, paths: Iterable[str]) -> frozenset[str]:
        return frozenset(paths) & {*self.tree.entries, *self._renames}

    def changes(self, since: str | None) -> Changes:
        raise NotImplementedError

    def log(self, endings: Collection[str] = DOCUMENTS) -> Iterator[Logged]:
        return iter(self._log)

    def today(self) -> date:
        return self._today

    def remote(self) -> Remote | None:
        return self._remote

    def new_journal(self) -> str | None:
        return None

    def close(self) -> None:
        """There is nothing to let go of."""


def _entry(content: str | bytes | None) -> Entry:
    if content is None:
        return Entry(SUBMODULE)
    if isinstance(content, str) and content.startswith("-> "):
        return Entry(SYMLINK, destination=content.removeprefix("-> "))
    return Entry(FILE)


def corpus_of(files: Mapping[str, str | bytes | None], *, flavour: str = "github", **source: Any) -> Corpus:
    """A corpus of ``files``; further arguments are those of :class:`MemorySource`."""
    return Corpus(MemorySource(files, **source), Scope(flavour=FLAVOURS[flavour]))


def findings(gate: Gate, corpus: Corpus, **options: Any) -> Iterator[Finding]:
    """What ``gate`` finds in ``corpus`` with its default options, some of them replaced."""
    return gate.check(corpus, replace(gate.options(), **options))
