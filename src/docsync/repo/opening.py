"""Find the repository around a directory and open the view that was asked for."""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import replace
from pathlib import PurePath

from docsync.errors import GitError, UsageError
from docsync.names import to_text
from docsync.repo.git import Git, NoGitError
from docsync.repo.plain import PlainDirectory
from docsync.repo.repository import Repository
from docsync.repo.snapshot import Revision, StagedIndex, WorkingTree
from docsync.repo.source import Source

_PLACES = 2  # paths that rev-parse is asked for
_NO_REPOSITORY = "not a git repository"
_DUBIOUS = re.compile(r"dubious ownership in repository at '(.+)'$", re.MULTILINE)


class NoRepositoryError(GitError):
    """No git repository is around the directory."""


def open_source(start: str, *, staged: bool = False, rev: str | None = None) -> Source:
    """View of the repository around the directory ``start``: its working tree, its index, or a revision.

    Outside of git it is a view of ``start`` itself.
    :class:`UsageError`: no such directory, or ``staged`` with ``rev``. :class:`GitError`: git is needed and not there,
    refuses the repository (then it is never taken as a plain directory), or does not know ``rev``.
    """
    if staged and rev is not None:
        raise UsageError(f"the index and revision {rev!r} can't be judged in one run; choose one")
    try:
        directory = os.fsencode(os.path.abspath(start))  # resolves no symbolic links
        git = Git(directory)
    except FileNotFoundError:
        raise UsageError("the current directory is gone; change to one that exists") from None
    if not os.path.isdir(directory):
        raise UsageError(f"{start} is no directory; name one that exists")
    try:
        top, home = _places(git)
    except (NoGitError, NoRepositoryError):
        if staged or rev is not None or _git_directory(git) is not None:
            raise
        return PlainDirectory(directory)
    repository = Repository(replace(git, directory=top or directory), os.path.join(directory, home))
    try:
        return _view(repository, top is not None, staged, rev)
    except BaseException:
        repository.close()
        raise


def _view(repository: Repository, has_files: bool, staged: bool, rev: str | None) -> Source:
    if rev is not None:
        return Revision(repository, rev)
    if has_files:
        return StagedIndex(repository) if staged else WorkingTree(repository)
    raise GitError(f"{repository.root} has no working tree (bare, or inside .git); pass --rev to judge a revision")


def _places(git: Git) -> tuple[bytes | None, bytes]:
    """Top directory of the working tree, None in a repository without one, and the common git directory.

    The latter may be relative to where git is run. Asks git once, or twice where a line end is part of a name.
    """
    answer = git.attempt("rev-parse", "--is-bare-repository", "--git-common-dir", "--show-toplevel")
    first, _, rest = answer.output.partition(b"\n")
    if answer.code == 0:
        return _split(git, rest)
    if first:  # it is a repository, only not one with files here
        return None, rest.removesuffix(b"\n")
    if _NO_REPOSITORY not in answer.message:
        raise _refused(git, answer.message)
    broken = _git_directory(git)
    if broken is not None:
        raise GitError(f"git does not take {broken} for a repository: {answer.message}; repair it, or remove it")
    raise NoRepositoryError(f"{to_text(git.directory)} is in no git repository; --staged and --rev need one")


def _split(git: Git, places: bytes) -> tuple[bytes, bytes]:
    """The two paths in ``places``, last one first, each ended by a line end."""
    if places.count(b"\n") == _PLACES:
        home, top, _ = places.split(b"\n")
    else:
        top = git.run("rev-parse", "--show-toplevel").removesuffix(b"\n")
        home = places.removesuffix(b"\n" + top + b"\n")
    return top, home


def _refused(git: Git, message: str) -> GitError:
    """What git's ``message`` says in one line: dubious ownership, bad configuration."""
    foreign = _DUBIOUS.search(message)
    if foreign is None:
        return GitError(f"git refuses {to_text(git.directory)}: {' '.join(message.split())}")
    path = foreign[1]
    advice = f"run git config --global --add safe.directory {shlex.quote(path)}"
    return GitError(f"git refuses {path}: it is owned by somebody else; {advice}")


def _git_directory(git: Git) -> str | None:
    """The ``.git`` that ought to serve this directory: the one from the environment, or the nearest above."""
    if "GIT_DIR" in git.environment:
        return git.environment["GIT_DIR"]
    here = PurePath(os.fsdecode(git.directory))
    places = (os.fspath(place / ".git") for place in (here, *here.parents))
    return next(filter(os.path.lexists, places), None)
