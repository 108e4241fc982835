"""Turns parsed blocks into the facts of a document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter

from docsync.markdown import html
from docsync.markdown.code import read_code_spans, read_listing, read_python
from docsync.markdown.document import (
    BreakKind,
    CodeSpan,
    Comment,
    Definition,
    Document,
    Footnote,
    Heading,
    LineBreak,
    Link,
    LinkKind,
    Listing,
    MalformedLink,
    Mention,
    ProseBlock,
    ProseKind,
    PythonBlock,
    Reference,
    Suppression,
    UndefinedReference,
)
from docsync.markdown.fields import read_fields
from docsync.markdown.maps import ContentMap
from docsync.markdown.parser import Block, Inline, parse
from docsync.markdown.plain_text import mask, read_plain_text
from docsync.markdown.suppressions import read_suppression
from docsync.text import SourceText, Span

_BREAKS = {"softbreak": BreakKind.SOFT, "hardbreak": BreakKind.HARD}
_OPAQUE = {"link_open", "image", "html_inline", "footnote_ref", "text_special"}
_FOOTNOTE = ("footnote_reference_open", "footnote_reference_close")
_TASK_BOX = re.compile(r"\[[ xX]\]\s+")
_RAW_LINK = re.compile(r"</?a[\s>]", re.IGNORECASE)
_LINE_REST = re.compile(r"[^\r\n]*+")
_HEADING_TAG = re.compile(r"h[1-6]")


def read_document(source: SourceText) -> Document:
    """All facts of ``source``; :class:`~docsync.errors.UnreadableError` for text that the parser can't cope with."""
    parsed = parse(source)
    extractor = _Extractor(source, parsed.blocks)
    for index, block in enumerate(parsed.blocks):
        extractor.read(index, block)
    footnotes = tuple(Footnote(label, count) for label, count in parsed.footnotes.items())
    return extractor.document(footnotes, parsed.too_deep)


