"""What is aimed at: how long ours may take, as a ratio to other programs that run beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from results import COSTS, MEGABYTE, Verdict
from timing import Measured

COLD, UNCACHED = "doc-sync, cold", "doc-sync --no-cache"
WARM, CHANGED = "doc-sync, warm", "doc-sync, warm, one file changed"
PLAN, OWN_PASS = "doc-sync migrate plan", "git log, as a plan asks"
IMPORT = "python -c 'import click'"
PEAK = 300.0  # megabytes, whatever the size of the repository
GROWTH = 1.3  # processor time for a megabyte, compared with the size before
HOSTILE_GROWTH = 2.5  # processor time for twice as much of the same
HOSTILE_SECONDS = 1.0  # what is done by then may grow as it likes
BOTH = tuple(COSTS)


@dataclass(frozen=True)
class Target:
    """How often as long as ``beside`` a run of ours may take; of several it is the slowest, or all ``together``."""

    section: str
    what: str
    ours: str
    beside: tuple[str, ...]
    limit: float
    costs: tuple[str, ...] = ("wall",)
    together: Callable[[Iterable[float]], float] = max
    only: str = ""  # the one corpus that it is about


TARGETS = (
    Target("links", "links, cold, to lychee", COLD, ("lychee",), 1.0, BOTH),
    Target("links", "links, cold, to rumdl", COLD, ("rumdl",), 1.0, BOTH),
    Target("links", "links, warm, to lychee", WARM, ("lychee",), 0.5),
    Target("links", "links, warm, to mdrefcheck", WARM, ("mdrefcheck",), 1.0, only="enhancements"),
    Target("links", "links, one file changed, to warm", CHANGED, (WARM,), 1.1),
    Target("broken", "links, cold, broken ones, to the slower of lychee and rumdl", COLD, ("lychee", "rumdl"), 1.5),
    Target("wrap", "wrap, cold, to prettier", COLD, ("prettier",), 0.2),
    Target("wrap", "wrap, cold, to mdformat", COLD, ("mdformat",), 0.1),
    Target("wrap", "wrap, cold, to rumdl", COLD, ("rumdl MD013",), 2.0),
    Target("wrap", "wrap, warm, to rumdl", WARM, ("rumdl MD013",), 0.5),
    Target("plan", "migrate plan, to the pass of git log that it makes", PLAN, (OWN_PASS,), 3.0),
    Target("start", "doc-sync --version, to importing click", "doc-sync --version", (IMPORT,), 1.5),
    Target("start", "doc-sync --help, to importing click", "doc-sync --help", (IMPORT,), 1.5),
    Target("start", "verify-md-links --version, to importing click", "verify-md-links --version", (IMPORT,), 1.5),
    Target("start", "verify-md-links --help, to importing click", "verify-md-links --help", (IMPORT,), 1.5),
    Target("files", "links, warm, to git itself", WARM, ("git ls-files -s", "git status"), 2.0, together=sum),
)


def judge(section: str, where: str, found: Sequence[Measured]) -> Iterator[Verdict]:
    """A verdict for each target of a section and each cost; without a program that it needs, it is not measured."""
    for target in TARGETS:
        if target.section == section and target.only in {"", where}:
            for cost in target.costs:
                medians = {each.program.name: each.median(cost) for each in found if not each.failed}
                beside = [medians.get(name, math.nan) for name in target.beside]
                base = math.nan if any(map(math.isnan, beside)) else target.together(beside)
                value = medians.get(target.ours, math.nan) / base
                yield Verdict(f"{target.what}, {COSTS[cost]}", where, value, target.limit)


def peak(what: str, where: str, found: Measured) -> Verdict:
    """A verdict on the most memory that one process held."""
    return Verdict(
        f"{what}, peak memory", where, math.nan if found.failed else found.median("peak") / MEGABYTE, PEAK, "MB"
    )


def growth(what: str, where: str, before: Measured, found: Measured, factor: float) -> Verdict:
    """A verdict on the processor time for each byte of ``found``, which has ``factor`` times those of ``before``."""
    measured = not (before.failed or found.failed)
    value = found.median("cpu") / before.median("cpu") / factor if measured else math.nan
    return Verdict(f"{what}, processor time for a megabyte to that of the size before", where, value, GROWTH)


def doubled(what: str, where: str, once: Measured, twice: Measured) -> Verdict:
    """A verdict on twice as much of a hostile text: it is done soon, or its processor time grows as the text does.

    A failure holds nothing.
    """
    if once.failed or twice.failed:
        return Verdict(what, where, math.inf, HOSTILE_GROWTH)
    seconds = twice.median("wall")
    if seconds <= HOSTILE_SECONDS:
        return Verdict(what, where, seconds, HOSTILE_SECONDS, "s")
    return Verdict(what, where, twice.median("cpu") / once.median("cpu"), HOSTILE_GROWTH)
