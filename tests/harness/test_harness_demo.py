"""The demo, and what the package promises about itself."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tool_harness
from tool_harness import demo

PACKAGE = Path(tool_harness.__file__).parent


def test_the_demo_shows_a_call_that_fails_and_its_correction(capsys: pytest.CaptureFixture[str]) -> None:
    demo.main()
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    story = [
        '| {"path": "notes.md", "mode": "txt", "edits": [{"old": "teh", "count": "all"}]}',
        "| invalid arguments for edit_file:",
        '| - mode: expected one of "text", "binary"',
        "| - edits[0].new: required string is missing",
        "| - edits[0].count: expected integer, got string",
        "| The mode must be text, the edit lacks new, and count is a number.",
        '| {"path": "notes.md", "mode": "text", "edits": [{"old": "teh", "new": "the"}]}',
        "-- reloaded while call-1-2 waits: 10 events, same log: True",
        "| notes.md: the first of teh notes",
        "| there is no file todo.md",
        "-- read back from disk: 27 events, same log: True",
    ]
    assert [line for line in lines if line in story] == story
    assert sum(line.startswith(("1 ", "27 ")) for line in lines) == 2
    assert sum("turn/start" in line for line in lines) == 2


def test_it_imports_the_standard_library_only() -> None:
    files = list(PACKAGE.glob("*.py"))
    assert len(files) > 15
    for file in files:
        tree = ast.parse(file.read_text("utf-8"))
        guarded = {node for each in ast.walk(tree) if is_type_checking(each) for node in ast.walk(each)}
        names = {name for node in ast.walk(tree) if node not in guarded for name in imported(node)}
        assert names <= sys.stdlib_module_names | {"tool_harness"}, file


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imported(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    return {(node.module or "").partition(".")[0]} if isinstance(node, ast.ImportFrom) else set()


def test_it_runs_without_any_other_package() -> None:
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    command = [sys.executable, "-S", "-m", "tool_harness.demo"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_is_typed_and_its_names_are_there() -> None:
    assert (PACKAGE / "py.typed").is_file()
    assert sorted(tool_harness.__all__) == tool_harness.__all__
    assert all(hasattr(tool_harness, name) for name in tool_harness.__all__)