class _Extractor:
    """Collects facts over one walk through the blocks; holds what is open across blocks: the current heading."""

    def __init__(self, source: SourceText, blocks: Sequence[Block]) -> None:
        self._source = source
        self._blocks = blocks
        self._next_blocks = dict(_next_blocks(blocks))
        self._labels: set[str] = set()
        self.links: list[Link] = []
        self.definitions: list[Definition] = []
        self.references: list[Reference] = []
        self.headings: list[Heading] = []
        self.note_headings: list[Heading] = []
        self.ids: list[str] = []
        self.prose: list[ProseBlock] = []
        self.blocks: list[Span] = []
        self.tags: list[Span] = []
        self.comments: list[Comment] = []
        self.suppressions: list[Suppression] = []
        self.mentions: list[Mention] = []
        self.undefined: list[UndefinedReference] = []
        self.malformed: list[MalformedLink] = []
        self.python: list[PythonBlock] = []
        self.code_spans: list[CodeSpan] = []
        self.listings: list[Listing] = []
        self.front_matter: Span | None = None
        self._heading: Block | None = None
        self._in_footnote = False
        self._raw_heading: _RawHeading | None = None

    def document(self, footnotes: tuple[Footnote, ...], too_deep: bool) -> Document:
        """What was collected."""
        self._close_raw_heading(len(self._source.text))
        return Document(
            lines=self._source.lines,
            links=tuple(sorted(self.links, key=lambda link: link.span)),
            definitions=tuple(self.definitions),
            references=tuple(self.references),
            headings=(*self.headings, *self.note_headings),  # GitHub renders footnotes at the end
            ids=tuple(self.ids),
            footnotes=footnotes,
            prose=tuple(self.prose),
            blocks=tuple(self.blocks),
            tags=tuple(self.tags),
            comments=tuple(self.comments),
            suppressions=tuple(self.suppressions),
            mentions=tuple(self.mentions),
            undefined_references=tuple(self.undefined),
            malformed_links=tuple(self.malformed),
            fields=tuple(read_fields(self._source, self.prose, self.headings)),
            python=tuple(self.python),
            code_spans=tuple(self.code_spans),
            listings=tuple(self.listings),
            front_matter=self.front_matter,
            too_deep=too_deep,
        )

    def read(self, index: int, block: Block) -> None:
        """Take the facts of one block."""
        if block.level == 0 and block.type != "definition" and not block.type.endswith("_close"):
            self.blocks.append(self._source.lines.span(*block.lines))
        if block.type == "inline" and block.map is not None:
            self._read_inline(block, block.map)
        elif block.type == "html_block" and block.map is not None:
            self._read_html_block(index, block, block.map)
        elif block.type == "fence":
            self.python.extend(read_python(block, self._source))
        elif block.type == "heading_open":
            self._close_raw_heading(self._source.lines.span(*block.lines).start)
            self._heading = block
        elif block.type == "heading_close":
            self._heading = None
        elif block.type in _FOOTNOTE:
            self._in_footnote = block.type == "footnote_reference_open"
        elif block.type == "definition" and block.map is not None:
            self._read_definition(block.inlines[0], block.map)
        elif block.type == "front_matter":
            self.front_matter = self._source.lines.span(*block.lines)

    def _read_html_block(self, index: int, block: Block, to_source: ContentMap) -> None:
        alone = self._next_blocks.get(index)
        self._read_html(block.content, 0, to_source, alone)
        if index in self._next_blocks:
            text = block.content.strip()[4:-3]
            comment = Comment(text, to_source.span(Span(0, len(block.content))), block.lines, alone, block.level > 0)
            self.comments.append(comment)
            self.listings.extend(read_listing(comment, self._blocks, index))

    def _read_inline(self, block: Block, to_source: ContentMap) -> None:
        if not block.content and self._heading is None:
            return  # an empty cell: rows with too few may have thousands
        text = "".join(self._inline_text(inline, to_source) for inline in block.inlines)
        whole = to_source.span(Span(0, len(block.content)))
        if self._heading is not None:
            box = _TASK_BOX.match(text) if self._heading.in_list_item and "\n" not in text else None
            is_setext = self._heading.lines[1] > self._heading.lines[0]
            text = text[box.end() :] if box and is_setext else text
            before, after = self._blanks_around(whole)
            self._add_heading(Heading(int(self._heading.tag[1]), f"{before}{text}{after}", whole))
        kind = ProseKind.HEADING if self._heading else ProseKind.PARAGRAPH
        self.prose.append(ProseBlock(kind, whole, _breaks(block, to_source)))
        self._read_plain_text(block, to_source)
        self.code_spans.extend(read_code_spans(block, to_source))

    def _blanks_around(self, heading: Span) -> tuple[str, str]:
        """What the parser trims from a heading though CommonMark trims spaces and tabs only: a no-break space.

        It counts for the anchor, and so do the blanks between it and the text.
        """
        text = self._source.text
        line_start = self._source.lines.starts[self._source.lines.line_of(heading.start) - 1]
        before = text[line_start : heading.start]
        after = text[heading.end : _LINE_REST.match(text, heading.end).end()]  # type: ignore[union-attr]
        leading = before[len(before.rstrip()) :].lstrip(" \t")
        return leading, after[: len(after) - len(after.lstrip())].rstrip(" \t")

    def _read_plain_text(self, block: Block, to_source: ContentMap) -> None:
        hidden = [inline.span for inline in block.inlines if inline.span and inline.type in _OPAQUE]
        code = [inline.span for inline in block.inlines if inline.span and inline.type == "code_inline"]
        masked = mask(block.content, [*hidden, *_raw_links(block)], code)
        found = read_plain_text(masked, block.content, to_source)
        self.mentions.extend(found.mentions)
        self.undefined.extend(found.undefined)
        self.malformed.extend(found.malformed)

    def _inline_text(self, inline: Inline, to_source: ContentMap) -> str:
        """Take the facts of one inline token; returns its text content."""
        for label in inline.labels_inside:
            self.references.append(Reference(label, to_source.span(inline.span or Span(0, 0)), ""))
        if inline.type in ("link_open", "image") and inline.span is not None:
            self._read_link(inline, inline.span, to_source)
            return ""
        if inline.type == "html_inline" and inline.span is not None:
            self.tags.append(to_source.span(inline.span))
            self._read_html(inline.content, inline.span.start, to_source, None)
            return ""
        text = "\n" if inline.type in _BREAKS else inline.content
        if self._raw_heading is not None:
            self._raw_heading.text.append(text)
        return text

    def _read_link(self, inline: Inline, span: Span, to_source: ContentMap) -> None:
        whole = to_source.span(span)
        if inline.label is not None:
            self.references.append(Reference(inline.label, whole, inline.text))
            return
        kind = LinkKind.IMAGE if inline.type == "image" else LinkKind.INLINE
        destination = inline.destination_span
        if destination is None:
            kind, destination = LinkKind.AUTOLINK, Span(span.start + 1, span.end - 1)
        self.links.append(Link(kind, inline.destination, to_source.span(destination), whole, inline.text))

    def _read_definition(self, inline: Inline, to_source: ContentMap) -> None:
        label = inline.label or ""
        whole = to_source.span(inline.span or Span(0, 0))
        span = to_source.span(inline.destination_span or Span(0, 0))
        self.definitions.append(Definition(label, inline.destination, span, whole, label in self._labels))
        self._labels.add(label)

    def _read_html(self, content: str, base: int, to_source: ContentMap, next_block: tuple[int, int] | None) -> None:
        for token in html.scan(content):
            if isinstance(token, html.Tag):
                self._read_tag(token, content, base, to_source)
            elif isinstance(token, html.Comment):
                span = _shifted(token.span, base, to_source)
                lines = (self._source.lines.line_of(span.start), self._source.lines.line_of(span.end))
                found = read_suppression(token.text, span, next_block or lines)
                self.suppressions.extend([found] if found else [])
            elif self._raw_heading is not None:
                self._raw_heading.text.append(token.text)

    def _read_tag(self, tag: html.Tag, content: str, base: int, to_source: ContentMap) -> None:
        whole = _shifted(tag.span, base, to_source)
        self.ids.extend(html.anchors(tag))
        for attribute in html.link_attributes(tag, content):
            span = _shifted(attribute.span, base, to_source)
            self.links.append(Link(LinkKind.HTML, attribute.value or "", span, whole))
        if not _HEADING_TAG.fullmatch(tag.name):
            return
        self._close_raw_heading(whole.end if tag.closing else whole.start)
        if not tag.closing:
            self._raw_heading = _RawHeading(int(tag.name[1]), whole.start)

    def _close_raw_heading(self, end: int) -> None:
        """Browsers close a heading at the end tag of any heading, or where the next one starts."""
        opened, self._raw_heading = self._raw_heading, None
        if opened is not None:
            self._add_heading(Heading(opened.level, "".join(opened.text), Span(opened.start, end)))

    def _add_heading(self, heading: Heading) -> None:
        (self.note_headings if self._in_footnote else self.headings).append(heading)


