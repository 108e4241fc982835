"""What GitHub's parser tells of a document by its HTML: links, anchors, and which paragraphs have several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from docsync.markdown import cmark, html
from docsync.markdown.anchors import Anchors, Flavour
from docsync.markdown.glance import Glance
from docsync.markdown.look import UNLINKED, cited, searched
from docsync.markdown.search import Definition, relevant, search, search_attributes
from docsync.markdown.stripping import front_matter_end
from docsync.text import BOM, SourceText

_CODE = re.compile(r"<code[^<>]*>[^<]*</code>")
_CODE_TEXT = re.compile(r"<code[^<>]*>([^<]*)</code>")
_DESTINATION = re.compile(r'<(?:a href|img src)="([^"]*)"')
# In a destination with a parenthesis that is not closed, a blank ends it for cmark-gfm alone.
_DISPUTED = re.compile(r"\]\([ \t\n]{0,9}[^\s)<]{0,500}\(")
_MARK = "doc-sync-definition-"
_MARKS = re.compile(_MARK + r"\d+-")
# The text of a link, as far as no other element starts in it.
_LINK = re.compile(r"<a href=[^<>]*>(?:[^<]|<(?!/?(?:a|p|li|h[1-6]|t[dh]|div)\b))*+</a>")
_TAG = re.compile(r"<[^<>]*>")
_HEADING = re.compile(r"<h[1-6] data-sourcepos=[^<>]*>((?:[^<]|<(?!/?h[1-6]\b))*+)</h[1-6]>")
# What makes the text of a heading doubtful: lines, comments, task boxes, marks.
_DOUBTFUL = ("<br", "<!", "<input", "[ ]", "[x]", "[X]", _MARK)
_RAW_HEADING = re.compile(r"<h[1-6](?! data-sourcepos=)\b", re.IGNORECASE)
_NAMED = re.compile(r"=(?:(?<=\sid=)|(?<=\sname=))", re.IGNORECASE)
_WHOLE_TAG = re.compile(r"""<[A-Za-z][^<>"']*+(?:(?:"[^"]*"|'[^']*')[^<>"']*+)*+>""")
_COMMENT = re.compile(r"<!--(?:-?>|.*?(?:--!?>|\Z))", re.DOTALL)
_RAW_TEXT = re.compile(r"<(?:script|style)", re.IGNORECASE)
# Blocks that do not end on the line on which they start.
_LONG = re.compile(r'<(p|h[1-6]) data-sourcepos="(\d+):\d+-(?!\2:)(\d+):(\d+)">|<p data-sourcepos="0:')
_TIGHT = re.compile(
    r'<li data-sourcepos="(\d+):\d+-(?!\1:)(\d+):(\d+)">([^\n][^\n]*+)(?=\n<[a-z]\w* data-sourcepos="(\d+):|)'
)
_AFTER_BLOCK = re.compile(
    r"</(?:ul|ol|pre|blockquote|table|h[1-6])>\n(?!</?(?:ul|ol|li|pre|blockquote|table|h[1-6]|p|hr|section)\b)[^\n]"
)
_LEFT_OVER = ("](", *UNLINKED)  # what text keeps of links that are none


def look_closer(source: SourceText, flavour: Flavour) -> Glance:
    """All that HTML tells of ``source``; ``flavour`` makes the anchors."""
    return rendered(source.normalized, searched(source.normalized, flavour), flavour, closest=True)


def rendered(text: str, found: Glance, flavour: Flavour, *, closest: bool = False) -> Glance:
    """What HTML tells of ``text``, of which a search told what was ``found``; citations only if ``closest``."""
    found = found._replace(is_rendered=True)
    written = search(text)
    start = front_matter_end(text)
    if text.startswith(BOM, start):
        return found  # cmark-gfm would leave it out
    markup = cmark.render_marked(_with_marks(text, start, written.definitions))
    definitions = _not_code(written.definitions, markup)
    if any(each.is_followed for each in definitions) or _MARK in text:
        return found  # parsers do not agree on what such lines are
    visible = _CODE.sub("<code>", markup)
    anchors = _anchors(markup, visible, flavour)
    seen = found._replace(anchors=anchors.lines)
    if markup.count('<li id="fn-') < written.footnotes:
        return seen  # a footnote that nothing refers to is not in HTML
    if closest and (found.kinds or found.folders):
        kinds, folders = cited(_TAG.sub("<", _LINK.sub("<", visible)))
        seen = seen._replace(kinds=kinds, folders=folders)
    hrefs = _DESTINATION.findall(visible)
    attributes, odd = search_attributes(visible) if written.attributes or written.odd else ([], 0)
    # What is written oddly, the two parsers may read in different ways.
    doubtful = written.inline if written.odd else ()
    is_faulty = (
        odd > 0 or any(each in visible for each in _LEFT_OVER) or (written.odd > 0 and bool(_DISPUTED.search(text)))
    )
    return seen._replace(
        destinations=_left((*map(unescape, hrefs), *attributes, *doubtful), definitions, anchors),
        is_faulty=is_faulty or not _all_used(definitions, hrefs),
        has_breaks=found.has_breaks and _has_breaks(visible),
    )


def _with_marks(text: str, start: int, definitions: Sequence[Definition]) -> str:
    """``text`` from ``start`` on, with a mark of its own for the destination of each definition."""
    pieces, position = [], start
    for each in definitions:
        if each.start >= position and each.destination is not None:
            pieces += [text[position : each.start], _mark(each)]
            position = each.end
    pieces.append(text[position:])
    return "".join(pieces)


def _mark(definition: Definition) -> str:
    return f"{_MARK}{definition.start}-"


def _not_code(definitions: Sequence[Definition], markup: str) -> list[Definition]:
    """Those whose destination is not shown as code."""
    if not definitions:
        return []
    shown = set(_MARKS.findall("\n".join(_CODE_TEXT.findall(markup))))
    return [each for each in definitions if _mark(each) not in shown]


def _all_used(definitions: Sequence[Definition], hrefs: Sequence[str]) -> bool:
    """Whether each definition is the only one of its label, and some reference uses it."""
    labels = {each.label for each in definitions if each.destination is not None}
    return len(labels) == len(definitions) and {_mark(each) for each in definitions} <= set(hrefs)


def _left(rendered: Sequence[str], definitions: Sequence[Definition], anchors: Anchors) -> tuple[str, ...]:
    """The destinations, less those that lead to the document's own anchors."""
    marks = {_mark(each) for each in definitions}
    defined = (each.destination for each in definitions if each.destination is not None)
    return anchors.leading_elsewhere(relevant((*(each for each in rendered if each not in marks), *defined)))


