"""Why a path on disk is not in git."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from docsync.repo import open_source
from gitrepo import GitRepo

if TYPE_CHECKING:
    from pathlib import Path

REASONS = {
    "new.md": "",
    "new": "",
    "new/deep/a.md": "",
    "x.log": "ignored by .gitignore:2",
    "keep.log": "",
    "tmp": "ignored by .gitignore:4",
    "tmp/a.md": "ignored by .gitignore:4",
    "only": "directory without tracked files",
    "only/y.log": "ignored by .gitignore:2",
    "empty": "directory without tracked files",
    "docs/x.draft": "ignored by docs/.gitignore:1",
    "mine.md": "ignored by .git/info/exclude:1",
    "taken.md": "",
    "nested": "inside another repository, nested/",
    "nested/a.md": "inside another repository, nested/",
    "outside": "",
    "outside/a.md": "",
    ".git": "inside .git, which git never tracks",
    ".git/config": "inside .git, which git never tracks",
    "-x.log": "ignored by .gitignore:2",
    ":(top)x.log": "ignored by .gitignore:2",
    'a\n"b".log': "ignored by .gitignore:2",
    "caf\udce9.log": "ignored by .gitignore:2",
    "dangling": "",
}
SILENT = [
    "docs/kept.md",
    "docs",
    "",
    "nowhere.md",
    "docs/kept.md/x",
    "../outside",
    "/etc/passwd",
    "nul\0",
    "\ud800.log",
]


@pytest.fixture
def stray(repo: GitRepo, tmp_path: Path) -> GitRepo:
    repo.write(".gitignore", "# logs\n*.log\n!keep.log\ntmp/\n")
    repo.write("docs/.gitignore", "*.draft\n")
    repo.write("docs/kept.md")
    repo.write("taken.md")
    repo.commit()
    repo.git("rm", "--quiet", "--cached", "taken.md")
    repo.write(".git/info/exclude", "mine.md\n")
    for path in ("new.md", "new/deep/a.md", "x.log", "keep.log", "tmp/a.md", "only/y.log", "docs/x.draft", "mine.md"):
        repo.write(path)
    for path in ("-x.log", ":(top)x.log", 'a\n"b".log', "caf\udce9.log"):
        repo.write(path)
    (repo.path / "empty").mkdir()
    GitRepo(repo.path / "nested").write("a.md")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.md").touch()
    repo.link("outside", str(tmp_path / "outside"))
    repo.link("dangling", "nowhere")
    return repo


@pytest.mark.parametrize("staged", [True, False])
def test_reasons(stray: GitRepo, staged: bool) -> None:
    with open_source(str(stray), staged=staged) as source:
        calls = source.git_calls
        assert source.untracked_reasons([*REASONS, *SILENT]) == REASONS
        assert source.git_calls <= calls + 2
        assert source.untracked_reasons(SILENT) == {}


def test_revision_does_not_look_at_the_disk(stray: GitRepo) -> None:
    with open_source(str(stray), rev="HEAD") as source:
        assert source.untracked_reasons(REASONS) == {}


def test_rule_in_a_file_of_the_user(repo: GitRepo, tmp_path: Path) -> None:
    (tmp_path / "ignore").write_text("*.bak\n")
    repo.git("config", "core.excludesFile", str(tmp_path / "ignore"))
    repo.write("a.bak")
    with open_source(str(repo)) as source:
        assert source.untracked_reasons(["a.bak"]) == {"a.bak": f"ignored by {tmp_path / 'ignore'}:1"}


def test_repositories_inside_and_symbolic_links_are_no_untracked_files(stray: GitRepo) -> None:
    with open_source(str(stray)) as source:
        assert source.untracked.isdisjoint({"nested/", "dangling", "outside"})
        assert {"new.md", "taken.md"} <= source.untracked


def test_other_letter_case_on_a_file_system_that_ignores_it(repo: GitRepo) -> None:
    file = repo.write("README.md")
    repo.commit()
    (repo.path / "readme.md").hardlink_to(file)
    with open_source(str(repo)) as source:
        assert source.untracked_reasons(["readme.md"]) == {}
