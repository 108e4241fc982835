"""Which view opens where, and what is said when none can."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docsync.errors import DocSyncError, GitError, UsageError
from docsync.repo import Source, open_source
from docsync.repo.opening import NoRepositoryError
from docsync.repo.plain import PlainDirectory
from docsync.repo.snapshot import Revision, StagedIndex, WorkingTree
from gitrepo import GitRepo


@pytest.mark.parametrize(
    ("options", "view"), [({}, WorkingTree), ({"staged": True}, StagedIndex), ({"rev": "HEAD"}, Revision)]
)
@pytest.mark.parametrize("start", ["", "docs/deep"])
def test_view_of_the_whole_repository_from_any_directory(
    repo: GitRepo, options: dict[str, Any], view: type[Source], start: str
) -> None:
    repo.write("docs/deep/a.md", "a")
    repo.write("README.md", "r")
    repo.commit()
    with open_source(str(repo.path / start), **options) as source:
        assert isinstance(source, view)
        assert source.has_git
        assert source.root == str(repo)
        assert set(source.tree.entries) == {"README.md", "docs/deep/a.md"}
        assert source.read("README.md") == b"r"


def test_relative_start(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.md")
    repo.commit()
    monkeypatch.chdir(repo.path)
    with open_source(".") as source:
        assert source.root == str(repo)


def test_linked_worktree(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("a.md", "main")
    repo.commit()
    repo.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = GitRepo(tmp_path / "side")
    side.write("b.md", "side")
    side.stage()
    with open_source(str(side)) as source:
        assert source.root == str(side)
        assert set(source.tree.entries) == {"a.md", "b.md"}


def test_environment_of_a_hook_in_a_linked_worktree(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("a.md")
    repo.commit()
    side = tmp_path / "side"
    repo.git("worktree", "add", "--quiet", "-b", "side", str(side))
    monkeypatch.setenv("GIT_DIR", str(repo.path / ".git/worktrees/side"))
    monkeypatch.chdir(side)
    with open_source(".") as source:
        assert source.root == str(side)
        assert set(source.tree.entries) == {"a.md"}


@pytest.mark.parametrize("relative", [True, False])
def test_index_file_of_a_hook(repo: GitRepo, monkeypatch: pytest.MonkeyPatch, relative: bool) -> None:
    repo.write("a.md")
    repo.write("docs/b.md")
    repo.commit()
    shutil.copy(repo.path / ".git/index", repo.path / ".git/next-index")
    repo.git("rm", "--quiet", "a.md")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index" if relative else str(repo.path / ".git/next-index"))
    with open_source(str(repo.path / "docs"), staged=True) as source:
        assert "a.md" in source.tree.entries


def test_relative_git_dir_of_a_hook(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("docs/a.md", "a")
    repo.commit()
    monkeypatch.chdir(repo.path)
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_WORK_TREE", ".")
    with open_source("docs", rev="HEAD") as source:
        assert source.root == str(repo)
        assert source.read("docs/a.md") == b"a"


@pytest.mark.parametrize("variable", ["GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"])
def test_pathspec_variables_of_the_caller_do_not_count(
    repo: GitRepo, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    repo.write(".gitignore", "*.log\n")
    repo.write("a.log")
    repo.commit()
    monkeypatch.setenv(variable, "1")
    with open_source(str(repo)) as source:
        assert source.untracked_reasons(["a.log"]) == {"a.log": "ignored by .gitignore:1"}
        assert source.known_paths(["gone.md"]) == frozenset()


def test_bare_repository_has_revisions_only(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("a.md", "a")
    repo.commit()
    bare = tmp_path / "bare.git"
    repo.git("clone", "--quiet", "--bare", str(repo), str(bare))
    with open_source(str(bare), rev="main") as source:
        assert source.read("a.md") == b"a"
        assert source.untracked_reasons(["HEAD"]) == {}
    for staged in (False, True):
        with pytest.raises(GitError, match=r"bare.git has no working tree .* pass --rev"):
            open_source(str(bare), staged=staged)


def test_inside_the_git_directory(repo: GitRepo) -> None:
    repo.commit()
    with pytest.raises(GitError, match="no working tree"):
        open_source(str(repo.path / ".git"))


def test_before_the_first_commit(repo: GitRepo) -> None:
    repo.write("staged.md", "s")
    repo.stage()
    repo.write("new.md", "n")
    with open_source(str(repo)) as source:
        assert set(source.tree.entries) == {"staged.md"}
        assert source.untracked == {"new.md"}
        assert source.read_base("staged.md") is None
        assert source.moved(["old.md"]) == {}
        assert source.known_paths(["old.md", "staged.md"]) == {"staged.md"}
        assert source.changes(None).modified == {"staged.md", "new.md"}
    with open_source(str(repo), staged=True) as source:
        assert source.changes(None).modified == {"staged.md"}
    with pytest.raises(GitError, match="no revision 'HEAD'"):
        open_source(str(repo), rev="HEAD")


def test_repository_with_sha256(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    subprocess.run(["git", "init", "--quiet", "--object-format=sha256", tmp_path / "repo"], check=True)
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "a")
    repo.write("empty.md")
    repo.stage()
    repo.write("later.md")
    repo.git("add", "--intent-to-add", "later.md")
    with open_source(str(repo), staged=True) as source:
        assert set(source.tree.entries) == {"a.md", "empty.md"}
        assert source.read("a.md") == b"a"


def test_shallow_clone(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("a.md", "first")
    repo.commit()
    repo.write("a.md", "second")
    repo.commit()
    repo.git("clone", "--quiet", "--depth=1", repo.path.as_uri(), str(tmp_path / "shallow"))
    with open_source(str(tmp_path / "shallow")) as source:
        assert source.read_base("a.md") == b"second"
        assert source.known_paths(["gone.md"]) == frozenset()
    with open_source(str(tmp_path / "shallow"), rev="HEAD") as source:
        assert source.read_base("a.md") is None


def test_empty_repository(repo: GitRepo) -> None:
    with open_source(str(repo)) as source:
        assert not source.tree.entries
        assert not source.untracked


@pytest.mark.parametrize("rev", ["nope", "-x", "--help", "HEAD:a.md", "HEAD~7", "two\nlines", "\0", "00000000", "x y"])
def test_unknown_revision(repo: GitRepo, rev: str) -> None:
    repo.write("a.md")
    repo.commit()
    with pytest.raises(GitError, match=r"git knows no revision .*git branch --all.*shallow clone"):
        open_source(str(repo), rev=rev)
    with open_source(str(repo)) as source:
        for question in (source.changes, lambda rev: source.read_at(rev, "a.md")):
            with pytest.raises(GitError, match="git knows no revision"):
                question(rev)


@pytest.mark.parametrize("rev", ["main", "HEAD", "v1", "v1^{commit}", ":/first", "refs/heads/main"])
def test_names_of_a_revision(repo: GitRepo, rev: str) -> None:
    repo.write("a.md", "a")
    repo.commit("first")
    repo.git("tag", "--annotate", "--message", "one", "v1")
    with open_source(str(repo), rev=rev) as source:
        assert source.read("a.md") == b"a"


def test_outside_of_git(tmp_path: Path) -> None:
    with open_source(str(tmp_path)) as source:
        assert isinstance(source, PlainDirectory)
    for options in ({"staged": True}, {"rev": "HEAD"}):
        with pytest.raises(NoRepositoryError, match="is in no git repository"):
            open_source(str(tmp_path), **options)


@pytest.mark.parametrize("rev", ["HEAD~1..HEAD", "main...HEAD", "..", "", " "])
def test_range_in_place_of_a_revision(repo: GitRepo, rev: str) -> None:
    repo.write("a.md")
    repo.commit()
    with open_source(str(repo)) as source, pytest.raises(GitError) as error:
        source.changes(rev)
    assert str(error.value) == f"{rev!r} names no revision; give one revision, not a range"


def test_a_revision_with_dots_is_no_range(repo: GitRepo) -> None:
    repo.write("a.md")
    repo.commit("see a..b")
    with open_source(str(repo), rev=":/see a..b") as source:
        assert set(source.tree.entries) == {"a.md"}


@pytest.mark.parametrize("start", ["", "docs"])
@pytest.mark.parametrize("options", [{}, {"staged": True}, {"rev": "HEAD"}])
def test_without_git_installed_a_repository_is_no_plain_directory(
    repo: GitRepo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, start: str, options: dict[str, Any]
) -> None:
    repo.write("docs/a.md")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git is not installed, or not on PATH; install it"):
        open_source(str(repo.path / start), **options)


def test_without_git_installed_a_plain_directory_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    with open_source(str(tmp_path)) as source:
        assert isinstance(source, PlainDirectory)
        assert set(source.tree.entries) == {"a.md"}
        assert source.moved_from("a.md") is None
    with pytest.raises(GitError, match="git is not installed"):
        open_source(str(tmp_path), staged=True)


def test_git_that_cannot_be_started(repo: GitRepo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "git").write_bytes(b"\0 no program")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git cannot be started"):
        open_source(str(repo))


def test_broken_repository_is_no_plain_directory(repo: GitRepo) -> None:
    repo.write("docs/a.md")
    repo.remove(".git/HEAD")
    with pytest.raises(GitError, match=r"git does not take .*/repo/\.git for a repository: .*repair it"):
        open_source(str(repo.path / "docs"))


def test_git_dir_that_leads_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    with pytest.raises(GitError, match="nowhere"):
        open_source(str(tmp_path))


def test_broken_index(repo: GitRepo) -> None:
    repo.write(".git/index", "rubbish")
    with pytest.raises(GitError, match=r"git ls-files failed in .*/repo: .*index.*git fsck"):
        open_source(str(repo))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a repository away")
def test_dubious_ownership(repo: GitRepo) -> None:
    for path in (repo.path, repo.path / ".git"):
        os.chown(path, 65534, 65534)
    with pytest.raises(GitError) as error:
        open_source(str(repo))
    advice = f"run git config --global --add safe.directory {repo}"
    assert str(error.value) == f"git refuses {repo}: it is owned by somebody else; {advice}"


def test_other_refusals_take_one_line(repo: GitRepo) -> None:
    repo.write(".git/config", "[core]\n\trepositoryformatversion = 99\n")
    with pytest.raises(GitError, match=r"^git refuses .*/repo: .*99.*$"):
        open_source(str(repo))


@pytest.mark.parametrize(
    ("start", "options"), [("nowhere", {}), ("file", {}), ("nul\0", {}), (".", {"staged": True, "rev": "HEAD"})]
)
def test_wrong_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: str, options: dict[str, Any]) -> None:
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError):
        open_source(start, **options)
    assert issubclass(UsageError, DocSyncError)


def test_current_directory_that_is_gone(repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(UsageError, match=r"^the current directory is gone; change to one that exists$"):
        open_source(".")
    with open_source(str(repo)) as source:
        assert source.root == str(repo)
    monkeypatch.setenv("GIT_DIR", ".git")
    with pytest.raises(UsageError, match="the current directory is gone"):
        open_source(str(repo))


def spoil_commit(repo: GitRepo, commit: str) -> None:
    (repo.path / ".git/objects" / commit[:2] / commit[2:]).chmod(0o600)
    repo.write(f".git/objects/{commit[:2]}/{commit[2:]}", "rubbish")


def lose_commit(repo: GitRepo, commit: str) -> None:
    repo.remove(f".git/objects/{commit[:2]}/{commit[2:]}")


def spoil_branch(repo: GitRepo, commit: str) -> None:
    repo.write(".git/refs/heads/main", "rubbish\n")


@pytest.mark.parametrize("harm", [spoil_commit, lose_commit, spoil_branch])
def test_head_that_cannot_be_read_is_not_taken_for_none(repo: GitRepo, harm: Callable[[GitRepo, str], None]) -> None:
    repo.write("a.md")
    harm(repo, repo.commit())
    with pytest.raises(GitError, match="git fsck"):
        open_source(str(repo), rev="HEAD")
    for options in ({}, {"staged": True}):
        with open_source(str(repo), **options) as source:
            assert source.read("a.md") == b""
            for ask in (source.read_base, source.moved_from, source.log, source.known_paths):
                with pytest.raises(GitError, match="git fsck"):
                    ask(["nowhere.md"] if ask == source.known_paths else "a.md")


def test_other_commits_that_cannot_be_read(repo: GitRepo) -> None:
    first = repo.commit()
    repo.git("branch", "side")
    repo.commit()
    spoil_commit(repo, first)
    for rev in ("HEAD", "side"):
        with pytest.raises(GitError, match=r"git cannot read the commit that '.*' names in .*git fsck"):
            open_source(str(repo), rev=rev)


@pytest.mark.parametrize("rev", ["HEAD@{7}", "main@{u}", "@{push}", "nope@{1}", "-x@{1}", "a" * 40])
def test_revision_that_git_gives_up_on_is_unknown(repo: GitRepo, rev: str) -> None:
    repo.write("a.md")
    repo.commit()
    with open_source(str(repo), staged=True) as source:
        with pytest.raises(GitError, match=r"git knows no revision .*git branch --all"):
            source.changes(rev)
        assert source.read("a.md") == b""


@pytest.mark.parametrize("rev", ["HEAD", "main", "HEAD@{1}"])
def test_revision_before_the_first_commit(repo: GitRepo, rev: str) -> None:
    with open_source(str(repo)) as source, pytest.raises(GitError, match="there is no commit yet on the branch"):
        source.changes(rev)


def test_closing_twice_and_asking_again(repo: GitRepo) -> None:
    repo.write("a.md", "a")
    repo.commit()
    source = open_source(str(repo), staged=True)
    source.read("a.md")
    source.close()
    source.close()
    assert source.read("a.md") == b"a"
    source.close()
