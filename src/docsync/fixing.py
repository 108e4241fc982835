"""Applies the safe fixes of a run in memory, and believes them only when the result was judged again."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from docsync.corpus import Corpus
from docsync.edits import apply_edits
from docsync.errors import UnreadableError
from docsync.finding import Edit, Finding, Identity, Severity
from docsync.repo.known import blob_id
from docsync.run import Outcome
from docsync.text import SourceText, Span

MAX_PASSES = 5  # a fix may uncover another; more rounds mean that two of them disagree

Judge = Callable[[Corpus], Outcome]
Proofs = Mapping[str, Callable[[SourceText, SourceText], bool]]


@dataclass(frozen=True)
class Fixed:
    """Path to the text before and after, and the outcome of the run over the latter.

    ``applied`` counts the fixes by code; ``unproved`` are files whose fixes would have changed more than they say,
    ``skipped`` those with fixes that are not on disk.
    """

    changes: Mapping[str, tuple[SourceText, SourceText]]
    outcome: Outcome
    applied: Mapping[str, int] = field(default_factory=dict)
    unproved: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


def fix(corpus: Corpus, judge: Judge, proofs: Proofs, is_absent: Callable[[str], bool] = lambda _path: False) -> Fixed:
    """Apply fixes until none is left; a file that would get a new error, or whose proof fails, keeps its text.

    ``proofs`` maps codes whose fixes may not change the document to what proves that, given both texts. Where a file
    ``is_absent``, there is nothing to write its fixes to.
    """
    outcome = judge(corpus)
    paths = {finding.path for finding in outcome.fixable}
    skipped = tuple(sorted(filter(is_absent, paths)))
    before = dict(_texts(corpus, paths.difference(skipped)))
    if not before:
        return Fixed({}, outcome, skipped=skipped)
    # Judged as read here, so that spans fit these texts even if a file changed on disk since the first look.
    same = {path for path, text in before.items() if _is_as_judged(corpus, path, text)}
    corpus = corpus.replace(before, same=same)
    fixer = _Fixer(corpus, before, outcome if len(same) == len(before) else judge(corpus), judge, proofs)
    for _ in range(MAX_PASSES):
        if not fixer.run_once():
            break
    changes = {path: (before[path], text) for path, text in sorted(fixer.texts.items()) if text != before[path]}
    return Fixed(changes, fixer.outcome, fixer.applied, tuple(sorted(fixer.unproved)), skipped)


class _Fixer:
    """The texts as mended so far, the outcome of judging them, and the files that are left alone."""

    def __init__(
        self, corpus: Corpus, texts: Mapping[str, SourceText], outcome: Outcome, judge: Judge, proofs: Proofs
    ) -> None:
        self.texts = dict(texts)
        self.outcome = outcome
        self.applied: Counter[str] = Counter()
        self.unproved: set[str] = set()
        self._corpus = corpus
        self._judge = judge
        self._proofs = proofs
        self._rejected: set[str] = set()

    def run_once(self) -> bool:
        """Apply what fits together; False when nothing was left to try."""
        chosen = dict(self._chosen())
        if not chosen:
            return False
        changed = {path: self._edited(path, findings) for path, findings in chosen.items()}
        unproved = {path for path in changed if not self._is_proved(path, changed[path], chosen[path])}
        self.unproved |= unproved
        self._rejected |= unproved
        self._accept({path: text for path, text in changed.items() if path not in unproved}, chosen)
        return True

    def _chosen(self) -> Iterator[tuple[str, list[Finding]]]:
        """For each file findings whose edits do not overlap; those that have a proof wait for the others."""
        by_path: dict[str, list[Finding]] = {}
        for finding in self.outcome.fixable:
            if finding.path in self.texts.keys() - self._rejected:
                by_path.setdefault(finding.path, []).append(finding)
        for path, findings in by_path.items():
            unproven = [finding for finding in findings if finding.code not in self._proofs]
            yield path, list(_apart(unproven or findings))

    def _edited(self, path: str, findings: Sequence[Finding]) -> SourceText:
        edits = [edit for finding in findings for edit in finding.fix]
        return replace(self.texts[path], text=apply_edits(self.texts[path].text, edits))

    def _is_proved(self, path: str, text: SourceText, findings: Sequence[Finding]) -> bool:
        proofs = {self._proofs[finding.code] for finding in findings if finding.code in self._proofs}
        return all(proves(self.texts[path], text) for proves in proofs)

    def _accept(self, changed: Mapping[str, SourceText], chosen: Mapping[str, Sequence[Finding]]) -> None:
        candidate = self._corpus.replace(changed)
        outcome = self._judge(candidate)
        worse = _harmed(self.outcome, outcome, (edit for path in changed for each in chosen[path] for edit in each.fix))
        if worse:
            self._rejected |= worse & changed.keys() or changed.keys()
            return
        self.applied.update(finding.code for path in changed for finding in chosen[path])
        self.texts |= changed
        self._corpus, self.outcome = candidate, outcome


def _texts(corpus: Corpus, paths: Iterable[str]) -> Iterator[tuple[str, SourceText]]:
    for path in paths:
        try:
            yield path, corpus.text(path)
        except UnreadableError:
            continue  # it went away since it was judged


def _is_as_judged(corpus: Corpus, path: str, text: SourceText) -> bool:
    """Whether ``text`` is for certain what facts were made of: what git had when the view was opened."""
    known = corpus.source.known(path)
    if known is None or blob_id(text.encode(), known.blob) != known.blob:
        return False
    # Nor did the file become another one and turn back meanwhile.
    return corpus.scope.is_markdown(path) and corpus.lines(path) == text.lines


def _apart(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings all of whose edits keep clear of those taken before; the others wait for the next round."""
    taken: list[Span] = []
    for finding in sorted(findings, key=lambda finding: min(edit.span for edit in finding.fix)):
        spans = {edit.span for edit in finding.fix}
        if all(_is_clear(span, taken) for span in spans):
            for span in spans:
                insort(taken, span)
            yield finding


def _is_clear(span: Span, taken: Sequence[Span]) -> bool:
    """Whether ``span`` neither overlaps nor touches one of ``taken``, which are in order and do not overlap."""
    at = bisect_left(taken, span.start, key=lambda other: other.end)
    return at == len(taken) or taken[at].start > span.end


def _harmed(before: Outcome, after: Outcome, edits: Iterable[Edit]) -> set[str]:
    """Paths with an error that they did not have."""
    # A destination that was mended may show its next fault, such as an anchor that its file lacks; that one is old.
    mended = {(edit.path, edit.text) for edit in edits}
    new = _errors(after) - _errors(before)
    # What can be fixed is no harm, the next round does; a fix may change the text by which it is known.
    fixable = {found.identity for found in after.everything if found.fixable}
    return {each.path for each in new if each not in fixable and (each.path, each.subject) not in mended}


def _errors(outcome: Outcome) -> Counter[Identity]:
    return Counter(found.identity for found in outcome.everything if found.severity is Severity.ERROR)
