"""Links of a record to itself, which those between records become when one takes in the other: plain text."""

from __future__ import annotations

from collections.abc import Iterator

from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.linking.aim import Aim, aim
from docsync.markdown.document import LinkKind
from docsync.migrate.model import Action, Migration
from docsync.rfc.editing.pieces import Change, readable, rewritten, spliced
from docsync.text import Span


def without_self_links(corpus: Corpus, migration: Migration) -> Plan | None:
    """The records that took in others without links to themselves as a whole; None when there is no such link."""
    into = {part.into for topic in migration.topics for part in topic.parts}
    targets = {
        topic.target
        for topic in migration.records()
        if topic.action is Action.MERGE or not into.isdisjoint(topic.members)
    }
    drafts = {}
    for path in sorted(targets):
        source, _ = readable(corpus, path)
        changes = list(_plain(corpus, path))
        drafts.update({path: list(spliced(path, Span(0, len(source.text)), changes))} if changes else {})
    return Plan(drafts=drafts) if drafts else None


def _plain(corpus: Corpus, path: str) -> Iterator[Change]:
    for link in readable(corpus, path)[1].links:
        target = aim(path, link.destination, corpus.tree, corpus.source.remote())
        if link.kind is LinkKind.INLINE and target and is_own(path, target):
            yield rewritten(*link.whole, link.text)


def is_own(path: str, target: Aim) -> bool:
    """Whether a link in the document ``path`` leads to that document, and to no section of it."""
    return target.resolution.path == path and not target.parts.fragment
