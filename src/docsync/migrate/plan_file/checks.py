"""Whether a plan that can be read makes sense: paths, answers, and what refers to what."""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterator

from docsync.migrate.model import Action, Migration, Question, Subject, Topic
from docsync.migrate.plan_file.places import word_of
from docsync.names import within
from docsync.rfc.naming import parse_name
from docsync.rfc.words import FOLDERS
from docsync.settings import Reader
from docsync.suggest import nearest, nearest_path
from docsync.toml_lines import KeyPath

_RECORDS = (Action.MOVE, Action.MERGE, Action.SPLIT)
_TWO = 2
_NO_TEXT = frozenset({"Cc", "Zl", "Zp"})  # controls and line ends, as Unicode calls them


def check(migration: Migration, reader: Reader) -> None:
    """Note every problem."""
    for number, topic in enumerate(migration.topics):
        for key, message in (*_members(topic), *_target(migration.root, topic), *_status(topic)):
            reader.note(("topic", number, key), f"{key}: {message}")
    for path, message in (*_homes(migration), *_questions(migration)):
        reader.note(path, message)


def _members(topic: Topic) -> Iterator[tuple[str, str]]:
    count = len(topic.members)
    if not count:
        yield "members", "a topic needs at least one"
    elif topic.action is Action.MERGE and count < _TWO:
        yield "members", "a merge needs at least two"
    elif topic.action is not Action.MERGE and count > 1:
        yield "members", f'"{topic.action.value}" has but one; several become one by action = "merge"'
    if topic.action is Action.SPLIT and not topic.section:
        yield "members", "a split needs its `section`"
    if topic.parts and topic.action not in (Action.MOVE, Action.MERGE):
        yield "parts", f'"{topic.action.value}" has none'


def _target(root: str, topic: Topic) -> Iterator[tuple[str, str]]:
    message = target_problem(root, topic.target) if topic.action in _RECORDS else ""
    if not message and (not within(topic.target) or not topic.target or "\0" in topic.target):
        message = f"{topic.target!r} leads out of the repository"
    if message:
        yield "target", message


def _status(topic: Topic) -> Iterator[tuple[str, str]]:
    if any(unicodedata.category(each) in _NO_TEXT for each in topic.status):
        yield "status", f"{topic.status!r} has a line end or another control character; write it as one line of text"
        return
    first = topic.status.split(maxsplit=1)[0].strip(",:;.") if topic.status.strip() else ""
    if topic.action in _RECORDS and first and not word_of(topic.status):
        near = nearest(first.lower(), FOLDERS)
        hint = f"did you mean {near}?" if near else "the rest follows as a note"
        yield "status", f'starts with "{first}", not with {", ".join(FOLDERS)}; {hint}'


def target_problem(root: str, target: str) -> str:
    """Why ``target`` is no path of a record below ``root``; ``""`` when it is one."""
    parent, name = posixpath.split(target)
    if posixpath.dirname(parent) != root or posixpath.basename(parent) not in FOLDERS:
        near = nearest(posixpath.basename(parent), FOLDERS) or FOLDERS[0]
        return f'"{target}" is not in a status folder of {root}; did you mean {posixpath.join(root, near, name)}?'
    problem = parse_name(name)
    return f'"{name}" {problem}' if isinstance(problem, str) else ""


def _homes(migration: Migration) -> Iterator[tuple[KeyPath, str]]:
    """No member may be in two topics, nor two questions have one id."""
    homes: dict[str, int] = {}
    for number, topic in enumerate(migration.topics):
        for member in topic.members if topic.action is not Action.SPLIT else ():
            first = homes.setdefault(member, number)
            if first != number:
                target = migration.topics[first].target
                yield ("topic", number, "members"), f"members: {member} is in the topic of {target} as well"
    seen: set[str] = set()
    for number, question in enumerate(migration.questions):
        if question.id in seen:
            yield ("question", number, "id"), f'id: there are two questions "{question.id}"'
        seen.add(question.id)


def _questions(migration: Migration) -> Iterator[tuple[KeyPath, str]]:
    members = {member for topic in migration.topics for member in topic.members}
    for number, question in enumerate(migration.questions):
        for key, paths in (("topic", (question.topic,)), ("topics", question.topics)):
            for missing in (path for path in paths if path not in members):
                near = nearest_path(missing, members)
                hint = f"; did you mean {near}?" if near else ""
                yield ("question", number, key), f"{key}: {missing} is in no topic{hint}"
        if question.answer:
            message = _answer(migration, question)
            yield from [(("question", number, "answer"), f"answer: {message}")] if message else []


def _answer(migration: Migration, question: Question) -> str:
    if question.choices and question.answer not in question.choices:
        near = nearest(question.answer, question.choices)
        hint = f'did you mean "{near}"?' if near else f"choose from {', '.join(question.choices)}"
        return f'"{question.answer}" does not fit; {hint}'
    return target_problem(migration.root, question.answer) if question.subject is Subject.TARGET else ""
