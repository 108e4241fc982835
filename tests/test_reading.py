"""What is read, made and remembered, counted; and whatever is wrong with the cache, the same findings."""

from __future__ import annotations

import os
import pickle
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from docsync import reading
from docsync.cache.facts import FactsCache
from docsync.errors import UnreadableError, UsageError
from docsync.facts import DOCUMENT, GLANCE, facts_version
from docsync.job import Job, Request, open_job
from docsync.markdown.anchors import FLAVOURS
from gitrepo import GitRepo
from runs import CommandLine, Run

GITHUB = FLAVOURS["github"]
CACHE = ".git/doc-sync/facts.sqlite"
LONG_AGO = 1_500_000_000  # seconds; times this old are never racy for git
NOBODY = 65_534


def shelf(repo: GitRepo, count: int, more: str = "") -> GitRepo:
    """So many documents that lead to each other, all of them fine unless ``more`` is not."""
    for number in range(count):
        repo.write(f"docs/{number}.md", f"# Page {number}\n\n[next]({(number + 1) % count}.md)\n{more}")
    repo.commit()
    age(repo, *(f"docs/{number}.md" for number in range(count)))
    return repo


def age(repo: GitRepo, *paths: str) -> None:
    """Make files look as if they were written long ago, so that git takes them for unmodified by their times."""
    for path in paths:
        os.utime(repo.path / path, (LONG_AGO, LONG_AGO))
    repo.git("update-index", "-q", "--refresh")


def looked(repo: GitRepo, **options: Any) -> Job:
    """A run that is over."""
    with open_job(Request(str(repo.path), **options)) as job:
        job.run()
    return job


def counts(repo: GitRepo, **options: Any) -> tuple[int, int]:
    """Number of files that a run read, and of those that it parsed."""
    reader = looked(repo, **options).corpus.reader
    return len(reader.read), reader.made[DOCUMENT]


@pytest.mark.parametrize("gates", [("links",), ("wrap",), ("rfcs",), ("code",), None])
def test_a_clean_repository_is_read_once_and_parsed_never(repo: GitRepo, gates: tuple[str, ...] | None) -> None:
    shelf(repo, 20)
    assert counts(repo, gates=gates, use_cache=False) == (20, 0)
    assert counts(repo, gates=gates) == (20, 0)
    assert counts(repo, gates=gates) == (0, 0)
    assert counts(repo) == (0, 0)  # what one gate had read, no other reads again


def test_a_document_that_somebody_leads_into_is_rendered_once(repo: GitRepo) -> None:
    shelf(repo, 20, "\n[first](0.md#page-0) and [once more](0.md#page-0)\n")
    assert counts(repo) == (20, 0)
    assert counts(repo) == (0, 0)


def test_only_what_was_changed_is_read(repo: GitRepo) -> None:
    shelf(repo, 20)
    looked(repo)
    repo.write("docs/3.md", "# Page 3\n\nother\n")
    assert counts(repo) == (1, 0)
    repo.write("new.md", "new\n")
    assert counts(repo) == (2, 0)  # what git does not have is hashed each time
    repo.commit()
    age(repo, "docs/3.md", "new.md")
    assert counts(repo) == (0, 0)


def test_only_what_is_not_clear_is_parsed(repo: GitRepo) -> None:
    shelf(repo, 20)
    repo.write("docs/3.md", "# Page 3\n\n[gone](gone.md)\n")
    repo.commit()
    age(repo, "docs/3.md")
    assert counts(repo, use_cache=False) == (20, 1)  # a glance, GitHub's parser, and the exact one
    looked(repo)
    assert counts(repo) == (0, 0)


@pytest.mark.parametrize("more", ["", "\n[gone](gone.md)\n"])
@pytest.mark.parametrize("options", [{}, {"staged": True}, {"rev": "HEAD"}])
def test_git_is_called_as_often_for_many_files(tmp_path: Path, options: dict[str, Any], more: str) -> None:
    calls = []
    for count in (2, 200):
        repo = shelf(GitRepo(tmp_path / str(count)), count, more)
        each_way = [looked(repo, use_cache=use_cache, **options) for use_cache in (False, True, True)]
        calls.append([job.source.git_calls for job in each_way])
    assert calls[0] == calls[1]


