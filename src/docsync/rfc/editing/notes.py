"""Footnotes with their places, which the facts of a document count only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from docsync.markdown.parser import parse
from docsync.text import SourceText, Span

_DEFINED = re.compile(r"\[\^(?P<label>[^\]\s]+)\]:")
_WRITTEN = re.compile(r"\[\^(?P<label>[^\]\s]+)\]")


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote: ``label`` is where its label stands, ``block`` its lines; alone when no other block holds it."""

    name: str
    label: Span
    block: Span
    is_alone: bool

    @property
    def start(self) -> int:
        """Where its bracket opens."""
        return self.label.start - len("[^")


@dataclass(frozen=True, slots=True)
class NoteReference:
    """``[^name]`` in prose; ``label`` is where the name stands."""

    name: str
    label: Span

    @property
    def start(self) -> int:
        """Where its bracket opens."""
        return self.label.start - len("[^")


@dataclass(frozen=True, slots=True)
class Notes:
    """The footnotes of a document, and the references to them."""

    definitions: tuple[Note, ...]
    references: tuple[NoteReference, ...]


def read_notes(source: SourceText) -> Notes:
    """The footnotes of ``source``; names are as written."""
    if "[^" not in source.text:
        return Notes((), ())
    definitions, references = [], []
    for block in parse(source).blocks:
        if block.type == "footnote_reference_open":
            span = source.lines.span(*block.lines)
            match = _DEFINED.search(source.text, *span)
            if match:
                definitions.append(Note(match["label"], Span(*match.span("label")), span, block.level == 0))
        for inline in block.inlines:
            if inline.type == "footnote_ref" and inline.span and block.map:
                start, end = block.map.span(inline.span)
                references.append(NoteReference(source.text[start + 2 : end - 1], Span(start + 2, end - 1)))
    return Notes(tuple(definitions), tuple(references))


def written_names(text: str) -> Iterator[str]:
    """Every name in brackets that looks like a footnote's, defined or not."""
    return (match["label"] for match in _WRITTEN.finditer(text))
