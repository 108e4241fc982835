from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import TextIO

import pytest

from docsync.cli.terminal import Progress, use_color

FLAG_AND_ENVIRONMENT = [
    # flag, environment, on a terminal, elsewhere
    (None, {}, True, False),
    (True, {"NO_COLOR": "1", "TERM": "dumb"}, True, True),
    (False, {"FORCE_COLOR": "1"}, False, False),
    (None, {"NO_COLOR": "1"}, False, False),
    (None, {"NO_COLOR": "0"}, False, False),
    (None, {"NO_COLOR": ""}, True, False),
    (None, {"FORCE_COLOR": "1"}, True, True),
    (None, {"FORCE_COLOR": ""}, True, False),
    (None, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
    (None, {"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
    (None, {"TERM": "dumb"}, False, False),
    (None, {"TERM": "xterm"}, True, False),
]
SILENT = [{"PRE_COMMIT": "1"}, {"CI": "true"}, {"TERM": "dumb"}]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that stands still until it is told to move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def pseudo_terminal() -> Iterator[tuple[TextIO, int]]:
    """The program's end of a pseudo-terminal as a stream, and the user's end as a descriptor."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    user, program = pty.openpty()
    with os.fdopen(program, "w", encoding="utf-8") as stream:
        yield stream, user
    os.close(user)


@pytest.mark.parametrize(("flag", "environ", "on_terminal", "elsewhere"), FLAG_AND_ENVIRONMENT)
def test_use_color(flag: bool | None, environ: dict[str, str], on_terminal: bool, elsewhere: bool) -> None:
    assert use_color(flag, Terminal(), environ) is on_terminal
    assert use_color(flag, io.StringIO(), environ) is elsewhere


def test_use_color_on_a_pseudo_terminal(pseudo_terminal: tuple[TextIO, int]) -> None:
    stream, _ = pseudo_terminal
    assert use_color(None, stream, {})
    assert not use_color(None, stream, {"NO_COLOR": "1"})


def test_progress_on_a_pseudo_terminal(pseudo_terminal: tuple[TextIO, int]) -> None:
    stream, user = pseudo_terminal
    clock = Clock()
    with Progress(stream, {}, clock) as progress:
        clock.now += 1
        progress.step(1200, 4031, "docs/guide.md")
    expected = b"\r\x1b[2K\x1b[?7l1,200/4,031 docs/guide.md\x1b[?7h\r\x1b[2K"
    shown = b""
    while len(shown) < len(expected):  # one read may give only what was written first
        shown += os.read(user, 1000)
    assert shown == expected


def test_quick_run_shows_nothing() -> None:
    stream, clock = Terminal(), Clock()
    with Progress(stream, {}, clock) as progress:
        for done in range(10):
            progress.step(done, 10, "a.md")
            clock.now += 0.0999
    assert stream.getvalue() == ""


def test_updates_are_throttled() -> None:
    stream, clock = Terminal(), Clock()
    with Progress(stream, {"CI": "", "PRE_COMMIT": ""}, clock) as progress:
        for done in range(3000):  # three seconds, of which the first is silent
            progress.step(done, 3000, "a.md")
            clock.now += 0.001
    assert 18 <= stream.getvalue().count("/3,000 a.md") <= 21


def test_line_is_cleared_when_the_run_fails() -> None:
    stream, clock = Terminal(), Clock()
    progress = Progress(stream, {}, clock)

    def interrupted() -> None:
        with progress:
            clock.now += 1
            progress.step(1, 2, "a.md")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert stream.getvalue().endswith("\r\x1b[2K")


@pytest.mark.parametrize("environ", SILENT)
def test_progress_is_silent_where_nobody_watches(environ: dict[str, str]) -> None:
    assert late_step(Terminal(), environ) == ""


def test_progress_is_silent_off_a_terminal() -> None:
    assert late_step(io.StringIO(), {}) == ""


def test_names_are_escaped() -> None:
    assert r"1/2 \x1b[31m\n\u202e\xff" in late_step(Terminal(), {}, "\x1b[31m\n\u202e\udcff")


def late_step(stream: io.StringIO, environ: dict[str, str], what: str = "a.md") -> str:
    """What a step writes after the first second."""
    clock = Clock()
    with Progress(stream, environ, clock) as progress:
        clock.now += 5
        progress.step(1, 2, what)
    return stream.getvalue()
