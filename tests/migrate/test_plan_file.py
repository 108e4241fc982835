"""The plan as a file: it is read back as it was, keeps what a person wrote, and says where it is wrong."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docsync.errors import ConfigError, UsageError
from docsync.migrate.model import (
    Action,
    Dropped,
    Kind,
    Migration,
    Part,
    Policy,
    Question,
    Reference,
    Subject,
    Topic,
)
from docsync.migrate.plan_file.blocks import split
from docsync.migrate.plan_file.text import answered, plan_text, read_plan
from docsync.rfc.status.classify import Confidence

ROOT = "docs/rfc"
FOLDERS = ("proposed", "implemented", "rejected")


def topic(name: str, day: int, **more: object) -> Topic:
    made = Topic(
        Action.MOVE,
        (f"docs/adr/{name}.md",),
        f"{ROOT}/implemented/2024-01-{day:02}-{name}.md",
        f"The {name}",
        date(2024, 1, day),
        "abc: first added",
        "Accepted",
        "implemented (accepted)",
        ids=(f"ADR {day}",),
        evidence=("status line says `Accepted`", "a second sentence that is long enough to need a line of its own"),
    )
    return replace(made, **more)  # type: ignore[arg-type]


ALPHA, BETA, GAMMA = topic("alpha", 1), topic("beta", 2), topic("gamma", 3)
QUESTION = Question(
    "status-adr-1", Subject.STATUS, "docs/adr/alpha.md", "Which?", "implemented", FOLDERS, ("it says so",)
)
REFERENCE = Reference(
    "README.md", 3, 5, Kind.MENTION, "ADR 1", "[The alpha](x.md)", Policy.REWRITE, "docs/adr/alpha.md"
)
PLAN = Migration(ROOT, ("docs/adr",), "abc", (ALPHA, BETA), (QUESTION,), (REFERENCE,), ("a note",))
TEXT = plan_text(PLAN)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


# Written and read


def test_a_plan_is_read_back_as_it_was() -> None:
    assert read_plan(TEXT) == PLAN
    assert plan_text(PLAN, TEXT) == TEXT


def test_questions_come_first_and_the_head_says_what_to_do() -> None:
    assert TEXT.startswith("# What becomes of each decision record")
    assert "--answer ID=VALUE" in TEXT
    kinds = [block.kind for block in split(TEXT)]
    assert kinds == ["", "question", "topic", "topic", "reference"]


def test_a_table_says_no_more_than_it_has_to() -> None:
    left = Topic(Action.LEAVE, ("a.md",), "a.md", evidence=("why",))
    text = plan_text(Migration(ROOT, (), "", (left,)))
    table = tomllib.loads(text)["topic"][0]
    assert table == {"action": "leave", "members": ["a.md"], "target": "a.md", "evidence": ["why"]}


_TEXTS = st.text(max_size=30) | st.sampled_from(
    ["'", '"""', "'''", "\\", "a\nb", "\x00", "\x7f", "bytes:", "#", "[[topic]]"]
)
_BYTES = st.binary(max_size=8).map(lambda raw: raw.decode("utf-8", "surrogateescape"))
_LINES = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=30)
_PATHS = (_TEXTS | _BYTES).map(lambda name: f"docs/adr/{name}.md")
_DAYS = st.dates(date(1990, 1, 1), date(2100, 1, 1))


@st.composite
def topics(draw: st.DrawFn) -> tuple[Topic, ...]:
    made = []
    for number, member in enumerate(draw(st.lists(_PATHS, unique=True, max_size=4))):
        day, folder = draw(_DAYS), draw(st.sampled_from(FOLDERS))
        made.append(
            Topic(
                Action.MOVE,
                (member,),
                f"{ROOT}/{folder}/{day}-x-{number}.md",
                draw(_TEXTS),
                day,
                draw(_TEXTS),
                draw(_TEXTS),
                f"{folder} {draw(_LINES)}",
                draw(st.sampled_from(Confidence)),
                tuple(draw(st.lists(_TEXTS, max_size=2))),
                draw(_PATHS),
                draw(_TEXTS),
                tuple(draw(st.lists(_TEXTS, max_size=2))),
                tuple(draw(st.lists(st.builds(Dropped, _TEXTS, _TEXTS, _TEXTS), max_size=2))),
                tuple(draw(st.lists(st.builds(Part, _TEXTS, _PATHS), max_size=2))),
            )
        )
    return tuple(made)


