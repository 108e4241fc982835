"""A session's log on disk: one JSON object a line, each on the disk before it counts."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tool_harness.errors import HarnessError, StoreError
from tool_harness.events import Event, event_from_json, event_to_json
from tool_harness.locks import lock_file

_EVENT_START: Final = b'{"seq":'  # how event_to_json begins


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was cut off the end of a file when it was opened: a line that its writer did not finish."""

    line: int
    content: bytes

    def __str__(self) -> str:
        return f"line {self.line} was not finished; its {len(self.content)} bytes were dropped"


class JsonlStore:
    """The log in the file at ``path``, made if it is not there, for one writer at a time.

    A line counts once its line end is there, which is written last; what is after the last line end is cut off when
    the file is opened and told in ``dropped``, provided that it is the beginning of an event. The file is locked until
    :meth:`close` or the end of the process, whichever way it ends. A forked child may read it but not append.

    Raises :class:`StoreError`, and changes nothing, when the file cannot be opened, another writer has it, or it holds
    anything but events.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.dropped: Dropped | None = None
        self._process = os.getpid()
        self._log: list[Event] = []
        # Where the file ends after so many events. The log grows in one step that no interrupt can divide, and its
        # length then says which end holds.
        self._ends = {0: 0}
        self._unsettled = False
        with self._telling():
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with self._telling():
                self._lock()
                self._load()
                _sync_folder(self.path.parent)
        except BaseException:
            os.close(self._file)
            raise

    @property
    def events(self) -> Sequence[Event]:
        """The log as it is now; a view, which grows."""
        return self._log

    @contextmanager
    def _telling(self) -> Generator[None]:
        """Raise what the system refuses as :class:`StoreError` with the path."""
        try:
            yield
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror}") from error

    def _lock(self) -> None:
        if not lock_file(self._file):
            raise StoreError(f"{self.path}: another writer has it")

    def _load(self) -> None:
        with open(self._file, "rb", closefd=False) as content:
            lines = content.read().split(b"\n")
        torn = lines.pop()
        self._log = [self._event(number, line) for number, line in enumerate(lines, 1)]
        self._ends = {len(lines): sum(map(len, lines)) + len(lines)}
        if not _EVENT_START.startswith(torn[: len(_EVENT_START)]):
            raise StoreError(f"{self.path}:{len(lines) + 1}: not finished, and not the beginning of an event")
        if torn:
            self.dropped = Dropped(len(lines) + 1, torn)
            self._cut()

    def _event(self, number: int, line: bytes) -> Event:
        try:
            return event_from_json(line)
        except HarnessError as error:
            raise StoreError(f"{self.path}:{number}: {error}") from error

    def append(self, event: Event) -> None:
        """Write ``event`` and wait until it is on the disk; raise :class:`StoreError` and leave no part of it."""
        if self._file < 0:
            raise StoreError(f"{self.path}: closed")
        if os.getpid() != self._process:
            raise StoreError(f"{self.path}: opened by another process")
        line = event_to_json(event).encode("ascii") + b"\n"
        count, end = len(self._log), self._end()
        with self._telling():
            try:
                if self._unsettled:
                    self._cut()
                self._ends = {count: end, count + 1: end + len(line)}
                self._unsettled = True
                _write_all(self._file, line)
                os.fsync(self._file)
            except BaseException:
                self._undo()
                raise
        self._log.append(event)
        self._unsettled = False

    def _end(self) -> int:
        return self._ends[len(self._log)]

    def _undo(self) -> None:
        try:
            self._cut()
        except OSError:
            # What cannot be cut off must not be written behind; the next one to open the file drops it.
            self.close()

    def _cut(self) -> None:
        os.ftruncate(self._file, self._end())
        os.fsync(self._file)
        self._unsettled = False

    def close(self) -> None:
        """Let another writer have the file; closing again does nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _write_all(file: int, content: bytes) -> None:
    while content:
        content = content[os.write(file, content) :]


def _sync_folder(folder: Path) -> None:
    """Have the file's name on the disk too, where a folder can be opened for that."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
