"""A command that is killed at any step leaves a repository that is wholly old or wholly new."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from written import child, snapshot

from docsync.cli import main
from gitrepo import GitRepo
from runs import CommandLine

ENOUGH = 300  # steps, more than the move takes


@pytest.fixture
def linked(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> GitRepo:
    """Documents that link to each other, from outside and by a symbolic link."""
    monkeypatch.setattr(os, "fsync", lambda _: None)  # the system itself does not crash here
    repo.write("docs/a.md", "# A\n\n[b](deep/b.md#b) ![p](p.png)\n")
    repo.write("docs/deep/b.md", "# B\r\n\r\n[a](../a.md)\r\n").chmod(0o755)
    repo.write("docs/p.png", b"\0")
    repo.write("README.md", "[a](docs/a.md) [b](/docs/deep/b.md)\n")
    repo.link("GUIDE.md", "docs/a.md")
    repo.commit()
    return repo


def files(repo: GitRepo) -> dict[str, tuple[int, bytes | None]]:
    return {path: entry for path, entry in snapshot(repo.path).items() if not Path(path).is_relative_to(".git")}


def test_a_move_that_is_killed_at_any_step_is_taken_back_or_done_again(linked: GitRepo, run: CommandLine) -> None:
    def move() -> None:
        main(["mv", "-q", "docs", "lib/guide"])

    old = files(linked)
    assert run("mv", "-q", "docs", "lib/guide").code == 0
    new = files(linked)
    assert run("undo").code == 0
    number = 1
    while child(move, number):
        # Every other time the same command is run again; the rest is undone, if there is something to undo.
        if number % 2:
            done = run("mv", "docs", "lib/guide")
            assert done.code == 0 or files(linked) == new, done.err
            assert files(linked) == new
        if list(linked.path.glob(".git/doc-sync/*/manifest.json")):
            assert run("undo").code == 0
        assert files(linked) == old
        number += 1
    assert 30 < number < ENOUGH
    assert files(linked) == new
