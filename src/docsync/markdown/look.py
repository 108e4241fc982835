"""What a document may say, found without its parser: never less than the parser finds, so that what is fine is cleared.

A first look is a search for strings, which in a plain document is certain of anchors and references. Where that cannot
tell, GitHub's own parser in C is asked, which takes a tenth of the time that exact facts take. Only a document that
neither clears has to be parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docsync.markdown.anchors import Flavour
from docsync.markdown.certain import certain_anchors, has_sound_references, has_two_lines, may_have_breaks
from docsync.markdown.glance import ANY_FOLDER, Glance
from docsync.markdown.limits import MAX_NESTING, MAX_SCANNED
from docsync.markdown.search import Written, relevant, search
from docsync.markdown.stripping import strip
from docsync.records import KIND_PATTERN, KINDS
from docsync.text import SourceText

# Patterns that start with one literal and look ahead from there are the fastest, here and in the modules beside.
_NUMBER_OR_LINK = r"s?[\s>#_-]*+(?:[\d\[<!\\&]|[A-Za-z][A-Za-z0-9+.-]{0,30}+://)"
_CITATIONS = {kind: re.compile(f"{kind[0]}(?={kind[1:]}{_NUMBER_OR_LINK})") for kind in KINDS}
_BRACKETED = re.compile(rf"\[((?i:{KIND_PATTERN}))[ \u00a0_-]?#?\d")
_PATH = re.compile(r"/\d")
_UP_TO_PATH = re.compile(r".*[^\w./-]", re.DOTALL)
_MAX_PATH = 200  # characters before the number
# The start of a line, behind the label of a footnote too: a tab is four levels, so that fewer can't nest too deep.
_CONTAINERS = tuple(re.compile(start + r"([ \t>*+.)\d-]{24,})") for start in (r"\n", r"\]:"))
_LIST_MARK = re.compile(r"[*+.)-](?=[ \t])")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_FENCE_INFOS = (re.compile(r"`(?=``)``([^\n]*)"), re.compile(r"~(?=~~)~~([^\n]*)"))
_DOC_SYNC = re.compile(r"-(?=(?i:sync))(?<=(?i:doc-))")
_FORMERLY = tuple(re.compile(f"{letter}(?=(?i:ormerly))") for letter in "fF")


def look(source: SourceText, flavour: Flavour) -> Glance:
    """The cheapest glance at ``source`` that tells enough; ``flavour`` makes its anchors."""
    found = searched(source.normalized, flavour)
    if not found.is_faulty and not any(each.startswith("#") for each in found.destinations):
        return found
    from docsync.markdown.rendering import rendered  # noqa: PLC0415 - most documents need no parser

    return rendered(source.normalized, found, flavour)


def searched(text: str, flavour: Flavour) -> Glance:
    """What a search tells of a text, whose lines end in LF."""
    stripped = strip(text)
    shown = text if stripped is None else stripped
    written = search(shown)
    found = Glance(
        relevant(written.all),
        *cited(shown),
        is_faulty=bool(written.odd or written.definitions) or any(each.search(shown) for each in _MAY_BE_UNLINKED),
        has_breaks=has_two_lines(shown),
        has_comments=_DOC_SYNC.search(text) is not None,
        has_former_ids=any(each.search(text) for each in _FORMERLY),
        has_python=any("py" in info.lower() for fence in _FENCE_INFOS for info in fence.findall(text)),
        is_extreme=_is_deep(shown) or _is_laborious(shown),
    )
    return found if stripped is None else _with_certainty(found, stripped, written, flavour)


def _with_certainty(found: Glance, stripped: str, written: Written, flavour: Flavour) -> Glance:
    """``found`` with what is certain of a plain text."""
    anchors = certain_anchors(stripped, flavour)
    return found._replace(
        destinations=anchors.leading_elsewhere(found.destinations),
        is_faulty=found.is_faulty and not has_sound_references(stripped, written),
        has_breaks=found.has_breaks and may_have_breaks(stripped),
        anchors=anchors.lines,
    )


# What is left in plain text of a reference without definition, and of what was meant as a link.
UNLINKED = ("][", "] (")
_MAY_BE_UNLINKED = tuple(re.compile(rf"\](?={re.escape(each[1:])})") for each in UNLINKED)


def cited(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The kinds of records, and the paths before a number, that may be cited in a text."""
    kinds = {kind for kind, pattern in _CITATIONS.items() if pattern.search(text)}
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
    lines = (line for pattern in _CONTAINERS for line in pattern.findall("\n" + text))
    return any(_levels(line) >= MAX_NESTING - 2 for line in lines)


def _levels(line: str) -> int:
    """The most levels of blocks that the start of a line can stand for: a list is two, and two blanks continue it."""
    return 2 * len(_LIST_MARK.findall(line)) + line.count(">") + line.count(" ") + 4 * line.count("\t")


def _is_laborious(text: str) -> bool:
    """Whether a paragraph may have more unclosed brackets and comments than its length allows."""
    if (text.count("[") + text.count("<")) * len(text) <= MAX_SCANNED:
        return False
    parts = _BLANK_LINE.split(text)
    return sum((part.count("[") + part.count("<!--")) * len(part) for part in parts) > MAX_SCANNED
