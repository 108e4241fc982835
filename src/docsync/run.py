"""One run of gates over a corpus: findings located, suppressed, baselined, narrowed and put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from docsync.baseline import Baseline, Stale
from docsync.codes import COMMON_CODES, STALE_BASELINE, UNREADABLE_SOURCE
from docsync.corpus import Corpus
from docsync.finding import Code, Finding, Located, Severity
from docsync.gates.base import Gate
from docsync.markdown.limits import MAX_NESTING
from docsync.report import Report
from docsync.text import LineIndex, Span

if TYPE_CHECKING:
    from docsync.markdown.document import Document
    from docsync.suppress import Suppressions

_NO_LINES = LineIndex.of("")
_NOWHERE = Span(0, 0)


@dataclass(frozen=True)
class Policy:
    """What becomes of a finding: its severity, whether it is ignored, known from before, or outside the report.

    ``known_codes`` are those of all gates, which a suppression may name though its gate does not run.
    """

    severity: Mapping[str, Severity] = field(default_factory=dict)
    is_ignored: Callable[[str, str], bool] = lambda _path, _code: False
    require_reasons: bool = False
    known_codes: Collection[str] = ()
    baseline: Baseline = field(default_factory=Baseline)
    keep: Callable[[Finding], bool] = lambda _finding: True


@dataclass(frozen=True)
class Outcome:
    """A report, all findings that a baseline would hold, and statistics.

    ``tally`` counts all findings by code and, for codes with classes, message.
    """

    report: Report
    everything: tuple[Located, ...]
    tally: Mapping[tuple[str, str], int]

    @property
    def fixable(self) -> tuple[Finding, ...]:
        """Those reported findings that have a fix."""
        return tuple(each.finding for each in self.report.findings if each.fixable)


def judge(corpus: Corpus, gates: Sequence[tuple[Gate, Any]], policy: Policy) -> Outcome:
    """Run ``gates``, each with its options, over ``corpus``."""
    scale = _Scale(corpus, {code.name: code for code in _codes(gates)}, policy)
    found = list(_found(corpus, gates))
    everything = tuple(_unsuppressed(found, corpus, scale, policy))
    split = policy.baseline.split(everything)
    kept = [located for located in split.new if policy.keep(located.finding)]
    stale = scale.weigh(_stale(split.stale, scale.active, policy))
    report = Report(
        findings=tuple(sorted((*kept, *stale), key=lambda located: located.sort_key)),
        codes=scale.codes,
        documents=len(corpus.paths),
        hidden=len(split.new) - len(kept),
    )
    return Outcome(report, everything, Counter(scale.kind(finding) for finding in found))


def _codes(gates: Sequence[tuple[Gate, Any]]) -> Iterator[Code]:
    yield from COMMON_CODES
    for gate, _ in gates:
        yield from gate.codes


class _Scale:
    """Gives findings their place and weight, and takes out what is off, ignored, or not to be known without git."""

    def __init__(self, corpus: Corpus, codes: Mapping[str, Code], policy: Policy) -> None:
        self.codes = codes
        self._corpus = corpus
        self._policy = policy
        weights = {name: policy.severity.get(name, code.severity) for name, code in codes.items()}
        self.active = {
            name: weight
            for name, weight in weights.items()
            if weight is not Severity.OFF and (corpus.source.has_git or not codes[name].needs_git)
        }

    def weigh(self, findings: Iterable[Finding]) -> Iterator[Located]:
        for finding in findings:
            if finding.code in self.active and not self._policy.is_ignored(finding.path, finding.code):
                start, end = map(self._lines(finding.path).position, finding.span)
                yield Located(finding, start, end, self.active[finding.code])

    def kind(self, finding: Finding) -> tuple[str, str]:
        return finding.code, finding.message if self.codes[finding.code].has_classes else ""

    def _lines(self, path: str) -> LineIndex:
        lines = self._corpus.lines(path) if self._corpus.scope.is_markdown(path) else None
        return lines or _NO_LINES


def _unsuppressed(findings: Iterable[Finding], corpus: Corpus, scale: _Scale, policy: Policy) -> Iterator[Located]:
    """What no comment suppresses, in order, and what is wrong with the comments."""
    commented = corpus.documents(unless=lambda _path, seen: not seen.has_comments)
    comments = {path: _suppressions(path, document) for path, document in commented if document.suppressions}
    # Which of equal findings a baseline knows must not depend on the order in which gates report them.
    for located in sorted(scale.weigh(findings), key=lambda located: located.sort_key):
        if located.path not in comments or not comments[located.path].covers(located.code, located.start.line):
            yield located
    known = {*scale.codes, *policy.known_codes}
    for each in comments.values():
        yield from scale.weigh(each.findings(known, scale.active, require_reasons=policy.require_reasons))


def _suppressions(path: str, document: Document) -> Suppressions:
    from docsync.suppress import Suppressions  # noqa: PLC0415 - few documents suppress anything

    return Suppressions.of(path, document)


def _found(corpus: Corpus, gates: Sequence[tuple[Gate, Any]]) -> Iterator[Finding]:
    for path, error in corpus.unreadable():
        yield Finding(path, _NOWHERE, UNREADABLE_SOURCE.name, error.reason, subject=error.reason)
    for path, document in corpus.documents(unless=lambda _path, seen: not seen.is_extreme):
        if document.too_deep:
            message = f"nests deeper than {MAX_NESTING} levels; what lies deeper was not checked"
            yield Finding(path, _NOWHERE, UNREADABLE_SOURCE.name, message)
    for gate, options in gates:
        yield from gate.check(corpus, options)


def _stale(found: Iterable[Stale], judged: Collection[str], policy: Policy) -> Iterator[Finding]:
    """A finding in the baseline for each entry whose own finding would be reported and does not occur."""
    for (path, code, subject), surplus in found:
        # Entries of gates that did not run say nothing about what is stale.
        if code in judged and policy.keep(Finding(path, _NOWHERE, code, subject)):
            entry = f"`{subject}` ({code} in {path})"
            times = "1 time" if surplus == 1 else f"{surplus:,} times"
            message = f"{entry} is in the baseline {times} more than it occurs; run `doc-sync baseline`"
            yield Finding(policy.baseline.path, _NOWHERE, STALE_BASELINE.name, message, subject=entry)