def test_without_cache_none_is_made_or_read(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf(repo, 3)
    looked(repo, use_cache=False)
    assert not (repo.path / CACHE).exists()
    looked(repo)
    assert (repo.path / CACHE).exists()
    monkeypatch.setattr(FactsCache, "open", None)  # nobody may
    assert counts(repo, use_cache=False) == (3, 0)


def test_verbose_says_what_was_done(repo: GitRepo, run: CommandLine) -> None:
    shelf(repo, 3, "\n[gone](gone.md)\n")
    cold, warm = run("links", "-v"), run("links", "-v")
    assert "note: 3 files read, 3 documents parsed, git called " in cold.err
    assert "note: 0 files read, 0 documents parsed, git called " in warm.err
    assert (cold.code, cold.out) == (warm.code, warm.out)
    assert "cache" not in cold.err + warm.err


# What may be wrong with the cache, from the file of a run before.


def truncated(file: Path) -> None:
    os.truncate(file, 5000)


def garbage(file: Path) -> None:
    file.write_bytes(b"rubbish " * 3000)


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version=99")


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


WRONG = [
    (truncated, "malformed"),
    (garbage, "not a database"),
    (newer, "it was made by a newer doc-sync"),
    (folder, "something else than a file is there"),
]


def links(run: CommandLine) -> Run:
    return run("links", "-v")


def same(found: Run, expected: Run, note: str = "") -> None:
    """Findings and exit code are equal, and standard error has the note on the cache, or none."""
    assert (found.code, found.out) == (expected.code, expected.out)
    notes = [line for line in found.err.splitlines() if "cache" in line]
    assert len(notes) == bool(note)
    assert note in "".join(notes)
    assert "Traceback" not in found.err


@pytest.mark.parametrize(("harm", "note"), WRONG)
def test_a_cache_that_is_of_no_use(repo: GitRepo, run: CommandLine, harm: Callable[[Path], None], note: str) -> None:
    shelf(repo, 3, "\n[gone](gone.md)\n")
    expected = links(run)
    assert expected.code == 1
    harm(repo.path / CACHE)
    found = links(run)
    same(found, expected, note)
    assert "3 files read" in found.err
    if harm not in (newer, folder):  # what is damaged was replaced
        same(links(run), expected)
        assert "0 files read" in links(run).err
    assert "cache" not in run("links").err


def test_a_cache_that_is_in_use(repo: GitRepo, run: CommandLine) -> None:
    shelf(repo, 3, "\n[gone](gone.md)\n")
    expected = links(run)
    with closing(sqlite3.connect(repo.path / CACHE, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        same(links(run), expected, "database is locked")
    same(links(run), expected)


def test_a_disk_that_is_full(repo: GitRepo, run: CommandLine) -> None:
    shelf(repo, 60, "\n[gone](gone.md)\n")
    expected = run("links", "-v", "--no-cache")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, hard))
        found = links(run)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    same(found, expected, "is not used in this run")
    same(links(run), expected)


@contextmanager
def unprivileged(path: Path) -> Iterator[None]:
    """Be a user for whom permissions are in force, and who owns what is below ``path``."""
    if os.geteuid() != 0:
        yield
        return
    above = [parent for parent in path.parents if parent.stat().st_uid == 0 and not parent.stat().st_mode & 0o001]
    for each in (path, *path.rglob("*")):
        os.chown(each, NOBODY, NOBODY, follow_symlinks=False)
    for each in above:
        each.chmod(each.stat().st_mode | 0o011)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="permissions as on POSIX")
