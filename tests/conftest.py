"""Fixtures for all tests: no test sees the user's git configuration or asks for data that is not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from gitrepo import GitRepo, isolate
from runs import CommandLine, clear_terminal

ROOT = Path(__file__).parents[1]
SARIF_SCHEMA = "sarif-schema-2.1.0.json"

# The only profile: no test is timed, and where a failure could not be searched for again the examples are fixed.
settings.register_profile("doc-sync", deadline=None, derandomize=bool(os.environ.get("CI")), print_blob=True)
settings.load_profile("doc-sync")


@pytest.fixture(autouse=True)
def _no_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    isolate(monkeypatch)
    clear_terminal(monkeypatch)


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    """An empty repository, in a folder of its own so that there is a place outside of it."""
    return GitRepo(tmp_path / "repo")


@pytest.fixture
def run(repo: GitRepo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line, called in this process."""
    return CommandLine(repo, monkeypatch, capsys)


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder with data of others: ``DOC_SYNC_DATA``, or ``../shared/data`` beside the repository."""
    named = os.environ.get("DOC_SYNC_DATA")
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    if not (folder / SARIF_SCHEMA).is_file():
        if named:
            pytest.fail(f"DOC_SYNC_DATA is {named}, where there is no {SARIF_SCHEMA}")
        pytest.skip(f"DOC_SYNC_DATA is not set, and {folder} holds no {SARIF_SCHEMA}")
    return folder


@pytest.fixture(scope="session")
def corpora_folder() -> Path:
    """The folder with bundles of real repositories: ``DOC_SYNC_CORPORA``, or ``../shared/corpora`` beside this one."""
    named = os.environ.get("DOC_SYNC_CORPORA")
    folder = Path(named) if named else ROOT.parent / "shared" / "corpora"
    if not any(folder.glob("*.bundle")):
        if named:
            pytest.fail(f"DOC_SYNC_CORPORA is {named}, where there is no bundle")
        pytest.skip(f"DOC_SYNC_CORPORA is not set, and {folder} holds no bundle")
    return folder
