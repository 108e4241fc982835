"""Lines in the head of a record: one added, and the status line written anew where the record has it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docsync.changeset.plan import Piece, Written
from docsync.markdown.document import Document
from docsync.rfc.editing.pieces import Change, escaped, gap, line_end, rewritten
from docsync.rfc.record import Record, plain_title, pointer_spans
from docsync.rfc.status.classify import Classified, Rule, classify
from docsync.rfc.status.reading import Place, StatusReading
from docsync.rfc.status.stated import read_status
from docsync.text import LINE_END, SourceText, Span

_HERE = frozenset({Place.FRONT_MATTER, Place.TABLE, Place.FIELD, Place.QUOTE, Place.SECTION})
_LINES = frozenset({Place.FIELD, Place.QUOTE})
_LABEL = re.compile(r"[^:：=]*[:：=]\s*")
_AROUND_NOTES = " \t\r\n,;.:*_`'\"—–-"
_CLOSING_MARKS = re.compile(r"(\*+|_+|`+)\Z")
_YAML_PLAIN = re.compile(r"[A-Za-z][^:#\[\]{}&*!|>'\"%@`\r\n]*")
_TAGS = re.compile(r"<h[1-6][^>]*>\s*(?P<inner>.*?)\s*</h[1-6]\s*>", re.IGNORECASE | re.DOTALL)


def head_end(source: SourceText, document: Document, record: Record) -> int:
    """Where a line can be added to the head: behind the block with the status, else the title, else on top."""
    stated = [*record.fields.get("status", ()), *record.fields.get("formerly", ())]
    place = stated[0].span.start - 1 if stated else record.title_span.start if record.title_span else -1
    block = next((each for each in document.blocks if each.start <= place < each.end), document.front_matter)
    return block.start + len(source.text[slice(*block)].rstrip()) if block else 0


def added_line(source: SourceText, document: Document, record: Record, line: Sequence[Piece]) -> Change:
    """The change that adds ``line`` as a paragraph to the head of ``record``."""
    at, end = head_end(source, document, record), line_end(source.text)
    before = gap(source.text[:at], end)
    rest = source.text[at:]
    is_apart = not rest.strip() or bool(re.match(r"[ \t]*(?:\r\n|\r|\n)[ \t]*(?:\r|\n)", rest))
    after = "" if is_apart else end if rest[:1] in ("\r", "\n") else end * 2
    return Span(at, at), [Written(before), *line, Written(after or ("" if rest else end))]


@dataclass(frozen=True)
class Statement:
    """A record's status where it is written: ``value`` is what says it, ``word`` the head word in it.

    ``kept`` is what of the value is no note, in order: pointers to other records, and references to footnotes.
    """

    place: Place | None
    value: Span
    word: Span
    classified: Classified
    kept: tuple[Span, ...] = ()

    @property
    def is_prose(self) -> bool:
        """Whether more than the word stands in a section, which then is the author's own text."""
        return self.place is Place.SECTION and self.value.end - self.value.start > self.word.end - self.word.start

    def fits(self, word: str, note: str | None) -> bool:
        """Whether what stands beside the old word is as true of the new one."""
        return note is None and self.classified.folder == word

    def is_kept(self, text: str, word: str, note: str | None) -> bool:
        """Whether all but the word stays."""
        raw = text[slice(*self.value)]
        return self.is_prose or (self.fits(word, note) and ("](" in raw or _says(text, self.word, word)))


def read_statement(path: str, source: SourceText, document: Document, record: Record) -> Statement | None:
    """The status that counts, of those written in the record itself; None when it writes none.

    That is the line ``Status:`` where there is one, as to the gate; and prose without a word for one is none.
    """
    field = next(iter(record.fields.get("status", ())), None)
    readings = [each for each in read_status(path, source, document) if each.place in _HERE]
    line = next((each for each in readings if field and each.span.start == field.span.start), None)
    reading = line or next(iter(readings), None)
    classified = classify(reading, Rule("RFC"))
    if reading and reading.place is Place.SECTION and not classified.word:
        reading = None
    if reading is None or (field and not field.value and not classified.word):  # prose below an empty line is no status
        return Statement(None, field.span, field.span, classify(None, Rule("RFC"))) if field else None
    value = _value(source.text, reading)
    raw = source.text[slice(*value)]
    words = re.escape(classified.word).replace(r"\ ", r"[\s_-]+")
    found = re.search(words, raw, re.IGNORECASE) if classified.word else None
    word = Span(value.start + found.start(), value.start + found.end()) if found else value
    return Statement(reading.place, value, word, classified, _kept(source, document, value))


def _kept(source: SourceText, document: Document, value: Span) -> tuple[Span, ...]:
    from docsync.rfc.editing.notes import read_notes  # noqa: PLC0415 - a run without documents needs no parser

    notes = read_notes(source).references if "[^" in source.text[slice(*value)] else ()
    found = [*pointer_spans(source, document, value), *(Span(each.start, each.label.end + 1) for each in notes)]
    return tuple(sorted(span for span in found if value.start <= span.start and span.end <= value.end))


