"""A session's log on disk: one JSON object a line, each on the disk before it counts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from tool_harness.errors import HarnessError, StoreError
from tool_harness.events import Event, event_from_json, event_to_json
from tool_harness.locks import lock_file


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
    the file is opened and told in ``dropped``. The file is locked until :meth:`close` or the end of the process,
    whichever way it ends. Raises :class:`StoreError` when another writer has the file, or a finished line is no event.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.dropped: Dropped | None = None
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        try:
            self._lock()
            self.events = self._load()
        except BaseException:
            os.close(self._file)
            raise
        _sync_folder(self.path.parent)

    def _lock(self) -> None:
        if not lock_file(self._file):
            raise StoreError(f"{self.path}: another writer has it")

    def _load(self) -> tuple[Event, ...]:
        with open(self._file, "rb", closefd=False) as content:
            lines = content.read().split(b"\n")
        torn = lines.pop()
        self._size = sum(map(len, lines)) + len(lines)
        events = tuple(self._event(number, line) for number, line in enumerate(lines, 1))
        if torn:
            self.dropped = Dropped(len(lines) + 1, torn)
            self._cut()
        return events

    def _event(self, number: int, line: bytes) -> Event:
        try:
            return event_from_json(line)
        except HarnessError as error:
            raise StoreError(f"{self.path}:{number}: {error}", cause=error) from error

    def append(self, event: Event) -> None:
        """Write ``event`` and wait until it is on the disk; raise :class:`StoreError` and leave no part of it."""
        if self._file < 0:
            raise StoreError(f"{self.path}: closed")
        line = event_to_json(event).encode("ascii") + b"\n"
        try:
            _write_all(self._file, line)
            os.fsync(self._file)
        except BaseException as error:
            self._undo()
            if isinstance(error, OSError):
                raise StoreError(f"{self.path}: {error.strerror}", cause=error) from error
            raise
        self._size += len(line)

    def _undo(self) -> None:
        try:
            self._cut()
        except OSError:
            # What cannot be cut off must not be written behind; the next one to open the file drops it.
            self.close()

    def _cut(self) -> None:
        os.ftruncate(self._file, self._size)
        os.fsync(self._file)

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
