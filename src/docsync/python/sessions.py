"""Sessions that a document shows, run on request: in a process of their own, with a time limit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from docsync.python.folder import packages_folder, run_python
from docsync.python.sources import PythonFile

LIMIT = 10.0  # seconds for one session
# The runner is found by its folder, on which nothing else may be found afterwards.
_PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); import session_runner; del sys.path[0]; "
    "session_runner.main(sys.argv[1:])"
)


@dataclass(frozen=True, slots=True)
class Difference:
    """What one statement of a session gave: the session's index, the line (from 1), shown and given output."""

    session: int
    line: int
    shown: str
    given: str


@lru_cache(maxsize=4)  # a fix judges the same sessions several times
def run_sessions(
    sessions: tuple[str, ...], files: tuple[PythonFile, ...], limit: float = LIMIT
) -> tuple[Difference, ...]:
    """Run each of ``sessions`` with the modules ``files`` on the import path; what differs from what they show."""
    found: list[Difference] = []
    for index, session in enumerate(sessions):
        with packages_folder(files) as folder:  # anew for each, since a session can do anything to it
            (folder / "packages").mkdir(exist_ok=True)
            found += (Difference(index, line + 1, shown, given) for line, shown, given in _run(folder, session, limit))
    return tuple(found)


def _run(folder: Path, session: str, limit: float) -> Sequence[tuple[int, str, str]]:
    (folder / "session").write_text(session, "utf-8", newline="\n")
    arguments = [str(Path(__file__).parent), "session", "packages", str(folder / "outcome")]
    done = run_python(["-c", _PROGRAM, *arguments], folder, limit, is_heard=False)
    if done is None:
        return [(0, "", f"nothing within {limit:g} seconds")]
    try:
        told = json.loads((folder / "outcome").read_text("utf-8"))
        return [(_within(int(line), session), str(shown), str(given)) for line, shown, given in told]
    except (
        OSError,
        ValueError,
        TypeError,
        RecursionError,
    ):  # it ended before its outcome was written, or meddled with that
        return [(0, "", f"an end with exit code {done.code}")]


def _within(line: int, session: str) -> int:
    """``line`` (from 0), or the nearest that ``session`` has: a session can write what it wants."""
    return min(max(line, 0), max(session.count("\n") - 1, 0))
