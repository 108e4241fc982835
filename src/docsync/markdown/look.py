"""What a document may say, found without its parser: never less than the parser finds, so that what is fine is cleared.

A first look is a search for strings. Where that cannot tell, GitHub's own parser in C is asked, which takes a tenth of
the time that exact facts take. Only a document that neither clears has to be parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docsync.markdown.anchors import Flavour
from docsync.markdown.glance import ANY_FOLDER, Glance
from docsync.markdown.limits import MAX_NESTING, MAX_SCANNED
from docsync.markdown.search import Written, relevant, search
from docsync.records import KIND_PATTERN, KINDS
from docsync.text import SourceText

# Patterns that start with a literal are several times faster.
_NUMBER_OR_LINK = r"s?[\s>#_-]*+(?:[\d\[<!\\&]|[A-Za-z][A-Za-z0-9+.-]{0,30}+://)"
_CITATIONS = {kind: re.compile(kind + _NUMBER_OR_LINK) for kind in KINDS}
_BRACKETED = re.compile(rf"\[((?i:{KIND_PATTERN}))[ \u00a0_-]?#?\d")
_PATH = re.compile(r"/\d")
_UP_TO_PATH = re.compile(r".*[^\w./-]", re.DOTALL)
_MAX_PATH = 200  # characters before the number
# The start of a line, behind the label of a footnote too: a tab is four levels, so that fewer can't nest too deep.
_CONTAINERS = re.compile(r"(?:\n|\]:)([ \t>*+.)\d-]{24,})")
_LIST_MARK = re.compile(r"[*+.)-](?=[ \t])")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_FENCES = (re.compile(r"```([^\n]*)"), re.compile(r"~~~([^\n]*)"))
_TWO_LINES = re.compile(r"\n(?<=[^\n]\n)[ \t]*[^ \t\n]")


def look(source: SourceText, flavour: Flavour) -> Glance:
    """The cheapest glance at ``source`` that tells enough; ``flavour`` makes its anchors."""
    written = search(source.normalized)
    found = searched(source.normalized, written)
    if not found.is_faulty and not any(each.startswith("#") for each in found.destinations):
        return found
    from docsync.markdown.rendering import rendered  # noqa: PLC0415 - most documents need no parser

    return rendered(source.normalized, written, found, flavour)


def searched(text: str, written: Written) -> Glance:
    """What a search tells of a text, whose lines end in LF."""
    lower = text.lower()
    is_faulty = bool(written.odd or written.definitions) or any(each in text for each in UNLINKED)
    return Glance(
        relevant(written.all),
        *cited(text),
        is_faulty=is_faulty,
        has_breaks=_TWO_LINES.search(text) is not None,
        has_comments="doc-sync" in lower,
        has_former_ids="formerly" in lower,
        has_python=any("py" in info.lower() for fence in _FENCES for info in fence.findall(text)),
        is_extreme=_is_deep(text) or _is_laborious(text),
    )


# What is left in plain text of a reference without definition, and of what was meant as a link.
UNLINKED = ("][", "] (")


def cited(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The kinds of records, and the paths before a number, that may be cited in a text."""
    kinds = {kind for kind, pattern in _CITATIONS.items() if kind in text and pattern.search(text)}
    kinds.update(map(str.upper, _BRACKETED.findall(text)))
    return tuple(sorted(kinds)), tuple(sorted(_paths(text)))


def _paths(text: str) -> Iterator[str]:
    """What stands before a number in a path, but for those in full URLs, which cite nothing here."""
    for before in {text[max(0, match.start() - _MAX_PATH) : match.start()] for match in _PATH.finditer(text)}:
        end = _UP_TO_PATH.match(before)
        start = end.end() if end else 0
        if end is None and len(before) == _MAX_PATH:
            yield ANY_FOLDER
        elif start < len(before) and not (before.startswith("//", start) and before[start - 1 : start] == ":"):
            yield before[start:]


def _is_deep(text: str) -> bool:
    """Whether some line has so many container marks and blanks before its content that blocks may nest too deep."""
    lines = _CONTAINERS.findall("\n" + text[:_MAX_PATH]) + _CONTAINERS.findall(text)
    return any(_levels(line) >= MAX_NESTING - 2 for line in lines)


def _levels(line: str) -> int:
    """The most levels of blocks that the start of a line can stand for: a list is two, and two blanks continue it."""
    return 2 * len(_LIST_MARK.findall(line)) + line.count(">") + line.count(" ") + 4 * line.count("\t")


def _is_laborious(text: str) -> bool:
    """Whether a paragraph may have more unclosed brackets and comments than its length allows."""
    if (text.count("[") + text.count("<!--")) * len(text) <= MAX_SCANNED:
        return False
    parts = _BLANK_LINE.split(text)
    return sum((part.count("[") + part.count("<!--")) * len(part) for part in parts) > MAX_SCANNED
