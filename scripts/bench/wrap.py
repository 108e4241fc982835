"""Compares the wrap gate with other tools that put a paragraph on one line, on the same files in one run.

    python scripts/bench/wrap.py FOLDER... [--environment DIR] [--runs N]

Each FOLDER is copied and its Markdown files are rewritten by each tool of peers.py that is on PATH, or that can be
installed into the folder DIR. Prints a Markdown table: lines changed that are not joins, files whose rendering changed
under markdown-it-py or cmark-gfm, soft breaks left, and the median time of whole processes as a ratio to ours.
"""

from __future__ import annotations

import argparse
import difflib
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ours import script
from peers import Task, find
from results import table
from timing import Program, once

from docsync.gates.wrap.proof import same_document
from docsync.markdown.document import BreakKind
from docsync.markdown.extract import read_document
from docsync.text import SourceText

CHUNK = 200  # files a process, as hooks are called
OURS = "doc-sync"


@dataclass
class Score:
    """What one tool did to all files."""

    other_lines: int = 0
    changed: int = 0
    breaks_left: int = 0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Compare the wrap gate with its peers.")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--environment", type=Path, help="a folder to install missing programs in")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    texts = dict(_texts(options.folders))
    breaks = sum(_soft_breaks(text) for text in texts.values())
    tools = list(_tools(options.environment))
    times: dict[str, list[float]] = {tool.name: [] for tool in tools}
    scores: dict[str, Score] = {}
    for _ in range(options.runs):
        for tool in tools:  # in turn, so that a slow minute hits all of them
            seconds, results = _run(tool, texts)
            times[tool.name].append(seconds)
            scores[tool.name] = _score(texts, results)
    print(f"{len(texts)} files, {breaks:,} soft breaks\n")
    medians = {name: statistics.median(each) for name, each in times.items()}
    rows = [_row(name, score, breaks, medians[name] / medians[OURS]) for name, score in scores.items()]
    print(table(("tool", "other lines", "files that render differently", "breaks left", "time"), rows))


def _tools(environment: Path | None) -> Iterator[Program]:
    """Ours and the others, each as a call that file names follow."""
    here = Path()
    yield Program(OURS, (script("verify-md-wrap"), "--isolated", "--quiet", "--fix"), here, (0, 1))
    for found in find(Task.REWRITE, environment, here):
        yield found.on(here, here)


def _row(name: str, score: Score, breaks: int, ratio: float) -> tuple[str, ...]:
    left = f"{100 * score.breaks_left / breaks:.1f} %"
    return name, f"{score.other_lines:,}", str(score.changed), left, f"{ratio:.2f}"


def _texts(folders: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted(folder.rglob("*.md")):
            yield f"{folder.name}/{path.relative_to(folder)}", path.read_bytes().decode()


def _run(tool: Program, texts: dict[str, str]) -> tuple[float, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        names = list(texts)
        seconds = 0.0
        for at in range(0, len(names), CHUNK):
            command = (*tool.command, *names[at : at + CHUNK])
            run = once(replace(tool, command=command, directory=Path(folder)))
            if run.code not in tool.codes:
                sys.exit(f"{tool.name}: exit code {run.code}\n{run.output}")
            seconds += run.wall
        return seconds, {name: Path(folder, name).read_bytes().decode() for name in names}


def _score(before: dict[str, str], after: dict[str, str]) -> Score:
    score = Score()
    for name, text in before.items():
        score.breaks_left += _soft_breaks(after[name])
        if after[name] != text:
            score.other_lines += _other_lines(text, after[name])
            score.changed += not same_document(*map(SourceText.from_str, (text, after[name])))
    return score


def _soft_breaks(text: str) -> int:
    document = read_document(SourceText.from_str(text))
    return sum(each.kind is not BreakKind.HARD for block in document.prose for each in block.breaks)


def _other_lines(before: str, after: str) -> int:
    """Lines of ``after`` that are neither a line of ``before`` nor several of them put together, and lines lost."""
    old, new = before.split("\n"), after.split("\n")
    count = 0
    for tag, start, end, new_start, new_end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "insert":
            count += new_end - new_start
        elif tag == "delete":
            count += end - start
        elif tag == "replace":
            count += _not_joined(old[start:end], new[new_start:new_end])
    return count


def _not_joined(old: list[str], new: list[str]) -> int:
    count, at = 0, 0
    for line in new:
        wanted, collected, first = _squeezed(line), "", at
        while at < len(old) and len(collected) < len(wanted):
            collected += _squeezed(old[at] if at == first else old[at].lstrip(" \t>"))
            at += 1
        count += collected != wanted or not line.startswith(old[first].rstrip(" \t") if first < len(old) else line)
    return count + len(old) - at


def _squeezed(line: str) -> str:
    return line.replace(" ", "").replace("\t", "")


if __name__ == "__main__":
    main()
