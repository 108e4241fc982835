"""Destinations found without a parser: whatever a parser could find in a text, and whether some cannot be told.

Each pattern takes what is written simply and calls all else odd: an escape in a destination, a line end before one, a
label over two lines. So only one rule of Markdown has to be known for it: a destination stands right after ``](``,
``]:`` or the name of an attribute, or between angle brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from html.entities import html5
from typing import NamedTuple

_CONTROL = r"\x00-\x1f\x7f"
_PLAIN = rf"[^\s()<>\[\]\\`{_CONTROL}]*"
_TITLE = r"""(?:[ \t]+(?:"[^"\\\n\[\]`]*"|'[^'\\\n\[\]`]*'))?"""
_INLINE = re.compile(rf"\]\((<[^<>\\\n`]*>|{_PLAIN}(?:\({_PLAIN}\){_PLAIN})*){_TITLE}[ \t]*\)")
_LINK_MIDDLE, _LABEL_END = re.compile(r"\](?=\()"), re.compile(r"\](?=:)")
_MAX_LABEL = 1000  # characters, of which CommonMark allows 999
_MARKS = " \t>*+-.)0123456789"  # what stands before the content of a line
_MAX_MARKS = 200
_FOOTNOTE_LABEL = re.compile(r"\^[^\s\[\]]+")
_DEFINED = re.compile(rf"[ \t]*(<[^<>\\\n]*>|[^\s<\\{_CONTROL}][^\s\\{_CONTROL}]*)")
# What stands between two lines with text, and whether the second may be a definition.
_FOLLOWED = re.compile(r"[^\n]*\n[ \t>]*+(\[[^\[\]\n]*\]:)?[^\n]")
_LINKING = re.compile(r"<(?=(?i:a|img|source|video|audio)\b)")  # tags whose attributes hold destinations
# From the equals sign on, which is rare, so that the search is fast.
_ATTRIBUTE = re.compile(
    r"""=(?:(?<=href=)|(?<=src=)|(?<=(?P<set>srcset)=)|(?<=poster=))"""
    r"""(?:\s*(?:"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)'|(?P<bare>[^\s"'=<>`]+)))?""",
    re.IGNORECASE,
)
_SPACED_EQUALS = re.compile(r"=(?<=\s=)")
_NAMES = ("href", "src", "srcset", "poster")
_LONGEST_NAME = 20  # characters, blanks after it included
CANDIDATE = re.compile(r"[^\s,]\S*+(?:(?<=,)|[^,]*+)")  # of a srcset: a URL, and descriptors unless it ends in a comma
_AUTOLINK = re.compile(r"<(https?://[^\s<>]*)>", re.IGNORECASE)
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]*;)")
_WEB = ("http://", "https://", "mailto:")
# What a full URL into a repository has in it: see docsync.linking.selflinks.
_VIEWS, _RAW_HOST = ("/blob/", "/tree/", "/raw/"), "raw.githubusercontent."


class Definition(NamedTuple):
    """What may be a definition: its normalised label, destination (None for an odd one), and where that is written.

    ``is_followed``: parsers may take the next line for part of it, or this line for something else because of it.
    """

    label: str
    destination: str | None
    start: int
    end: int
    is_followed: bool = True


class Written(NamedTuple):
    """What is written as destinations, decoded, each as often as it is written; definitions with their labels.

    ``footnotes`` counts what may be one. ``odd`` counts the places where a link may have another destination, or none.
    """

    inline: list[str]
    attributes: list[str]
    autolinks: list[str]
    definitions: list[Definition]
    footnotes: int
    odd: int

    @property
    def all(self) -> Iterable[str]:
        """Every destination."""
        defined = (each.destination for each in self.definitions if each.destination is not None)
        return (*self.inline, *self.attributes, *self.autolinks, *defined)


