"""The collected cases: each a small repository and every error that GitHub's rendering makes of it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from docsync.finding import Severity
from docsync.job import Request, open_job
from gitrepo import GitRepo

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))
SPREAD = {"B44"}  # counts the last line of a link that is spread over two; we point at its destination
# What a setting changes in a case whose verdict is a matter of policy: case, option, value, lines with an error.
POLICIES = [
    ("A51", "html-anchors", False, []),
    ("B12", "allow-web-paths", False, [3] * 5),
    ("B37", "check-unused-definitions", False, []),
    ("B40", "follow-directory-symlinks", False, [3, 4]),
]


def build(case: dict[str, Any], folder: Path) -> GitRepo:
    for path, text in case["outside"].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    repo = GitRepo(folder / "repo")
    later = {*case["ignored"], *case["untracked"]}
    for path, text in case["files"].items():
        if path not in later:
            repo.write(path, text)
    for path, target in case["symlinks"].items():
        repo.link(path, target)
    repo.commit()
    repo.git("remote", "add", "origin", "https://github.com/acme/widgets.git")
    for path in later:
        repo.write(path, case["files"][path])
    return repo


def errors(repo: GitRepo) -> list[tuple[str, int, str]]:
    with open_job(Request(str(repo.path), gates=("links",))) as job:
        found = job.run().report.findings
    return [(each.path, each.start.line, each.code) for each in found if each.severity is Severity.ERROR]


def test_there_are_cases() -> None:
    assert len(CASES) == 69


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    expected = [(each["path"], each["line"], each["code"]) for each in case["expect"]]
    found = errors(build(case, tmp_path))
    if case["id"] in SPREAD:
        found = [(path, line + 1, code) for path, line, code in found]
    assert Counter(found) == Counter(expected), case["why"]


@pytest.mark.parametrize(("name", "option", "value", "lines"), POLICIES, ids=[policy[0] for policy in POLICIES])
def test_policy(name: str, option: str, value: bool, lines: list[int], tmp_path: Path) -> None:
    case = next(case for case in CASES if case["id"] == name)
    repo = build(case, tmp_path)
    repo.write("doc-sync.toml", f"[links]\n{option} = {str(value).lower()}\n")
    assert [line for _, line, _ in errors(repo)] == lines
