"""The head of a record: the prose near its top in which it states its status."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docsync.markdown.document import Document, ProseBlock, ProseKind
from docsync.markdown.fields import HEAD_LINES
from docsync.rfc.status.reading import Place, StatusReading, read_text
from docsync.rfc.status.tables import is_head, rows, status_column
from docsync.rfc.status.tidy import plain, tidy
from docsync.rfc.words import STATUS_NAMES, WORDS, Meaning, head_word
from docsync.text import SourceText, Span

_SECTION = 2  # level of the headings of sections
_MAX_LENGTH = 2_000  # characters of a line that are searched for a label
_NAMES = "|".join(sorted(map(re.escape, STATUS_NAMES), key=len, reverse=True))
_LABEL = re.compile(
    rf"(?:^|(?<=[|·•;,])[ \t]*+)[\s*_`>#(\[]*+(?:[^\w\s]++\s*+)?(?P<name>{_NAMES})[*_`]*+\s*+"
    r"(?:[:：=]|[-–—](?=\s))[*_`]*+[ \t]*+(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)
_BARE_LABEL = re.compile(rf"[\s*_`>#\d.]*+(?:{_NAMES})[\s*_`:：]*+", re.IGNORECASE)
_OTHER_LABEL = re.compile(r"[\s*_`>]*+[A-Z][\w-]*+(?: [\w-]++){0,3}[*_`]*+\s*+[:：][*_`]*+(?:\s|$)")
_NEXT_LABEL = re.compile(r"[|·•]\s*[*_`]*[A-Z][\w -]{0,30}[*_`]*\s*[:：].*", re.DOTALL)
_CHECKED = re.compile(r"\[(?P<mark>[ xX])\]\s+(?P<text>.*)", re.DOTALL)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_ENDED = (Meaning.SUPERSEDED, Meaning.DEPRECATED)


class Head:
    """The prose near the top of a record: neither code nor comments."""

    def __init__(self, source: SourceText, document: Document) -> None:
        self._source = source
        self._text = source.text
        self._lines = source.lines
        self._document = document
        skipped = self._lines.line_of(document.front_matter.end - 1) if document.front_matter else 0
        self._last_line = skipped + HEAD_LINES  # front matter is not counted
        sections = [each for each in document.headings if each.level == _SECTION] or list(document.headings[1:])
        self._second_section = sections[1].span.start if len(sections) > 1 else len(self._text)

    def _is_near(self, offset: int) -> bool:
        return offset < self._second_section and self._lines.line_of(offset) <= self._last_line

    def _blocks(self) -> list[ProseBlock]:
        return [block for block in self._document.prose if self._is_near(block.span.start)]

    def rows(self) -> Iterator[StatusReading]:
        """``| Status | Accepted |``, or the cell below the column head ``Status``."""
        found = [(line, row) for line, row in rows(self._blocks(), self._lines).items() if len(row) > 1]
        following: list[Sequence[ProseBlock]] = [*(row for _, row in found[1:]), ()]
        for (line, row), below in zip(found, following, strict=False):
            column = status_column(self._source, row)
            if column is None:
                continue
            cells = below[column : column + 1] if is_head(self._source, line) else ()
            if not (cells and head_word(plain(tidy(self._raw(cells[0]))))):
                cells = row[1:2] if column == 0 else []
            for cell in cells:
                yield from read_text(Place.TABLE, self._raw(cell), cell.span)

    def fields(self) -> Iterator[StatusReading]:
        """``Status: accepted`` in a paragraph, list item or quote before the second section."""
        prose = [block for block in self._blocks() if block.kind is ProseKind.PARAGRAPH]
        for block, after in zip(prose, [*prose[1:], None], strict=False):
            yield from self._labelled(block, after)

    def _labelled(self, block: ProseBlock, after: ProseBlock | None) -> Iterator[StatusReading]:
        """The value after a label: to the end of the block, or up to the next label."""
        place = Place.QUOTE if ">" in self._before(block) else Place.FIELD
        lines = block.lines
        for number, line in enumerate(lines):
            raw = self._text[line.start : line.end][:_MAX_LENGTH]
            match = _LABEL.search(raw)
            if not match and not _BARE_LABEL.fullmatch(raw):
                continue
            value = Span(line.start + match.start("value") if match else line.end, line.end)
            spans = [value, *self._continued(lines[number + 1 :])]
            if after is not None and not self._joined(spans).strip() and not _OTHER_LABEL.match(self._raw(after)):
                spans = list(after.lines)
            text = _NEXT_LABEL.sub("", self._joined(spans))
            end = spans[0].start + len(text.rstrip()) if len(spans) == 1 else spans[-1].end
            yield from read_text(place, text, Span(spans[0].start, end))
            return

    def _continued(self, lines: Sequence[Span]) -> Iterator[Span]:
        """The lines up to the next label."""
        for line in lines[:HEAD_LINES]:
            if _OTHER_LABEL.match(self._text[line.start : line.end][:_MAX_LENGTH]):
                return
            yield line

    def section(self) -> Iterator[StatusReading]:
        """What stands under ``## Status``, or after the word in that heading."""
        headings = [each for each in self._document.headings if self._lines.line_of(each.span.start) <= self._last_line]
        for heading in headings:
            label = _LABEL.fullmatch(heading.text[:_MAX_LENGTH]) if heading.level > 1 else None
            if label and tidy(label["value"]):
                yield from read_text(Place.SECTION, label["value"], heading.span)
                return
            if _BARE_LABEL.fullmatch(tidy(heading.text)):
                starts = (each.span.start for each in self._document.headings if each.span.start >= heading.span.end)
                yield from self._under(Span(heading.span.end, min(starts, default=len(self._text))))
                return

    def _under(self, section: Span) -> Iterator[StatusReading]:
        readings, checked = list[StatusReading](), list[StatusReading]()
        for block in self._document.prose:
            if block.kind is ProseKind.PARAGRAPH and section.start <= block.span.start < section.end:
                box = _CHECKED.match(self._raw(block))
                if box is None:
                    for spans in self._statements(block):
                        readings += read_text(Place.SECTION, self._joined(spans), Span(spans[0].start, spans[-1].end))
                elif box["mark"] != " ":
                    checked += read_text(Place.SECTION, box["text"], block.span)
            if len(readings) >= HEAD_LINES:
                break
        yield from _latest(checked or readings)

    def _statements(self, block: ProseBlock) -> list[Sequence[Span]]:
        """A block, or its lines when each of several starts with a status of its own, as a log does."""
        lines = block.lines
        words = [head_word(plain(tidy(self._text[line.start : line.end]))) for line in lines[:HEAD_LINES]]
        return [[line] for line in lines[:HEAD_LINES]] if len(lines) > 1 and all(words) else [lines]

    def _raw(self, block: ProseBlock) -> str:
        return self._text[block.span.start : block.span.end]

    def _joined(self, lines: Sequence[Span]) -> str:
        """Wrapped lines as one, without the marks of quotes and lists before them."""
        return " ".join(self._text[line.start : line.end][:_MAX_LENGTH] for line in lines[:HEAD_LINES])

    def _before(self, block: ProseBlock) -> str:
        """What stands before a block on its line: marks of quotes and lists."""
        start = self._lines.starts[self._lines.line_of(block.span.start) - 1]
        return self._text[start : block.span.start]


def _latest(readings: Sequence[StatusReading]) -> Sequence[StatusReading]:
    """The statement that holds: the last dated one, else one that ends the decision, else the first."""
    known = [each for each in readings if head_word(each.head)]
    dated = [(found[0], each) for each in known for found in [_DATE.search(each.text)] if found]
    if len(dated) > 1 and len(dated) == len(known):
        return [max(dated, key=lambda pair: pair[0])[1]]
    ended = [each for each in known if WORDS[head_word(each.head) or ""] in _ENDED]
    return [*ended, *known, *readings][:1]
