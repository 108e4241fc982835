"""Run git: one way in, NUL-separated answers out, git's own words when it fails."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from subprocess import PIPE, Popen
from typing import IO, NamedTuple

from docsync.errors import GitError
from docsync.names import to_bytes, to_text

FIXED = {
    "LC_ALL": "C",  # messages are compared
    "GIT_OPTIONAL_LOCKS": "0",  # a check must not get in the way of the user's own git
    "GIT_TERMINAL_PROMPT": "0",  # nor wait for a password that nobody types
    "GIT_NO_LAZY_FETCH": "1",  # nor go to the network for what a partial clone left out (git 2.45),
    "GIT_ALLOW_PROTOCOL": "none",  # which older ones are kept from by having no way there
}
_PATHSPEC_MAGIC = ("GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS")
_RELATIVE_TO_US = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR")
_CHUNK = 1 << 16  # bytes read at a time
_PIPE = 1 << 20  # bytes that a pipe is to hold: git's log of ten thousand commits and more


class NoGitError(GitError):
    """The git program is not there."""


class Answer(NamedTuple):
    """What one run of git gave: its exit code, its output, and what it said on standard error."""

    code: int
    output: bytes
    message: str


def _environment() -> dict[str, str]:
    """Our environment for git: a hook's GIT_DIR and GIT_INDEX_FILE stay in force, from any directory."""
    kept = {name: value for name, value in os.environ.items() if name not in _PATHSPEC_MAGIC}
    absolute = {name: os.path.abspath(kept[name]) for name in _RELATIVE_TO_US if kept.get(name)}  # keeps symlinks
    return kept | absolute | FIXED


@dataclass
class Git:
    """git as run in ``directory``; ``calls`` counts the processes started."""

    directory: bytes
    calls: int = 0
    environment: dict[str, str] = field(default_factory=_environment, repr=False)

    def start(self, *arguments: str, errors: IO[bytes] | int = PIPE) -> Popen[bytes]:
        """Start git with pipes; raise :class:`NoGitError` when there is none to start."""
        self.calls += 1
        command = [b"git", *map(to_bytes, arguments)]
        try:
            # A fixed program from PATH, no shell; arguments are ours, or follow an option or `--`.
            return Popen(command, cwd=self.directory, env=self.environment, stdin=PIPE, stdout=PIPE, stderr=errors)  # noqa: S603
        except FileNotFoundError:
            raise NoGitError("git is not installed, or not on PATH; install it") from None
        except OSError as error:
            raise GitError(f"git cannot be started: {error.strerror}; check the git on PATH") from None

    def attempt(self, *arguments: str, stdin: bytes = b"") -> Answer:
        """Run git to its end, whatever it says."""
        with self.start(*arguments) as process:
            output, errors = process.communicate(stdin)
        return Answer(process.returncode, output, to_text(errors).strip())

    def run(self, *arguments: str, stdin: bytes = b"", accept: tuple[int, ...] = (0,)) -> bytes:
        """Output of a run that must end with one of the codes in ``accept``, else :class:`GitError`."""
        answer = self.attempt(*arguments, stdin=stdin)
        if answer.code not in accept:
            raise self.failure(arguments[0], answer.message or f"exit code {answer.code}")
        return answer.output

    def fields(self, *arguments: str, stdin: bytes = b"", accept: tuple[int, ...] = (0,)) -> list[str]:
        """The non-empty NUL-separated fields that a run with ``-z`` gives."""
        return [part for part in to_text(self.run(*arguments, stdin=stdin, accept=accept)).split("\0") if part]

    def stream(self, *arguments: str) -> Iterator[str]:
        """The NUL-separated fields of a run, empty ones too, as they come; :class:`GitError` at the end when it failed.

        Git starts at once, and works ahead as far as a pipe holds while nobody asks for more. Closing the iterator
        early ends the run.
        """
        fields = self._streamed(arguments)
        next(fields)
        return fields

    def _streamed(self, arguments: Sequence[str]) -> Iterator[str]:
        """An empty text as soon as git runs, then the fields."""
        from tempfile import TemporaryFile  # noqa: PLC0415 - most runs stream nothing

        with TemporaryFile() as errors, self.start(*arguments, errors=errors.fileno()) as process:
            assert process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
            _widen(process.stdout)
            try:
                yield ""
                yield from _split_fields(iter(partial(process.stdout.read, _CHUNK), b""))
            except BaseException:
                process.kill()
                raise
            if process.wait() != 0:
                errors.seek(0)
                message = to_text(errors.read()).strip()
                raise self.failure(arguments[0], message or f"exit code {process.returncode}")

    def failure(self, command: str, message: str) -> GitError:
        """Say that ``command`` failed here with git's ``message``, and how to find out why."""
        where, said = to_text(self.directory), "; ".join(filter(None, map(str.strip, message.splitlines())))
        return GitError(f"git {command} failed in {where}: {said}; run `git status` and `git fsck` there to see why")


def _split_fields(chunks: Iterable[bytes]) -> Iterator[str]:
    """The fields between NUL bytes; what is behind the last one is a field where it is not empty."""
    left = b""
    for chunk in chunks:
        *whole, left = (left + chunk).split(b"\0")
        yield from map(to_text, whole)
    if left:
        yield to_text(left)


def _widen(pipe: IO[bytes]) -> None:
    """Let a pipe hold more, where the system can do that and lets us."""
    with suppress(ImportError, OSError):
        from fcntl import F_SETPIPE_SZ, fcntl  # noqa: PLC0415 - only Linux has it

        fcntl(pipe.fileno(), F_SETPIPE_SZ, _PIPE)
