"""Judges the line breaks of one document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from docsync.finding import Edit, Finding
from docsync.gates.wrap.cjk import is_spaceless
from docsync.gates.wrap.classes import is_alert, kept
from docsync.gates.wrap.joining import proved_joins
from docsync.gates.wrap.options import Options
from docsync.gates.wrap.paragraph import Paragraph, paragraphs
from docsync.gates.wrap.seams import visible_ends
from docsync.gates.wrap.switches import SwitchedOff, switched_off
from docsync.markdown.document import Document
from docsync.patterns import PathPatterns
from docsync.text import SourceText, Span

_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’)\]*_]*[ \t]*$")
_HYPHEN = re.compile(r"\w-[ \t]*$")
_GITHUB_ALERT = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*\S", re.IGNORECASE)


def judge(path: str, source: SourceText, document: Document, options: Options) -> Iterator[Finding]:
    """One finding for each line break inside a prose block of ``document``."""
    off = list(switched_off(document.comments, len(document.lines.starts)))
    for range_ in off:
        if range_.unclosed:
            comment = range_.unclosed
            message = f"`{comment.text.strip()}` is never switched on again"
            yield Finding(path, comment.span, "unclosed-range", message, subject=comment.text.strip())
    blocks = [each for each in paragraphs(path, source, document) if not _is_front_matter(each)]
    is_comment = PathPatterns(options.comments).matches(path)
    keeping = {block: _kept(block, options, off, is_comment) for block in blocks}
    candidates = {
        block: [index for index in range(len(block.breaks)) if index not in kept_breaks]
        for block, kept_breaks in keeping.items()
    }
    joins = {edit.span.end: edit for edit in proved_joins(source, document, candidates, options.cjk)}
    for block, kept_breaks in keeping.items():
        yield from _findings(block, kept_breaks, joins)


def _findings(block: Paragraph, kept_breaks: Mapping[int, str], joins: Mapping[int, Edit]) -> Iterator[Finding]:
    if is_alert(block) and _GITHUB_ALERT.match(block.lines[0]):
        yield _finding(block, 0, "alert-with-text", "text follows the alert mark, so GitHub shows no alert")
    where = f"lines {block.first_line}-{block.last_line}"
    for index, each in enumerate(block.breaks):
        reason = kept_breaks.get(index)
        join = joins.get(each.span.end)
        if reason is not None:
            yield _finding(block, index, "kept-break", f"kept: {reason}", subject=reason)
            if reason == "list-like":
                yield _finding(block, index, "looks-like-list", f"looks like a list, is text ({where})")
        elif join is not None:
            yield _finding(block, index, "hard-wrap", f"line break inside a paragraph ({where})", join)
        else:
            yield _finding(block, index, "cannot-join", f"no join could be proved harmless ({where})")
        if reason is None and _HYPHEN.search(block.lines[index]):
            yield _finding(block, index, "hyphen-at-break", "the line ends in a hyphen, after which a blank is shown")


def _finding(
    block: Paragraph, index: int, code: str, message: str, edit: Edit | None = None, subject: str | None = None
) -> Finding:
    line_end = block.breaks[index].span.start
    text = subject or block.lines[index].strip()[-60:]
    return Finding(
        block.path, Span(line_end, line_end), code, message, subject=text, fix=(edit,) if edit is not None else ()
    )


def _kept(block: Paragraph, options: Options, off: Sequence[SwitchedOff], is_comment: bool) -> dict[int, str]:
    """Breaks that are not even tried, with the reason."""
    if any(range_.lines[0] <= block.first_line <= range_.lines[1] for range_ in off):
        return dict.fromkeys(range(len(block.breaks)), "switched off")
    if is_comment:
        return dict.fromkeys(range(len(block.breaks)), "comment")
    if options.only and not is_column_wrapped(block):
        return dict.fromkeys(range(len(block.breaks)), "no column wrap")
    found = kept(block, frozenset(options.join))
    for index, line in enumerate(block.lines[:-1]):
        if options.keeps_sentences and _SENTENCE_END.search(line):
            found.setdefault(index, "sentence")
        if len(line.strip()) <= options.short:
            found.setdefault(index, "short")
        if options.cjk == "keep" and all(map(is_spaceless, visible_ends(block, index))):
            found.setdefault(index, "cjk")
    return found


def is_column_wrapped(block: Paragraph) -> bool:
    """Whether some column width explains every break: no first word of a line would have fitted on the line before."""
    lines = [line.strip(" \t") for line in block.lines]
    width = max(map(len, lines))
    return all(len(line) + 1 + len(after.split(" ", 1)[0]) > width for line, after in pairwise(lines))


def _is_front_matter(block: Paragraph) -> bool:
    """Whether ``block`` lies in TOML front matter (``+++``), which CommonMark takes as a paragraph."""
    text = block.source.text
    return text.startswith("+++") and block.spans[0].start < _toml_end(text)


def _toml_end(text: str) -> int:
    match = re.match(r"\+\+\+[ \t]*(?:\r\n|\n|\r).*?(?:\r\n|\n|\r)\+\+\+[ \t]*(?=[\r\n]|$)", text, re.DOTALL)
    return match.end() if match else 0
