"""Where paths went, what changed, and what git ever knew."""

from __future__ import annotations

from typing import Any

import pytest

from docsync.repo import open_source
from docsync.repo.history import Changes, Moves, Step, steps
from docsync.tree import Entry, Tree
from gitrepo import GitRepo


def text(name: str) -> str:
    """Content that git takes for no other file's."""
    return "".join(f"{name} line {number}\n" for number in range(20))


def rename(*names: str) -> Step:
    before, after = names
    return Step("R", after, before)


@pytest.mark.parametrize(
    ("newest_first", "tree", "asked", "expected"),
    [
        ([rename("a", "b")], "b", "a", ["b"]),
        ([rename("a", "b")], "c", "a", []),
        ([rename("b", "c"), rename("a", "b")], "c", "a", ["c"]),
        ([rename("b", "c"), rename("a", "b")], "c", "b", ["c"]),
        ([rename("b", "a"), rename("a", "b")], "a", "b", ["a"]),
        ([rename("a", "c"), rename("a", "b")], "b c", "a", ["c", "b"]),
        ([rename("a", "b"), rename("a", "b")], "b", "a", ["b"]),
        ([rename("a", "c"), Step("A", "a"), rename("x", "a")], "c", "x", []),
        ([rename("a", "c"), Step("A", "a"), rename("a", "b")], "b c", "a", ["c", "b"]),
        ([rename("d/x", "e/x"), rename("d/y", "e/y")], "e/x e/y", "d", ["e"]),
        ([rename("d/x", "e/x"), rename("d/y", "f/y")], "e/x f/y", "d", []),
        ([rename("d/x", "e/x"), rename("d/y", "e/z")], "e/x e/z", "d", []),
        ([rename("d/x", "e/x"), rename("d/y", "d/x")], "e/x", "d", ["e"]),
        ([rename("e/x", "f/x"), rename("d/x", "e/x")], "f/x", "d", ["f"]),
        ([rename("d/s/x", "n/s/x")], "n/s/x", "d/s", ["n/s"]),
        ([rename("d/s/x", "n/s/x")], "n/s/x", "d", ["n"]),
        ([rename("d/s/x", "d/t/x")], "d/t/x", "d/s", ["d/t"]),
        ([rename("d/x", "x")], "x", "d", [""]),
        ([rename("d/x", "e/x")], "other", "d", []),
        ([Step("M", "b"), rename("a", "b"), Step("D", "a")], "b", "a", ["b"]),
    ],
)
def test_moves(newest_first: list[Step], tree: str, asked: str, expected: list[str]) -> None:
    moves = Moves(newest_first, Tree(dict.fromkeys(tree.split(), Entry(0o100644))))
    assert list(moves.of(asked)) == expected


def test_steps() -> None:
    fields = ["M", "a", "R087", "b", "c", "C100", "d", "e", "D", "f", "A", "g"]
    assert list(steps(fields)) == [
        Step("M", "a"),
        Step("R", "c", "b"),
        Step("C", "e", "d"),
        Step("D", "f"),
        Step("A", "g"),
    ]
    assert Changes.of(steps(fields), frozenset("u")) == Changes(frozenset("aceug"), frozenset("bf"))


def test_staged_rename(repo: GitRepo) -> None:
    repo.write("docs/guide.md", text("guide"))
    repo.write("kept.md")
    repo.commit()
    repo.git("mv", "docs/guide.md", "docs/manual.md")
    for options in ({}, {"staged": True}):
        with open_source(str(repo), **options) as source:
            assert source.moved(["docs/guide.md", "kept.md", "nowhere.md"]) == {"docs/guide.md": ("docs/manual.md",)}
    with open_source(str(repo), rev="HEAD") as source:
        assert source.moved(["docs/guide.md"]) == {}


