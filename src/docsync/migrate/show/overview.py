"""What a reader of a migration looks for: topics by the folder that they come to, what is asked, what is counted."""

from __future__ import annotations

import json
import posixpath
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from docsync.migrate.model import Action, Migration, Policy, Question, Reference, Subject, Topic
from docsync.reporters.text import counted
from docsync.rfc.words import FOLDERS

PLAN_COMMAND = "doc-sync migrate plan"
YOURS = "your answer"  # what is said of a topic instead of a guess


@dataclass(frozen=True, slots=True)
class Placed:
    """A topic with its ``number`` (from 1) in the order of the new tree; ``folder`` and ``name`` make the new path."""

    number: int
    topic: Topic
    folder: str
    name: str

    @property
    def stays(self) -> bool:
        """Whether nothing becomes of it."""
        return self.topic.action is Action.LEAVE


@dataclass(frozen=True, slots=True)
class Old:
    """A file as it is now, and the topics that it goes to; ``number`` counts from 1 in the order of the old tree."""

    number: int
    path: str
    folder: str
    name: str
    topics: Sequence[Placed]


class Overview:
    """Views of one migration that its table and its page share."""

    def __init__(self, migration: Migration) -> None:
        self.migration = migration
        status_folders = [posixpath.join(migration.root, folder) for folder in FOLDERS]
        self._folders = [*status_folders, migration.root, *migration.sources]

    @cached_property
    def placed(self) -> Sequence[Placed]:
        """The topics by new folder (status folders first) and new name."""
        found = [(*self.split(new_path(topic)), topic) for topic in self.migration.topics]
        ordered = sorted(found, key=lambda each: (self._rank(each[0]), each[0], each[1]))
        return [Placed(number, topic, folder, name) for number, (folder, name, topic) in enumerate(ordered, start=1)]

    @cached_property
    def old(self) -> Sequence[Old]:
        """Each old file once, by old folder and old name."""
        goes_to: dict[str, list[Placed]] = {}
        for placed in self.placed:
            for member in placed.topic.members:
                goes_to.setdefault(member, []).append(placed)
        ordered = sorted((*self.split(path), path) for path in goes_to)
        return [
            Old(number, path, folder, name, goes_to[path])
            for number, (folder, name, path) in enumerate(ordered, start=1)
        ]

    def split(self, path: str) -> tuple[str, str]:
        """The folder of records that a path is in, else its own folder; and the rest of the path."""
        inside = [folder for folder in self._folders if path.startswith(f"{folder}/")]
        folder = max(inside, key=len, default=posixpath.dirname(path))
        return folder, path[len(folder) :].lstrip("/")

    def _rank(self, folder: str) -> int:
        return self._folders.index(folder) if folder in self._folders else len(self._folders)

    @cached_property
    def questions_of(self) -> Mapping[int, Sequence[int]]:
        """The numbers (from 1) of the open questions about each topic, by the number of the topic."""
        found: dict[int, list[int]] = {}
        for number, question in enumerate(self.migration.open_questions, start=1):
            placed = self.topic_of(question)
            if placed:
                found.setdefault(placed.number, []).append(number)
        return found

    def topic_of(self, question: Question) -> Placed | None:
        """The topic in question; a split is asked of the section, anything else of the record."""
        found = self._by_member.get(question.topic, ())
        is_split = question.subject is Subject.SPLIT
        fitting = (each for each in found if (each.topic.action is Action.SPLIT) == is_split)
        return next(fitting, found[0] if found else None)

    @cached_property
    def answered(self) -> frozenset[int]:
        """The numbers of the topics that are as a person answered."""
        given = [each for each in self.migration.questions if each.answer]
        members = {path for each in given for path in each.topics or (each.topic,) if each.subject is not Subject.SPLIT}
        sections = {(each.topic, each.other) for each in given if each.subject is Subject.SPLIT}
        return frozenset(
            placed.number
            for placed in self.placed
            if (
                (placed.topic.members[0], placed.topic.section) in sections
                if placed.topic.action is Action.SPLIT
                else not members.isdisjoint(placed.topic.members)
            )
        )

    @cached_property
    def _by_member(self) -> Mapping[str, Sequence[Placed]]:
        """The topics by their members, those that a member gives the text of first."""
        found: dict[str, list[Placed]] = {}
        pairs = [(number, member, each) for each in self.placed for number, member in enumerate(each.topic.members)]
        for _, member, placed in sorted(pairs, key=lambda pair: pair[0]):
            found.setdefault(member, []).append(placed)
        return found

    @cached_property
    def rewritten(self) -> int:
        """How many references are rewritten; the others are left."""
        return sum(each.policy is Policy.REWRITE for each in self.migration.references)

    def sentences(self) -> Iterator[str]:
        """The migration in a few sentences."""
        migration, records = self.migration, list(self.migration.records())
        files = {member for topic in records for member in topic.members}
        folders = Counter(self.split(topic.target)[0] for topic in records)
        parts = [f"{folders[name]:,} {posixpath.basename(name)}" for name in self._folders if folders[name]]
        verb = "becomes" if len(files) == 1 else "become"
        result = f"{counted(len(records), 'record')} in {migration.root}"
        yield f"{counted(len(files), 'file')} in {listed(migration.sources)} {verb} {result}: {listed(parts)}."
        left = len(migration.references) - self.rewritten
        yield f"{counted(self.rewritten, 'reference')} to rewrite, {left:,} left alone."
        waiting = len(migration.open_questions)
        yield f"{counted(waiting, 'question')} to answer before it can be applied." if waiting else "It can be applied."


def new_path(topic: Topic) -> str:
    """Where a topic comes to; a file that is left stays."""
    return topic.target or topic.members[0]


def reasons(references: Iterable[Reference], policy: Policy) -> Sequence[tuple[str, int]]:
    """How often each reason is given for a policy, the most frequent first; ``""`` where none is."""
    counts = Counter(each.reason for each in references if each.policy is policy)
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))


def answer_line(question: Question) -> str:
    """The line of the plan file that accepts the proposal."""
    return f"answer = {json.dumps(question.proposal, ensure_ascii=False)}"


def answer_command(question: Question) -> str:
    """The command that accepts the proposal."""
    return f"{PLAN_COMMAND} --answer {shlex.quote(f'{question.id}={question.proposal}')}"


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``; ``nothing`` for none."""
    if len(words) < 2:  # noqa: PLR2004 - one word needs no "and"
        return words[0] if words else "nothing"
    return f"{', '.join(words[:-1])} and {words[-1]}"
