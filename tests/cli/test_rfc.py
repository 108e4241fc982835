"""The verbs of `doc-sync rfc` in a real repository: each leaves links, index and gates as they should be."""

from __future__ import annotations

import json
import shlex

import pytest

from docsync.repo import open_source
from gitrepo import GitRepo
from runs import CommandLine

SECTIONS = "## Problem\n\nIt hurts.\n\n## Proposal\n\nA plaster.\n\n## Consequences\n\n- It sticks.\n"
README = """# Decisions

See [the folder](proposed).

<!-- doc-sync: rfc-index -->
<!-- doc-sync: end -->

<!-- doc-sync: rfc-aliases -->
<!-- doc-sync: end -->
"""


@pytest.fixture
def records(repo: GitRepo, monkeypatch: pytest.MonkeyPatch) -> GitRepo:
    """A folder with two proposals dated today, of which one has an old id and is linked from a page."""
    with open_source(str(repo.path)) as source:
        today = source.today().isoformat()
    monkeypatch.setenv("GIT_AUTHOR_DATE", f"{today}T12:00:00+0000")
    first = f"# RFC: Plaster for wounds\n\nStatus: proposed (draft)\n\nFormerly: ADR 0007\n\n{SECTIONS}"
    second = (
        f"# RFC: Second thoughts\n\nStatus: proposed\n\nAfter [the plaster]({today}-plaster-wounds.md).\n\n{SECTIONS}"
    )
    repo.write(f"docs/rfc/proposed/{today}-plaster-wounds.md", first)
    repo.write(f"docs/rfc/proposed/{today}-second-thoughts.md", second)
    repo.write("docs/rfc/README.md", README)
    repo.write("README.md", f"[p](docs/rfc/proposed/{today}-plaster-wounds.md#consequences)\n")
    repo.stage()
    monkeypatch.setattr(repo, "today", today, raising=False)
    return repo


def committed(repo: GitRepo, run: CommandLine) -> None:
    """Everything as it is, committed on the day that the names say."""
    assert run("rfc", "index", "--stage").code == 0
    repo.git("commit", "--quiet", "--message", "records", f"--date={repo.today}T12:00:00+0000")  # type: ignore[attr-defined]


