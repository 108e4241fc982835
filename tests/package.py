"""Copies of what is installed of this repository, for tests that install it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[1]
_PARTS = ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", "action.yml", "src")
_PROBE = ("-m", "pip", "download", "--quiet", "--no-deps", "--retries=0", "--timeout=10", "click")


def need_index(folder: Path) -> None:
    """Skip the test when no package index can be reached; what is downloaded to find out goes to ``folder``."""
    if subprocess.run([sys.executable, *_PROBE, "--dest", folder], capture_output=True, check=False).returncode:
        pytest.skip("no package index can be reached")


def copy_package(folder: Path) -> None:
    """Copy what pip, pre-commit and GitHub's runner need to a folder, which is made when it is not there."""
    folder.mkdir(exist_ok=True)
    for name in _PARTS:
        copy = shutil.copytree if (_ROOT / name).is_dir() else shutil.copy
        copy(_ROOT / name, folder / name)
