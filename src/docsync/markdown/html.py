"""Tags, attributes and comments of raw HTML with their offsets, in linear time.

`html.parser` of the standard library has no offsets of attribute values and changes its mind about
comments between Python releases; this scanner knows just what links, anchors and suppressions need.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from docsync.markdown.search import CANDIDATE
from docsync.text import Span

_TOKEN = re.compile(
    r"""<!--(?:-?>|(?P<comment>.*?)(?:--!?>|\Z))
      | <(?P<close>/?)(?P<name>[A-Za-z][^\s/<>"']*+)(?P<attributes>(?:[^<>"']++|"[^"]*+"|'[^']*+')*+)>""",
    re.DOTALL | re.VERBOSE,
)
_ATTRIBUTE = re.compile(r"""([^\s=>"'/]++)(?:\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]++)))?""")
_LONG_NUMBER = re.compile(r"&#(?:([xX])([0-9a-fA-F]{7,}+)|([0-9]{8,}+));?")
_MAX_DIGITS = 7  # of a character number, decimal or not, that is in Unicode
_RAW_TEXT = {name: re.compile(rf"</{name}[\s/>]", re.IGNORECASE) for name in ("script", "style")}
_LINK_ATTRIBUTES = {
    "a": ("href",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
}


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: lower-case name, decoded value (None when it has none) and the span of the raw value."""

    name: str
    value: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Tag:
    """An opening, closing or void tag; ``name`` is lower-case."""

    name: str
    closing: bool
    attributes: tuple[Attribute, ...]
    span: Span

    def get(self, name: str) -> Attribute | None:
        """The first attribute called ``name``, which is the one that browsers take."""
        return next((attribute for attribute in self.attributes if attribute.name == name), None)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, its inner text and its span."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """Decoded character data between tags."""

    text: str


def scan(source: str) -> Iterator[Tag | Comment | Text]:
    """Read ``source`` from left to right; what is no well-formed tag is text; scripts and styles are skipped."""
    position = 0
    while match := _TOKEN.search(source, position):
        if match.start() > position:
            yield Text(decode(source[position : match.start()]))
        position = match.end()
        span = Span(*match.span())
        if match["name"] is None:
            yield Comment(match["comment"] or "", span)
            continue
        tag = Tag(match["name"].lower(), bool(match["close"]), _attributes(source, match), span)
        yield tag
        if tag.name in _RAW_TEXT and not tag.closing:
            end = _RAW_TEXT[tag.name].search(source, position)
            position = end.start() if end else len(source)
    if position < len(source):
        yield Text(decode(source[position:]))


def _attributes(source: str, tag: re.Match[str]) -> tuple[Attribute, ...]:
    start, end = tag.span("attributes")
    found = []
    for match in _ATTRIBUTE.finditer(source, start, end):
        group = match.lastindex or 1
        value = decode(match[group]) if group > 1 else None
        found.append(Attribute(match[1].lower(), value, Span(*match.span(group))))
    return tuple(found)


def link_attributes(tag: Tag, source: str) -> Iterator[Attribute]:
    """The attributes of ``tag`` that hold one destination; a ``srcset`` is split into its candidates."""
    for name in _LINK_ATTRIBUTES.get(tag.name, ()):
        attribute = tag.get(name)
        if tag.closing or attribute is None or attribute.value is None:
            continue
        if name == "srcset":
            yield from _candidates(attribute, source)
        else:
            yield attribute


def _candidates(srcset: Attribute, source: str) -> Iterator[Attribute]:
    for match in CANDIDATE.finditer(source, srcset.span.start, srcset.span.end):
        url = match[0].split(maxsplit=1)[0].rstrip(",")
        yield Attribute(srcset.name, decode(url), Span(match.start(), match.start() + len(url)))


def decode(text: str) -> str:
    """``text`` with its character references resolved; a number of any length is read, as browsers do.

    `html.unescape` fails at numbers with more digits than Python converts.
    """
    return html.unescape(_LONG_NUMBER.sub(_shortened, text))


def _shortened(number: re.Match[str]) -> str:
    digits = (number[2] or number[3]).lstrip("0") or "0"
    return "\ufffd" if len(digits) > _MAX_DIGITS else f"&#{number[1] or ''}{digits};"


def anchors(tag: Tag) -> Iterator[str]:
    """The anchors that ``tag`` sets: ``id`` on any element, ``name`` on ``a`` (GitHub prefixes and keeps both)."""
    if tag.closing:
        return
    for name in ("id", "name") if tag.name == "a" else ("id",):
        attribute = tag.get(name)
        if attribute is not None and attribute.value:
            yield attribute.value
