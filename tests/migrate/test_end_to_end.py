"""The reference repository from plan to undo, through the command line, judged by eyes that are not doc-sync's."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from written import snapshot

from gitrepo import GitRepo
from migrate.migrating import (
    PLAN,
    good,
    is_action,
    open_questions,
    plan_of,
    planned,
    topic_of,
    write_answer,
)
from migrate.reference_decisions import ADRS
from migrate.reference_outcome import ANSWERS, KEPT_FILES, KEPT_IDS, OUTCOMES, SPLIT, UMBRELLA
from migrate.reference_proposals import RFCS
from migrate.reference_repository import HISTORY, build
from migrate.rendered import Arrow, arrows, old_names, plain_lines, texts
from runs import CommandLine, process

HOMES = {member: each.target for each in OUTCOMES for member in each.members}
RECORDS = {**ADRS, **RFCS}
_STATUS = re.compile(r"^[-*>| ]*(?:\*\*)?status[:*| ]+(?:\W* )?(.*)$", re.IGNORECASE | re.MULTILINE)
_TITLE = re.compile(r"^(?:# RFC: |title: (?:RFC: )?)(.*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The reference repository, made once."""
    return build(GitRepo(tmp_path_factory.mktemp("reference") / "repo")).path


@pytest.fixture
def before(made: Path, repo: GitRepo, run: CommandLine) -> CommandLine:
    """The command line in a copy of it."""
    shutil.copytree(made, repo.path, dirs_exist_ok=True)
    return run


