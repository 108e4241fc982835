"""Content known without reading: never another than what is read."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docsync.repo import Source, open_source
from docsync.repo.known import Known, blob_id
from docsync.repo.listing import parse
from docsync.tree import Entry, Kind
from gitrepo import GitRepo

LONG_AGO = 1_500_000_000  # seconds; times this old are never racy for git


def known(source: Source) -> dict[str, Known]:
    """What is known, after a look that each of it is true: for facts made from as many bytes as the blob has."""
    found = {path: item for path in (*source.tree.entries, *source.untracked) if (item := source.known(path))}
    for path, item in found.items():
        assert item.blob == source.tree.entries[path].blob
        assert source.tree.kind(path) is Kind.FILE
        data = source.read(path)
        if item.size is None:
            assert blob_id(data, item.blob) == item.blob
        else:
            assert item.size == len(data)
            assert item.size != blob_size(source.root, item.blob) or blob_id(data, item.blob) == item.blob
    return found


def blob_size(root: str, blob: str) -> int:
    return int(GitRepo(Path(root)).git("cat-file", "-s", blob))


def age(repo: GitRepo, *paths: str) -> None:
    """Make files look as if they were written long ago, so that git takes them for unmodified by their times."""
    for path in paths:
        os.utime(repo.path / path, (LONG_AGO, LONG_AGO))
    repo.git("update-index", "-q", "--refresh")


def known_paths(repo: GitRepo, **options: Any) -> set[str]:
    with open_source(str(repo), **options) as source:
        return set(known(source))


@pytest.mark.parametrize("data", [b"", b"text\n", b"\0\xff" * 999])
@pytest.mark.parametrize("format_", ["sha1", "sha256"])
def test_blob_id_is_that_of_git(tmp_path: Path, data: bytes, format_: str) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / "a").write_bytes(data)
    repo = GitRepo(tmp_path / "other")
    repo.git("init", "--quiet", f"--object-format={format_}", "../repo")
    blob = GitRepo(tmp_path / "repo").git("hash-object", "a")
    assert blob_id(data, blob) == blob
    assert blob_id(data, "0" * len(blob)) == blob


def test_every_view_knows_its_blobs(repo: GitRepo) -> None:
    repo.write("docs/a.md", "first\n")
    repo.link("link.md", "docs/a.md")
    repo.commit()
    repo.write("docs/a.md", "staged\n")
    repo.stage()
    first, second = (repo.git("rev-parse", name) for name in ("HEAD:docs/a.md", ":docs/a.md"))
    for options, expected in [
        ({}, Known(second, 7)),
        ({"staged": True}, Known(second, None)),
        ({"rev": "HEAD"}, Known(first, None)),
    ]:
        with open_source(str(repo), **options) as source:
            assert known(source) == {"docs/a.md": expected}
            assert [source.known(path) for path in ("docs", "link.md", "nowhere", "../x", "a\0b")] == [None] * 5


def test_nothing_is_known_in_a_plain_directory(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")
    with open_source(str(tmp_path)) as source:
        assert source.known("a.md") is None
        assert source.facts_directory() is None


def test_no_more_calls_for_more_files(repo: GitRepo) -> None:
    for number in range(50):
        repo.write(f"{number}.md", f"{number}")
    repo.commit()
    for options in ({}, {"staged": True}, {"rev": "HEAD"}):
        with open_source(str(repo), **options) as source:
            calls = source.git_calls
            assert all(source.known(path) for path in source.tree.entries)
            assert source.missing(source.tree.entries) == frozenset()
            assert source.git_calls == calls


def change(repo: GitRepo) -> None:
    repo.write("a.md", "other size\n")


def change_with_equal_size(repo: GitRepo) -> None:
    repo.write("a.md", "other\n")


def change_the_mode(repo: GitRepo) -> None:
    (repo.path / "a.md").chmod(0o755)


def stage_and_change(repo: GitRepo) -> None:
    repo.write("a.md", "other\n")
    repo.stage()
    repo.write("a.md", "third\n")


def change_what_git_is_told_not_to_look_at(repo: GitRepo) -> None:
    repo.git("update-index", "--assume-unchanged", "a.md")
    repo.write("a.md", "other\n")


def change_what_is_not_to_be_on_disk(repo: GitRepo) -> None:
    repo.git("update-index", "--skip-worktree", "a.md")
    repo.write("a.md", "other\n")


def change_both(repo: GitRepo) -> None:
    repo.git("update-index", "--skip-worktree", "--assume-unchanged", "a.md")
    repo.write("a.md", "other\n")


def intend_to_add(repo: GitRepo) -> None:
    repo.git("rm", "--quiet", "--cached", "a.md")
    repo.git("add", "--intent-to-add", "a.md")


def put_a_link_there(repo: GitRepo) -> None:
    repo.remove("a.md")
    repo.link("a.md", "b.md")


def put_a_folder_there(repo: GitRepo) -> None:
    repo.remove("a.md")
    repo.write("a.md/inside", "first\n")


def put_a_repository_there(repo: GitRepo) -> None:
    repo.remove("a.md")
    GitRepo(repo.path / "a.md").commit()


def put_a_device_there(repo: GitRepo) -> None:
    repo.remove("a.md")
    os.mkfifo(repo.path / "a.md")


def untrack(repo: GitRepo) -> None:
    repo.git("rm", "--quiet", "--cached", "a.md")


def merge_with_a_conflict(repo: GitRepo) -> None:
    repo.git("checkout", "--quiet", "-b", "side")
    repo.write("a.md", "side!\n")
    repo.commit()
    repo.git("checkout", "--quiet", "main")
    repo.write("a.md", "main!\n")
    repo.commit()
    with pytest.raises(AssertionError):
        repo.git("merge", "side")


def let_a_monitor_lie(repo: GitRepo) -> None:
    repo.write(".git/monitor", "#!/bin/sh\nprintf 'token\\0'\n").chmod(0o755)
    repo.git("config", "core.fsmonitor", ".git/monitor")
    repo.git("update-index", "--fsmonitor")
    repo.git("status")
    repo.write("a.md", "other\n")


NOT_KNOWN = [
    change,
    change_with_equal_size,
    change_the_mode,
    stage_and_change,
    change_what_git_is_told_not_to_look_at,
    change_what_is_not_to_be_on_disk,
    change_both,
    intend_to_add,
    put_a_link_there,
    put_a_folder_there,
    put_a_repository_there,
    put_a_device_there,
    untrack,
    merge_with_a_conflict,
    let_a_monitor_lie,
]


@pytest.mark.parametrize("do", NOT_KNOWN)
def test_what_may_differ_is_not_known(repo: GitRepo, do: Callable[[GitRepo], None]) -> None:
    repo.write("a.md", "first\n")
    repo.write("b.md", "first\n")
    repo.commit()
    assert known_paths(repo) == {"a.md", "b.md"}
    do(repo)
    assert known_paths(repo) == {"b.md"}


def test_change_within_the_second_of_the_commit(repo: GitRepo) -> None:
    for number in range(30):
        repo.write("a.md", f"{number:02}\n")
        repo.commit()
        repo.write("a.md", f"{number + 1:02}\n")
        assert known_paths(repo) == set()


def remove(repo: GitRepo) -> None:
    repo.remove("docs/a.md")


def remove_the_folder(repo: GitRepo) -> None:
    repo.remove("docs/a.md")
    (repo.path / "docs").rmdir()


def put_a_file_there(repo: GitRepo) -> None:
    remove_the_folder(repo)
    repo.write("docs", "a file\n")


def put_a_link_to_its_copy_there(repo: GitRepo) -> None:
    """What the link leads to has the size and the times of what git knows."""
    (repo.path / "docs").rename(repo.path / "kept")
    repo.link("docs", "kept")


def put_an_ignored_link_there(repo: GitRepo) -> None:
    put_a_link_to_its_copy_there(repo)
    repo.write(".git/info/exclude", "docs\nkept\n")
    repo.write("kept/a.md", "other\n")


def make_sparse(repo: GitRepo) -> None:
    repo.git("sparse-checkout", "set", "only")


def make_the_index_sparse(repo: GitRepo) -> None:
    repo.git("sparse-checkout", "set", "--cone", "--sparse-index", "only")


def skip(repo: GitRepo) -> None:
    repo.git("update-index", "--skip-worktree", "docs/a.md")
    repo.remove("docs/a.md")


def assume(repo: GitRepo) -> None:
    repo.git("update-index", "--assume-unchanged", "docs/a.md")
    repo.remove("docs/a.md")


IS_MISSING = [
    (remove, True),
    (remove_the_folder, True),
    (put_a_file_there, True),
    (put_a_link_to_its_copy_there, True),
    (put_an_ignored_link_there, True),
    (assume, True),
    (skip, False),
    (make_sparse, False),
    (make_the_index_sparse, False),
]


@pytest.mark.parametrize(("do", "is_missing"), IS_MISSING)
def test_of_what_is_not_on_disk_the_blob_is_known(
    repo: GitRepo, do: Callable[[GitRepo], None], is_missing: bool
) -> None:
    repo.write("docs/a.md", "first\n")
    repo.write("only/b.md", "second\n")
    repo.commit()
    do(repo)
    with open_source(str(repo)) as source:
        found = known(source)
        assert found["docs/a.md"] == Known(blob_id(b"first\n", "0" * 40), None)
        assert found["only/b.md"].size == 7
        calls = source.git_calls
        assert source.missing(source.tree.entries) == ({"docs/a.md"} if is_missing else set())
        assert source.is_absent("docs/a.md")
        assert source.git_calls == calls


def test_submodules_and_repositories_inside_are_not_known(repo: GitRepo) -> None:
    inner = GitRepo(repo.path / "inner")
    inner.write("c.md", "c")
    inner.commit()
    repo.write("a.md", "a")
    repo.commit()
    GitRepo(repo.path / "beside").commit()
    with open_source(str(repo)) as source:
        assert source.tree.kind("inner") is Kind.SUBMODULE
        assert set(known(source)) == {"a.md"}
        assert source.untracked_reasons(["beside/x"]) == {}
        assert source.untracked == frozenset()


NAMES = [b"tab\there", b"line\nend", b"\xff\xfe", b"H 100644 \t x", b"? x", b"-v", b":(top)x", b" lead", "ü".encode()]


def test_names_of_all_kinds(repo: GitRepo) -> None:
    root = os.fsencode(repo.path)
    for name in NAMES:
        for folder in (b"tracked", b"changed", b"new"):
            os.makedirs(root + b"/" + folder, exist_ok=True)
            (Path(os.fsdecode(root + b"/" + folder + b"/" + name))).write_bytes(name)
    repo.stage("tracked", "changed")
    repo.git("commit", "--quiet", "--message", "names")
    for name in NAMES:
        Path(os.fsdecode(root + b"/changed/" + name)).write_bytes(name[::-1] + b"!")
    with open_source(str(repo)) as source:
        names = {name.decode("utf-8", "surrogateescape") for name in NAMES}
        assert set(known(source)) == {f"tracked/{name}" for name in names}
        assert source.untracked == {f"new/{name}" for name in names}


def crlf_by_configuration(repo: GitRepo) -> None:
    repo.git("config", "core.autocrlf", "true")


def crlf_by_attribute(repo: GitRepo) -> None:
    repo.write(".gitattributes", "* text=auto eol=crlf\n")


@pytest.mark.parametrize("convert", [crlf_by_configuration, crlf_by_attribute])
def test_line_ends_are_told_by_the_size(repo: GitRepo, convert: Callable[[GitRepo], None]) -> None:
    convert(repo)
    repo.write("a.md", "one\r\ntwo\r\n")
    repo.write("one.md", "no line end")
    setting = "true" if convert is crlf_by_configuration else "false"
    repo.git("-c", f"core.autocrlf={setting}", "add", ".")
    repo.git("commit", "--quiet", "--message", "text")
    age(repo, "a.md", "one.md")
    with open_source(str(repo)) as source:
        found = known(source)
        assert found["a.md"].size == 10
        assert blob_size(source.root, found["a.md"].blob) == 8
        assert found["one.md"].size == 11


def filtered(repo: GitRepo, clean: str, attributes: str, place: str = ".gitattributes") -> None:
    repo.git("config", "filter.own.clean", clean)
    repo.git("config", "filter.own.required", "true")
    repo.write(place, attributes)


FILTERS = [
    ("sha1sum", "*.md filter=own\n", ".gitattributes"),  # a pointer, as of Git LFS
    ("tr a-z n-za-m", "*.md filter=own\n", ".gitattributes"),  # the size stays
    ("tr a-z n-za-m", "*.md filter=own\n", ".git/info/attributes"),
    ("tr a-z n-za-m", "[attr]strange filter=own\n*.md strange\n", "docs/../.gitattributes"),
]


@pytest.mark.parametrize(("clean", "attributes", "place"), FILTERS)
def test_what_a_filter_makes_is_not_known(repo: GitRepo, clean: str, attributes: str, place: str) -> None:
    filtered(repo, clean, attributes, place)
    repo.write("a.md", "abc\n")
    repo.write("b.txt", "abc\n")
    repo.commit()
    age(repo, "a.md", "b.txt")
    assert "b.txt" in known_paths(repo)
    assert "a.md" not in known_paths(repo)
    assert "a.md" in known_paths(repo, staged=True)


def test_attributes_that_git_ignores_are_in_force(repo: GitRepo) -> None:
    repo.write(".git/info/exclude", ".gitattributes\n")
    filtered(repo, "tr a-z n-za-m", "*.md filter=own\n")
    repo.write("a.md", "abc\n")
    repo.commit()
    age(repo, "a.md")
    assert known_paths(repo) == set()


def test_attributes_that_are_gone_from_disk_are_still_in_force(repo: GitRepo) -> None:
    filtered(repo, "tr a-z n-za-m", "*.md filter=own\n")
    repo.write("a.md", "abc\n")
    repo.commit()
    repo.remove(".gitattributes")
    assert known_paths(repo) == {".gitattributes"}


def test_attributes_that_convert_nothing_cost_no_call(repo: GitRepo) -> None:
    repo.write(".gitattributes", "*.md text diff=markdown\n")
    repo.write("a.md", "abc\n")
    repo.commit()
    with open_source(str(repo)) as source:
        calls = source.git_calls
        assert set(known(source)) == {".gitattributes", "a.md"}
        assert source.git_calls == calls


def test_attributes_that_cannot_be_read(repo: GitRepo) -> None:
    repo.write("a.md", "abc\n")
    repo.write("docs/.gitattributes", b"# long\n" * 200_000)
    repo.commit()
    assert known_paths(repo) == {"a.md", "docs/.gitattributes"}


def test_ident(repo: GitRepo) -> None:
    """Size stays where the blob has an old id already; that it has one is not git's doing."""
    repo.write("a.md", f"$Id: {'0' * 40} $\n")
    repo.commit()
    repo.write(".gitattributes", "*.md ident\n")
    repo.remove("a.md")
    repo.git("checkout", "a.md")
    repo.git("add", ".gitattributes")
    with open_source(str(repo)) as source:
        assert b"0" * 40 not in source.read("a.md")
        assert "a.md" not in known(source)


