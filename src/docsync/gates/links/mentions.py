"""Decision records cited in prose without a link."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import itemgetter

from docsync.corpus import Corpus
from docsync.finding import Edit, Finding
from docsync.linking.destination import encode
from docsync.linking.whose import WELL_KNOWN, Owner
from docsync.markdown.document import Document, Mention
from docsync.markdown.old_names import naming_spans
from docsync.markdown.origins import IETF
from docsync.names import relative_to
from docsync.records import RecordId, Records
from docsync.text import Span
from docsync.tree import prefixes

_MOST_NAMED = 5  # candidates that a message lists


class MentionJudge:
    """Judges the mentions of all documents; silent where the repository has no records."""

    def __init__(self, corpus: Corpus, records: Records) -> None:
        self._corpus = corpus
        self._records = records

    def document(self, path: str, document: Document) -> Iterator[Finding]:
        """Findings for the mentions in one document."""
        naming = naming_spans(document) if document.mentions else ()
        for mention in document.mentions:
            if _is_inside(mention.span, naming):
                continue
            if mention.last is not None:
                yield from self._between(path, mention)
                continue
            candidates = self._records_meant(mention)
            if candidates is None or path in candidates:
                continue
            if candidates:
                yield self._bare(path, mention, candidates)
                continue
            subject, targets = _label(mention), self._records.folders
            message = f"`{subject}` is no record of this repository"
            # Which file it was is unknown, so any record that went away counts as its target.
            yield Finding(path, mention.span, "dangling-mention", message, subject=subject, targets=targets)

    def _records_meant(self, mention: Mention) -> tuple[str, ...] | None:
        """The records that ``mention`` can mean, none when it dangles; None when it is no mention of a record here.

        In doubt it means the record of that number here, and another project's or the IETF's where there is none.
        """
        record, records = mention.record, self._records
        if record is None:
            return self._paths_meant(mention.path)
        if record.kind not in records.kinds:
            return None
        origin, found = self._owner.elsewhere(mention.origin), records.paths.get(record, ())
        if origin and (origin.is_certain or not found):
            return None
        return None if not found and self._is_of_ietf(record) else found

    def _is_of_ietf(self, record: RecordId) -> bool:
        is_above = record.number > self._records.highest("RFC")
        return record.kind == "RFC" and (is_above or record.number in WELL_KNOWN)

    @cached_property
    def _owner(self) -> Owner:
        return Owner(self._corpus.tree, self._corpus.source.remote())

    def _paths_meant(self, path: str) -> tuple[str, ...] | None:
        if self._records.folder_of(path) is None or not self._records.files:
            return None
        has_extension = bool(posixpath.splitext(path)[1])
        if has_extension and not self._corpus.scope.is_markdown(path):
            return None  # a picture beside the records
        entries = self._corpus.tree.entries
        if path in entries:
            return (path,)
        if has_extension:
            return None if any(parent in entries for parent in prefixes(path)) else ()
        return self._records.starting_with(path)

    def _between(self, path: str, mention: Mention) -> Iterator[Finding]:
        """The finding for all records between the ends of a range; numbers that were never given are no fault."""
        origin = self._owner.elsewhere(mention.origin)
        if origin and origin.is_certain:
            return
        found = {record: self._records.paths.get(record, ()) for record in mention.records}
        unlinked = {record: paths for record, paths in found.items() if paths and path not in paths}
        if unlinked:
            names = ", ".join(f"{record.kind} {record.number}" for record in unlinked)
            message = f"`{mention.text}` also cites {names}, which nothing links"
            subject = f"{mention.records[0].kind} {mention.text}"
            targets = tuple(target for paths in unlinked.values() for target in paths)
            yield Finding(path, mention.span, "bare-mention", message, subject=subject, targets=targets)

    def _bare(self, path: str, mention: Mention, candidates: tuple[str, ...]) -> Finding:
        """The finding, with a fix unless it takes a human to know what is meant."""
        subject = _label(mention)
        message = f"`{subject}` is not linked"
        if len(candidates) > 1:
            message = f"{message}, and may mean {_names(candidates)}"
            return Finding(path, mention.span, "bare-mention", message, subject=subject, targets=candidates)
        origin = self._owner.elsewhere(mention.origin)
        is_doubtful = origin is not None and origin.name != IETF
        suggestion = f"link it to {_relative(path, candidates[0])}" + (", if that is meant" if is_doubtful else "")
        can_fix = not (is_doubtful or _is_unread_list(mention))
        fix = (_link(path, mention, candidates[0]),) if can_fix else ()
        return Finding(path, mention.span, "bare-mention", message, suggestion, subject, candidates, fix)


def _label(mention: Mention) -> str:
    """What names the record: the text, with the kind before it where that stands at the head of a list."""
    record = mention.record
    text = mention.text.strip("[]")
    return f"{record.kind} {text}" if record and text.isdigit() else text


def _is_unread_list(mention: Mention) -> bool:
    """``ADRs 1``: the plural promises more, in words that we do not read as a list."""
    return mention.record is not None and mention.text.startswith(f"{mention.record.kind}s")


def _link(path: str, mention: Mention, target: str) -> Edit:
    text = mention.text if mention.text.startswith("[") else f"[{mention.text}]"
    return Edit(path, mention.span, f"{text}({_relative(path, target)})")


def _relative(path: str, target: str) -> str:
    return encode(relative_to(target, posixpath.dirname(path)))


def _is_inside(span: Span, ranges: Sequence[Span]) -> bool:
    """Whether ``span`` starts in one of ``ranges``, which are in order and apart."""
    index = bisect_right(ranges, span.start, key=itemgetter(0)) - 1
    return index >= 0 and span.start < ranges[index].end


def _names(candidates: tuple[str, ...]) -> str:
    named = " or ".join(f"`{name}`" for name in candidates[:_MOST_NAMED])
    more = len(candidates) - _MOST_NAMED
    return f"{named} or {more} more" if more > 0 else named
