"""Splits and merges of a migration, as many at a time as have no document in common."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from docsync.changeset.plan import Piece, Plan, Written
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.migrate.apply.heads import Head
from docsync.migrate.apply.homes import Homes
from docsync.migrate.apply.status_text import link_to
from docsync.migrate.model import Action, Dropped, Migration, Topic
from docsync.rfc.editing.pieces import readable, removed, spliced
from docsync.rfc.editing.sections import find_section
from docsync.rfc.verbs.merging import merged
from docsync.rfc.verbs.splitting import split_off
from docsync.text import Span

_Item = TypeVar("_Item")
_SPLIT_HEAD = re.compile(r"Status: proposed(?:\r\n|\r|\n){2}Split from: ")


@dataclass(frozen=True, slots=True)
class Cut:
    """A section to be taken out of the document at ``path`` to a new one; ``is_part`` when it is merged right away."""

    path: str
    section: str
    target: str
    is_part: bool


@dataclass(frozen=True, slots=True)
class Join:
    """The document ``other`` to be merged into ``into``, for the result to be at ``target``."""

    into: str
    other: str
    target: str


def cuts(migration: Migration) -> list[list[Cut]]:
    """The splits in rounds: in each one a document is split at most once."""
    homes = Homes(migration)
    found = [
        Cut(homes.here(topic.members[0]), topic.section, topic.target, is_part=False)
        for topic in migration.topics
        if topic.action is Action.SPLIT
    ]
    parts = [
        Cut(homes.here(topic.members[-1]), part.section, _part_path(topic, number), is_part=True)
        for topic in migration.topics
        for number, part in enumerate(topic.parts)
    ]
    return _rounds([*found, *parts], lambda cut: (cut.path,))


def joins(migration: Migration) -> list[list[Join]]:
    """The merges in rounds: in each one no document is in two of them."""
    homes = Homes(migration)
    found = []
    for topic in migration.topics:
        if topic.action is Action.MERGE:
            first = homes.here(topic.members[0])
            for other in topic.members[1:]:
                found.append(Join(first, homes.here(other), topic.target))
                first = topic.target
        for number, part in enumerate(topic.parts):
            into = homes.topics.get(part.into)
            if into is None:
                raise UsageError(f"{part.into}: is to take in a part of {topic.members[-1]}, but is in no topic itself")
            found.append(Join(into.target, _part_path(topic, number), into.target))
    return _rounds(found, lambda join: (join.into, join.other, join.target))


def _part_path(topic: Topic, number: int) -> str:
    """Where a part of an umbrella lies between its split and its merge; never on disk."""
    folder, name = posixpath.split(topic.members[-1])
    return posixpath.join(folder, f"{posixpath.splitext(name)[0]}.part-{number + 1}.md")


def _rounds(items: Sequence[_Item], paths: Callable[[_Item], tuple[str, ...]]) -> list[list[_Item]]:
    """``items`` in order, in rounds: each comes after those before it that it shares a path with."""
    rounds: list[list[_Item]] = []
    last: dict[str, int] = {}
    for item in items:
        number = max(last.get(path, -1) for path in paths(item)) + 1
        rounds += [[]] if number == len(rounds) else []
        rounds[number].append(item)
        last.update(dict.fromkeys(paths(item), number))
    return rounds


def dropped(corpus: Corpus, migration: Migration) -> Plan | None:
    """The documents without the blocks that a person left out."""
    homes = Homes(migration)
    by_path: dict[str, list[Dropped]] = {}
    for each in (drop for topic in migration.topics for drop in topic.drop):
        by_path.setdefault(homes.here(each.member), []).append(each)
    drafts = {path: _without(corpus, path, drops) for path, drops in by_path.items()}
    return Plan(drafts=drafts) if drafts else None


def _without(corpus: Corpus, path: str, drops: Sequence[Dropped]) -> list[Piece]:
    source, document = readable(corpus, path)
    changes = []
    for each in drops:
        wanted = " ".join(each.text.split())
        found = [block for block in document.blocks if " ".join(source.text[slice(*block)].split()) == wanted]
        if not found:
            raise UsageError(f"{each.member}: no block is exactly `{wanted}`, which the plan drops; copy a whole one")
        changes += [removed(source.text, block) for block in found]
    return list(spliced(path, Span(0, len(source.text)), changes))


def cut(corpus: Corpus, round_: Sequence[Cut]) -> Plan:
    """Every section of one round in a document of its own."""
    plans = [_cut(corpus, each) for each in round_]
    return Plan(drafts={path: pieces for plan in plans for path, pieces in plan.drafts.items()})


def _cut(corpus: Corpus, each: Cut) -> Plan:
    if corpus.tree.kind(each.target) or corpus.source.exists(each.target):
        raise UsageError(f"{each.target}: exists already; give the split-off section of {each.path} another target")
    plan = split_off(corpus, each.path, find_section(corpus, each.path, each.section), each.target)
    if not each.is_part:
        return plan
    return Plan(drafts={**plan.drafts, each.target: [_as_part(piece) for piece in plan.drafts[each.target]]})


def _as_part(piece: Piece) -> Piece:
    """A piece of a new proposal as it reads in the record that takes it in: it has no status of its own there."""
    if not isinstance(piece, Written):
        return piece
    return Written(_SPLIT_HEAD.sub("Part of: ", piece.text).removeprefix("RFC: "))


def join(corpus: Corpus, round_: Sequence[Join]) -> Plan:
    """Every merge of one round."""
    plans = [merged(corpus, each.into, each.other, each.target).plan for each in round_]
    return Plan(
        moves={old: new for plan in plans for old, new in plan.moves.items()},
        drafts={path: pieces for plan in plans for path, pieces in plan.drafts.items()},
    )


def split_heads(corpus: Corpus, migration: Migration) -> Plan | None:
    """The new documents of splits with the title and status that the plan gives them."""
    drafts = {}
    for topic in migration.topics:
        if topic.action is Action.SPLIT:
            head = Head(corpus, topic.target)
            pieces = head.pieces(topic, topic.status, list(_stated(topic, migration)))
            drafts.update({topic.target: pieces} if pieces else {})
    return Plan(drafts=drafts) if drafts else None


def _stated(topic: Topic, migration: Migration) -> Iterator[str]:
    """The date of a part is that of its record, which git cannot know of a file that is new."""
    whole = Homes(migration).topics.get(topic.members[0])
    if topic.date:
        reason = f"as part of {link_to(whole, topic.target)}" if whole else "as part of another record"
        yield f"First proposed: {topic.date.isoformat()} {reason}"
