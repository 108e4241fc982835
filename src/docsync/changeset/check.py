"""The proof of a change set in memory: every destination leads where it led, and no finding is new."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from docsync.changeset.build import ChangeSet
from docsync.changeset.preview import Preview
from docsync.corpus import Corpus
from docsync.errors import DocSyncError
from docsync.finding import Finding, Identity
from docsync.linking.aim import Aim, Occurrence, aim, occurrences
from docsync.text import Position, Span
from docsync.tree import Kind

Judge = Callable[[Corpus], Iterable[Finding]]
_SHOWN = 10


class UnsafeChangeError(DocSyncError):
    """A change would break something; nothing was written."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What a change would break, at a place in the document as it is now, or as it would be."""

    path: str
    position: Position
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.position.line}:{self.position.column}: {self.message}"


def require_safe(changes: ChangeSet, judge: Judge) -> None:
    """Raise :class:`UnsafeChangeError` with the first problems; ``judge`` gives the errors of a corpus."""
    problems = sorted({*_astray(changes), *_new_findings(changes, judge)}, key=lambda each: (each.path, each.position))
    if problems:
        shown = "; ".join(map(str, problems[:_SHOWN]))
        more = f"; and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
        raise UnsafeChangeError(f"nothing was written, since this would break: {shown}{more}; mend these places first")


def _astray(changes: ChangeSet) -> Iterator[Problem]:
    """Destinations that led somewhere and would not lead to the same place."""
    remote = changes.before.source.remote()
    for path, document in changes.before.documents():
        for new in changes.plan.composed.get(path, (changes.plan.home(path),)):
            here = _by_start(changes.after, new)
            for each in occurrences(document):
                before = aim(path, each.destination, changes.before.tree, remote)
                place = _offset(changes, path, new, each.span.start)
                if before is None or before.resolution.kind is None or place is None:
                    continue
                found = here.get(place)
                now = aim(new, found.destination, changes.after.tree, remote) if found else None
                if now is None or not _is_same_place(changes, before, now):
                    position = document.lines.position(each.span.start)
                    yield Problem(path, position, f"`{each.destination}` {_fate(changes, before)}")


def _fate(changes: ChangeSet, before: Aim) -> str:
    folder = changes.plan.place(before.resolution.path)
    if before.resolution.kind is Kind.DIRECTORY and folder not in changes.after.tree.directories:
        return f"leads to the folder {folder}, which would be empty"
    return "would not lead where it leads now"


def _by_start(corpus: Corpus, path: str) -> dict[int, Occurrence]:
    document = corpus.document(path)
    return {each.span.start: each for each in occurrences(document)} if document else {}


def _offset(changes: ChangeSet, path: str, new: str, offset: int) -> int | None:
    """Where a character of ``path`` is in ``new``; None when it is not kept there."""
    composed = changes.documents.get(new)
    return composed.offset(path, offset) if composed else offset


def _is_same_place(changes: ChangeSet, before: Aim, now: Aim) -> bool:
    if before.location.climbed:
        return (before.location.climbed, before.location.path) == (now.location.climbed, now.location.path)
    old, new = before.resolution, now.resolution
    if old.kind is not new.kind:
        return False
    if old.kind is not Kind.FILE:
        return new.path == changes.plan.place(old.path)
    homes = {changes.plan.home(old.path), *changes.plan.composed.get(old.path, ())}
    return new.path in homes and _is_same_section(changes, before, now)


def _is_same_section(changes: ChangeSet, before: Aim, now: Aim) -> bool:
    """Whether two fragments lead to the same heading, or are one that leads to none."""
    old, new = (_heading(corpus, each) for corpus, each in ((changes.before, before), (changes.after, now)))
    if old is None:
        is_broken = not _is_known(changes.before, before)
        return before.parts.fragment == now.parts.fragment and (new is None or is_broken)
    if new is None:
        return False
    return _offset(changes, before.resolution.path, now.resolution.path, old) == new


def _heading(corpus: Corpus, target: Aim) -> int | None:
    """Offset of the heading that the fragment leads to."""
    path, fragment = target.resolution.path, target.parts.fragment
    if not fragment or not corpus.scope.is_markdown(path):
        return None
    anchors, document = corpus.anchors(path), corpus.document(path)
    index = anchors.heading(fragment) if anchors else None
    return None if index is None or document is None else document.headings[index].span.start


def identities(changes: ChangeSet, judge: Judge) -> Mapping[Identity, Identity]:
    """What the findings of the corpus before are known by afterwards, where that is something else."""
    after = {(found.code, found.path, at): found.identity for found, at in _placed(changes.after, judge)}
    found = {finding.identity: after.get(place) for finding, place in _placed_before(changes, judge)}
    return {old: new for old, new in found.items() if new is not None and new != old}


def _is_known(corpus: Corpus, target: Aim) -> bool:
    """Whether a fragment that leads to no heading leads to something else, such as an ``id``."""
    anchors = corpus.anchors(target.resolution.path) if corpus.scope.is_markdown(target.resolution.path) else None
    return anchors is None or anchors.has(target.parts.fragment or "")


def _new_findings(changes: ChangeSet, judge: Judge) -> Iterator[Problem]:
    """Findings that the corpus did not have at the same place of the same text."""
    known = Counter(place for _, place in _placed_before(changes, judge))
    for finding, start in _placed(changes.after, judge):
        place = finding.code, finding.path, start
        if not known[place]:
            document = changes.after.document(finding.path)
            position = document.lines.position(start) if document else Position(1, 1)
            yield Problem(finding.path, position, finding.message)
        known[place] -= 1


def _placed_before(changes: ChangeSet, judge: Judge) -> Iterator[tuple[Finding, tuple[str, str, int]]]:
    """The findings of the corpus before in text that is kept, each with its code and where it is afterwards."""
    source = changes.before.source
    before = changes.before.over(Preview(source, source.tree, {}, {}), ())
    for finding, start in _placed(before, judge):
        for new in changes.plan.composed.get(finding.path, (changes.plan.home(finding.path),)):
            offset = _offset(changes, finding.path, new, start)
            if offset is not None:
                yield finding, (finding.code, new, offset)


def _placed(corpus: Corpus, judge: Judge) -> Iterator[tuple[Finding, int]]:
    """Each finding with its offset, which is that of the whole destination where it is in one."""
    spans: dict[str, list[Span]] = {}
    for finding in judge(corpus):
        if finding.path not in spans:
            document = corpus.document(finding.path)
            spans[finding.path] = [each.span for each in occurrences(document)] if document else []
        index = bisect_right(spans[finding.path], finding.span.start, key=lambda span: span.start) - 1
        outer = spans[finding.path][index] if index >= 0 else finding.span
        yield finding, outer.start if outer.start <= finding.span.start < outer.end else finding.span.start
