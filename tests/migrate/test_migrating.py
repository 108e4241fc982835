"""`doc-sync migrate` in real repositories: from plan to undo, what is refused, and what a crash leaves."""

from __future__ import annotations

import json
import os
import posixpath
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from written import at_step, snapshot

from docsync.cli import main
from gitrepo import GitRepo
from migrate.migrating import PLAN, day, good, record
from runs import CommandLine, process

ADR, RFC, OTHER = "docs/adr/0001-use-a-cache.md", "docs/rfc/002-drop-the-queue.md", "docs/adr/0003-name-the-locks.md"
NEW = "docs/rfc/implemented/2026-01-05-use-a-cache.md"
MOVES = "docs/rfc/moves.json"


@pytest.fixture
def folders(repo: GitRepo) -> GitRepo:
    """Three records of three days, and what cites them."""
    repo.write(ADR, record("1. Use a cache", "Status: accepted", f"See [the queue](../rfc/{Path(RFC).name}#context)."))
    day(repo, "2026-01-05")
    repo.write(RFC, record("RFC 002: Drop the queue", "Status: proposed"))
    day(repo, "2026-01-06")
    repo.write(OTHER, record("ADR-0003: Name the locks", "Status: accepted").replace("\n", "\r\n"))
    repo.write("README.md", "# Ours\n\n[decisions](docs/adr/), ADR 0001, [ADR 0003](docs/adr/0003-name-the-locks.md)\n")
    repo.write("src/a.py", "# as ADR 0001 says\n")
    repo.write("CHANGELOG.md", "- ADR 0001 is done\n")
    repo.link("CLAUDE.md", "README.md")
    day(repo, "2026-01-07")
    return repo


def tree(repo: GitRepo) -> dict[str, tuple[int, bytes | None]]:
    """Everything but git's own files."""
    return {path: each for path, each in snapshot(repo.path).items() if not f"{path}/".startswith(".git/")}


def test_from_plan_to_undo(folders: GitRepo, run: CommandLine) -> None:
    done = good(run("migrate", "plan"))
    assert done.err.splitlines()[0].startswith(f"{PLAN}: 3 records, ")
    assert done.err.splitlines()[-1] == "next: `doc-sync migrate show`, then `doc-sync migrate apply`"
    assert "use-a-cache" in good(run("migrate", "show")).out
    before = tree(folders)
    shown = good(run("migrate", "apply", "--dry-run"))
    assert f"would move {ADR} -> {NEW}" in shown.err
    assert good(run("migrate", "apply", "--diff")).out.count(f"rename to {NEW}") == 1
    assert tree(folders) == before
    done = good(run("migrate", "apply"))
    assert done.err.splitlines()[-1] == "next: `doc-sync migrate verify` proves it"
    assert folders.path.joinpath("src/a.py").read_text() == f"# as {NEW} says\n"
    assert folders.path.joinpath("CLAUDE.md").is_symlink()
    assert b"\r\nFormerly: ADR 0003\r\n" in next(folders.path.glob("docs/rfc/*/*-name-the-locks.md")).read_bytes()
    folders.write("plan.html", "ADR 0001\n")  # nobody asked about what git does not know
    proof = good(run("migrate", "verify"))
    folders.remove("plan.html")
    assert [line[:10] for line in proof.out.splitlines()] == ["ok   gates", "ok   links", "ok   block", "ok   names"]
    assert "but for 1 listed exception" in proof.out
    after = tree(folders)
    again = good(run("migrate", "apply"))
    assert again.err == f"nothing to change: {MOVES} says that this was done\n"
    assert tree(folders) == after
    good(run("migrate", "undo"))
    assert tree(folders) == before


