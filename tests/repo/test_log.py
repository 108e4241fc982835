"""The history of documents: which commits touched them, how, and on which day they were written."""

from __future__ import annotations

import os
import time
from datetime import UTC, date, datetime
from pathlib import Path
from subprocess import PIPE, Popen
from typing import IO, Any

import pytest

from docsync.errors import GitError
from docsync.repo import open_source
from docsync.repo.git import Git
from docsync.repo.history import Logged, Step
from docsync.repo.log import commits, local_day, read
from gitrepo import GitRepo

COMMIT_DAY = date(2023, 11, 14)  # of every commit that GitRepo makes
HOSTILE = {
    "color.ui": "always",
    "core.quotePath": "true",
    "diff.orderFile": "order",
    "diff.relative": "true",
    "diff.renameLimit": "1",
    "diff.renames": "false",
    "format.pretty": "fuller",
    "i18n.logOutputEncoding": "UTF-16",
    "log.date": "relative",
    "log.decorate": "full",
    "log.diffMerges": "first-parent",
    "log.follow": "true",
    "log.showRoot": "false",
    "log.showSignature": "true",
}


def text(name: str) -> str:
    """Content that git takes for no other file's."""
    return "".join(f"{name} line {number}\n" for number in range(20))


def logged(repo: GitRepo | Path, **options: Any) -> list[Logged]:
    with open_source(str(repo), **options) as source:
        return list(source.log())


def shown(repo: GitRepo) -> list[str]:
    """Each commit's steps, newest first; those against several parents separated by ``|``."""
    return [
        " | ".join(" ".join("<".join(filter(None, (s.letter + ":" + s.path, s.before))) for s in side) for side in it)
        for it in (commit.steps for commit in logged(repo))
    ]


def test_commits_newest_first_with_parents_and_renames(repo: GitRepo) -> None:
    repo.write("a.md", text("a"))
    first = repo.commit()
    repo.write("code.py", "x")
    repo.commit()
    repo.git("mv", "a.md", "b.md")
    second = repo.commit()
    assert logged(repo) == [
        Logged(second, COMMIT_DAY, (first,), ((Step("R", "b.md", "a.md"),),)),
        Logged(first, COMMIT_DAY, (), ((Step("A", "a.md"),),)),
    ]
    assert logged(repo)[0].steps[0][0].score == 100


@pytest.mark.parametrize("options", [{}, {"staged": True}, {"rev": "HEAD~1"}])
def test_the_log_ends_at_the_tip_of_the_view(repo: GitRepo, options: dict[str, Any]) -> None:
    ids = []
    for name in ("a.md", "b.md"):
        repo.write(name, text(name))
        ids.append(repo.commit())
    newest = ids[0] if options.get("rev") else ids[1]
    assert logged(repo, **options)[0].id == newest


@pytest.mark.parametrize(
    ("name", "found"), [("a.md", True), ("A.MD", True), ("b.rst", True), ("c.txt", True), ("d.py", False)]
)
def test_documents_are_told_by_their_endings(repo: GitRepo, name: str, found: bool) -> None:
    repo.write(f"deep/er/{name}", "x")
    repo.commit()
    assert bool(logged(repo)) is found


def test_other_endings_can_be_asked_for(repo: GitRepo) -> None:
    repo.write("a.md", "a")
    repo.write("b.tex", "b")
    repo.commit()
    with open_source(str(repo)) as source:
        assert [step.path for commit in source.log((".tex",)) for step in commit.steps[0]] == ["b.tex"]


@pytest.mark.parametrize("name", ["a b.md", 'q"uote.md', "new\nline.md", "tab\t.md", "naïve.md", "\udcff.md", "\n.md"])
def test_names_of_any_bytes(repo: GitRepo, name: str) -> None:
    repo.write("start.md", text("a"))
    repo.commit()
    repo.git("mv", "start.md", name)
    repo.commit()
    assert [commit.steps for commit in logged(repo)] == [
        ((Step("R", name, "start.md"),),),
        ((Step("A", "start.md"),),),
    ]


