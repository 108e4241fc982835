"""What only prints help loads neither the parser nor a database."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = ("markdown_it", "mdit_py_plugins", "sqlite3")
LIGHT_RUNS = [
    ("doc-sync", ["--version"]),
    ("doc-sync", ["--help"]),
    ("doc-sync", ["check", "-h"]),
    ("verify-md-links", ["--version"]),
    ("verify-md-links", ["--help"]),
    ("doc-sync", ["explain", "missing-file"]),
]
SCRIPT = """
import sys
from docsync.cli import main
code = main(sys.argv[2:], sys.argv[1])
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""


def modules(program: str, *argv: str, directory: Path | None = None) -> set[str]:
    """Top-level modules that a run of ``program`` loads; it has to end well."""
    command = [sys.executable, "-c", SCRIPT, program, *argv]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stderr.splitlines()}


@pytest.mark.parametrize(("program", "argv"), LIGHT_RUNS)
def test_nothing_heavy_is_loaded(program: str, argv: list[str]) -> None:
    loaded = modules(program, *argv)
    assert "docsync" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_only_a_run_with_documents_loads_the_parser(tmp_path: Path) -> None:
    assert loads_the_parser(tmp_path) is False
    (tmp_path / "a.md").touch()
    assert loads_the_parser(tmp_path) is True


def loads_the_parser(folder: Path) -> bool:
    return "markdown_it" in modules("doc-sync", "check", directory=folder)