class _RawHeading:
    """An ``<h2>`` whose end tag has not come yet."""

    def __init__(self, level: int, start: int) -> None:
        self.level = level
        self.start = start
        self.text: list[str] = []


def _shifted(span: Span, base: int, to_source: ContentMap) -> Span:
    return to_source.span(Span(base + span.start, base + span.end))


def _raw_links(block: Block) -> Iterator[Span]:
    """From each ``<a …>`` to its end tag: text that is linked already."""
    start: int | None = None
    for inline in block.inlines:
        if inline.type == "html_inline" and inline.span and _RAW_LINK.match(inline.content):
            if inline.content.startswith("</") and start is not None:
                yield Span(start, inline.span.end)
            start = None if inline.content.startswith("</") else inline.span.start


def _next_blocks(blocks: Sequence[Block]) -> Iterator[tuple[int, tuple[int, int] | None]]:
    """The index of each block that is one comment, and the lines of the next block beside it that is none.

    Read backwards: ``beside`` holds the next block of each level of nesting that is still the same container.
    """
    # Definitions are no tokens of the parser: they stand at the end of the blocks.
    definitions = sorted(block.lines for block in blocks if block.type == "definition")
    beside: list[tuple[int, int] | None] = []
    for index, block in reversed(list(enumerate(blocks))):
        if block.type == "definition":
            continue
        del beside[block.level + 1 :]
        beside.extend([None] * (block.level + 1 - len(beside)))
        if block.type == "html_block" and _is_comment(block.content):
            after = bisect_right(definitions, block.lines[1], key=itemgetter(0))
            following = [lines for lines in (beside[block.level], *definitions[after : after + 1]) if lines is not None]
            yield index, min(following, default=None)
        elif not block.type.endswith("_close"):
            beside[block.level] = block.lines


def _is_comment(content: str) -> bool:
    content = content.strip()
    return content.startswith("<!--") and content.find("-->") == len(content) - 3


def _breaks(block: Block, to_source: ContentMap) -> tuple[LineBreak, ...]:
    kinds = {
        line_end: _BREAKS[inline.type]
        for inline in block.inlines
        if inline.type in _BREAKS and inline.span
        for line_end in [block.content.find("\n", inline.span.start)]
    }
    return tuple(_seams(block.content, kinds, to_source))


def _seams(content: str, kinds: dict[int, BreakKind], to_source: ContentMap) -> Iterator[LineBreak]:
    for match in re.finditer(r"\n[ \t]*", content):
        span = Span(to_source.offset(match.start()), to_source.offset(match.end()))
        yield LineBreak(kinds.get(match.start(), BreakKind.INSIDE), span)
