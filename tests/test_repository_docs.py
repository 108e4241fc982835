"""This repository keeps its own rules: the whole job, run as CI runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from docsync.cli import main
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


def test_no_finding_is_hidden_by_a_baseline() -> None:
    assert not (ROOT / "doc-sync-baseline.json").exists()


def test_job_runs_from_the_checkout() -> None:
    command = [sys.executable, ROOT / "scripts" / "doc-sync.py", "check", "--error-on-empty"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_record_of_ours_can_be_implemented_and_the_gates_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone], check=True)
    monkeypatch.chdir(clone)

    def proposed() -> list[Path]:
        return sorted(clone.glob("docs/rfc/proposed/*.md"))

    if not proposed():
        first = min(clone.glob("docs/rfc/implemented/*.md"))
        assert main(["rfc", "propose", first.name, "--stage"]) == 0
    (record, *_) = proposed()
    target = clone / "docs/rfc/implemented" / record.name
    assert main(["rfc", "implement", record.name, "--note", "in full", "--stage"]) == 0
    assert "\nStatus: implemented (in full)\n" in target.read_text("utf-8")
    assert f"(implemented/{record.name})" in (clone / "docs/rfc/README.md").read_text("utf-8")
    capsys.readouterr()
    assert main(["check"]) == 0
    assert capsys.readouterr().out == ""
