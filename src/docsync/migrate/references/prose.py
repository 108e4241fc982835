"""References in documents outside of links: ids in prose, and what stands in code, comments and front matter."""

from __future__ import annotations

import posixpath
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter

from docsync.markdown.document import Document, LinkKind, Mention
from docsync.markdown.old_names import naming_spans
from docsync.migrate.model import Kind, Policy
from docsync.migrate.references.found import Found
from docsync.migrate.references.taken import Taken, merged
from docsync.migrate.references.text_files import TextFiles, left
from docsync.migrate.references.wording import in_prose
from docsync.rfc.record import read_title
from docsync.rfc.status.tidy import COMMENT
from docsync.text import SourceText, Span

_CODE_BLOCK = "an example in a code block"
_CODE_SPAN = "in a code span or in HTML"
_FRONT_MATTER = "front matter, which generators read"
_HTML = "in raw HTML"
_TITLE = "the title of a link"
_RECORD = "record"
_THIS = re.compile(r"\bthis\s[*_]{0,2}\Z", re.IGNORECASE)
_BEFORE = 8  # characters before an id that are looked at for that word
_EMPHASIS = re.compile(r"(?<![\w_])_{1,2}\Z")
_MARKS = 3  # characters before an id that are looked at for emphasis


@dataclass(frozen=True)
class Prose:
    """Finds what cites a record in one document."""

    files: TextFiles
    path: str
    source: SourceText
    document: Document

    def find(self) -> Iterator[Found]:
        """Mentions first, then what is left of the text without them, links, and names."""
        names = self._names()
        mentions = [each for each in self.document.mentions if not _is_in(each.span, names)]
        taken = [*names, *(each.span for each in mentions if each.record), *self._links()]
        for group in self.files.ids.reader.groups(mentions, self.source.text):
            new = self._new(group.span, group.paths) if group.paths else ""
            policy = Policy.LEAVE if group.is_doubtful or not group.paths else Policy.REWRITE
            taken.append(group.span)
            yield Found(group.span, Kind.MENTION, new, policy, next(iter(group.paths), ""), group.reason)
        for mention in (each for each in mentions if each.record is None):
            found = self._path(mention)
            if found:  # else a path from this document may be read in it
                taken.append(mention.span)
                yield found
        yield from self._rest(Taken.of(self.source.text, taken))

    def _new(self, span: Span, paths: Sequence[str]) -> str:
        """What takes the place of ids at ``span``; ``this ADR 12`` is no name."""
        before = self.source.text[max(span.start - _BEFORE, 0) : span.start]
        is_own = paths[0] == self.path and len(paths) == 1
        return _RECORD if is_own and _THIS.search(before) else in_prose(self.files.ids.catalogue, self.path, paths)

    def _path(self, mention: Mention) -> Found | None:
        """A path in prose: of a record, or the start of one and no other, which is linked."""
        catalogue = self.files.ids.catalogue
        path = mention.path
        if path in catalogue.moves:
            return Found(mention.span, Kind.PATH, mention.moved_to(catalogue.moves[path]), target=path)
        has_ending = bool(posixpath.splitext(path)[1])
        started = () if has_ending else [each for each in catalogue.titles if each.startswith(path)]
        if len(started) != 1:
            return None
        return Found(mention.span, Kind.MENTION, in_prose(catalogue, self.path, started), target=started[0])

    def _names(self) -> list[Span]:
        """Where an id is a name: ``Formerly:`` lines, the table of aliases, and a record's own title."""
        names = list(naming_spans(self.document))
        if self.path in self.files.ids.catalogue.titles:
            _, title = read_title(self.source, self.document)
            names += [title] if title else []
        return merged(names)

    def _links(self) -> Iterator[Span]:
        """What links and definitions consist of, but for their titles, and the text and other attributes of tags."""
        for link in self.document.links:
            yield link.span if link.kind is LinkKind.HTML else Span(link.whole.start, link.span.end)
        yield from (Span(each.whole.start, each.span.end) for each in self.document.definitions)
        yield from (reference.whole for reference in self.document.references)

    @cached_property
    def _titled(self) -> Sequence[Span]:
        links = [link.whole for link in self.document.links if link.kind is not LinkKind.HTML]
        return merged([*links, *(each.whole for each in self.document.definitions)])

    def _rest(self, taken: Taken) -> Iterator[Found]:
        text = self.source.text
        comments = [Span(*match.span()) for match in COMMENT.finditer(text)]
        for each in (*self.files.paths.find(text, self.path, taken), *self.files.ids.find(text, taken)):
            reason = self._reason(each, comments)
            yield left(each, reason) if reason else self._linked(each, comments)

    def _linked(self, found: Found, comments: Sequence[Span]) -> Found:
        """An id that is part of a name in prose, with the link that it could be."""
        is_prose = _is_in(found.span, self._blocks) and not _is_in(found.span, comments)
        if found.kind is not Kind.CODE or not is_prose or not found.target:
            return found
        new = self._new(found.span, [found.target])
        text, (start, end) = self.source.text, found.span
        is_emphasised = bool(_EMPHASIS.search(text[max(start - _MARKS, 0) : start])) and text.startswith("_", end)
        policy, reason = (Policy.REWRITE, "") if is_emphasised else (found.policy, found.reason)
        return replace(found, kind=Kind.MENTION, new=new, policy=policy, reason=reason)

    def _reason(self, found: Found, comments: Sequence[Span]) -> str:
        """Why what stands in no prose is left; ``""`` for paths in code spans, comments and front matter."""
        matter = self.document.front_matter
        if matter and found.span.start < matter.end:
            return "" if found.kind is Kind.PATH else _FRONT_MATTER
        if _is_in(found.span, self._titled):
            return _TITLE
        in_comment = _is_in(found.span, comments)
        if _is_in(found.span, self._blocks):
            return "" if in_comment or found.kind is Kind.PATH or found.reason else _CODE_SPAN
        is_code = self._is_code(found.span.start)
        return _CODE_BLOCK if is_code else "" if in_comment else _HTML

    @cached_property
    def _blocks(self) -> Sequence[Span]:
        return sorted(each.span for each in self.document.prose)

    def _is_code(self, offset: int) -> bool:
        """Whether a place outside of prose is code: it is not in a block that starts with a tag."""
        index = bisect_right(self.document.blocks, offset, key=itemgetter(0)) - 1
        block = self.document.blocks[index] if index >= 0 else Span(0, 0)
        first = self.source.text[slice(*block)].lstrip()
        return not first.startswith("<")


def _is_in(span: Span, ranges: Sequence[Span]) -> bool:
    """Whether ``span`` starts in one of ``ranges``, which are in order."""
    index = bisect_right(ranges, span.start, key=itemgetter(0)) - 1
    return index >= 0 and span.start < ranges[index].end