@pytest.mark.parametrize("options", [{}, {"staged": True}])
def test_where_a_file_was_before_the_change_under_way(repo: GitRepo, options: dict[str, Any]) -> None:
    repo.write("docs/guide.md", text("guide"))
    repo.write("kept.md")
    repo.commit()
    repo.git("mv", "docs/guide.md", "guide.md")
    with open_source(str(repo), **options) as source:
        calls = source.git_calls
        assert [source.moved_from(path) for path in ("guide.md", "kept.md", "nowhere.md")] == [
            "docs/guide.md",
            None,
            None,
        ]
        assert source.git_calls == calls + 2  # the commit checked out, what changed since
    repo.commit()
    with open_source(str(repo), **options) as source:
        assert source.moved_from("guide.md") is None
    with open_source(str(repo), rev="HEAD") as source:
        assert source.moved_from("guide.md") == "docs/guide.md"


def test_rename_in_history_and_then_in_the_index(repo: GitRepo) -> None:
    repo.write("a.md", text("a"))
    repo.commit()
    repo.git("mv", "a.md", "b.md")
    repo.commit()
    repo.git("mv", "b.md", "c.md")
    repo.commit()
    with open_source(str(repo)) as source:
        assert source.moved(["a.md", "b.md"]) == {"a.md": ("c.md",), "b.md": ("c.md",)}
    repo.git("mv", "c.md", "d.md")
    with open_source(str(repo)) as source:
        assert source.moved(["a.md", "c.md"]) == {"a.md": ("d.md",), "c.md": ("d.md",)}
    with open_source(str(repo), rev="HEAD") as source:
        assert source.moved(["a.md", "b.md"]) == {"a.md": ("c.md",), "b.md": ("c.md",)}
    with open_source(str(repo), rev="HEAD~1") as source:
        assert source.moved(["a.md", "c.md"]) == {"a.md": ("b.md",)}


def test_rename_away_and_back(repo: GitRepo) -> None:
    repo.write("a.md", text("a"))
    repo.commit()
    repo.git("mv", "a.md", "b.md")
    repo.commit()
    repo.git("mv", "b.md", "a.md")
    repo.commit()
    with open_source(str(repo)) as source:
        assert source.moved(["a.md", "b.md"]) == {"b.md": ("a.md",)}


def test_rename_to_a_file_that_is_gone(repo: GitRepo) -> None:
    repo.write("a.md", text("a"))
    repo.commit()
    repo.git("mv", "a.md", "b.md")
    repo.commit()
    repo.git("rm", "--quiet", "b.md")
    repo.commit()
    with open_source(str(repo)) as source:
        assert source.moved(["a.md", "b.md"]) == {}


def test_renamed_directory(repo: GitRepo) -> None:
    for name in ("x", "y", "deep/z"):
        repo.write(f"docs/{name}.md", text(name))
    repo.commit()
    repo.git("mv", "docs", "manual")
    expected = {"docs": ("manual",), "docs/deep": ("manual/deep",), "docs/x.md": ("manual/x.md",)}
    with open_source(str(repo)) as source:
        assert source.moved(expected) == expected
    repo.commit()
    with open_source(str(repo)) as source:
        assert source.moved(expected) == expected


def test_rename_on_a_merged_branch(repo: GitRepo) -> None:
    repo.write("a.md", text("a"))
    repo.commit()
    repo.git("checkout", "--quiet", "-b", "side")
    repo.git("mv", "a.md", "b.md")
    repo.commit()
    repo.git("checkout", "--quiet", "main")
    repo.write("other.md")
    repo.commit()
    repo.git("merge", "--quiet", "--no-edit", "side")
    for options in ({}, {"rev": "HEAD"}):
        with open_source(str(repo), **options) as source:
            assert source.moved(["a.md"]) == {"a.md": ("b.md",)}
            assert source.known_paths(["a.md"]) == {"a.md"}


