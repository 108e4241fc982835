"""Our programs as a bench calls them: the console scripts of the environment that runs it, as a user has them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from timing import environment

NO_CACHE = "--no-cache"
FACTS = "doc-sync/facts.sqlite*"  # below .git; the database and what SQLite keeps beside it


def script(name: str) -> str:
    """The path of a console script."""
    path = Path(sys.executable).absolute().with_name(name)
    if not path.exists():
        sys.exit(f"there is no {path}: install the project into the environment that runs the bench")
    return str(path)


def knows(name: str, option: str) -> bool:
    """Whether a command has an option."""
    command = (script(name), "--help")
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)  # noqa: S603 - ours
    return option in done.stdout


def forgetting(repository: Path) -> Callable[[], None]:
    """A preparation after which nothing is known from earlier runs."""

    def forget() -> None:
        for path in (repository / ".git").glob(FACTS):
            path.unlink()

    return forget


def changing(document: Path) -> Callable[[], None]:
    """A preparation that changes a document to a text that it never had."""
    return partial(_append, document)


def _append(document: Path) -> None:
    with document.open("a", encoding="utf-8") as file:
        file.write("\nOne more sentence.\n")
