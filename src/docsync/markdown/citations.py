"""Ids of records in prose: single ones, lists such as ``ADRs 1, 2 and 7``, and ranges such as ``ADR 0003–0005``.

Every pattern is bounded or possessive and a list is read once from left to right, so that time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from docsync.records import KIND_PATTERN, RecordId
from docsync.text import Span

MASK = "\ufffc"  # stands for each character of a link
MAX_BETWEEN = 50  # a range of more numbers between its ends is taken as the two ends

_BLANK = r"(?:[ \t\u00a0]{0,8}+\n[ \t]{0,8}+|[ \u00a0])"
_KIND = rf"(?P<kind>{KIND_PATTERN})(?P<plural>s?)(?P<gap>{_BLANK}|[_-])?#?"
_NUMBER = rf"(?:(?P<number>\d{{1,5}})(?!\w|\.\w)|(?P<link>{MASK}++))"
_BRACKETED = rf"(?<![\w\]!{MASK}])\[(?P<name>(?i:{KIND_PATTERN}))[ \u00a0_-]?#?(?P<named>\d{{1,5}})\](?![\[(])"
_HEAD = re.compile(rf"(?:(?<![\w/.-]){_KIND}|(?={MASK})){_NUMBER}|{_BRACKETED}")
_ITEM = re.compile(rf"(?:{_KIND})?{_NUMBER}")
_LINKED = re.compile(rf"\[(?:(?P<kind>{KIND_PATTERN})(?P<plural>s?)(?P<gap>[ \u00a0_-])?#?)?(?P<number>\d{{1,5}})\]")
_JOINT = re.compile(
    rf"(?P<word>,?{_BLANK}(?:and|or|plus){_BLANK}|,?{_BLANK}?[&+]{_BLANK}?)|(?P<comma>,{_BLANK}?)"
    rf"|(?P<slash>[ ]?/[ ]?)|(?P<hyphen>-)|(?P<dash>{_BLANK}?[\u2013\u2014]{_BLANK}?)"
    rf"|(?P<to>{_BLANK}(?:to|through){_BLANK})"
)
_RANGES = frozenset({"hyphen", "dash", "to"})
_REPEATS = _RANGES | {"slash"}  # the joints after which a kind may stand again in the same list
_LAST_FOLLOWS = re.compile(rf",?{_BLANK}?(?:and{_BLANK}|or{_BLANK}|&{_BLANK}?)(?=[\d{MASK}])")
# Before these a number counts something and continues no list: "ADR 3 and 4 others".
_COUNTED = re.compile(
    rf"{_BLANK}?%|{_BLANK}(?:(?:{KIND_PATTERN})s?\b(?!{_BLANK}?[-_#]?[\d\[{MASK}])"
    r"|(?:more|other|further|additional|new|different|separate|percent|time|line|file|record|document|decision|reviewer"
    r"|people|team|(?:milli)?second|minute|hour|day|week|month|year|ms|[KMG]i?B)s?\b)"
)
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Citation:
    """One cited id.

    ``span`` is the kind with the number where the id stands alone or first (``ADR 3`` in ``ADR 3 & 4``), and the
    number alone further on, in a list after a plural, and where the kind ends a line; brackets as in ``[adr12]``
    belong to it. What lies between the ends of a range is one citation of its own, from ``record`` to the number
    ``last``, whose span is the range. ``whole`` is the list.
    """

    record: RecordId
    span: Span
    whole: Span
    last: int | None = None


@dataclass(frozen=True, slots=True)
class _Item:
    """A number of a list: its kind, here or before it, starts at ``start``; ``joint`` is what joins it to the list."""

    kind: str
    is_plural: bool
    is_hyphenated: bool
    has_kind: bool
    is_link: bool
    written: str
    start: int
    number: Span
    joint: str

    @property
    def value(self) -> int:
        return int(self.written)


def citations(masked: str, content: str | None = None) -> Iterator[Citation]:
    """The ids in ``masked``; ``content`` is the same text with its links, which may be numbers of a list.

    A linked number is no citation, but the list goes on behind it: ``ADRs [3](x.md) and 4``.
    """
    content = masked if content is None else content
    position = 0
    while match := _HEAD.search(masked, position):
        position = match.end()
        if match["name"]:
            span = Span(*match.span())
            yield Citation(RecordId(match["name"].upper(), int(match["named"])), span, span)
        elif first := _item(match, content):
            items = _list(first, masked, content)
            position = max([position, *(item.number.end for item in items)])
            yield from _cited(items, masked)


def _list(first: _Item, masked: str, content: str) -> list[_Item]:
    """The items from ``first`` on; none that a hyphen follows (``ADR-3-x``), unless a range goes on with it."""
    items = [first]
    while following := _following(items[-1], masked, content):
        items.append(following)
    while items and not items[-1].is_link and masked.startswith("-", items[-1].number.end):
        items.pop()
    return items


def _following(last: _Item, masked: str, content: str) -> _Item | None:
    joint = _JOINT.match(masked, last.number.end)
    match = _ITEM.match(masked, joint.end()) if joint else None
    item = _item(match, content, last, joint.lastgroup or "") if match and joint else None
    return item if item and _continues(item, last, masked, content) else None


def _item(match: re.Match[str], content: str, last: _Item | None = None, joint: str = "") -> _Item | None:
    """The item that ``match`` found; None for a link of other text, and for a number without a kind."""
    link = _LINKED.match(content, match.start("link")) if match["link"] else None
    named = match if match["kind"] else link if link and link["kind"] else None
    kind = named["kind"] if named else last.kind if last else ""
    written = match["number"] or (link["number"] if link else "")
    if not kind or not written:
        return None
    return _Item(
        kind=kind,
        is_plural=bool(named["plural"]) if named else bool(last and last.is_plural),
        is_hyphenated=named["gap"] in ("-", "_") if named else bool(last and last.is_hyphenated),
        has_kind=named is not None,
        is_link=link is not None,
        written=written,
        start=match.start(),
        number=Span(*match.span("link" if link else "number")),
        joint=joint,
    )


def _continues(item: _Item, last: _Item, masked: str, content: str) -> bool:
    """Whether ``item`` belongs to the list that ``last`` is in; no year and no number that counts does."""
    if item.joint in _RANGES and (item.value <= last.value or item.kind != last.kind or last.joint in _RANGES):
        return False
    if item.has_kind:
        return item.joint in _REPEATS
    if not item.is_link and _COUNTED.match(masked, item.number.end):
        return False
    if item.is_plural:
        return True
    is_year = _YEAR.fullmatch(item.written) is not None and len(last.written) != len(item.written)
    return not is_year and {
        "comma": item.written.startswith("0") or _last_follows(item, masked, content),
        "hyphen": not item.is_hyphenated,  # ADR-2021-06 looks like a date
        "to": False,
    }.get(item.joint, True)


def _last_follows(item: _Item, masked: str, content: str) -> bool:
    joint = _LAST_FOLLOWS.match(masked, item.number.end)
    return joint is not None and (masked[joint.end()] != MASK or _LINKED.match(content, joint.end()) is not None)


def _cited(items: Sequence[_Item], masked: str) -> Iterator[Citation]:
    if not items:
        return
    whole = Span(items[0].start, items[-1].number.end)
    for item in items:
        if not item.is_link:
            with_kind = item.has_kind and (len(items) == 1 or not item.is_plural)
            is_one_line = "\n" not in masked[item.start : item.number.end]
            start = item.start if with_kind and is_one_line else item.number.start
            yield Citation(RecordId(item.kind, item.value), Span(start, item.number.end), whole)
    for first, last in pairwise(items):
        between = range(first.value + 1, last.value) if last.joint in _RANGES else range(0)
        if 0 < len(between) <= MAX_BETWEEN and not (first.is_link and last.is_link):
            span = Span(first.number.start, last.number.end)
            yield Citation(RecordId(last.kind, between[0]), span, whole, between[-1])
