"""Facts in prose that is plain text to the parser: mentions of records and text that was meant as a link.

Everything works on masked content: what is code, link, image, tag or URL is replaced by U+FFFC, one for one,
so that offsets stay and nothing in it can match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from docsync.markdown.document import LooseReference, MalformedLink, Mention
from docsync.markdown.parser import ContentMap
from docsync.text import Span

MASK = "\ufffc"
_URL = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s<>]+", re.IGNORECASE)
_ID = re.compile(r"(?<![\w/.-])(ADR|RFC|PDR|KEP)s?[ \u00a0_-]?#?(\d{1,5})(?![\w-]|\.\w)")
_PATH = re.compile(r"(?<![\w/.~-])(?:\.{0,2}/)?(?:[\w.-]+/)+\d{1,5}[\w.-]*")
_LOOSE = re.compile(r"(?<![\w\])\ufffc])\[([^\[\]]*)\]\[([^\[\]]*)\]")
_SPACED = re.compile(r"\[[^\[\]]+\] \(([^()\s]+)\)")
_BLANK_INSIDE = re.compile(r"\[[^\[\]]*\]\(([^()<>\n\"']*[ \t][^()<>\n\"']*)\)")
_UNCLOSED = re.compile(r"\[[^\[\]]+\]\(([^()<>\s]+)(?=\s|$)")
_LIKE_A_PATH = re.compile(r"[^\s,;:]*(?:/|\.[a-z]{2,5}$|\.[a-z]{2,5}#)", re.IGNORECASE)


def mask(content: str, spans: Iterable[Span]) -> str:
    """``content`` with every one of ``spans`` and every bare URL replaced, length unchanged."""
    pieces, position = [], 0
    for start, end in sorted(spans):
        if end > position:
            visible = content[position : max(start, position)]
            pieces += [visible, MASK * (end - position - len(visible))]
            position = end
    pieces.append(content[position:])
    return _URL.sub(lambda match: MASK * len(match[0]), "".join(pieces))


def mentions(masked: str, to_source: ContentMap) -> Iterator[Mention]:
    """Ids such as ``ADR-0012`` and paths such as ``docs/adr/0012-x.md`` in prose."""
    for match in _ID.finditer(masked):
        yield Mention(match[1], int(match[2]), match[0], to_source.span(Span(*match.span())))
    for match in _PATH.finditer(masked):
        text = match[0].rstrip(".")
        yield Mention("", -1, text, to_source.span(Span(match.start(), match.start() + len(text))))


def loose_references(masked: str, content: str, to_source: ContentMap) -> Iterator[LooseReference]:
    """``[text][label]`` and ``[label][]`` that the parser left as text; array subscripts (``a[i][j]``) don't count."""
    for match in _LOOSE.finditer(masked):
        group = 2 if match[2].strip() else 1
        label = content[slice(*match.span(group))].strip()
        if label and MASK not in match[group] and not label.startswith("^"):
            yield LooseReference(label, to_source.span(Span(*match.span())))


def malformed_links(masked: str, to_source: ContentMap) -> Iterator[MalformedLink]:
    """Text in the shape of a link with a path in it that CommonMark does not take as one."""
    for pattern, problem in _MALFORMED:
        for match in pattern.finditer(masked):
            unclosed = pattern is _UNCLOSED
            if _LIKE_A_PATH.search(match[1]) and not (unclosed and ")" in masked[match.end() :]):
                yield MalformedLink(problem, match[1], to_source.span(Span(*match.span(1))))


_MALFORMED = (
    (_SPACED, "a blank between ] and ( makes this plain text"),
    (_BLANK_INSIDE, "a blank in the destination makes this plain text"),
    (_UNCLOSED, "the closing parenthesis is missing, so this is plain text"),
)
