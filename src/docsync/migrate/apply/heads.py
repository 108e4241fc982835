"""The head of a record as it has to be after a migration: title, status, old ids, and a date that git does not show."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from docsync.changeset.plan import Piece, Written
from docsync.corpus import Corpus
from docsync.markdown.document import Document
from docsync.markdown.front_matter import read_front_matter
from docsync.markdown.old_names import read_former
from docsync.migrate.apply.status_section import says_no_more, status_section
from docsync.migrate.apply.status_text import without_links
from docsync.migrate.model import Topic
from docsync.rfc.editing.headlines import Statement, added_line, read_statement, retitled, yaml_scalar
from docsync.rfc.editing.pieces import Change, escaped, line_end, readable, removed, rewritten, spliced
from docsync.rfc.record import Record, plain_title, read_record
from docsync.rfc.status.reading import Place
from docsync.rfc.status.stated import read_status
from docsync.text import Span

_TAGS = re.compile(r"<h[1-6][^>]*>\s*(?P<inner>.*?)\s*</h[1-6]\s*>", re.IGNORECASE | re.DOTALL)
_ID = re.compile(r"[ \t]*\{:?[^{}]*\}[ \t]*\Z")
_HEIR = re.compile(r"superseded by (?P<links>\[.*\]\([^()]*\))")
_STATUS_ALONE = re.compile(r"Status:[^\[\]\r\n]*\s*", re.IGNORECASE)
_LINE_ENDS = "\r\n"
_IN_STEP = frozenset({Place.FRONT_MATTER, Place.TABLE})  # places that are read before a status line


class Head:
    """The head of the document at ``path``, and what is to be changed in it."""

    def __init__(self, corpus: Corpus, path: str) -> None:
        self._path = path
        self._source, self._document = readable(corpus, path)
        self._record: Record = read_record(path, self._source, self._document)

    @property
    def document(self) -> Document:
        """The facts of the document."""
        return self._document

    def pieces(self, topic: Topic, status: str, lines: Sequence[str], kept: Collection[int] = ()) -> list[Piece] | None:
        """The document with the title of ``topic``, with ``status``, and ``lines`` added; None when it says all that.

        ``""`` as a status leaves the one that is there. A section that says nothing beyond it goes, unless the index
        of its heading is ``kept``.
        """
        changes = list(self._title(topic.title))
        added = []
        if status:
            restated = list(self._restated(status))
            changes += restated
            added += [] if self._field else [f"Status: {status}"] if not self._says_in_front_matter else []
            added += self._heir(status)
            changes += self._without_section(status, kept)
        former = list(self._former(topic.ids))
        changes += [] if self._formerly is None else former
        added += [f"Formerly: {', '.join(self._missing(topic.ids))}"] if self._formerly is None and former else []
        added += lines
        if added:
            text = (line_end(self._source.text) * 2).join(added)
            changes.append(added_line(self._source, self._document, self._record, [Written(text)]))
        return list(spliced(self._path, Span(0, len(self._source.text)), changes)) if changes else None

    @property
    def title(self) -> str:
        """The topic in the heading, ``""`` where there is none."""
        return self._record.title

    def absorbed(self) -> list[Piece] | None:
        """The document with nothing but its topic in its heading, and no status, for a record that takes it in.

        None when it is so.
        """
        changes = [*self._topic_alone(), *self._without_status()]
        return list(spliced(self._path, Span(0, len(self._source.text)), changes)) if changes else None

    def _topic_alone(self) -> Iterator[Change]:
        record = self._record
        heading = next((each for each in self._document.headings if each.span == record.title_span), None)
        if heading is not None and record.title and record.title != " ".join(heading.text.split()):
            yield from self._topic(record.title, "")

    def _without_status(self) -> Iterator[Change]:
        """The status line goes where it is a paragraph of its own and cites nothing; the record has its own."""
        text = self._source.text
        start = self._field.start if self._field else -1
        for block in self._document.blocks:
            if block.start <= start < block.end and _STATUS_ALONE.fullmatch(text[slice(*block)]):
                yield removed(text, block)

    def _title(self, title: str) -> Iterator[Change]:
        """The title of the topic in the place of the old one, without the number before it and the status behind."""
        span, text, matter = self._record.title_span, self._source.text, self._document.front_matter
        given = read_front_matter(self._source, self._document).fields.get("title")
        if given and title and plain_title(given.value) != " ".join(given.value.split()):
            raw = text[slice(*given.span)]
            yield rewritten(*given.span, yaml_scalar(title) + raw[len(raw.rstrip(_LINE_ENDS)) :])
        if not title or (matter and span and span.start < matter.end):
            return
        if span is None:
            yield from retitled(self._record, self._source, self._document, title)
            return
        yield from self._topic(title, "RFC: ")

    def _topic(self, title: str, prefix: str) -> Iterator[Change]:
        """``prefix`` and ``title`` as the text of the heading, of which as much stays as says that already."""
        text = self._source.text
        span, new = _inner(text, self._record.title_span or Span(0, 0)), f"{prefix}{escaped(title)}"
        raw = text[slice(*span)]
        topic = plain_title(raw)  # with its markup
        is_unedited = " ".join(title.split()) == self._record.title
        kept = raw.find(topic) if is_unedited and topic else -1
        if kept < 0:
            yield from [] if raw == new else [rewritten(*span, new)]
            return
        before, after = Span(span.start, span.start + kept), Span(span.start + kept + len(topic), span.end)
        if text[slice(*before)] != prefix:  # something has to be written there, so that the old anchor maps to it
            yield rewritten(*before, prefix) if prefix else rewritten(before.start, before.end + 1, topic[0])
        yield from [rewritten(*after)] if after.start < after.end else []

    @property
    def _field(self) -> Span | None:
        """The status line, as the gate reads it."""
        found = self._record.fields.get("status", ())
        return found[0].span if found else None

    def _heir(self, status: str) -> list[str]:
        """A line with what supersedes the record, where a link in its status would be none to a renderer."""
        heir = _HEIR.search(status) if self._field is None and self._says_in_front_matter else None
        return [f"Superseded by: {heir['links']}"] if heir else []

    @property
    def _statement(self) -> Statement | None:
        return read_statement(self._path, self._source, self._document, self._record)

    @property
    def _says_in_front_matter(self) -> bool:
        return "status" in read_front_matter(self._source, self._document).fields

    def _restated(self, status: str) -> Iterator[Change]:
        """``status`` in the places where the record states one already, but for sections of their own."""
        statement, text = self._statement, self._source.text
        if self._field:
            yield from self._in_line(self._field, statement, status)
        if statement is None or statement.place not in _IN_STEP:
            return
        raw, plain = text[slice(*statement.value)], without_links(status)
        end = raw[len(raw.rstrip(_LINE_ENDS)) :]
        new = status.replace("|", "\\|") if statement.place is Place.TABLE else yaml_scalar(plain) + end
        yield from [] if raw == new else [rewritten(*statement.value, new)]

    def _without_section(self, status: str, kept: Collection[int]) -> Iterator[Change]:
        section = status_section(self._source, self._document)
        if section is None or section.heading in kept or self._says_in_front_matter:
            return
        if says_no_more(section, self._source, self._document, status):
            yield removed(self._source.text, section.whole)

    def _in_line(self, field: Span, statement: Statement | None, status: str) -> Iterator[Change]:
        """The value of the status line; where it goes on in the next line, its word alone."""
        is_inside = statement is not None and field.start <= statement.value.start <= field.end
        value = statement.value if is_inside and statement else field
        if is_inside and statement and self._goes_on(statement):
            folder, old = status.split(maxsplit=1)[0].strip(",;:"), self._source.text[slice(*statement.word)]
            value, status = statement.word, folder if old.casefold() == folder else f"{folder} ({old})"
        blank = " " if self._source.text[value.start - 1 : value.start] not in (" ", "\t") else ""
        if self._source.text[slice(*value)] != status:
            yield rewritten(*value, blank + status)

    def _goes_on(self, statement: Statement) -> bool:
        read = next((each for each in read_status(self._path, self._source, self._document)), None)
        end = read.span.end if read and read.place is statement.place else statement.value.end
        return bool(re.search(r"\w", self._source.text[statement.value.end : end]))

    @property
    def _formerly(self) -> Span | None:
        found = next((each for each in self._record.fields.get("formerly", ()) if each.value), None)
        return found.span if found else None

    def _missing(self, ids: Sequence[str]) -> list[str]:
        """Those of ``ids`` that the record does not name yet."""
        known = set(self._record.formerly)
        return [text for text in ids if not known.issuperset(each.record for each in read_former(text))]

    def _former(self, ids: Sequence[str]) -> Iterator[Change]:
        missing = self._missing(ids)
        if missing:
            end = self._formerly.end if self._formerly else 0
            yield rewritten(end, end, f", {', '.join(missing)}")


def _inner(text: str, span: Span) -> Span:
    """What of a heading is its text: no tags around it, no id in braces behind it."""
    if tags := _TAGS.fullmatch(text, *span):
        return Span(*tags.span("inner"))
    braces = _ID.search(text[slice(*span)])
    return Span(span.start, span.start + braces.start()) if braces else span
