"""The answers of a plan carried out, so that its topics alone say what becomes of every file."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from types import MappingProxyType

from docsync.errors import UsageError
from docsync.migrate.model import BY_HAND, Action, Migration, Part, Question, Subject, Topic
from docsync.migrate.plan_file.places import in_folder, on_day, status_in
from docsync.tree import fold

_RECORDS = (Action.MOVE, Action.MERGE, Action.SPLIT)


def settle(migration: Migration) -> Migration:
    """The plan without questions.

    :class:`UsageError` while one has no answer, where an answer does not fit, and where two topics get one path.
    """
    unanswered = migration.open_questions
    if unanswered:
        names = ", ".join(each.id for each in unanswered)
        raise UsageError(f"no answer yet to {names}; write it into the plan, or run `plan --answer ID=VALUE`")
    topics = tuple(_without_open_parts(settled_so_far(migration).topics))
    _refuse_collisions(topics)
    return replace(migration, topics=topics, questions=())


def settled_so_far(migration: Migration) -> Migration:
    """The plan with its answers carried out, and with all its questions, of which open ones keep their proposals.

    :class:`UsageError` where an answer does not fit.
    """
    topics = migration.topics
    for question in migration.questions:
        if question.answer:
            topics = _ANSWERED[question.subject](migration, topics, question)
    return replace(migration, topics=_with_attachments(migration, topics))


def _topic(topics: Iterable[Topic], member: str, question: Question) -> Topic:
    """The topic that is a record and whose first member is ``member``, else one that has it at all."""
    found = [each for each in topics if each.action in (Action.MOVE, Action.MERGE) and member in each.members]
    if not found:
        raise UsageError(f"question {question.id}: {member} is in no topic that moves or merges; make the plan again")
    return min(found, key=lambda each: each.members.index(member))


def _replaced(topics: Iterable[Topic], old: Topic, new: Topic | None) -> tuple[Topic, ...]:
    """``topics`` with ``new`` in the place of ``old``, or without it."""
    return tuple(each for topic in topics for each in ((new,) if topic is old else (topic,)) if each is not None)


def _status(migration: Migration, topics: tuple[Topic, ...], question: Question) -> tuple[Topic, ...]:
    """Each topic in question that is still where the proposal put it goes to the answer's folder."""
    for member in question.topics or (question.topic,):
        topic = _topic(topics, member, question)
        is_as_proposed = posixpath.dirname(topic.target) == posixpath.join(migration.root, question.proposal)
        if is_as_proposed or not question.topics:
            status = status_in(topic.status, question.answer)
            moved = replace(topic, target=in_folder(migration.root, topic.target, question.answer), status=status)
            topics = _replaced(topics, topic, moved)
    return topics


def _split(_: Migration, topics: tuple[Topic, ...], question: Question) -> tuple[Topic, ...]:
    """``no``: the section stays in its record."""
    if question.answer == "yes":
        return topics
    return tuple(
        each
        for each in topics
        if each.action is not Action.SPLIT or question.topic not in each.members or each.section != question.other
    )


def _merge(_: Migration, topics: tuple[Topic, ...], question: Question) -> tuple[Topic, ...]:
    """``yes``: one topic of both, with the place of the first and the earlier date."""
    if question.answer == "no":
        return topics
    first, second = (_topic(topics, member, question) for member in (question.topic, question.other))
    return topics if first is second else _replaced(_replaced(topics, second, None), first, joined(first, second))


def joined(first: Topic, second: Topic) -> Topic:
    """Two topics as one: in the place of ``first``, from the earlier day on."""
    both = replace(
        first,
        action=Action.MERGE,
        members=tuple(dict.fromkeys((*first.members, *second.members))),
        ids=tuple(dict.fromkeys((*first.ids, *second.ids))),
        drop=(*first.drop, *second.drop),
        evidence=(*first.evidence, *second.evidence),
        origin=first.origin if first.origin not in second.members else "",
    )
    if second.date is None or (first.date is not None and first.date <= second.date):
        return both
    evidence = f"{second.members[0]}, {second.date_evidence}"
    return replace(both, date=second.date, date_evidence=evidence, target=on_day(both.target, second.date))


