"""One repository's answers: each question is one git call at most, whatever the number of files."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property

from docsync.errors import GitError, UnreadableError
from docsync.names import to_bytes, to_text, within
from docsync.repo import listing
from docsync.repo.blobs import Blobs, Commit, StoppedError
from docsync.repo.git import Git
from docsync.repo.history import Step, steps
from docsync.repo.listing import Listing
from docsync.repo.remote import ORIGIN_HEAD, Remote, branches, parse
from docsync.tree import Entry, Kind, Tree

# What is named here and in GIT_* variables is out of reach of the user's configuration.
NEUTRAL = ("-z", "--no-ext-diff", "--ignore-submodules=dirty", "-O/dev/null", "-l1000")
_SIMILAR, _EQUAL = "-M", "-M100%"  # renames to find
PROMISED = "promisor"  # what git says about objects that a partial clone left out
LOG = ("log", "--format=", "--no-show-signature", "--no-follow", "--root")
_NO_COMMITS = "does not have any commits yet"
_EMPTY_BLOBS = frozenset(  # SHA-1 and SHA-256
    {
        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
        "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    }
)
_SYMLINK_LIMIT = 1 << 16  # bytes; no system follows a longer one
_PATHSPEC_LIMIT = 20_000  # bytes of paths on a command line; Windows takes 32,767 in all
_UNKNOWN = (
    "git knows no revision {!r} in {}; `git branch --all` and `git log --oneline` list what there is, "
    "and a shallow clone has to fetch it first (actions/checkout: fetch-depth: 0)"
)
_UNBORN = "there is no commit yet on the branch checked out in {1}, so no revision {0!r}; commit first"
_BROKEN = "git cannot read the commit that {!r} names in {}; run `git fsck` there to see why"
_RANGE = "{!r} names no revision; give one revision, not a range"


class Repository:
    """git and its objects for the repository at ``git.directory``.

    ``home`` is the git directory that all its working trees share, absolute.
    """

    def __init__(self, git: Git, home: bytes) -> None:
        self.git = git
        self.home = home
        self.max_bytes = sys.maxsize
        self._blobs = Blobs(git)
        self._trees: dict[str, Mapping[str, Entry]] = {}

    @property
    def root(self) -> str:
        """The top directory, absolute."""
        return os.fsdecode(self.git.directory)  # for messages and for Python's own file functions

    def close(self) -> None:
        """End the process that reads objects."""
        self._blobs.close()

    def commit(self, revision: str) -> Commit:
        """The commit that ``revision`` names, else :class:`GitError`."""
        try:
            found = self._blobs.commit(revision)
        except StoppedError:
            found = None
        if found is None:
            raise GitError(self._reason(revision).format(revision, self.root))
        return found

    def _reason(self, revision: str) -> str:
        """Why there is no commit ``revision``."""
        if _is_range(revision):
            return _RANGE
        if self.head is None:
            return _UNBORN
        return _BROKEN if self._is_broken(revision) else _UNKNOWN

    def _is_broken(self, revision: str) -> bool:
        """Whether ``revision`` leads to an object that git cannot read."""
        if revision.startswith("-") or "\0" in revision:
            return False
        found = to_text(self.git.attempt("rev-parse", "--verify", "--quiet", revision).output).strip()
        # A full id leads to itself, there or not.
        return found not in ("", revision.lower()) and self.git.attempt("cat-file", "-p", found).code != 0

    def first_parent(self, commit: Commit) -> Commit | None:
        """The commit before; None for a first commit, and where a shallow clone ends."""
        if not commit.parents:
            return None
        found = self._blobs.commit(commit.parents[0])
        if found is None and self.git.run("rev-parse", "--is-shallow-repository") != b"true\n":
            raise GitError(_BROKEN.format(commit.parents[0], self.root))
        return found

    @cached_property
    def head(self) -> Commit | None:
        """The commit checked out; None before the first one."""
        found = self._blobs.commit("HEAD")
        if found is None:
            message = self.git.attempt("log", "-1", "--format=").message
            if _NO_COMMITS not in message:
                raise self.git.failure("log", message)
        return found

    @cached_property
    def compared(self) -> Listing:
        """The index compared with the disk, symbolic links with their destinations, and what lies beside."""
        found = listing.working_tree(self.git)
        self.others = found.others  # it need not be asked for
        return found._replace(entries=self._with_destinations(found.entries))

    @cached_property
    def index(self) -> Mapping[str, Entry]:
        """Every path in the index; of an unmerged path our side (stage 2), else theirs, else the base."""
        return self._with_destinations(listing.index(self.git).entries)

    @cached_property
    def intended(self) -> frozenset[str]:
        """Paths of ``git add -N``: in the index, but in no commit made from it. Asked only when there may be some."""
        if not any(entry.blob in _EMPTY_BLOBS for entry in self.index.values()):
            return frozenset()
        return frozenset(self.git.fields("diff-files", "-z", "--name-only", "--diff-filter=A"))

    @cached_property
    def others(self) -> frozenset[str]:
        """Untracked, not ignored files; another repository inside this one is one path that ends with ``/``."""
        return listing.beside(self.git)

    def entries_at(self, commit: Commit) -> Mapping[str, Entry]:
        """Every path in the tree of ``commit``."""
        if commit.id not in self._trees:
            found: dict[str, Entry] = {}
            for line in self.git.fields("ls-tree", "-r", "-z", "--full-tree", commit.id):
                head, _, path = line.partition("\t")
                mode, _, blob = head.split(" ")
                found[path] = Entry(int(mode, 8), blob)
            self._trees[commit.id] = self._with_destinations(found)
        return self._trees[commit.id]

    def _with_destinations(self, entries: dict[str, Entry]) -> dict[str, Entry]:
        links = [path for path, entry in entries.items() if entry.kind is Kind.SYMLINK]
        return entries | {path: replace(entries[path], destination=self._destination(entries[path])) for path in links}

    def _destination(self, link: Entry) -> str | None:
        try:
            return to_text(self._blobs.read(link.blob, _SYMLINK_LIMIT))
        except UnreadableError:
            return None

    def read(self, entry: Entry) -> bytes:
        """Content of a tracked file as git has it; :class:`UnreadableError` when too large or lost."""
        return self._blobs.read(entry.blob, self.max_bytes)

    def read_at(self, commit: Commit, path: str) -> bytes | None:
        """Content of the file ``path`` in ``commit``; None when it holds no readable file there."""
        entry = self.entries_at(commit).get(path)
        if entry is None or entry.kind is not Kind.FILE:
            return None
        try:
            return self.read(entry)
        except UnreadableError:
            return None

    def diff(self, *what: str) -> list[Step]:
        """Steps of ``git diff`` with renames found; ``what`` are options and commit ids."""
        return self._steps(("diff",), *what, "--")

    def renames(self, tip: Commit) -> list[Step]:
        """Every rename and addition on the way to ``tip``, newest first."""
        return self._steps(LOG, "--topo-order", "--diff-filter=RA", tip.id, "--")

    def _steps(self, command: Collection[str], *what: str) -> list[Step]:
        def ask(renames: str) -> list[Step]:
            return list(steps(self.git.fields(*command, *NEUTRAL, "--name-status", renames, *what)))

        try:
            return ask(_SIMILAR)
        except GitError as error:
            if PROMISED not in str(error):
                raise
            return ask(_EQUAL)  # what is similar is told by content, which a partial clone left out

    def known(self, tip: Commit, paths: Collection[str]) -> frozenset[str]:
        """Those of ``paths`` that were a file or a directory in ``tip`` or any commit before it."""
        asked = sorted(path for path in paths if path and "\0" not in path and within(path))
        if not asked:
            return frozenset()
        fits = sum(len(to_bytes(path)) + 1 for path in asked) <= _PATHSPEC_LIMIT
        options = (*NEUTRAL, "--name-only", "--no-renames", "--full-history")
        command = ("--literal-pathspecs", *LOG, *options, tip.id, "--")
        seen = set(self.git.fields(*command, *(asked if fits else ())))
        return frozenset(asked) & (seen | Tree(dict.fromkeys(seen, Entry(0))).directories)

    def ignore_rules(self, paths: Iterable[str]) -> dict[str, str]:
        """Path to the rule that ignores it, as ``.gitignore:42``; git fails on paths below a symlink or submodule."""
        # A leading "./" keeps names such as ":(top)x" from being read as pathspec magic.
        question = b"".join(b"./" + to_bytes(path) + b"\0" for path in paths)
        answer = iter(
            self.git.fields("check-ignore", "-v", "-z", "--no-index", "--stdin", stdin=question, accept=(0, 1))
        )
        rules = zip(answer, answer, answer, answer, strict=True)
        return {path[2:]: f"{file}:{line}" for file, line, pattern, path in rules if not pattern.startswith("!")}

    def new_journal(self) -> str:
        """Path of a directory for the changes made now, inside the git directory of this working tree."""
        home = self.git.run("rev-parse", "--absolute-git-dir").removesuffix(b"\n")
        return f"{os.fsdecode(home)}/doc-sync/{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}"

    def with_attributes(self, *names: str) -> frozenset[str]:
        """Tracked paths that have any of these attributes, with whatever value; see gitattributes(5)."""
        none = " ".join(f"!{name}" for name in names)
        return frozenset(self.git.fields("ls-files", "-z", "--", ":(top)", f":(top,exclude,attr:{none})"))

    def remote(self) -> Remote | None:
        """The remote ``origin``, with the branch checked out here and origin's default branch."""
        urls = self.git.fields("config", "-z", "--get-all", "remote.origin.url", accept=(0, 1))
        if not urls:
            return None
        refs = self.git.run("for-each-ref", "--format=%(HEAD)%09%(refname)%09%(symref)", "refs/heads", ORIGIN_HEAD)
        return parse(urls[0], branches(to_text(refs)))


def _is_range(revision: str) -> bool:
    """Whether ``revision``, which names no commit, was meant as a range or is empty, as a range without ends."""
    return ".." in revision or not revision.strip()
