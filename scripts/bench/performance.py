"""Measures what is aimed at: whole processes of ours beside others on the same documents, in one run.

    python scripts/bench/performance.py [--corpus PATH]... [--environment DIR] [--only SECTION]... [--runs N] [--quick]
        [--large] [--write [PAGE]]

The documents are generated (corpora.py), and ``--corpus`` adds a git repository of yours, which is cloned. The others
are those on PATH; ``--environment`` is a folder that they are installed in where they are missing. ``--quick`` takes
smaller repositories and leaves slow programs out, ``--large`` adds one of 1 GB. Prints Markdown tables, and with
``--write`` puts them between the marks of docs/performance.md or another page. Exits 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
import time
from pathlib import Path

from cases import Bench
from results import Verdict, put, verdicts
from scaling import bytes_, files, hostile
from sections import broken, links, plan, start, wrap

SECTIONS = {
    "links": links,
    "broken": broken,
    "wrap": wrap,
    "plan": plan,
    "start": start,
    "bytes": bytes_,
    "files": files,
    "hostile": hostile,
}
PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"


def main() -> int:
    """Measure, print, and write where that is asked for."""
    options = _options()
    start = time.monotonic()
    texts = dict.fromkeys(options.only or (*SECTIONS, "targets"), "")
    if options.write:
        _written(options.write, texts)  # a mark that is missing is told before all the work
    judged: list[Verdict] = []
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(Path(scratch), options.environment, options.corpus, options.runs, options.quick, options.large)
        for name in options.only or SECTIONS:
            print(f"{name} ...", file=sys.stderr, flush=True)  # this takes minutes
            part = SECTIONS[name](bench)
            texts[name] = part.text
            judged += part.verdicts
            print(f"## {name}\n\n{part.text}\n\n{verdicts(part.verdicts)}\n", flush=True)
    targets = f"{_conditions(options)}\n\n{verdicts(judged)}"
    print(f"## targets\n\n{targets}\n\n{time.monotonic() - start:.0f} s in all")
    if not options.only:  # a part of the verdicts would look like all of them
        texts["targets"] = targets
    if options.write:
        options.write.write_bytes(_written(options.write, texts).encode())
    return int(not all(one.holds for one in judged))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure doc-sync beside other programs.")
    parser.add_argument(
        "--corpus", type=Path, action="append", default=[], help="a git repository of yours; repeatable"
    )
    parser.add_argument("--environment", type=Path, help="a folder to install missing programs in")
    parser.add_argument("--only", choices=SECTIONS, action="append", default=[], help="repeatable")
    parser.add_argument("--runs", type=int, default=5, help="of each program after a warm-up")
    parser.add_argument("--quick", action="store_true", help="smaller repositories, without slow programs")
    parser.add_argument("--large", action="store_true", help="with a repository of 1 GB")
    parser.add_argument(
        "--write", type=Path, nargs="?", const=PAGE, metavar="PAGE", help=f"default: {PAGE.name} in docs"
    )
    return parser.parse_args()


def _conditions(options: argparse.Namespace) -> str:
    kind = "quick, " if options.quick else ""
    return f"{platform.system()}, Python {platform.python_version()}, {kind}medians of {options.runs} runs."


def _written(path: Path, texts: dict[str, str]) -> str:
    page = path.read_bytes().decode()
    for name, text in texts.items():
        page = put(page, name, text)
    return page


if __name__ == "__main__":
    sys.exit(main())
