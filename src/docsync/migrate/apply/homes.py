"""Where each file of a migration is once the records have moved, and where it is in the end."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from docsync.markdown.old_names import read_former
from docsync.migrate.model import Action, Migration, Topic
from docsync.records import RecordId
from docsync.tree import prefixes

WHOLE = frozenset({Action.MOVE, Action.MERGE, Action.ATTACHMENT})  # whose members go as whole files


class Homes:
    """The old paths of a settled migration and their new ones."""

    def __init__(self, migration: Migration) -> None:
        self._migration = migration

    @cached_property
    def final(self) -> Mapping[str, str]:
        """Old path to the one in the end, of every file that goes to another place or into another record."""
        topics = (topic for topic in self._migration.topics if topic.action in WHOLE)
        found = {member: topic.target for topic in topics for member in topic.members}
        return {old: new for old, new in found.items() if old != new}

    @cached_property
    def moves(self) -> Mapping[str, str]:
        """Old path to new one of what moves by itself; what a merge takes in stays where it is until then."""
        found = {}
        for topic in self._migration.topics:
            if topic.action in WHOLE and topic.target not in topic.members[1:]:
                taken = topic.members if topic.action is Action.ATTACHMENT else topic.members[:1]
                found.update(dict.fromkeys(taken, topic.target))
        return {old: new for old, new in found.items() if old != new}

    def here(self, path: str) -> str:
        """Where the old ``path`` is after the moves and before the merges."""
        return self.moves.get(path, path)

    @cached_property
    def topics(self) -> Mapping[str, Topic]:
        """Old path of each member to the topic that it goes to as a whole."""
        topics = (topic for topic in self._migration.topics if topic.action in WHOLE)
        return {member: topic for topic in topics for member in topic.members}

    @cached_property
    def ids(self) -> Mapping[RecordId, Topic]:
        """Old id to its topic; without those that several topics had."""
        return {record: topics[0] for record, topics in self._by_id.items() if len(topics) == 1}

    @property
    def known_ids(self) -> Collection[RecordId]:
        """Every old id."""
        return self._by_id.keys()

    @cached_property
    def _by_id(self) -> Mapping[RecordId, Sequence[Topic]]:
        found: dict[RecordId, dict[str, Topic]] = {}
        for topic in self._migration.records():
            for each in (former for text in topic.ids for former in read_former(text)):
                found.setdefault(each.record, {})[topic.target] = topic
        return {record: tuple(topics.values()) for record, topics in found.items()}

    def folders(self, paths: Collection[str]) -> Mapping[str, str]:
        """Old folder to the new one that takes its place, for those of which nothing in ``paths`` stays."""
        kept = {outer for path in paths if path not in self.final for outer in prefixes(posixpath.dirname(path))}
        kept |= {outer for path in self.final.values() for outer in prefixes(posixpath.dirname(path))}
        gone = {outer for path in self.final for outer in prefixes(posixpath.dirname(path))} - kept - {""}
        return {folder: self._place(folder) for folder in sorted(gone)}

    def _place(self, folder: str) -> str:
        """Where the files of ``folder`` went together; the root where they parted ways."""
        inside = {old[len(folder) + 1 :]: new for old, new in self.final.items() if old.startswith(f"{folder}/")}
        same = {new.removesuffix(f"/{rest}") for rest, new in inside.items() if new.endswith(f"/{rest}")}
        if len(same) == 1 and all(new.endswith(f"/{rest}") for rest, new in inside.items()):
            return same.pop()
        return self._migration.root
