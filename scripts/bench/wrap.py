"""Compares the wrap gate with other tools that put a paragraph on one line, on the same files in one run.

    python scripts/bench/wrap.py FOLDER... [--runs N]

Each FOLDER is copied and its Markdown files are rewritten by each tool that is on PATH: rumdl, prettier, mdformat
(with its GFM, front matter and footnote plugins) and unwrap-markdown-prose-py (markdown-prose-hooks). Prints a
Markdown table: lines changed that are not joins, files whose rendering changed under markdown-it-py or cmark-gfm,
soft breaks left, and the median time of whole processes as a ratio to ours.
"""

from __future__ import annotations

import argparse
import difflib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from docsync.gates.wrap.proof import same_document
from docsync.markdown.document import BreakKind
from docsync.markdown.extract import read_document
from docsync.text import SourceText

_RUMDL = "--config MD013.reflow=true --config MD013.reflow-mode='normalize' --config MD013.line-length=0"
CHUNK = 200  # files a process, as hooks are called
OURS = "doc-sync"


@dataclass(frozen=True)
class Tool:
    """How a tool is called; file names follow."""

    name: str
    program: str
    arguments: tuple[str, ...]


TOOLS = (
    Tool(OURS, sys.executable, (str(ROOT / "scripts" / "verify-md-wrap.py"), "--isolated", "--quiet", "--fix")),
    Tool(
        "rumdl MD013 normalize",
        "rumdl",
        tuple(f"fmt --no-cache --isolated --silent --enable MD013 {_RUMDL}".split()),
    ),
    Tool("prettier never", "prettier", ("--prose-wrap", "never", "--write", "--log-level", "silent")),
    Tool("mdformat --wrap no", "mdformat", ("--wrap", "no")),
    Tool("markdown-prose-hooks", "unwrap-markdown-prose-py", ("--write",)),
)


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
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    texts = dict(_texts(options.folders))
    breaks = sum(_soft_breaks(text) for text in texts.values())
    tools = [tool for tool in TOOLS if shutil.which(tool.program)]
    times: dict[str, list[float]] = {tool.name: [] for tool in tools}
    scores: dict[str, Score] = {}
    for _ in range(options.runs):
        for tool in tools:  # in turn, so that a slow minute hits all of them
            seconds, results = _run(tool, texts)
            times[tool.name].append(seconds)
            scores[tool.name] = _score(texts, results)
    print(f"{len(texts)} files, {breaks:,} soft breaks\n")
    print("| tool | other lines | files that render differently | breaks left | time |")
    print("| --- | --- | --- | --- | --- |")
    for tool in tools:
        score = scores[tool.name]
        ratio = statistics.median(times[tool.name]) / statistics.median(times[OURS])
        left = f"{100 * score.breaks_left / breaks:.1f} %"
        print(f"| {tool.name} | {score.other_lines:,} | {score.changed} | {left} | {ratio:.2f} |")


def _texts(folders: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted(folder.rglob("*.md")):
            yield f"{folder.name}/{path.relative_to(folder)}", path.read_bytes().decode()


def _run(tool: Tool, texts: dict[str, str]) -> tuple[float, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        names = list(texts)
        start = time.monotonic()
        for at in range(0, len(names), CHUNK):
            command = [tool.program, *tool.arguments, *names[at : at + CHUNK]]
            subprocess.run(command, cwd=folder, check=False, capture_output=True)  # noqa: S603 - from the table above
        seconds = time.monotonic() - start
        return seconds, {name: Path(folder, name).read_bytes().decode() for name in names}


def _score(before: dict[str, str], after: dict[str, str]) -> Score:
    score = Score()
    for name, text in before.items():
        score.breaks_left += _soft_breaks(after[name])
        if after[name] != text:
            score.other_lines += _other_lines(text, after[name])
            score.changed += not same_document(text, after[name])
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
