"""A migration through the command line, as a person does it, with the plan read back as plain TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gitrepo import GitRepo
from runs import CommandLine, Run

PLAN = "rfc-migration.toml"


def day(repo: GitRepo, when: str) -> str:
    """Commit everything as written by its author on that day."""
    repo.stage()
    repo.git("commit", "--quiet", f"--date={when}T12:00:00+0000", "--message", "change")
    return repo.git("rev-parse", "HEAD")


def record(title: str, status: str = "Status: accepted", body: str = "Because it hurts.") -> str:
    """A decision with all its sections; ``title`` is the whole heading."""
    return (
        f"# {title}\n\n{status}\n\n## Context\n\n{body}\n\n## Decision\n\nWe do it.\n\n## Consequences\n\nIt is done.\n"
    )


def good(done: Run) -> Run:
    """A run that ended well."""
    assert done.code == 0, done.out + done.err
    return done


def planned(run: CommandLine, *options: str) -> dict[str, Any]:
    """Make a plan, and give what it says."""
    good(run("migrate", "plan", *options))
    return written_plan(run)


def written_plan(run: CommandLine) -> dict[str, Any]:
    """What the plan file says by now."""
    return plan_of(run.repo)


def plan_of(repo: GitRepo) -> dict[str, Any]:
    """The same, of a repository."""
    return tomllib.loads((repo.path / PLAN).read_text("utf-8"))


def topic_of(plan: dict[str, Any], member: str, *, action: str = "") -> dict[str, Any]:
    """The one topic that a file belongs to, a split of it apart."""
    found = [each for each in plan["topic"] if member in each["members"] and is_action(each, action)]
    assert len(found) == 1, (member, found)
    return found[0]


def is_action(topic: dict[str, Any], action: str) -> bool:
    return topic["action"] == action if action else topic["action"] != "split"


def records_of(plan: dict[str, Any]) -> set[str]:
    """The old paths of all that becomes a record."""
    actions = ("move", "merge", "split")
    return {member for each in plan["topic"] if each["action"] in actions for member in each["members"]}


def references_to(plan: dict[str, Any], file: str) -> list[dict[str, Any]]:
    """The references that stand in ``file``."""
    return [each for each in plan.get("reference", []) if each["file"] == file]


def write_answer(plan: Path, question: str, answer: str) -> None:
    """Answer a question in an editor: one line in its table."""
    before, table, after = _around(plan.read_text("utf-8"), question)
    line = f'answer = "{answer}"'
    changed, count = re.subn(r'(?m)^[# ]*answer = ".*"$', lambda _: line, table)
    plan.write_text(before + (changed if count else f"{table.rstrip()}\n{line}\n\n") + after, "utf-8")


def _around(text: str, question: str) -> tuple[str, str, str]:
    tables = re.split(r"(?m)^(?=\[\[)", text)
    number = next(at for at, table in enumerate(tables) if re.search(rf'(?m)^id = "{re.escape(question)}"$', table))
    return "".join(tables[:number]), tables[number], "".join(tables[number + 1 :])


def open_questions(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The questions without an answer."""
    return (each for each in plan.get("question", []) if not each.get("answer"))


def migrated(run: CommandLine, *options: str) -> dict[str, Any]:
    """Plan, take every proposal, apply and verify; the plan as it was carried out."""
    plan = planned(run, *options)
    answers = [f"--answer={each['id']}={each['proposal']}" for each in open_questions(plan)]
    plan = planned(run, *options, *answers) if answers else plan
    good(run("migrate", "apply", "--stage"))
    good(run("migrate", "verify"))
    return plan
