"""One run of gates over a corpus: findings located, suppressed, baselined, narrowed and put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from docsync.baseline import Baseline, Stale
from docsync.codes import COMMON_CODES, STALE_BASELINE, UNREADABLE_SOURCE
from docsync.corpus import Corpus
from docsync.finding import Code, Finding, Located, Severity
from docsync.gates.base import Gate
from docsync.markdown.document import MAX_NESTING
from docsync.report import Report
from docsync.suppress import Suppressions
from docsync.text import Position, Span


@dataclass(frozen=True)
class Policy:
    """What becomes of a finding: its severity, whether it is ignored, known from before, or outside the report.

    ``known_codes`` are those of all gates, which a suppression may name though its gate does not run.
    """

    severity: Mapping[str, Severity] = field(default_factory=dict)
    is_ignored: Callable[[str, str], bool] = lambda _path, _code: False
    require_reasons: bool = False
    known_codes: Collection[str] = ()
    baseline: Baseline | None = None
    baseline_path: str = ""
    keep: Callable[[Finding], bool] | None = None


@dataclass(frozen=True)
class Outcome:
    """A report, those of its findings that have a fix, all findings that a baseline would hold, and statistics.

    ``tally`` counts all findings by code and, for codes that are off by default, message.
    """

    report: Report
    fixable: tuple[Finding, ...]
    everything: tuple[Located, ...]
    tally: Mapping[tuple[str, str], int]


def judge(corpus: Corpus, gates: Sequence[tuple[Gate, Any]], policy: Policy) -> Outcome:
    """Run ``gates``, each with its options, over ``corpus``."""
    codes = {code.name: code for code in (*COMMON_CODES, *(code for gate, _ in gates for code in gate.codes))}
    tally: Counter[tuple[str, str]] = Counter()
    found = list(_weighed(corpus, gates, codes, policy, tally))
    split = (policy.baseline or Baseline({})).split(located for _, located in found)
    new = set(map(id, split.new))
    reported = [pair for pair in found if id(pair[1]) in new]
    kept = [pair for pair in reported if policy.keep is None or policy.keep(pair[0])]
    # Entries of gates that did not run say nothing about what is stale.
    stale = [_stale(entry, policy) for entry in split.stale if entry.entry.code in codes]
    if policy.severity.get(STALE_BASELINE.name) is Severity.OFF:
        stale = []
    report = Report(
        findings=tuple(sorted((*(located for _, located in kept), *stale), key=lambda located: located.sort_key)),
        codes=codes,
        documents=len(corpus.paths),
        links=sum(len(document.links) + len(document.definitions) for _, document in corpus.documents()),
        hidden=len(reported) - len(kept),
    )
    fixable = tuple(finding for finding, _ in kept if finding.fix)
    return Outcome(report, fixable, tuple(located for _, located in found), tally)


def _weighed(
    corpus: Corpus,
    gates: Sequence[tuple[Gate, Any]],
    codes: Mapping[str, Code],
    policy: Policy,
    tally: Counter[tuple[str, str]],
) -> Iterator[tuple[Finding, Located]]:
    """Findings that are neither off, ignored nor suppressed, in order, and those about the suppressions."""
    severity = {name: policy.severity.get(name, code.severity) for name, code in codes.items()}
    unusable = {name for name, code in codes.items() if code.needs_git and not corpus.source.has_git}
    active = {name for name, weight in severity.items() if weight is not Severity.OFF} - unusable
    suppressions = {path: Suppressions.of(path, document) for path, document in corpus.documents()}
    pairs = [
        (finding, _locate(finding, corpus, severity[finding.code]))
        for finding in _counted(_found(corpus, gates), codes, tally)
        if finding.code in active and not policy.is_ignored(finding.path, finding.code)
    ]
    # Which of equal findings a baseline knows must not depend on the order in which gates report them.
    for finding, located in sorted(pairs, key=lambda pair: pair[1].sort_key):
        comments = suppressions.get(finding.path)
        if comments is None or not comments.covers(finding.code, located.start.line):
            yield finding, located
    known = {*codes, *policy.known_codes}
    for comments in suppressions.values():
        for finding in comments.findings(known, active, require_reasons=policy.require_reasons):
            if finding.code in active and not policy.is_ignored(finding.path, finding.code):
                yield finding, _locate(finding, corpus, severity[finding.code])


def _counted(
    findings: Iterable[Finding], codes: Mapping[str, Code], tally: Counter[tuple[str, str]]
) -> Iterator[Finding]:
    for finding in findings:
        is_off = codes[finding.code].severity is Severity.OFF
        tally[finding.code, finding.message if is_off else ""] += 1
        yield finding


def _found(corpus: Corpus, gates: Sequence[tuple[Gate, Any]]) -> Iterator[Finding]:
    for path, error in corpus.unreadable():
        yield Finding(path, Span(0, 0), UNREADABLE_SOURCE.name, error.reason, subject=error.reason)
    for path, document in corpus.documents():
        if document.too_deep:
            message = f"nests deeper than {MAX_NESTING} levels; what lies deeper was not checked"
            yield Finding(path, Span(0, 0), UNREADABLE_SOURCE.name, message)
    for gate, options in gates:
        yield from gate.check(corpus, options)


def _locate(finding: Finding, corpus: Corpus, severity: Severity) -> Located:
    document = corpus.document(finding.path)
    start = end = Position(1, 1)
    if document is not None:
        start, end = document.lines.position(finding.span.start), document.lines.position(finding.span.end)
    return Located(
        finding.path,
        start,
        end,
        finding.code,
        severity,
        finding.message,
        finding.suggestion,
        finding.subject,
        bool(finding.fix),
    )


def _stale(stale: Stale, policy: Policy) -> Located:
    entry, surplus = stale
    message = f"{entry.path}: {entry.code} `{entry.subject}` is listed {surplus} times too often"
    severity = policy.severity.get(STALE_BASELINE.name, STALE_BASELINE.severity)
    start = Position(1, 1)
    return Located(policy.baseline_path, start, start, STALE_BASELINE.name, severity, message, None, message, False)