@pytest.fixture(scope="module")
def migrated(made: Path, tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A copy that processes of their own have migrated, for tests that only look."""
    repo = GitRepo(Path(shutil.copytree(made, tmp_path_factory.mktemp("migrated") / "repo")))
    _process(repo, "plan")
    _process(repo, "plan", *answers(plan_of(repo)))
    _process(repo, "apply", "--stage")
    return repo


def _process(repo: GitRepo, *argv: str) -> None:
    done = process(repo, "migrate", *argv)
    assert done.returncode == 0, done.stderr.decode()


@pytest.fixture
def after(migrated: GitRepo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """The command line in the migrated copy."""
    return CommandLine(migrated, monkeypatch, capsys)


def answers(plan: dict[str, Any], umbrella: str = "stay") -> list[str]:
    """Options that answer every question as the outcome wants it."""
    wanted = {subject: answer for subject, (_, answer) in ANSWERS.items()} | {"umbrella": umbrella}
    return [f"--answer={each['id']}={wanted[each['subject']]}" for each in open_questions(plan)]


def answered(run: CommandLine, umbrella: str = "stay") -> dict[str, Any]:
    return planned(run, *answers(planned(run), umbrella))


def files(run: CommandLine) -> dict[str, tuple[int, bytes | None]]:
    """All that a person would miss if it changed."""
    return {path: each for path, each in snapshot(run.repo.path).items() if not f"{path}/".startswith(".git/")}


def left_over(folder: Path) -> list[tuple[str, str]]:
    """Old ids and names that should not be there."""
    return [(path, text) for path, text in old_names(folder) if path not in KEPT_FILES and (path, text) not in KEPT_IDS]


def test_the_reference_has_the_shape_that_it_claims(made: Path) -> None:
    assert (len(ADRS), len(RFCS)) == (18, 13)
    assert len({commit.author for commit in HISTORY}) == 6
    resolved, broken = arrows(made)
    assert broken == []
    assert sum(count for each, count in resolved.items() if each.source in RECORDS) >= 40
    assert len(left_over(made)) >= 100
    assert sum(path not in RECORDS for path, _ in left_over(made)) >= 20
    assert {member for each in OUTCOMES for member in each.members} == RECORDS.keys()


# The plan


def test_a_plan_asks_three_things_and_proposes_what_is_right(before: CommandLine) -> None:
    questions = list(open_questions(planned(before)))
    assert {each["subject"]: (each["topic"], each["proposal"]) for each in questions} == ANSWERS
    assert len(questions) == 3


def test_every_record_is_planned_as_decided_by_hand(before: CommandLine) -> None:
    plan = planned(before)
    for outcome in OUTCOMES:
        topic = topic_of(plan, outcome.members[0])
        found = (tuple(topic["members"]), topic["target"], topic["title"], tuple(topic["ids"]))
        assert found == (outcome.members, outcome.target, outcome.title, outcome.ids)
    topic = topic_of(plan, SPLIT.members[0], action="split")
    assert (topic["target"], topic["title"], topic["status"].split()[0]) == (SPLIT.target, SPLIT.title, "proposed")


def test_every_file_of_the_folders_is_in_one_topic(before: CommandLine) -> None:
    plan = planned(before)
    members = Counter(member for each in plan["topic"] if is_action(each, "") for member in each["members"])
    assert set(members.values()) == {1}
    assert set(members) == set(before.repo.git("ls-files", "docs/adr", "docs/rfc").splitlines())


def test_nothing_is_written_before_the_questions_are_answered(before: CommandLine) -> None:
    plan = planned(before)
    known = files(before)
    done = before("migrate", "apply")
    assert done.code == 2
    assert all(question["id"] in done.err for question in open_questions(plan))
    assert files(before) == known


def test_a_question_can_be_answered_in_an_editor(before: CommandLine) -> None:
    for question in open_questions(planned(before)):
        write_answer(before.repo.path / PLAN, question["id"], ANSWERS[question["subject"]][1])
    assert list(open_questions(planned(before))) == []
    good(before("migrate", "apply", "--dry-run"))


def test_a_plan_is_shown_as_a_table_and_as_a_page(before: CommandLine, tmp_path: Path) -> None:
    answered(before)
    known = files(before)
    table = good(before("migrate", "show")).out
    good(before("migrate", "show", "--html", str(tmp_path / "plan.html")))
    page = (tmp_path / "plan.html").read_text("utf-8")
    names = {each.target.split("/")[-1] for each in (*OUTCOMES, SPLIT)}
    assert [name for name in names if name not in table or name not in page] == []
    assert files(before) == known


# The result


def test_every_record_is_where_it_belongs(migrated: GitRepo) -> None:
    found = texts(migrated.path)
    folders = ("docs/rfc/proposed/", "docs/rfc/implemented/", "docs/rfc/rejected/")
    assert {path for path in found if path.startswith(folders)} == {each.target for each in (*OUTCOMES, SPLIT)}
    assert not found.keys() & RECORDS.keys()
    for outcome in (*OUTCOMES, SPLIT):
        status, title = (pattern.search(found[outcome.target]) for pattern in (_STATUS, _TITLE))
        assert status, outcome.target
        assert status[1].startswith(outcome.status), outcome.target
        assert title, outcome.target
        assert title[1] == outcome.title


def test_old_ids_stay_findable(after: CommandLine) -> None:
    found = texts(after.repo.path)
    aliases = found["docs/rfc/README.md"].split("<!-- doc-sync: rfc-aliases -->")[1].split("<!-- doc-sync: end -->")[0]
    for outcome in OUTCOMES:
        line = re.search(r"^Formerly: (.*)$", found[outcome.target], re.MULTILINE)
        assert line, outcome.target
        assert set(line[1].split(", ")) == set(outcome.ids)
        assert all(old in aliases for old in outcome.ids)
    assert HOMES["docs/rfc/002-structured-trace-events.md"] in good(after("rfc", "find", "RFC 002")).out
    assert HOMES["docs/adr/0005-structured-trace-events.md"] in good(after("rfc", "find", "ADR 0005")).out


def test_what_the_index_said_by_hand_is_still_there(migrated: GitRepo) -> None:
    readme = texts(migrated.path)["docs/rfc/README.md"]
    assert "writes a page here first and lets it lie for a week." in readme
    assert "<!-- doc-sync: rfc-index -->" in readme


def test_decisions_of_an_umbrella_are_dated_as_it_is(migrated: GitRepo) -> None:
    found = texts(migrated.path)
    for name in ("runtime-argument-validation", "validate-results", "freeze-published-schemas"):
        text = found[f"docs/rfc/implemented/2025-03-03-{name}.md"]
        assert re.search(r"^First proposed: 2025-03-03\b", text, re.MULTILINE), name
        assert f"](2025-03-03-{name}.md)" in found[HOMES[UMBRELLA]]


def test_no_id_is_left(migrated: GitRepo) -> None:
    assert left_over(migrated.path) == []
    kept = Counter(old_names(migrated.path))
    assert [each for each in KEPT_IDS if kept[each] != 1] == []
    assert texts(migrated.path)["CHANGELOG.md"].count("ADR 00") == 2


def test_every_link_leads_to_where_it_led(after: CommandLine, made: Path) -> None:
    good(after("links"))
    old, _ = arrows(made)
    new, broken = arrows(after.repo.path)
    assert broken == []
    assert list(_lost(old, new)) == []


def _lost(old: Counter[Arrow], new: Counter[Arrow]) -> Iterator[tuple[Arrow, int]]:
    """Links that are fewer than before, but for those of the record that is split, and those within merged pairs."""
    wanted: Counter[Arrow] = Counter()
    for (source, target, heading), count in old.items():
        homes = HOMES.get(source, source), HOMES.get(target, target)
        if homes[0] != homes[1] and not {source, target} & {*SPLIT.members, "docs/rfc/assets/replay.svg"}:
            wanted[Arrow(*homes, heading)] += count
    yield from (wanted - new).items()


def test_a_picture_comes_along(migrated: GitRepo) -> None:
    links, _ = arrows(migrated.path)
    replay = HOMES["docs/rfc/008-deterministic-replay.md"]
    assert sum(each.source == replay and each.target.endswith("replay.svg") for each in links) == 1


def is_status(text: str, lines: set[str]) -> bool:
    return any(line.startswith("Status: ") and text.casefold() in line.casefold() for line in lines)


def test_every_line_of_the_old_records_is_in_one_new_record(migrated: GitRepo) -> None:
    new = {path: {line.strip() for line in text.splitlines()} for path, text in texts(migrated.path).items()}
    homes: dict[str, set[str]] = {}
    for path, text in RECORDS.items():
        for line in plain_lines(text):
            homes.setdefault(line, set()).add(HOMES[path])
    assert len(homes) > 100
    for line, wanted in homes.items():
        found = {path for path, lines in new.items() if line in lines}
        if not found and all(is_status(line, new[path]) for path in wanted):
            continue  # a section with nothing but the status
        assert found == wanted or (found == {SPLIT.target} and wanted == {HOMES[SPLIT.members[0]]}), line
    assert "- Does a cancelled session replay as a failure?" in new[SPLIT.target]


def test_the_split_part_and_its_record_name_each_other(migrated: GitRepo) -> None:
    links, _ = arrows(migrated.path)
    ends = {(each.source, each.target) for each in links}
    record = HOMES[SPLIT.members[0]]
    assert {(record, SPLIT.target), (SPLIT.target, record)} <= ends


def test_code_and_workflows_name_the_new_paths(migrated: GitRepo) -> None:
    found = texts(migrated.path)
    names = HOMES["docs/adr/0017-stable-tool-names.md"]
    for path in ("src/harness/registry.py", "src/harness/session.py", ".github/workflows/ci.yml"):
        assert names in found[path], path
    assert f"# {HOMES['docs/adr/0011-runtime-argument-validation.md']}: once" in found["src/harness/validate.py"]
    assert HOMES[UMBRELLA] in found["src/harness/validate.py"]
    assert HOMES["docs/adr/0003-one-writer-per-session.md"] in found["src/harness/session.py"]
    assert HOMES["docs/adr/0006-json-lines-for-traces.md"] in found["tools/viewer/lines.js"]


def test_gates_and_proof_pass(after: CommandLine) -> None:
    done = good(after("migrate", "verify"))
    assert len([line for line in done.out.splitlines() if re.search(r"\d", line)]) >= 4
    good(after("links"))


# What happens afterwards


@pytest.fixture
def applied(migrated: GitRepo, repo: GitRepo, run: CommandLine) -> CommandLine:
    """The command line in a migrated copy of its own."""
    shutil.copytree(migrated.path, repo.path, dirs_exist_ok=True)
    return run


SPOILED: dict[str, Callable[[str], str]] = {
    "link": lambda text: text.replace("errors-carry-a-way-out.md", "errors-carry-no-way-out.md"),
    "other target": lambda text: text.replace("errors-carry-a-way-out.md", "locks-are-files.md"),
    "lost line": lambda text: text.replace("Every module has its own exceptions.", ""),
    "old id": lambda text: f"{text}\nAs ADR 0009 says.\n",
    "old path": lambda text: f"{text}\nSee docs/adr/0009-errors-carry-a-way-out.md for more.\n",
}


@pytest.mark.parametrize("how", SPOILED)
def test_the_proof_fails_when_something_is_spoiled(applied: CommandLine, how: str) -> None:
    page = applied.repo.path / HOMES["docs/rfc/012-error-taxonomy.md"]
    text = page.read_text("utf-8")
    assert SPOILED[how](text) != text
    page.write_text(SPOILED[how](text), "utf-8")
    applied.repo.stage()
    assert applied("migrate", "verify").code == 1


def test_a_second_apply_changes_nothing(applied: CommandLine) -> None:
    known = files(applied)
    good(applied("migrate", "apply", "--stage"))
    assert files(applied) == known
    good(applied("migrate", "verify"))


def test_undo_restores_every_byte(before: CommandLine) -> None:
    answered(before)
    known, index = files(before), before.repo.git("ls-files", "--stage")
    good(before("migrate", "apply", "--stage"))
    assert files(before) != known
    good(before("migrate", "undo"))
    assert files(before) == known
    assert before.repo.git("ls-files", "--stage") == index


def test_a_dry_run_writes_nothing_and_a_diff_shows_it_all(before: CommandLine) -> None:
    answered(before)
    known = files(before)
    good(before("migrate", "apply", "--dry-run"))
    diff = good(before("migrate", "apply", "--diff")).out
    assert [each.target for each in (*OUTCOMES, SPLIT) if each.target not in diff] == []
    assert files(before) == known


def test_it_can_be_committed_with_its_moves_apart(before: CommandLine) -> None:
    answered(before)
    good(before("migrate", "apply", "--commit"))
    moved = HOMES["docs/adr/0013-explicit-listeners.md"]
    assert before.repo.git("log", "--follow", "--format=%an", "--", moved).splitlines()[-1] == "Ada"
    done = before("rfcs")
    assert not re.search(r"rfc-(?!sections)", done.out)
    good(before("migrate", "verify"))


def test_a_plan_edited_by_hand_is_carried_out_as_edited(before: CommandLine) -> None:
    answered(before)
    plan = before.repo.path / PLAN
    wanted = "docs/rfc/rejected/2025-06-16-money-for-calls.md"
    text = plan.read_text("utf-8")
    edited = text.replace('target = "docs/rfc/proposed/2025-06-16-cost-budget.md"', f'target = "{wanted}"')
    edited = edited.replace('status = "proposed (accepted)"', 'status = "rejected (no money)"')
    edited = edited.replace('title = "Cost budget"', 'title = "Money for calls"')
    assert edited.count("rejected (no money)") == edited.count("Money for calls") == 1
    plan.write_text(f"# reviewed by Grace\n{edited}", "utf-8")
    planned(before)
    assert "# reviewed by Grace" in plan.read_text("utf-8")
    good(before("migrate", "apply", "--stage"))
    good(before("migrate", "verify"))
    assert "rejected (no money)" in texts(before.repo.path)[wanted]


def test_an_umbrella_can_be_dissolved(before: CommandLine) -> None:
    answered(before, umbrella="dissolve")
    good(before("migrate", "apply", "--stage"))
    good(before("migrate", "verify"))
    folder = before.repo.path
    assert not (folder / HOMES[UMBRELLA]).exists()
    parts = {
        "runtime-argument-validation": "The schema of a tool is derived from its annotations",
        "validate-results": "What a tool returns is checked too",
        "freeze-published-schemas": "A schema that was shown to a model is frozen",
    }
    for name, sentence in parts.items():
        text = (folder / f"docs/rfc/implemented/2025-03-03-{name}.md").read_text("utf-8")
        assert text.count(sentence) == 1, name
    assert arrows(folder)[1] == []
    assert left_over(folder) == []


def test_records_can_be_merged_by_hand_with_all_their_ids(before: CommandLine) -> None:
    answered(before)
    plan = before.repo.path / PLAN
    tables = re.split(r"(?m)^(?=\[\[)", plan.read_text("utf-8"))
    kept = [each for each in tables if 'members = ["docs/rfc/011-streaming-results.md"]' not in each]
    assert len(kept) == len(tables) - 1
    budget = 'members = ["docs/rfc/010-cost-budget.md"'
    at = next(number for number, each in enumerate(kept) if budget in each)
    kept[at] = kept[at].replace('action = "move"', 'action = "merge"')
    kept[at] = kept[at].replace(budget, f'{budget}, "docs/rfc/011-streaming-results.md"')
    plan.write_text("".join(kept), "utf-8")
    planned(before)
    good(before("migrate", "apply", "--stage"))
    good(before("migrate", "verify"))
    merged = texts(before.repo.path)["docs/rfc/proposed/2025-06-16-cost-budget.md"]
    assert "\nFormerly: RFC 010, RFC 011\n" in merged
    assert "Long results arrive all at once" in merged
    assert left_over(before.repo.path) == []


def test_references_that_are_all_left_by_hand_are_exceptions(before: CommandLine) -> None:
    answered(before)
    plan = before.repo.path / PLAN
    plan.write_text(plan.read_text("utf-8").replace('policy = "rewrite"', 'policy = "leave"'), "utf-8")
    done = good(before("migrate", "apply", "--stage"))
    assert "verify-rfcs will report 3 findings" in done.err
    names = good(before("migrate", "verify")).out.splitlines()[-1]
    assert re.fullmatch(r"ok   names: none of .* is left, but for \d\d listed exceptions", names)


AGAINST_PROPOSALS = {"umbrella": "dissolve", "split": "no", "status": "implemented"}


@pytest.mark.parametrize("changed", [*AGAINST_PROPOSALS, "all"])
def test_answers_against_the_proposals_are_applied_straight_from_the_editor(before: CommandLine, changed: str) -> None:
    for question in open_questions(planned(before)):
        subject = question["subject"]
        is_changed = changed in (subject, "all")
        answer = AGAINST_PROPOSALS[subject] if is_changed else question["proposal"]
        write_answer(before.repo.path / PLAN, question["id"], answer)
    good(before("migrate", "apply", "--stage"))
    good(before("migrate", "verify"))
    assert arrows(before.repo.path)[1] == []
    assert left_over(before.repo.path) == []


LATE_PAGE = "# Late\n\nADR 0009, [ADR 0011](adr/0011-runtime-argument-validation.md#decision), RFC 002.\n"
LATE_RECORD = (
    "# ADR 0019: A late thing\n\nStatus: accepted\n\n## Context\n\nSee [ADR 0009](0009-errors-carry-a-way-out.md) and "
    "ADR 0017.\n\n## Decision\n\nDo it.\n\n## Consequences\n\nDone.\n"
)


def test_a_branch_that_was_open_meanwhile_follows(before: CommandLine) -> None:
    repo = before.repo
    repo.git("switch", "--quiet", "--create", "late")
    repo.write("docs/late.md", LATE_PAGE)
    repo.write("docs/adr/0019-a-late-thing.md", LATE_RECORD)
    repo.commit()
    repo.git("switch", "--quiet", "main")
    answered(before)
    good(before("migrate", "apply", "--commit"))
    repo.remove(PLAN)
    repo.git("switch", "--quiet", "late")
    repo.git("merge", "--quiet", "--message", "Merge main", "main")
    good(before("migrate", "apply-map", "docs/rfc/moves.json", "--stage"))
    assert [path for path, _ in left_over(repo.path) if path != "docs/adr/0019-a-late-thing.md"] == []
    assert arrows(repo.path)[1] == []
    known = files(before)
    good(before("migrate", "apply-map", "docs/rfc/moves.json", "--stage"))
    assert files(before) == known
    repo.git("commit", "--quiet", "--message", "Follow the records")
    plan = planned(before)
    assert [each["members"] for each in plan["topic"] if each["action"] == "move"] == [
        ["docs/adr/0019-a-late-thing.md"]
    ]
    good(before("migrate", "apply", "--stage"))
    good(before("migrate", "verify"))
    assert left_over(repo.path) == []


def test_another_repository_follows_by_the_map(applied: CommandLine, tmp_path: Path) -> None:
    other = GitRepo(tmp_path / "site")
    other.write(
        "news.md", "# News\n\nWe validate arguments now, see harness/docs/adr/0011-runtime-argument-validation.md\n"
    )
    other.write("code.py", "# as docs/adr/0017-stable-tool-names.md wants it\n")
    other.commit()
    good(applied("migrate", "apply-map", "docs/rfc/moves.json", str(other.path)))
    assert HOMES["docs/adr/0017-stable-tool-names.md"] in (other.path / "code.py").read_text("utf-8")


def test_a_path_in_a_comment_follows_by_the_map_in_the_own_repository(applied: CommandLine) -> None:
    applied.repo.write("late.py", "# as docs/adr/0017-stable-tool-names.md wants it\n")
    applied.repo.commit()
    good(applied("migrate", "apply-map", "docs/rfc/moves.json"))
    assert HOMES["docs/adr/0017-stable-tool-names.md"] in (applied.repo.path / "late.py").read_text("utf-8")


def test_a_file_that_another_repository_has_itself_keeps_its_name(applied: CommandLine, tmp_path: Path) -> None:
    other = GitRepo(tmp_path / "site")
    other.write("docs/adr/0017-stable-tool-names.md", "# Ours\n")
    code = other.write("code.py", "# as docs/adr/0017-stable-tool-names.md wants it\n")
    other.commit()
    good(applied("migrate", "apply-map", "docs/rfc/moves.json", str(other.path)))
    assert code.read_text("utf-8") == "# as docs/adr/0017-stable-tool-names.md wants it\n"


def test_a_plan_made_again_after_all_was_done_loses_nothing(applied: CommandLine) -> None:
    plan = (applied.repo.path / PLAN).read_bytes()
    good(applied("migrate", "plan"))
    assert (applied.repo.path / PLAN).read_bytes() == plan


def test_the_command_has_a_name_of_its_own(before: CommandLine) -> None:
    good(before("plan", program="migrate-adr-to-rfc"))
    done = good(before("show", program="migrate-adr-to-rfc"))
    assert "umbrella-rfc-005" in done.out
