"""What one Markdown file says, as small frozen facts in source offsets.

Facts hold no verdicts and no text beyond what they name, so that they pickle, fit a cache and stay true
when other files change.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Self

from docsync.records import RecordId
from docsync.text import LineIndex, Span


class Fact:
    """What pickles as its fields in order; what dataclasses with slots do by themselves takes ten times as long."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        names: tuple[str, ...] = self.__slots__
        return type(self), tuple(getattr(self, name) for name in names)


class _Word(Enum):
    """One of a few words, pickled by its value: up to Python 3.11.3 it would be by a call of ``getattr``."""

    def __reduce_ex__(self, proto: object) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.value,)


class LinkKind(_Word):
    """How a link is written where its destination stands."""

    INLINE = "inline"
    IMAGE = "image"
    AUTOLINK = "autolink"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Link(Fact):
    """A link that carries its own destination.

    ``destination`` is decoded (escapes and entities resolved, percent signs kept), ``span`` is where it is
    written, without angle brackets or quotes; ``whole`` is the complete link and ``text`` its raw text.
    """

    kind: LinkKind
    destination: str
    span: Span
    whole: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Definition(Fact):
    """A link reference definition; ``label`` is normalised, a duplicate is one that an earlier one overrides."""

    label: str
    destination: str
    span: Span
    whole: Span
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Reference(Fact):
    """A full, collapsed or shortcut reference that is defined; ``label`` is normalised."""

    label: str
    whole: Span
    text: str


@dataclass(frozen=True, slots=True)
class Heading(Fact):
    """A heading in Markdown or raw HTML; ``text`` is its text content, nothing trimmed."""

    level: int
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Footnote(Fact):
    """A footnote label and how often it is referred to."""

    label: str
    references: int


class BreakKind(_Word):
    """What a line end inside a prose block is for the parser."""

    SOFT = "soft"
    HARD = "hard"
    INSIDE = "inside"  # within a code span, a tag, a destination or a title


@dataclass(frozen=True, slots=True)
class LineBreak(Fact):
    """One line end inside a prose block.

    ``span`` is the seam: from the end of the content line to the start of the next one, so with the line end,
    container marks and indentation, but without the blanks before the line end.
    """

    kind: BreakKind
    span: Span


class ProseKind(_Word):
    """What a prose block is."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class ProseBlock(Fact):
    """A paragraph or a heading: its span from first to last content character and its inner line ends."""

    kind: ProseKind
    span: Span
    breaks: tuple[LineBreak, ...]

    @property
    def lines(self) -> tuple[Span, ...]:
        """The content of each line: neither line ends nor the marks of containers."""
        starts = (self.span.start, *(each.span.end for each in self.breaks))
        ends = (*(each.span.start for each in self.breaks), self.span.end)
        return tuple(map(Span, starts, ends))


class Reach(_Word):
    """How far a suppression comment reaches."""

    LINES = "ignore"
    START = "ignore-start"
    END = "ignore-end"
    FILE = "ignore-file"
    UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class Suppression(Fact):
    """A live ``doc-sync: ignore …`` comment; ``lines`` (from 1, both included) is what a LINES one covers.

    ``directive`` is what an UNKNOWN one says instead, such as ``doc-sync: ignor``.
    """

    reach: Reach
    codes: tuple[str, ...]
    reason: str
    span: Span
    lines: tuple[int, int]
    directive: str = ""


@dataclass(frozen=True, slots=True)
class Comment(Fact):
    """An HTML comment that stands alone: its inner text, its lines, and those of the block after it (from 1).

    ``is_inside`` tells that it stands in a quote, a list or a footnote.
    """

    text: str
    span: Span
    lines: tuple[int, int]
    next_block: tuple[int, int] | None
    is_inside: bool = False


@dataclass(frozen=True, slots=True)
class PythonBlock(Fact):
    """A fenced block of Python: the words of its info string, its text, and where each line of that stands.

    A line's span ends where the text of the line ends, so that blanks which the parser made of a tab belong to none.
    """

    words: tuple[str, ...]
    text: str
    lines: tuple[Span, ...]
    span: Span

    def offset(self, line: int, column: int) -> int:
        """Source offset of a line (from 1) and column (from 0, code points) of the text; both are clamped."""
        if not self.lines:
            return self.span.start
        texts = self.text.split("\n")
        index = min(max(line - 1, 0), len(self.lines) - 1)
        span, length = self.lines[index], len(texts[index])
        return min(max(span.end - length + column, span.start), span.end)


@dataclass(frozen=True, slots=True)
class CodeSpan(Fact):
    """A code span that may be a dotted name or a call; ``span`` is that of the whole, marks included."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class ListedName(Fact):
    """What one row or item of a marked table or list names, the lines (from 1) that it takes, and how it is written."""

    name: str
    span: Span
    lines: tuple[int, int]
    is_code: bool