@st.composite
def migrations(draw: st.DrawFn) -> Migration:
    found = draw(topics())
    members = [each.members[0] for each in found]
    asked = [
        Question(
            f"q{number}", draw(st.sampled_from([Subject.TITLE, Subject.STATUS])), member, draw(_TEXTS), draw(_TEXTS)
        )
        for number, member in enumerate(members)
    ]
    asked = [replace(each, answer=draw(_TEXTS), topics=tuple(members), evidence=(draw(_TEXTS),)) for each in asked]
    references = st.builds(
        Reference,
        _PATHS,
        st.integers(1, 9),
        st.integers(1, 9),
        st.sampled_from(Kind),
        _TEXTS,
        _TEXTS,
        st.sampled_from(Policy),
        _PATHS,
        _TEXTS,
    )
    texts = st.lists(_TEXTS | _BYTES, max_size=2).map(tuple)
    return Migration(
        ROOT, draw(texts), draw(_TEXTS), found, tuple(asked), tuple(draw(st.lists(references))), draw(texts)
    )


@settings(max_examples=40)
@given(migrations())
def test_any_plan_is_read_back_as_it_was(migration: Migration) -> None:
    text = plan_text(migration)
    text.encode()
    assert read_plan(text) == migration
    assert "".join(block.text for block in split(text)) == text
    assert plan_text(migration, text) == text


@settings(max_examples=30)
@given(migrations(), migrations())
def test_without_edits_a_new_plan_replaces_the_old_one_but_for_answers(old: Migration, new: Migration) -> None:
    answers = {each.id: each.answer for each in old.questions}
    kept = tuple(replace(each, answer=answers.get(each.id, each.answer)) for each in new.questions)
    read = read_plan(plan_text(new, plan_text(old)))
    assert set(read.topics) == set(new.topics)
    assert sorted(read.references, key=repr) == sorted(new.references, key=repr)
    assert set(read.questions) == set(kept)
    assert (read.root, read.sources, read.base, read.notes) == (new.root, new.sources, new.base, new.notes)


# Edited


def test_answers_comments_and_order_stay() -> None:
    text = changed(TEXT, 'answer = ""', 'answer = "rejected" # as we said on Monday')
    text = changed(text, "[[topic]]", "# mine\n[[topic]]")
    text = changed(text, 'title = "The beta"', '# and this\ntitle = "The beta"')
    assert plan_text(PLAN, text) == text
    assert read_plan(text).questions[0].answer == "rejected"


def test_comments_stay_in_a_table_that_changes() -> None:
    text = changed(TEXT, 'title = "The beta"', '# a comment\ntitle   = "The beta" # and one more')
    new = replace(PLAN, topics=(ALPHA, replace(BETA, title="Another", ids=(), origin="docs/adr/alpha.md")))
    made = plan_text(new, text)
    assert '# a comment\ntitle   = "Another" # and one more' in made
    assert read_plan(made) == new
    assert plan_text(new, made) == made


def test_a_field_that_was_edited_stays_and_is_told() -> None:
    text = changed(TEXT, 'title = "The beta"', 'title = "By hand"')
    new = replace(PLAN, topics=(ALPHA, replace(BETA, date_evidence="better")))
    read = read_plan(plan_text(new, text))
    assert read.topics == (ALPHA, replace(BETA, title="By hand"))
    assert read.notes == ("a note", "docs/adr/beta.md: its topic was edited by hand, and stays so")
    again = plan_text(new, plan_text(new, text))
    assert read_plan(again) == read


def test_a_table_without_its_mark_is_a_persons() -> None:
    text = re.sub(r"\[\[topic\]\] # \S+", "[[topic]]", TEXT)
    new = replace(PLAN, topics=(replace(ALPHA, title="Other"), BETA))
    assert read_plan(plan_text(new, text)).topics == (ALPHA, BETA)


