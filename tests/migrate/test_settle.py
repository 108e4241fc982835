"""What each answer does to the topics."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from docsync.errors import UsageError
from docsync.migrate.model import Action, Migration, Part, Question, Subject, Topic
from docsync.migrate.plan_file.settle import settle

ROOT = "docs/rfc"
A, B, R = "docs/adr/0001-a.md", "docs/adr/0002-b.md", "docs/rfc/001-r.md"


def moved(member: str, name: str, day: int, status: str = "implemented (accepted)", **more: object) -> Topic:
    target = f"{ROOT}/{status.split(maxsplit=1)[0].strip(',')}/2024-01-{day:02}-{name}.md"
    label = "RFC 1" if "rfc/" in member else f"ADR {member[9:13]}"
    made = Topic(Action.MOVE, (member,), target, name, date(2024, 1, day), f"c{day}", "", status, ids=(label,))
    return replace(made, **more)  # type: ignore[arg-type]


FIRST, SECOND, UMBRELLA = moved(A, "a", 5, origin=R), moved(B, "b", 6, origin=R), moved(R, "r", 3)


def ask(subject: Subject, topic: str = A, answer: str = "", **more: object) -> Question:
    return replace(Question("q", subject, topic, "?", "implemented", answer=answer), **more)  # type: ignore[arg-type]


def settled(*asked: Question, topics: tuple[Topic, ...] = (FIRST, SECOND, UMBRELLA)) -> tuple[Topic, ...]:
    done = settle(Migration(ROOT, ("docs/adr",), "", topics, asked))
    assert done.questions == ()
    assert settle(done) == done
    return done.topics


def test_without_questions_nothing_changes() -> None:
    assert settled() == (FIRST, SECOND, UMBRELLA)


def test_an_open_question_stops() -> None:
    with pytest.raises(UsageError, match=r"no answer yet to q, r; write it into the plan, or run `plan --answer"):
        settled(ask(Subject.STATUS), replace(ask(Subject.STATUS), id="r"))


def test_a_status_moves_the_record_and_its_status_line() -> None:
    first, *rest = settled(ask(Subject.STATUS, answer="rejected"))
    assert first == replace(FIRST, target=f"{ROOT}/rejected/2024-01-05-a.md", status="rejected (accepted)")
    assert rest == [SECOND, UMBRELLA]
    assert settled(ask(Subject.STATUS, answer="implemented")) == (FIRST, SECOND, UMBRELLA)


def test_one_status_for_all_spares_what_was_edited() -> None:
    edited = moved(B, "b", 6, "rejected — no")
    asked = ask(Subject.STATUS, answer="proposed", topics=(A, B))
    first, second = settled(asked, topics=(FIRST, edited))
    assert first.target == f"{ROOT}/proposed/2024-01-05-a.md"
    assert second == edited


@pytest.mark.parametrize(
    ("status", "folder", "expected"),
    [
        ("implemented", "rejected", "rejected"),
        ("", "rejected", "rejected"),
        ("implemented, superseded by [x](y.md)", "rejected", "rejected, superseded by [x](y.md)"),
        ("implemented (rejected)", "rejected", "rejected"),
        ("implementeds", "proposed", "proposed — implementeds"),
    ],
)
def test_the_word_of_a_status_line(status: str, folder: str, expected: str) -> None:
    first = settled(ask(Subject.STATUS, answer=folder), topics=(replace(FIRST, status=status),))[0]
    assert first.status == expected


def test_a_section_stays_or_goes() -> None:
    split = Topic(Action.SPLIT, (R,), f"{ROOT}/proposed/2024-01-03-c.md", "c", date(2024, 1, 3), section="#c")
    other = replace(split, section="#d", target=f"{ROOT}/proposed/2024-01-03-d.md")
    topics = (UMBRELLA, split, other)
    assert settled(ask(Subject.SPLIT, R, "yes", other="#c"), topics=topics) == topics
    assert settled(ask(Subject.SPLIT, R, "no", other="#c"), topics=topics) == (UMBRELLA, other)


def test_two_topics_become_one_of_the_earlier_day() -> None:
    assert settled(ask(Subject.MERGE, answer="no", other=R)) == (FIRST, SECOND, UMBRELLA)
    first, second = settled(ask(Subject.MERGE, answer="yes", other=R))
    assert (first.action, first.members, first.ids) == (Action.MERGE, (A, R), ("ADR 0001", "RFC 1"))
    assert (first.date, first.date_evidence) == (date(2024, 1, 3), f"{R}, c3")
    assert (first.target, first.origin) == (f"{ROOT}/implemented/2024-01-03-a.md", "")
    assert second == SECOND


def test_a_merge_with_a_younger_topic_keeps_its_day() -> None:
    first, _ = settled(ask(Subject.MERGE, answer="yes", other=B))
    assert (first.date, first.date_evidence, first.origin) == (date(2024, 1, 5), "c5", R)


def test_a_merge_of_what_is_one_already() -> None:
    both = replace(FIRST, action=Action.MERGE, members=(A, B))
    assert settled(ask(Subject.MERGE, answer="yes", other=B), topics=(both,)) == (both,)


def test_an_umbrella_stays_whole() -> None:
    topics = (FIRST, SECOND, replace(UMBRELLA, parts=(Part("#b", B),)))
    assert settled(ask(Subject.UMBRELLA, R, "stay"), topics=topics) == (FIRST, SECOND, UMBRELLA)


def test_an_umbrella_dissolves_into_its_decisions() -> None:
    topics = (FIRST, SECOND, replace(UMBRELLA, parts=(Part("#a", A), Part("#b", B))))
    first, second = settled(ask(Subject.UMBRELLA, R, "dissolve"), topics=topics)
    assert (first.action, first.members, first.parts) == (Action.MERGE, (A, R), (Part("#b", B),))
    assert (first.origin, first.date, first.ids) == (R, date(2024, 1, 3), ("ADR 0001", "RFC 1"))
    assert second == SECOND


def test_the_part_of_a_merged_decision_goes_to_its_topic() -> None:
    both = replace(SECOND, action=Action.MERGE, members=(B, "docs/rfc/002-s.md"))
    topics = (FIRST, both, replace(UMBRELLA, parts=(Part("#b", "docs/rfc/002-s.md"),)))
    first, _ = settled(ask(Subject.UMBRELLA, R, "dissolve"), topics=topics)
    assert first.parts == (Part("#b", B),)


def test_an_umbrella_over_nothing_cannot_dissolve() -> None:
    alone = (replace(FIRST, origin=""), UMBRELLA)
    with pytest.raises(UsageError, match=r"no topic has docs/rfc/001-r.md as its origin; answer `stay`"):
        settled(ask(Subject.UMBRELLA, R, "dissolve"), topics=alone)


def test_a_part_that_goes_nowhere() -> None:
    topics = (FIRST, replace(UMBRELLA, parts=(Part("#b", B),)), replace(SECOND, origin=""))
    with pytest.raises(UsageError, match=r"part #b of docs/rfc/001-r.md: docs/adr/0002-b.md does not have it as its"):
        settled(ask(Subject.UMBRELLA, R, "dissolve"), topics=topics)


def test_date_title_and_target_give_their_fields() -> None:
    first = settled(ask(Subject.DATE, answer="2023-12-31"))[0]
    assert (first.date, first.target) == (date(2023, 12, 31), f"{ROOT}/implemented/2023-12-31-a.md")
    assert first.date_evidence == "given by hand"
    assert settled(ask(Subject.TITLE, answer="Another"))[0].title == "Another"
    first = settled(ask(Subject.TARGET, answer=f"{ROOT}/rejected/2024-01-05-other.md"))[0]
    assert (first.target, first.status) == (f"{ROOT}/rejected/2024-01-05-other.md", "rejected (accepted)")


def test_a_date_that_is_none() -> None:
    with pytest.raises(UsageError, match=r"question q: `soon` is no day, such as 2026-01-31"):
        settled(ask(Subject.DATE, answer="soon"))


def test_a_question_about_nothing() -> None:
    with pytest.raises(UsageError, match=r"question q: docs/adr/0009.md is in no topic that moves or merges"):
        settled(ask(Subject.TITLE, "docs/adr/0009.md", "x"))


def test_attachments_follow_a_name_that_an_answer_changes() -> None:
    mine = Topic(Action.ATTACHMENT, ("docs/adr/a.png",), f"{ROOT}/assets/2024-01-05-a/x/a.png")
    other = Topic(Action.ATTACHMENT, ("docs/adr/b.png",), f"{ROOT}/assets/shared/b.png")
    topics = settled(ask(Subject.DATE, answer="2023-12-31"), topics=(FIRST, mine, other))
    assert topics[1:] == (replace(mine, target=f"{ROOT}/assets/2023-12-31-a/x/a.png"), other)


def test_two_records_never_get_one_name_even_in_different_folders() -> None:
    clash = replace(SECOND, target=f"{ROOT}/rejected/2024-01-05-A.md")
    with pytest.raises(
        UsageError, match=r"docs/adr/0001-a.md and docs/adr/0002-b.md would both be .* another `target`"
    ):
        settled(topics=(FIRST, clash))


def test_attachments_of_one_name_in_different_folders_are_fine() -> None:
    topics = tuple(Topic(Action.ATTACHMENT, (f"{each}/a.png",), f"{ROOT}/assets/{each}/a.png") for each in "xy")
    assert settled(topics=topics) == topics
