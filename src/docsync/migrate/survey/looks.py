"""Whether a text is that of a record, or that of a template for records."""

from __future__ import annotations

import re

from docsync.markdown.document import Document
from docsync.records import KINDS
from docsync.rfc.record import read_title, section_name
from docsync.rfc.status.reading import Place
from docsync.rfc.status.stated import read_status
from docsync.rfc.words import head_word
from docsync.text import SourceText

_SECTIONS = frozenset(
    """status context problem decision decisions proposal consequences motivation alternatives rationale options
    drawbacks summary solution""".split()
)
_MIN_SECTIONS = 2  # of a record's that an article has by chance
_STATED = (Place.FRONT_MATTER, Place.TABLE, Place.FIELD, Place.QUOTE, Place.SECTION)
# {title}, <title>, [short title of solved problem], NNNN: what a template leaves open.
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|<[^<>]*>|\[[^\[\]]*\](?!\()|\b(?:N{3,}|X{3,}|Y{4,})\b")
_WORD = re.compile(r"[^\W\d_]+")
_KIND_WORDS = frozenset((*map(str.lower, KINDS), "architecture", "architectural", "decision", "record", "title", "of"))


def looks_like_record(path: str, source: SourceText, document: Document) -> bool:
    """Whether a document without a number states a status, or has two sections that records have."""
    readings = read_status(path, source, document)
    if any(each.place in _STATED and head_word(each.head) for each in readings):
        return True
    return len({section_name(each.text) for each in document.headings} & _SECTIONS) >= _MIN_SECTIONS


def has_placeholder(source: SourceText, document: Document) -> bool:
    """Whether the title says nothing but what a record is to put in."""
    _, span = read_title(source, document)
    title = source.text[slice(*span)] if span else ""
    rest, count = _PLACEHOLDER.subn(" ", title)
    return count > 0 and {word.lower() for word in _WORD.findall(rest)} <= _KIND_WORDS
