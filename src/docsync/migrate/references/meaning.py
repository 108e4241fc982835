"""What the ids in a text mean: each on its own, or a range as a whole."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from docsync.linking.whose import WELL_KNOWN, Owner
from docsync.markdown.citations import citations
from docsync.markdown.document import Mention, Origin
from docsync.markdown.origins import IETF, origin
from docsync.markdown.plain_text import mask
from docsync.migrate.references.catalogue import Catalogue
from docsync.records import KIND_PATTERN, RecordId
from docsync.text import Span

# The head of a list, and a kind that ends a line: what is left of it would be a stray word.
_HEAD = re.compile(
    rf"(?<![\w/.-])(?:(?:{KIND_PATTERN})s[ \u00a0]?|(?:{KIND_PATTERN})s?[ \t]{{0,8}}(?:\r\n|\r|\n)[ \t>]{{0,16}})#?\Z"
)
_BEFORE = 40  # characters before a number that are looked at for the head of its list
_NEAR = 8  # characters between the numbers of a list


@dataclass(frozen=True, slots=True)
class Group:
    """One id, or a range of them: the old paths of the records that are meant, none where ``reason`` says why.

    A reason beside paths is a doubt that a person has to settle when ``is_doubtful``, else a note.
    """

    span: Span
    paths: tuple[str, ...]
    reason: str = ""
    is_doubtful: bool = False


class Reader:
    """Reads ids by a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    @cached_property
    def _owner(self) -> Owner:
        corpus = self._catalogue.corpus
        return Owner(corpus.tree, self._catalogue.remote)

    def line(self, line: str, start: int) -> Iterator[Group]:
        """The ids in one line of a text, which starts at the offset ``start``."""
        masked = mask(line, ())
        found = []
        for each in citations(masked, line):
            span = Span(start + each.span.start, start + each.span.end)
            whose = origin(each.record.kind, line, each.whole)
            found.append(Mention(each.record, line[slice(*each.span)], span, each.last, whose))
        return self.groups(found, line, start)

    def groups(self, mentions: Sequence[Mention], text: str, start: int = 0) -> Iterator[Group]:
        """What ``mentions`` of ids mean, in order; ``text``, from the offset ``start`` on, is what they stand in."""
        ordered = sorted((each for each in mentions if each.record), key=lambda each: each.span)
        found = sorted(self._found(ordered), key=lambda group: group.span)
        for index, group in enumerate(found):
            plural = _plural(group, text, start)
            is_whole = all(each.paths and not each.is_doubtful for each in _list(found, index, text, start))
            yield replace(group, span=Span(group.span.start - plural, group.span.end)) if is_whole else group

    def _found(self, ordered: Sequence[Mention]) -> Iterator[Group]:
        spent: set[Span] = set()
        starts = [each.span.start for each in ordered]
        for each in (each for each in ordered if each.last is not None):
            # The first end starts with its kind, before the range.
            around = ordered[bisect_left(starts, each.span.start - _BEFORE) : bisect_left(starts, each.span.end)]
            ends = [other for other in around if other.last is None and _touches(other.span, each.span)]
            group = self._range(each, ends)
            if group:
                spent.update(other.span for other in ends)
                first = min(other.span.start for other in ends)
                yield replace(group, span=Span(first, each.span.end))
        for each in ordered:
            group = self.one(each) if each.span not in spent and each.last is None else None
            if group:
                yield group

    def _range(self, middle: Mention, ends: Sequence[Mention]) -> Group | None:
        """The range whose inner numbers ``middle`` is; None where there is nothing to say of it."""
        meant = [self.one(each) for each in ends]
        sure = [each for each in meant if each and each.paths and not each.is_doubtful]
        between = [paths[0] for each in middle.records if len(paths := self._catalogue.ids.get(each, ())) == 1]
        if len(sure) != len(ends) or len(ends) != len(("first", "last")):
            return None
        return Group(middle.span, (sure[0].paths[0], *between, sure[1].paths[0]))

    def one(self, mention: Mention) -> Group | None:
        """What a single id means; None when it is of a kind that is not kept here."""
        record = mention.record
        if record is None or record.kind not in self._catalogue.kinds:
            return None
        paths = self._catalogue.ids.get(record, ())
        whose = self._owner.elsewhere(mention.origin)
        if whose and (whose.is_certain or not paths):
            return Group(mention.span, (), _of(whose))
        if len(paths) != 1:
            reason = f"may mean {' or '.join(paths)}" if paths else self._unknown(record)
            return Group(mention.span, (), reason)
        is_open = mention.text.startswith(f"{record.kind}s")
        is_doubtful = is_open or (whose is not None and whose.name != IETF)
        reason = f"may be {_of(whose)}" if whose else "starts a list that cannot be read" if is_open else ""
        return Group(mention.span, paths, reason, is_doubtful)

    def _unknown(self, record: RecordId) -> str:
        staying = self._catalogue.staying.get(record)
        if staying:
            return f"{staying} stays where it is"
        is_above = record.number > self._catalogue.highest("RFC")
        is_ietf = record.kind == "RFC" and (is_above or record.number in WELL_KNOWN)
        return "an RFC of the IETF" if is_ietf else "no record has this id"


def _of(whose: Origin) -> str:
    return "an RFC of the IETF" if whose.name == IETF else f"a record of {whose.name}"


def _touches(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _plural(group: Group, text: str, start: int) -> int:
    """The length of the ``ADRs`` before the first number of a list, and of a kind on the line before its number."""
    at = group.span.start - start
    plural = _HEAD.search(text[max(at - _BEFORE, 0) : at])
    return len(plural[0]) if plural else 0


def _list(groups: Sequence[Group], index: int, text: str, start: int) -> Iterator[Group]:
    """The one of ``groups`` at ``index``, and those that go on with a bare number close behind."""
    end = groups[index].span.end
    for position in range(index, len(groups)):
        each = groups[position]
        is_number = text[each.span.start - start].isdigit() and each.span.start - end <= _NEAR
        if position > index and not is_number:
            return
        end = each.span.end
        yield each
