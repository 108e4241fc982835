"""What depends on the terminal: whether to colour, and a progress line."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self, TextIO

from docsync.reporters.escape import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

_PATIENCE = 1.0  # seconds before progress shows, so that a quick run stays silent
_INTERVAL = 0.1  # seconds between two updates
_CLEAR = "\r\x1b[2K"
_NO_WRAP, _WRAP = "\x1b[?7l", "\x1b[?7h"  # a line that wraps could not be cleared by `\r`


def use_color(flag: bool | None, stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to colour ``stream``: the flag, then no-color.org, force-color.org, ``TERM=dumb``, then the stream."""
    if flag is not None:
        return flag
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return environ.get("TERM") != "dumb" and stream.isatty()


class Progress:
    """A line on a terminal that says how far a long run is, and goes away when the ``with`` block ends.

    Silent where ``PRE_COMMIT`` or ``CI`` is set: those may hand out a pseudo-terminal that nobody watches.
    """

    def __init__(self, stream: TextIO, environ: Mapping[str, str], clock: Callable[[], float] = time.monotonic) -> None:
        unwatched = environ.get("PRE_COMMIT") or environ.get("CI") or environ.get("TERM") == "dumb"
        self._enabled = not unwatched and stream.isatty()
        self._stream = stream
        self._clock = clock
        self._due = clock() + _PATIENCE
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def step(self, done: int, total: int, what: str) -> None:
        """Show ``done/total what`` if it is time to; cheap enough to call for every file."""
        if not self._enabled or (now := self._clock()) < self._due:
            return
        self._due = now + _INTERVAL
        self._shown = True
        self._write(f"{_CLEAR}{_NO_WRAP}{done:,}/{total:,} {visible(what)}{_WRAP}")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._shown:
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
