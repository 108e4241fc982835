"""Documents taken apart and put together: pieces with changes made to them, and text written for one file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from docsync.changeset.plan import Kept, Piece, Written
from docsync.corpus import Corpus
from docsync.errors import UnreadableError, UsageError
from docsync.linking.destination import write_path
from docsync.markdown.document import Document
from docsync.rfc.naming import SLUG, slug, slugify
from docsync.rfc.record import is_generic
from docsync.text import LINE_END, SourceText, Span

Change: TypeAlias = tuple[Span, Sequence[Piece]]

BLANK_LINES = re.compile(r"(?:[ \t]*(?:\r\n|\r|\n))*")
_BLANK_BEFORE = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\Z")
_NEAR = 200  # characters before a line that are looked at for a blank one
_MARKUP = re.compile(r"[\\`*_\[\]<>~$|#]|&(?=#?\w+;)|(?<=\w):(?=//)|(?<=www)\.")


def rewritten(start: int, end: int, text: str = "") -> Change:
    """The change that puts ``text`` in place of what stands from ``start`` to ``end``."""
    return Span(start, end), [Written(text)] if text else []


def spliced(path: str, span: Span, changes: Iterable[Change]) -> Iterator[Piece]:
    """What stands in ``span`` of the old document ``path``, with ``changes`` made to it.

    A change that reaches out of the span, or into what an earlier one replaces, is not made; of a deletion the rest is.
    """
    position = span.start
    for (start, end), pieces in sorted(changes, key=_order):
        if end > span.end or (start < position and (pieces or end <= position)):
            continue
        if start > position:
            yield Kept(path, Span(position, start))
        yield from pieces
        position = end
    if position < span.end:
        yield Kept(path, Span(position, span.end))


def _order(change: Change) -> tuple[int, bool, int]:
    """By place; an insertion before a replacement, and of these the one that holds the other."""
    start, end = change[0]
    return start, end > start, -end


def removed(text: str, span: Span) -> Change:
    """The change that takes whole lines away, and the blank lines after them that would be one too many."""
    start, end = span
    is_apart = _BLANK_BEFORE.search(text[max(start - _NEAR, 0) : start]) is not None or not text[:start].strip()
    blank = BLANK_LINES.match(text, end)
    end = blank.end() if blank and is_apart else end
    if not text[end:].strip():
        start = len(text[:start].rstrip())
        line = LINE_END.match(text, start)
        start = line.end() if line else start
    return rewritten(start, end)


def readable(corpus: Corpus, path: str) -> tuple[SourceText, Document]:
    """Text and facts of the document at ``path``; :class:`UsageError` when it cannot be read."""
    try:
        source, document = corpus.text(path), corpus.document(path)
    except UnreadableError as error:
        raise UsageError(f"{path}: {error.reason}; mend it first") from None
    if document is None:
        raise UsageError(f"{path}: cannot be read as Markdown; run `doc-sync check {path}`, which says why")
    return source, document


def line_end(text: str) -> str:
    """The first line end of ``text``, LF where there is none."""
    found = LINE_END.search(text)
    return found[0] if found else "\n"


def gap(text: str, line_end: str) -> str:
    """What has to follow ``text`` so that a blank line comes next."""
    lines = LINE_END.sub("\n", text[-4:])
    if not text.strip("\r\n"):
        return ""
    return line_end * (0 if lines.endswith("\n\n") else 1 if lines.endswith("\n") else 2)


def escaped(text: str) -> str:
    """``text`` on one line, as Markdown that shows it as it is."""
    return _MARKUP.sub(lambda match: f"\\{match[0]}", " ".join(text.split()))


def link(title: str, source: str, target: str) -> str:
    """A link that stands in the document ``source`` and leads to ``target``."""
    return f"[{escaped(title) or 'this record'}]({write_path(None, source, target)})"


def slug_of(title: str, given: str | None = None) -> str:
    """The slug that is ``given``, else that of a title; :class:`UsageError` where it is none, or has no such words."""
    if given is not None:
        if not SLUG.fullmatch(given):
            raise UsageError(f"`{given}`: is no slug; use lower-case ASCII words joined by `-`, such as my-topic")
        return given
    if is_generic(title) or not slugify(title):
        raise UsageError(f"`{title}`: gives no file name of ASCII words; name one by --slug, such as --slug my-topic")
    return slug(title, "", "title")
