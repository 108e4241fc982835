"""markdown-it-py with exact source positions; the only module that imports it.

markdown-it gives line ranges to block tokens and no position at all to inline tokens. Here its rules are
wrapped: a block rule that succeeds stores where each of its lines starts and ends in the source, an inline
rule that succeeds stores the range of the block's content that it consumed. Spans of destinations come from
the parser's own helpers, so they can't disagree with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.html_re import HTML_OPEN_CLOSE_TAG_STR, HTML_TAG_RE
from markdown_it.common.utils import normalizeReference
from markdown_it.helpers import parseLinkDestination, parseLinkLabel, parseLinkTitle
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.html_block import HTML_SEQUENCES
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from docsync.errors import UnreadableError
from docsync.markdown.dialect import adapt, line_text, setext_underline
from docsync.markdown.limits import MAX_NESTING, MAX_SCANNED
from docsync.markdown.maps import BLANK, ContentMap, map_cell, map_lines, map_trimmed, split_row
from docsync.text import SourceText, Span

_RANKS = {"table": 1, "reference": 2, "lheading": 3, "paragraph": 4}  # of block rules, behind all others
_BLOCK_RULES = ("paragraph", "heading", "lheading", "table", "html_block", "fence")
_INLINE_RULES = ("newline", "escape", "entity", "backticks", "link", "image", "autolink", "html_inline", "footnote_ref")
_REFERENCE_LABEL = re.compile(r"\[(?:\\.|[^\[\]\\])*+\]", re.DOTALL)
_LABEL = re.compile(_REFERENCE_LABEL.pattern + r":[ \t\n]*", re.DOTALL)
_LONE_TAG = re.compile(HTML_OPEN_CLOSE_TAG_STR + r"\s*$", re.ASCII)
_LAST = {"]": -1, "-->": -2}  # keys of the parser's cache, whose others are offsets
_BLANKS = re.compile(r"[ \t\n]*")


@dataclass(slots=True)
class Inline:
    """One inline token; spans are offsets in the content of its block, ``label`` is set on references."""

    type: str
    content: str = ""
    span: Span | None = None
    destination: str = ""
    destination_span: Span | None = None
    label: str | None = None
    text: str = ""
    labels_inside: tuple[str, ...] = ()


@dataclass(slots=True)
class Block:
    """One block token in document order; ``lines`` counts from 1, both included.

    Type ``definition`` is not a markdown-it token: it stands for one link reference definition, whose inline
    carries label and destination.
    """

    type: str
    level: int
    tag: str
    lines: tuple[int, int]
    content: str = ""
    info: str = ""
    map: ContentMap | None = None
    inlines: list[Inline] = field(default_factory=list)
    in_list_item: bool = False


@dataclass(slots=True)
class Parsed:
    """All blocks of a document, its footnote reference counts, and whether it nests too deep to be read whole."""

    blocks: list[Block]
    footnotes: dict[str, int]
    too_deep: bool


def parse(source: SourceText) -> Parsed:
    """Parse ``source`` as GitHub does: CommonMark with tables, strikethrough, footnotes and front matter."""
    env: dict[str, Any] = {}
    tokens = _parser().parse(source.normalized, env)
    blocks = list(_blocks(tokens, source))
    blocks.extend(_definitions(env.get("definitions", ()), source))
    counts = {note["label"]: note["count"] for note in env.get("footnotes", {}).get("list", {}).values()}
    return Parsed(blocks, counts, any(token.level >= MAX_NESTING - 1 for token in tokens))


def render(text: str) -> str:
    """HTML of ``text`` by the same rules, front matter left out."""
    return str(_renderer().render(text))


@cache
def _renderer() -> MarkdownIt:
    return _bare_parser(footnotes_last=True)


def _bare_parser(*, footnotes_last: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING, "store_labels": True})
    parser.enable(["table", "strikethrough"])
    return parser.use(footnote_plugin, inline=False, move_to_end=footnotes_last).use(front_matter_plugin)


@cache
def _parser() -> MarkdownIt:
    parser = _bare_parser(footnotes_last=False)
    parser.disable("text_join")  # it would drop the positions of escapes
    # A gate judges destinations as written: nothing is refused and nothing percent-encoded.
    parser.validateLink = _accept  # type: ignore[method-assign, assignment]
    parser.normalizeLink = str  # type: ignore[method-assign, assignment]
    parser.helpers = SimpleNamespace(  # type: ignore[assignment]
        parseLinkLabel=_parse_link_label,
        parseLinkDestination=parseLinkDestination,
        parseLinkTitle=parseLinkTitle,
    )
    _wrap(parser.block.ruler, ("html_block",), _starting_with_ascii_blanks)
    # GitHub takes a line for the head of a table only where it would be a paragraph.
    parser.block.ruler.__rules__.sort(key=lambda rule: _RANKS.get(rule.name, 0))
    for rule in parser.block.ruler.__rules__:
        alt = [*rule.alt, "blockquote", "list"] if rule.name == "footnote_def" else rule.alt
        parser.block.ruler.at(rule.name, adapt(rule.name, rule.fn, _LONE_TAG, interrupts=bool(alt)), {"alt": alt})
    parser.block.ruler.push("setext_underline", setext_underline, {"alt": ["reference"]})
    _wrap(parser.block.ruler, _BLOCK_RULES, _located_block)
    _wrap(parser.block.ruler, ("reference",), _located_definition)
    _wrap(parser.inline.ruler, ("html_inline",), _with_ascii_blanks)
    _wrap(parser.inline.ruler, _INLINE_RULES, _located_inline)
    return parser


def _parse_link_label(state: StateInline, start: int, disable_nested: bool | None = None) -> int:
    """End of the bracket that opens at ``start``, -1 when there is none.

    For link texts it is markdown-it's own with a bound, since that scans to the end of the block for every bracket
    that is never closed. Called without ``disable_nested`` it is after the label of a reference, which CommonMark 0.31
    section 6.3 allows no brackets in: markdown-it does, and then misses the shortcut reference before them.
    """
    if disable_nested is None:
        return _end(_REFERENCE_LABEL, state.src, start) - 1 if _REFERENCE_LABEL.match(state.src, start) else -1
    last = _last(state, "]")
    end = parseLinkLabel(state, start, disable_nested) if last > start else -1
    if end < 0 < last - start:
        _count_scanned(state, start, "brackets")
    return end


def _last(state: StateInline, closer: str) -> int:
    """Where ``closer`` comes last in the paragraph, looked for once."""
    key = _LAST[closer]
    if key not in state.cache:
        state.cache[key] = state.src.rfind(closer)
    return state.cache[key]


def _count_scanned(state: StateInline, start: int, what: str) -> None:
    """Count what was read in vain from ``start`` to the end of the paragraph."""
    scanned = state.env["scanned"] = state.env.get("scanned", 0) + state.posMax - start
    if scanned > MAX_SCANNED:
        raise UnreadableError(f"has too many unclosed {what} in one paragraph to be parsed in reasonable time")


def _accept(_destination: str) -> bool:
    return True


def _wrap(ruler: Any, names: Sequence[str], wrapper: Callable[[Any], Any]) -> None:
    for rule in ruler.__rules__:
        if rule.name in names:
            ruler.at(rule.name, wrapper(rule.fn), {"alt": rule.alt})


def _located_block(rule: Callable[[StateBlock, int, int, bool], bool]) -> Callable[[StateBlock, int, int, bool], bool]:
    def located(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        before = len(state.tokens)
        if not rule(state, start, end, silent):
            return False
        for token in () if silent else state.tokens[before:]:
            if token.map and token.type in ("inline", "html_block"):
                token.meta["lines"] = _source_lines(state, *token.map)
            elif token.map and token.type == "fence":
                first = token.map[0] + 1
                last = first + len(token.content.removesuffix("\n").split("\n"))
                token.meta["lines"] = [Span(state.bMarks[line], state.eMarks[line]) for line in range(first, last)]
        return True

    return located


def _source_lines(state: StateBlock, start: int, end: int) -> list[Span]:
    """Spans of the lines in the normalised source, without container marks and indentation."""
    return [Span(state.bMarks[line] + state.tShift[line], state.eMarks[line]) for line in range(start, end)]


def _located_definition(
    rule: Callable[[StateBlock, int, int, bool], bool],
) -> Callable[[StateBlock, int, int, bool], bool]:
    def located(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if not rule(state, start, end, silent):
            return False
        content = state.getLines(start, state.line, state.blkIndent, False).strip(BLANK)
        label = _LABEL.match(content)
        if label:
            result = state.md.helpers.parseLinkDestination(content, label.end(), len(content))
            inline = Inline(
                "definition",
                span=Span(0, len(content)),
                destination=result.str,
                destination_span=_without_brackets(content, label.end(), result.pos),
                label=normalizeReference(content[1 : content.rindex("]:", 0, label.end())]),
            )
            lines = _source_lines(state, start, state.line)
            state.env.setdefault("definitions", []).append((inline, content, lines, (start + 1, state.line)))
        return True

    return located


def _without_brackets(content: str, start: int, end: int) -> Span:
    bracketed = content.startswith("<", start)
    return Span(start + bracketed, end - bracketed)


def _ascii(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """The pattern with no other white space than that of ASCII: a no-break space is no blank in a tag."""
    return re.compile(pattern.pattern, (pattern.flags & ~re.UNICODE) | re.ASCII)


_TAG, _HTML_STARTS = _ascii(HTML_TAG_RE), tuple(_ascii(start) for start, _, _ in HTML_SEQUENCES)


def _starting_with_ascii_blanks(
    rule: Callable[[StateBlock, int, int, bool], bool],
) -> Callable[[StateBlock, int, int, bool], bool]:
    """Blocks of HTML as GitHub's parser knows them."""

    def adapted(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        line = line_text(state, start)
        return (line.isascii() or any(each.search(line) for each in _HTML_STARTS)) and rule(state, start, end, silent)

    return adapted


def _with_ascii_blanks(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """Tags as GitHub's parser knows them."""

    def adapted(state: StateInline, silent: bool) -> bool:
        return (state.src.isascii() or _TAG.match(state.src, state.pos) is not None) and rule(state, silent)

    return adapted


def _located_inline(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    def located(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        if not rule(state, silent):
            # Where `-->` comes, if only as a part of `--->`, the pattern of a comment is tried.
            if state.src.startswith("<!--", start) and _last(state, "-->") > start:
                _count_scanned(state, start, "comments")
            return False
        # The text pending before it was pushed first.
        token = None if silent else next((token for token in state.tokens[before:] if token.type != "text"), None)
        if token is not None:
            token.meta["span"] = Span(start, state.pos)
            if token.type in ("link_open", "image") and token.markup != "autolink":
                _mark_destination(state, token, start)
        return True

    return located


def _mark_destination(state: StateInline, token: Token, start: int) -> None:
    is_image = token.type == "image"
    label_end = state.md.helpers.parseLinkLabel(state, start + is_image, not is_image)
    token.meta["text"] = state.src[start + is_image + 1 : label_end]
    if "label" in token.meta:
        return
    at = _end(_BLANKS, state.src, label_end + 2)
    result = state.md.helpers.parseLinkDestination(state.src, at, state.posMax)
    # `[text]()` has no destination; its empty span stands between the parentheses.
    token.meta["destination"] = _without_brackets(state.src, at, result.pos) if result.ok else Span(at, at)


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start


def _blocks(tokens: Sequence[Token], source: SourceText) -> Iterator[Block]:
    cells: Iterator[Span] | None = None
    previous = ""
    lines = (1, 1)
    for token in tokens:
        if token.map:
            lines = (token.map[0] + 1, max(token.map[1], token.map[0] + 1))
        if token.type == "tr_open":
            cells = None
        block = Block(token.type, token.level, token.tag, lines, token.content, token.info)
        if token.type == "inline":
            in_cell = previous in ("th_open", "td_open")
            spans = token.meta.pop("lines")
            if in_cell:
                cells = cells or split_row(source.normalized, spans[0])
                cell = next(cells, Span(spans[0].end, spans[0].end))  # a row may have fewer cells than the header
                block.map = map_cell(token.content, cell, source)
            else:
                block.map = map_trimmed(token.content, spans, source)
            block.inlines = [_inline(child) for child in token.children or ()]
        elif token.type == "html_block":
            block.map = map_lines(token.content, token.meta.pop("lines"), source)
        elif token.type == "fence" and token.content:
            block.map = map_lines(token.content.removesuffix("\n"), token.meta.pop("lines"), source)
        elif token.type == "heading_open":
            block.in_list_item = previous == "list_item_open"
        previous = token.type
        yield block


def _inline(token: Token) -> Inline:
    meta = token.meta
    content = str(meta.get("id", 0) + 1) if token.type == "footnote_ref" else token.content
    return Inline(
        token.type,
        content,
        meta.get("span"),
        str(token.attrs.get("href", token.attrs.get("src", ""))),
        meta.get("destination"),
        meta.get("label"),
        meta.get("text", ""),
        tuple(child.meta["label"] for child in token.children or () if "label" in child.meta),
    )


def _definitions(
    found: Sequence[tuple[Inline, str, list[Span], tuple[int, int]]], source: SourceText
) -> Iterator[Block]:
    for inline, content, spans, lines in found:
        yield Block("definition", 0, "", lines, content, "", map_trimmed(content, spans, source), [inline])
