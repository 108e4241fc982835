"""The parts of the bench of performance that run beside other programs: links, wraps, plans, the start of a process."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from cases import LINKS, WRAP, Bench, Part, baselined, compared, generated, given, joined, others, ours
from corpora import BROKEN
from histories import generate
from ours import forgetting, script
from peers import Task
from results import measurements
from targets import IMPORT, OWN_PASS, PLAN, judge
from timing import Program, measure

START_RUNS = 3  # times as many as elsewhere, since those are short


def links(bench: Bench) -> Part:
    """Links of repositories in which all resolve, or the broken ones are known."""
    made = [generated(bench, name, bench.shape(name), (0,), part="links") for name in BROKEN]
    found = others(bench, Task.LINKS)
    all_of_them = [*made, *map(baselined, given(bench, "links"))]
    return joined([compared(bench, "links", corpus, ours(LINKS, corpus), found) for corpus in all_of_them])


def broken(bench: Bench) -> Part:
    """Links of repositories in which as many are broken as in those that they are like."""
    made = [generated(bench, name, bench.shape(name, count), (1,), part="broken") for name, count in BROKEN.items()]
    found = [each for each in others(bench, Task.LINKS) if not each.peer.is_slow and not each.peer.is_warm]
    all_of_them = [*made, *given(bench, "broken")]
    return joined(
        [compared(bench, "broken", corpus, ours(LINKS, corpus, fully=False), found) for corpus in all_of_them]
    )


def wrap(bench: Bench) -> Part:
    """Wraps of a repository that has none, and of one with lines of 80 columns."""
    made = [generated(bench, name, bench.shape(name), code, part="wrap") for name, code in _WRAPS.items()]
    found = others(bench, Task.WRAP)
    all_of_them = [*made, *given(bench, "wrap")]
    return joined([compared(bench, "wrap", corpus, ours(WRAP, corpus), found) for corpus in all_of_them])


def start(bench: Bench) -> Part:
    """What prints and ends, beside the import that each of our commands needs."""
    programs = [Program(IMPORT, (sys.executable, "-c", "import click"), bench.scratch)]
    for name in ("doc-sync", LINKS):
        programs += [Program(f"{name} {option}", (script(name), option), bench.scratch) for option in _PRINTING]
    measured = measure(programs, START_RUNS * bench.runs)
    return Part(measurements(measured, IMPORT), tuple(judge("start", "a process", measured)))


def plan(bench: Bench) -> Part:
    """A plan of migration on a long history, beside passes of ``git log``, one of them as the plan asks for it."""
    records, commits = (100, 1_000) if bench.quick else (1_000, 10_000)
    repository, written = bench.scratch / "history", bench.scratch / "plan.toml"
    generate(repository, records, commits)
    command = (script("doc-sync"), "migrate", "plan", "--output", str(written))
    measured = measure(
        (
            Program("git log -M --name-status", _PLAIN_PASS, repository),
            Program(OWN_PASS, _OWN_PASS, repository),
            Program(PLAN, command, repository, prepare=partial(_begin, repository, written)),
            Program(f"{PLAN}, warm", command, repository, prepare=partial(written.unlink, missing_ok=True)),
        ),
        bench.runs,
    )
    text = f"{records:,} records, {commits:,} commits\n\n{measurements(measured, OWN_PASS)}"
    return Part(text, tuple(judge("plan", f"{commits:,} commits", measured)))


def _begin(repository: Path, written: Path) -> None:
    """Forget the plan, and what is known of the documents."""
    written.unlink(missing_ok=True)
    forgetting(repository)()


_PLAIN_PASS = ("git", "log", "-M", "--name-status", "-z", "--format=%H %as")
_OWN_PASS = (  # as docsync.repo.log asks
    *("git", "log", "--format=commit %H %as %cs %P", "--encoding=UTF-8", "-z", "-O/dev/null", "-l1000"),
    *("--topo-order", "--full-history", "--simplify-merges", "--parents", "-c", "--combined-all-paths"),
    *("--name-status", "-M", "-C", "--no-rename-empty", "HEAD", "--", "*.md", "*.rst", "*.txt"),
)
_WRAPS = {"rfcs": (0,), "wrapped": (1,)}
_PRINTING = ("--version", "--help")
