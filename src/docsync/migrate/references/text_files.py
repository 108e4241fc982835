"""References in tracked files that are no documents, and in documents that are not judged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from docsync.migrate.model import Choices, Kind, Policy
from docsync.migrate.references.catalogue import Catalogue
from docsync.migrate.references.found import Found
from docsync.migrate.references.languages import language_of
from docsync.migrate.references.meaning import Reader
from docsync.migrate.references.paths import Paths
from docsync.migrate.references.regions import Regions
from docsync.migrate.references.taken import Taken
from docsync.migrate.references.tokens import blanked
from docsync.migrate.references.wording import in_code
from docsync.records import RecordId
from docsync.text import Span

_LINE = re.compile(r"[^\r\n]*+")
_CHOSEN = "left by choice"
_NAME = "part of a name"


@dataclass(frozen=True)
class Ids:
    """Finds the ids in text that is not Markdown."""

    catalogue: Catalogue
    choices: Choices
    reader: Reader

    @cached_property
    def _near(self) -> re.Pattern[str]:
        """An id as prose has it, or joined with other words: ``adr_12``, ``testAdr12``."""
        kinds = sorted(self.catalogue.kinds)
        joined = [form for kind in kinds for form in (kind.upper(), kind.title())]
        # Each one starts with a character, which is searched for ten times as fast as what is not before it.
        named = [rf"{form}(?<![A-Z]{form})" for form in joined]
        named += [rf"{kind.lower()}(?<![A-Za-z]{kind.lower()})" for kind in kinds]
        return re.compile(rf"(?:{'|'.join(named)})s?[ \u00a0_#-]{{0,3}}(?P<number>\d{{1,5}})(?!\d)")

    def find(self, text: str, taken: Taken) -> Iterator[Found]:
        """The ids that are not ``taken``, each on its line; none when there are no records."""
        position = 0
        while self.catalogue.kinds and (match := self._near.search(text, position)):
            first = max(text.rfind("\n", 0, match.start()), text.rfind("\r", 0, match.start())) + 1
            line = _LINE.match(text, first)
            position = max(line.end() if line else 0, match.end())
            if taken.has_number_left(first, position):
                found = self._line(text[first:position], first)
                yield from (each for each in found if not taken.overlaps(each.span))

    def _line(self, line: str, start: int) -> Iterator[Found]:
        spans = []
        for group in self.reader.line(line, start):
            spans.append(Span(group.span.start - start, group.span.end - start))
            new = in_code(self.catalogue, self.choices, group.paths) if group.paths else ""
            yield self._found(group.span, new, group.paths, group.reason, is_left=group.is_doubtful)
        for match in self._near.finditer(blanked(line, spans)):
            span = Span(start + match.start(), start + match.end())
            paths = self._named(match)
            if paths:
                new = in_code(self.catalogue, self.choices, paths)
                yield self._found(span, new, paths, _NAME, is_left=True)

    def _named(self, match: re.Match[str]) -> tuple[str, ...]:
        kind = re.match(r"[A-Za-z]{3}", match[0])
        named = RecordId(kind[0].upper(), int(match["number"])) if kind else None
        paths = self.catalogue.ids.get(named, ()) if named else ()
        return paths if len(paths) == 1 else ()

    def _found(self, span: Span, new: str, paths: tuple[str, ...], reason: str, *, is_left: bool) -> Found:
        is_left = is_left or not paths or self.choices.code_mentions == "leave"
        policy = Policy.LEAVE if is_left else Policy.REWRITE
        target = paths[0] if paths else ""
        return Found(span, Kind.CODE, new, policy, target, reason or (_CHOSEN if is_left else ""))


@dataclass(frozen=True)
class TextFiles:
    """Finds references in whole files that are no documents."""

    ids: Ids
    paths: Paths

    def find(self, path: str, text: str, reason: str) -> Iterator[Found]:
        """What cites a record in the file at ``path``; everything is left where there is a ``reason`` for that."""
        nothing = Taken(text)
        places = [*self.paths.find(text, path, nothing), *self.paths.patterns(text)]
        regions = Regions(language_of(path, text), text)
        for each in (*places, *self.ids.find(text, nothing)):
            if reason:
                yield left(each, reason)
            elif each.kind is Kind.CODE:
                is_text, what = regions.at(each.span.start)
                yield each if is_text or (each.policy is Policy.LEAVE and each.reason != _NAME) else left(each, what)
            else:
                yield each


def left(found: Found, reason: str) -> Found:
    """``found`` as left for ``reason``, and for its own one before that."""
    return replace(found, policy=Policy.LEAVE, reason=f"{found.reason}; {reason}" if found.reason else reason)
