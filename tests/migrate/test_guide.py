"""The guide page is true: its commands run in the order in which they stand there, and its samples are real."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from gitrepo import GitRepo
from migrate.migrating import good, plan_of, topic_of
from migrate.reference_repository import build
from runs import CommandLine

GUIDE = (Path(__file__).parents[2] / "docs" / "migrate.md").read_text("utf-8")
UNDO = "doc-sync migrate undo"


def fences(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


def commands() -> list[str]:
    return [line for fence in fences("sh") for line in fence.replace("\\\n", " ").splitlines()]


@pytest.fixture
def reference(repo: GitRepo) -> GitRepo:
    return build(repo)


def test_the_commands_of_the_guide_run_in_their_order(reference: GitRepo, run: CommandLine) -> None:
    outputs = []
    assert UNDO in commands()
    for command in commands():
        program, *arguments = shlex.split(command)
        if program == "git":
            reference.git(*arguments)
        elif command != UNDO:  # which would take back what the next ones need
            outputs.append(good(run(*arguments, program=program)).out)
    (sample,) = fences("text")
    assert sample in outputs


def test_what_was_applied_can_be_undone_as_the_guide_says(reference: GitRepo, run: CommandLine) -> None:
    for command in (each for each in commands() if each.startswith("doc-sync migrate plan")):
        good(run(*shlex.split(command)[1:]))
    good(run("migrate", "apply"))
    good(run(*shlex.split(UNDO)[1:]))
    assert reference.git("status", "--short") == "?? rfc-migration.toml"


def test_the_sample_of_a_topic_is_what_a_plan_says(reference: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan"))
    (sample,) = (tomllib.loads(fence)["topic"][0] for fence in fences("toml"))
    topic = topic_of(plan_of(reference), sample["members"][0])
    assert {name: topic[name] for name in sample} == sample