def test_configuration_of_the_user_changes_nothing(repo: GitRepo) -> None:
    repo.write("order", "z*\n")
    side_and_main(repo)
    for name in "az":
        repo.git("mv", f"manual/{name}.md", f"{name}.md")
        repo.write(f"{name}.md", text(name) + "grüße\n")
    repo.commit("grüße")
    repo.git("-c", "merge.directoryRenames=false", "merge", "--quiet", "--no-commit", "side")
    repo.write("evil.md", text("evil"))
    repo.commit()
    plain = logged(repo)
    for key, value in HOSTILE.items():
        repo.git("config", key, value)
    assert logged(repo) == plain
    assert shown(repo) == [
        "A:evil.md | A:evil.md",
        BASE[0],
        "R:a.md<manual/a.md R:z.md<manual/z.md",
        *BASE[1:],
    ]


def side_and_main(repo: GitRepo) -> None:
    """Branches that parted after a commit of two files in docs: side adds docs/x.md there, main moves docs."""
    repo.write("docs/a.md", text("a"))
    repo.write("docs/z.md", text("z"))
    repo.commit("base")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.write("docs/x.md", text("x"))
    repo.commit("side")
    repo.git("checkout", "--quiet", "main")
    repo.git("mv", "docs", "manual")
    repo.commit("main")


BASE = ["A:docs/x.md", "R:manual/a.md<docs/a.md R:manual/z.md<docs/z.md", "A:docs/a.md A:docs/z.md"]


def test_a_merge_shows_nothing_that_a_parent_has(repo: GitRepo) -> None:
    side_and_main(repo)
    repo.git("-c", "merge.directoryRenames=false", "merge", "--quiet", "side")
    merge, *rest = logged(repo)
    assert merge.steps == ((), ())
    assert set(merge.parents) == {commit.id for commit in rest[:2]}
    assert shown(repo)[1:] == BASE


def test_a_merge_shows_what_was_moved_or_added_in_it(repo: GitRepo) -> None:
    side_and_main(repo)
    repo.git("-c", "merge.directoryRenames=true", "merge", "--quiet", "--no-commit", "side")
    repo.write("evil.md", text("evil"))
    repo.commit()
    assert shown(repo) == ["A:evil.md A:manual/x.md | A:evil.md R:manual/x.md<docs/x.md", *BASE]


def test_an_octopus_has_as_many_steps_as_parents(repo: GitRepo) -> None:
    repo.write("a.md", text("a"))
    repo.commit()
    for name in ("one", "two"):
        repo.git("checkout", "--quiet", "-b", name, "main")
        repo.write(f"{name}.md", text(name))
        repo.commit()
    repo.git("checkout", "--quiet", "main")
    repo.write("main.md", text("main"))
    repo.commit()
    repo.git("merge", "--quiet", "one", "two")
    repo.write("evil.md", text("evil"))
    repo.stage()
    repo.git("commit", "--quiet", "--amend", "--message", "octopus")
    assert shown(repo)[0] == "A:evil.md | A:evil.md | A:evil.md"


def test_a_side_branch_is_walked_although_the_merge_threw_its_files_away(repo: GitRepo) -> None:
    side_and_main(repo)
    repo.git("merge", "--quiet", "--strategy=ours", "side")
    assert shown(repo)[1:] == BASE


def test_a_copy_is_found_from_a_file_that_the_same_commit_changed(repo: GitRepo) -> None:
    repo.write("a.md", text("a"))
    repo.write("still.md", text("still"))
    repo.commit()
    repo.write("b.md", text("a"))
    repo.write("a.md", "moved to b\n")
    repo.write("c.md", text("still"))
    repo.commit()
    assert shown(repo)[0] == "M:a.md C:b.md<a.md A:c.md"


def test_empty_files_are_nobodys_renames(repo: GitRepo) -> None:
    repo.write("a.md")
    repo.commit()
    repo.remove("a.md")
    repo.write("b.md")
    repo.commit()
    assert shown(repo)[0] == "D:a.md A:b.md"


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2024-03-01T23:30:00+1300", "2024-03-01"),
        ("2024-03-01T00:30:00-1100", "2024-03-01"),
        ("2024-03-01T12:00:00+0000", "2024-03-01"),
    ],
)
def test_the_day_is_the_authors_in_the_authors_zone(repo: GitRepo, written: str, day: str) -> None:
    repo.write("a.md", "a")
    repo.stage()
    repo.git("commit", "--quiet", f"--date={written}", "--message", "a")
    (commit,) = logged(repo)
    assert str(commit.author_date) == day
    with open_source(str(repo), rev="HEAD") as source:
        assert source.today() == commit.author_date


