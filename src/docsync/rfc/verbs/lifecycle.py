"""The way of a record: proposed, implemented, rejected, superseded, renamed; each verb gives a plan."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from docsync.changeset.plan import Plan, Written
from docsync.errors import UsageError
from docsync.markdown.document import Document
from docsync.rfc.editing.headlines import added_line, left_out, read_statement, retitled, stated, with_note
from docsync.rfc.editing.pieces import Change, link, readable, rewritten, slug_of, spliced
from docsync.rfc.editing.upkeep import keep_folders
from docsync.rfc.folder import Folder
from docsync.rfc.naming import free_name, named, record_name
from docsync.rfc.record import Record, Relation, plain_title
from docsync.rfc.status.reading import Place
from docsync.rfc.verbs.drafting import draft
from docsync.rfc.words import FOLDERS, IMPLEMENTED, PROPOSED, REJECTED
from docsync.text import SourceText, Span


@dataclass(frozen=True)
class _Document:
    """A record with its text and facts."""

    record: Record
    source: SourceText
    facts: Document

    @property
    def path(self) -> str:
        return self.record.path

    def plan(self, target: str, changes: Sequence[Change]) -> Plan:
        """The record at ``target`` with ``changes``."""
        moves = {self.path: target} if target != self.path else {}
        whole = Span(0, len(self.source.text))
        return Plan(moves=moves, drafts={target: list(spliced(self.path, whole, changes))} if changes else {})


def _read(folder: Folder, name: str) -> _Document:
    record = folder.get(name)
    return _Document(record, *readable(folder.corpus, record.path))


def new(folder: Folder, title: str, today: date | None = None, slug: str | None = None) -> Plan:
    """A proposal called ``title``, from ``template.md`` where the folder has one; its sections are to be filled in."""
    title = plain_title(title)
    if not title:
        raise UsageError("the title is empty; give one in a few words")
    words = slug_of(title, slug)
    for other in folder.by_slug(words):
        raise UsageError(f"{other}: is called `{words}` already; go on there, or give another name by --slug")
    target = posixpath.join(folder.root, PROPOSED, record_name(today or folder.corpus.source.today(), words))
    folder.require_free(target)
    return Plan(drafts={target: [Written(draft(folder.corpus, folder.root, target, title))]})


def set_status(folder: Folder, path: str, word: str, note: str | None = None) -> Plan:
    """Move a record to the folder ``word`` and write that into its status line, with ``note``.

    Without a note, the old one is kept where the old status meant that folder too.
    """
    if word not in FOLDERS:
        raise UsageError(f"{word}: is no status; use {', '.join(FOLDERS)}")
    document = _read(folder, path)
    target = posixpath.join(folder.root, word, posixpath.basename(document.path))
    restated = _restated(document, word, note)
    changes = restated.changes
    if target == document.path and not changes:
        raise UsageError(f"{document.path}: is {word} already; give another --note to change what it says")
    if target != document.path:
        folder.require_free(target)
    plan = replace(document.plan(target, changes), remarks=restated.remarks)
    return keep_folders(folder.corpus, folder.root, plan)


@dataclass(frozen=True)
class _Restated:
    """What changes the status of a document, and what is to be said of that."""

    changes: Sequence[Change] = ()
    remarks: tuple[str, ...] = ()


def _restated(document: _Document, word: str, note: str | None, more: str = "") -> _Restated:
    record, source, facts = document.record, document.source, document.facts
    statement = read_statement(document.path, source, facts, record)
    if statement is None:
        return _Restated([added_line(source, facts, record, [Written(f"Status: {with_note(word, note or '')}{more}")])])
    lost = left_out(statement, source, word, note)
    remarks = (f"{document.path}: left out of the status line: {lost}",) if lost else ()
    return _Restated(tuple(stated(statement, source, word, note, more)), remarks)


def supersede(folder: Folder, old: str, by: str) -> Plan:
    """Say in both records that ``by`` supersedes ``old``, which is rejected if it was never in force."""
    first, second = _read(folder, old), _read(folder, by)
    if first.path == second.path:
        raise UsageError(f"{first.path}: cannot supersede itself; name two records")
    is_said = second.path in folder.pointed(first.record, Relation.SUPERSEDED_BY)
    is_answered = first.path in folder.pointed(second.record, Relation.SUPERSEDES)
    if is_said and is_answered:
        raise UsageError(f"{first.path}: is superseded by {second.path} already")
    word = IMPLEMENTED if folder.status(first.path) in (IMPLEMENTED, None) else REJECTED
    target = posixpath.join(folder.root, word, posixpath.basename(first.path))
    if target != first.path:
        folder.require_free(target)
    restated = _Restated() if is_said else _superseded(first, word, link(_name(second.record), target, second.path))
    answer = [] if is_answered else [_supersedes(second, link(_name(first.record), second.path, target))]
    both = first.plan(target, restated.changes)
    drafts = {**both.drafts, **second.plan(second.path, answer).drafts}
    return keep_folders(folder.corpus, folder.root, replace(both, drafts=drafts, remarks=restated.remarks))


def _name(record: Record) -> str:
    return record.title or posixpath.splitext(posixpath.basename(record.path))[0]


def _superseded(document: _Document, word: str, by: str) -> _Restated:
    record, source, facts = document.record, document.source, document.facts
    statement = read_statement(document.path, source, facts, record)
    if statement is None or statement.place is not Place.FRONT_MATTER:
        return _restated(document, word, None, f", superseded by {by}")
    # Links in front matter are none to a renderer.
    line = added_line(source, facts, record, [Written(f"Superseded by: {by}")])
    restated = _restated(document, word, None)
    return replace(restated, changes=[*restated.changes, line])


def _supersedes(document: _Document, old: str) -> Change:
    field = next((each for each in document.record.fields.get("supersedes", ()) if each.value), None)
    if field:
        return rewritten(field.span.end, field.span.end, f", {old}")
    return added_line(document.source, document.facts, document.record, [Written(f"Supersedes: {old}")])


def rename(folder: Folder, path: str, title: str, slug: str | None = None) -> Plan:
    """Give a record another title, what stands before it (``RFC: ``) kept, and the file name that goes with it."""
    document = _read(folder, path)
    title = plain_title(title)
    if not title:
        raise UsageError(f"{document.path}: the new title is empty; give one in a few words")
    base = posixpath.basename(document.path)
    taken = [each for each in folder.names() if each != base]
    new_name = free_name(named(document.path).date, slug_of(title, slug), taken, title=title)
    target = posixpath.join(posixpath.dirname(document.path), new_name)
    changes = retitled(document.record, document.source, document.facts, title)
    if target == document.path and not changes:
        raise UsageError(f"{document.path}: is called `{title}` already; give another title or --slug")
    if target != document.path:
        folder.require_free(target)
    return document.plan(target, changes)
