"""What becomes of records: statuses, topics that belong together, dates, names, and what is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest

from docsync.corpus import Corpus
from docsync.errors import GitError
from docsync.migrate.analysis.analyse import analyse
from docsync.migrate.model import Action, Choices, Migration, Part, Question, Topic
from docsync.migrate.survey.folders import survey
from docsync.repo import open_source
from docsync.repo.history import Logged, Step
from docsync.repo.source import DOCUMENTS
from docsync.rfc.status.classify import Confidence
from docsync.rfc.words import Meaning
from gitrepo import GitRepo
from memory import MemorySource, corpus_of

DAY = date(2024, 1, 1)


def added(*paths: str, copied: Mapping[str, str] | None = None) -> list[Logged]:
    """A history, newest first, that adds one path a day; a copy is made from the path that it is mapped to."""
    commits: list[Logged] = []
    for number, path in enumerate(paths):
        before = (copied or {}).get(path)
        step = Step("C", path, before, 90) if before else Step("A", path)
        parents = (commits[0].id,) if commits else ()
        commits.insert(0, Logged(f"{number:040x}", DAY + timedelta(days=number), parents, ((step,),)))
    return commits


def together(*paths: str, day: date = DAY) -> list[Logged]:
    """One commit that adds them all."""
    return [Logged("a" * 40, day, (), (tuple(Step("A", path) for path in paths),))]


def plan(
    files: Mapping[str, str | bytes | None],
    log: Sequence[Logged] | None = None,
    choices: Choices | None = None,
    adr: Sequence[str] = (),
    **source: object,
) -> Migration:
    corpus = corpus_of(files, log=added(*files) if log is None else log, **source)
    return analyse(corpus, survey(corpus, adr), choices or Choices())


def topic(migration: Migration, member: str, action: Action | None = None) -> Topic:
    (found,) = (
        each
        for each in migration.topics
        if member in each.members and (each.action is action if action else each.action is not Action.SPLIT)
    )
    return found


def question(migration: Migration) -> Question:
    (found,) = migration.questions
    return found


def record(title: str, status: str = "Status: accepted", body: str = "") -> str:
    return f"# {title}\n\n{status}\n\n## Context\n\nBecause of {title}.\n\n{body}"


A, B, C = "docs/adr/0001-alpha-way.md", "docs/adr/0002-beta-road.md", "docs/adr/0003-gamma-path.md"
R, S = "docs/rfc/001-delta-plan.md", "docs/rfc/002-epsilon-idea.md"


# One record


def test_a_record_becomes_a_dated_file_in_the_folder_of_its_status() -> None:
    migration = plan({A: record("ADR 0001: The alpha way", "Status: Accepted (2024-02-03)")})
    (found,) = migration.topics
    assert found == Topic(
        Action.MOVE,
        (A,),
        "docs/rfc/implemented/2024-01-01-alpha-way.md",
        title="The alpha way",
        date=DAY,
        date_evidence=f"0000000: first added as {A}",
        status_read="Accepted (2024-02-03)",
        status="implemented (accepted 2024-02-03)",
        ids=("ADR 0001",),
        evidence=(
            f"status line of {A} says `Accepted (2024-02-03)`",
            "no ADR here says `implemented`, so `accepted` is taken for it",
        ),
    )
    assert (migration.root, migration.sources, migration.base) == ("docs/rfc", ("docs/adr",), "0" * 40)
    assert (migration.questions, migration.notes) == ((), ())


# Status as written, status line to be, confidence; an ADR alone.
STATUSES = {
    "accepted": ("Status: accepted", "implemented (accepted)", Confidence.HIGH),
    "draft": ("Status: Draft", "proposed (draft)", Confidence.HIGH),
    "rejected": ("Status: Rejected — too slow", "rejected (too slow)", Confidence.HIGH),
    "deprecated": ("Status: Deprecated", "implemented, deprecated", Confidence.HIGH),
    "superseded by something else": (
        "Status: superseded by a rewrite",
        "implemented, superseded by a rewrite",
        Confidence.MEDIUM,
    ),
    "implemented later": (
        "Status: accepted, not yet implemented",
        "proposed (accepted not yet implemented)",
        Confidence.HIGH,
    ),
    "two words": (
        "Status: Accepted (implemented in 0.4)",
        "implemented (accepted, implemented in 0.4)",
        Confidence.HIGH,
    ),
    "two places": ("Status: Draft\n\n## Status\n\nAccepted", "proposed (draft)", Confidence.MEDIUM),
}


@pytest.mark.parametrize("case", STATUSES)
def test_the_status_of_a_decision(case: str) -> None:
    written, line, confidence = STATUSES[case]
    found = topic(plan({A: record("The alpha way", written)}), A)
    assert (found.status, found.confidence) == (line, confidence)
    assert found.target.split("/")[2] == line.split()[0].strip(",")


def test_a_status_that_leads_to_a_record_is_certain() -> None:
    files = {A: record("Alpha way", "Status: superseded by [this](0002-beta-road.md)"), B: record("Beta road")}
    assert topic(plan(files), A).confidence is Confidence.HIGH
    rejected = plan(files, choices=Choices(superseded="rejected"))
    assert topic(rejected, A).target == "docs/rfc/rejected/2024-01-01-alpha-way.md"


def test_where_implemented_is_a_word_accepted_means_not_yet_for_each_kind_by_itself() -> None:
    files = {
        A: record("Alpha way"),
        R: record("Delta plan"),
        S: record("Epsilon idea", "Status: implemented"),
    }
    migration = plan(files)
    assert topic(migration, A).status == "implemented (accepted)"
    assert (topic(migration, R).status, topic(migration, R).confidence) == ("proposed (accepted)", Confidence.HIGH)
    assert "`implemented` is used here of what is built, for RFCs" in topic(migration, R).evidence


def test_words_of_the_configuration_count() -> None:
    found = topic(
        plan({A: record("Alpha way", "Status: hyväksytty")}, choices=Choices(words={"hyväksytty": Meaning.ACCEPTED})), A
    )
    assert found.target.startswith("docs/rfc/implemented/")


def test_what_only_the_index_says_is_believed_a_little() -> None:
    files = {
        A: "# Alpha way\n\n## Context\n\nx\n",
        "docs/adr/README.md": "# x\n\n## Rejected\n\n- [a](0001-alpha-way.md)\n",
    }
    found = topic(plan(files), A)
    assert (found.status, found.confidence) == ("rejected", Confidence.MEDIUM)
    assert found.evidence == ("the index says `Rejected`",)


def test_two_indexes_of_one_folder_both_count() -> None:
    files = {
        A: "# Alpha way\n\n## Context\n\nx\n",
        B: "# Beta road\n\n## Context\n\nx\n",
        "docs/adr/README.md": "# x\n\n## Rejected\n\n- [a](0001-alpha-way.md)\n",
        "docs/adr/index.md": "# x\n\n## Accepted\n\n- [a](0001-alpha-way.md)\n- [b](0002-beta-road.md)\n",
        "docs/adr/toc.md": b"\xff",
    }
    migration = plan(files)
    assert [topic(migration, path).status for path in (A, B)] == ["rejected", "implemented (accepted)"]


def test_records_without_a_status_are_one_question_for_each_folder() -> None:
    text = "# {}\n\n## Context\n\nx\n"
    files = {path: text.format(path[-13:-3]) for path in (A, B, R)}
    migration = plan(files)
    assert [(each.id, each.proposal, each.topics) for each in migration.questions] == [
        ("status-none-docs-adr", "implemented", (A, B)),
        ("status-none-docs-rfc", "proposed", (R,)),
    ]
    first, second = migration.questions
    assert first.text.startswith("2 ADRs in docs/adr state no status; in which folder do they belong?")
    assert second.text == f"{R} states no status; in which folder does it belong?"
    assert topic(migration, A).confidence is Confidence.LOW


def test_both_kinds_in_one_folder_are_asked_for_apart() -> None:
    names = ("docs/adr/001adr-alpha-way.md", "docs/adr/002rfc-delta-plan.md", "docs/adr/003pdr-beta-road.md")
    migration = plan({path: f"# {path[-13:-3]}\n\n## Context\n\nx\n" for path in names})
    assert [(each.id, each.topics) for each in migration.questions] == [
        ("status-none-docs-adr-adr", (names[0], names[2])),
        ("status-none-docs-adr-rfc", (names[1],)),
    ]
    assert migration.questions[0].text.startswith("2 ADRs and PDRs in docs/adr")


def test_a_status_nobody_knows_is_asked_for() -> None:
    asked = question(plan({A: record("ADR 1: Alpha way", "Status: purple")}))
    assert (asked.id, asked.topic, asked.proposal) == ("status-adr-0001", A, "implemented")
    assert asked.text == "ADR 0001: what does the status `purple` mean?"
    assert asked.choices == ("proposed", "implemented", "rejected")


def test_two_questions_never_have_one_id() -> None:
    files = {path: record("x", "Status: purple") for path in ("docs/adr/0001-alpha.md", "docs/adr/0001-beta.md")}
    assert [each.id for each in plan(files).questions] == ["status-adr-0001", "status-adr-0001-2"]


def test_a_refused_proposal_is_asked_for_and_is_no_origin() -> None:
    status = "Status: Implemented (revised) — rejected in favour of [ADR 1](../adr/0001-alpha-way.md)"
    migration = plan({A: record("Alpha way"), R: record("Delta plan", status)})
    assert question(migration).id == "status-rfc-001"
    assert topic(migration, R).status == "rejected — in favour of [ADR 1](../adr/0001-alpha-way.md)"
    assert topic(migration, A).origin == ""


def test_the_proposal_itself_was_rejected() -> None:
    status = "Status: Implemented (revised); the proposal was rejected, see [ADR 1](../adr/0001-alpha-way.md)"
    found = topic(plan({A: record("Alpha way"), R: record("Delta plan", status)}), R)
    assert found.status == f"rejected — {status.removeprefix('Status: ')}"


# Titles, names, ids


@pytest.mark.parametrize(
    ("name", "title", "ids", "target", "shown"),
    [
        ("0001-alpha-way", "ADR 0001: The alpha way", ("ADR 0001",), "alpha-way", "The alpha way"),
        ("0001-alpha-way", "RFC Proposal", ("ADR 0001",), "alpha-way", "Alpha way"),
        ("0001-alpha_way", "", ("ADR 0001",), "alpha-way", "Alpha way"),
        ("0001-storage", "Keep files", ("ADR 0001",), "keep-files", "Keep files"),
        ("0001-old-name", "Keep files", ("ADR 0001",), "keep-files", "Keep files"),
        ("use-alpha", "ADR-12: Use alpha", ("ADR 12",), "use-alpha", "Use alpha"),
        ("use-alpha", "Unlike ADR-12", (), "unlike-adr-12", "Unlike ADR-12"),
        ("2021-06-05_001-alpha-way", "Alpha way", ("ADR 001",), "alpha-way", "Alpha way"),
        ("20210605-alpha-way", "Alpha way", (), "alpha-way", "Alpha way"),
        ("017rfc-alpha-way", "Alpha way", ("RFC 017",), "alpha-way", "Alpha way"),
        ("0004_Adopt_C#_Records", "Adopt C#", ("ADR 0004",), "adopt-csharp-records", "Adopt C#"),
        ("0001", "Title", ("ADR 0001",), "0001", "0001"),
    ],
)
def test_how_a_record_is_called(name: str, title: str, ids: tuple[str, ...], target: str, shown: str) -> None:
    heading = f"# {title}\n\n" if title else ""
    path = f"docs/adr/{name}.md"
    found = topic(plan({path: f"{heading}Status: accepted\n\n## Context\n\nx\n"}), path)
    assert found.target == f"docs/rfc/implemented/2024-01-01-{target}.md"
    assert (found.title, found.ids) == (shown, ids)


def test_a_title_taken_from_the_name_is_marked() -> None:
    found = topic(plan({A: record("RFC Proposal")}), A)
    assert found.confidence is Confidence.MEDIUM
    assert found.evidence[-1] == f"no title that names a topic in {A}: taken from its name"


def test_front_matter_can_give_title_and_id() -> None:
    text = "---\ntitle: 'ADR-7: Use alpha'\nstatus: accepted\n---\n\n## Context\n\nx\n"
    found = topic(plan({"docs/adr/use-alpha.md": text}), "docs/adr/use-alpha.md")
    assert (found.title, found.ids) == ("Use alpha", ("ADR 7",))


def test_a_name_without_ascii_words_is_asked_for() -> None:
    path = "docs/adr/0001-キャッシュ.md"
    asked = question(plan({path: record("キャッシュ")}))
    assert (asked.subject.value, asked.id, asked.choices) == ("target", "target-adr-0001", ())
    assert asked.proposal == "docs/rfc/implemented/2024-01-01-adr-0001.md"
    path = "docs/adr/キャッシュ.md"
    asked = question(plan({path: record("キャッシュ")}))
    assert (asked.id, asked.proposal) == ("target-record", "docs/rfc/implemented/2024-01-01-record.md")


def test_the_title_can_come_first() -> None:
    found = topic(plan({A: record("Quite another alpha")}, choices=Choices(slug="title")), A)
    assert found.target.endswith("-quite-another-alpha.md")


def test_no_two_records_get_one_name_whatever_the_folder() -> None:
    files = {
        "docs/adr/0001-use-alpha.md": record("Use alpha"),
        "docs/adr/0002-use-alpha.md": record("Use alpha for mails"),
        "docs/decisions/0001-use-alpha.md": record("Use alpha", "Status: rejected"),
        "docs/rfc/implemented/2024-01-01-use-alpha-adr.md": record("Use alpha", "Status: implemented"),
    }
    migration = plan(files, together(*files))
    assert [each.target for each in migration.topics] == [
        "docs/rfc/implemented/2024-01-01-use-alpha.md",
        "docs/rfc/implemented/2024-01-01-use-alpha-for.md",
        "docs/rfc/rejected/2024-01-01-use-alpha-decisions.md",
        "docs/rfc/implemented/2024-01-01-use-alpha-adr.md",
    ]


# Pairs

PAIR = {
    "docs/adr/0001-delta-plan.md": record("Delta plan"),
    R: record("The delta plan", "Status: Implemented, see [ADR](../adr/0001-delta-plan.md)"),
}


def test_a_pair_by_pointer_and_name_is_merged_and_dated_by_the_older() -> None:
    migration = plan(PAIR, added(R, "docs/adr/0001-delta-plan.md"))
    (found,) = migration.topics
    assert (found.action, found.members) == (Action.MERGE, ("docs/adr/0001-delta-plan.md", R))
    assert (found.ids, found.confidence) == (("ADR 0001", "RFC 001"), Confidence.HIGH)
    assert found.target == "docs/rfc/implemented/2024-01-01-delta-plan.md"
    assert found.date_evidence == f"{R}, 0000000: first added as {R}"
    assert found.evidence[-2:] == (
        "same topic by file name",
        f"{R}:3: Status: Implemented, see ADR",
    )
    assert migration.questions == ()


# What the RFC's head says of docs/adr/0001-delta-plan.md, and whether that makes a pair of one name.
POINTERS = {
    "Graduated to [ADR 1](../adr/0001-delta-plan.md).": True,
    "Implemented by ADR 0001.": True,
    "ADR: [one](../adr/0001-delta-plan.md)": False,
    "Decision: [one](../adr/0001-delta-plan.md)": True,
    "Status: accepted as [ADR 1][one]": True,
    "Status: Implemented in [one](../adr/0001-delta-plan.md), [two](../adr/0002-beta-road.md)": False,
    "Status: rejected, see [one](../adr/0001-delta-plan.md)": False,
    "Status: implemented, supersedes [one](../adr/0001-delta-plan.md)": False,
    "Related: [one](../adr/0001-delta-plan.md)": False,
    "Status: implemented in favour of [one](../adr/0001-delta-plan.md)": False,
    "Status: implemented. It depends on [one](../adr/0001-delta-plan.md).": False,
}


@pytest.mark.parametrize("said", POINTERS)
def test_what_makes_a_pointer(said: str) -> None:
    status = said if "tatus:" in said else f"{said}\n\nStatus: implemented"
    files = {
        "docs/adr/0001-delta-plan.md": record("Delta plan"),
        B: record("Beta road"),
        R: record("Delta plan", status) + "\n[one]: ../adr/0001-delta-plan.md\n",
    }
    actions = [each.action for each in plan(files).topics]
    assert (Action.MERGE in actions) == POINTERS[said]


@pytest.mark.parametrize(
    "said",
    [
        "Graduated from [RFC 1](../rfc/001-delta-plan.md)",
        "This is a follow up of [RFC 1](../rfc/001-delta-plan.md).",
        "Implements [RFC 1](../rfc/001-delta-plan.md).",
        "RFC: [one](../rfc/001-delta-plan.md)",
        "Origin: RFC 001",
    ],
)
def test_a_decision_can_point_back(said: str) -> None:
    files = {
        "docs/adr/0001-delta-plan.md": record("Delta plan", f"Status: accepted\n\n{said}"),
        R: record("Delta plan", "Status: implemented"),
    }
    assert plan(files).topics[0].action is Action.MERGE


def test_a_pointer_below_the_head_is_none() -> None:
    body = "Implemented, see [ADR](../adr/0001-delta-plan.md)."
    files = {**PAIR, R: record("Delta plan", "Status: implemented", body)}
    assert [each.action for each in plan(files).topics] == [Action.MOVE, Action.MOVE]


def test_a_pointer_without_a_name_dates_but_does_not_merge() -> None:
    files = {
        A: record("Alpha way"),
        R: record("Delta plan", "Status: Implemented, see [ADR](../adr/0001-alpha-way.md)"),
    }
    migration = plan(files, added(R, A))
    found = topic(migration, A)
    assert (found.action, found.origin, found.date) == (Action.MOVE, R, DAY)
    assert found.date_evidence == f"origin {R}, 0000000: first added as {R}"
    assert migration.questions == ()


def test_a_later_origin_does_not_date() -> None:
    files = {
        A: record("Alpha way"),
        R: record("Delta plan", "Status: Implemented, see [ADR](../adr/0001-alpha-way.md)"),
    }
    found = topic(plan(files), A)
    assert (found.origin, found.date_evidence) == (R, f"0000000: first added as {A}")


def test_equal_names_or_numbers_alone_make_no_pair() -> None:
    files = {"docs/adr/0001-delta-plan.md": record("Delta plan"), R: record("Delta plan", "Status: implemented")}
    assert [each.action for each in plan(files).topics] == [Action.MOVE, Action.MOVE]


def test_equal_decisions_are_no_pair() -> None:
    files = {
        A: record("Alpha way", "Status: accepted\n\nImplemented by ADR 0002"),
        "docs/adr/0002-alpha-way.md": record("Alpha way"),
    }
    assert {each.action for each in plan(files).topics} == {Action.MOVE}


def test_a_copy_and_a_name_are_two_signals() -> None:
    files = {"docs/adr/0001-delta-plan.md": record("Delta plan"), R: record("Delta plan", "Status: implemented")}
    copied = {"docs/adr/0001-delta-plan.md": R, "docs/adr/0009-none.md": A}
    log = added(R, "docs/adr/0001-delta-plan.md", "docs/adr/0009-none.md", copied=copied)
    found = plan(files, log).topics[0]
    assert found.action is Action.MERGE
    assert found.evidence[-1] == "git found one to be a copy of the other"


def test_a_proposal_that_fits_two_decisions_is_merged_into_none() -> None:
    files = {
        "docs/adr/0001-delta-plan.md": record("Delta plan", "Implements RFC 001\n\nStatus: accepted"),
        "docs/adr/0002-delta-plan.md": record("Delta plan", "Implements RFC 001\n\nStatus: accepted"),
        R: record("Delta plan", "Status: implemented"),
    }
    log = added(R, "docs/adr/0001-delta-plan.md", "docs/adr/0002-delta-plan.md", copied=dict.fromkeys(files, R))
    assert {each.action for each in plan(files, log).topics} == {Action.MOVE}


def test_a_proposal_without_a_status_follows_what_became_of_it() -> None:
    files = {A: record("Alpha way"), R: record("Delta plan", "Graduated to [ADR](../adr/0001-alpha-way.md)")}
    migration = plan(files)
    assert topic(migration, R).status == "implemented"
    assert migration.questions == ()


def test_a_pair_without_any_status_is_asked_for_once() -> None:
    files = {path: text.replace("Status: accepted", "").replace("Status: I", "I") for path, text in PAIR.items()}
    asked = question(plan(files))
    assert asked.topics == ("docs/adr/0001-delta-plan.md",)


# Umbrellas and parts

UMBRELLA = {
    A: record("Alpha way", "Status: accepted\n\nImplements part 1 of [RFC 1](../rfc/001-delta-plan.md#part-1-alpha)"),
    B: record("Beta road"),
    C: record("Gamma path", "Status: accepted\n\nImplements [RFC 1](../rfc/001-delta-plan.md#three)"),
    R: "# RFC 1: Delta plan\n\nStatus: Implemented: part 1 → [ADR 1](../adr/0001-alpha-way.md), "
    "part two → [ADR 2](../adr/0002-beta-road.md)\n\n"
    "## Part 1: Alpha\n\na\n\n## Part 2: Beta\n\nb\n\n## Three\n\nc\n",
}


def test_an_umbrella_dates_its_decisions_and_is_asked_for() -> None:
    migration = plan(UMBRELLA, added(R, A, B, C))
    assert {(topic(migration, path).origin, topic(migration, path).date) for path in (A, B, C)} == {(R, DAY)}
    found = topic(migration, R)
    assert found.target == "docs/rfc/implemented/2024-01-01-delta-plan.md"
    assert (found.confidence, found.action) == (Confidence.HIGH, Action.MOVE)
    assert found.parts == (Part("#part-1-alpha", A), Part("#part-2-beta", B))
    asked = question(migration)
    assert (asked.id, asked.proposal, asked.choices) == ("umbrella-rfc-001", "stay", ("stay", "dissolve"))
    assert asked.text.startswith("ADR 0003, ADR 0001, ADR 0002 carry out RFC 001")
    assert len(asked.evidence) == 3


def test_the_number_of_a_part_may_be_told_by_the_decision() -> None:
    said = "Status: Implemented by [ADR 1](../adr/0001-alpha-way.md) and [ADR 2](../adr/0002-beta-road.md)"
    files = {
        A: record("Alpha way"),
        B: record("Beta road", "Status: accepted\n\nImplements the second part of RFC 001"),
        R: f"# RFC 1: Delta plan\n\n{said}\n\n## Part 1: Alpha\n\na\n\n## Part 2: Beta\n\nb\n",
    }
    assert topic(plan(files), R).parts == (Part("#part-2-beta", B),)


def test_the_section_of_a_part_is_the_one_that_its_decision_links_to() -> None:
    said = "Status: Implemented by [ADR 1](../adr/0001-alpha-way.md) and [ADR 2](../adr/0002-beta-road.md)"
    files = {
        A: record("Alpha way"),
        B: record("Beta road", "Status: accepted\n\nRFC: [the second](../rfc/001-delta-plan.md#on-beta)"),
        R: f"# RFC 1: Delta plan\n\n{said}\n\n## On alpha\n\na\n\n## On beta\n\nb\n",
    }
    assert topic(plan(files), R).parts == (Part("#on-beta", B),)


def test_parts_without_a_section_of_their_own_go_with_the_rest() -> None:
    files = {**UMBRELLA, R: UMBRELLA[R].replace("## Part 2: Beta", "## Beta")}
    assert topic(plan(files), R).parts == (Part("#part-1-alpha", A),)


def test_an_umbrella_that_is_built_in_part_is_asked_for_twice() -> None:
    files = {**UMBRELLA, R: UMBRELLA[R].replace("Implemented:", "Partially implemented:")}
    assert [each.id for each in plan(files).questions] == ["umbrella-rfc-001", "status-rfc-001"]


# Status, body, the section that waits.
WAITING = {
    "numbered": ("Parts 1–2 implemented, part 3 deferred", "## Part 3: The rest of it", "#part-3-the-rest-of-it"),
    "word behind": ("Implemented; deferred: part 3", "## Part 3: The rest of it", "#part-3-the-rest-of-it"),
    "phase": (
        "Phase 1 shipped, phases 2 and 3 are postponed",
        "## Phase 3 - The rest of it",
        "#phase-3---the-rest-of-it",
    ),
    "a range": ("Implemented, parts 2-4 postponed", "## 3. The rest of it", "#3-the-rest-of-it"),
    "heading": ("Implemented", "## The rest of it (deferred)", "#the-rest-of-it-deferred"),
    "first words": ("Implemented", "## Part 3: The rest of it\n\n*Deferred: not now.*", "#part-3-the-rest-of-it"),
    "level": ("Parts 1–2 implemented, part 3 deferred", "### Part 3: The rest of it", "#part-3-the-rest-of-it"),
}


@pytest.mark.parametrize("case", WAITING)
def test_a_part_that_waits_is_split_off(case: str) -> None:
    status, heading, anchor = WAITING[case]
    migration = plan(
        {R: f"# RFC 1: Delta plan\n\nStatus: {status}\n\n## Problem\n\na\n\n{heading}\n\nb\n\n## End\n\nc\n"}
    )
    found = topic(migration, R, Action.SPLIT)
    assert (found.section, found.title) == (anchor, "The rest of it")
    assert found.target == "docs/rfc/proposed/2024-01-01-the-rest-of-it.md"
    assert (found.status, found.date, found.ids) == ("proposed (deferred)", DAY, ())
    assert topic(migration, R).target == "docs/rfc/implemented/2024-01-01-delta-plan.md"
    asked = question(migration)
    assert (asked.id, asked.other) == (f"split-rfc-001-{anchor.strip('#').replace('---', '-')}", anchor)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        ("Draft", "## Later (deferred)"),
        ("Implemented", "## Open points"),
        ("Implemented", "## Part 3: More\n\n## Part 4: x"),
        ("Implemented", "## Part 3: More"),
        ("Implemented", "## More\n\nDeferred, as everything."),
    ],
)
def test_no_part_waits(status: str, body: str) -> None:
    migration = plan({R: f"# RFC 1: Delta plan\n\nStatus: {status}\n\n## Problem\n\na\n\n{body}\n"})
    assert [each.action for each in migration.topics] == [Action.MOVE]


def test_of_sections_in_each_other_the_outer_one_is_split_off() -> None:
    body = "## Part 2: Two (deferred)\n\n### Part 3: Three (deferred)\n\nx\n\n## Part 4: Four (on hold)\n"
    migration = plan({R: f"# RFC 1: Delta plan\n\nStatus: implemented\n\n{body}"})
    assert [each.title for each in migration.topics[1:]] == ["Two", "Four"]


def test_numbers_of_other_sections_are_no_parts() -> None:
    body = "## 3. Consequences\n\nx\n\n### Part 1: a\n\nx\n\n### Part 3: Three of it\n\nx\n"
    migration = plan({R: f"# RFC 1: Delta plan\n\nStatus: Part 1 implemented, part 3 deferred\n\n{body}"})
    assert topic(migration, R, Action.SPLIT).section == "#part-3-three-of-it"


def test_a_part_without_words_for_a_name() -> None:
    migration = plan({R: "# RFC 1: Delta plan\n\nStatus: Part 1 done, part 3 deferred\n\n## Part 3: 後で\n\nx\n"})
    assert topic(migration, R, Action.SPLIT).target == "docs/rfc/proposed/2024-01-01-delta-plan-rest.md"


def test_parts_that_nobody_finds_are_asked_for() -> None:
    asked = question(plan({R: record("Delta plan", "Status: Parts 1-2 shipped")}))
    assert (asked.id, asked.proposal) == ("status-rfc-001", "implemented")


def test_an_umbrella_with_a_part_that_waits_is_asked_for_once() -> None:
    files = {
        **UMBRELLA,
        R: UMBRELLA[R].replace("\n\n## Part 1", "; part 3 deferred\n\n## Part 1").replace("Three", "Part 3: Three"),
    }
    migration = plan(files)
    assert question(migration).subject.value == "split"
    assert topic(migration, R).parts == ()


# Dates


def test_what_came_with_many_others_may_state_an_earlier_day() -> None:
    paths = [
        f"docs/adr/000{number}-use-{word}.md"
        for number, word in enumerate("alpha beta gamma delta epsilon zeta".split(), 1)
    ]
    files = {path: record(path[17:-3]) for path in paths}
    files[paths[0]] = record("alpha", "Status: accepted\nDate: 2020-02-03")
    files[paths[1]] = "---\ndate: 2024-12-31\nstatus: accepted\n---\n\n# beta\n\n## Context\n\nx\n"
    files[paths[2]] = record("gamma", "Date: 1970-01-01\nCreated: 2020-13-45\n\nStatus: accepted")
    migration = plan(files, together(*files))
    found = [topic(migration, path) for path in paths[:3]]
    assert [each.date for each in found] == [date(2020, 2, 3), DAY, DAY]
    assert {each.confidence for each in found} == {Confidence.MEDIUM}
    assert found[0].date_evidence.startswith("stated as `date` in its head, earlier than aaaaaaa: first added as")
    assert found[1].date_evidence.endswith("with many others, so maybe older")
    assert migration.notes == (
        "6 records were committed together with many others, so that they may be older than git says",
    )


def test_a_day_in_the_name_is_one_that_is_stated() -> None:
    paths = [
        f"docs/adr/2021-01-0{number}-use-{word}.md"
        for number, word in enumerate("alpha beta gamma delta epsilon zeta".split(), 1)
    ]
    migration = plan({path: record(path[20:-3]) for path in paths}, together(*paths))
    found = topic(migration, paths[2])
    assert (found.date, found.target) == (date(2021, 1, 3), "docs/rfc/implemented/2021-01-03-use-gamma.md")
    assert found.date_evidence.startswith("stated in its name")


def test_a_day_without_hyphens_in_the_name_is_stated_too() -> None:
    paths = [f"docs/adr/2021010{number}-use-{word}.md" for number, word in enumerate("ab cd ef gh ij kl".split(), 1)]
    found = topic(plan({path: record(path[18:-3]) for path in paths}, together(*paths)), paths[2])
    assert (found.date, found.target) == (date(2021, 1, 3), "docs/rfc/implemented/2021-01-03-use-ef.md")


def test_a_record_that_is_not_committed_is_of_today() -> None:
    migration = plan({A: record("Alpha way")}, [], untracked={B: record("Beta road")}, today=date(2025, 5, 5))
    assert {each.date for each in migration.topics} == {date(2025, 5, 5)}
    assert migration.notes == (f"not committed yet, so dated today: {A}, {B}",)
    assert migration.base == ""


def test_commits_are_counted_and_a_history_that_is_cut_off_stops() -> None:
    counts: list[int] = []
    corpus = corpus_of({A: record("Alpha way")}, log=added(A, B, C))
    analyse(corpus, survey(corpus), Choices(), counts.append)
    assert counts == [1, 2, 3]


def test_git_starts_on_the_history_before_the_records_are_read() -> None:
    asked: list[str] = []

    class Watched(MemorySource):
        def read(self, path: str) -> bytes:
            asked.append(path)
            return super().read(path)

        def log(self, endings: Collection[str] = DOCUMENTS) -> Iterator[Logged]:
            asked.append("log")
            return super().log(endings)

    corpus = Corpus(Watched({A: record("Alpha way")}, log=added(A)))
    analyse(corpus, survey(corpus), Choices())
    assert asked[:2] == ["log", A]
    assert asked.count("log") == 1


def test_renames_and_branches_of_a_real_history_are_followed(repo: GitRepo) -> None:
    repo.write("ideas/alpha.md", record("Alpha way"))
    repo.stage()
    repo.git("commit", "--quiet", "--date=2023-05-06T23:30:00-0800", "--message", "one")
    (repo.path / "docs/adr").mkdir(parents=True)
    repo.git("mv", "ideas/alpha.md", A)
    repo.commit()
    repo.write(B, record("Beta road"))
    newest = repo.commit()
    with open_source(str(repo)) as source:
        corpus = Corpus(source)
        migration = analyse(corpus, survey(corpus), Choices())
    found = topic(migration, A)
    assert (found.date, migration.base) == (date(2023, 5, 6), newest)
    assert "first added as ideas/alpha.md, then docs/adr/0001-alpha-way.md by" in found.date_evidence


# Everything else in the folders


def test_every_file_is_in_exactly_one_topic() -> None:
    files: dict[str, str | bytes | None] = {
        **UMBRELLA,
        S: record(
            "Epsilon idea", "Status: Part 1 done", "![a](img/one.png) ![b](img/both.png)\n\n## Rest (deferred)\n"
        ),
        "docs/rfc/003-zeta.md": record("Zeta ray", body="![b](img/both.png) ![c](assets/c.png)"),
        "docs/rfc/img/one.png": b"1",
        "docs/rfc/img/both.png": b"2",
        "docs/rfc/img/none.png": b"3",
        "docs/rfc/assets/c.png": b"4",
        "docs/rfc/0004-eta-x/README.md": record("Eta x"),
        "docs/rfc/0004-eta-x/data/a.csv": b"5",
        "docs/adr/0001-alpha-way/a.yaml": b"6",
        "docs/adr/0002-beta-road.drawio": b"7",
        "docs/adr/img/0003/x.png": b"8",
        "docs/adr/img/shared.png": b"9",
        "docs/adr/0005-x.rst": "x",
        "docs/adr/README.md": "# x\n",
        "docs/adr/notes.md": "# x\n",
        "docs/adr/0006-x.md": b"\xff",
        "docs/rfc/implemented/2020-01-01-old-one.md": record("Old one", "Status: implemented"),
        ".adr-dir": "docs/adr\n",
    }
    files[B] = record("Beta road", body="![](img/shared.png)")
    files[C] = record("Gamma path", body="![](img/shared.png)")
    migration = plan(files)
    members = sorted(member for each in migration.topics if each.action is not Action.SPLIT for member in each.members)
    assert members == sorted(path for path in files if path.startswith("docs/"))
    moved = {each.members[0]: each.target for each in migration.topics if each.action is Action.ATTACHMENT}
    stems = {
        path: topic(migration, path).target.split("/")[-1][:-3]
        for path in (A, B, C, S, "docs/rfc/0004-eta-x/README.md")
    }
    assert moved == {
        "docs/adr/0001-alpha-way/a.yaml": f"docs/rfc/assets/{stems[A]}/a.yaml",
        "docs/adr/0002-beta-road.drawio": f"docs/rfc/assets/{stems[B]}/0002-beta-road.drawio",
        "docs/adr/img/0003/x.png": f"docs/rfc/assets/{stems[C]}/x.png",
        "docs/adr/img/shared.png": "docs/rfc/assets/img/shared.png",
        "docs/rfc/0004-eta-x/data/a.csv": f"docs/rfc/assets/{stems['docs/rfc/0004-eta-x/README.md']}/data/a.csv",
        "docs/rfc/img/one.png": f"docs/rfc/assets/{stems[S]}/one.png",
    }
    left = {each.members[0]: each.evidence for each in migration.topics if each.action is Action.LEAVE}
    assert left == {
        "docs/adr/0005-x.rst": ("docs/adr/0005-x.rst is not Markdown; convert it, then run `plan` again",),
        "docs/adr/0006-x.md": ("docs/adr/0006-x.md cannot be read as text",),
        "docs/adr/README.md": ("docs/adr/README.md is an index, no record",),
        "docs/adr/notes.md": ("docs/adr/notes.md has neither a number nor a status nor the sections of a record",),
        "docs/rfc/assets/c.png": ("docs/rfc/assets/c.png is among the assets of docs/rfc already",),
        "docs/rfc/img/both.png": ("2 records link to it",),
        "docs/rfc/img/none.png": ("no record links to it",),
        "docs/rfc/implemented/2020-01-01-old-one.md": (
            "docs/rfc/implemented/2020-01-01-old-one.md is dated and in the folder of its status already",
        ),
    }
    assert [note.split(":")[0].split(";")[0] for note in migration.notes] == [
        "docs/adr/0005-x.rst is not Markdown",
        "docs/adr/0006-x.md cannot be read as text",
        "docs/adr/notes.md has neither a number nor a status nor the sections of a record",
        ".adr-dir",
    ]


def test_attachments_never_overwrite_each_other() -> None:
    files = {
        A: record("Alpha way", body="![](x/a.png) ![](y/a.png)"),
        "docs/adr/x/a.png": b"1",
        "docs/adr/y/a.png": b"2",
    }
    targets = [each.target for each in plan(files).topics[1:]]
    assert targets == [
        "docs/rfc/assets/2024-01-01-alpha-way/a.png",
        "docs/rfc/assets/2024-01-01-alpha-way/a-2.png",
    ]


def test_dated_records_of_another_folder_move_too() -> None:
    path = "docs/decisions/implemented/2020-01-01-old-one.md"
    found = topic(plan({path: record("Old one", "Status: implemented")}), path)
    assert found.target == "docs/rfc/implemented/2024-01-01-old-one.md"


def test_equal_titles_in_different_folders_are_told() -> None:
    files = {A: record("Use it"), B: record("Use  It", "Status: rejected"), C: record("Use it")}
    (note,) = plan(files).notes
    assert note.endswith("have one title; give one of them another `title`, or merge them")
    assert plan({A: record("Use it"), C: record("Use it")}).notes == ()


def test_a_number_that_was_used_twice_is_told() -> None:
    files = {
        "docs/adr/0001-use-alpha.md": record("Use alpha"),
        "docs/adr/0001-use-beta.md": record("Use beta", body="ADR 0001"),
    }
    (note,) = plan(files).notes
    assert note == (
        "ADR 0001 is the name of several records (docs/adr/0001-use-alpha.md, docs/adr/0001-use-beta.md), "
        "so that mentions of it are left alone"
    )


def test_what_has_no_history_stops_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "docs/adr").mkdir(parents=True)
    (tmp_path / "docs/adr/0001-x.md").write_text(record("x"))
    with open_source(str(tmp_path)) as source:
        corpus = Corpus(source)
        with pytest.raises(GitError):
            analyse(corpus, survey(corpus), Choices())