def search(text: str) -> Written:
    """Look through a Markdown text, whose lines end in LF, for whatever may be a destination."""
    inline = _INLINE.findall(text)
    attributes, odd_attributes = search_attributes(text)
    definitions, footnotes = _search_definitions(text)
    odd = len(_LINK_MIDDLE.findall(text)) - len(inline) + odd_attributes
    if "&" in text:
        odd += sum("&#" in each for each in inline)
        inline = [_unescaped(each) for each in inline]
    autolinks = _AUTOLINK.findall(text) if "://" in text else []
    return Written([_bare(each) for each in inline], attributes, autolinks, definitions, footnotes, odd)


def search_attributes(text: str) -> tuple[list[str], int]:
    """The destinations in what looks like attributes of HTML, and the number of those that cannot be read simply."""
    if not _LINKING.search(text):
        return [], 0
    spaced = (text[max(0, match.start() - _LONGEST_NAME) : match.start()] for match in _SPACED_EQUALS.finditer(text))
    odd = sum(not before.strip() or before.rstrip().lower().endswith(_NAMES) for before in spaced)
    found: list[str] = []
    for match in _ATTRIBUTE.finditer(text):
        value = next((match[name] for name in ("double", "single", "bare") if match[name] is not None), None)
        odd += value is None or "&#" in value
        found += _candidates(value, is_set=match["set"] is not None) if value is not None else ()
    return found, odd


def _candidates(value: str, *, is_set: bool) -> list[str]:
    """The one destination, or those of a ``srcset``."""
    if not is_set:
        return [unescape(value)]
    return [unescape(each.split(maxsplit=1)[0].rstrip(",")) for each in CANDIDATE.findall(value)]


def _search_definitions(text: str) -> tuple[list[Definition], int]:
    """What may be definitions, and the number of what may be footnotes."""
    found, footnotes = list[Definition](), 0
    for at in (match.start() for match in _LABEL_END.finditer(text)):
        label = _label(text, at)
        if label is None:
            found.append(Definition("", None, at, at))
        elif _FOOTNOTE_LABEL.fullmatch(label):
            footnotes += 1
        elif label:
            found.append(_definition(text, at, label))
    return found, footnotes


def _label(text: str, end: int) -> str | None:
    """The label that ends at ``end``, where its line starts with it; empty if none does, None if that is uncertain."""
    start = text.rfind("[", max(0, end - _MAX_LABEL), end)
    if start < 0:
        return None
    label = text[start + 1 : end]
    if "\\" in label:
        return None
    if "]" in label:
        return ""
    before = text[max(0, start - _MAX_MARKS) : start]
    marks = before[before.rfind("\n") + 1 :]
    if marks.strip(_MARKS):
        return ""
    is_cut = len(marks) == _MAX_MARKS
    return None if is_cut or "\n" in label else label


def _definition(text: str, at: int, label: str) -> Definition:
    defined = _DEFINED.match(text, at + 2)
    if defined is None or "&#" in defined[1] or "(" in defined[1]:  # parsers do not agree on parentheses
        return Definition("", None, at, at)
    follower = _FOLLOWED.match(text, at + 2)
    is_first = text.startswith("[", text.rfind("\n", 0, at) + 1)
    is_followed = follower is not None and not (follower[1] and is_first)
    return Definition(normalized(label), _bare(_unescaped(defined[1])), *defined.span(1), is_followed)


def normalized(label: str) -> str:
    """As CommonMark compares labels (section 4.7), and markdown-it-py folds their letter case."""
    return " ".join(label.split()).lower().upper()


def _bare(destination: str) -> str:
    return destination[1:-1] if destination.startswith("<") else destination


def _unescaped(destination: str) -> str:
    """With its entities decoded as in Markdown: by their whole name, while HTML takes the start of one, too."""
    return _ENTITY.sub(lambda match: html5.get(match[1], match[0]), destination) if "&" in destination else destination


def relevant(destinations: Iterable[str]) -> tuple[str, ...]:
    """Those, once each, that may lead into the repository."""
    return tuple(each for each in dict.fromkeys(destinations) if not each.startswith(_WEB) or _may_be_own(each))


def _may_be_own(url: str) -> bool:
    return any(each in url for each in _VIEWS) or _RAW_HOST in url.lower()