def test_filter_that_fails_makes_everything_unknown_but_stops_nothing(repo: GitRepo) -> None:
    repo.write("a.md", "abc\n")
    repo.write("b.md", "abc\n")
    repo.write("docs/gone.md", "gone\n")
    repo.commit()
    filtered(repo, "false", "a.md filter=own\n")
    repo.write("a.md", "abd\n")
    repo.remove("docs/gone.md")
    with open_source(str(repo)) as source:
        assert set(known(source)) == {"docs/gone.md"}
        assert source.read("a.md") == b"abd\n"
        assert source.missing(source.tree.entries) == {"docs/gone.md"}
        assert source.untracked == {".gitattributes"}


def test_larger_than_the_limit_is_not_known(repo: GitRepo) -> None:
    repo.write("a.md", "12345")
    repo.write("b.md", "1234")
    repo.commit()
    with open_source(str(repo)) as source:
        source.limit(4)
        assert [path for path in source.tree.entries if source.known(path)] == ["b.md"]


STEPS = st.sampled_from(["write", "same", "stage", "commit", "remove", "assume", "skip", "link", "mode", "age"])


@settings(max_examples=25)
@given(st.lists(st.tuples(STEPS, st.sampled_from(["a.md", "d/b.md", "d/c.md"]), st.integers(0, 3)), max_size=12))
def test_after_whatever_happened_what_is_known_is_true(
    tmp_path_factory: pytest.TempPathFactory, steps: Iterable[tuple[str, str, int]]
) -> None:
    repo = GitRepo(tmp_path_factory.mktemp("known"))
    for path in ("a.md", "d/b.md", "d/c.md"):
        repo.write(path, "0\n")
    repo.commit()
    for step, path, number in steps:
        take(repo, step, path, number)
    with open_source(str(repo)) as source:
        known(source)
    with open_source(str(repo), staged=True) as source:
        assert set(known(source)) == {path for path in source.tree.entries if source.tree.kind(path) is Kind.FILE}


