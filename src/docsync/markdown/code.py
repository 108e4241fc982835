"""Facts about the code that a document shows: Python blocks, code spans that may be names, and marked listings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from docsync.markdown.document import CodeSpan, Comment, ListedName, Listing, PythonBlock
from docsync.markdown.maps import ContentMap
from docsync.markdown.parser import Block
from docsync.text import SourceText, Span

LANGUAGES = ("python", "python3", "py", "pycon")
MAX_SPAN = 300  # characters of a code span; a longer one is no name
_WORD = re.compile(r"[^\s{},]+")
_NAME = re.compile(r"(?!\d)\w+(?:[.:](?!\d)\w+)*+(?:\(.*\).*)?", re.DOTALL)
_NAMES = re.compile(r"\s*+doc-sync:\s*+names(?:\s++(?P<target>\S++))?\s*+")
_PLAIN = re.compile(r"[*_\[]{0,4}(?P<name>[^\s*:|,\[\]]++)")
_OPENERS = ("strong_open", "em_open", "link_open")  # what may stand before the code span that names an item


def read_python(block: Block, source: SourceText) -> Iterator[PythonBlock]:
    """The fence ``block``, when its info string starts with Python: ``python``, ``py``, ``{.python}``, ``pycon``."""
    words = tuple(word.lstrip(".").lower() for word in _WORD.findall(block.info))
    if words and words[0] in LANGUAGES:
        spans = block.map.lines if block.map else ()
        text = block.content.removesuffix("\n")
        lines = (
            Span(max(end - len(line), start), end) for line, (start, end) in zip(text.split("\n"), spans, strict=False)
        )
        yield PythonBlock(words, text, tuple(lines), source.lines.span(*block.lines))


def read_code_spans(block: Block, to_source: ContentMap) -> Iterator[CodeSpan]:
    """The code spans of an inline ``block`` that may be dotted names or calls."""
    for inline in block.inlines:
        if inline.type == "code_inline" and inline.span and len(inline.content) <= MAX_SPAN:
            text = inline.content.strip()
            if _NAME.fullmatch(text):
                yield CodeSpan(text, to_source.span(inline.span))


def read_listing(comment: Comment, blocks: Sequence[Block], index: int) -> Iterator[Listing]:
    """The listing that ``comment``, the block at ``index``, marks; none when it is another comment."""
    match = _NAMES.fullmatch(comment.text)
    if match is None:
        return
    target = match["target"] or ""
    following = next((each for each in blocks[index + 1 :] if each.type != "html_block"), None)
    if following is None or following.lines != comment.next_block or following.type not in _ROWS:
        yield Listing(target, comment.span)
        return
    inside = _inside(blocks, blocks.index(following, index))
    names = tuple(_names(inside, _ROWS[following.type], following.level))
    yield Listing(target, comment.span, following.type == "table_open", following.lines, names)


_ROWS = {"table_open": "tr_open", "bullet_list_open": "list_item_open", "ordered_list_open": "list_item_open"}


def _inside(blocks: Sequence[Block], start: int) -> Iterator[Block]:
    return takewhile(lambda block: block.level > blocks[start].level, islice(blocks, start + 1, None))


def _names(inside: Iterator[Block], row: str, level: int) -> Iterator[ListedName]:
    """The name in each row of a table's body, or in each item of a list but not of a list in it."""
    depth = level + (2 if row == "tr_open" else 1)
    opened: Block | None = None
    in_body = row == "list_item_open"
    for block in inside:
        in_body = in_body or block.type == "tbody_open"
        if block.type == row and block.level == depth:
            opened = block
        elif block.type == "inline" and block.map is not None and opened is not None and in_body:
            yield from _name(block, block.map, opened.lines)
            opened = None


def _name(block: Block, to_source: ContentMap, lines: tuple[int, int]) -> Iterator[ListedName]:
    """What a cell or item names: the code span that it starts with, else its first word."""
    first = next((each for each in block.inlines if each.type not in _OPENERS and (each.content or each.span)), None)
    if first is not None and first.type == "code_inline" and first.span:
        yield ListedName(first.content.strip(), to_source.span(first.span), lines, is_code=True)
    elif match := _PLAIN.match(block.content):
        name = match["name"].rstrip("_")
        start = match.start("name")
        yield ListedName(name, to_source.span(Span(start, start + len(name))), lines, is_code=False)