def test_a_record_goes_its_way_and_the_gates_pass_at_every_step(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    assert run("check").out == ""
    today = records.today  # type: ignore[attr-defined]
    steps = (
        ("implement", "ADR 7", "--note", "in 1.0"),
        ("reject", "adr-0007", "--note", "it fell off"),
        ("propose", f"{today}-plaster-wounds.md"),
        ("implement", f"docs/rfc/proposed/{today}-plaster-wounds.md"),
        ("implement", f"{today}-second-thoughts.md"),
    )
    for verb, *arguments in steps:
        done = run("rfc", verb, *arguments, "--stage")
        assert done.code == 0, done.err
        check = run("check")
        assert (check.code, check.out) == (0, ""), verb
    record = (records.path / f"docs/rfc/implemented/{today}-plaster-wounds.md").read_text()
    assert "\nStatus: implemented\n" in record
    assert "second-thoughts" in (records.path / "docs/rfc/README.md").read_text()
    assert (
        records.path / "README.md"
    ).read_text() == f"[p](docs/rfc/implemented/{today}-plaster-wounds.md#consequences)\n"
    # A page links to the folder, which therefore stays.
    assert (records.path / "docs/rfc/proposed/.gitkeep").exists()


def test_superseding_says_so_at_both_ends(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    today = records.today  # type: ignore[attr-defined]
    run("rfc", "implement", "ADR 7", "--stage")
    assert run("rfc", "supersede", "ADR 7", "--by", f"{today}-second-thoughts.md", "--stage").code == 0
    assert run("check").out == ""
    old = (records.path / f"docs/rfc/implemented/{today}-plaster-wounds.md").read_text()
    assert f"superseded by [Second thoughts](../proposed/{today}-second-thoughts.md)" in old


def test_a_new_proposal_is_written_named_and_indexed(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    today = records.today  # type: ignore[attr-defined]
    done = run("rfc", "new", "Use C++ & friends")
    assert done.code == 0, done.err
    path = f"docs/rfc/proposed/{today}-use-cpp-and-friends.md"
    assert done.out == f"{path}\n"
    assert (records.path / path).read_text().startswith("# RFC: Use C++ & friends\n")
    assert "use-cpp-and-friends.md" in (records.path / "docs/rfc/README.md").read_text()
    # The second one finds the README changed by the first, which is no dirt of anybody else's.
    assert run("rfc", "new", "Another").code == 0
    again = run("rfc", "new", "Use C++ & friends", "--slug", "cpp-again")
    assert again.out == f"docs/rfc/proposed/{today}-cpp-again.md\n"
    refused = run("rfc", "new", "Use C++ & friends")
    assert (refused.code, refused.out, f"{path}: is called" in refused.err) == (2, "", True)
    for _ in range(3):
        assert run("undo").code == 0
    assert records.git("status", "--short") == ""


def test_records_are_renamed_merged_and_split(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    today = records.today  # type: ignore[attr-defined]
    assert run("rfc", "rename", "ADR 7", "Bandages", "--stage").code == 0
    assert run("check").out == ""
    assert (records.path / f"docs/rfc/proposed/{today}-bandages.md").exists()
    done = run("rfc", "split", "ADR 7", "--section", "Consequences", "--stage")
    assert done.code == 0, done.err
    assert run("links").out == ""
    assert (records.path / f"docs/rfc/proposed/{today}-consequences.md").exists()
    done = run("rfc", "merge", "ADR 7", f"{today}-consequences.md", "--stage")
    assert done.code == 0, done.err
    assert run("links").out == ""
    assert not (records.path / f"docs/rfc/proposed/{today}-consequences.md").exists()


def test_records_are_listed_shown_and_found(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    today = records.today  # type: ignore[attr-defined]
    plaster = f"{today}  proposed     Plaster for wounds  docs/rfc/proposed/{today}-plaster-wounds.md"
    assert run("rfc", "list").out.splitlines()[1] == plaster
    assert run("rfc", "list", "--status", "rejected").out == ""
    assert run("rfc", "find", "ADR", "0007").out.splitlines() == [plaster]
    assert run("rfc", "find", "plasters").code == 1
    assert run("rfc", "find", "second").out.count("\n") == 1
    (found,) = json.loads(run("rfc", "find", "0007", "--format", "json").out)
    assert found == {
        "path": f"docs/rfc/proposed/{today}-plaster-wounds.md",
        "title": "Plaster for wounds",
        "status": "proposed",
        "date": today,
        "formerly": ["ADR 0007"],
    }
    shown = run("rfc", "show", f"{today}-plaster-wounds.md", directory="docs/rfc/proposed").out
    assert f"first seen: {today}, " in shown
    assert json.loads(run("rfc", "show", "ADR 7", "--format", "json").out)["first_seen"].startswith(today)


REFUSED = [
    (("implement", "ADR 8"), "ADR 8: no record in docs/rfc"),
    (("propose", "ADR 7"), "is proposed already"),
    (("new", "  "), "the title is empty"),
    (("new", "日本語"), "`日本語`: gives no file name of ASCII words; name one by --slug, such as --slug my-topic"),
    (("supersede", "ADR 7", "--by", "ADR 7"), "cannot supersede itself"),
    (
        ("split", "ADR 7", "--section", "Nothing"),
        "plaster-wounds.md: no section `Nothing`; its sections are `Problem`, `Proposal`, `Consequences`",
    ),
    (("merge", "ADR 7", "ADR 7"), "cannot be merged with itself"),
    (("show", "README.md"), "README.md: is"),
]


@pytest.mark.parametrize(("argv", "message"), REFUSED)
def test_what_cannot_be_done_is_said(records: GitRepo, run: CommandLine, argv: tuple[str, ...], message: str) -> None:
    committed(records, run)
    if argv[0] == "propose":
        argv = (*argv, "--note", "draft")
    done = run("rfc", *argv)
    assert done.code == 2
    assert message in done.err
    assert records.git("status", "--short") == ""


@pytest.mark.parametrize(("root", "folder"), [("./docs/rfc/", "docs/rfc/"), (".", "")])
def test_verbs_and_gate_mean_the_same_folder(repo: GitRepo, run: CommandLine, root: str, folder: str) -> None:
    repo.write("pyproject.toml", f'[tool.doc-sync.rfcs]\nroot = "{root}"\n')
    repo.write(f"{folder}README.md", README.replace("[the folder](proposed)", "below"))
    repo.commit()
    done = run("rfc", "new", "Some thing", "--slug", "some-thing", "--stage")
    assert (done.code, done.out.startswith(f"{folder}proposed/")) == (0, True), done.err
    assert {line.split(": ")[1] for line in run("rfcs").out.splitlines()} == {"rfc-sections"}
    assert run("rfc", "implement", "some-thing", "--stage").code == 0
    assert "(implemented/" in (repo.path / f"{folder}README.md").read_text()


def test_a_bad_pattern_is_told_by_every_verb(repo: GitRepo, run: CommandLine) -> None:
    repo.write("pyproject.toml", '[tool.doc-sync.rfcs]\nexempt = ["!"]\n')
    repo.write("docs/rfc/proposed/2026-01-02-a.md", "# A\n")
    repo.commit()
    for argv in (("rfcs",), ("rfc", "list"), ("rfc", "index")):
        done = run(*argv)
        assert (done.code, done.err) == (2, 'doc-sync: error: rfcs.exempt: "!" is not a gitignore pattern\n')


@pytest.mark.parametrize("slug", ["../../../../elsewhere", "a/b", "Capital", "two words", "x](y", "", "line\nend"])
@pytest.mark.parametrize("verb", [("new", "Some topic"), ("rename", "plaster-wounds", "Some topic")])
def test_a_slug_that_no_record_may_have_is_refused(
    records: GitRepo, run: CommandLine, verb: tuple[str, ...], slug: str
) -> None:
    committed(records, run)
    result = run("rfc", *verb, "--slug", slug)
    assert (result.code, records.git("status", "--porcelain")) == (2, "")
    assert "is no slug" in result.err


@pytest.mark.parametrize(
    "words",
    [("new", "Caf\udce9 hours"), ("rename", "plaster-wounds", "\udcff"), ("reject", "ADR 7", "--note", "\udcff")],
)
def test_text_that_is_not_utf_8_is_refused(records: GitRepo, run: CommandLine, words: tuple[str, ...]) -> None:
    committed(records, run)
    result = run("rfc", *words)
    assert result.code == 2
    assert "is not UTF-8" in result.err


def test_a_link_to_a_heading_of_the_index_is_no_obstacle(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    records.write("page.md", "[open](docs/rfc/README.md#proposed)\n")
    records.stage()
    assert run("rfc", "implement", "plaster-wounds").code == 0
    assert run("rfc", "new", "Some other topic").code == 0
    text = (records.path / "docs/rfc/README.md").read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("## ")] == ["## Proposed", "## Implemented"]


def test_an_index_that_has_no_place_is_no_success(records: GitRepo, run: CommandLine) -> None:
    records.write("docs/rfc/README.md", README.replace("end -->", "ends -->"))
    records.commit()
    done = run("rfc", "index")
    assert (done.code, records.git("status", "--short")) == (2, "")
    assert done.err.startswith("doc-sync: error: docs/rfc/README.md: there is no place for the index: its two comments")


def test_a_note_that_is_left_out_is_said(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    done = run("rfc", "implement", "plaster-wounds", "--note", "in 1.0")
    assert "plaster-wounds.md: left out of the status line: (draft)\n" in done.err


def test_records_that_are_exempt_are_none_to_any_verb(records: GitRepo, run: CommandLine) -> None:
    records.write("pyproject.toml", '[tool.doc-sync.rfcs]\nexempt = ["README.md", "*-thoughts.md"]\n')
    committed(records, run)
    for argv in (("show", "second-thoughts"), ("implement", "second-thoughts")):
        done = run("rfc", *argv)
        assert (done.code, "second-thoughts: no record in docs/rfc" in done.err) == (2, True)


def test_what_cannot_be_staged_is_written_and_said(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    lock = records.write(".git/index.lock")
    for option in ("--stage", "--commit"):
        done = run("rfc", "implement", "plaster-wounds", option)
        assert done.code == 2
        assert done.err.startswith("doc-sync: error: the files are written but not staged: git update-index failed in ")
        assert "; mend that and run `git add -A -- README.md docs/rfc/README.md docs/rfc/implemented/" in done.err
        assert done.err.endswith("`, or take the change back with `doc-sync undo`\n")
        undone = run("undo")
        said, error = undone.err.splitlines()
        assert (undone.code, said.startswith("restored 5 files as before `rfc implement plaster-wounds`: ")) == (
            2,
            True,
        )
        assert error.startswith("doc-sync: error: the files are restored, but git's index is not: git update-index")
        assert "; mend that and run `git add -A -- README.md docs/rfc/README.md docs/rfc/proposed/" in error
        assert records.git("status", "--short") == ""
    lock.unlink()


def test_a_refused_commit_shows_the_lines_of_the_hook(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    hook = records.write(".git/hooks/pre-commit", "#!/bin/sh\nprintf 'first\\nsecond \\033[1m\\n' >&2; exit 1\n")
    hook.chmod(0o755)
    done = run("rfc", "implement", "plaster", "--commit")
    said = [line.removeprefix("doc-sync: error: ") for line in done.err.splitlines()]
    assert (done.code, said[:3]) == (2, ["git commit was refused:", "first", r"second \x1b[1m"])
    assert said[3].startswith("the moves are committed (")
    assert len(said) == 4
    records.git("reset", "--quiet", "--soft", "HEAD~1")
    assert "commits stay" not in run("undo").err  # there are none
    assert records.git("status", "--short") == ""


def test_an_undo_leaves_commits_and_says_so(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    assert run("rfc", "implement", "plaster", "--commit").code == 0
    head = records.git("rev-parse", "HEAD")
    said = run("undo").err.splitlines()
    assert said[1:] == ["the commits stay; commit what is restored, or take them back with `git reset`"]
    assert records.git("rev-parse", "HEAD") == head
    assert run("rfc", "list", "--status", "implemented").out == ""


def test_an_index_is_made_with_its_readme(records: GitRepo, run: CommandLine) -> None:
    (records.path / "docs/rfc/README.md").unlink()
    records.write("README.md", "# Pages\n")
    records.stage()
    done = run("rfc", "index", "--stage")
    assert (done.code, done.err.splitlines()[0]) == (0, "created docs/rfc/README.md")
    assert "rfc-index" not in run("rfcs").out
    assert run("rfc", "index").err == "nothing to change\n"


def test_verbs_follow_one_another_unstaged(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    folder = records.path / "docs/rfc"

    def named(words: str) -> list[str]:
        return [path.parent.name for path in folder.rglob(f"*{words}.md")]

    assert run("rfc", "new", "Fast path").code == 0
    for verb, place in (("implement", "implemented"), ("reject", "rejected"), ("propose", "proposed")):
        done = run("rfc", verb, "fast-path")
        assert (done.code, named("fast-path")) == (0, [place])
        add, *paths = shlex.split(done.err.rpartition("to stage it: git ")[2])
        records.git(add, "--dry-run", *paths)
    assert run("rfc", "rename", "fast-path", "Slow path").code == 0
    assert (named("fast-path"), named("slow-path")) == ([], ["proposed"])
    assert run("rfc", "merge", "second-thoughts", "slow-path").code == 0
    assert (named("slow-path"), named("second-thoughts")) == ([], ["proposed"])
    for verb, place in (("implement", "implemented"), ("reject", "rejected")):
        assert (run("rfc", verb, "plaster-wounds").code, named("plaster-wounds")) == (0, [place])


def test_a_verb_that_is_not_staged_leaves_one_record(records: GitRepo, run: CommandLine) -> None:
    committed(records, run)
    today = records.today  # type: ignore[attr-defined]
    assert run("rfc", "implement", "plaster").code == 0
    new = f"docs/rfc/implemented/{today}-plaster-wounds.md"
    assert run("rfc", "show", "plaster").out.startswith(f"path: {new}\n")
    assert run("rfc", "index").err.splitlines()[-1] == "nothing to change"
    done = run("check")
    assert "rfc-" not in done.out
    assert "note: 1 document is not on disk but still in git's index: " in done.err
    assert "`git add -A` if that is meant to be gone" in done.err
    assert run("rfc", "implement", "second").code == 0  # with an index that lists each once
    assert "rfc-" not in run("check").out
    records.stage()
    done = run("check")
    assert ("rfc-" in done.out, "not on disk" in done.err) == (False, False)
