"""This repository keeps its own rules: the whole job, run as CI runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from docsync.job import Request, open_job
from docsync.reporters.text import entry

ROOT = Path(__file__).resolve().parents[1]

if not (ROOT / ".git").exists():
    pytest.skip("this is no checkout", allow_module_level=True)


def test_documents_are_clean() -> None:
    with open_job(Request(str(ROOT), use_baseline=False)) as job:
        report = job.run().report
    assert [entry(found) for found in report.findings] == []
    assert report.documents
    assert report.links


def test_no_finding_is_hidden_by_a_baseline() -> None:
    assert not (ROOT / "doc-sync-baseline.json").exists()


def test_job_runs_from_the_checkout() -> None:
    command = [sys.executable, ROOT / "scripts" / "doc-sync.py", "check", "--error-on-empty"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