def _anchors(markup: str, visible: str, flavour: Flavour) -> Anchors:
    """The anchors of headings, ids and names; none where raw HTML or several lines make a heading's text doubtful."""
    inner = _HEADING.findall(markup)
    if _RAW_HEADING.search(visible) or any(mark in content for content in inner for mark in _DOUBTFUL):
        return Anchors.made_of((), (), flavour)
    headings = (unescape(_TAG.sub("", content)) for content in inner)
    return Anchors.made_of(headings, _named(visible), flavour)


def _named(visible: str) -> Iterator[str]:
    """What elements are called by ``id`` and ``name``."""
    if not _NAMED.search(visible):
        return
    shown = _COMMENT.sub("", visible)
    # What looks like a tag in a script is none, which takes a scan of everything.
    tags = [shown] if _RAW_TEXT.search(shown) else filter(_NAMED.search, _WHOLE_TAG.findall(shown))
    for token in (token for tag in tags for token in html.scan(tag)):
        if isinstance(token, html.Tag):
            yield from html.anchors(token)


def _has_breaks(visible: str) -> bool:
    """Whether a paragraph or heading may have several lines."""
    if "<br />" in visible or _AFTER_BLOCK.search(visible):
        return True
    return any(_has_lines(*match) for match in _LONG.findall(visible)) or any(
        _hides_line_end(*match) for match in _TIGHT.findall(visible)
    )


def _has_lines(name: str, first: str, last: str, column: str) -> bool:
    """Whether a paragraph or heading spans several lines, the underline of the latter apart."""
    underline = name not in ("p", "")  # cmark-gfm does not know where a paragraph above a table starts
    return not name or _last_line(last, column) - int(first) > underline


def _last_line(last: str, column: str) -> int:
    """The last line of a block; where it ends at the start of a line, the one before."""
    return int(last) - (column == "0")


def _hides_line_end(first: str, last: str, column: str, content: str, inner: str) -> bool:
    """Whether the text right in a tight list item, up to a block on the line ``inner``, may span several lines."""
    if "<" not in content:
        return False  # only code, links, images and tags can hold a line end that does not show
    end = int(inner) if inner else _last_line(last, column) + 1
    return end - int(first) > 1