def test_a_commit_has_its_moves_apart_and_the_proof_still_holds(folders: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan", directory="docs"))
    good(run("migrate", "apply", "--commit"))
    assert folders.git("log", "--format=%s", "-2").splitlines() == [
        f"doc-sync migrate apply {PLAN}",
        f"doc-sync migrate apply {PLAN}: move",
    ]
    good(run("migrate", "verify", MOVES))
    assert good(run("rfcs")).out == ""
    folders.write("docs/guide.md", "# Guide\n\n[cache](rfc/implemented/2026-01-05-use-a-cache.md)\n")
    folders.commit()
    good(run("migrate", "verify"))


def test_the_program_of_its_own_has_the_same_commands(folders: GitRepo, run: CommandLine) -> None:
    good(run("plan", "-o", "other.toml", program="migrate-adr-to-rfc"))
    done = good(run("apply", "other.toml", "--stage", "--quiet", program="migrate-adr-to-rfc"))
    assert (done.out, done.err) == ("", "")
    assert run("--version", program="migrate-adr-to-rfc").out.startswith("migrate-adr-to-rfc ")


def test_a_page_is_written(folders: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan"))
    assert good(run("migrate", "show", "--html", "plan.html")).err == "wrote plan.html; open it in a browser\n"
    assert "use-a-cache" in (folders.path / "plan.html").read_text("utf-8")


QUESTION = "status-none-docs-adr"


@pytest.fixture
def asking(folders: GitRepo) -> GitRepo:
    """One record more, which states no status."""
    folders.write("docs/adr/0004-ask-first.md", "# 4. Ask first\n\n## Context\n\nWhy?\n\n## Decision\n\nYes.\n")
    day(folders, "2026-01-08")
    return folders


def test_apply_waits_for_answers(asking: GitRepo, run: CommandLine) -> None:
    done = good(run("migrate", "plan"))
    name = done.err.split("question ", 1)[1].split(":", 1)[0]
    assert f"or run `doc-sync migrate plan --answer {name}=" in done.err
    before = tree(asking)
    refused = run("migrate", "apply")
    assert refused.code == 2
    assert f"1 question without an answer ({name}); write `answer` there, or run `" in refused.err
    assert tree(asking) == before
    assert run("migrate", "plan", "--answer", "nonsense").code == 2
    good(run("migrate", "plan", "--answer", f"{name}=implemented"))
    good(run("migrate", "apply"))
    good(run("migrate", "verify"))


def test_a_plan_for_another_commit_is_noted_and_records_since_then_are_refused(
    folders: GitRepo, run: CommandLine
) -> None:
    good(run("migrate", "plan"))
    folders.write("docs/page.md", "# Page\n")
    folders.commit()
    assert "note: the plan was made at " in good(run("migrate", "apply", "--dry-run")).err
    folders.write("docs/adr/0009-late.md", record("9. Late"))
    folders.commit()
    refused = run("migrate", "apply")
    assert refused.code == 2
    assert "docs/adr/0009-late.md: not in the plan, which was made before; run `doc-sync migrate plan`" in refused.err
    folders.remove("docs/adr/0009-late.md")
    folders.remove(OTHER)
    folders.commit()
    refused = run("migrate", "apply")
    assert (refused.code, OTHER in refused.err) == (2, True)


def test_dirty_files_are_refused_unless_they_may_be_written(folders: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan"))
    folders.write("README.md", (folders.path / "README.md").read_text() + "\nMore.\n")
    refused = run("migrate", "apply")
    assert (refused.code, "README.md: changed since git last saw it" in refused.err) == (2, True)
    good(run("migrate", "apply", "--allow-dirty"))


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        (("show",), f"{PLAN}: cannot be read: No such file or directory; make a plan by `doc-sync migrate plan`"),
        (("apply",), "make a plan by `doc-sync migrate plan`"),
        (("show", "binary"), "binary: is not UTF-8; restore it"),
        (("verify",), f"{MOVES}: not there; name the moves.json that `doc-sync migrate apply` wrote"),
        (("verify", "README.md"), "README.md: is no JSON"),
        (("apply-map", "nothing.json"), "nothing.json: cannot be read"),
        (("plan", "--adr", "docs/none"), "docs/none"),
    ],
)
def test_what_is_not_there_is_named_with_the_way_out(
    folders: GitRepo, run: CommandLine, argv: tuple[str, ...], text: str
) -> None:
    folders.write("binary", b"\xff")
    done = run("migrate", *argv)
    assert (done.code, text in done.err) == (2, True), done.err


def test_a_shallow_history_stops_the_plan_with_the_command_that_deepens(folders: GitRepo, tmp_path: Path) -> None:
    folders.git("clone", "--quiet", "--depth=1", f"file://{folders}", str(tmp_path / "shallow"))
    done = process(GitRepo(tmp_path / "shallow"), "migrate", "plan")
    assert (done.returncode, b"git fetch --unshallow" in done.stderr) == (2, True)


def test_a_submodule_is_left_alone(folders: GitRepo, run: CommandLine, tmp_path: Path) -> None:
    other = GitRepo(tmp_path / "other")
    other.write("notes.md", "ADR 0001\n")
    other.commit()
    folders.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other), "lib")
    folders.commit()
    good(run("migrate", "plan"))
    good(run("migrate", "apply", "--commit"))
    good(run("migrate", "verify"))
    assert (folders.path / "lib/notes.md").read_text() == "ADR 0001\n"
    assert folders.git("status", "--porcelain", "--ignore-submodules=none") == f"?? {PLAN}"


