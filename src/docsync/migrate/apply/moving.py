"""The second step of a migration: every record and attachment at its new place, with its head as it has to be."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property

from docsync.changeset.moving import plan_renames
from docsync.changeset.plan import Piece, Plan
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.markdown.citations import citations
from docsync.markdown.document import Document
from docsync.migrate.apply.heads import Head
from docsync.migrate.apply.homes import Homes
from docsync.migrate.apply.likeness import is_other
from docsync.migrate.apply.status_section import aimed_headings
from docsync.migrate.apply.status_text import StatusText, link_to
from docsync.migrate.model import BY_HAND, Action, Migration, Topic
from docsync.records import FOLDERS
from docsync.rfc.dates import FirstSeen, first_seen
from docsync.rfc.editing.pieces import escaped
from docsync.rfc.editing.upkeep import keep_folders
from docsync.rfc.status.tidy import plain

_COMMIT = re.compile(r"\b[0-9a-f]{7,40}\b")


def moved(corpus: Corpus, migration: Migration, *, keeps_sections: bool = False) -> Plan | None:
    """The records and attachments under their new names; None when all have them and say what they have to.

    A section with nothing but the status goes, unless a link leads there, or ``keeps_sections``.
    """
    homes = Homes(migration)
    _refuse_missing(corpus, migration)
    plan = plan_renames(corpus.source, sorted(homes.moves.items()))
    drafts = dict(_drafts(corpus, migration, homes, _Kept(corpus, is_all=keeps_sections)))
    if not homes.final and not drafts:
        return None
    folders = homes.folders((*corpus.source.tree.entries, *corpus.source.untracked))
    return keep_folders(corpus, migration.root, replace(plan, drafts=drafts, folders=folders))


def _refuse_missing(corpus: Corpus, migration: Migration) -> None:
    for topic in migration.topics:
        for member in topic.members:
            if member not in corpus.source.tree.entries and member not in corpus.source.untracked:
                raise UsageError(
                    f"{member}: went away since the plan was made; run `doc-sync migrate plan` again (it keeps answers)"
                )


class _Kept:
    """Which headings have to stay."""

    def __init__(self, corpus: Corpus, *, is_all: bool) -> None:
        self._corpus = corpus
        self._is_all = is_all

    @cached_property
    def _aimed(self) -> frozenset[tuple[str, int]]:
        return frozenset(aimed_headings(self._corpus))

    def of(self, path: str, document: Document) -> Collection[int]:
        """The indexes of those in the document at ``path``."""
        indexes = range(len(document.headings))
        return indexes if self._is_all else [index for index in indexes if (path, index) in self._aimed]


def _drafts(corpus: Corpus, migration: Migration, homes: Homes, kept: _Kept) -> Iterator[tuple[str, list[Piece]]]:
    topics = [topic for topic in migration.topics if topic.action in (Action.MOVE, Action.MERGE)]
    days = _days(corpus, migration, topics)
    cut = {topic.members[0] for topic in migration.topics if topic.action is Action.SPLIT}
    for topic in topics:
        path = topic.members[0]
        head = Head(corpus, path)
        status = StatusText(corpus, homes, path, head.document).written(topic.status)
        lines = list(_proposed(corpus, topic, homes, days.get(path)))
        stay = kept.of(path, head.document)
        pieces = head.pieces(topic, status, lines, stay)
        if topic.date and not lines and (path in cut or is_other(corpus, path, pieces)):
            pieces = head.pieces(topic, status, [_line(topic.date, _reason(topic))], stay)
        if pieces:
            yield homes.here(path), pieces
        for other in topic.members[1:]:
            inner = Head(corpus, other).absorbed()
            if inner:
                yield other, inner


def _days(corpus: Corpus, migration: Migration, topics: list[Topic]) -> Mapping[str, FirstSeen]:
    """When git first saw the first member of each topic, by the rule of the gate; one pass over the log."""
    paths = [topic.members[0] for topic in topics if topic.date and not topic.origin and len(topic.members) == 1]
    if not paths or not corpus.source.has_git:
        return {}
    homes = tuple(f"{home}/" for home in (*FOLDERS, migration.root))
    return first_seen(corpus.source.log(), paths, lambda path: path.startswith(homes))


def _proposed(corpus: Corpus, topic: Topic, homes: Homes, seen: FirstSeen | None) -> Iterator[str]:
    """The line that states a date which git would not give for the record alone, and why it is that one."""
    if topic.date is None:
        return
    origin = homes.topics.get(topic.origin)
    if origin and origin.target != topic.target:
        target = homes.here(origin.members[0])
        yield _line(topic.date, f"as part of {link_to(replace(origin, target=target), homes.here(topic.members[0]))}")
    elif topic.origin or len(topic.members) > 1:
        yield _line(topic.date, f"in {_origin(corpus, topic)}")
    elif seen is None or seen.date != topic.date:
        yield _line(topic.date, _reason(topic))


def _origin(corpus: Corpus, topic: Topic) -> str:
    """The merged record that the date is from, by its title; the evidence starts with its path, unless it is the first.

    A title that cites an old id cannot be repeated.
    """
    named = topic.date_evidence.split(",", 1)[0]
    title = plain(Head(corpus, named if named in topic.members else topic.members[0]).title)
    is_plain = title and not any(citations(title, title))
    return f"{escaped(title)}, which is merged here" if is_plain else "one of the records that are merged here"


def _line(day: date, reason: str) -> str:
    return f"First proposed: {day.isoformat()} {reason}"


def _reason(topic: Topic) -> str:
    """Where the date comes from, in words that cite neither old paths nor old ids."""
    if topic.date_evidence == BY_HAND:
        return "as the plan says"
    commit = _COMMIT.search(topic.date_evidence)
    return f"in commit {commit[0][:7]}" if commit else "as the record itself says, or those who moved it here"
