"""A section `## Status` that says nothing beyond a status line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from docsync.corpus import Corpus
from docsync.linking.aim import aim, occurrences
from docsync.markdown.document import Document
from docsync.rfc.editing.levels import placed_headings
from docsync.rfc.record import section_name
from docsync.text import SourceText, Span

STATUS = "status"  # the name of the section, as section_name() gives it
_WORD = re.compile(r"[^\W_]+")
_DESTINATION = re.compile(r"(?<=\])\([^()\s]*\)")
_LINK = re.compile(r"\[[^\[\]]*\]\([^()\s]*\)")
_SPELLINGS = (("superceded", "superseded"), ("supercedes", "supersedes"))  # the first ones as adr-tools writes them


class StatusSection(NamedTuple):
    """A section as a whole, what stands in it below its heading, and the index of the heading."""

    whole: Span
    body: Span
    heading: int


def status_section(source: SourceText, document: Document) -> StatusSection | None:
    """The first section called Status; None where there is none, or where it has sections of its own."""
    placed = [each for each in placed_headings(source.text, document) if each.is_section]
    for each, after in zip(placed, [*placed[1:], None], strict=True):
        if each.level > 1 and section_name(each.heading.text) == STATUS:
            end = after.block.start if after else len(source.text)
            is_leaf = after is None or after.level <= each.level
            index = document.headings.index(each.heading)
            return StatusSection(Span(each.block.start, end), Span(each.block.end, end), index) if is_leaf else None
    return None


def says_no_more(section: StatusSection, source: SourceText, document: Document, status: str) -> bool:
    """Whether all that the section says is a part of ``status``, in words and links."""
    start, end = section.body
    blocks = [source.text[slice(*block)] for block in document.blocks if start <= block.start < end]
    wholes = [*(each.whole for each in document.links), *(each.whole for each in document.references)]
    links = sum(start <= whole.start < end for whole in wholes)
    has_words = bool(blocks) and all(_WORD.search(block) for block in blocks)
    is_linked = links <= len(_LINK.findall(status))
    return has_words and is_linked and states(words(status), words(source.text[start:end]))


def words(text: str) -> tuple[str, ...]:
    """The words of a status in lower case, without destinations of links."""
    return tuple(_WORD.findall(_DESTINATION.sub("", text).casefold()))


def states(status: Sequence[str], said: Sequence[str]) -> bool:
    """Whether the words ``said`` stand together in those of ``status``, spelled as usual."""
    wanted = [dict(_SPELLINGS).get(word, word) for word in said]
    return any(list(status[at : at + len(wanted)]) == wanted for at in range(len(status) - len(wanted) + 1))


def aimed_headings(corpus: Corpus) -> Iterator[tuple[str, int]]:
    """Path and index of each heading that a link leads to."""
    remote, known = corpus.source.remote(), frozenset(corpus.paths)
    for path, document in corpus.documents():
        for each in occurrences(document):
            target = aim(path, each.destination, corpus.tree, remote) if "#" in each.destination else None
            fragment = target.parts.fragment if target else None
            where = target.resolution.path if target and fragment else ""
            anchors = corpus.anchors(where) if where in known else None
            index = anchors.heading(fragment) if anchors and fragment else None
            if index is not None:
                yield where, index
