"""What a span of the source stands for: the other half of every test that facts point at the right characters."""

from __future__ import annotations

import html
import re

from docsync.markdown.document import Document, Link, LinkKind

_ESCAPE_OR_ENTITY = re.compile(r"\\([!-/:-@\[-`{-~])|(&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);)")


def unescaped(raw: str) -> str:
    """CommonMark 0.31 sections 2.4 and 2.5: backslash escapes and entities that end in a semicolon."""
    return _ESCAPE_OR_ENTITY.sub(lambda match: match[1] or _entity(match[2]), raw)


def _entity(raw: str) -> str:
    number = re.fullmatch(r"&#([xX]?)([0-9a-fA-F]+);", raw)
    if not number:
        return html.unescape(raw)
    code = int(number[2], 16 if number[1] else 10)
    is_character = 0 < code <= 0x10FFFF and not 0xD800 <= code < 0xE000
    return chr(code) if is_character else "\ufffd"


def reads(raw: str, link: Link) -> str:
    """The destination that the source characters ``raw`` of ``link`` stand for."""
    if link.kind is LinkKind.HTML:
        return html.unescape(raw)
    if link.kind is LinkKind.AUTOLINK:
        return raw if ":" in raw else f"mailto:{raw}"
    return unescaped(raw)


_ENDS = {
    LinkKind.INLINE: ("[", ")"),
    LinkKind.IMAGE: ("![", ")"),
    LinkKind.AUTOLINK: ("<", ">"),
    LinkKind.HTML: ("<", ">"),
}


def check_spans(text: str, document: Document, *, cells: bool = True) -> int:
    """Assert that every span of links, definitions and references reads back; returns how many were checked.

    ``text`` is the source without a byte order mark. In table cells an escaped pipe is part of the destination.
    """
    checked = 0
    for link in document.links:
        raw = text[slice(*link.span)].replace("\r\n", "\n").replace("\r", "\n")
        candidates = {reads(raw, link)} | ({reads(raw.replace("\\|", "|"), link)} if cells else set())
        assert _flat(link.destination) in map(_flat, candidates), (link, raw)
        whole = text[slice(*link.whole)]
        opener, closer = _ENDS[link.kind]
        assert whole.startswith(opener), (link, whole)
        assert whole.endswith(closer), (link, whole)
        assert link.whole.start < link.span.start <= link.span.end < link.whole.end, link
        checked += 1
    for definition in document.definitions:
        raw = text[slice(*definition.span)]
        assert unescaped(raw) == definition.destination, (definition, raw)
        whole = text[slice(*definition.whole)]
        assert whole.startswith("["), (definition, whole)
        assert definition.whole.start < definition.span.start <= definition.span.end <= definition.whole.end
        checked += 1
    for reference in document.references:
        whole = text[slice(*reference.whole)]
        assert whole.startswith(("[", "![")), (reference, whole)
        assert whole.endswith("]") or (whole.startswith("![") and whole.endswith(")")), (reference, whole)
        checked += 1
    return checked


def _flat(destination: str) -> str:
    """An attribute value may run over lines, with container marks between them in the source."""
    return re.sub(r"\n[\s>]*", "\n", destination)
