"""Real git repositories for benches, written by one `git fast-import`."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

PEOPLE = ("Ada", "Grace", "Alan", "Barbara", "Edsger", "Margaret")
FIRST_DAY = 1_500_000_000  # seconds since 1970
STEP = 20_000  # seconds from one commit to the next


def git(folder: Path, *arguments: str) -> None:
    """Call git in ``folder``; it has to succeed."""
    command = ("git", "-c", "init.defaultBranch=main", "-c", "core.autocrlf=false", "-C", str(folder), *arguments)
    subprocess.run(command, check=True)  # noqa: S603 - arguments are constants of the benches


def create(folder: Path, commits: Iterable[Iterable[bytes]]) -> None:
    """Write a new repository with these changes, a list for each commit, and check it out."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet")
    # One level of compression and no deltas: how well it is packed matters to none of the programs.
    command = ("git", "-c", "core.compression=1", "-C", str(folder), "fast-import", "--quiet", "--depth=0")
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:  # noqa: S603 - as above
        pipe = process.stdin
        assert pipe  # noqa: S101 - because of stdin above
        for number, changes in enumerate(commits):
            pipe.write(_head(number))
            pipe.writelines(changes)
    if process.returncode:
        sys.exit(f"git fast-import: exit code {process.returncode}")
    git(folder, "reset", "--quiet", "--hard")


def settle(folder: Path) -> None:
    """Write the index later than the files, else git reads all of them again in every run to see what changed."""
    time.sleep(1.1)
    git(folder, "read-tree", "HEAD")
    git(folder, "update-index", "-q", "--refresh")


def file(path: str, content: bytes) -> bytes:
    """The change that writes a file, in the language of fast-import."""
    return b"M 100644 inline %b\ndata %d\n%b\n" % (path.encode(), len(content), content)


def _head(number: int) -> bytes:
    who = PEOPLE[number % len(PEOPLE)]
    when = f"{who} <{who.lower()}@example.org> {FIRST_DAY + STEP * number} +0000"
    head = f"commit refs/heads/main\nmark :{number + 1}\nauthor {when}\ncommitter {when}\ndata 6\nchange\n"
    return (head + (f"from :{number}\n" if number else "")).encode()
