"""Objects by name, through one long-lived ``git cat-file --batch``."""

from __future__ import annotations

from dataclasses import dataclass
from subprocess import Popen
from typing import IO, NamedTuple

from docsync.errors import GitError, UnreadableError
from docsync.names import to_bytes, to_text
from docsync.repo.git import Git
from docsync.repo.refusals import too_large

_CHUNK = 1 << 20  # bytes thrown away at a time
_COMMIT_LIMIT = 1 << 24  # bytes; commits and tags are far smaller


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit's id and the ids of its parents, first parent first."""

    id: str
    parents: tuple[str, ...]


class StoppedError(GitError):
    """git ended instead of giving an object; ``said`` is the last that it said."""

    def __init__(self, failure: GitError, said: str) -> None:
        super().__init__(str(failure))
        self.said = said


class _Object(NamedTuple):
    id: str
    kind: str
    content: bytes | None  # None when over the limit


class Blobs:
    """Reads objects one after the other; not for use by two threads at once.

    Starts on first use, and anew after an object on which git ended: one that is damaged, or left out of a partial
    clone.
    """

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None

    def read(self, blob: str, limit: int) -> bytes:
        """Content of ``blob``; :class:`UnreadableError` when it is over ``limit`` bytes or git does not have it."""
        try:
            found = self._ask(blob, limit)
        except StoppedError as error:
            raise UnreadableError(f"cannot be read: git says {error.said!r}") from None
        if found is None:
            raise UnreadableError(f"cannot be read: git has no object {blob}")
        if found.content is None:
            raise too_large(limit)
        return found.content

    def commit(self, revision: str) -> Commit | None:
        """The commit that ``revision`` names, tags followed; None when it names none.

        :class:`StoppedError` when git ends on it: it is damaged, or asks for more than a log of refs holds.
        """
        if "\n" in revision or "\0" in revision:  # one line is one question
            return None
        found = self._ask(revision, _COMMIT_LIMIT)
        if found is not None and found.kind != "commit":
            found = self._ask(found.id + "^{commit}", _COMMIT_LIMIT)
        if found is None or found.content is None:
            return None
        header = found.content.split(b"\n\n", 1)[0].split(b"\n")
        return Commit(found.id, tuple(to_text(line[7:]) for line in header if line.startswith(b"parent ")))

    def close(self) -> None:
        """End the process; a later question starts a new one."""
        process, errors = self._process, self._errors
        self._process = self._errors = None
        if process is not None:
            process.communicate()
        if errors is not None:
            errors.close()

    def _ask(self, name: str, limit: int) -> _Object | None:
        """Ask for one object; its content is read past, not kept, when it is over ``limit`` bytes."""
        process = self._started()
        assert process.stdin is not None  # noqa: S101 - for the type checker: all are pipes
        assert process.stdout is not None  # noqa: S101
        try:
            process.stdin.write(to_bytes(name) + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise self._stopped() from None
        header = process.stdout.readline()
        if not header.endswith(b"\n"):
            raise self._stopped()
        found, _, size = to_text(header[:-1]).rpartition(" ")
        if not size.isdigit():  # "NAME missing", "NAME ambiguous"
            return None
        identity, _, kind = found.partition(" ")
        return _Object(identity, kind, self._take(process.stdout, int(size), limit))

    def _take(self, stream: IO[bytes], size: int, limit: int) -> bytes | None:
        content = stream.read(size) if size <= limit else None
        left = 1 + (size if content is None else size - len(content))  # a line end follows the content
        while left:
            chunk = stream.read(min(left, _CHUNK))
            if not chunk:
                raise self._stopped()
            left -= len(chunk)
        return content

    def _started(self) -> Popen[bytes]:
        if self._process is None:
            from tempfile import TemporaryFile  # noqa: PLC0415 - a run on a warm cache asks for no object

            try:
                self._errors = TemporaryFile()  # noqa: SIM115 - closed with the process; an unread pipe could block
            except OSError as error:
                message = f"no temporary file can be made: {error.strerror or error}"
                raise GitError(f"{message}; free space there, or name another folder in TMPDIR") from None
            self._process = self._git.start("cat-file", "--batch", errors=self._errors.fileno())
        return self._process

    def _stopped(self) -> StoppedError:
        message = "it ended early"
        if self._process is not None and self._errors is not None:
            self._process.wait()
            self._errors.seek(0)
            message = to_text(self._errors.read()).strip() or message
        self.close()
        return StoppedError(self._git.failure("cat-file", message), message.splitlines()[-1])
