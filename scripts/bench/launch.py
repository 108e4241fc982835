"""Runs one command and says what it cost; timing.py starts this as a process of its own for every run.

    python -I -S launch.py SECONDS OUTPUT COMMAND...

On Linux a new process starts with the peak memory of the one that it was forked from. This one imports next to
nothing, so that what a large bench holds is not counted. Both streams of the command go into the file OUTPUT; after
SECONDS it is killed with all that it started. Prints wall seconds, processor seconds (user and system, with those of
its children), the bytes that the largest of these processes held at most, and the exit code, negative for a signal.
"""

from __future__ import annotations

import os
import signal
import sys
import time

UNIT = 1 if sys.platform == "darwin" else 1024  # bytes in one unit of ru_maxrss


def main(seconds: int, output: str, command: list[str]) -> None:
    """Run, wait and print."""
    into = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    streams = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, output, into, 0o600)]
    start = time.monotonic()
    actions = [*streams, (os.POSIX_SPAWN_DUP2, 1, 2)]
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions, setpgroup=0)
    for number in (signal.SIGALRM, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os.killpg(child, signal.SIGKILL))
    signal.alarm(seconds)
    _, status, usage = os.wait4(child, 0)
    wall = time.monotonic() - start
    print(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * UNIT, os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
