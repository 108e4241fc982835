"""What of given paths git does not hold yet, and how it gets there: the index, and commits of these paths alone."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace

from docsync.errors import GitError, RefusedError
from docsync.names import to_bytes, to_text
from docsync.repo.disk import Disk
from docsync.repo.git import FIXED, Git
from docsync.repo.messages import Messages
from docsync.repo.repository import NEUTRAL, Repository

_UPDATE = ("update-index", "--add", "--remove", "-z", "--stdin")
_NAMES = ("--name-only", "--no-renames", *NEUTRAL)
_SKIPPED = "S"  # how `ls-files -v` marks what is not to be on disk
_BUSY = {  # in the git directory, see gitrepository-layout(5) and wt-status.c of git
    "MERGE_HEAD": "merge",
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
}


class Staging:
    """The index and the commits of a repository, as far as given paths are concerned."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def require_quiet(self) -> None:
        """:class:`GitError` when nothing can be committed now, and why: a merge is in progress."""
        _check(self._repository)

    def dirty(self, paths: Iterable[str]) -> frozenset[str]:
        """Those whose content on disk is not in the index: changed, gone, untracked, ignored. Two calls."""
        asked, disk = frozenset(paths), Disk(self._repository.git.directory)
        changed = asked.intersection(self._repository.git.fields("diff", *_NAMES, "--"))
        known = self._marks()
        # Of paths marked "assume unchanged" (a small letter) or "skip worktree" git does not look at the disk.
        unseen = (path for path in asked if known.get(path) == _SKIPPED or known.get(path, "?").islower())
        strange = (path for path in asked if path not in known)
        return changed.union(path for path in (*unseen, *strange) if disk.exists(path) and not disk.is_directory(path))

    def skipped(self, paths: Iterable[str]) -> frozenset[str]:
        """Those in the index that a sparse checkout keeps from the disk. One call if any is not there, else none."""
        disk = Disk(self._repository.git.directory)
        missing = [path for path in paths if not disk.exists(path)]
        marks = self._marks() if missing else {}
        return frozenset(path for path in missing if marks.get(path) == _SKIPPED)

    def _marks(self) -> Mapping[str, str]:
        """The letter of each path in the index, see the option ``-v`` in git-ls-files(1)."""
        return {line[2:]: line[0] for line in self._repository.git.fields("ls-files", "-v", "-z")}

    def uncommitted(self, paths: Iterable[str]) -> frozenset[str]:
        """Those that the index holds otherwise than the commit checked out. One call."""
        return frozenset(paths).intersection(self._repository.git.fields("diff", "--cached", *_NAMES, "--"))

    def add(self, paths: Iterable[str], tracked: Collection[str] = ()) -> None:
        """Bring the index in line with the disk for exactly ``paths``, all or none.

        Ignored files come into the index only where they are in it, in the commit checked out, or in ``tracked``.
        """
        _update(self._repository.git, _wanted(self._repository, paths, tracked))

    def commit(self, paths: Collection[str], moves: Mapping[str, str], messages: Messages) -> tuple[str, ...]:
        """Commit what is on disk at ``paths`` alone, the ``moves`` (old to new) apart; the ids, oldest first.

        The moves come first, with their content as it was, so that git sees them as renames of equal files. That commit
        runs no hooks, since its links are broken by construction; the one with the content does. Without a commit to
        move in, and where one of both would be empty, there is one. ``paths`` are staged before, and stay so.
        :class:`GitError` says what state things are in when git refuses, and the way out.
        """
        home = _check(self._repository)
        every = {*paths, *moves, *moves.values()}
        wanted = _wanted(self._repository, every, moves.values())
        _update(self._repository.git, wanted)
        with _own_index(self._repository.git, home) as git:
            done = _commits(git, wanted, moves, messages)
        _update(self._repository.git, wanted)  # a hook may have changed files
        return done