@dataclass(frozen=True, slots=True)
class Listing(Fact):
    """A ``doc-sync: names TARGET`` comment with the table or list after it; ``lines`` is None where there is none."""

    target: str
    span: Span
    is_table: bool = False
    lines: tuple[int, int] | None = None
    names: tuple[ListedName, ...] = ()


@dataclass(frozen=True, slots=True)
class Origin(Fact):
    """Whose record an id is by the words beside it: ``cosmos-sdk``, ``owner/name``, or ``IETF``.

    Not ``is_certain`` where they can mean something else as well.
    """

    name: str
    is_certain: bool


@dataclass(frozen=True, slots=True)
class Mention(Fact):
    """Prose that cites a record without linking it: by its id, or by a path (``record`` is None).

    What a range cites between its ends is one mention, from ``record`` to the number ``last``, with the span and text
    of the range: text of one line must not make hundreds of facts.
    """

    record: RecordId | None
    text: str
    span: Span
    last: int | None = None
    origin: Origin | None = None

    @property
    def records(self) -> tuple[RecordId, ...]:
        """The ids that are meant; none for a path."""
        if self.record is None or self.last is None:
            return () if self.record is None else (self.record,)
        return tuple(RecordId(self.record.kind, number) for number in range(self.record.number, self.last + 1))

    @property
    def path(self) -> str:
        """The text as a path from the root, for a mention without a record."""
        return self.text.removeprefix("./").lstrip("/")

    def moved_to(self, path: str) -> str:
        """The text with another :attr:`path`, begun as it was: ``./``, ``/`` or neither."""
        return self.text[: len(self.text) - len(self.path)] + path


@dataclass(frozen=True, slots=True)
class Field(Fact):
    """A line ``Name: value`` in the head of a document; ``value`` is raw text, ``span`` is where it is."""

    name: str
    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class UndefinedReference(Fact):
    """``[text][label]`` or ``[label][]`` that no definition answers, so that it is plain text."""

    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class MalformedLink(Fact):
    """Text that was meant as a link: ``span`` is what stands for the destination, ``problem`` what is wrong."""

    problem: str
    destination: str
    span: Span


@dataclass(frozen=True, slots=True)
class Document(Fact):
    """The facts of one Markdown file."""

    lines: LineIndex
    links: tuple[Link, ...] = ()
    definitions: tuple[Definition, ...] = ()
    references: tuple[Reference, ...] = ()
    headings: tuple[Heading, ...] = ()
    ids: tuple[str, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    prose: tuple[ProseBlock, ...] = ()
    blocks: tuple[Span, ...] = ()
    tags: tuple[Span, ...] = ()
    comments: tuple[Comment, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    mentions: tuple[Mention, ...] = ()
    undefined_references: tuple[UndefinedReference, ...] = ()
    malformed_links: tuple[MalformedLink, ...] = ()
    fields: tuple[Field, ...] = ()
    python: tuple[PythonBlock, ...] = ()
    code_spans: tuple[CodeSpan, ...] = ()
    listings: tuple[Listing, ...] = ()
    front_matter: Span | None = None
    too_deep: bool = False
