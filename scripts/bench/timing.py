"""Whole processes side by side: wall and processor time and peak memory of each, run in turn after a warm-up."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

LAUNCHER = Path(__file__).with_name("launch.py")
SECONDS = 600  # after which a run is killed
SLOW = 10.0  # seconds; what takes longer is not run again, since the machine's noise is small beside it
TAIL = 4_000  # characters of a report that are quoted
_ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "PYTHONDONTWRITEBYTECODE")


def nothing() -> None:
    """Before a run that needs no preparation."""


@dataclass(frozen=True)
class Program:
    """A command that is timed; with any exit code but ``codes`` it did not do its work.

    The first run of one that ``warms`` counts in no case, since it is there to leave something to the others.
    """

    name: str
    command: tuple[str, ...]
    directory: Path
    codes: tuple[int, ...] = (0,)
    prepare: Callable[[], None] = nothing
    warms: bool = False


@dataclass(frozen=True)
class Run:
    """What one process cost: seconds, bytes, exit code, and all that it printed."""

    wall: float
    cpu: float
    peak: int
    code: int
    output: str


@dataclass(frozen=True)
class Measured:
    """All runs of a program; one that failed ends with the run that did."""

    program: Program
    runs: tuple[Run, ...]

    @property
    def failed(self) -> str:
        """Why these runs do not count; empty when they do."""
        last = self.runs[-1]
        if last.code in self.program.codes and _CRASH not in last.output:
            return ""
        return f"exit code {last.code} after {last.wall:.1f} s\n{last.output[-TAIL:].strip()}"

    def median(self, cost: str) -> float:
        """The median of ``wall``, ``cpu`` (seconds) or ``peak`` (bytes)."""
        return float(statistics.median(getattr(run, cost) for run in self.runs))


_CRASH = "Traceback (most recent call last)"  # with which Python ends with the code of a finding


def measure(programs: Sequence[Program], runs: int, *, seconds: int = SECONDS, slow: float = SLOW) -> list[Measured]:
    """Run all in turn, so that a slow minute hits each; the warm-up counts only for those that are slow or fail.

    What a program that failed said goes to standard error.
    """
    first = [once(program, seconds) for program in programs]
    kept: list[list[Run]] = [[] for _ in programs]
    again = [
        run.code in program.codes and (run.wall <= slow or program.warms)
        for program, run in zip(programs, first, strict=True)
    ]
    for _ in range(runs):
        for at, program in enumerate(programs):
            if again[at]:
                run = once(program, seconds)
                kept[at].append(run)
                again[at] = run.code in program.codes and run.wall <= slow
    taken = [tuple(more or [run]) for more, run in zip(kept, first, strict=True)]
    found = [Measured(program, each) for program, each in zip(programs, taken, strict=True)]
    for each in found:
        if each.failed:
            print(f"{each.program.name}: {each.failed}", file=sys.stderr)
    return found


def once(program: Program, seconds: int = SECONDS) -> Run:
    """One run of a program, after its preparation."""
    program.prepare()
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch, "output")
        launcher = (sys.executable, "-I", "-S", str(LAUNCHER), str(seconds), str(output))
        told = subprocess.run(  # noqa: S603 - the command is from a table of a bench
            (*launcher, *program.command), cwd=program.directory, env=environment(), capture_output=True, check=False
        )
        if told.returncode:
            sys.exit(f"{program.command[0]} could not be started in {program.directory}: {told.stderr.decode()}")
        wall, cpu, peak, code = told.stdout.split()
        return Run(float(wall), float(cpu), int(peak), int(code), output.read_text(errors="replace"))


def environment() -> dict[str, str]:
    """Ours without what leads git elsewhere or has Python compile its modules in every run, and without colour."""
    kept = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    paths = kept.get("PYTHONPATH", "").split(os.pathsep)
    # Programs are run in other directories, where a relative path would mean something else.
    absolute = os.pathsep.join(os.path.abspath(path) for path in paths if path)
    return kept | {"NO_COLOR": "1", "PYTHONPATH": absolute}
