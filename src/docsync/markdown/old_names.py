"""Ids that records had before: stated by a line ``Formerly: ADR 0011, RFC 005``, and listed in a table of aliases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from docsync.markdown.citations import citations
from docsync.markdown.document import Comment, Document, Field
from docsync.records import KIND_PATTERN, RecordId
from docsync.text import Span

ALIASES, END = "doc-sync: rfc-aliases", "doc-sync: end"
_FORMERLY = "formerly"
_ID = re.compile(rf"\b(?P<kind>{KIND_PATTERN})s?[-_ ]*#?(?P<number>\d{{1,5}})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Former:
    """An old id from a ``Formerly:`` line, and how it is written there."""

    record: RecordId
    text: str


def read_former(value: str) -> Iterator[Former]:
    """The ids in the value of a ``Formerly:`` line, in any letter case; of ``ADRs 11 and 12`` both."""
    found = {RecordId(match["kind"].upper(), int(match["number"])): match[0] for match in _ID.finditer(value)}
    for each in citations(value):
        kind, first = each.record.kind, each.record.number
        if each.last is None:
            found.setdefault(each.record, f"{kind} {value[slice(*each.span)]}")
        else:
            found |= {RecordId(kind, number): f"{kind} {number}" for number in range(first, each.last + 1)}
    return (Former(*each) for each in found.items())


def former_ids(document: Document) -> tuple[RecordId, ...]:
    """The ids in the ``Formerly:`` lines of a record's head, in order."""
    return tuple(dict.fromkeys(each.record for field in _lines(document) for each in read_former(field.value)))


def naming_spans(document: Document) -> tuple[Span, ...]:
    """Where ids are names and cite nothing: ``Formerly:`` lines, and what stands between the marks of an alias table.

    In order and apart; a mark that nothing closes opens no table.
    """
    apart: list[Span] = []
    for span in sorted([*_tables(document), *(field.span for field in _lines(document))]):
        if not apart or span.start >= apart[-1].end:  # else it is a line inside a table
            apart.append(span)
    return tuple(apart)


def _lines(document: Document) -> Iterator[Field]:
    return (field for field in document.fields if field.name.casefold() == _FORMERLY)


def _tables(document: Document) -> Iterator[Span]:
    return (Span(start.span.end, end.span.start) for start, end in marked_parts(document, ALIASES))


def marked_parts(document: Document, marker: str) -> Iterator[tuple[Comment, Comment]]:
    """The comments that stand around each generated part: ``marker``, and the next :data:`END`.

    Those inside of a quote or a list do not count: the part would break out of it.
    """
    start = None
    for comment in document.comments:
        if comment.is_inside:
            continue
        text = " ".join(comment.text.split())
        if text == marker:
            start = comment
        elif text == END and start is not None:
            yield start, comment
            start = None
