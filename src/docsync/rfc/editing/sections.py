"""Sections of a record, as a user names them: by heading, number or anchor."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.markdown.anchors import Anchors
from docsync.markdown.document import Heading
from docsync.rfc.editing.levels import Placed, placed_headings
from docsync.rfc.editing.pieces import readable
from docsync.rfc.record import plain_title

_NUMBER = re.compile(
    r"(?:(?P<word>part|section|phase|step|stage|milestone|§)\s*)?(?P<number>\d+(?:\.\d+)*)(?![\w.]*\w)"
    r"[ \t]*(?P<mark>[.):：–—-]+[ \t]*)?",
    re.IGNORECASE,
)


def find_section(corpus: Corpus, path: str, wanted: str) -> Placed:
    """The section that ``wanted`` means; :class:`UsageError` when there is none, or more than one."""
    source, document = readable(corpus, path)
    placed = [each for each in placed_headings(source.text, document) if each.is_section]
    title = next((each for each in placed if each.level == 1), None)
    sections = [each for each in placed if each is not title]
    anchors = Anchors.of(document, corpus.scope.flavour)
    for is_meant in _ways(wanted, anchors, document.headings):
        found = [each for each in sections if is_meant(each)]
        if len(found) > 1:
            lines = ", ".join(f"line {document.lines.line_of(each.heading.span.start)}" for each in found)
            raise UsageError(
                f"{path}: `{wanted}` means several sections ({lines}); name the anchor of one, such as #name"
            )
        if found:
            return found[0]
    names = ", ".join(f"`{each.heading.text.strip()}`" for each in sections) or "none"
    raise UsageError(f"{path}: no section `{wanted}`; its sections are {names}")


def section_title(section: Placed) -> str:
    """The plain title of a section, without its number."""
    text = " ".join(section.heading.text.split())
    return plain_title(text[number_length(text) :])


def number_length(text: str) -> int:
    """How much of a heading is its number: ``3.``, ``Part 3:``; 0 when it has no other text, or goes on with it."""
    match = _NUMBER.match(text)
    return match.end() if match and (match["word"] or match["mark"]) and text[match.end() :].strip() else 0


def _ways(wanted: str, anchors: Anchors, headings: Sequence[Heading]) -> Iterator[Callable[[Placed], bool]]:
    """How a section can be meant, the most exact way first."""
    text = " ".join(wanted.split()).casefold()
    index = anchors.heading(wanted.removeprefix("#"))
    number = _NUMBER.fullmatch(text)
    yield lambda each: _folded(each) == text
    yield lambda each: index is not None and each.heading == headings[index]
    if number:
        yield lambda each: _is_numbered(_folded(each), number["word"], number["number"])
    elif text:
        yield lambda each: bool(re.match(rf"{re.escape(text)}(?!\w)", _folded(each)))
        yield lambda each: section_title(each).casefold().startswith(text)


def _folded(section: Placed) -> str:
    return " ".join(section.heading.text.split()).casefold()


def _is_numbered(heading: str, word: str | None, number: str) -> bool:
    match = _NUMBER.match(heading)
    return bool(match) and match["number"] == number and (word is None or match["word"] == word)  # type: ignore[index]
