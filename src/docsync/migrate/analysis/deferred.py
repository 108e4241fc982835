"""Parts of a proposal that wait while the others are built: the sections that can be records of their own."""

from __future__ import annotations

import re

from docsync.corpus import Corpus
from docsync.markdown.anchors import Anchors
from docsync.markdown.document import ProseKind
from docsync.migrate.analysis.facts import Facts
from docsync.rfc.editing.levels import Placed, placed_headings
from docsync.rfc.editing.sections import section_title
from docsync.rfc.status.classify import Classified
from docsync.rfc.status.tidy import plain
from docsync.rfc.words import Meaning

_WAITING = (
    r"(?:deferred|postponed|on hold|not (?:yet )?(?:implemented|started|built|done|shipped)|unimplemented|pending|"
    r"planned|open|later|outstanding|to be (?:done|implemented|built)|tbd|todo|future)"
)
_PART = r"(?:parts?|phases?|stages?|steps?|milestones?|sections?|§+)"
_WAITING_PARTS = re.compile(
    rf"{_PART}\s*(?P<numbers>\d{{1,2}}(?:\s*(?:,|and|&|[-–—]|to)\s*\d{{1,2}})*)\s*(?:is|are|was|were|[:=(—–-])*\s*{_WAITING}\b"
    rf"|{_WAITING}\s*[:(]?\s*{_PART}\s*(?P<after>\d{{1,2}}(?:\s*(?:,|and|&|[-–—]|to)\s*\d{{1,2}})*)",
    re.IGNORECASE,
)
_IN_HEADING = re.compile(
    r"\s*[(\[—–:-]\s*(?:deferred|postponed|on hold|not yet implemented)\b[^()\[\]]*[)\]]?\s*$", re.IGNORECASE
)
_FIRST_WORDS = re.compile(r"[\W_]*(?:status[\W_]+)?(?:deferred|postponed|on hold|not yet implemented)\b", re.IGNORECASE)
_NUMBERED = re.compile(rf"\s*(?P<word>{_PART}\s*)?(?P<number>\d{{1,2}})(?![\d.]*\d)\b", re.IGNORECASE)
_BUILT = (Meaning.IMPLEMENTED, Meaning.ACCEPTED)
_RANGE = re.compile(r"(\d+)\s*(?:[-–—]|to)\s*(\d+)")


def waiting_sections(corpus: Corpus, facts: Facts, classified: Classified) -> tuple[tuple[str, str], ...]:
    """Anchor (``#part-3-x``) and title of each section that waits, in the order of the text.

    Only where the record is said to be built, wholly or in part.
    """
    is_built = classified.folder == "implemented" and facts.is_proposal and classified.meaning in _BUILT
    if not is_built and classified.meaning is not Meaning.PARTIAL:
        return ()
    numbers = _numbers(plain(facts.readings[0].text)) if facts.readings else frozenset()
    anchors = Anchors.of(facts.document, corpus.scope.flavour)
    slugs = dict(zip(facts.document.headings, anchors.slugs, strict=True))
    sections = _sections(facts)
    found, end = [], 0
    for placed in sections:
        if placed.block.start >= end and (_is_named(placed, numbers, sections) or _says_so(facts, placed)):
            found.append((f"#{slugs[placed.heading]}", _title(placed)))
            after = [each for each in sections if each.block.start > placed.block.start and each.level <= placed.level]
            end = after[0].block.start if after else len(facts.source.text)
    return tuple(found)


def _title(placed: Placed) -> str:
    """The title of a section without its number and without what says that it waits."""
    title = section_title(placed)
    return _IN_HEADING.sub("", title).strip() or title


def _is_named(placed: Placed, numbers: frozenset[int], sections: list[Placed]) -> bool:
    """Whether the status names a section by its number; ``3.`` is none where others are called ``Part 3``."""
    match = _NUMBERED.match(placed.heading.text)
    if match is None or int(match["number"]) not in numbers:
        return False
    return match["word"] is not None or not any(_is_part(each.heading.text) for each in sections)


def _is_part(heading: str) -> bool:
    match = _NUMBERED.match(heading)
    return match is not None and match["word"] is not None


def _sections(facts: Facts) -> list[Placed]:
    """The headings below the title that start a section."""
    placed = placed_headings(facts.source.text, facts.document)
    return [each for each in placed if each.is_section and each.heading.span != facts.record.title_span]


def _says_so(facts: Facts, placed: Placed) -> bool:
    """Whether the heading says that its section waits, or a numbered one's first words do."""
    if _IN_HEADING.search(placed.heading.text):
        return True
    if not _NUMBERED.match(placed.heading.text):
        return False
    below = (block for block in facts.document.prose if block.span.start >= placed.block.end)
    first = next(below, None)
    is_text = first is not None and first.kind is ProseKind.PARAGRAPH
    return is_text and bool(_FIRST_WORDS.match(facts.source.text, first.span.start))  # type: ignore[union-attr]


def _numbers(status: str) -> frozenset[int]:
    """The numbers of the parts that a status says to wait: ``parts 1-2 done, part 3 deferred`` gives 3."""
    numbers: set[int] = set()
    for match in _WAITING_PARTS.finditer(status):
        said = match["numbers"] or match["after"]
        numbers.update(map(int, re.findall(r"\d+", said)))
        for first, last in _RANGE.findall(said):
            numbers.update(range(int(first), int(last) + 1))
    return frozenset(numbers)
