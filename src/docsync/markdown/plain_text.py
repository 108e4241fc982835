"""Facts in prose that is plain text to the parser: mentions of records and text that was meant as a link.

Everything works on masked content: what is link, image, tag or URL is replaced by U+FFFC and what is code by U+FFFB,
one for one, so that offsets stay and nothing in it can match.

Every pattern takes linear time: where it fails it has read no further than to where the next match may start.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from docsync.markdown import citations
from docsync.markdown.document import MalformedLink, Mention, UndefinedReference
from docsync.markdown.maps import ContentMap
from docsync.markdown.origins import origin
from docsync.text import Span

MASK, CODE_MASK = citations.MASK, "\ufffb"
_DIGIT = re.compile(r"\d")
_URL = re.compile(r"\b[a-z][a-z0-9+.-]{0,30}+://[^\s<>]++", re.IGNORECASE)
_PATH = re.compile(r"(?<![\w/.~-])(?:\.{0,2}/)?(?:[\w.-]++/)+\d{1,5}[\w.-]*+(?:/[\w.-]*+)*+")
_REFERENCE = re.compile(r"(?<![\w\])\ufffb\ufffc])\[([^\[\]]*+)\]\[([^\[\]]*+)\]")
_SPACED = re.compile(r"\[(?![ xX]\])[^\[\]]++\] \(([^()\s]++)\)")  # after a task box this is fine
_BLANK_INSIDE = re.compile(r"\[[^\[\]]*+\]\(([^()<>\n\"']++)\)")
_UNCLOSED = re.compile(r"\[[^\[\]]++\]\(([^()<>\s]++)(?=\s|$)")
_LIKE_A_PATH = re.compile(r"/|\.[a-z]{2,5}(?:$|#)", re.IGNORECASE)


def mask(content: str, spans: Iterable[Span], code: Iterable[Span] = ()) -> str:
    """``content`` with all ``spans``, ``code`` and bare URLs replaced, length unchanged."""
    pieces, position = [], 0
    for (start, end), mark in sorted([*((span, MASK) for span in spans), *((span, CODE_MASK) for span in code)]):
        if end > position:
            visible = content[position : max(start, position)]
            pieces += [visible, mark * (end - position - len(visible))]
            position = end
    pieces.append(content[position:])
    masked = "".join(pieces)
    return _URL.sub(lambda match: MASK * len(match[0]), masked) if "://" in masked else masked


@dataclass(frozen=True, slots=True)
class PlainText:
    """The facts of one block's plain text."""

    mentions: tuple[Mention, ...]
    undefined: tuple[UndefinedReference, ...]
    malformed: tuple[MalformedLink, ...]


def read_plain_text(masked: str, content: str, to_source: ContentMap) -> PlainText:
    """All facts of ``content``; no mentions in text that was meant as a link, which must be mended first."""
    references = list(_undefined_references(masked, content)) if "]" in masked else []
    malformed = list(_malformed_links(masked)) if "]" in masked else []
    faulty = [*(span for span, _ in references), *(match.span() for match, _ in malformed)]
    return PlainText(
        tuple(_mentions(mask(masked, map(Span._make, faulty)) if faulty else masked, content, to_source)),
        tuple(UndefinedReference(label, to_source.span(span)) for span, label in references),
        tuple(MalformedLink(problem, match[1], to_source.span(Span(*match.span(1)))) for match, problem in malformed),
    )


def _mentions(masked: str, content: str, to_source: ContentMap) -> Iterator[Mention]:
    """Ids such as ``ADR-0012`` and paths such as ``docs/adr/0012-x.md`` in prose."""
    if not _DIGIT.search(content):
        return
    for each in citations.citations(masked, content):
        text, span = content[slice(*each.span)], to_source.span(each.span)
        yield Mention(each.record, text, span, each.last, origin(each.record.kind, content, each.whole))
    for match in _PATH.finditer(masked):
        text = match[0].rstrip(".")
        yield Mention(None, text, to_source.span(Span(match.start(), match.start() + len(text))))


def _undefined_references(masked: str, content: str) -> Iterator[tuple[Span, str]]:
    """``[text][label]`` and ``[label][]`` that the parser left as text; array subscripts (``a[i][j]``) don't count.

    Code may stand in a label; a link or an image makes it none.
    """
    for match in _REFERENCE.finditer(masked):
        group = 2 if match[2].strip() else 1
        label = content[slice(*match.span(group))].strip()
        is_label = MASK not in match[group] and not any(bracket in label for bracket in "[]")
        if label and is_label and not label.startswith("^"):
            yield Span(*match.span()), label


def _malformed_links(masked: str) -> Iterator[tuple[re.Match[str], str]]:
    """Text in the shape of a link with a path in it that CommonMark does not take as one."""
    last_closer = masked.rfind(")")
    for pattern, problem in _MALFORMED:
        for match in pattern.finditer(masked):
            is_closed = pattern is _UNCLOSED and last_closer >= match.end()
            has_blank = pattern is not _BLANK_INSIDE or " " in match[1] or "\t" in match[1]
            if has_blank and not is_closed and _LIKE_A_PATH.search(match[1]):
                yield match, problem


_MALFORMED = (
    (_SPACED, "a blank between ] and ( makes this plain text"),
    (_BLANK_INSIDE, "a blank in the destination makes this plain text"),
    (_UNCLOSED, "the closing parenthesis is missing, so this is plain text"),
)