def test_a_question_is_made_anew_but_for_its_answer() -> None:
    text = answered(TEXT, {"status-adr-1": "rejected"})
    new = replace(PLAN, questions=(replace(QUESTION, text="Which one?"),))
    assert read_plan(plan_text(new, text)).questions == (replace(QUESTION, text="Which one?", answer="rejected"),)
    assert read_plan(plan_text(replace(PLAN, questions=()), text)).questions == ()


def test_new_topics_stand_behind_their_neighbours() -> None:
    reordered = plan_text(replace(PLAN, topics=(BETA, ALPHA)))
    new = replace(PLAN, topics=(GAMMA, ALPHA, topic("delta", 4), BETA))
    titles = [each.title for each in read_plan(plan_text(new, reordered)).topics]
    assert titles == ["The gamma", "The beta", "The alpha", "The delta"]


def test_what_vanished_goes_and_an_edited_table_stays_as_a_comment() -> None:
    edited = changed(TEXT, 'title = "The beta"', 'title = "By hand"')
    alone = replace(PLAN, topics=(ALPHA,))
    assert read_plan(plan_text(alone, TEXT)).topics == (ALPHA,)
    made = plan_text(alone, edited)
    assert read_plan(made).topics == (ALPHA,)
    assert '# title = "By hand"' in made
    assert read_plan(made).notes[-1].startswith("docs/adr/beta.md: is gone; what was edited about it stands behind `#`")
    assert '# title = "By hand"' in plan_text(alone, made)


def test_a_merge_by_hand_takes_the_other_topic_in() -> None:
    blocks = [block.text for block in split(TEXT)]
    blocks[2] = (
        blocks[2]
        .replace('"move"', '"merge"')
        .replace('["docs/adr/alpha.md"]', '["docs/adr/alpha.md", "docs/adr/beta.md"]')
    )
    text = "".join((*blocks[:3], blocks[4]))
    (found,) = read_plan(plan_text(PLAN, text)).topics
    assert found == replace(ALPHA, action=Action.MERGE, members=("docs/adr/alpha.md", "docs/adr/beta.md"))


def test_members_in_another_order_by_hand_stay() -> None:
    both = replace(ALPHA, action=Action.MERGE, members=("docs/adr/alpha.md", "docs/adr/beta.md"))
    plan = replace(PLAN, topics=(both,))
    text = changed(
        plan_text(plan), '["docs/adr/alpha.md", "docs/adr/beta.md"]', '["docs/adr/beta.md", "docs/adr/alpha.md"]'
    )
    assert read_plan(plan_text(plan, text)).topics == (replace(both, members=both.members[::-1]),)


def test_a_file_that_would_be_in_no_topic_is_left_and_told() -> None:
    text = changed(plan_text(replace(PLAN, topics=(ALPHA,))), 'title = "The alpha"', 'title = "By hand"')
    both = replace(ALPHA, action=Action.MERGE, members=("docs/adr/alpha.md", "docs/adr/beta.md"))
    found = read_plan(plan_text(replace(PLAN, topics=(both,)), text)).topics
    assert [(each.action, each.members) for each in found] == [
        (Action.MOVE, ("docs/adr/alpha.md",)),
        (Action.LEAVE, ("docs/adr/beta.md",)),
    ]
    assert found[1].evidence[0].startswith("the topic that it would belong to was edited by hand")


def test_an_edited_reference_moves_with_its_line() -> None:
    twice = replace(PLAN, references=(REFERENCE, replace(REFERENCE, line=9)))
    text = plan_text(twice)
    at = text.rindex('policy = "rewrite"')
    text = text[:at] + 'policy = "leave" # no\n' + text[at + len('policy = "rewrite"\n') :]
    later = replace(PLAN, references=(replace(REFERENCE, line=4), replace(REFERENCE, line=10, column=7)))
    made = plan_text(later, text)
    assert read_plan(made).references == (
        replace(REFERENCE, line=4),
        replace(REFERENCE, line=10, column=7, policy=Policy.LEAVE),
    )
    assert 'policy = "leave" # no' in made
    gone = plan_text(replace(PLAN, references=()), text)
    assert read_plan(gone).references == ()
    assert "# policy" in gone


