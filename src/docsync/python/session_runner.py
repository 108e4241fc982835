"""Plays one session of the interactive interpreter and writes what differs; works in a process of its own.

It imports nothing of doc-sync, which may not be installed there.
"""

from __future__ import annotations

import doctest
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class _Collector(doctest.DocTestRunner):
    def __init__(self) -> None:
        super().__init__(verbose=False, optionflags=_FLAGS)
        self.found: list[tuple[int, str, str]] = []

    def report_failure(self, out: Any, test: Any, example: doctest.Example, got: str) -> None:  # noqa: ARG002
        self.found.append((example.lineno, example.want, got))

    def report_unexpected_exception(self, out: Any, test: Any, example: doctest.Example, exc_info: Any) -> None:  # noqa: ARG002
        self.found.append((example.lineno, example.want, f"{exc_info[0].__name__}: {exc_info[1]}"))


def play(session: str) -> list[tuple[int, str, str]]:
    """Run ``session``; what differs, as line (from 0), shown and given."""
    collector = _Collector()
    try:
        test = doctest.DocTestParser().get_doctest(session, {"__name__": "__main__"}, "session", None, 0)
    except ValueError as error:
        return [(0, "", str(error))]
    collector.run(test, out=lambda _text: None)
    return collector.found


def main(arguments: Sequence[str]) -> None:
    """Play the session in a file, with a folder on the import path, and write the outcome to another file.

    That is JSON: arrays of the line (from 0), what the document shows, and what came.
    """
    session, packages, outcome = arguments
    sys.path.insert(0, packages)
    Path(outcome).write_text(json.dumps(play(Path(session).read_text("utf-8"))), "utf-8")
