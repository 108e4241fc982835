"""What a migration says of old ids and paths: which record each means, and where that is to be."""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from docsync.corpus import Corpus
from docsync.markdown.old_names import read_former
from docsync.migrate.model import Action, Migration, Topic
from docsync.records import RecordId, record_id
from docsync.repo import Remote
from docsync.rfc.record import is_generic, plain_title, read_title
from docsync.tree import Kind

_MOVING = (Action.MOVE, Action.MERGE, Action.ATTACHMENT)


@dataclass(frozen=True)
class Catalogue:
    """A corpus and the migration that is planned for it."""

    corpus: Corpus
    migration: Migration

    @cached_property
    def remote(self) -> Remote | None:
        """Where the repository is published; git is asked once."""
        return self.corpus.source.remote()

    @cached_property
    def moves(self) -> Mapping[str, str]:
        """Old path to new one of every record and attachment."""
        moving = (topic for topic in self.migration.topics if topic.action in _MOVING)
        return {member: topic.target for topic in moving for member in topic.members}

    def home(self, path: str) -> str:
        """Where the file at ``path`` is to be."""
        return self.moves.get(path, path)

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """New path of each record to its old ones, the one that gives the text first."""
        found: dict[str, dict[str, None]] = {}
        for member, target in self.moves.items():
            found.setdefault(target, {})[member] = None
        return {target: tuple(named) for target, named in found.items()}

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """Old path of each record to the title to be."""
        return {member: topic.title for topic in self._records for member in topic.members}

    def title(self, member: str) -> str:
        """The title of the record at an old path; words of its file name where it has none."""
        name = posixpath.splitext(posixpath.basename(self.home(member)))[0]
        return self.titles.get(member) or name.replace("-", " ")

    def title_from(self, path: str, member: str) -> str:
        """The title of ``member`` as the document ``path`` is to show it: its own one where both become one record."""
        if path == member or self.home(path) != self.home(member):
            return self.title(member)
        document = self.corpus.document(member)
        own = plain_title(read_title(self.corpus.text(member), document)[0]) if document else ""
        return self.title(member) if not own or is_generic(own) else own

    @property
    def _records(self) -> Iterator[Topic]:
        return (topic for topic in self.migration.topics if topic.action in (Action.MOVE, Action.MERGE))

    @cached_property
    def ids(self) -> Mapping[RecordId, tuple[str, ...]]:
        """Each old id with the old paths of what it means: more than one where it was used twice."""
        found: dict[RecordId, dict[str, None]] = {}
        for topic in self._records:
            stated = [each.record for text in topic.ids for each in read_former(text)]
            for record in stated:
                found.setdefault(record, {})[self._member(topic, record)] = None
            for member in () if stated else topic.members:
                named = self._named(member)
                if named:
                    found.setdefault(named, {})[member] = None
        return {record: tuple(paths) for record, paths in found.items()}

    @cached_property
    def staying(self) -> Mapping[RecordId, str]:
        """The ids of files that stay where they are."""
        left = (topic for topic in self.migration.topics if topic.action is Action.LEAVE)
        named = ((self._named(member), member) for topic in left for member in topic.members)
        return {record: member for record, member in named if record}

    def _member(self, topic: Topic, record: RecordId) -> str:
        """The member of ``topic`` that had the id ``record``."""
        named = [(self._named(member), member) for member in topic.members]
        exact = [member for each, member in named if each == record]
        near = [member for each, member in named if each and each.number == record.number]
        return (exact or near or list(topic.members))[0]

    def _named(self, member: str) -> RecordId | None:
        around = (source for source in self.migration.sources if member.startswith(f"{source}/"))
        return record_id(member, next(around, posixpath.dirname(member)))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of which there are ids here."""
        return frozenset(record.kind for record in self.ids)

    def highest(self, kind: str) -> int:
        """The largest number of ``kind``."""
        return max((record.number for record in self.ids if record.kind == kind), default=0)

    @cached_property
    def folders(self) -> Mapping[str, str]:
        """Folders that records leave and nothing stays in, with the folder that takes their place."""
        tree, found = self.corpus.tree, {}
        for source in self.migration.sources:
            root = self.migration.root
            for folder in (each for each in tree.directories if each == source or each.startswith(f"{source}/")):
                if self._is_left(folder):
                    inside = self._common(folder)
                    found[folder] = root if folder == source or not inside else inside
        return found

    def _is_left(self, folder: str) -> bool:
        """Whether nothing is in ``folder`` any more; a folder around the new one stays."""
        if f"{self.migration.root}/".startswith(f"{folder}/"):
            return False
        entries = self.corpus.tree.entries
        return all(
            entries[path].kind is Kind.FILE and path in self.moves and not self.moves[path].startswith(f"{folder}/")
            for path in _inside(folder, self._tracked)
        )

    def _common(self, folder: str) -> str:
        """The one folder that all files of ``folder`` go to, ``""`` where there are more."""
        homes = {posixpath.dirname(self.moves[old]) for old in _inside(folder, self._moving)}
        return homes.pop() if len(homes) == 1 else ""

    @cached_property
    def _tracked(self) -> list[str]:
        return sorted(self.corpus.tree.entries)

    @cached_property
    def _moving(self) -> list[str]:
        return sorted(self.moves)

    @cached_property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """Base names of what moves, with the old paths that have them."""
        found: dict[str, list[str]] = {}
        for member in self.moves:
            found.setdefault(posixpath.basename(member), []).append(member)
        return {name: tuple(paths) for name, paths in found.items()}


def _inside(folder: str, paths: Sequence[str]) -> Sequence[str]:
    """Those of ``paths``, which are in order, below ``folder``; ``0`` is the character behind the slash."""
    return paths[bisect_left(paths, f"{folder}/") : bisect_left(paths, f"{folder}0")]