@pytest.mark.parametrize("number", [3, 20, 40, 60, 80])
def test_an_apply_that_is_killed_is_taken_back(folders: GitRepo, run: CommandLine, number: int) -> None:
    good(run("migrate", "plan"))
    before = tree(folders)
    pid = os.fork()
    if pid == 0:
        try:
            os.chdir(folders.path)
            with at_step(lambda count: count == number, lambda: os.kill(os.getpid(), signal.SIGKILL)):
                main(["migrate", "apply", "--quiet"])
        finally:
            os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(pid, 0)[1])
    run("migrate", "undo")
    assert tree(folders) == before
    good(run("migrate", "apply"))
    good(run("migrate", "verify"))


_FULL = """
import resource, runpy, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
sys.argv = ["doc-sync", "migrate", "apply"]
runpy.run_module("docsync", run_name="__main__")
"""


def test_a_full_disk_changes_nothing(folders: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan"))
    before = tree(folders)
    done = subprocess.run([sys.executable, "-c", _FULL], cwd=folders.path, capture_output=True, text=True, check=False)
    assert (done.returncode, "File too large" in done.stderr) == (2, True), done.stderr
    assert tree(folders) == before
    good(run("migrate", "apply"))


@pytest.mark.parametrize(
    ("path", "old", "new", "line"),
    [
        (NEW, "Status: implemented", "Status: rejected", "FAIL gates"),
        (NEW, "#context", "#nowhere", "FAIL links"),
        ("README.md", "# Ours", "# Ours\n\n[more](src/a.py)", "FAIL links"),
        (NEW, "We do it.", "We do not.", "FAIL blocks"),
        (NEW, "It is done.", "", "FAIL blocks"),
        ("src/a.py", NEW, "ADR 0001", "FAIL names"),
        ("src/a.py", NEW, ADR, "FAIL names"),
    ],
)
def test_the_proof_fails_for_what_was_tampered_with(
    folders: GitRepo, run: CommandLine, path: str, old: str, new: str, line: str
) -> None:
    good(run("migrate", "plan"))
    good(run("migrate", "apply", "--commit"))
    text = (folders.path / path).read_text()
    assert old in text
    folders.write(path, text.replace(old, new))
    done = run("migrate", "verify")
    assert done.code == 1
    assert line in done.out


def test_a_map_brings_another_branch_to_the_same_names(folders: GitRepo, run: CommandLine) -> None:
    folders.git("branch", "topic")
    good(run("migrate", "plan"))
    good(run("migrate", "apply", "--commit"))
    text = folders.git("show", f"HEAD:{MOVES}")
    folders.git("checkout", "--quiet", "topic")
    folders.write("../moves.json", text)
    folders.write("docs/guide.md", "# Guide\n\nAs ADR 0001 says, and [the queue](rfc/002-drop-the-queue.md#context).\n")
    folders.write("src/b.py", "# see docs/adr/0001-use-a-cache.md\n")
    folders.commit()
    good(run("migrate", "apply-map", "../moves.json"))
    assert (folders.path / NEW).is_file()
    assert not (folders.path / ADR).exists()
    guide = (folders.path / "docs/guide.md").read_text()
    assert "(rfc/implemented/2026-01-05-use-a-cache.md)" in guide
    assert "(rfc/proposed/2026-01-06-drop-the-queue.md#context)" in guide
    assert (folders.path / "src/b.py").read_text() == f"# see {NEW}\n"
    folders.commit()
    after = tree(folders)
    assert "nothing to change" in good(run("migrate", "apply-map", "../moves.json")).err
    assert tree(folders) == after


def test_a_map_mends_links_to_names_that_are_gone(folders: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan"))
    good(run("migrate", "apply", "--commit"))
    folders.write("docs/late.md", f"# Late\n\n[a](adr/{Path(ADR).name}#1-use-a-cache) [b](adr/none.md) and ADR 0003.\n")
    folders.write(OTHER, record("3. Name the locks"))
    folders.commit()
    done = good(run("migrate", "apply-map", MOVES, "docs"))
    assert f"left: {OTHER}, since docs/rfc/implemented/2026-01-07-name-the-locks.md is there already" in done.err
    late = (folders.path / "docs/late.md").read_text()
    assert "[a](rfc/implemented/2026-01-05-use-a-cache.md#rfc-use-a-cache) [b](adr/none.md)" in late
    assert "(rfc/implemented/2026-01-07-name-the-locks.md)" in late


def test_a_plan_made_again_when_all_is_done_keeps_the_old_one(folders: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan"))
    text = (folders.path / PLAN).read_bytes()
    good(run("migrate", "apply", "--commit"))
    done = good(run("migrate", "plan"))
    assert done.err == f"nothing to migrate in docs/rfc; {MOVES} says what was done\n"
    assert (folders.path / PLAN).read_bytes() == text


def test_another_repository_follows_in_what_it_says_of_ours(folders: GitRepo, run: CommandLine, tmp_path: Path) -> None:
    good(run("migrate", "plan"))
    good(run("migrate", "apply", "--commit"))
    other = GitRepo(tmp_path / "other")
    url = "https://example.org/o/n/blob/main"
    other.write("a.py", f"# {ADR}, not x{ADR} nor {ADR}x\n")
    other.write("binary", b"\0 " + ADR.encode())
    other.write("CHANGELOG.txt", f"{ADR}\n")
    other.write(
        "b.md",
        f"# B\n\n[x]({url}/{ADR}#1-use-a-cache) [y]({url}/src/a.py) [z]({url.replace('main', 'a' * 40)}/{ADR})\n",
    )
    other.write(OTHER, "# 3. Our own\n")
    other.write("b.py", f"# {OTHER}\n")
    other.link("link", "a.py")
    other.commit()
    done = good(run("migrate", "apply-map", MOVES, str(other)))
    assert "is no commit of this repository, so that its own files keep their names" in done.err
    assert (other.path / "a.py").read_text() == f"# {NEW}, not x{ADR} nor {ADR}x\n"
    assert (
        f"[x]({url}/{NEW}#rfc-use-a-cache) [y]({url}/src/a.py) [z]({url.replace('main', 'a' * 40)}/{ADR})"
        in (other.path / "b.md").read_text()
    )
    assert (other.path / "CHANGELOG.txt").read_text() == f"{ADR}\n"
    assert (other.path / OTHER).is_file()
    assert (other.path / "b.py").read_text() == f"# {OTHER}\n"
    other.commit()
    assert "nothing to change" in good(run("migrate", "apply-map", MOVES, str(other))).err


def test_a_record_of_which_git_sees_too_little_states_its_day(repo: GitRepo, run: CommandLine) -> None:
    repo.write(ADR, "# 1. Use a cache\n\nYes.\n")
    day(repo, "2026-01-05")
    good(run("migrate", "plan", "--answer", "status-none-docs-adr=implemented"))
    good(run("migrate", "apply", "--stage"))
    assert "\nFirst proposed: 2026-01-05 in commit " in (repo.path / NEW).read_text()
    assert "rfc-date" not in run("rfcs").out


def test_the_views_show_what_was_answered(asking: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan"))
    asked = good(run("migrate", "show")).out
    assert "rejected." not in asked
    assert "1 question to answer" in asked
    good(run("migrate", "plan", f"--answer={QUESTION}=rejected"))
    shown = good(run("migrate", "show")).out
    assert "and 1\nrejected." in shown
    assert "It can be applied." in shown
    row = shown.split("docs/rfc/rejected/ (1)", 1)[1].split("\n\n", 1)[0]
    assert "0004-ask-first.md" in row
    assert "your answer" in row
    assert "?" not in row
    good(run("migrate", "show", "--html", "plan.html"))
    page = (asking.path / "plan.html").read_text("utf-8")
    assert "your answer" in page
    assert "It can be applied." in page
    good(run("migrate", "apply"))
    assert list(asking.path.glob("docs/rfc/rejected/*-ask-first.md"))


def test_undo_takes_back_nothing_but_a_migration(folders: GitRepo, run: CommandLine) -> None:
    assert run("migrate", "undo").err.endswith("there is no fix to undo here\n")
    good(run("mv", "README.md", "READ.md"))
    refused = run("migrate", "undo")
    assert (refused.code, refused.out) == (2, "")
    assert "the last change was `doc-sync mv README.md READ.md`, no migration; `doc-sync undo` takes it" in refused.err
    assert (folders.path / "READ.md").is_file()


def test_patterns_that_match_no_longer_are_named_after_apply_and_by_verify(folders: GitRepo, run: CommandLine) -> None:
    folders.write("list.sh", "\nls docs/adr/[0-9]*.md\n")
    day(folders, "2026-01-09")
    good(run("migrate", "plan"))
    done = good(run("migrate", "apply", "--stage"))
    *_, told, last = done.err.splitlines()
    assert told == "2 places were left alone; 1 of them is a pattern over names that no longer match (list.sh:2)"
    assert last.startswith("next: ")
    proof = good(run("migrate", "verify"))
    assert len(proof.out.splitlines()) == 4
    assert proof.err.splitlines()[0].startswith("left: list.sh: docs/adr/[0-9]*.md (a pattern;")
    assert "left: CHANGELOG.md: ADR 0001 (a changelog)\n" in proof.err


def test_at_most_ten_exceptions_are_listed(folders: GitRepo, run: CommandLine) -> None:
    for number in range(12):
        folders.write(f"list{number:02}.sh", "ls docs/adr/[0-9]*.md\n")
    day(folders, "2026-01-09")
    good(run("migrate", "plan"))
    assert "list09.sh:1 and 2 more)\n" in good(run("migrate", "apply", "--stage")).err
    proof = good(run("migrate", "verify"))
    assert proof.err.count("left: ") == 10
    assert proof.err.endswith("and 3 more\n")
    assert "more" not in good(run("migrate", "undo")).err.partition("and")[0]


def test_an_example_is_given_for_each_question(asking: GitRepo, run: CommandLine) -> None:
    asking.write("docs/rfc/005-ask-too.md", "# RFC 005: Ask too\n\n## Context\n\nWhy?\n")
    day(asking, "2026-01-09")
    told = good(run("migrate", "plan")).err
    assert told.count("question ") >= 2
    assert told.count("`doc-sync migrate plan --answer ") == told.count("question status-")


def test_an_id_of_an_absorbed_record_in_prose_is_proved(repo: GitRepo, run: CommandLine) -> None:
    repo.write(
        "docs/rfc/001-tracking-events.md",
        record("RFC 001: Tracking events", "Status: Implemented")
        + "\n## Part 1: Store events\n\nKept.\n\n## Part 2: Show events\n\nSeen.\n",
    )
    day(repo, "2026-01-05")
    for number, name in enumerate(("store-events", "show-events"), start=1):
        head = f"ADR 000{number}: {name.replace('-', ' ').capitalize()}"
        path = "../rfc/001-tracking-events.md"
        said = f"Status: accepted\n\nImplements: [RFC 001, part {number}]({path})"
        repo.write(f"docs/adr/000{number}-{name}.md", record(head, said, f"RFC 001 wants events. See [it]({path})."))
    day(repo, "2026-01-06")
    told = good(run("migrate", "plan")).err
    assert "question umbrella-rfc-001" in told
    good(run("migrate", "plan", "--answer=umbrella-rfc-001=dissolve"))
    good(run("migrate", "apply", "--stage"))
    good(run("migrate", "verify"))
    new = "docs/rfc/implemented/2026-01-05-store-events.md"
    text = (repo.path / new).read_text("utf-8")
    assert "Tracking events wants events. See it." in text
    assert text.count("Status:") == 1
    assert "(2026-01-05-store-events.md)" not in text


def test_a_status_of_several_lines_is_refused(folders: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan"))
    plan = folders.path / PLAN
    text = plan.read_text("utf-8").replace('status = "implemented (accepted)"', 'status = "implemented\\n# Else"', 1)
    plan.write_text(text, "utf-8")
    refused = run("migrate", "apply", "--dry-run")
    line = text[: text.index("# Else")].count("\n") + 1
    assert refused.code == 2
    assert f"{PLAN}:{line}: " in refused.err
    assert "has a line end or another control character" in refused.err


def test_a_day_that_is_edited_is_not_said_to_be_that_of_a_commit(folders: GitRepo, run: CommandLine) -> None:
    good(run("migrate", "plan"))
    plan = folders.path / PLAN
    text = plan.read_text("utf-8")
    assert text.count("\ndate = 2026-01-05\n") == 1
    plan.write_text(text.replace("\ndate = 2026-01-05\n", "\ndate = 2021-01-02\n"), "utf-8")
    good(run("migrate", "apply", "--stage"))
    new = (folders.path / "docs/rfc/implemented/2021-01-02-use-a-cache.md").read_text("utf-8")
    assert "\nFirst proposed: 2021-01-02 as the plan says\n" in new
    good(run("migrate", "verify"))


def test_a_baseline_follows_its_records(repo: GitRepo, run: CommandLine) -> None:
    sections = "".join(f"\n## {name}\n\nIt hurts.\n" for name in ("Context", "Decision", "Consequences"))
    repo.write(
        "docs/adr/0001-use-postgres.md", f"# 1. Use Postgres\n\nStatus: Accepted\n{sections}\nSee [x](gone.md).\n"
    )
    repo.stage()
    assert run("baseline").code == 0
    repo.stage()
    repo.commit()
    assert run("migrate", "plan").code == 0
    done = run("migrate", "apply", "--commit")
    assert (done.code, done.err.count("changed doc-sync-baseline.json")) == (0, 1)
    (known,) = json.loads((repo.path / "doc-sync-baseline.json").read_text("utf-8"))["findings"]
    assert (posixpath.dirname(known["path"]), known["subject"]) == ("docs/rfc/implemented", "../gone.md")
    assert run("migrate", "verify").code == 0
    assert run("check").code == 0