def take(repo: GitRepo, step: str, path: str, number: int) -> None:
    file, tracked = repo.path / path, path in repo.git("ls-files").split("\n")
    if step == "write":
        file.unlink(missing_ok=True)
        repo.write(path, f"{number}\n" * number)
    elif step == "same":
        file.unlink(missing_ok=True)
        repo.write(path, f"{number}\n")
    elif step == "stage":
        repo.stage()
    elif step == "commit":
        repo.commit()
    elif step == "remove":
        file.unlink(missing_ok=True)
    elif step == "link":
        file.unlink(missing_ok=True)
        repo.link(path, f"{number}\n")
    elif step in ("assume", "skip") and tracked:
        word = {"assume": ["no-assume-unchanged", "assume-unchanged"], "skip": ["no-skip-worktree", "skip-worktree"]}
        repo.git("update-index", f"--{word[step][number % 2]}", path)
    elif step == "mode" and file.is_file() and not file.is_symlink():
        file.chmod(0o644 if number % 2 else 0o755)
    elif step == "age" and file.exists() and not file.is_symlink():
        os.utime(file, (LONG_AGO, LONG_AGO))


def test_of_an_unmerged_path_our_side_counts_then_theirs_then_the_base() -> None:
    def lines(stages: str) -> bytes:
        return b"".join(
            b"M 100644 b%c %c\tx\0C 100644 b%c %c\tx\0" % (each, each, each, each) for each in stages.encode()
        )

    for stages, blob in [("123", "b2"), ("13", "b3"), ("12", "b2"), ("1", "b1"), ("23", "b2"), ("3", "b3")]:
        assert parse(lines(stages)) == ({"x": Entry(0o100644, blob)}, {"x": "M"}, frozenset())