def test_a_split_and_its_record_are_two_topics() -> None:
    part = replace(
        ALPHA, action=Action.SPLIT, section="#c", target=f"{ROOT}/proposed/2024-01-01-c.md", status="proposed"
    )
    plan = replace(PLAN, topics=(ALPHA, part))
    text = changed(
        plan_text(plan), f'target = "{ROOT}/proposed/2024-01-01-c.md"', f'target = "{ROOT}/proposed/2024-01-01-d.md"'
    )
    assert read_plan(plan_text(plan, text)).topics == (ALPHA, replace(part, target=f"{ROOT}/proposed/2024-01-01-d.md"))


def test_a_plan_at_hand_that_is_no_toml() -> None:
    with pytest.raises(ConfigError, match=r"^old.toml:1: is not TOML"):
        plan_text(PLAN, "= x", "old.toml")


# Fields that belong together: what was edited, old text, new text; what follows.
EDITS = {
    "date": ("date = 2024-01-01", "date = 2023-05-05", {"target": f"{ROOT}/implemented/2023-05-05-alpha.md"}),
    "status": (
        'status = "implemented (accepted)"',
        'status = "rejected — no"',
        {"target": f"{ROOT}/rejected/2024-01-01-alpha.md"},
    ),
    "target": (
        f'target = "{ROOT}/implemented/2024-01-01-alpha.md"',
        f'target = "{ROOT}/rejected/2023-05-05-other.md"',
        {"status": "rejected (accepted)", "date": date(2023, 5, 5), "date_evidence": "given by hand"},
    ),
    "slug of a target": (
        f'target = "{ROOT}/implemented/2024-01-01-alpha.md"',
        f'target = "{ROOT}/implemented/2024-01-01-other.md"',
        {"status": "implemented (accepted)", "date": date(2024, 1, 1)},
    ),
    "a key slug": (
        "date = 2024-01-01",
        'date = 2024-01-01\nslug = "other-name"',
        {"target": f"{ROOT}/implemented/2024-01-01-other-name.md"},
    ),
    "a key folder": (
        "date = 2024-01-01",
        'date = 2024-01-01\nfolder = "proposed"',
        {"target": f"{ROOT}/proposed/2024-01-01-alpha.md", "status": "proposed (accepted)"},
    ),
    "no date": ("date = 2024-01-01\n", "", {"date": date(2024, 1, 1), "target": ALPHA.target}),
    "title": ('title = "The alpha"', 'title = "Other"', {"target": ALPHA.target}),
}


@pytest.mark.parametrize("case", EDITS)
def test_what_follows_from_an_edit(case: str) -> None:
    old, new, expected = EDITS[case]
    found = read_plan(changed(TEXT, old, new)).topics[0]
    assert {name: getattr(found, name) for name in expected} == expected


def test_without_a_mark_a_contradiction_is_told() -> None:
    text = re.sub(r"\[\[topic\]\] # \S+", "[[topic]]", TEXT)
    assert read_plan(text) == PLAN
    text = changed(text, "date = 2024-01-01", "date = 2023-05-05")
    text = changed(text, 'status = "implemented (accepted)"', 'status = "rejected"')
    with pytest.raises(ConfigError) as error:
        read_plan(text)
    assert [line.split(": ", 1)[1] for line in str(error.value).split("\n")] == [
        "date: is 2023-05-05, but the target says 2024-01-01; change one of them",
        "status: is rejected, but the target lies in implemented; change one of them",
    ]
    text = changed(re.sub(r"\[\[topic\]\] # \S+", "[[topic]]", TEXT), "date = 2024-01-01\n", "")
    assert read_plan(text).topics[0].date == date(2024, 1, 1)


# Wrong

