"""Tables of a document: their rows, which of these heads one, and the column that states a status."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from docsync.markdown.document import ProseBlock
from docsync.rfc.words import STATUS_NAMES
from docsync.text import LineIndex, SourceText

_DELIMITER_ROW = re.compile(r"[\s|:-]+")


def rows(blocks: Iterable[ProseBlock], lines: LineIndex) -> Mapping[int, Sequence[ProseBlock]]:
    """The blocks that start in each line, from 1; the cells of a row share one."""
    found: dict[int, list[ProseBlock]] = {}
    for block in blocks:
        found.setdefault(lines.line_of(block.span.start), []).append(block)
    return found


def is_head(source: SourceText, line: int) -> bool:
    """Whether the row of ``-`` and ``|`` that makes a table follows ``line``."""
    if line >= source.lines.count:
        return False
    below = source.text[slice(*source.lines.span(line + 1, line + 1))]
    return "|" in below and bool(_DELIMITER_ROW.fullmatch(below))


def status_column(source: SourceText, row: Sequence[ProseBlock]) -> int | None:
    """Which cell is called ``Status``, from 0."""
    names = [source.text[slice(*cell.span)].strip("*_`: ").casefold() for cell in row]
    return next((number for number, name in enumerate(names) if name in STATUS_NAMES), None)
