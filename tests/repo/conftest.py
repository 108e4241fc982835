from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gitrepo import GitRepo, isolate

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _no_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    isolate(monkeypatch)


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    return GitRepo(tmp_path / "repo")
