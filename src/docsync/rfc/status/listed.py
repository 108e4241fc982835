"""What a hand-written README says of the records that it lists: the section or the column that an entry stands in."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from docsync.linking.destination import is_external, split_destination
from docsync.markdown.document import Document, Link
from docsync.rfc.status.reading import Place, StatusReading
from docsync.rfc.status.tables import is_head, rows, status_column
from docsync.rfc.words import WORDS, Meaning, head_word
from docsync.text import SourceText

_LISTS_BOTH = re.compile(r"\b(?:accepted|approved)\b[^.\n]{0,80}\bimplemented\b", re.IGNORECASE)


@dataclass(frozen=True)
class Listed:
    """Status by path of the record, and whether "implemented" is one of the words of the list."""

    statuses: Mapping[str, StatusReading]
    lists_implemented: bool


def read_listed(path: str, source: SourceText, document: Document) -> Listed:
    """The entries of the README at ``path``; a column ``Status`` wins over the section, the first entry over others."""
    columns = dict(_columns(source, document))
    statuses: dict[str, StatusReading] = {}
    for link in document.links:
        target = _target(path, link)
        found = columns.get(source.lines.line_of(link.span.start)) or _section(document, link)
        if target and found:
            statuses.setdefault(target, found)
    words = {head_word(each.head) for each in statuses.values()}
    is_listed = any(WORDS.get(word or "") is Meaning.IMPLEMENTED for word in words)
    return Listed(statuses, is_listed or bool(_LISTS_BOTH.search(source.text)))


def _target(path: str, link: Link) -> str | None:
    inside = None if is_external(link.destination) else split_destination(link.destination).path
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), inside)).lstrip("/") if inside else None


def _section(document: Document, link: Link) -> StatusReading | None:
    """The heading above, when it starts with a status."""
    above = bisect_right([heading.span.start for heading in document.headings], link.span.start) - 1
    heading = document.headings[above] if above >= 0 else None
    reading = StatusReading.of(Place.INDEX, heading.text, heading.span) if heading else None
    return reading if reading and head_word(reading.head) else None


def _columns(source: SourceText, document: Document) -> Iterator[tuple[int, StatusReading]]:
    """Line of each row of a table with a column ``Status``, and what stands there."""
    column, width, last = None, 0, 0
    for line, row in rows(document.prose, source.lines).items():
        if is_head(source, line):
            column, width, last = status_column(source, row), len(row), line + 1
        elif line != last + 1:
            column = None
        else:
            last = line
        if column is not None and line == last and len(row) == width:
            cell = row[column].span
            reading = StatusReading.of(Place.INDEX, source.text[cell.start : cell.end], cell)
            yield from [(line, reading)] if reading else []