def _commits(git: Git, wanted: Iterable[str], moves: Mapping[str, str], messages: Messages) -> tuple[str, ...]:
    """Both trees are made before the first commit, so that only hooks and signatures can come between them."""
    start = _tree_at_head(git)
    git.run("read-tree", start or "--empty")
    if start:
        git.run("update-index", "-z", "--index-info", stdin=_renamed(git, start, moves))
    moved = _tree(git)
    _update(git, wanted)
    result = _tree(git)
    todo = [(moved, "--no-verify", messages.moves)] if start and moved not in (start, result) else []
    todo += [(result, "--verify", messages.content)] if result != start else []
    done: list[str] = []
    for tree, hooks, message in todo:
        git.run("read-tree", tree)
        answer = git.attempt("commit", "--quiet", hooks, "--file=-", stdin=to_bytes(message))
        if answer.code:
            raise _refused(answer.message or f"exit code {answer.code}", done)
        done.append(to_text(git.run("rev-parse", "HEAD")).strip())
    return tuple(done)


def _refused(said: str, done: Collection[str]) -> RefusedError:
    """What a refused commit leaves."""
    reason = f"git commit was refused:\n{said}\n" if "\n" in said else f"git commit was refused: {said}; "
    if not done:
        return RefusedError(
            f"{reason}nothing was committed, the files are written and staged: mend the reason and run `git commit`, "
            "or take the change back with `doc-sync undo`"
        )
    return RefusedError(
        f"{reason}the moves are committed ({', '.join(done)}), the content is written and staged: mend the reason "
        "and run `git commit`, or take both back with `git reset --soft HEAD~1` and `doc-sync undo`"
    )


def _check(repository: Repository) -> str:
    """:class:`GitError` when something is in progress of which a commit would become part; else the git directory."""
    home = os.fsdecode(repository.git.run("rev-parse", "--absolute-git-dir").removesuffix(b"\n"))
    for name, work in _BUSY.items():
        if os.path.lexists(os.path.join(home, name)):
            raise GitError(
                f"a {work} is in progress, and what is committed now would become part of it; finish it first"
            )
    return home


def _wanted(repository: Repository, paths: Iterable[str], tracked: Collection[str]) -> list[str]:
    """The paths to update: those that git knows, and those on disk that it does not ignore; what goes first."""
    disk = Disk(repository.git.directory)
    asked = sorted(set(paths))
    known = {*repository.git.fields("ls-files", "-z"), *tracked}
    if repository.head is not None:
        known.update(repository.entries_at(repository.head))
    new = [path for path in asked if path not in known and disk.exists(path) and not disk.is_directory(path)]
    ignored = repository.ignore_rules(new) if new else {}
    found = [path for path in asked if path in known or (path in new and path not in ignored)]
    return sorted(found, key=lambda path: (disk.exists(path) and not disk.is_directory(path), path))


def _update(git: Git, paths: Iterable[str]) -> None:
    git.run(*_UPDATE, stdin=b"".join(to_bytes(path) + b"\0" for path in paths))


def _tree(git: Git) -> str:
    return to_text(git.run("write-tree")).strip()


def _tree_at_head(git: Git) -> str:
    """The tree of the commit checked out; empty before the first."""
    return to_text(git.attempt("rev-parse", "--verify", "--quiet", "HEAD^{tree}").output).strip()


def _renamed(git: Git, tree: str, moves: Mapping[str, str]) -> bytes:
    """Lines for ``--index-info`` that move what ``tree`` holds; what goes comes first."""
    entries = {}
    for line in git.fields("ls-tree", "-r", "-z", "--full-tree", tree):
        head, _, path = line.partition("\t")
        mode, _, blob = head.split(" ")
        entries[path] = f"{mode} {blob}"
    known = {old: new for old, new in moves.items() if old in entries}
    gone = [f"0 {'0' * len(tree)}\t{old}\0" for old in known]
    come = [f"{entries[old]}\t{new}\0" for old, new in known.items()]
    return to_bytes("".join(gone + come))


@contextmanager
def _own_index(git: Git, home: str) -> Iterator[Git]:
    """A git with its own index, so that the user's is never half-way, and with the user's environment for hooks."""
    index = os.path.join(home, f"doc-sync-index-{os.urandom(8).hex()}")
    users = {name: os.environ[name] for name in FIXED if name in os.environ}
    kept = {name: value for name, value in git.environment.items() if name not in FIXED}
    own = replace(git, environment={**kept, **users, "GIT_INDEX_FILE": index})
    try:
        yield own
    finally:
        git.calls = own.calls
        for place in (index, f"{index}.lock"):
            with suppress(OSError):
                os.unlink(place)
