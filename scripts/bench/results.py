"""What a bench says: Markdown tables of what was measured and verdicts on it, and where they go in a page."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from timing import Measured

MEGABYTE = 1e6
COSTS = {"wall": "wall", "cpu": "processor"}  # seconds, as a run has them and as a reader is told
DIGITS = {"×": 2, "s": 2}  # after the point of a value, by its unit


@dataclass(frozen=True)
class Verdict:
    """A target and the value that it was measured at; not a number where it could not be measured."""

    what: str
    where: str
    value: float
    limit: float
    unit: str = "×"

    @property
    def holds(self) -> bool:
        """Whether the target is kept; what was not measured holds nothing."""
        return self.value <= self.limit

    @property
    def said(self) -> str:
        """The answer in one word or two."""
        return "not measured" if math.isnan(self.value) else "yes" if self.holds else "**no**"


def verdicts(each: Iterable[Verdict]) -> str:
    """The table of targets."""
    rows = [(one.what, one.where, f"≤ {one.limit:g} {one.unit}", _value(one), one.said) for one in each]
    return table(("target", "on", "at most", "measured", "holds"), rows)


def measurements(found: Sequence[Measured], base: str) -> str:
    """What each program took, and how often as long as the one named ``base``; a failure has no time."""
    first = next((each for each in found if each.program.name == base and not each.failed), None)
    rows = [_failure(each) if each.failed else _row(each, first) for each in found]
    ratios = [f"{cost} / {base}" for cost in COSTS.values()]
    return table(("program", "runs", "exit code", *COSTS.values(), "peak memory", *ratios), rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def megabytes(size: float) -> str:
    """A number of bytes for a reader."""
    return f"{size / MEGABYTE:.0f} MB"


def put(page: str, name: str, text: str) -> str:
    """``page`` with ``text`` between ``<!-- bench: NAME -->`` and ``<!-- end bench -->``, all else as it is."""
    begin, end = f"<!-- bench: {name} -->", "<!-- end bench -->"
    inside = re.compile(f"(?<={re.escape(begin)}\n)(?:(?!<!-- bench: ).)*?(?={re.escape(end)})", re.DOTALL)
    if not inside.search(page):
        sys.exit(f"the page has no lines {begin} and {end}; add them where the tables are to go")
    return inside.sub(lambda _: f"\n{text}\n\n", page, count=1)


def _value(one: Verdict) -> str:
    return "" if math.isnan(one.value) else f"{one.value:.{DIGITS.get(one.unit, 0)}f} {one.unit}"


def _row(each: Measured, base: Measured | None) -> tuple[str, ...]:
    seconds = [f"{each.median(cost):.2f} s" for cost in COSTS]
    ratios = [f"{each.median(cost) / base.median(cost):.2f}" if base else "" for cost in COSTS]
    code = str(each.runs[-1].code)
    return each.program.name, str(len(each.runs)), code, *seconds, megabytes(each.median("peak")), *ratios


def _failure(each: Measured) -> tuple[str, ...]:
    return each.program.name, str(len(each.runs)), f"**{each.runs[-1].code}: failed**", "", "", "", "", ""
