"""mypy and pyright, both strict, accept what is right and refuse each line that is marked as wrong."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"
EXPECTATION = re.compile(r"# mypy: (?P<mypy>.+?) # pyright: (?P<pyright>.+)$")

Errors = dict[str, dict[int, list[str]]]


def run(program: str, *arguments: str, folder: Path) -> str:
    if importlib.util.find_spec(program) is None:
        pytest.skip(f"{program} is not installed; it is in the group types")
    environment = {**os.environ, "MYPYPATH": str(SOURCE)}
    command = [sys.executable, "-m", program, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr  # refused.py has errors, and nothing worse happened
    return done.stdout


def mypy(folder: Path) -> Errors:
    """Errors by file and line."""
    found: Errors = defaultdict(lambda: defaultdict(list))
    output = run("mypy", "--strict", "--config-file=", "--output=json", "accepted.py", "refused.py", folder=folder)
    for line in output.splitlines():
        error = json.loads(line)
        if error["severity"] == "error":
            found[Path(error["file"]).name][error["line"]].append(error["message"])
    return found


def pyright(folder: Path) -> Errors:
    """Errors by file and line."""
    found: Errors = defaultdict(lambda: defaultdict(list))
    # What refused.py does with a value is not the point of it.
    config = {
        "typeCheckingMode": "strict",
        "include": ["."],
        "extraPaths": [str(SOURCE)],
        "reportUnusedExpression": False,
        "reportUnusedFunction": False,
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(config), "utf-8")
    output = run("pyright", "--outputjson", "--pythonpath", sys.executable, folder=folder)
    for error in json.loads(output)["generalDiagnostics"]:
        found[Path(error["file"]).name][error["range"]["start"]["line"] + 1].append(error["message"])
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("accepted.py", "refused.py"):
        shutil.copy(HERE / name, tmp_path)
    return tmp_path


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_the_checker_accepts_and_refuses(checker: Callable[[Path], Errors], folder: Path) -> None:
    expected = {
        number: match[checker.__name__]
        for number, line in enumerate((HERE / "refused.py").read_text("utf-8").splitlines(), 1)
        if (match := EXPECTATION.search(line))
    }
    errors = checker(folder)
    assert errors.keys() == {"refused.py"}, dict(errors)
    refused = errors["refused.py"]
    assert refused.keys() == expected.keys(), {line: refused[line] for line in refused.keys() - expected.keys()}
    missing = {line: refused[line] for line, text in expected.items() if text not in "\n".join(refused[line])}
    assert missing == {}


def test_there_is_enough_of_both() -> None:
    assert (HERE / "accepted.py").read_text("utf-8").count("    assert_type(") >= 25
    marked = [line for line in (HERE / "refused.py").read_text("utf-8").splitlines() if EXPECTATION.search(line)]
    assert len(marked) >= 12
