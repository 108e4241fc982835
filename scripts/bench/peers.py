"""The other programs that a bench runs beside ours: what each is called with, and what it has to find.

One that is missing, or does not name what is wrong in a small repository, is left out, and that is said.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from installing import located
from timing import Program, once

CONFIG = Path(__file__).with_name("fragments.markdownlint-cli2.jsonc")
_RUMDL = "--isolated --enable MD013 --config MD013.reflow=true --config MD013.reflow-mode='normalize'"
RUMDL_WRAP = f"{_RUMDL} --config MD013.line-length=0"
RUMDL_LINKS = "--isolated --enable MD051,MD057"


class Task(Enum):
    """What programs are compared on."""

    LINKS = "links"
    WRAP = "wrap"
    REWRITE = "rewrite"  # file names follow


@dataclass(frozen=True)
class Peer:
    """How a program is called for a task, and what it has to name in the repository with known faults.

    In ``arguments`` ``{list}`` is a file with the names of all documents, ``{cache}`` an empty folder, ``{modules}``
    where npm put the program. ``codes`` are exit codes that say that it ran to its end.
    """

    name: str
    task: Task
    program: str
    arguments: str
    names: tuple[str, ...] = ()
    codes: tuple[int, ...] = (0, 1)
    is_slow: bool = False  # left out of a quick bench

    @property
    def is_warm(self) -> bool:
        """Whether it keeps something from run to run."""
        return "{cache}" in self.arguments


@dataclass(frozen=True)
class Found:
    """A peer that is there and works."""

    peer: Peer
    path: str

    def on(self, folder: Path, scratch: Path) -> Program:
        """Its call for the documents of ``folder``; ``scratch`` is a folder that is kept between the runs."""
        modules = Path(self.path).resolve().parents[1]
        places = {"list": scratch / "names", "cache": scratch / "cache", "modules": modules, "config": CONFIG}
        given = [word.format_map(places) for word in self.peer.arguments.split()]
        return Program(self.peer.name, (self.path, *given), folder, self.peer.codes, warms=self.peer.is_warm)


_LINKS = ("gone-file", "gone-part")
_OWN = ("gone-own",)
_WRAP = ("wrapped.md",)
PEERS = (
    Peer("lychee", Task.LINKS, "lychee", "--offline --include-fragments --no-progress .", _LINKS, (0, 2)),
    Peer("rumdl", Task.LINKS, "rumdl", f"check --no-cache {RUMDL_LINKS} .", _LINKS),
    Peer("rumdl, warm", Task.LINKS, "rumdl", f"check --cache-dir {{cache}} {RUMDL_LINKS} .", _LINKS),
    Peer("mdrefcheck", Task.LINKS, "mdrefcheck", ".", _LINKS),
    Peer("mdlinkcheck", Task.LINKS, "mdlinkcheck", ".", _LINKS),
    Peer(
        "markdownlint-cli2, own fragments only",
        Task.LINKS,
        "markdownlint-cli2",
        "--config {config} **/*.md",
        _OWN,
        is_slow=True,
    ),
    Peer(
        "remark-validate-links",
        Task.LINKS,
        "remark",
        "--frail --quiet --no-stdout --use {modules}/remark-validate-links/index.js=repository:false .",
        _LINKS,
        is_slow=True,
    ),
    Peer("rumdl MD013", Task.WRAP, "rumdl", f"check --no-cache {RUMDL_WRAP} .", _WRAP),
    Peer("rumdl MD013, warm", Task.WRAP, "rumdl", f"check --cache-dir {{cache}} {RUMDL_WRAP} .", _WRAP),
    Peer("markdown-prose-hooks", Task.WRAP, "unwrap-markdown-prose-py", "--fail-on-change --files-from {list}", _WRAP),
    Peer("prettier", Task.WRAP, "prettier", "--check --prose-wrap never **/*.md", _WRAP),
    Peer("mdformat", Task.WRAP, "mdformat", "--check --wrap no .", _WRAP, is_slow=True),
    Peer("rumdl MD013 normalize", Task.REWRITE, "rumdl", f"fmt --no-cache --silent {RUMDL_WRAP}"),
    Peer("prettier never", Task.REWRITE, "prettier", "--prose-wrap never --write --log-level silent"),
    Peer("mdformat --wrap no", Task.REWRITE, "mdformat", "--wrap no"),
    Peer("markdown-prose-hooks", Task.REWRITE, "unwrap-markdown-prose-py", "--write"),
)
FAULTS = {
    "links.md": "# Links\n\nSee [a](gone-file.md), [b](docs/right.md#gone-part) and [c](#gone-own).\n",
    "docs/right.md": "# Right\n\nOne line of prose, with [a link](../links.md#links).\n",
    "docs/wrapped.md": "# Wrapped\n\nOne line of prose\nand its other half.\n",
}
RIGHT = "right.md"  # not to be named in a report on wraps, else it names every file that was read


def find(task: Task, environment: Path | None, scratch: Path, *, quick: bool = False) -> Iterator[Found]:
    """The peers for a task that are there, or can be had, and work; the others are named on standard error."""
    for peer in PEERS:
        if peer.task is not task or (quick and peer.is_slow):
            continue
        path = located(peer.program, environment)
        found = Found(peer, path or "")
        reason = refused(found, scratch) if path else "neither on PATH nor in the folder of --environment"
        if reason:
            print(f"{peer.name} is left out: {reason}", file=sys.stderr)
        else:
            yield found


def refused(found: Found, scratch: Path) -> str:
    """Why a peer is not timed: it does not see what is wrong, or does not tell it from what is right. Else empty."""
    if not found.peer.names:
        return ""
    folder = scratch / f"{found.peer.name.replace(' ', '-')}"
    for path, text in FAULTS.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    listed(folder, scratch)
    run = once(found.on(folder, scratch))
    missed = [name for name in found.peer.names if name not in run.output]
    wrong = found.peer.task is Task.WRAP and RIGHT in run.output
    if run.code not in found.peer.codes or missed or wrong:
        return f"exit code {run.code}, {', '.join(missed) or 'nothing'} not found:\n{run.output.strip()}"
    return ""


def listed(folder: Path, scratch: Path) -> None:
    """Write the names of all documents in ``folder`` to where ``{list}`` means."""
    scratch.mkdir(parents=True, exist_ok=True)
    names = sorted(os.path.relpath(path, folder) for path in folder.rglob("*.md") if ".git" not in path.parts)
    (scratch / "names").write_text("".join(f"{name}\n" for name in names), "utf-8")
