"""Runs of doc-sync in tests: the findings of a job as text, the command line in this process and as a process."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docsync.cli import main
from docsync.job import Request, open_job
from docsync.reporters.text import entry

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest

    from gitrepo import GitRepo

_TERMINAL = ("CI", "FORCE_COLOR", "NO_COLOR", "PRE_COMMIT", "PYTHONIOENCODING", "PYTHONUTF8")


@dataclass(frozen=True)
class Run:
    """What a command gave: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


def findings(repo: GitRepo, **request: Any) -> list[str]:
    """The findings of all gates, each as the text reporter writes it; a suggestion follows after a line end."""
    with open_job(Request(str(repo.path), **request)) as job:
        return [entry(found) for found in job.run().report.findings]


@dataclass(frozen=True)
class CommandLine:
    """Runs the command line in this process, in ``repo`` or a directory below it."""

    repo: GitRepo
    monkeypatch: pytest.MonkeyPatch
    capture: pytest.CaptureFixture[str]

    def __call__(self, *argv: str, program: str = "doc-sync", directory: str = "", stdin: bytes = b"") -> Run:
        self.capture.readouterr()
        self.monkeypatch.chdir(self.repo.path / directory)
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(argv, program)
        out, err = self.capture.readouterr()
        return Run(code, out, err)


def clear_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away what the environment says about terminals, hooks and encodings."""
    for name in _TERMINAL:
        monkeypatch.delenv(name, raising=False)


def process(
    repo: GitRepo, *argv: str | bytes, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run ``python -m docsync`` in ``repo`` as a process of its own."""
    command = [sys.executable, "-m", "docsync", *argv]
    environment = {**os.environ, **(env or {})}
    return subprocess.run(command, cwd=repo.path, env=environment, input=stdin, capture_output=True, check=False)
