"""Header fields: lines such as ``Status: proposed`` between the title of a document and its first section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docsync.markdown.document import Field, Heading, ProseBlock, ProseKind
from docsync.text import SourceText, Span

HEAD_LINES = 40  # where the head of a document ends at the latest
_FIELD = re.compile(
    r"(?P<mark>\*\*|__|\*|_|)(?P<name>[A-Za-z][\w-]*+(?: [\w-]++){0,3})(?:(?P=mark):|:(?P=mark))"
    r"(?:[ \t]++(?P<value>.*))?"
)


def read_fields(source: SourceText, prose: Sequence[ProseBlock], headings: Sequence[Heading]) -> Iterator[Field]:
    """The fields in paragraphs before the first heading below the title, in list items and quotes too."""
    end = min((heading.span.start for heading in headings if heading.level > 1), default=len(source.text))
    for block in prose:
        if block.span.start >= end or source.lines.line_of(block.span.start) > HEAD_LINES:
            break
        if block.kind is ProseKind.PARAGRAPH:
            yield from filter(None, (_field(source.text, line) for line in block.lines))


def _field(text: str, line: Span) -> Field | None:
    """``Name: value``, the name in bold or not, and the colon inside the mark or after it."""
    match = _FIELD.fullmatch(text[line.start : line.end])
    if not match:
        return None
    value = (match["value"] or "").rstrip()
    start = line.start + max(match.start("value"), 0) if value else line.end
    return Field(match["name"], value, Span(start, start + len(value)))
