"""Applies the safe fixes of a run in memory, and believes them only when the result was judged again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from docsync.changes import apply_edits
from docsync.corpus import Corpus
from docsync.errors import UnreadableError
from docsync.finding import Edit, Severity
from docsync.run import Outcome
from docsync.text import BOM, SourceText

MAX_PASSES = 5  # a fix may uncover another; more rounds mean that two of them disagree


@dataclass(frozen=True)
class Fixed:
    """Path to the whole text before and after, byte order mark included, and the outcome of the run over the latter."""

    changes: Mapping[str, tuple[str, str]]
    outcome: Outcome


def fix(corpus: Corpus, judge: Callable[[Corpus], Outcome]) -> Fixed:
    """Apply fixes until none is left; a file that would get a new error keeps its text."""
    outcome = judge(corpus)
    before = dict(_texts(corpus, outcome.edits))
    if not before:
        return Fixed({}, outcome)
    # Judged as read here, so that spans fit these texts even if a file changed on disk since the first look.
    corpus = corpus.replace(before)
    outcome = judge(corpus)
    after = before
    rejected: set[str] = set()
    for _ in range(MAX_PASSES):
        edits = [edit for edit in outcome.edits if edit.path in before.keys() - rejected]
        changed = _edited(after, edits)
        if not changed:
            break
        candidate = corpus.replace(changed)
        judged = judge(candidate)
        worse = _harmed(outcome, judged, edits)
        if worse:
            rejected |= worse & changed.keys() or changed.keys()
        else:
            after, corpus, outcome = after | changed, candidate, judged
    return Fixed({path: (before[path], after[path]) for path in sorted(before) if before[path] != after[path]}, outcome)


def _texts(corpus: Corpus, edits: Iterable[Edit]) -> Iterator[tuple[str, str]]:
    for path in {edit.path for edit in edits}:
        try:
            yield path, _whole(corpus.text(path))
        except UnreadableError:
            continue  # it went away since it was judged


def _edited(texts: Mapping[str, str], edits: Iterable[Edit]) -> dict[str, str]:
    by_path: dict[str, list[Edit]] = {}
    for edit in sorted(set(edits), key=lambda edit: (edit.path, edit.span, edit.text)):
        earlier = by_path.setdefault(edit.path, [])
        # What overlaps waits for the next pass.
        if not earlier or (earlier[-1].span.end <= edit.span.start and earlier[-1].span != edit.span):
            earlier.append(edit)
    sources = {path: SourceText.from_str(texts[path]) for path in by_path}
    return {
        path: _whole(SourceText(apply_edits(sources[path].text, chosen), sources[path].bom))
        for path, chosen in by_path.items()
    }


def _whole(source: SourceText) -> str:
    return BOM * source.bom + source.text


def _harmed(before: Outcome, after: Outcome, edits: Iterable[Edit]) -> set[str]:
    """Paths with an error that they did not have."""
    # A destination that was mended may show its next fault, such as an anchor that its file lacks; that one is old.
    mended = {(edit.path, edit.text) for edit in edits}
    new = _errors(after) - _errors(before)
    return {path for path, _, subject in new if (path, subject) not in mended}


def _errors(outcome: Outcome) -> Counter[tuple[str, str, str]]:
    errors = (found for found in outcome.everything if found.severity is Severity.ERROR)
    return Counter((found.path, found.code, found.subject or found.message) for found in errors)
