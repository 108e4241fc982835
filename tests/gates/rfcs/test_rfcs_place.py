"""Folder, name and day of a record."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from docsync.corpus import Corpus
from docsync.errors import ConfigError, GitError
from docsync.finding import Finding
from docsync.gates.rfcs import GATE
from docsync.repo import open_source
from docsync.repo.history import Logged, Step
from gitrepo import GitRepo
from memory import corpus_of, findings
from rfc_folder import EMPTY, FILES, IMPLEMENTED, README, TODAY, folder_of, judged, record
from runs import CommandLine

TEXT = record("Fast path", "implemented")
PLACES = [
    ("docs/rfc/2026-06-30-fast-path.md", True),
    ("docs/rfc/accepted/2026-06-30-fast-path.md", True),
    ("docs/rfc/Implemented/2026-06-30-fast-path.md", True),
    ("docs/rfc/implemented/2026/2026-06-30-fast-path.md", True),
    ("docs/rfc/notes.markdown", True),
    ("docs/rfc/template-adr.md", False),
    ("docs/rfc/implemented/README.md", False),
    ("docs/rfc/AGENTS.md", False),
    ("docs/rfc/assets/x/y.md", False),
    ("docs/rfc-notes/x.md", False),
    ("docs/rfc/data.json", False),
]


@pytest.mark.parametrize(("path", "is_misplaced"), PLACES)
def test_places(path: str, is_misplaced: bool) -> None:
    found = judged({path: TEXT})
    assert [(each.path, each.code) for each in found] == ([(path, "rfc-misplaced")] if is_misplaced else [])


def test_a_misplaced_record_is_told_where_to_go() -> None:
    (found,) = judged({"docs/rfc/x.md": TEXT})
    assert found.message == "a record lies directly in one of `proposed/`, `implemented/`, `rejected/`"
    assert found.suggestion == "such as doc-sync mv docs/rfc/x.md docs/rfc/proposed/x.md, or set exempt"


def test_exempt_patterns_are_relative_to_the_root() -> None:
    assert judged({"docs/rfc/notes/x.md": TEXT}, exempt=("README.md", "/notes/")) == []
    with pytest.raises(ConfigError, match=r"rfcs\.exempt: .* is not a gitignore pattern"):
        judged({}, exempt=("!",))


@pytest.mark.parametrize("root", [".", "", "/"])
def test_the_root_may_be_that_of_the_repository(root: str) -> None:
    files = {path.removeprefix("docs/rfc/"): text for path, text in FILES.items()}
    found = list(findings(GATE, corpus_of({**files, "x/y.md": ""}), root=root))
    assert [(each.path, each.code) for each in found] == [("x/y.md", "rfc-misplaced"), ("README.md", "rfc-index")]


NAMES = [
    ("0012-fast-path.md", "is not `yyyy-mm-dd-slug.md`", None),
    (
        "2026-06-30-Fast Path.md",
        "has a slug that is not lower-case ASCII words joined by `-`",
        "2026-06-30-fast-path.md",
    ),
    ("2026-06-30-日本.md", "has a slug that is not lower-case ASCII words joined by `-`", "2026-06-30-fast-path.md"),
    ("2026-06-30-fast-path.markdown", "does not end in `.md`", "2026-06-30-fast-path.md"),
    ("2026-02-30-fast-path.md", "starts with 2026-02-30, which is no day", None),
    ("2026-07-02-fast-path.md", "has a day to come; today is 2026-06-30", None),
]


@pytest.mark.parametrize(("name", "reason", "better"), NAMES)
def test_names(name: str, reason: str, better: str | None) -> None:
    found = judged({f"docs/rfc/implemented/{name}": TEXT}, check_dates=False)
    assert [(each.code, each.message, each.span) for each in found] == [
        ("rfc-name", f"the name `{name}` {reason}", (0, 0))
    ]
    assert found[0].suggestion == (f"call it {better}" if better else None)


def test_it_may_be_tomorrow_already_elsewhere() -> None:
    assert judged({"docs/rfc/implemented/2026-07-01-fast-path.md": TEXT}, check_dates=False) == []


def logged(number: int, day: str, *steps: Step) -> Logged:
    return Logged(f"{number:040x}", date.fromisoformat(day), (f"{number - 1:040x}",) if number else (), (steps,))


def dated(day: str, head: str = "") -> dict[str, str]:
    return {f"docs/rfc/implemented/{day}-fast-path.md": record("Fast path", "implemented", head)}


ADDED = Step("A", "docs/rfc/implemented/2026-06-12-fast-path.md")
SEEN = {"log": (logged(0, "2026-06-12", ADDED),)}
DATES: list[tuple[str, str, dict[str, Any], dict[str, Any], str | None]] = [
    ("2026-06-30", "", {}, {}, None),  # not committed yet: today
    ("2026-06-29", "", {}, {}, "but git has not seen the topic yet; today is 2026-06-30"),
    ("2026-06-29", "", {}, {"days_before_git": 1}, None),
    ("2026-06-29", "First proposed: 2026-06-29 in the minutes\n", {}, {}, None),
    ("2026-06-29", "**First proposed:** 2026-06-29 — in the minutes\n", {}, {}, None),
    ("2026-06-29", "First proposed: 2026-06-29\n", {}, {}, "but git has not seen"),
    ("2026-06-29", "First proposed: 2026-06-28 in the minutes\n", {}, {}, "but git has not seen"),
    ("2026-06-12", "", SEEN, {}, None),
    ("2026-06-12", "", {"has_git": False}, {}, None),
    ("2026-06-12", "", {}, {"check_dates": False}, None),
]  # fmt: skip


@pytest.mark.parametrize(("day", "head", "source", "options", "message"), DATES)
def test_dates(day: str, head: str, source: dict[str, Any], options: dict[str, Any], message: str | None) -> None:
    found = judged(dated(day, head), source=source, **options)
    assert [each.code for each in found] == (["rfc-date"] if message else [])
    assert all(each.message.startswith(f"the name says {day}, {message}") for each in found)


def test_a_wrong_day_names_the_commit_and_the_way_out() -> None:
    path = "docs/rfc/implemented/2026-06-11-fast-path.md"
    (found,) = judged(dated("2026-06-11"), source={"log": (logged(0, "2026-06-12", Step("A", path)),)})
    assert found.message == (
        f"the name says 2026-06-11, but git first saw the topic on 2026-06-12 (0000000: first added as {path})"
    )
    assert found.suggestion == (
        f"run doc-sync mv {path} docs/rfc/implemented/2026-06-12-fast-path.md,"
        " or state `First proposed: 2026-06-11 reason`"
    )


def test_a_bulk_import_is_told() -> None:
    steps = [Step("A", f"docs/rfc/implemented/2026-06-{day}-fast-path.md") for day in range(10, 17)]
    (found,) = judged(dated("2026-06-11"), source={"log": (logged(0, "2026-06-12", *steps),)})
    assert found.message.endswith("; it came in with many others)")


def test_a_record_that_the_working_tree_renamed_is_looked_up_by_its_old_name() -> None:
    (path,) = dated("2026-06-12")
    source = {"log": (logged(0, "2026-06-12", Step("A", "docs/adr/0012-quick.md")),)}
    moved = {**source, "names_before": {path: "docs/adr/0012-quick.md"}}
    assert judged(dated("2026-06-12"), source=moved) == []
    assert [each.code for each in judged(dated("2026-06-12"), source=source)] == ["rfc-date"]


def committed(repo: GitRepo, day: str, files: dict[str, str]) -> None:
    for path, text in files.items():
        repo.write(path, text)
    repo.stage()
    repo.git("commit", "--quiet", f"--date={day}T12:00:00+0000", "--message", "change")


def record_at(repo: GitRepo) -> str:
    committed(repo, "2026-06-11", dated("2026-06-11"))
    return "docs/rfc/implemented/2026-06-11-fast-path.md"


def test_a_move_that_is_not_staged_is_dated_by_the_path_that_git_knows(repo: GitRepo) -> None:
    old = record_at(repo)
    new = old.replace("implemented", "rejected")
    repo.write(new, record("Fast path", "rejected"))
    assert {each.code for each in of(repo)} == {"rfc-duplicate", "rfc-date", "rfc-index"}  # it was copied
    repo.remove(old)
    assert {each.code for each in of(repo)} == {"rfc-index"}
    repo.git("add", "--", new)  # of both ends one is staged, so that git knows of no move
    assert "rfc-duplicate" not in {each.code for each in of(repo)}


def test_a_record_that_is_not_in_the_index_is_to_be_added_first(repo: GitRepo) -> None:
    old = record_at(repo)
    (repo.path / old).rename(repo.path / old.replace("fast-path", "quick-path"))
    (found,) = (each for each in of(repo) if each.code == "rfc-date")
    assert found.suggestion == (
        "if it was moved or renamed, run `git add -A` first, so that git can tell,"
        " or state `First proposed: 2026-06-11 reason`"
    )
    repo.stage()
    assert "rfc-date" not in {each.code for each in of(repo)}


def test_a_record_that_a_sparse_checkout_leaves_out_counts(repo: GitRepo) -> None:
    old = record_at(repo)
    new = old.replace("implemented", "rejected")
    committed(repo, "2026-06-11", {new: record("Fast path", "rejected")})
    repo.git("sparse-checkout", "set", "docs/rfc/rejected")
    assert not (repo.path / old).exists()
    assert "rfc-duplicate" in {each.code for each in of(repo)}


def of(repo: GitRepo) -> list[Finding]:
    with open_source(str(repo)) as source:
        return list(findings(GATE, Corpus(source)))


def test_git_is_asked_once_for_all_records_and_never_without(repo: GitRepo) -> None:
    committed(repo, "2026-06-11", {"README.md": "x\n"})
    with open_source(str(repo)) as source:
        before = source.git_calls
        assert list(findings(GATE, Corpus(source))) == []
        assert source.git_calls == before
    counts = []
    for number in (1, 30):
        files = {f"docs/rfc/implemented/2026-06-11-fast-path-{each}.md": TEXT for each in range(number)}
        committed(repo, "2026-06-11", files)
        with open_source(str(repo)) as source:
            assert {each.code for each in findings(GATE, Corpus(source))} <= {"rfc-index"}
            counts.append(source.git_calls)
    assert counts[0] == counts[1]


def test_a_shallow_clone_is_an_error_only_where_there_are_days_to_compare(repo: GitRepo, run: CommandLine) -> None:
    path = record_at(repo)
    committed(repo, "2026-06-12", {"x.md": "x\n"})
    clone = repo.path.parent / "clone"
    repo.git("clone", "--quiet", "--depth=1", f"file://{repo}", str(clone))
    with open_source(str(clone)) as source:
        with pytest.raises(GitError, match="git fetch --unshallow"):
            list(findings(GATE, Corpus(source)))
        assert [each.code for each in findings(GATE, Corpus(source), check_dates=False)] == ["rfc-index"]
    (clone / path).unlink()
    with open_source(str(clone)) as source:
        assert "rfc-date" not in {each.code for each in findings(GATE, Corpus(source, overlay={}), check_dates=False)}


def test_the_whole_way_of_a_record_through_the_command_line(repo: GitRepo, run: CommandLine) -> None:
    path = record_at(repo)
    repo.write(README, EMPTY)
    repo.stage()
    found = run(program="verify-rfcs")
    assert (found.code, found.out.splitlines()[0].split(": ")[1]) == (1, "rfc-index")
    assert run("--fix", program="verify-rfcs").code == 0
    assert "- 2026-06-11 [Fast path](implemented/2026-06-11-fast-path.md)" in (repo.path / README).read_text()
    repo.git("mv", path, path.replace("06-11", "06-12"))
    found = run("--fix", program="verify-rfcs")
    assert found.code == 1
    assert "the name says 2026-06-12, but git first saw the topic on 2026-06-11" in found.out


def test_corpus_without_records_in_the_folders_has_no_index(repo: GitRepo) -> None:
    corpus = corpus_of({"docs/rfc/proposed/README.md": "x\n"})
    assert list(findings(GATE, corpus)) == []
    assert TODAY in IMPLEMENTED
    assert folder_of({}).paths
