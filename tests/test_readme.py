"""The README's sample is a real run, and its library example runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gitrepo import GitRepo
from runs import CommandLine

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


@pytest.fixture
def widgets(repo: GitRepo) -> GitRepo:
    repo.write(
        "README.md",
        "# Widgets\n\nStart with the [guide](docs/guide.md), then read about\n[setup](docs/Setup.md) on your system.\n",
    )
    repo.write("docs/guide.md", "# Guide\n\n## Install\n\nRun the installer.\n")
    repo.write("docs/setup.md", "# Setup\n\nFirst [install](guide.md#install) the widgets.\n")
    repo.commit()
    repo.git("mv", "docs/guide.md", "docs/manual.md")
    repo.write("docs/manual.md", "# Guide\n\n## Set up\n\nRun the installer.\n")
    repo.stage()
    return repo


def fence(language: str) -> str:
    match = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert match
    return match[1]


def test_sample_run(widgets: GitRepo, run: CommandLine) -> None:
    _, checked, mended = re.split(r"^\$ doc-sync check.*\n", fence("text"), flags=re.MULTILINE)
    done = run("check")
    assert done.out + done.err == checked
    done = run("check", "--fix")
    assert [line for line in mended.splitlines() if line not in done.err.splitlines()] == []
    assert (widgets.path / "docs" / "setup.md").read_text().endswith("[install](manual.md#set-up) the widgets.\n")


def test_library_example(widgets: GitRepo, capsys: pytest.CaptureFixture[str]) -> None:
    code = fence("python").replace("path/to/repository", str(widgets.path))
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines()[0] == "README.md 3 missing-file `docs/guide.md` does not exist"
