"""Applies the safe fixes of a run in memory, and believes them only when the result was judged again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from docsync.changes import apply_edits
from docsync.corpus import Corpus
from docsync.finding import Edit, Severity
from docsync.run import Outcome

MAX_PASSES = 5  # a fix may uncover another; more rounds mean that two of them disagree


@dataclass(frozen=True)
class Fixed:
    """The texts that changed, by path, and the outcome of the run over them."""

    texts: Mapping[str, str]
    outcome: Outcome


def fix(corpus: Corpus, judge: Callable[[Corpus], Outcome]) -> Fixed:
    """Apply fixes until none is left; a file that would get a new error keeps its old text."""
    outcome = judge(corpus)
    texts: dict[str, str] = {}
    rejected: set[str] = set()
    for _ in range(MAX_PASSES):
        changed = _edited(corpus, [edit for edit in outcome.edits if edit.path not in rejected])
        if not changed:
            break
        candidate = corpus.replace(changed)
        after = judge(candidate)
        worse = _new_errors(outcome, after) & changed.keys()
        if worse:
            rejected |= worse
            continue
        texts |= changed
        corpus, outcome = candidate, after
    return Fixed(texts, outcome)


def _edited(corpus: Corpus, edits: Iterable[Edit]) -> dict[str, str]:
    by_path: dict[str, list[Edit]] = {}
    for edit in sorted(set(edits), key=lambda edit: (edit.path, edit.span, edit.text)):
        earlier = by_path.setdefault(edit.path, [])
        if not earlier or earlier[-1].span.end <= edit.span.start:  # the next pass sees what overlapped
            earlier.append(edit)
    return {path: apply_edits(corpus.text(path).text, chosen) for path, chosen in by_path.items()}


def _new_errors(before: Outcome, after: Outcome) -> set[str]:
    def errors(outcome: Outcome) -> Counter[tuple[str, str]]:
        return Counter(
            (found.path, found.fingerprint) for found in outcome.everything if found.severity is Severity.ERROR
        )

    return {path for path, _ in errors(after) - errors(before)}