@pytest.mark.parametrize(
    ("author", "committer", "day"),
    [
        ("99999999999999 +0000", "1700000000 +0000", COMMIT_DAY),
        ("rubbish", "1700000000 +0000", COMMIT_DAY),
        ("rubbish", "rubbish", date.max),
    ],
)
def test_a_date_that_no_calendar_has(repo: GitRepo, author: str, committer: str, day: date) -> None:
    repo.write("a.md", "a")
    repo.commit()
    tree = repo.git("rev-parse", "HEAD^{tree}")
    repo.write("raw", f"tree {tree}\nauthor A <a@b> {author}\ncommitter A <a@b> {committer}\n\nm\n")
    commit = repo.git("hash-object", "-t", "commit", "-w", "--literally", "raw")
    assert [found.author_date for found in logged(repo, rev=commit)] == [day]
    with open_source(str(repo), rev=commit) as source:
        assert source.today() == day


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("1709300000 +0000", date(2024, 3, 1)),
        ("1709300000 +1300", date(2024, 3, 2)),
        ("1709251199 -0030", date(2024, 2, 29)),
        ("2024-03-01T23:30:00+1300", date(2024, 3, 1)),
    ],
)
@pytest.mark.parametrize("options", [{}, {"staged": True}])
def test_today_is_the_author_date_of_the_next_commit(
    repo: GitRepo, monkeypatch: pytest.MonkeyPatch, written: str, day: date, options: dict[str, Any]
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_DATE", written)
    with open_source(str(repo), **options) as source:
        assert source.today() == day


@pytest.mark.skipif(os.name != "posix", reason="only there a zone can be set")
@pytest.mark.parametrize("zone", ["AHEAD-14", "BEHIND+11", "UTC"])
def test_today_without_a_stated_date_is_by_the_clock_of_the_zone(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    monkeypatch.delenv("GIT_AUTHOR_NAME")
    time.tzset()
    try:
        for place in (repo.path, tmp_path):
            with open_source(str(place)) as source:
                before, found, after = local_day(), source.today(), local_day()
            assert found in (before, after)  # midnight may pass
        hours = {"AHEAD-14": 14, "BEHIND+11": -11, "UTC": 0}[zone]
        assert local_day() == datetime.fromtimestamp(time.time() + hours * 3600, UTC).date()
    finally:
        monkeypatch.undo()
        time.tzset()


def test_today_where_git_could_make_no_commit_is_by_the_clock(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_AUTHOR_DATE", "no date")
    with open_source(str(repo)) as source:
        assert source.today() == local_day()


def test_today_of_a_date_that_no_calendar_has(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_AUTHOR_DATE", "@999999999999 +0000")
    with open_source(str(repo)) as source:
        assert source.today() == date.max


def test_before_the_first_commit_there_is_nothing(repo: GitRepo) -> None:
    repo.write("a.md", "a")
    repo.stage()
    for options in ({}, {"staged": True}):
        assert logged(repo, **options) == []


def test_outside_of_git_nothing_is_known(tmp_path: Path) -> None:
    with open_source(str(tmp_path)) as source, pytest.raises(GitError) as error:
        source.log()
    said = "is no git repository, and only git knows when a document appeared; run it in one"
    assert str(error.value) == f"{tmp_path} {said}"


def two_commits(repo: GitRepo) -> None:
    repo.write("a.md", text("a"))
    repo.commit()
    repo.git("mv", "a.md", "b.md")
    repo.write("b.md", text("a") + "more\n")
    repo.commit()


def test_a_shallow_clone_says_how_to_get_the_rest(repo: GitRepo, tmp_path: Path) -> None:
    two_commits(repo)
    clone = tmp_path / "clone"
    repo.git("clone", "--quiet", "--depth=1", repo.path.as_uri(), str(clone))
    with open_source(str(clone)) as source, pytest.raises(GitError) as error:
        source.log()
    assert str(error.value).startswith(f"{clone} is a shallow clone")
    assert "run `git fetch --unshallow` there (actions/checkout: fetch-depth: 0)" in str(error.value)
    GitRepo(clone).git("fetch", "--quiet", "--unshallow")
    assert logged(clone) == logged(repo)


@pytest.mark.parametrize("left_out", ["blob:none", "tree:0"])
def test_a_partial_clone_says_how_to_get_the_rest_and_fetches_nothing(
    repo: GitRepo, tmp_path: Path, left_out: str
) -> None:
    two_commits(repo)
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = GitRepo(tmp_path / "clone")
    clone.git("remote", "add", "origin", repo.path.as_uri())
    clone.git("fetch", "--quiet", f"--filter={left_out}", "origin", "main")
    clone.git("reset", "--quiet", "--hard", "FETCH_HEAD")
    objects = clone.git("count-objects", "-v")
    with open_source(str(clone)) as source, pytest.raises(GitError) as error:
        list(source.log())
    assert str(error.value).startswith(f"{clone} is a partial clone")
    assert "`git fetch --refetch --no-filter`" in str(error.value)
    assert clone.git("count-objects", "-v") == objects
    clone.git("fetch", "--quiet", "--refetch", "--no-filter", "origin", "main")
    assert logged(clone.path) == logged(repo)


def test_a_damaged_history_is_an_error_of_git(repo: GitRepo) -> None:
    two_commits(repo)
    tree = repo.git("rev-parse", "HEAD~1^{tree}")
    repo.remove(f".git/objects/{tree[:2]}/{tree[2:]}")
    with pytest.raises(GitError, match=r"^git log failed in .*git fsck"):
        logged(repo)


def test_one_pass_whatever_the_number_of_commits(repo: GitRepo) -> None:
    for number in range(5):
        repo.write(f"{number}.md", text(str(number)))
        repo.commit()
    with open_source(str(repo)) as source:
        calls = source.git_calls
        assert len(list(source.log())) == 5
        assert source.git_calls == calls + 3  # the commit checked out, is it shallow, log


def test_a_run_that_fails_without_a_word_names_its_code(repo: GitRepo) -> None:
    with pytest.raises(GitError, match=r"git rev-parse failed in .*: exit code 1;"):
        list(Git(os.fsencode(repo.path)).stream("rev-parse", "--verify", "--quiet", "nothing"))


def test_fields_come_as_they_are_and_an_early_end_ends_the_run(repo: GitRepo) -> None:
    repo.write("big.bin", b"x\0" * 2_000_000)
    stream = Git(os.fsencode(repo.path)).stream("hash-object", "-w", "big.bin")
    (blob,) = (line.strip() for line in stream)
    fields = Git(os.fsencode(repo.path)).stream("cat-file", "blob", blob)
    assert [next(fields), next(fields)] == ["x", "x"]
    fields.close()
    assert list(fields) == []
    whole = list(Git(os.fsencode(repo.path)).stream("cat-file", "blob", blob))
    assert whole == ["x"] * 2_000_000


class Watched(Git):
    """Remembers the process that it started last."""

    last: Popen[bytes]

    def start(self, *arguments: str, errors: IO[bytes] | int = PIPE) -> Popen[bytes]:
        self.last = super().start(*arguments, errors=errors)
        return self.last


def test_git_reads_the_history_while_nobody_asks_for_it(repo: GitRepo) -> None:
    for number in range(2_000):
        repo.write(f"{'long-' * 40}{number}.md", "x")  # more names than fit into a pipe
    repo.commit()
    git = Watched(os.fsencode(repo.path))
    found = commits(git, "HEAD", {".md"})
    assert git.last.wait(timeout=60) == 0
    assert [len(each.steps[0]) for each in found] == [2_000]


@pytest.mark.parametrize("read_before", [0, 1])
def test_a_history_that_is_given_up_ends_git(repo: GitRepo, read_before: int) -> None:
    two_commits(repo)
    git = Watched(os.fsencode(repo.path))
    found = commits(git, "HEAD", {".md"})
    for _ in range(read_before):
        next(found)
    del found
    assert git.last.returncode is not None


def test_nothing_to_read_gives_nothing() -> None:
    assert list(read([])) == []