def test_an_empty_listing() -> None:
    assert parse(b"") == ({}, {}, frozenset())


def test_facts_are_shared_by_all_working_trees(repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("docs/a.md", "a")
    repo.commit()
    repo.git("worktree", "add", "--quiet", "../other")
    repo.git("clone", "--quiet", "--bare", ".", "../bare.git")
    expected = str(repo.path / ".git" / "doc-sync")
    for start in (repo.path, repo.path / "docs", tmp_path / "other", tmp_path / "other" / "docs"):
        for options in ({}, {"staged": True}, {"rev": "HEAD"}):
            with open_source(str(start), **options) as source:
                assert os.path.normpath(source.facts_directory() or "") == expected
    for start, home in [(repo.path / ".git", repo.path / ".git"), (tmp_path / "bare.git", tmp_path / "bare.git")]:
        with open_source(str(start), rev="HEAD") as source:
            assert os.path.normpath(source.facts_directory() or "") == str(home / "doc-sync")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "bare.git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "other"))
    with open_source(str(tmp_path)) as source:
        assert source.root == str(tmp_path / "other")
        assert os.path.normpath(source.facts_directory() or "") == str(tmp_path / "bare.git" / "doc-sync")


@pytest.mark.parametrize("name", ["a\nb", "\n", "a\n", "\na\n.git\n", os.fsdecode(b"\xff\n")])
def test_line_ends_in_the_names_of_folders(tmp_path: Path, name: str) -> None:
    repo = GitRepo(tmp_path / name / "repo" / name)
    repo.write("docs/a.md", "a")
    repo.commit()
    repo.git("worktree", "add", "--quiet", "--detach", f"../other{name}")
    for start in (
        repo.path,
        repo.path / "docs",
        repo.path.parent / f"other{name}",
        repo.path.parent / f"other{name}/docs",
    ):
        with open_source(str(start)) as source:
            assert source.root == str(start).removesuffix("/docs")
            assert os.path.normpath(source.facts_directory() or "") == str(repo.path / ".git" / "doc-sync")
            assert set(known(source)) == {"docs/a.md"}


def test_a_directory_of_facts_is_named_but_not_made(repo: GitRepo) -> None:
    with open_source(str(repo)) as source:
        named = source.facts_directory()
        assert named is not None
        assert os.path.isabs(named)
        assert not os.path.exists(named)


def test_sha256_repository(tmp_path: Path) -> None:
    GitRepo(tmp_path / "first").git("init", "--quiet", "--object-format=sha256", "../repo")
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "a")
    repo.commit()
    with open_source(str(repo)) as source:
        assert known(source) == {"a.md": Known(hashlib.sha256(b"blob 1\0a").hexdigest(), 1)}