def _value(text: str, reading: StatusReading) -> Span:
    """The span of the status alone: no label before it, no prose and no emphasis mark behind it."""
    start, end = reading.span
    if (
        reading.place is Place.SECTION
        and text[max(start - 1, 0)] in "# \t"
        and (label := _LABEL.match(text, start, end))
    ):
        start = label.end() if _is_heading(text, start) else start
    if reading.place in _LINES or reading.place is Place.SECTION:
        end = _first_line(text, Span(start, end))
    marks = _CLOSING_MARKS.search(text[start:end])
    if marks and marks[0] not in text[start : end - len(marks[0])]:
        end -= len(marks[0])
    return Span(start, end)


def _is_heading(text: str, start: int) -> bool:
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    return text[line:start].strip(" \t").startswith("#")


def _first_line(text: str, span: Span) -> int:
    """The end of the first line; of a later one where a parenthesis is open."""
    for match in LINE_END.finditer(text, *span):
        line = text[span.start : match.start()]
        if line.count("(") <= line.count(")"):
            return span.start + len(line.rstrip())
    return span.end


def stated(statement: Statement, source: SourceText, word: str, note: str | None, more: str = "") -> Iterator[Change]:
    """What makes ``statement`` say ``word`` with a ``note``, and ``more`` behind it.

    Without a note, what stands beside the old word is kept where that meant the same folder.
    """
    text = source.text
    new = with_note(word, note or "")
    if statement.is_kept(text, word, note):
        yield from _replaced(text, statement.word, new)
        end = statement.word.end if statement.is_prose else statement.value.end
        yield from [rewritten(end, end, more)] if more else []
    elif statement.fits(word, note):
        yield from _replaced(text, statement.value, _written(statement, text, f"{statement.classified.line}{more}"))
    else:
        yield from _around_kept(statement, text, new, more)


def _around_kept(statement: Statement, text: str, new: str, more: str) -> Iterator[Change]:
    """``new`` before, and ``more`` behind what is kept of the old value."""
    start, end = statement.value
    for span in statement.kept:
        is_note = text.startswith("[^", span.start)
        joint = (" " if text[span.start - 1].isspace() else "") if is_note else ", "
        yield from _replaced(text, Span(start, span.start), _written(statement, text, f"{new}{joint}"))
        start, new = span.end, ""
    if not statement.kept:
        yield from _replaced(text, statement.value, _written(statement, text, f"{new}{more}"))
    elif text[start:end] != more:
        yield rewritten(start, end, more)


def left_out(statement: Statement, source: SourceText, word: str, note: str | None) -> str:
    """The old note, on one line, where :func:`stated` leaves it out; ``""`` where it does not."""
    if statement.is_kept(source.text, word, note) or statement.fits(word, note):
        return ""
    start, found = statement.value.start, []
    word_spans = [statement.word] if statement.classified.word else []
    for span in sorted([*word_spans, *statement.kept, Span(statement.value.end, statement.value.end)]):
        found.append(source.text[start : span.start].strip(_AROUND_NOTES))
        start = max(start, span.end)
    text = " ".join(" ".join(each for each in found if each).split())
    is_said = text.strip("()") in " ".join((note or "").split())
    return "" if is_said or not re.search(r"\w", text) else text


def with_note(word: str, note: str) -> str:
    """``implemented (note)``, and ``rejected — reason``."""
    note = " ".join(note.split())
    if not note:
        return word
    return f"{word} — {note}" if word == "rejected" else f"{word} ({note})"


def _says(text: str, span: Span, word: str) -> bool:
    return text[slice(*span)].casefold() == word


def _replaced(text: str, span: Span, new: str) -> Iterator[Change]:
    if text[slice(*span)] != new:
        blank = " " if span.start == span.end and text[span.start - 1 : span.start] not in ("", " ", "\t") else ""
        yield rewritten(*span, blank + new)


def _written(statement: Statement, text: str, new: str) -> str:
    """A status as it can stand in its place: a cell of a table, a YAML scalar."""
    if statement.place is Place.TABLE:
        return new.replace("|", "\\|")
    if statement.place is Place.FRONT_MATTER:
        last = LINE_END.search(text[slice(*statement.value)][-2:])
        return yaml_scalar(new) + (last[0] if last else "")
    return new


def yaml_scalar(text: str) -> str:
    """``text`` on one line of YAML, in quotes where it needs them."""
    return text if _YAML_PLAIN.fullmatch(text) and text == text.strip() else json.dumps(text, ensure_ascii=False)


def retitled(record: Record, source: SourceText, document: Document, title: str) -> list[Change]:
    """What puts ``title`` in the place of the old one, or on top where there is none."""
    text, span, matter = source.text, record.title_span, document.front_matter
    if span is None:
        at, end = matter.end if matter else 0, line_end(text)
        heading = f"# RFC: {escaped(title)}{end}"
        return [rewritten(at, at, f"{end}{heading}" if matter else f"{heading}{end}")]
    is_yaml = matter is not None and span.start < matter.end
    span, new = (span, yaml_scalar(title)) if is_yaml else (_topic(text, span), escaped(title))
    return [] if new == text[slice(*span)] else [rewritten(*span, new)]


def _topic(text: str, span: Span) -> Span:
    """What of a title in ``span`` is the topic: no kind and number before it, no status in brackets, no tags."""
    if tags := _TAGS.fullmatch(text, *span):
        span = Span(*tags.span("inner"))
    raw = text[slice(*span)]
    plain = plain_title(raw)
    at = raw.find(plain)
    return Span(span.start + at, span.start + at + len(plain)) if plain and at >= 0 else span