# Old text, new text, the message behind `rfc-migration.toml:LINE: `.
WRONG = {
    "no TOML": ("version = 1", "version = = 1", "is not TOML: Invalid value"),
    "an unknown key": ('title = "The alpha"', 'titel = "The alpha"', 'unknown key "titel"; did you mean "title"?'),
    "an unknown table": ("version = 1", "version = 1\ntopics = []", 'unknown key "topics"; did you mean "topic"?'),
    "an unknown action": ('"move"', '"mvoe"', 'unknown action "mvoe"; did you mean "move"?'),
    "an unknown policy": ('policy = "rewrite"', 'policy = "leaf"', 'unknown policy "leaf"; did you mean "leave"?'),
    "an unknown confidence": ('"high"', '"sure"', 'unknown confidence "sure"; known are high, low, medium'),
    "no number": ("line = 3", 'line = "3"', 'line: expected number, found "3"'),
    "no text": ('title = "The alpha"', "title = 3", "title: expected text, found 3"),
    "no text for a choice": ('"move"', "3", "action: expected text, found 3"),
    "no day": ("date = 2024-01-01", 'date = "soon"', 'date: expected day, such as 2026-01-31, found "soon"'),
    "a moment": (
        "date = 2024-01-01",
        "date = 2024-01-01T00:00:00",
        "date: expected day, such as 2026-01-31, found 2024-01-01 00:00:00",
    ),
    "no array": ('ids = ["ADR 1"]', 'ids = "ADR 1"', 'ids: expected array, found "ADR 1"'),
    "no text in an array": ('ids = ["ADR 1"]', "ids = [1]", "ids: expected text, found 1"),
    "a missing key": ('text = "Which?"\n', "", 'question: needs the key "text"'),
    "no table in an array": ('ids = ["ADR 1"]', "drop = [1]", "drop: expected table, found 1"),
    "no answer of the choices": (
        'answer = ""',
        'answer = "reject"',
        'answer: "reject" does not fit; did you mean "rejected"?',
    ),
    "no answer at all like it": (
        'answer = ""',
        'answer = "xyz"',
        'answer: "xyz" does not fit; choose from proposed, implemented, rejected',
    ),
    "a question about nothing": (
        'topic = "docs/adr/alpha.md"',
        'topic = "docs/adr/alphaa.md"',
        "topic: docs/adr/alphaa.md is in no topic; did you mean docs/adr/alpha.md?",
    ),
    "no status folder": (
        "rfc/implemented/2024-01-01-alpha.md",
        "rfc/implmented/2024-01-01-alpha.md",
        (
            f'target: "{ROOT}/implmented/2024-01-01-alpha.md" is not in a status folder of {ROOT}; '
            f"did you mean {ROOT}/implemented/2024-01-01-alpha.md?"
        ),
    ),
    "no name of a record": ("2024-01-01-alpha.md", "alpha.md", 'target: "alpha.md" is not `yyyy-mm-dd-slug.md`'),
    "no status word": (
        'status = "implemented (',
        'status = "Implemented (',
        'status: starts with "Implemented", not with proposed, implemented, rejected; did you mean implemented?',
    ),
    "no status word at all": (
        'status = "implemented (',
        'status = "xyz (',
        'status: starts with "xyz", not with proposed, implemented, rejected; the rest follows as a note',
    ),
    "no members": ('members = ["docs/adr/alpha.md"]', "members = []", "members: a topic needs at least one"),
    "a merge of one": ('"move"', '"merge"', "members: a merge needs at least two"),
    "a move of two": (
        '["docs/adr/alpha.md"]',
        '["docs/adr/alpha.md", "x.md"]',
        'members: "move" has but one; several become one by action = "merge"',
    ),
    "a split of nothing": ('"move"', '"split"', "members: a split needs its `section`"),
    "parts of a split": (
        '"move"',
        '"split"\nsection = "x"\nparts = [{ section = "a", into = "b" }]',
        'parts: "split" has none',
    ),
    "one member twice": (
        '["docs/adr/beta.md"]',
        '["docs/adr/alpha.md"]',
        f"members: docs/adr/alpha.md is in the topic of {ROOT}/implemented/2024-01-01-alpha.md as well",
    ),
    "no folder": (
        "date = 2024-01-01",
        'date = 2024-01-01\nfolder = "reject"',
        'unknown folder "reject"; did you mean "rejected"?',
    ),
    "no slug": (
        "date = 2024-01-01",
        'date = 2024-01-01\nslug = "A b"',
        "slug: expected lower-case ASCII words joined by `-`, found 'A b'",
    ),
    "no root": ('root = "docs/rfc"', "root = 1", "root: expected text"),
    "no notes": ('notes = ["a note"]', 'notes = "a note"', "notes: expected array of texts"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_with_its_line(case: str) -> None:
    old, new, message = WRONG[case]
    text = changed(TEXT, old, new)
    with pytest.raises(ConfigError) as error:
        read_plan(text)
    place = next(each for each in str(error.value).split("\n") if f": {message}" in each).split(": ", 1)[0]
    line = int(place.removeprefix("rfc-migration.toml:"))
    assert 0 < line <= text.count("\n") + 1


def test_the_line_is_that_of_the_value() -> None:
    text = changed(TEXT, "date = 2024-01-02", "date = 1")
    line = text[: text.index("date = 1\n")].count("\n") + 1
    with pytest.raises(ConfigError, match=rf"^plan.toml:{line}: date: expected day"):
        read_plan(text, "plan.toml")


def test_further_mistakes() -> None:
    with pytest.raises(ConfigError, match=r"version: expected 1; make the plan again by `doc-sync migrate plan`"):
        read_plan("version = 2\n")
    for text in ("topic = 3", "topic = [3]", "topic = [{ action = 'move' }]"):
        with pytest.raises(ConfigError, match=r"^rfc-migration.toml: topic: write each one as a table of its own"):
            read_plan(f"version = 1\n{text}\n")
    double = TEXT.replace(
        "[[topic]]",
        '[[question]]\nid = "status-adr-1"\nsubject = "title"\ntopic = "docs/adr/alpha.md"\ntext = ""\n'
        'proposal = ""\n\n[[topic]]',
        1,
    )
    with pytest.raises(ConfigError, match=r'id: there are two questions "status-adr-1"'):
        read_plan(double)
    lost = replace(PLAN, questions=(replace(QUESTION, topic="zzz", topics=("qqqqqqqq",)),))
    with pytest.raises(ConfigError, match=r"topic: zzz is in no topic\n.*topics: qqqqqqqq is in no topic"):
        read_plan(plan_text(lost))
    for target in ("../x.png", "", "a\0b"):
        outside = replace(PLAN, topics=(ALPHA, Topic(Action.ATTACHMENT, ("x.png",), target)))
        with pytest.raises(ConfigError, match=r"target: .* leads out of the repository"):
            read_plan(plan_text(outside))


def test_the_answer_to_where_a_record_goes_is_a_path_of_one() -> None:
    asked = Question("t", Subject.TARGET, "docs/adr/alpha.md", "Where?", "", answer="x.md")
    with pytest.raises(ConfigError, match=r'answer: "x.md" is not in a status folder of docs/rfc'):
        read_plan(plan_text(replace(PLAN, questions=(asked,))))


# Answered


def test_an_answer_changes_its_line_only() -> None:
    text = answered(TEXT, {"status-adr-1": "rejected"})
    assert text == TEXT.replace('answer = ""', 'answer = "rejected"')
    assert answered(text, {"status-adr-1": "rejected"}) == text
    commented = changed(TEXT, 'answer = ""', "answer = '' # who knows")
    assert answered(commented, {"status-adr-1": "rejected"}) == changed(commented, "answer = ''", 'answer = "rejected"')


@pytest.mark.parametrize(
    ("name", "answer", "message"),
    [
        (
            "status-adr-2",
            "rejected",
            "--answer status-adr-2: no such question in rfc-migration.toml; did you mean status-adr-1?",
        ),
        ("x", "rejected", "--answer x: no such question in rfc-migration.toml; the questions are status-adr-1"),
        ("status-adr-1", "reject", "--answer status-adr-1=reject: does not fit; did you mean rejected?"),
        ("status-adr-1", "xyz", "--answer status-adr-1=xyz: does not fit; choose from proposed, implemented, rejected"),
    ],
)
def test_an_answer_that_does_not_fit(name: str, answer: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        answered(TEXT, {name: answer})
    assert str(error.value) == message


def test_line_ends_of_another_system_are_read_and_kept() -> None:
    text = TEXT.replace("\n", "\r\n")
    assert read_plan(text) == PLAN
    assert plan_text(PLAN, text) == text
    assert "\n" not in answered(text, {"status-adr-1": "rejected"}).replace("\r\n", "")


def test_a_plan_that_is_made_again_in_two_steps_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    existing = TEXT.replace("# 1. Answer", "# First answer")  # no other test reads it
    loads, read = tomllib.loads, list[str]()

    def counted(text: str) -> object:
        read.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    for _ in range(2):
        assert plan_text(PLAN, existing) == existing
        assert read_plan(existing).topics == PLAN.topics
    assert read.count(existing) == 1
