"""Judges the line breaks of one document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from docsync.finding import Edit
from docsync.gates.wrap.cjk import is_spaceless
from docsync.gates.wrap.classes import is_alert, kept
from docsync.gates.wrap.joining import proved_joins
from docsync.gates.wrap.note import Note
from docsync.gates.wrap.paragraph import Paragraph, paragraphs
from docsync.gates.wrap.rules import Rules
from docsync.gates.wrap.seams import visible_ends
from docsync.gates.wrap.switches import SwitchedOff, switched_off
from docsync.markdown.document import Document
from docsync.text import SourceText

_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’)\]*_]*[ \t]*$")
_HYPHEN = re.compile(r"\w-[ \t]*$")
_GITHUB_ALERT = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*\S", re.IGNORECASE)


def judge(source: SourceText, document: Document, rules: Rules) -> Iterator[Note]:
    """One note for each line break inside a prose block of ``document``, and what looks odd about them."""
    off = list(switched_off(document.comments, len(document.lines.starts)))
    for comment in (range_.unclosed for range_ in off if range_.unclosed):
        text = comment.text.strip()
        yield Note(*comment.span, "unclosed-range", f"`{text}` is never switched on again", text)
    blocks = [each for each in paragraphs(source, document, is_mdx=rules.is_mdx) if not _is_front_matter(each)]
    keeping = {block: _kept(block, rules, off) for block in blocks}
    candidates = {
        block: [index for index in range(len(block.breaks)) if index not in kept_breaks]
        for block, kept_breaks in keeping.items()
    }
    joins = {edit.span.end: edit for edit in proved_joins(source, document, candidates, rules.cjk)}
    for block, kept_breaks in keeping.items():
        yield from _notes(block, kept_breaks, joins)


def _notes(block: Paragraph, kept_breaks: Mapping[int, str], joins: Mapping[int, Edit]) -> Iterator[Note]:
    if is_alert(block) and _GITHUB_ALERT.match(block.lines[0]):
        yield _note(block, 0, "alert-with-text", "text follows the alert mark, so GitHub shows no alert")
    where = f"lines {block.first_line}-{block.last_line}"
    wrapped = f"line break inside a paragraph ({where})"
    for index, each in enumerate(block.breaks):
        reason = kept_breaks.get(index)
        join = joins.get(each.span.end)
        if reason is not None:
            yield _note(block, index, "kept-break", f"kept: {reason}", subject=reason)
            if reason == "list-like":
                yield _note(block, index, "looks-like-list", f"looks like a list, is text ({where})")
        elif join is not None:
            yield _note(block, index, "hard-wrap", wrapped, fix=(*join.span, join.text))
        else:
            yield _note(block, index, "cannot-join", f"no join could be proved harmless ({where})")
        if reason is None and _HYPHEN.search(block.lines[index]):
            yield _note(block, index, "hyphen-at-break", "the line ends in a hyphen, after which a blank is shown")


def _note(
    block: Paragraph, index: int, code: str, message: str, *, subject: str = "", fix: tuple[int, int, str] | None = None
) -> Note:
    line_end = block.breaks[index].span.start
    return Note(line_end, line_end, code, message, subject or block.lines[index].strip()[-60:], fix)


def _kept(block: Paragraph, rules: Rules, off: Sequence[SwitchedOff]) -> dict[int, str]:
    """Breaks that are not even tried, with the reason."""
    if any(range_.lines[0] <= block.first_line <= range_.lines[1] for range_ in off):
        return dict.fromkeys(range(len(block.breaks)), "switched off")
    if rules.is_comment:
        return dict.fromkeys(range(len(block.breaks)), "comment")
    if rules.only_columns and not is_column_wrapped(block):
        return dict.fromkeys(range(len(block.breaks)), "no column wrap")
    found = kept(block, frozenset(rules.joined))
    for index, line in enumerate(block.lines[:-1]):
        if rules.keeps_sentences and _SENTENCE_END.search(line):
            found.setdefault(index, "sentence")
        if len(line.strip()) <= rules.short:
            found.setdefault(index, "short")
        if rules.cjk == "keep" and all(map(is_spaceless, visible_ends(block, index))):
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
