"""A migration as data: what becomes of each record, what of each reference, and what only a person can decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Literal

from docsync.rfc.status.classify import Confidence
from docsync.rfc.words import Meaning

BY_HAND = "given by hand"  # the evidence of a date that a person wrote into the plan
PLAN = "rfc-migration.toml"  # where the plan lies, unless told otherwise


class Action(StrEnum):
    """What becomes of the members of a topic.

    ``MOVE``: one record moves. ``MERGE``: the first member takes in the others. ``SPLIT``: ``section`` of the only
    member becomes a record of its own, while the member itself belongs to another topic. ``ATTACHMENT``: a file that
    belongs to a record moves along. ``LEAVE``: a file stays where it is.
    """

    MOVE = "move"
    MERGE = "merge"
    SPLIT = "split"
    ATTACHMENT = "attachment"
    LEAVE = "leave"


class Subject(StrEnum):
    """What a question is about, and so what an answer changes.

    ``STATUS`` (a status folder) changes target and status; ``SPLIT`` (yes, no) keeps the topic or drops it, so that
    the section stays where it is; ``MERGE`` (yes, no) joins the topic with ``other``; ``UMBRELLA`` (stay, dissolve)
    keeps a record that several others carry out, or hands its parts to them; ``DATE``, ``TITLE`` and ``TARGET`` give
    the field of that name.
    """

    STATUS = "status"
    SPLIT = "split"
    MERGE = "merge"
    UMBRELLA = "umbrella"
    DATE = "date"
    TITLE = "title"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class Question:
    """What only a person can decide: ``proposal`` is what the topics say until there is an answer.

    ``id`` is short and stable between runs, such as ``status-adr-0012``; ``topic`` is the first member of the topic
    in question, ``topics`` those of all topics where one answer is for several; ``choices`` are the values that fit,
    none for free text; ``evidence`` says what was read where. ``other`` is the first member of the topic to merge with,
    or the section to split off.
    """

    id: str
    subject: Subject
    topic: str
    text: str
    proposal: str
    choices: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    other: str = ""
    answer: str = ""
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """A block that a person leaves out of a merge: its text, and why."""

    member: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Part:
    """A section of an umbrella that dissolves, and the topic, by its first member, that it goes to."""

    section: str
    into: str


@dataclass(frozen=True, slots=True)
class Topic:
    """What becomes of one topic; paths are relative to the root.

    ``members`` are old paths, the one that gives the text first. ``status_read`` is what was found, ``status`` the
    value of the status line to be. ``ids`` are the old ids of the members, as they are to be found again
    (``ADR 0012``). ``origin`` is the record that this one carries out a part of, and whose date it takes.
    ``section`` is a heading, its number or its anchor. ``evidence`` are sentences for a reviewer. ``parts`` are the
    sections of the last member, an umbrella that dissolves, that other topics take in before this one takes the rest.
    """

    action: Action
    members: tuple[str, ...]
    target: str
    title: str = ""
    date: date | None = None
    date_evidence: str = ""
    status_read: str = ""
    status: str = ""
    confidence: Confidence = Confidence.HIGH
    ids: tuple[str, ...] = ()
    origin: str = ""
    section: str = ""
    evidence: tuple[str, ...] = ()
    drop: tuple[Dropped, ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Choices:
    """What is decided for all records and references at once.

    ``root`` is the folder that all records come to; ``slug`` says what a new name is made of first; ``link_text`` what
    becomes of a link text that is an old id; ``code_mentions`` what an old id in source code becomes; ``superseded``
    where a record goes that was in force and is replaced; ``words`` are further status words, lower case.
    """

    root: str = "docs/rfc"
    slug: Literal["file", "title"] = "file"
    link_text: Literal["title", "keep"] = "title"
    code_mentions: Literal["path", "topic", "link", "leave"] = "path"
    superseded: Literal["implemented", "rejected"] = "implemented"
    words: Mapping[str, Meaning] = field(default_factory=dict)


class Kind(StrEnum):
    """What a reference is."""

    LINK = "link"  # a link, definition, HTML attribute or own URL in a document
    TEXT = "text"  # the text of a link that is an old id
    MENTION = "mention"  # an old id in prose of a document
    CODE = "code"  # an old id in source code or another text file
    PATH = "path"  # an old path outside of links


class Policy(StrEnum):
    """What is done about a reference."""

    REWRITE = "rewrite"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference: where it stands (line and column from 1, in the file as it is now), before and after.

    ``reason`` says why it is left, or what is unusual.
    """

    file: str
    line: int
    column: int
    kind: Kind
    old: str
    new: str
    policy: Policy
    target: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Migration:
    """The whole plan. ``root`` is the folder that all records come to, ``sources`` are the folders they are in now.

    ``base`` is the commit that it was made for.
    """

    root: str
    sources: tuple[str, ...]
    base: str
    topics: tuple[Topic, ...]
    questions: tuple[Question, ...] = ()
    references: tuple[Reference, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """Those without an answer."""
        return tuple(each for each in self.questions if not each.answer)

    def records(self) -> Iterator[Topic]:
        """The topics that become records."""
        return (each for each in self.topics if each.action in (Action.MOVE, Action.MERGE, Action.SPLIT))
