"""What git does not hold yet, and how exactly the given paths get there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from docsync.errors import GitError
from docsync.repo import Messages, Source, Staging, open_source
from gitrepo import GitRepo

SAID = Messages("Move", "Change\n\n# not a comment")
ODD = ["-x.md", ":(top)y.md", "*.md", "new\nline.md", 'quote".md', "日本.md", "\udcff.md", " a .md"]


def staging_of(source: Source) -> Staging:
    found = source.staging()
    assert found is not None
    return found


def stage(repo: GitRepo, *paths: str, tracked: tuple[str, ...] = ()) -> None:
    with open_source(str(repo)) as source:
        staging_of(source).add(paths, tracked)


def commit(repo: GitRepo, paths: list[str], moves: Mapping[str, str]) -> tuple[str, ...]:
    with open_source(str(repo)) as source:
        return staging_of(source).commit(paths, moves, SAID)


def index(repo: GitRepo) -> dict[str, str]:
    """Path to content, of what is staged."""
    paths = [path for path in repo.git("ls-files", "-z").split("\0") if path]
    return {path: repo.git("cat-file", "-p", f":0:./{path}") for path in paths}


def status(repo: GitRepo) -> list[str]:
    return [line for line in repo.git("status", "--porcelain", "-z", "--no-renames").split("\0") if line]


def name_status(repo: GitRepo, revision: str) -> list[str]:
    return repo.git("show", "--format=", "--name-status", "-M", revision).splitlines()


@pytest.fixture
def docs(repo: GitRepo) -> GitRepo:
    """A commit with three documents, of which one links to another."""
    repo.write("a.md", "[b](b.md)\n" + "text\n" * 9)
    repo.write("b.md", "# B\n" + "other\n" * 9)
    repo.write("c.md", "c\n")
    repo.commit()
    return repo


def move(repo: GitRepo) -> tuple[list[str], dict[str, str]]:
    """Move b.md and change the link to it, on disk only."""
    (repo.path / "docs").mkdir()
    (repo.path / "b.md").rename(repo.path / "docs/b.md")
    repo.write("docs/b.md", "# B\n" + "other\n" * 8 + "new\n")
    repo.write("a.md", "[b](docs/b.md)\n" + "text\n" * 9)
    return ["a.md"], {"b.md": "docs/b.md"}


def test_dirty_is_what_the_index_does_not_hold(docs: GitRepo) -> None:
    docs.write(".gitignore", "*.log\n")
    docs.write("folder/d.md", "d\n")
    docs.link("link", "a.md")
    docs.write("ü.md", "u\n")
    docs.stage()
    docs.write("a.md", "changed\n")
    docs.remove("b.md")
    docs.write("ignored.log")
    docs.write("untracked.md")
    os.utime(docs.path / "c.md", (1, 1))
    docs.write("ü.md", "v\n")
    asked = ["a.md", "b.md", "c.md", "link", "folder/d.md", "folder", "ignored.log", "untracked.md", "none.md", "ü.md"]
    with open_source(str(docs)) as source:
        calls = source.git_calls
        assert staging_of(source).dirty(asked) == {"a.md", "b.md", "ignored.log", "untracked.md", "ü.md"}
        assert source.git_calls == calls + 2
        assert staging_of(source).uncommitted(asked) == {"link", "folder/d.md", "ü.md"}
        assert source.git_calls == calls + 3


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_what_git_was_told_not_to_look_at_is_dirty(docs: GitRepo, flag: str) -> None:
    docs.git("update-index", flag, "c.md", "b.md")
    docs.write("c.md", "changed\n")
    docs.remove("b.md")
    with open_source(str(docs)) as source:
        assert staging_of(source).dirty(["a.md", "c.md"]) == {"c.md"}


def test_before_the_first_commit_all_that_is_staged_is_uncommitted(repo: GitRepo) -> None:
    repo.write("a.md")
    repo.stage()
    repo.write("b.md")
    with open_source(str(repo)) as source:
        assert staging_of(source).uncommitted(["a.md", "b.md"]) == {"a.md"}
        assert staging_of(source).dirty(["a.md", "b.md"]) == {"b.md"}


def test_exactly_the_paths_are_staged(docs: GitRepo) -> None:
    docs.write("a.md", "A\n")
    docs.remove("b.md")
    docs.write("c.md", "not asked for\n")
    docs.write("new/d.md", "d\n")
    docs.write("new/e.md", "not asked for\n")
    docs.link("link", "a.md")
    stage(docs, "a.md", "b.md", "new/d.md", "link", "none.md", "new")
    assert index(docs) == {"a.md": "A", "c.md": "c", "link": "a.md", "new/d.md": "d"}


@pytest.mark.parametrize("name", ODD)
def test_names_are_taken_as_they_are(docs: GitRepo, name: str) -> None:
    docs.write("other.md", "o\n")
    (docs.path / os.fsdecode(name.encode("utf-8", "surrogateescape"))).write_bytes(b"odd\n")
    stage(docs, name)
    assert index(docs).keys() == {"a.md", "b.md", "c.md", name}
    (docs.path / os.fsdecode(name.encode("utf-8", "surrogateescape"))).unlink()
    stage(docs, name)
    assert index(docs).keys() == {"a.md", "b.md", "c.md"}


def test_a_file_and_a_folder_take_each_others_place(docs: GitRepo) -> None:
    docs.write("folder/d.md", "d\n")
    docs.commit()
    docs.remove("folder/d.md")
    (docs.path / "folder").rmdir()
    docs.write("folder", "now a file\n")
    docs.remove("c.md")
    docs.write("c.md/x.md", "x\n")
    docs.write("c.md/y.md", "not asked for\n")
    stage(docs, "folder", "folder/d.md", "c.md", "c.md/x.md")
    assert index(docs).keys() == {"a.md", "b.md", "folder", "c.md/x.md"}


def test_ignored_files_are_staged_only_where_git_knew_them(docs: GitRepo) -> None:
    docs.write("known.log", "1\n")
    docs.commit()
    docs.write(".gitignore", "*.log\n")
    docs.write("known.log", "2\n")
    docs.write("new.log", "3\n")
    docs.write("moved.log", "4\n")
    stage(docs, "known.log", "new.log", "moved.log", tracked=("moved.log",))
    assert {path for path in index(docs) if path.endswith(".log")} == {"known.log", "moved.log"}
    docs.git("rm", "--cached", "--quiet", "known.log")
    stage(docs, "known.log")
    assert index(docs)["known.log"] == "2"


def test_a_locked_index_is_left_alone(docs: GitRepo) -> None:
    docs.write("a.md", "A\n")
    docs.write(".git/index.lock")
    with pytest.raises(GitError, match=r"index\.lock"):
        stage(docs, "a.md")


def test_moves_come_in_a_commit_of_their_own(docs: GitRepo) -> None:
    docs.write("c.md", "staged by the user\n")
    docs.stage("c.md")
    docs.write("c.md", "and changed again\n")
    docs.write("other.md", "untracked\n")
    first, second = commit(docs, *move(docs))
    assert name_status(docs, first) == ["R100\tb.md\tdocs/b.md"]
    assert name_status(docs, second) == ["M\ta.md", "M\tdocs/b.md"]
    assert docs.git("rev-parse", "HEAD", "HEAD~1").split() == [second, first]
    assert docs.git("log", "-1", "--format=%B") == "Change\n\n# not a comment"
    assert docs.git("log", "-1", "--format=%s", first) == "Move"
    assert status(docs) == ["MM c.md", "?? other.md"]
    assert index(docs)["c.md"] == "staged by the user"
    assert not list((docs.path / ".git").glob("doc-sync-index*"))


def test_moves_without_content_are_one_commit_with_hooks(docs: GitRepo) -> None:
    hook(docs, "pre-commit", "touch .git/seen")
    (docs.path / "b.md").rename(docs.path / "d.md")
    assert len(commit(docs, [], {"b.md": "d.md"})) == 1
    assert name_status(docs, "HEAD") == ["R100\tb.md\td.md"]
    assert docs.git("log", "-1", "--format=%s") == "Change"
    assert (docs.path / ".git/seen").exists()


def test_content_without_moves_is_one_commit_and_nothing_is_none(docs: GitRepo) -> None:
    docs.write("a.md", "A\n")
    docs.remove("c.md")
    assert len(commit(docs, ["a.md", "c.md"], {})) == 1
    assert name_status(docs, "HEAD") == ["M\ta.md", "D\tc.md"]
    assert commit(docs, ["a.md", "c.md"], {}) == ()
    assert status(docs) == []


def test_a_swap_and_a_circle_are_moves(docs: GitRepo) -> None:
    contents = {path: (docs.path / path).read_bytes() for path in ("a.md", "b.md", "c.md")}
    moves = {"a.md": "b.md", "b.md": "c.md", "c.md": "a.md"}
    for old, new in moves.items():
        docs.write(new, contents[old])
    docs.write("d.md", "d\n")
    first, second = commit(docs, ["d.md"], moves)
    assert name_status(docs, second) == ["A\td.md"]
    assert {path: docs.git("cat-file", "-p", f"{first}:{path}") for path in moves} == {
        new: contents[old].decode().rstrip("\n") for old, new in moves.items()
    }
    assert status(docs) == []


def test_a_moved_file_that_git_did_not_know_is_content(docs: GitRepo) -> None:
    docs.write("new.md", "n\n")
    assert len(commit(docs, ["a.md"], {"old.md": "new.md"})) == 1
    assert name_status(docs, "HEAD") == ["A\tnew.md"]


def test_a_move_to_an_ignored_place_keeps_the_file_in_git(docs: GitRepo) -> None:
    docs.write(".git/info/exclude", "*.log\n")
    (docs.path / "b.md").rename(docs.path / "b.log")
    commit(docs, [], {"b.md": "b.log"})
    assert name_status(docs, "HEAD") == ["R100\tb.md\tb.log"]


def test_before_the_first_commit_there_is_one(repo: GitRepo) -> None:
    repo.write("old.md", "x\n")
    repo.stage()
    (repo.path / "old.md").rename(repo.path / "new.md")
    repo.write("other.md", "untracked\n")
    assert len(commit(repo, [], {"old.md": "new.md"})) == 1
    assert name_status(repo, "HEAD") == ["A\tnew.md"]
    assert status(repo) == ["?? other.md"]


def test_modes_and_links_are_committed(docs: GitRepo) -> None:
    (docs.path / "b.md").chmod(0o755)
    docs.commit()
    (docs.path / "b.md").rename(docs.path / "d.md")
    docs.write("d.md", "# B\n").chmod(0o755)
    docs.link("link", "d.md")
    commit(docs, ["link"], {"b.md": "d.md"})
    modes = [line.split()[0] for line in docs.git("ls-tree", "HEAD", "d.md", "link").splitlines()]
    assert modes == ["100755", "120000"]


def test_a_detached_head_moves_on(docs: GitRepo) -> None:
    docs.git("checkout", "--quiet", "--detach")
    before = docs.git("rev-parse", "main")
    assert len(commit(docs, *move(docs))) == 2
    assert docs.git("rev-parse", "main", "HEAD~2").split() == [before, before]


def test_a_linked_worktree_has_commits_of_its_own(docs: GitRepo, tmp_path: Path) -> None:
    docs.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = GitRepo(tmp_path / "side")
    assert len(commit(side, *move(side))) == 2
    assert status(side) == status(docs) == []
    assert docs.git("rev-parse", "side~2") == docs.git("rev-parse", "main")


def test_a_submodule_beside_stays_as_it_is(docs: GitRepo, tmp_path: Path) -> None:
    other = GitRepo(tmp_path / "other")
    other.write("x.md", "x\n")
    other.commit()
    docs.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other), "sub")
    docs.commit()
    GitRepo(docs.path / "sub").write("x.md", "changed\n")
    assert len(commit(docs, *move(docs))) == 2
    assert status(docs) == [" M sub"]


def hook(repo: GitRepo, name: str, script: str) -> None:
    repo.write(f".git/hooks/{name}", f"#!/bin/sh\n{script}\n").chmod(0o755)


def test_a_refused_second_commit_says_how_things_are(docs: GitRepo) -> None:
    hook(docs, "pre-commit", "echo not like this >&2; exit 1")
    paths, moves = move(docs)
    with pytest.raises(GitError, match=r"refused: not like this; the moves are committed \(\w{40}\), .*`git commit`"):
        commit(docs, paths, moves)
    assert name_status(docs, "HEAD") == ["R100\tb.md\tdocs/b.md"]
    assert status(docs) == ["M  a.md", "M  docs/b.md"]
    (docs.path / ".git/hooks/pre-commit").unlink()
    docs.git("commit", "--quiet", "-m", "by hand")
    assert status(docs) == []


def test_a_refused_only_commit_leaves_all_staged(docs: GitRepo) -> None:
    hook(docs, "commit-msg", "exit 3")
    docs.write("a.md", "A\n")
    with pytest.raises(GitError, match=r"refused: exit code 1; nothing was committed.*`doc-sync undo`"):
        commit(docs, ["a.md"], {})
    assert status(docs) == ["M  a.md"]


def test_hooks_see_what_is_committed_and_the_users_environment(docs: GitRepo) -> None:
    hook(docs, "pre-commit", "git diff --cached --name-only > .git/seen; env > .git/environment")
    docs.write("c.md", "staged by the user\n")
    docs.stage("c.md")
    commit(docs, *move(docs))
    assert (docs.path / ".git/seen").read_text().split() == ["a.md", "docs/b.md"]
    assert "GIT_ALLOW_PROTOCOL" not in (docs.path / ".git/environment").read_text()


def test_what_a_hook_adds_to_the_paths_is_in_the_index_too(docs: GitRepo) -> None:
    hook(docs, "pre-commit", "echo tidy > a.md; git add a.md")
    commit(docs, *move(docs))
    assert docs.git("cat-file", "-p", "HEAD:a.md") == "tidy"
    assert status(docs) == []


def test_signing_and_templates_of_the_user_are_respected(docs: GitRepo) -> None:
    docs.write(".git/gpg", "#!/bin/sh\ncat > /dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\necho signature\n").chmod(
        0o755
    )
    for name, value in [("gpg.program", str(docs.path / ".git/gpg")), ("commit.gpgSign", "true")]:
        docs.git("config", name, value)
    docs.git("config", "commit.template", str(docs.path / "none"))
    for found in commit(docs, *move(docs)):
        assert "gpgsig signature" in docs.git("cat-file", "-p", found)


@pytest.mark.parametrize(
    ("name", "work"),
    [
        ("MERGE_HEAD", "merge"),
        ("rebase-merge", "rebase"),
        ("rebase-apply", "rebase"),
        ("CHERRY_PICK_HEAD", "cherry-pick"),
        ("REVERT_HEAD", "revert"),
    ],
)
def test_nothing_is_committed_into_something_else(docs: GitRepo, name: str, work: str) -> None:
    paths, moves = move(docs)
    docs.write(f".git/{name}", docs.git("rev-parse", "HEAD") + "\n")
    before = index(docs)
    with pytest.raises(GitError, match=f"^a {work} is in progress"):
        commit(docs, paths, moves)
    with open_source(str(docs)) as source, pytest.raises(GitError, match="finish it first"):
        staging_of(source).require_quiet()
    assert index(docs) == before


def test_a_merge_of_git_itself_is_noticed(docs: GitRepo) -> None:
    docs.git("checkout", "--quiet", "-b", "side")
    docs.write("a.md", "side\n")
    docs.commit()
    docs.git("checkout", "--quiet", "main")
    docs.write("c.md", "main\n")
    docs.commit()
    docs.git("merge", "--quiet", "--no-commit", "side")
    with pytest.raises(GitError, match=r"^a merge is in progress"):
        commit(docs, ["a.md"], {})


def test_a_directory_without_git_has_nothing_to_stage(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a\n")
    with open_source(str(tmp_path)) as source:
        assert source.staging() is None


def test_calls_do_not_grow_with_paths(tmp_path: Path) -> None:
    def count(number: int) -> int:
        repo = GitRepo(tmp_path / str(number))
        for each in range(number):
            repo.write(f"{each}.md", f"text {each}\n" * 9)
        repo.commit()
        moves = {f"{each}.md": f"new/{each}.md" for each in range(number)}
        for old, new in moves.items():
            repo.write(new, (repo.path / old).read_text() + "more\n")
            repo.remove(old)
        with open_source(str(repo)) as source:
            staging_of(source).commit([], moves, SAID)
            return source.git_calls

    assert count(2) == count(60)
