"""Where a record states its status: every place, in the order in which they are believed."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import islice

from docsync.markdown.document import Document
from docsync.markdown.front_matter import FrontMatter, read_front_matter
from docsync.rfc.status.head import Head
from docsync.rfc.status.reading import Place, StatusReading, read_text
from docsync.rfc.words import BRACKET, FOLDER_WORDS, MAX_BRACKETS, SUFFIXES, WORDS, head_word
from docsync.text import SourceText, Span

_TITLE_PREFIX = re.compile(
    r"(?:[A-Za-z]{3}[ -]?\d*\s*[:.]\s*)?(WIP|DRAFT|PROPOSED|PROPOSAL|REJECTED|DEPRECATED|SUPERSEDED)\s*[:：–—-]\s",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"(?:^|[-_. (])([A-Za-z]+)\)?$")
_PARENTS = 2  # folders above a record that may be named for a status
_ORDER = {place: number for number, place in enumerate(Place)}


def read_status(
    path: str, source: SourceText, document: Document, index: StatusReading | None = None
) -> tuple[StatusReading, ...]:
    """Every status that the record at ``path`` states, the one to believe first; ``index`` is what a README says."""
    front_matter = read_front_matter(source, document)
    head = Head(source, document)
    found = [*_from_front_matter(front_matter), *head.rows(), *head.fields(), *head.section()]
    found += [*_from_title(document), *_from_name(path), *([index] if index else []), *_from_tags(front_matter)]
    return tuple(sorted(found, key=lambda reading: _ORDER[reading.place]))


def _from_front_matter(front_matter: FrontMatter) -> Iterator[StatusReading]:
    for name in ("status", "state", "implementation", "implementation-status"):
        found = front_matter.fields.get(name)
        if found:
            yield from read_text(Place.FRONT_MATTER, ", ".join(found.values), found.span)


def _from_tags(front_matter: FrontMatter) -> Iterator[StatusReading]:
    found = front_matter.fields.get("tags")
    for tag in found.values if found else ():
        if tag.casefold() in WORDS and found:
            yield from read_text(Place.TAG, tag, found.span)


def _from_title(document: Document) -> Iterator[StatusReading]:
    title = next((heading for heading in document.headings if heading.level == 1), None)
    if title is None:
        return
    brackets = [match[1] for match in islice(BRACKET.finditer(title.text), MAX_BRACKETS) if head_word(match[1])]
    prefix = _TITLE_PREFIX.match(title.text.strip())
    for text in brackets or ([prefix[1]] if prefix else []):
        yield from read_text(Place.TITLE, text, title.span)


def _from_name(path: str) -> Iterator[StatusReading]:
    *parents, name = path.split("/")
    stem = posixpath.splitext(name)[0]
    suffix = _SUFFIX.search(stem)
    if suffix and suffix.start() > 0 and suffix[1].lower() in SUFFIXES:
        yield from read_text(Place.SUFFIX, suffix[1], Span(0, 0))
    for parent in list(reversed(parents))[:_PARENTS]:
        folded = parent.casefold()
        word = FOLDER_WORDS.get(folded, folded.replace("-", " "))
        if word in WORDS:
            yield from read_text(Place.FOLDER, word, Span(0, 0))
            return
