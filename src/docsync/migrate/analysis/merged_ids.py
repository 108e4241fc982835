"""The old ids of records that a person merged in the plan, where their own topics, which said them, are gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docsync.corpus import Corpus
from docsync.migrate.analysis.facts import ids_of
from docsync.migrate.model import Action, Migration, Topic
from docsync.migrate.survey.files import Role, SourceFolder, Surveyed
from docsync.migrate.survey.folders import kind_of
from docsync.rfc.record import read_record


def with_all_ids(corpus: Corpus, migration: Migration) -> Migration:
    """``migration`` with every id that a member of a merge has, and that no topic has."""
    known = {each for topic in migration.topics for each in topic.ids}
    return replace(migration, topics=tuple(_whole(corpus, migration, topic, known) for topic in migration.topics))


def _whole(corpus: Corpus, migration: Migration, topic: Topic, known: set[str]) -> Topic:
    if topic.action is not Action.MERGE:
        return topic
    found = (each for member in topic.members for each in _ids(corpus, migration, member))
    missing = [each for each in dict.fromkeys(found) if each not in known]
    return replace(topic, ids=(*topic.ids, *missing)) if missing else topic


def _ids(corpus: Corpus, migration: Migration, member: str) -> Iterator[str]:
    folder = max((each for each in migration.sources if member.startswith(f"{each}/")), key=len, default="")
    document = corpus.document(member) if folder and member in corpus.paths else None
    if document is not None:
        file, source = Surveyed(member, Role.RECORD, SourceFolder(folder, kind_of(folder))), corpus.text(member)
        yield from ids_of(file, source, document, read_record(member, source, document))
