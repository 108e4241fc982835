"""Where a record cites others: by link or by id, with the words before and after."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from docsync.linking.aim import aim
from docsync.markdown.document import Document, Link, LinkKind, ProseBlock
from docsync.markdown.fields import HEAD_LINES
from docsync.records import RecordId
from docsync.repo import Remote
from docsync.rfc.record import section_name
from docsync.text import SourceText, Span
from docsync.tree import Tree

_SENTENCE = re.compile(r"\s(?:(?<=[.;!?]\s)\s*(?=[^a-z])|(?<=\n)\s*\n)")  # the blank between two
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?")
_MAX_WORDS = 300  # characters that are looked at on each side


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation of the record at ``target``.

    ``before`` and ``after`` are the rest of its sentence, links as their texts; ``near`` is the part of ``before``
    behind the citation before it. ``text`` is the link's own. ``is_head``: it stands above the first section but that
    of the status.
    """

    target: str
    span: Span
    before: str
    near: str
    text: str
    fragment: str
    after: str
    is_head: bool


@dataclass(frozen=True, slots=True)
class _Cited:
    target: str
    whole: Span
    text: str
    fragment: str


@dataclass(frozen=True)
class Places:
    """What citations can lead to: the records by path, and by id where that is the id of one only."""

    tree: Tree
    remote: Remote | None
    records: frozenset[str]
    by_id: Mapping[RecordId, str]


def citations(places: Places, path: str, source: SourceText, document: Document) -> Iterator[Citation]:
    """Which records ``document`` cites, in the order of the text."""
    found = sorted(_cited(places, path, document), key=lambda each: each.whole)
    head = head_end(source, document)
    blocks = sorted(document.prose, key=lambda block: block.span)
    starts = [block.span.start for block in blocks]
    previous = Span(0, 0)
    for each in found:
        at = bisect_right(starts, each.whole.start) - 1
        if at >= 0 and each.target != path and each.whole.end <= blocks[at].span.end:
            yield _in_context(source.text, blocks[at], each, previous, head)
        previous = each.whole


def head_end(source: SourceText, document: Document) -> int:
    """Where the first section starts that is not that of the status."""
    skipped = source.lines.line_of(document.front_matter.end - 1) if document.front_matter else 0
    last = min(skipped + HEAD_LINES, source.lines.count)
    sections = (each.span.start for each in document.headings if each.level > 1 and section_name(each.text) != "status")
    return min((*sections, source.lines.span(last, last).end))


def _cited(places: Places, path: str, document: Document) -> Iterator[_Cited]:
    definitions = {each.label: each.destination for each in reversed(document.definitions) if not each.duplicate}
    links = [link for link in document.links if link.kind is not LinkKind.IMAGE]
    links += [
        Link(LinkKind.INLINE, definitions[each.label], each.whole, each.whole, each.text)
        for each in document.references
        if each.label in definitions
    ]
    for link in links:
        target = aim(path, link.destination, places.tree, places.remote)
        if target is not None and target.resolution.path in places.records:
            yield _Cited(target.resolution.path, link.whole, link.text, target.parts.fragment or "")
    for mention in document.mentions:
        for record in mention.records if mention.origin is None else ():
            if record in places.by_id:
                yield _Cited(places.by_id[record], mention.span, mention.text, "")


def _in_context(text: str, block: ProseBlock, cited: _Cited, previous: Span, head: int) -> Citation:
    start, end = block.span
    before = _SENTENCE.split(text[max(start, cited.whole.start - _MAX_WORDS) : cited.whole.start])[-1]
    after = _SENTENCE.split(text[cited.whole.end : min(end, cited.whole.end + _MAX_WORDS)], maxsplit=1)[0]
    near = text[max(cited.whole.start - len(before), min(previous.end, cited.whole.start)) : cited.whole.start]
    return Citation(
        cited.target,
        cited.whole,
        _plain(before),
        _plain(near),
        _plain(cited.text),
        cited.fragment,
        _plain(after),
        start < head,
    )


def _plain(text: str) -> str:
    shown = _LINK.sub(r"\1", text) if "[" in text else text
    return " ".join(shown.replace("*", "").replace("`", "").split())
