"""What this repository's own files promise about each other."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from docsync.gates import GATES

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
OWN_HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
PROGRAMS = ["doc-sync", "migrate-adr-to-rfc", *(gate.command for gate in GATES)]


def test_generated_files_are_current() -> None:
    command = [sys.executable, ROOT / "scripts" / "generate.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_generate_names_a_stale_file(tmp_path: Path) -> None:
    for name in ("src", "scripts"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "docs").mkdir()
    copy = tmp_path / "generate.py"
    source = (ROOT / "scripts" / "generate.py").read_text("utf-8")
    copy.write_text(source.replace("parents[1]", "parent"), "utf-8")
    stale = subprocess.run([sys.executable, copy, "--check"], capture_output=True, text=True, check=False)
    assert stale.returncode == 1
    assert "docs/gates.md is stale; run python scripts/generate.py" in stale.stdout
    subprocess.run([sys.executable, copy], check=True, capture_output=True)
    subprocess.run([sys.executable, copy, "--check"], check=True)
    assert (tmp_path / "docs" / "gates.md").read_bytes() == (ROOT / "docs" / "gates.md").read_bytes()


def test_there_is_a_console_script_for_every_command() -> None:
    assert PROJECT["project"]["scripts"] == dict.fromkeys(PROGRAMS, "docsync.cli:entry")


@pytest.mark.parametrize("program", PROGRAMS)
def test_door_of_a_checkout(program: str) -> None:
    door = ROOT / "scripts" / f"{program}.py"
    assert len(door.read_text("utf-8").splitlines()) <= 10
    done = subprocess.run([sys.executable, "-S", door, "--version"], capture_output=True, text=True, check=False)
    # Without site-packages click is missing, so the door got as far as the checkout's own package.
    assert "No module named 'click'" in done.stderr
    done = subprocess.run([sys.executable, door, "--version"], capture_output=True, text=True, check=False)
    assert done.stdout.startswith(f"{program} ")


def test_own_hooks_run_on_the_dependencies_of_the_project() -> None:
    ours = [hook for hook in OWN_HOOKS if "scripts/" in hook["entry"]]
    needed = PROJECT["project"]["dependencies"]
    extra = PROJECT["project"]["optional-dependencies"]["code"]
    assert [hook["additional_dependencies"] for hook in ours] == [needed, [*needed, *extra]]
    [gate] = [gate for gate in GATES if gate.name == "code"]
    assert list(gate.hook.additional_dependencies) == extra


def test_hooks_and_lint_group_pin_the_same_ruff() -> None:
    pins = {pin for hook in OWN_HOOKS for pin in hook["additional_dependencies"] if pin.startswith("ruff")}
    assert len(pins) == 1
    assert pins <= set(PROJECT["dependency-groups"]["lint"])


def test_readme_has_one_line_for_the_gates_and_one_for_the_tests() -> None:
    lines = [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("python3 ")]
    assert [line.rpartition("&& ")[2].split()[0] for line in lines] == [".venv/bin/doc-sync", ".venv/bin/pytest"]


def test_agents_page_stays_short() -> None:
    assert len((ROOT / "docs" / "AGENTS.md").read_text("utf-8").splitlines()) < 60