def _umbrella(_: Migration, topics: tuple[Topic, ...], question: Question) -> tuple[Topic, ...]:
    """``dissolve``: the first decision takes the umbrella in, but for the parts that go to the others."""
    if question.answer == "stay":
        return topics
    umbrella = _topic(topics, question.topic, question)
    decisions = [each for each in topics if each.origin in umbrella.members and each.action in _RECORDS]
    if not decisions:
        raise UsageError(f"question {question.id}: no topic has {question.topic} as its origin; answer `stay`")
    first, known = decisions[0], {member: each for each in decisions for member in each.members}
    for part in umbrella.parts:
        if part.into not in known:
            raise UsageError(f"part {part.section} of {question.topic}: {part.into} does not have it as its origin")
    away = tuple(Part(each.section, known[each.into].members[0]) for each in umbrella.parts)
    away = tuple(each for each in away if each.into != first.members[0])
    taken = replace(joined(first, umbrella), parts=away, origin=first.origin)
    return _replaced(_replaced(topics, umbrella, None), first, taken)


def _date(_: Migration, topics: tuple[Topic, ...], question: Question) -> tuple[Topic, ...]:
    topic = _topic(topics, question.topic, question)
    try:
        day = date.fromisoformat(question.answer)
    except ValueError:
        raise UsageError(f"question {question.id}: `{question.answer}` is no day, such as 2026-01-31") from None
    new = replace(topic, date=day, date_evidence=BY_HAND, target=on_day(topic.target, day))
    return _replaced(topics, topic, new)


def _title(_: Migration, topics: tuple[Topic, ...], question: Question) -> tuple[Topic, ...]:
    topic = _topic(topics, question.topic, question)
    return _replaced(topics, topic, replace(topic, title=question.answer))


def _target(_: Migration, topics: tuple[Topic, ...], question: Question) -> tuple[Topic, ...]:
    topic = _topic(topics, question.topic, question)
    folder = posixpath.basename(posixpath.dirname(question.answer))
    status = status_in(topic.status, folder)
    return _replaced(topics, topic, replace(topic, target=question.answer, status=status))


_Answer = Callable[[Migration, tuple[Topic, ...], Question], tuple[Topic, ...]]
_ANSWERED: Mapping[Subject, _Answer] = MappingProxyType(
    {
        Subject.STATUS: _status,
        Subject.SPLIT: _split,
        Subject.MERGE: _merge,
        Subject.UMBRELLA: _umbrella,
        Subject.DATE: _date,
        Subject.TITLE: _title,
        Subject.TARGET: _target,
    }
)


def _without_open_parts(topics: Iterable[Topic]) -> Iterable[Topic]:
    """An umbrella that stays keeps its sections."""
    return (replace(each, parts=()) if each.action is Action.MOVE and each.parts else each for each in topics)


def _with_attachments(migration: Migration, topics: tuple[Topic, ...]) -> tuple[Topic, ...]:
    """Attachments follow records whose file name an answer changed."""
    before = {topic.members[0]: _stem(topic) for topic in migration.topics if topic.action in _RECORDS}
    after = {member: _stem(topic) for topic in topics if topic.action in _RECORDS for member in topic.members}
    names = {before[member]: after[member] for member in before if after.get(member, before[member]) != before[member]}
    return tuple(_following(migration.root, topic, names) for topic in topics)


def _following(root: str, topic: Topic, names: Mapping[str, str]) -> Topic:
    for old, new in names.items() if topic.action is Action.ATTACHMENT else ():
        prefix = f"{root}/assets/{old}/"
        if topic.target.startswith(prefix):
            return replace(topic, target=f"{root}/assets/{new}/{topic.target.removeprefix(prefix)}")
    return topic


def _stem(topic: Topic) -> str:
    return posixpath.splitext(posixpath.basename(topic.target))[0]


def _refuse_collisions(topics: Iterable[Topic]) -> None:
    """Two topics must not have one path, nor two records one file name in different folders."""
    taken: dict[str, Topic] = {}
    for topic in topics:
        is_record = topic.action in _RECORDS
        key = fold(posixpath.basename(topic.target) if is_record else topic.target)
        other = taken.setdefault(key, topic)
        if other is not topic:
            raise UsageError(
                f"{other.members[0]} and {topic.members[0]} would both be {topic.target}; "
                "give one of them another `target` in the plan"
            )
