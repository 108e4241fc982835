"""Rows of a table and items of a list for further names, written as their neighbours are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docsync.markdown.document import ListedName, Listing
from docsync.text import SourceText, Span

_PIPE = re.compile(r"(?<!\\)\|")
_NUMBER = re.compile(r"\d+(?=[.)][ \t]*$)")
_AFTER_NAME = re.compile(r"[*_]*(?:\]\([^()\s]*\)[*_]*)?(:|[ \t][-–—](?=[ \t]))")
_OPENERS = "*_["  # emphasis and links in which the name of the model may stand
_WRITABLE = re.compile(r"[^\s`]+(?: [^\s`]+)*")  # as a code span that reads as the name
_PLAIN = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")  # without one
_DELIMITER = re.compile(r"[:-]+")


def additions(source: SourceText, listing: Listing, wanted: Sequence[str]) -> Iterator[tuple[Span, str]]:
    """Insertions of the names that ``listing`` lacks, each after the nearest one before it in ``wanted``.

    Those that no code span can hold, such as one with a line end, are left to the writer.
    """
    places = {each.name: each for each in listing.names}
    last = listing.names[-1] if listing.names else None
    after: dict[ListedName | None, list[str]] = {}
    previous: ListedName | None = last
    for name in wanted:
        if name in places:
            previous = places[name]
        elif _is_writable(name, listing):
            after.setdefault(previous, []).append(name)
    writer = _Writer(source, listing)
    for place, names in after.items():
        end = writer.end_of(place.lines if place else listing.lines or (1, 1))
        yield Span(end, end), "".join(writer.added(name, number) for number, name in enumerate(names, 1))


def _is_writable(name: str, listing: Listing) -> bool:
    return _WRITABLE.fullmatch(name) is not None and not (listing.is_table and "\\" in name)


class _Writer:
    """Writes lines as those of one listing are written."""

    def __init__(self, source: SourceText, listing: Listing) -> None:
        self._source = source
        self._listing = listing
        self._model = listing.names[-1] if listing.names else None
        self._line_end = "\r\n" if "\r\n" in source.text else "\n"

    def end_of(self, lines: tuple[int, int]) -> int:
        """Where the last of ``lines`` that is not blank ends, before its line end."""
        first, last = lines
        while last > first and not self._line(last).strip(" \t>"):
            last -= 1
        return self._source.lines.span(last, last).start + len(self._line(last))

    def _line(self, number: int) -> str:
        return self._source.text[slice(*self._source.lines.span(number, number))].rstrip("\r\n")

    def added(self, name: str, number: int) -> str:
        """The line for ``name``, the ``number``-th new one in a row, with the line end before it."""
        is_code = self._model is None or self._model.is_code or not _PLAIN.fullmatch(name)
        shown = f"`{name}`" if is_code else name
        if self._listing.is_table:
            return self._line_end + self._row(shown.replace("|", "\\|")).rstrip()
        return self._gap() + self._line_end + self._item(shown, number)

    def _row(self, shown: str) -> str:
        first = (self._listing.lines or (1, 1))[0]
        line = self._line(self._model.lines[0] if self._model else first + 1)
        start, end = self._place(line)
        before, rest = line[:start].rstrip(_OPENERS), _PIPE.split(line[end:])
        if self._is_aligned():
            width = end - len(before) + len(rest[0])
            return before + "|".join([f"{shown.ljust(width - 1)} ", *(" " * len(cell) for cell in rest[1:])])
        return before + "|".join([f"{shown} ", *("  " if cell.strip() else "" for cell in rest[1:])])

    def _place(self, line: str) -> tuple[int, int]:
        """Where the name stands in the line of the model; in a table without rows, its place in the second line."""
        if self._model is None:
            match = _DELIMITER.search(line)
            return match.span() if match else (0, 0)
        base = self._source.lines.span(self._model.lines[0], self._model.lines[0]).start
        return self._model.span.start - base, self._model.span.end - base

    def _is_aligned(self) -> bool:
        """Whether the pipes of all lines of the table stand in the same columns."""
        first, last = self._listing.lines or (1, 1)
        columns = {
            tuple(match.start() for match in _PIPE.finditer(self._line(each))) for each in range(first, last + 1)
        }
        return len(columns) == 1 and last > first + 1

    def _item(self, shown: str, number: int) -> str:
        if self._model is None:
            return f"- {shown}"
        line = self._line(self._model.lines[0])
        start, _ = self._place(line)
        before = line[:start].rstrip(_OPENERS)
        before = _NUMBER.sub(lambda match: str(int(match[0]) + number), before)
        marks = {match[1] if (match := _AFTER_NAME.match(self._rest(each))) else "" for each in self._listing.names}
        return before + shown + (marks.pop() if len(marks) == 1 else "")

    def _rest(self, each: ListedName) -> str:
        line = each.lines[0]
        return self._line(line)[each.span.end - self._source.lines.span(line, line).start :]

    def _gap(self) -> str:
        """What parts two items: nothing, or a blank line as it stands between the last two."""
        names = self._listing.names
        if len(names) > 1:
            above = self._line(names[-1].lines[0] - 1)
            if not above.strip(" \t>"):
                return self._line_end + above
        return ""
