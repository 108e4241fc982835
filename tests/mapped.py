"""Functions for the map step that any process can import: from contents to results, some of them with a mishap."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def doubled(contents: Sequence[bytes]) -> list[bytes]:
    return [data * 2 for data in contents]


def with_process(contents: Sequence[bytes]) -> list[bytes]:
    """Each content behind the number of the process that worked on it."""
    return [b"%d %s" % (os.getpid(), data) for data in contents]


def killed(home: int, contents: Sequence[bytes]) -> list[bytes]:
    """As ``doubled``, but whoever is not the process ``home`` is killed by the content ``bad``."""
    if b"bad" in contents and os.getpid() != home:
        os.kill(os.getpid(), signal.SIGKILL)
    return doubled(contents)


def failing(home: int, contents: Sequence[bytes]) -> list[bytes]:
    """As ``doubled``, but whoever is not the process ``home`` fails on the content ``bad``."""
    if b"bad" in contents and os.getpid() != home:
        raise OSError("no such luck")
    return doubled(contents)


def always_failing(contents: Sequence[bytes]) -> list[bytes]:
    if b"bad" in contents:
        raise KeyError("bad")
    return doubled(contents)


def short(home: int, contents: Sequence[bytes]) -> list[bytes]:
    """As ``doubled``, but another process than ``home`` loses one result."""
    return doubled(contents if os.getpid() == home else contents[1:])


def not_bytes(home: int, contents: Sequence[bytes]) -> list[Any]:
    """As ``doubled``, but the results of another process than ``home`` can't be sent."""
    return doubled(contents) if os.getpid() == home else [lambda: None for _ in contents]


def until(folder: str, *rest: Any) -> list[bytes]:
    """As ``doubled``, but all contents that are not of the word ``done`` wait for a file ``go`` in the folder.

    ``PID.started`` in it tells that a process waits. Arguments between the folder and the contents do not count.
    """
    *_, contents = rest
    if set(contents) - {b"", b"done"}:
        Path(folder, f"{os.getpid()}.started").touch()
        while not Path(folder, "go").exists():
            time.sleep(0.01)
    return doubled(contents)
