"""Content and paths: disk, index, revision, and the state before the change."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from docsync.errors import GitError, UnreadableError
from docsync.repo import Source, open_source
from docsync.tree import Kind
from gitrepo import GitRepo


def reason(source: Source, path: str) -> str:
    with pytest.raises(UnreadableError) as caught:
        source.read(path)
    return caught.value.reason


def test_each_view_has_its_own_content(repo: GitRepo) -> None:
    repo.write("a.md", "first")
    first = repo.commit()
    repo.write("a.md", "second")
    repo.commit()
    repo.write("a.md", "staged")
    repo.stage()
    repo.write("a.md", "disk")
    for options, content, base in [
        ({}, b"disk", b"second"),
        ({"staged": True}, b"staged", b"second"),
        ({"rev": "HEAD"}, b"second", b"first"),
        ({"rev": first}, b"first", None),
    ]:
        with open_source(str(repo), **options) as source:
            assert source.read("a.md") == content
            assert source.read_base("a.md") == base
            assert source.read_at(first, "a.md") == b"first"
            assert source.read_at(first, "b.md") is None


def test_entries_have_mode_and_blob(repo: GitRepo) -> None:
    repo.write("a.md", "a")
    repo.write("run", "#!").chmod(0o755)
    repo.commit()
    for options in ({}, {"staged": True}, {"rev": "HEAD"}):
        with open_source(str(repo), **options) as source:
            assert {path: oct(entry.mode) for path, entry in source.tree.entries.items()} == {
                "a.md": "0o100644",
                "run": "0o100755",
            }
            assert source.tree.entries["a.md"].blob == repo.git("rev-parse", "HEAD:a.md")


def test_bytes_on_disk_as_they_are(repo: GitRepo) -> None:
    repo.git("config", "core.autocrlf", "true")
    repo.write("a.md", b"a\r\n\xff\0")
    with open_source(str(repo)) as source:
        assert source.read("a.md") == b"a\r\n\xff\0"


def test_untracked_file(repo: GitRepo) -> None:
    repo.write(".gitignore", "*.log\n")
    repo.commit()
    repo.write("new.md", "new")
    repo.write("x.log")
    with open_source(str(repo)) as source:
        assert source.untracked == {"new.md"}
        assert source.read("new.md") == b"new"
        assert reason(source, "nowhere.md") == "does not exist in this view"
    for options in ({"staged": True}, {"rev": "HEAD"}):
        with open_source(str(repo), **options) as source:
            assert source.untracked == frozenset()
            assert reason(source, "new.md") == "does not exist in this view"


def test_tracked_file_that_is_not_on_disk(repo: GitRepo) -> None:
    repo.write("kept/a.md", "a")
    repo.write("sparse/b.md", "b")
    repo.write("deleted.md", "d")
    repo.commit()
    repo.git("sparse-checkout", "set", "kept")
    repo.remove("deleted.md")
    assert not (repo.path / "sparse").exists()
    with open_source(str(repo)) as source:
        assert set(source.tree.entries) == {"kept/a.md", "sparse/b.md", "deleted.md"}
        assert source.read("sparse/b.md") == b"b"
        assert source.read("deleted.md") == b"d"
        assert source.changes(None).gone == {"deleted.md"}
        assert [path for path in source.tree.entries if source.is_absent(path)] == ["deleted.md", "sparse/b.md"]
    with open_source(str(repo), staged=True) as source:
        assert not source.is_absent("deleted.md")


def test_sparse_index(repo: GitRepo) -> None:
    repo.write("kept/a.md", "a")
    repo.write("sparse/deep/b.md", "b")
    repo.commit()
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "kept")
    with open_source(str(repo)) as source:
        assert source.read("sparse/deep/b.md") == b"b"


def test_staged_rename_is_followed_back(repo: GitRepo) -> None:
    repo.write("old.md", "one\ntwo\nthree\n")
    repo.commit()
    repo.git("mv", "old.md", "new.md")
    repo.write("new.md", "one\ntwo\nfour\n")
    for options in ({}, {"staged": True}):
        with open_source(str(repo), **options) as source:
            assert source.read_base("new.md") == b"one\ntwo\nthree\n"
            assert source.read_base("old.md") == b"one\ntwo\nthree\n"
    repo.commit()
    with open_source(str(repo), rev="HEAD") as source:
        assert source.read_base("new.md") == b"one\ntwo\nthree\n"


def test_intent_to_add_is_in_the_index_but_in_no_commit(repo: GitRepo) -> None:
    repo.write("empty.md", "")
    repo.stage()
    repo.write("later.md", "later")
    repo.git("add", "--intent-to-add", "later.md")
    with open_source(str(repo)) as source:
        assert set(source.tree.entries) == {"empty.md", "later.md"}
        assert source.read("later.md") == b"later"
    with open_source(str(repo), staged=True) as source:
        assert set(source.tree.entries) == {"empty.md"}
        assert source.untracked_reasons(["later.md"]) == {"later.md": ""}


def conflict(repo: GitRepo) -> None:
    """Merge two branches: ``both.md`` changed in both, ``ours.md`` deleted there, ``theirs.md`` deleted here."""
    for path in ("both.md", "ours.md", "theirs.md"):
        repo.write(path, "base\n")
    repo.commit()
    repo.git("checkout", "--quiet", "-b", "side")
    repo.write("both.md", "side\n")
    repo.write("theirs.md", "side\n")
    repo.remove("ours.md")
    repo.commit()
    repo.git("checkout", "--quiet", "main")
    repo.write("both.md", "main\n")
    repo.write("ours.md", "main\n")
    repo.remove("theirs.md")
    repo.commit()
    with pytest.raises(AssertionError):
        repo.git("merge", "--quiet", "side")


def test_unmerged_paths_count_once(repo: GitRepo) -> None:
    conflict(repo)
    with open_source(str(repo), staged=True) as source:
        assert {path: source.read(path) for path in source.tree.entries} == {
            "both.md": b"main\n",
            "ours.md": b"main\n",
            "theirs.md": b"side\n",
        }
    with open_source(str(repo)) as source:
        assert b"<<<<<<<" in source.read("both.md")
        assert "both.md" in source.changes(None).modified


@pytest.mark.parametrize("target", ["a.md", "../outside", "/etc/passwd", "nowhere", "café.md", "caf\udce9.md"])
def test_symbolic_links_have_their_destination_and_are_not_read(repo: GitRepo, target: str) -> None:
    repo.write("a.md", "a")
    repo.link("link", target)
    repo.commit()
    for options in ({}, {"staged": True}, {"rev": "HEAD"}):
        with open_source(str(repo), **options) as source:
            assert source.tree.entries["link"].destination == target
            assert source.tree.kind("link") is Kind.SYMLINK
            assert reason(source, "link") == "is a symbolic link, not a file"
            assert source.read_at("HEAD", "link") is None


def test_directory_replaced_by_a_symbolic_link_is_not_followed(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("docs/a.md", "tracked")
    repo.commit()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.md").write_text("secret")
    repo.remove("docs/a.md")
    (repo.path / "docs").rmdir()
    repo.link("docs", str(tmp_path / "outside"))
    with open_source(str(repo)) as source:
        assert source.read("docs/a.md") == b"tracked"


def test_submodule_is_an_entry_and_no_more(repo: GitRepo, tmp_path: Path) -> None:
    other = GitRepo(tmp_path / "other")
    other.write("inside.md")
    other.commit()
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other), "sub")
    repo.commit()
    for options in ({}, {"staged": True}, {"rev": "HEAD"}):
        with open_source(str(repo), **options) as source:
            assert set(source.tree.entries) == {".gitmodules", "sub"}
            assert source.tree.kind("sub") is Kind.SUBMODULE
            assert reason(source, "sub") == "is a submodule, not a file"
            assert source.untracked_reasons(["sub", "sub/inside.md", "sub/.git"]) == {}
            assert source.changes("HEAD").modified == frozenset()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs")
def test_fifo_in_place_of_a_file_does_not_block(repo: GitRepo) -> None:
    file = repo.write("a.md", "a")
    repo.commit()
    file.unlink()
    os.mkfifo(file)
    with open_source(str(repo)) as source:
        assert reason(source, "a.md") == "is a FIFO, not a file"


def test_other_things_in_place_of_a_file(repo: GitRepo) -> None:
    for path in ("directory", "link", "docs/a.md"):
        repo.write(path, path)
    repo.commit()
    for path in ("directory", "link"):
        repo.remove(path)
    repo.write("directory/inside.md")
    repo.link("link", "/etc/passwd")
    with open_source(str(repo)) as source:
        assert reason(source, "directory") == "is a directory, not a file"
        assert reason(source, "link") == "is a symbolic link, not a file"
        assert reason(source, "docs") == "is a directory, not a file"
        assert reason(source, "") == "is a directory, not a file"


@pytest.mark.parametrize("path", ["../outside.md", "ignored.md", "/etc/passwd", ".git/config", "nul\0"])
def test_nothing_else_is_read(repo: GitRepo, path: str) -> None:
    (repo.path.parent / "outside.md").write_text("secret")
    repo.write(".gitignore", "ignored.md\n")
    repo.write("ignored.md", "secret")
    for options in ({}, {"staged": True}):
        with open_source(str(repo), **options) as source:
            assert reason(source, path) == "does not exist in this view"
    with open_source(str(repo.path.parent)) as source:
        assert reason(source, "../outside.md") == "does not exist in this view"


def test_file_that_vanishes(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("new.md")
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/a.md").touch()
    with open_source(str(repo)) as source:
        repo.remove("new.md")
        assert reason(source, "new.md") == "does not exist in this view"
    with open_source(str(tmp_path / "plain")) as source:
        (tmp_path / "plain/a.md").unlink()
        assert reason(source, "a.md") == "is no longer there"


def test_unreadable_file(repo: GitRepo) -> None:
    file = repo.write("a.md", "a")
    repo.commit()
    file.chmod(0)
    if os.access(file, os.R_OK):
        pytest.skip("this user may read everything")
    with open_source(str(repo)) as source:
        assert reason(source, "a.md") == "cannot be read: Permission denied"


def test_file_that_cannot_be_opened(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a.md", "a")
    repo.commit()

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    with open_source(str(repo)) as source:
        monkeypatch.setattr("docsync.repo.disk.os.open", refuse)
        assert reason(source, "a.md") == "cannot be read: Permission denied"


def test_file_over_the_limit(repo: GitRepo) -> None:
    repo.write("small.md", b"x" * 2**20)
    repo.write("large.md", b"x" * (2**20 + 1))
    repo.commit()
    for options in ({}, {"staged": True}, {"rev": "HEAD"}):
        with open_source(str(repo), **options) as source:
            source.limit(2**20)
            assert reason(source, "large.md") == "is larger than 1 MiB"
            assert source.read_at("HEAD", "large.md") is None
            assert len(source.read("small.md")) == 2**20
    with open_source(str(repo)) as source:
        source.limit(10)
        assert reason(source, "small.md") == "is larger than 10 bytes"


def test_limit_set_later(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("a.md", "three")
    repo.commit()
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/a.md").write_text("three")
    for start, options in [(repo, {}), (repo, {"staged": True}), (repo, {"rev": "HEAD"}), (tmp_path / "plain", {})]:
        with open_source(str(start), **options) as source:
            source.limit(4)
            assert reason(source, "a.md") == "is larger than 4 bytes"
            source.limit(5)
            assert source.read("a.md") == b"three"


def test_existence_on_disk(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("docs/a.md")
    repo.commit()
    repo.link("dangling", "nowhere")
    (tmp_path / "outside.md").touch()
    asked = ["docs/a.md", "docs", "dangling", "nowhere.md", "../outside.md", "nul\0"]
    for options, expected in [({}, asked[:3]), ({"staged": True}, asked[:3]), ({"rev": "HEAD"}, [])]:
        with open_source(str(repo), **options) as source:
            assert [path for path in asked if source.exists(path)] == expected
    with open_source(str(tmp_path)) as source:
        assert source.exists("outside.md")
        assert not source.exists("nowhere.md")
        assert source.new_journal() is None


def test_journals_lie_in_the_git_directory_and_sort_by_time(repo: GitRepo, tmp_path: Path) -> None:
    repo.commit()
    repo.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    with open_source(str(repo)) as source:
        first, second = source.new_journal(), source.new_journal()
        assert first is not None
        assert second is not None
        assert Path(first).parent == repo.path / ".git/doc-sync"
        assert not Path(first).exists()
        assert first < second
    with open_source(str(tmp_path / "side")) as source:
        journal = source.new_journal()
        assert journal is not None
        assert Path(journal).parent == repo.path / ".git/worktrees/side/doc-sync"


def test_lost_object(repo: GitRepo) -> None:
    repo.write("a.md", "a")
    repo.link("link", "a.md")
    repo.commit()
    blob = repo.git("rev-parse", "HEAD:link")
    file = repo.path / ".git/objects" / blob[:2] / blob[2:]
    file.chmod(stat.S_IWUSR)
    file.unlink()
    with open_source(str(repo), staged=True) as source:
        assert source.tree.entries["link"].destination is None
    blob = repo.git("rev-parse", "HEAD:a.md")
    repo.remove(f".git/objects/{blob[:2]}/{blob[2:]}")
    with open_source(str(repo), staged=True) as source:
        assert reason(source, "a.md") == f"cannot be read: git has no object {blob}"


def test_damaged_object(repo: GitRepo) -> None:
    repo.write("a.md", "a" * 100)
    repo.commit()
    blob = repo.git("rev-parse", "HEAD:a.md")
    file = repo.path / ".git/objects" / blob[:2] / blob[2:]
    file.chmod(0o644)
    file.write_bytes(b"rubbish")
    with (
        open_source(str(repo), staged=True) as source,
        pytest.raises((GitError, UnreadableError), match=r"object|corrupt"),
    ):
        source.read("a.md")


def test_git_that_dies_while_it_reads(repo: GitRepo) -> None:
    repo.write("a.md", "a")
    repo.commit()
    with open_source(str(repo), staged=True) as source:
        source.read("a.md")
        process = source._repository._blobs._process  # noqa: SLF001 - the failure can't be produced from outside
        process.kill()
        process.wait()
        assert reason(source, "a.md") == "cannot be read: git says 'it ended early'"
        assert source.read("a.md") == b"a"


def test_object_that_is_damaged(repo: GitRepo) -> None:
    for name in ("a.md", "b.md", "c.md"):
        repo.write(name, name)
    repo.commit()
    blob = repo.git("rev-parse", "HEAD:b.md")
    damage(repo, blob)
    with open_source(str(repo), staged=True) as source:
        assert source.read("a.md") == b"a.md"
        assert reason(source, "b.md").startswith("cannot be read: git ")
        assert source.read("c.md") == b"c.md"


def damage(repo: GitRepo, name: str) -> None:
    """Overwrite an object."""
    file = repo.path / ".git/objects" / name[:2] / name[2:]
    file.chmod(0o600)
    file.write_text("rubbish")


def test_objects_left_out_of_a_partial_clone_are_not_fetched(repo: GitRepo, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.write("old.md", "line\n" * 30)
    repo.write("same.md", "same\n" * 30)
    repo.commit()
    repo.git("mv", "old.md", "new.md")
    repo.git("mv", "same.md", "other.md")
    repo.write("new.md", "line\n" * 30 + "more")
    repo.commit()
    clone = tmp_path / "clone"
    repo.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", repo.path.as_uri(), str(clone))
    GitRepo(clone).git("read-tree", "HEAD")
    GitRepo(clone).write("new.md", "here")
    packs = sorted((clone / ".git/objects").rglob("*"))
    with open_source(str(clone)) as source:
        assert source.read("new.md") == b"here"
        assert "promisor" in reason(source, "other.md")
        assert source.read_base("new.md") is None
        assert source.moved(["same.md", "old.md"]) == {"same.md": ("other.md",)}
        assert source.known_paths(["old.md"]) == {"old.md"}
        assert source.changes("HEAD~1").modified == {"new.md"}
    assert sorted((clone / ".git/objects").rglob("*")) == packs


SETTINGS = {
    "diff.orderFile": "/nowhere",
    "diff.renames": "false",
    "diff.renameLimit": "1",
    "diff.relative": "true",
    "log.showSignature": "true",
    "log.showRoot": "false",
    "log.follow": "true",
    "core.quotePath": "true",
    "color.ui": "always",
    "color.diff": "always",
    "format.pretty": "fuller",
    "diff.external": "false",
    "diff.noprefix": "true",
}


@pytest.mark.parametrize("setting", SETTINGS)
def test_configuration_of_the_user_does_not_matter(repo: GitRepo, setting: str) -> None:
    names = ["é", "b", "c"]
    for name in names:
        repo.write(f"docs/{name}.md", f"{name}\n" * 30)
    repo.commit()
    for name in names:
        repo.git("mv", f"docs/{name}.md", f"{name}.md")
        repo.write(f"{name}.md", f"{name}\n" * 30 + "more")
    repo.commit()
    repo.git("config", setting, SETTINGS[setting])
    repo.write("b.md", "changed")
    with open_source(str(repo)) as source:
        assert source.moved(["docs/é.md", "docs/b.md"]) == {"docs/é.md": ("é.md",), "docs/b.md": ("b.md",)}
        assert source.known_paths(["docs/é.md"]) == {"docs/é.md"}
        assert source.changes(None).modified == {"b.md"}
        assert source.changes("HEAD~1").gone == {"docs/é.md", "docs/b.md", "docs/c.md"}


def test_plain_directory(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_bytes(b"a\r\n")
    (tmp_path / "docs/.git").write_text("gitdir: nowhere")
    (tmp_path / "sub/.git").mkdir(parents=True)
    (tmp_path / "sub/.git/HEAD").touch()
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to(".")
    os.mkfifo(tmp_path / "fifo")
    with open_source(str(tmp_path)) as source:
        assert {path: (oct(entry.mode), entry.destination) for path, entry in source.tree.entries.items()} == {
            "docs/a.md": ("0o100644", None),
            "dangling": ("0o120000", "nowhere"),
            "loop": ("0o120000", "."),
        }
        assert (source.has_git, source.git_calls, source.untracked) == (False, 0, frozenset())
        assert source.read("docs/a.md") == b"a\r\n"
        assert reason(source, "loop") == "is a symbolic link, not a file"
        assert reason(source, "docs") == "is a directory, not a file"
        assert reason(source, "nowhere") == "does not exist in this view"
        assert source.read_base("docs/a.md") is None
        assert source.untracked_reasons(["fifo"]) == source.moved(["old.md"]) == {}
        assert source.known_paths(["docs/a.md", "docs", "old.md"]) == {"docs/a.md", "docs"}
        assert source.remote() is None
        for since in (None, "main"):
            with pytest.raises(GitError, match="is no git repository"):
                source.changes(since)
        with pytest.raises(GitError, match="revision 'main'"):
            source.read_at("main", "docs/a.md")


def test_plain_directory_that_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "a.md").touch()
    scandir = os.scandir

    def refuse(path: bytes) -> object:
        if path.rstrip(b"/").endswith(b"docs"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr("docsync.repo.disk.os.scandir", refuse)
    with open_source(str(tmp_path)) as source:
        assert set(source.tree.entries) == {"a.md"}


def test_plain_directory_with_a_link_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to("a.md")

    def refuse(_: bytes) -> bytes:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr("docsync.repo.disk.os.readlink", refuse)
    with open_source(str(tmp_path)) as source:
        assert source.tree.entries["link"].destination is None
        assert source.tree.resolve("link").kind is None
