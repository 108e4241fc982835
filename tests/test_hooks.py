"""The hooks as other repositories use them: read from the generated file, run by pre-commit and by prek."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from docsync.gates import GATES
from gitrepo import GitRepo, environment
from package import copy_package, need_index

ROOT = Path(__file__).parents[1]
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
SCRIPTS = Path(sys.executable).parent
RUNNERS = {"pre-commit": [sys.executable, "-m", "pre_commit"], "prek": [str(SCRIPTS / "prek")]}
FINDING = "README.md:1:11: missing-file: `docs/guide.md` does not exist"
# For each gate's hook a document with a fault that it is there for, and what it says; `doc-sync` says all of it.
FAULTS = {
    "verify-md-links": ("docs/links.md", "[gone](gone.md)\n", "1:8: missing-file: `docs/gone.md` does not exist"),
    "verify-md-wrap": ("docs/wrap.md", "One\ntwo.\n", "1:4: hard-wrap: line break inside a paragraph (lines 1-2)"),
    "verify-rfcs": (
        "docs/rfc/proposed/fast-path.md",
        "# RFC: Fast path\n\nStatus: proposed\n\n## Problem\n\nSo.\n\n## Decision\n\nSo.\n\n## Consequences\n\nSo.\n",
        "1:1: rfc-name: the name `fast-path.md` is not `yyyy-mm-dd-slug.md`",
    ),
    "verify-md-code": ("docs/code.md", "```python\nrun(\n```\n", "2:4: code-syntax: no Python: '(' was never closed"),
}


class Consumer(GitRepo):
    """A repository that uses our hooks; ``runner`` is the command of pre-commit or prek."""

    def __init__(self, path: Path, runner: Sequence[str]) -> None:
        super().__init__(path)
        self.runner = runner
        homes = {name: str(path.parent / name) for name in ("PRE_COMMIT_HOME", "PREK_HOME")}
        self.environment = environment() | homes | {"PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}

    def run(self, *command: str) -> tuple[bool, str]:
        """Whether a command ended well, and all that it said, without the indentation that prek adds."""
        done = subprocess.run(
            command,
            cwd=self.path,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode == 0, "\n".join(map(str.strip, done.stdout.splitlines()))

    def hook(self, *argv: str) -> tuple[bool, str]:
        """Run pre-commit or prek."""
        return self.run(*self.runner, *argv)

    def try_commit(self) -> tuple[bool, str]:
        """Commit what is staged, through the installed hook."""
        return self.run("git", "commit", "--quiet", "--message", "change")


@pytest.fixture(params=RUNNERS)
def consumer(request: pytest.FixtureRequest, tmp_path: Path) -> Consumer:
    """A clean repository with every hook that we offer installed, run from this environment."""
    runner = RUNNERS[request.param]
    if request.param == "prek" and not Path(runner[0]).exists():
        pytest.skip("prek is not installed here")
    if not (SCRIPTS / "verify-md-links").exists():
        pytest.skip("doc-sync is not installed here")
    repo = Consumer(tmp_path / "consumer", runner)
    hooks = [{**hook, "language": "system"} for hook in HOOKS]
    for hook in hooks:
        del hook["minimum_pre_commit_version"]  # a key of hooks that are fetched, not of local ones
        hook.pop("additional_dependencies", None)  # this environment has them
    repo.write(".pre-commit-config.yaml", yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]}))
    repo.write("README.md", "[install](docs/guide.md#install)\n")
    repo.write("docs/guide.md", "# Guide\n\n## Install\n")
    repo.write("notes.txt")
    repo.commit("base")
    assert repo.hook("install")[0]
    return repo


def test_there_is_a_hook_for_every_gate() -> None:
    assert [hook["id"] for hook in HOOKS] == [*(gate.command for gate in GATES), "doc-sync"]


def test_clean_repository_passes(consumer: Consumer) -> None:
    passed, said = consumer.hook("run", "--all-files")
    assert passed, said
    assert said.count("Passed") == len(HOOKS)


def test_commit_without_any_markdown_runs_the_hook_too(consumer: Consumer) -> None:
    consumer.write("notes.txt", "changed\n")
    consumer.stage()
    passed, said = consumer.try_commit()
    assert passed, said
    # The wrap gate judges each file by itself, so without one there is nothing to do.
    assert [line.split(".")[0] for line in said.splitlines() if "Skipped" in line] == ["verify-md-wrap"]


def test_broken_link_fails(consumer: Consumer) -> None:
    consumer.write("README.md", "[install](docs/giude.md)\n")
    consumer.stage()
    passed, said = consumer.try_commit()
    assert not passed
    assert "README.md:1:11: missing-file: `docs/giude.md` does not exist\ndid you mean docs/guide.md?\n" in said


def test_commit_that_only_deletes_the_target_fails(consumer: Consumer) -> None:
    consumer.git("rm", "-q", "docs/guide.md")
    passed, said = consumer.try_commit()
    assert not passed
    assert FINDING in said


def test_commit_that_only_renames_the_target_fails(consumer: Consumer) -> None:
    consumer.git("mv", "docs/guide.md", "docs/manual.md")
    passed, said = consumer.try_commit()
    assert not passed
    assert f"{FINDING}\nmoved to docs/manual.md\n" in said


def test_renamed_heading_fails_and_mended_it_passes(consumer: Consumer) -> None:
    consumer.write("docs/guide.md", "# Guide\n\n## Set up\n")
    consumer.stage()
    passed, said = consumer.try_commit()
    assert not passed
    assert "no anchor `#install` in `docs/guide.md`\nrenamed to #set-up\n" in said
    consumer.write("README.md", "[install](docs/guide.md#set-up)\n")
    consumer.stage()
    passed, said = consumer.try_commit()
    assert passed, said


def test_what_is_not_staged_does_not_count(consumer: Consumer) -> None:
    consumer.write("notes.txt", "changed\n")
    consumer.stage()
    consumer.write("README.md", "[not staged](gone.md)\n")
    passed, said = consumer.try_commit()
    assert passed, said


def test_target_that_was_forgotten_fails(consumer: Consumer) -> None:
    consumer.write("README.md", "[new](docs/new.md)\n")
    consumer.write("docs/new.md")
    consumer.stage("README.md")
    passed, said = consumer.try_commit()
    assert not passed
    assert "`docs/new.md` is on disk but not in git\nrun git add docs/new.md\n" in said


def test_commit_that_only_changes_the_code_fails(consumer: Consumer) -> None:
    consumer.write("doc-sync.toml", '[code]\npackages = { tool = "tool.py" }\n')
    consumer.write("tool.py", "def run(task): ...\n")
    consumer.write("docs/guide.md", "# Guide\n\n## Install\n\nCall `tool.run(task)`.\n")
    consumer.stage()
    passed, said = consumer.try_commit()
    assert passed, said
    consumer.write("tool.py", "def start(task): ...\n")
    consumer.stage()
    passed, said = consumer.try_commit()
    assert not passed
    finding = "docs/guide.md:5:6: unknown-name: `tool.run` does not exist: `tool` has no `run`"
    assert f"{finding}\nrenamed to tool.start\n" in said


@pytest.mark.parametrize("hook", [hook["id"] for hook in HOOKS])
def test_hook_fails_on_a_planted_fault(consumer: Consumer, hook: str) -> None:
    passed, said = consumer.hook("run", hook, "--all-files")
    assert passed, said
    for path, text, _ in FAULTS.values():
        consumer.write(path, text)
    consumer.stage()
    passed, said = consumer.hook("run", hook, "--all-files")
    assert not passed
    found = [f"{path}:{finding}" for path, _, finding in FAULTS.values()]
    mine = found if hook == "doc-sync" else [":".join(FAULTS[hook][::2])]
    assert [each for each in found if each in said] == mine, said


@pytest.mark.index
def test_environment_that_pre_commit_builds(tmp_path: Path) -> None:
    need_index(tmp_path)
    snapshot = GitRepo(tmp_path / "doc-sync")
    copy_package(snapshot.path)
    snapshot.commit()
    repo = Consumer(tmp_path / "consumer", RUNNERS["pre-commit"])
    repo.write("README.md", "[install](docs/guide.md)\n")
    repo.commit()
    passed, said = repo.hook("try-repo", str(snapshot), "verify-md-links", "--ref", "HEAD", "--all-files")
    assert not passed
    assert FINDING in said