def test_a_directory_that_is_read_only(repo: GitRepo, run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    version = facts_version(GITHUB)  # the other user may not be allowed to read our code
    monkeypatch.setattr("docsync.reading.facts_version", lambda _flavour: version)
    shelf(repo, 3, "\n[gone](gone.md)\n")
    expected = run("links", "-v", "--no-cache")
    with unprivileged(repo.path):
        (repo.path / ".git").chmod(0o500)
        same(links(run), expected, "Permission denied")
        (repo.path / ".git").chmod(0o700)
        same(links(run), expected)
        (repo.path / CACHE).parent.chmod(0o500)
        warm = links(run)
        same(warm, expected)
        assert "0 files read" in warm.err
        repo.write("docs/1.md", "[other](other.md)\n")
        same(links(run), run("links", "--no-cache"), "is not used in this run")
        (repo.path / CACHE).parent.chmod(0o700)


def rows(repo: GitRepo, packed: Callable[[str], bytes]) -> None:
    """Put facts for every blob, of our own version, with the right checksum."""
    version = facts_version(GITHUB)
    with closing(FactsCache.open(str(repo.path / ".git/doc-sync"), version)) as cache:
        for line in repo.git("ls-files", "-s").splitlines():
            blob = line.split()[1]
            for kind in ("glance", "closer", "document"):
                cache.put(kind, {blob: packed(blob)})


def ran_code(path: str) -> None:
    Path(path).touch()


class Evil:
    """Touches a file when it is unpickled by those who do not look."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return ran_code, (str(self._path),)


JUNK: list[object] = [None, 5, (), "text", (1, False), (1, False, None, 3), ("1", False, ()), (None, False, "x")]


@pytest.mark.parametrize("junk", JUNK)
def test_rows_that_hold_no_facts(repo: GitRepo, run: CommandLine, junk: object) -> None:
    shelf(repo, 3, "\n[gone](gone.md)\n")
    expected = run("links", "-v", "--no-cache")
    rows(repo, lambda _blob: pickle.dumps(junk))
    same(links(run), expected)
    same(run("links", "-v", "--rev", "HEAD"), expected)


@pytest.mark.parametrize("facts", [3, "x", None, ("a",), {"a": 1}, UnreadableError])
def test_rows_that_hold_facts_of_another_kind(repo: GitRepo, run: CommandLine, facts: object) -> None:
    shelf(repo, 3, "\n[gone](gone.md)\n")
    expected = run("links", "-v", "--no-cache")
    size = (repo.path / "docs/0.md").stat().st_size
    rows(repo, lambda _blob: pickle.dumps((size, facts is UnreadableError, facts)))
    same(links(run), expected)
    same(run("links", "-v", "--rev", "HEAD"), expected)


def test_rows_that_would_run_code(repo: GitRepo, run: CommandLine, tmp_path: Path) -> None:
    shelf(repo, 3, "\n[gone](gone.md)\n")
    expected = run("links", "-v", "--no-cache")
    rows(repo, lambda _blob: pickle.dumps((1, False, Evil(tmp_path / "ran"))))
    same(links(run), expected)
    assert not (tmp_path / "ran").exists()
    pickle.loads(pickle.dumps(Evil(tmp_path / "ran")))
    assert (tmp_path / "ran").exists()


def test_rows_of_another_version_are_not_used(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf(repo, 3)
    looked(repo)
    assert counts(repo) == (0, 0)
    monkeypatch.setattr(reading, "facts_version", lambda _flavour: "another")
    assert counts(repo) == (3, 0)
    assert counts(repo) == (0, 0)
    monkeypatch.undo()
    assert counts(repo) == (0, 0)


def test_flavours_do_not_share_facts(repo: GitRepo) -> None:
    repo.write("a.md", "# A  B\n\n[a](#a-b)\n")
    repo.commit()
    assert found(repo) == ["missing-anchor"]
    repo.write("doc-sync.toml", 'flavour = "gitlab"\n')
    assert found(repo) == []
    (repo.path / "doc-sync.toml").unlink()
    assert found(repo) == ["missing-anchor"]


def found(repo: GitRepo, **options: Any) -> list[str]:
    """Codes of the links gate with the cache, once it was seen that they are those without."""
    codes = [
        [each.code for each in run.findings]
        for run in (report(repo, exact=True, use_cache=False, **options), report(repo, **options))
    ]
    assert codes[0] == codes[1]
    return codes[1]


def report(repo: GitRepo, **options: Any) -> Any:
    with open_job(Request(str(repo.path), **{"gates": ("links",), **options})) as job:
        return job.run().report


GOOD, BAD = "[a](a.md)\n", "[a](z.md)\n"  # of one size


def test_a_change_within_the_same_second_and_size(repo: GitRepo) -> None:
    repo.write("a.md", GOOD)
    repo.commit()
    for text, expected in [(GOOD, []), (BAD, ["missing-file"])] * 3:
        repo.write("a.md", text)
        assert found(repo) == expected


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_a_change_that_git_is_told_not_to_look_at(repo: GitRepo, flag: str) -> None:
    repo.write("a.md", GOOD)
    repo.commit()
    age(repo, "a.md")
    assert found(repo) == []
    repo.git("update-index", flag, "a.md")
    repo.write("a.md", BAD)
    age(repo, "a.md")
    assert found(repo) == ["missing-file"]
    assert found(repo, staged=True) == found(repo, rev="HEAD") == []


def test_every_view_has_its_own_content(repo: GitRepo) -> None:
    repo.write("a.md", GOOD)
    repo.commit()
    repo.write("a.md", BAD)
    repo.stage()
    repo.write("a.md", GOOD)
    for _ in range(2):
        assert found(repo) == found(repo, rev="HEAD") == []
        assert found(repo, staged=True) == ["missing-file"]


@pytest.mark.parametrize("attributes", ["* text=auto\n", "* text eol=crlf\n"])
def test_line_ends_on_disk_are_not_those_of_the_blob(repo: GitRepo, attributes: str) -> None:
    repo.write(".gitattributes", attributes)
    repo.write("a.md", f"line\r\nmore\r\n\r\n{BAD[:-1]}\r\n")
    repo.commit()
    age(repo, "a.md")
    for _ in range(2):
        for options in ({}, {"rev": "HEAD"}, {"staged": True}, {}):
            reports = [report(repo, gates=None, use_cache=cached, **options) for cached in (True, False)]
            assert reports[0].findings == reports[1].findings
            assert len(reports[0].findings) == (0 if "staged" in options else 2)  # nothing is staged


def test_a_filter_that_keeps_the_size(repo: GitRepo) -> None:
    repo.git("config", "filter.own.clean", "tr za az")
    repo.git("config", "filter.own.smudge", "tr za az")
    repo.write(".gitattributes", "*.md filter=own\n")
    repo.write("a.md", GOOD)
    repo.commit()
    age(repo, "a.md")
    for _ in range(2):
        assert found(repo) == []
        assert found(repo, rev="HEAD") == ["missing-file"]


def test_working_trees_share_what_is_known(repo: GitRepo, tmp_path: Path) -> None:
    shelf(repo, 3)
    looked(repo)
    repo.git("worktree", "add", "--quiet", str(tmp_path / "other"), "HEAD")
    other = GitRepo(tmp_path / "other")
    age(other, "docs/0.md", "docs/1.md", "docs/2.md")
    assert counts(other) == (0, 0)
    other.write("docs/1.md", "# Page 1\n")
    assert counts(other) == (1, 0)
    repo.write("docs/2.md", "# Page 1\n")
    assert counts(repo) == (1, 0)
    assert dict(looked(repo).corpus.reader.made) == {}  # the other one had the same text


def test_a_limit_holds_for_what_is_remembered(repo: GitRepo) -> None:
    shelf(repo, 3)
    looked(repo)
    repo.write("doc-sync.toml", "max-file-size = 10\n")
    for options in ({}, {"rev": "HEAD"}):
        assert found(repo, **options) == ["unreadable-source"] * 3


def test_a_reader_of_another_view_counts_anew_and_remembers_the_same(repo: GitRepo) -> None:
    shelf(repo, 3)
    with open_job(Request(str(repo.path))) as job:
        job.run()
    with open_job(Request(str(repo.path))) as job:
        other = job.corpus.reader.over(job.source)
        assert len(list(other.facts(GLANCE, job.corpus.paths))) == 3
        assert (len(other.read), len(job.corpus.reader.read)) == (0, 0)
        assert len(list(other.facts(DOCUMENT, job.corpus.paths))) == 3
        assert (len(other.read), len(job.corpus.reader.read)) == (3, 0)


def test_an_executor_that_there_is_not(repo: GitRepo) -> None:
    with pytest.raises(UsageError, match="no address of an executor"):
        looked(repo, executor="nowhere")


def test_code_that_cannot_be_read_is_no_reason_to_fail(
    repo: GitRepo, run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf(repo, 3, "\n[gone](gone.md)\n")
    expected = run("links", "-v", "--no-cache")
    monkeypatch.setattr("docsync.facts._SOURCES", ("nowhere.py",))
    same(links(run), expected, "nowhere.py: No such file")
    assert not (repo.path / CACHE).exists()
