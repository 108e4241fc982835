"""The text of a new proposal: from the folder's template, or the built-in one."""

from __future__ import annotations

import posixpath

from docsync.changeset.plan import Kept, Written
from docsync.corpus import Corpus
from docsync.linking.aim import aim, occurrences
from docsync.linking.destination import rewrite_path
from docsync.markdown.document import Document
from docsync.rfc.editing.headlines import added_line, read_statement, retitled, stated
from docsync.rfc.editing.pieces import Change, escaped, readable, rewritten, spliced
from docsync.rfc.record import read_record
from docsync.rfc.words import PROPOSED
from docsync.text import SourceText, Span

_TEMPLATE = "template.md"
# Comments only, so that a draft that nobody has filled in has empty sections to the gate.
_TEXT = """# RFC: {title}

Status: proposed

## Problem

<!-- What is wrong or missing today, for whom, and how that shows. -->

## Proposal

<!-- What is to be done instead, in enough detail to disagree with; which alternatives there are, and why not those. -->

## Consequences

<!-- What gets easier and what harder, what has to be migrated, and how one sees that it worked. -->
"""


def draft(corpus: Corpus, root: str, target: str, title: str) -> str:
    """The text of the proposal at ``target``; links of the template are written for its place."""
    template = posixpath.join(root, _TEMPLATE)
    if template not in corpus.paths:
        return _TEXT.format(title=escaped(title))
    source, document = readable(corpus, template)
    changes = [*_filled_in(template, source, document, title), *_relinked(corpus, template, document, target)]
    pieces = spliced(template, Span(0, len(source.text)), changes)
    return "".join(source.text[slice(*piece.span)] if isinstance(piece, Kept) else piece.text for piece in pieces)


def _filled_in(template: str, source: SourceText, document: Document, title: str) -> list[Change]:
    """The title and the status of the new record in the place of the template's."""
    record = read_record(template, source, document)
    changes = retitled(record, source, document, title)
    statement = read_statement(template, source, document, record)
    if statement is None:
        return [*changes, added_line(source, document, record, [Written(f"Status: {PROPOSED}")])]
    return [*changes, *stated(statement, source, PROPOSED, "")]


def _relinked(corpus: Corpus, template: str, document: Document, target: str) -> list[Change]:
    """Relative destinations as they have to be written one folder deeper; those that lead nowhere stay."""
    found = []
    for each in occurrences(document):
        to = aim(template, each.destination, corpus.tree, None)
        if to and to.parts.path and to.resolution.kind is not None:
            written = rewrite_path(to.parts, each.span, target, to.resolution.path)
            found.append(rewritten(*each.span, written))
    return found
