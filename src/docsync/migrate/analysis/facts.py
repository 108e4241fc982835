"""The records of a migration as they are now: title, status, ids, and which other records they cite."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from docsync.corpus import Corpus
from docsync.markdown.document import Document
from docsync.markdown.front_matter import read_front_matter
from docsync.markdown.old_names import read_former
from docsync.migrate.analysis.citing import Citation, Places, citations
from docsync.migrate.survey.files import Role, Surveyed
from docsync.migrate.survey.folders import Survey
from docsync.records import RecordId
from docsync.rfc.record import Record, read_record
from docsync.rfc.status.listed import Listed, read_listed
from docsync.rfc.status.reading import StatusReading
from docsync.rfc.status.stated import read_status
from docsync.text import SourceText

DECISIONS = ("ADR", "PDR")  # kinds of records that decide; all others propose
_DIGITS = re.compile(r"\d+")
_DATE = re.compile(r"^\d{4}-\d\d-\d\d[-_ ]*")


@dataclass(frozen=True)
class Facts:
    """One record; ``kind`` is upper case, ``ids`` are written as in its name or title, ``readings`` its statuses."""

    file: Surveyed
    kind: str
    source: SourceText
    document: Document
    record: Record
    readings: tuple[StatusReading, ...]
    citations: tuple[Citation, ...]
    ids: tuple[str, ...]

    @property
    def path(self) -> str:
        """Where it is now."""
        return self.file.path

    @property
    def is_proposal(self) -> bool:
        """Whether its kind proposes, so that another record may be what became of it."""
        return self.kind not in DECISIONS

    @cached_property
    def label(self) -> str:
        """What a person calls it."""
        return self.ids[0] if self.ids else posixpath.basename(self.path)


@dataclass(frozen=True)
class Known:
    """All records by path, and what the indexes of their folders say."""

    facts: Mapping[str, Facts]
    lists_implemented: frozenset[str]  # kinds whose index has "implemented" as a status

    def __getitem__(self, path: str) -> Facts:
        return self.facts[path]


def read_all(corpus: Corpus, survey: Survey, root: str) -> Known:
    """The facts of every record that is to move."""
    files = [each for each in survey.files if is_to_move(each, root)]
    listed = tuple(_listed(corpus, survey))
    statuses = {path: each for _, found in reversed(listed) for path, each in found.statuses.items()}
    by_id: dict[RecordId, list[str]] = {}
    for each in files:
        if each.id:
            by_id.setdefault(each.id, []).append(each.path)
    only = {record: paths[0] for record, paths in by_id.items() if len(paths) == 1}
    targets = frozenset(each.path for each in files)
    places = Places(corpus.tree, corpus.source.remote(), targets, only)
    facts = {each.path: _facts(corpus, each, statuses.get(each.path), places) for each in files}
    kinds = {folder.path: folder.kind for folder in survey.folders}
    lists = frozenset(kinds[folder] for folder, found in listed if found.lists_implemented)
    return Known(facts, lists)


def is_to_move(file: Surveyed, root: str) -> bool:
    """Whether a file is a record that is not yet where it is to be."""
    return file.role is Role.RECORD or (file.role is Role.PLACED and file.folder.path != root)


def _listed(corpus: Corpus, survey: Survey) -> Iterator[tuple[str, Listed]]:
    """What the indexes say, by the folder that they are in."""
    for file in survey.having(Role.INDEX):
        document = corpus.document(file.path)
        if document is not None:
            yield file.folder.path, read_listed(file.path, corpus.text(file.path), document)


def _facts(corpus: Corpus, file: Surveyed, listed: StatusReading | None, places: Places) -> Facts:
    source, document = corpus.text(file.path), corpus.document(file.path)
    assert document is not None  # noqa: S101 - the survey found it readable
    record = read_record(file.path, source, document)
    found = tuple(citations(places, file.path, source, document))
    ids = tuple(ids_of(file, source, document, record))
    first = next(read_former(ids[0]), None) if ids else None
    kind = first.record.kind if first else file.folder.kind
    return Facts(file, kind, source, document, record, read_status(file.path, source, document, listed), found, ids)


def ids_of(file: Surveyed, source: SourceText, document: Document, record: Record) -> Iterator[str]:
    """``ADR 0012`` with the digits of the file's name, else the id in the title."""
    named = file.id
    if named is not None:
        written = _DIGITS.findall(_DATE.sub("", file.name))
        digits = next((each for each in written if (each.lstrip("0") or "0") == str(named.number)), named.number)
        yield f"{named.kind} {digits}"
        return
    given = read_front_matter(source, document).fields.get("title")
    raw = given.value if given else source.text[slice(*record.title_span)] if record.title_span else ""
    first = next(read_former(raw), None)
    if first and raw.strip(" \t#[").startswith(first.text):
        yield f"{first.record.kind} {_DIGITS.findall(first.text)[-1]}"
