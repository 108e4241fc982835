"""Taking back what a command wrote, on disk and in git's index."""

from __future__ import annotations

import os

import pytest

from docsync.cli.undoing import recover_from_crash
from docsync.repo import open_source
from docsync.writing.journal import write_and_keep
from docsync.writing.manifest import Note
from docsync.writing.planning import FileChange
from gitrepo import GitRepo
from runs import CommandLine

CHANGES = [
    FileChange("a.md", b"a\n", None),
    FileChange("docs/a.md", None, b"A\n", like="a.md"),
    FileChange("new.md", b"n\n", b"N\n"),
    FileChange("untracked.md", b"u\n", None),
    FileChange("docs/u.md", None, b"u\n", like="untracked.md"),
]


@pytest.fixture
def written(repo: GitRepo) -> GitRepo:
    """A change that moves three files, one committed, one only staged, one untracked, and stages them."""
    repo.write("a.md", "a\n")
    repo.write("other.md", "o\n")
    repo.commit()
    repo.write("new.md", "n\n")
    repo.write("other.md", "staged by the user\n")
    repo.stage()
    repo.write("untracked.md", "u\n")
    with open_source(str(repo)) as source:
        tracked = tuple(source.tree.entries)
        write_and_keep(
            str(repo), CHANGES, source.new_journal(), Note("mv \x1b a.md docs", staged=True, tracked=tracked)
        )
        staging = source.staging()
        assert staging is not None
        staging.add([change.path for change in CHANGES])
    return repo


def status(repo: GitRepo) -> list[str]:
    return sorted(repo.git("status", "--porcelain", "--untracked-files=all", "--no-renames").splitlines())


def test_undo_says_what_it_took_back_and_restores_the_index(written: GitRepo, run: CommandLine) -> None:
    assert status(written) == ["A  docs/a.md", "A  docs/u.md", "A  new.md", "D  a.md", "M  other.md"]
    done = run("undo")
    said = r"restored 5 files as before `mv \x1b a.md docs`: a.md, docs/a.md, new.md, untracked.md, docs/u.md"
    assert (done.code, done.err) == (0, said + "\n")
    assert status(written) == ["?? untracked.md", "A  new.md", "M  other.md"]
    assert (written.path / "new.md").read_bytes() == b"n\n"
    assert not (written.path / "docs").exists()


def test_a_change_that_was_cut_off_is_the_last_one(written: GitRepo, run: CommandLine) -> None:
    (journal,) = (written.path / ".git/doc-sync").iterdir()
    (journal / "finished").unlink()
    done = run("undo")
    assert done.code == 0
    assert done.err.startswith("a change was cut off half-way: restored 5 files as before `mv")
    assert not os.listdir(written.path / ".git/doc-sync")
    with open_source(str(written)) as source:
        assert not recover_from_crash(source)


def test_a_change_that_had_not_begun_has_nothing_to_restore(written: GitRepo, run: CommandLine) -> None:
    run("undo")
    with open_source(str(written)) as source:
        write_and_keep(str(written), [FileChange("a.md", b"a\n", b"b\n")], source.new_journal())
    (journal,) = (written.path / ".git/doc-sync").iterdir()
    (journal / "finished").unlink()
    written.write("a.md", "a\n")
    done = run("undo")
    assert (done.code, done.err) == (0, "a change was cut off half-way: restored 0 files\n")
