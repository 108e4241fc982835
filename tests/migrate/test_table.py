from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.migrate.model import Action, Dropped, Kind, Migration, Policy, Question, Reference, Subject, Topic
from docsync.migrate.show.columns import Columns, cells, paragraph, shortened
from docsync.migrate.show.overview import Overview, answer_command, listed
from docsync.migrate.show.page import page
from docsync.migrate.show.table import table
from migration_sample import sample

WIDTHS = (20, 80, 120, 200)
EMPTY = Migration("docs/rfc", (), "", ())


@pytest.mark.parametrize("width", WIDTHS)
def test_whatever_may_be_copied_is_whole_in_one_line(width: int) -> None:
    migration, lines = sample(), table(sample(), width).splitlines()
    copied = [member for topic in migration.topics for member in topic.members]
    copied += [topic.target.rsplit("/", 1)[1] for topic in migration.topics]
    copied += [answer_command(each) for each in migration.open_questions]
    copied += [f'answer = "{each.proposal}"' for each in migration.open_questions]
    for text in copied:
        assert any(text in line for line in lines), text


def test_questions_come_first_then_the_status_folders_then_what_stays_then_the_counts() -> None:
    text = table(sample())
    places = [
        "3 questions to answer",
        "Question 1: umbrella-rfc-004",
        "Question 3: status-rfc-009",
        "docs/rfc/proposed/ (5)",
        "docs/rfc/implemented/ (23)",
        "docs/rfc/rejected/ (2)",
        "left where they are (1)",
        "43 references in 10 files",
        "37  rewritten",
        "6  left alone",
        "2  an IETF number",
        "Notes",
    ]
    assert [text.index(place) for place in places] == sorted(text.index(place) for place in places)
    assert "title-rfc-001" not in text  # it has an answer


def test_one_record_has_one_line_where_there_is_room_and_more_where_there_is_not() -> None:
    topic = Topic(
        Action.MOVE, ("docs/adr/1-a.md",), "docs/rfc/implemented/a.md", status_read="Done", status="implemented"
    )
    migration = replace(EMPTY, topics=(replace(topic, date_evidence="abc1234: first added"),))
    wide = "               docs/adr/1-a.md  -> a.md  Done -> implemented  abc1234: first added"
    assert wide.strip() in table(migration, 120)
    assert table(migration, 30).splitlines()[-5:-1] == [
        "docs/rfc/implemented/ (1)",
        f"{' ' * 16}docs/adr/1-a.md",
        f"{' ' * 17}-> a.md",
        f"{' ' * 17}Done -> implemented",
    ]


def test_a_topic_shows_its_action_question_further_members_and_what_is_left_out() -> None:
    drop = (Dropped("docs/rfc/2.md", "| a | b |", "an empty table"),)
    topic = Topic(
        Action.MERGE, ("docs/adr/1.md", "docs/rfc/2.md"), "docs/rfc/implemented/x.md", status="implemented", drop=drop
    )
    question = Question("date-1", Subject.DATE, "docs/adr/1.md", "When?", "2026-01-01", other="docs/rfc/2.md")
    text = table(replace(EMPTY, topics=(topic,), questions=(question,)))
    assert "question 1; merge" in text
    assert "+ docs/rfc/2.md" in text
    assert "a block of docs/rfc/2.md is left out: an empty table" in text
    assert "about: docs/adr/1.md, docs/rfc/2.md" in text
    assert "one of" not in text  # any date fits
    assert "no status -> implemented" in text


def test_marks_of_confidence_are_explained_only_where_they_are_used() -> None:
    assert "~ by a rule" in table(sample())
    assert "? a guess" in table(sample())
    assert "Confidence" not in table(EMPTY)


def test_nothing_to_do_is_said() -> None:
    assert table(EMPTY).splitlines() == [
        "0 files in nothing become 0 records in docs/rfc: nothing.",
        "0 references to rewrite, 0 left alone.",
        "It can be applied.",
    ]


def test_a_file_that_stays_needs_no_reason_and_no_target() -> None:
    migration = replace(EMPTY, topics=(Topic(Action.LEAVE, ("docs/adr/toc.rst",), ""),))
    assert "left where they are (1)\n   docs/adr/toc.rst\n" in table(migration)


@given(st.text(st.characters(exclude_categories=()), min_size=1))
def test_no_control_character_reaches_the_terminal(text: str) -> None:
    topic = Topic(Action.MOVE, (text,), f"docs/rfc/{text}", text, None, text, text, text, evidence=(text,))
    question = Question(text, Subject.DATE, text, text, text, (text,), (text,))
    reference = Reference(text, 1, 1, Kind.LINK, text, text, Policy.LEAVE, reason=text)
    migration = Migration(text, (text,), text, (topic,), (question,), (reference,), (text,))
    shown = table(migration)
    assert not any(
        each < " " or "\x7f" <= each < "\xa0" or "\u202a" <= each <= "\u202e" for each in shown.replace("\n", "")
    )
    shown.encode()


@given(st.text("aé漢　̈", max_size=30), st.integers(1, 20))
def test_a_text_is_cut_to_the_cells_that_it_may_take(text: str, width: int) -> None:
    short = shortened(text, width)
    assert cells(short) <= width
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


def test_wide_characters_take_two_cells_and_combining_ones_none() -> None:
    assert [cells(each) for each in ("abc", "漢字", "e\u0301", "ﾃ")] == [3, 4, 1, 1]
    rows = [("漢", "b", "c", ""), ("aaa", "b", "c", "")]
    columns = Columns(rows, 80, head=2, indent=4)
    assert [list(columns.lines(row)) for row in rows] == [["漢   b  c"], ["aaa  b  c"]]


def test_words_are_not_broken_and_the_indent_counts() -> None:
    assert list(paragraph("one two " + "x" * 40, 30, "  ")) == ["  one two", "  " + "x" * 40]


def test_a_folder_is_the_deepest_of_the_migration_else_the_own_one_of_the_file() -> None:
    overview = Overview(sample())
    assert overview.split("docs/rfc/implemented/x.md") == ("docs/rfc/implemented", "x.md")
    assert overview.split("docs/adr/0012-x/README.md") == ("docs/adr", "0012-x/README.md")
    assert overview.split("notes/a.md") == ("notes", "a.md")
    assert overview.split("a.md") == ("", "a.md")


def test_a_split_is_asked_of_its_section_and_anything_else_of_the_record() -> None:
    overview, migration = Overview(sample()), sample()
    split = next(each for each in migration.questions if each.subject is Subject.SPLIT)
    asked = overview.topic_of(split)
    assert asked
    assert asked.topic.section
    title = overview.topic_of(replace(split, subject=Subject.TITLE))
    assert title
    assert not title.topic.section
    assert overview.topic_of(replace(split, topic="docs/adr")) is None


def test_words_are_listed_as_in_a_sentence() -> None:
    assert [listed(each) for each in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "nothing",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_a_link_in_a_status_is_shown_by_its_text() -> None:
    status = "implemented, superseded by [the queue](0002-queue.md)"
    topic = Topic(Action.MOVE, ("docs/adr/1-a.md",), "docs/rfc/implemented/a.md", status_read="Done", status=status)
    migration = replace(EMPTY, topics=(topic,))
    assert "Done -> implemented, superseded by the queue\n" in table(migration, 200)
    assert "0002-queue.md" not in page(migration, "ours")