@pytest.mark.parametrize(
    "setting", ["diff.renames=false", "log.showSignature=true", "color.ui=always", "log.showRoot=false"]
)
def test_configuration_of_the_user_does_not_count(repo: GitRepo, setting: str) -> None:
    repo.write("a.md", text("a"))
    repo.write("gone.md")
    repo.commit()
    repo.git("mv", "a.md", "b.md")
    repo.git("rm", "--quiet", "gone.md")
    repo.commit()
    repo.git("config", *setting.split("="))
    with open_source(str(repo)) as source:
        assert source.moved(["a.md"]) == {"a.md": ("b.md",)}
        assert source.known_paths(["gone.md"]) == {"gone.md"}


def test_known_paths(repo: GitRepo) -> None:
    repo.write("kept.md", text("kept"))
    repo.write("old/deep/a.md", text("a"))
    repo.write(":(top)b*.md", text("b"))
    repo.commit()
    repo.git("rm", "--quiet", "-r", "old", ":(literal):(top)b*.md")
    repo.commit()
    asked = [
        "kept.md",
        "old",
        "old/deep",
        "old/deep/a.md",
        ":(top)b*.md",
        "b*.md",
        "nowhere",
        "a.md",
        "../x",
        "",
        "n\0",
    ]
    known = {"kept.md", "old", "old/deep", "old/deep/a.md", ":(top)b*.md", ""}
    for options in ({}, {"staged": True}, {"rev": "HEAD"}):
        with open_source(str(repo), **options) as source:
            assert source.known_paths(asked) == known
    with open_source(str(repo)) as source:
        many = [f"nowhere/{number:0100}" for number in range(1000)]
        assert source.known_paths([*asked, *many]) == known


def test_known_paths_of_the_tree_need_no_history(repo: GitRepo) -> None:
    repo.write("docs/a.md")
    repo.commit()
    with open_source(str(repo)) as source:
        calls = source.git_calls
        assert source.known_paths(["docs/a.md", "docs", "../x"]) == {"docs/a.md", "docs"}
        assert source.git_calls == calls


def test_staged_deletion_is_known(repo: GitRepo) -> None:
    repo.write("a.md")
    repo.commit()
    repo.git("rm", "--quiet", "a.md")
    with open_source(str(repo)) as source:
        assert source.known_paths(["a.md"]) == {"a.md"}


@pytest.fixture
def changed(repo: GitRepo) -> GitRepo:
    """Two commits, then one staged, one unstaged and one untracked change; a touched file among them."""
    for name in ("staged", "disk", "same", "moved", "deleted", "taken", "committed"):
        repo.write(f"{name}.md", text(name))
    repo.commit()
    repo.write("committed.md", text("new"))
    repo.commit()
    repo.write("staged.md", text("other"))
    repo.git("mv", "moved.md", "target.md")
    repo.git("rm", "--quiet", "deleted.md")
    repo.git("rm", "--quiet", "--cached", "taken.md")
    repo.stage("staged.md")
    repo.write("disk.md", text("else"))
    repo.write("new.md")
    repo.write("same.md", text("same"))
    return repo


@pytest.mark.parametrize(
    ("options", "since", "modified", "gone"),
    [
        ({}, None, "staged target disk new taken", "moved deleted taken"),
        ({}, "HEAD~1", "staged target disk new taken committed", "moved deleted taken"),
        ({"staged": True}, None, "staged target", "moved deleted taken"),
        ({"staged": True}, "HEAD~1", "staged target committed", "moved deleted taken"),
        ({"rev": "HEAD"}, None, "committed", ""),
        ({"rev": "HEAD~1"}, None, "staged disk same moved deleted taken committed", ""),
        ({"rev": "HEAD"}, "HEAD", "", ""),
    ],
)
def test_changes(changed: GitRepo, options: dict[str, Any], since: str | None, modified: str, gone: str) -> None:
    with open_source(str(changed), **options) as source:
        assert source.changes(since) == Changes(
            frozenset(f"{name}.md" for name in modified.split()), frozenset(f"{name}.md" for name in gone.split())
        )
