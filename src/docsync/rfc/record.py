"""What a decision record says, as facts: title, header fields, sections, old ids, and pointers to other records."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from docsync.markdown.document import Document, Field, Heading, Link, LinkKind
from docsync.markdown.fields import HEAD_LINES
from docsync.markdown.front_matter import read_front_matter
from docsync.markdown.old_names import Former, read_former
from docsync.records import KINDS, RecordId
from docsync.rfc.status.tidy import COMMENT
from docsync.rfc.words import BRACKET, MAX_BRACKETS, head_word
from docsync.text import SourceText, Span

_GENERIC = """title, topic, topic title, rfc, rfc title, rfc proposal, rfc template, rfc topic title, adr, adr title,
    adr template, architecture decision record, architectural decision record, decision, decision record,
    decision title, decision subject, proposal, proposal title, template, untitled, new rfc, new adr,
    request for comments, design document, short title of solved problem and solution, subject, name, feature name"""
GENERIC_TITLES = frozenset(" ".join(title.split()) for title in _GENERIC.split(","))
_KIND = "|".join((*KINDS, "MADR", "TDR", "EDR", "DEP"))
_PREFIXES = re.compile(
    rf"""\s*+(?:
        \[?(?:{_KIND})(?:[-_ ]*+\#?(?:\d{{1,5}}|\{{[^{{}}]*\}}|[Nn]+|[Xx]+))?\]?\s*+(?:[:：]|\.(?!\d)|[-–—](?=\s))\s*+
      | \[?(?:{_KIND})[-_ ]*+\#?\d{{1,5}}\]?(?![\w.])\s*+
      | \[?\d{{1,5}}\]?(?:[.:：)](?=\s)|\s++[-–—](?=\s))\s*+
      | \d{{4}}-\d{{2}}-\d{{2}}\s*+[:–—-]\s*+
      | (?:architectur(?:e|al)\ )?decision(?:\ record)?\s*+[:：]\s*+
      | (?:WIP|DRAFT)\s*+[:：]\s*+
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_UNDERLINE = re.compile(r"[ \t>]*(?:=+|-+)[ \t]*(?:\r\n|\r|\n|\Z)")
_ORDINAL = re.compile(r"[^\w]*(?:\d+(?:\.\d+)*[.)]?\s+)?(?:the\s+)?", re.IGNORECASE)


class Relation(Enum):
    """What a pointer says of the record that it stands in."""

    SUPERSEDED_BY = "superseded by"
    SUPERSEDES = "supersedes"


_RELATIONS = re.compile(
    r"(?P<by>(?:super[sc]eded|replaced|obsoleted|supplanted|subsumed)[\s>:*_-]*+"
    r"(?:(?:in part|partly|partially)\s++)?(?:by|with)\b"
    r"|super[sc]eded\b(?=[ :*_]*\[))"
    r"|(?P<over>\b(?:super[sc]edes|replaces|obsoletes|supplants|subsumes)\b)",
    re.IGNORECASE,
)


_STEMS = ("super", "replace", "obsolete", "supplant", "subsume")  # one is in all that fits _RELATIONS, case-folded
_JOINT = re.compile(r"[\s:*_,&>-]*(?:\band\s+)?")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading below the title; a section is empty when neither text nor a deeper heading stands under it."""

    title: str
    level: int
    span: Span
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Pointer:
    """A link in the head that says which record this one supersedes, or is superseded by."""

    relation: Relation
    destination: str
    span: Span


@dataclass(frozen=True)
class Record:
    """The facts of one record.

    ``title`` is plain text without kind, number and status; ``""`` when there is none. ``title_span`` is where it
    stands. ``fields`` are the ``Name: value`` lines of the head by case-folded name.
    """

    path: str
    title: str
    title_span: Span | None
    fields: Mapping[str, tuple[Field, ...]]
    sections: tuple[Section, ...]
    former: tuple[Former, ...]
    pointers: tuple[Pointer, ...]

    @property
    def formerly(self) -> tuple[RecordId, ...]:
        """The old ids."""
        return tuple(each.record for each in self.former)

    def pointing(self, relation: Relation) -> tuple[Pointer, ...]:
        """The pointers that say ``relation``."""
        return tuple(each for each in self.pointers if each.relation is relation)


def read_record(path: str, source: SourceText, document: Document) -> Record:
    """The facts of the record at ``path``."""
    title, span = read_title(source, document)
    named: dict[str, list[Field]] = {}
    for field in document.fields:
        named.setdefault(field.name.casefold(), []).append(field)
    fields = {name: tuple(found) for name, found in named.items()}
    former = tuple(each for field in fields.get("formerly", ()) for each in read_former(field.value))
    sections = tuple(_sections(source, document, span))
    return Record(path, plain_title(title), span, fields, sections, former, tuple(_pointers(source, document)))


def plain_title(text: str) -> str:
    """A title without kind and number before it, nor a status in brackets: ``ADR-012: Use x [Draft]``."""
    title = " ".join(text.split())
    for bracket in list(islice(BRACKET.finditer(title), MAX_BRACKETS)):
        if head_word(bracket[1]) and bracket[0] != title:
            title = " ".join(title.replace(bracket[0], " ").split())
    while match := _PREFIXES.match(title):
        if match.end() == len(title):
            break
        title = title[match.end() :]
    return title.strip()


def is_generic(title: str, more: tuple[str, ...] = ()) -> bool:
    """Whether a plain title names no topic, as a template's does."""
    folded = " ".join(re.findall(r"\w+", title.casefold()))
    return folded in GENERIC_TITLES or folded in {" ".join(re.findall(r"\w+", each.casefold())) for each in more}


_SECTION_NAMES = ("status", "context", "problem", "summary", "abstract", "decision", "proposal", "consequences", "date")


def is_section_name(title: str) -> bool:
    """Whether a heading is one that records have as a section."""
    return section_name(title) in _SECTION_NAMES


def section_name(title: str) -> str:
    """A section's title, case-folded, without number, article and emoji before it."""
    text = " ".join(title.casefold().split())
    return text[_ORDINAL.match(text).end() :].strip(" .:")  # type: ignore[union-attr]


def read_title(source: SourceText, document: Document) -> tuple[str, Span | None]:
    """The title as it is written, and where.

    It is the first heading of level 1, else the front matter's title, else the first heading that is no section.
    """
    given = read_front_matter(source, document).fields.get("title")
    top = next((each for each in document.headings if each.level == 1), None)
    if top and not (given and is_section_name(top.text)):
        return top.text, top.span
    if given:
        return given.value, given.span
    first = next((each for each in document.headings[:1] if not is_section_name(each.text)), None)
    return (first.text, first.span) if first else ("", None)


def _sections(source: SourceText, document: Document, title: Span | None) -> Iterator[Section]:
    headings = sorted((each for each in document.headings if each.span != title), key=lambda each: each.span)
    for number, heading in enumerate(headings):
        after = headings[number + 1] if number + 1 < len(headings) else None
        end = after.span.start if after else len(source.text)
        has_parts = after is not None and after.level > heading.level
        yield Section(
            heading.text.strip(), heading.level, heading.span, not has_parts and _is_empty(source, heading, end)
        )


def _is_empty(source: SourceText, heading: Heading, end: int) -> bool:
    """Whether nothing but comments stands between a heading and the line of the next one."""
    lines = source.lines
    first = lines.around(heading.span).end
    last = lines.starts[lines.line_of(end) - 1] if end < len(source.text) else end
    text = source.text[first : max(first, last)]
    underline = _UNDERLINE.match(text)
    return not COMMENT.sub("", text[underline.end() :] if underline else text).strip(" \t\r\n>")


def _pointers(source: SourceText, document: Document) -> Iterator[Pointer]:
    """Links after ``Superseded by`` or ``Supersedes`` in one paragraph of the head or of the status section."""
    links = sorted(_all_links(document), key=lambda link: link.span)
    starts = [link.span.start for link in links]
    for block in document.prose:
        if source.lines.line_of(block.span.start) > HEAD_LINES:
            return
        inside = links[bisect_left(starts, block.span.start) : bisect_left(starts, block.span.end)]
        said = _relations(source.text, block.span) if inside else []
        ends = [word.end() for word in said]
        for link in inside:
            before = bisect_right(ends, link.whole.start)
            if before and not link.destination.startswith("#"):
                relation = Relation.SUPERSEDED_BY if said[before - 1]["by"] else Relation.SUPERSEDES
                yield Pointer(relation, link.destination, link.span)


def _relations(text: str, span: Span) -> Sequence[re.Match[str]]:
    """The words in ``span`` that say a relation."""
    folded = text[slice(*span)].casefold()  # the pattern takes fifty times as long to find nothing
    return list(_RELATIONS.finditer(text, *span)) if any(stem in folded for stem in _STEMS) else []


def pointer_spans(source: SourceText, document: Document, within: Span) -> Iterator[Span]:
    """What says a relation in ``within``, the links after the words included: ``superseded by [a](b) and [c](d)``."""
    links = sorted(each.whole for each in _all_links(document) if within.start <= each.whole.start < within.end)
    for said in _RELATIONS.finditer(source.text, *within):
        start, end = said.span()
        for link in links:
            if link.start >= end and _JOINT.fullmatch(source.text, end, link.start):
                end = link.end
        if end > said.end():
            yield Span(start, end)


def _all_links(document: Document) -> Iterator[Link]:
    """Inline links, and references with the destination of their definition."""
    yield from (link for link in document.links if link.kind is not LinkKind.IMAGE)
    definitions = {each.label: each.destination for each in reversed(document.definitions) if not each.duplicate}
    for each in document.references:
        yield Link(LinkKind.INLINE, definitions.get(each.label, ""), each.whole, each.whole, each.text)
