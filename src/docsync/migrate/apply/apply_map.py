"""The map of a migration applied to another branch or repository: what still has old names, and what cites them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace

from docsync.changeset.moving import plan_renames
from docsync.changeset.plan import Plan, edited
from docsync.corpus import Corpus
from docsync.errors import UnreadableError
from docsync.linking.aim import aim, occurrences
from docsync.linking.destination import encode, rewrite_path
from docsync.markdown.document import Document
from docsync.migrate.apply.heads import Head
from docsync.migrate.apply.homes import Homes
from docsync.migrate.apply.moves_file import Moves, path_of
from docsync.migrate.apply.steps import Step
from docsync.migrate.model import PLAN, Action, Choices, Migration, Topic
from docsync.migrate.references.exempt import Exemptions
from docsync.migrate.references.finding import find_references
from docsync.migrate.references.rewriting import reference_plan
from docsync.records import record_id
from docsync.rfc.editing.upkeep import keep_folders
from docsync.rfc.record import read_record
from docsync.text import SourceText, Span
from docsync.tree import Kind

_HASH = r"[0-9a-f]{7,40}"  # a permalink stays true


def map_steps(moves: Moves, choices: Choices) -> tuple[Step, ...]:
    """What to do with a corpus in which files or citations may still have the names of before ``moves``."""
    return (
        lambda corpus: _relinked(corpus, moves),
        lambda corpus: _cited(corpus, moves, choices),
        lambda corpus: _moved(corpus, moves),
        lambda corpus: _renamed(corpus, moves),
    )


def foreign_steps(moves: Moves) -> tuple[Step, ...]:
    """What to do with another repository: its texts and URLs that name a file of ours, but none of its own files."""
    return (lambda corpus: _renamed(corpus, moves),)


def left_behind(corpus: Corpus, moves: Moves) -> Iterator[str]:
    """Old files that are not moved, since their new file is there already, or another old one goes there."""
    going = _going(corpus, moves)
    yield from (old for old in moves.paths if _has(corpus, old) and old not in going)


def _has(corpus: Corpus, path: str) -> bool:
    return path in corpus.source.tree.entries or path in corpus.source.untracked


def _going(corpus: Corpus, moves: Moves) -> dict[str, str]:
    """Old path to new one of what can move."""
    taken: dict[str, str] = {}
    for old, new in sorted(moves.paths.items()):
        if _has(corpus, old) and not _has(corpus, new):
            taken.setdefault(new, old)
    return {old: new for new, old in taken.items()}


def _cited(corpus: Corpus, moves: Moves, choices: Choices) -> Plan | None:
    """Old ids and paths in text, by the rules of the migration itself."""
    migration = _as_migration(corpus, moves)
    if not migration.topics:
        return None
    return reference_plan(corpus, replace(migration, references=find_references(corpus, migration, choices)))


def _as_migration(corpus: Corpus, moves: Moves) -> Migration:
    """The map as topics: of each record the file that is here, under its old name or its new one."""
    going = _going(corpus, moves)
    members: dict[str, list[str]] = {}
    for old, new in moves.paths.items():
        members.setdefault(new, []).extend([old] if old in going else [])
    topics = []
    for new, olds in members.items():
        here = olds[:1] or ([new] if _has(corpus, new) else [])
        ids = tuple(text for text, target in moves.ids.items() if target == new)
        action = Action.MOVE if ids or record_id(new, moves.root) else Action.ATTACHMENT
        topics += [Topic(action, tuple(here), new, _title(corpus, here[0]), ids=ids)] if here else []
    sources = sorted({posixpath.dirname(old) for old in moves.paths})
    return Migration(moves.root, tuple(sources), moves.base, tuple(topics))


def _title(corpus: Corpus, path: str) -> str:
    document = corpus.document(path) if path in corpus.paths else None
    return read_record(path, corpus.text(path), document).title if document else ""


def _moved(corpus: Corpus, moves: Moves) -> Plan | None:
    """The files under their new names; records with title and old ids as those have them that moved before."""
    migration = _as_migration(corpus, moves)
    homes = Homes(migration)
    if not homes.moves:
        return None
    plan = plan_renames(corpus.source, sorted(homes.moves.items()))
    drafts = {}
    for topic in migration.records():
        path = topic.members[0]
        pieces = Head(corpus, path).pieces(topic, "", []) if path in homes.moves and path in corpus.paths else None
        drafts.update({topic.target: pieces} if pieces else {})
    folders = homes.folders((*corpus.source.tree.entries, *corpus.source.untracked))
    return keep_folders(corpus, moves.root, replace(plan, drafts=drafts, folders=folders))


def _relinked(corpus: Corpus, moves: Moves) -> Plan | None:
    """Links to old names that lead nowhere any more."""
    drafts = {}
    for path, document in corpus.documents():
        edits = list(_edits(corpus, path, moves))
        if edits:
            drafts[path] = list(edited(path, document.lines.length, edits))
    return Plan(drafts=drafts) if drafts else None


def _edits(corpus: Corpus, path: str, moves: Moves) -> Iterator[tuple[Span, str]]:
    document = corpus.document(path)
    remote = corpus.source.remote()
    for each in occurrences(document) if document else ():
        found = aim(path, each.destination, corpus.tree, remote)
        if found is None or found.location.climbed or _has(corpus, found.location.path):
            continue
        new, fragment = moves.anchor(found.location.path, found.parts.fragment or "")
        if new == found.location.path or not _has(corpus, new):
            continue
        parts = found.parts
        if fragment != (parts.fragment or ""):
            parts = replace(parts, written=f"{parts.written_path}{parts.query}#{encode(fragment)}")
        if found.url:
            yield each.span, f"{found.url}/{encode(new)}{parts.suffix}"
        else:
            yield each.span, rewrite_path(parts, each.span, path, new)


def _renamed(corpus: Corpus, moves: Moves) -> Plan | None:
    """Whole old paths in text files, and in URLs that lead to a branch in documents."""
    gone = (path for path in moves.paths if not _has(corpus, path))  # a file that is here is meant itself
    names = "|".join(map(re.escape, sorted(gone, key=len, reverse=True))) or r"(?!)"
    path = re.compile(rf"(?<![\w/-])(?P<path>{names})(?![\w-])")
    url = re.compile(rf"(?P<before>https?://[^\s#?]*/(?:blob|tree|edit|raw)/(?!{_HASH}/)[^\s#?]*?/)(?P<path>{names})\Z")
    written, drafts = {}, {}
    exemptions = Exemptions(corpus)
    for name, entry in corpus.source.tree.entries.items():
        if entry.kind is not Kind.FILE or name in (PLAN, path_of(moves.root)):
            continue
        if name in corpus.paths:
            document = corpus.document(name)
            edits = list(_urls(document, url, moves)) if document else []
            drafts.update({name: list(edited(name, document.lines.length, edits))} if document and edits else {})
            continue
        try:
            source = corpus.text(name)
        except UnreadableError:
            continue
        new = path.sub(lambda match: moves.paths[match["path"]], source.text)
        if new != source.text and not exemptions.reason(name, source.text, is_document=False):
            written[name] = SourceText(new, source.bom).encode()
    return Plan(drafts=drafts, written=written) if drafts or written else None


def _urls(document: Document, url: re.Pattern[str], moves: Moves) -> Iterator[tuple[Span, str]]:
    for each in occurrences(document):
        before, mark, fragment = each.destination.partition("#")
        match = url.fullmatch(before)
        if match and each.span.end - each.span.start == len(each.destination):
            new, anchor = moves.anchor(match["path"], fragment)
            yield each.span, f"{match['before']}{encode(new)}{mark}{encode(anchor) if mark else ''}"
