"""What becomes of a finding on its way into the report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from docsync.baseline import Baseline, Entry
from docsync.finding import Edit, Finding, Severity
from docsync.gates.links import GATE
from docsync.job import Request, open_job
from docsync.run import Outcome, Policy, judge
from docsync.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docsync.corpus import Corpus
    from docsync.gates.base import Gate
    from gitrepo import GitRepo

TEXT = "one\ntwo\n"
FIX = Edit("a.md", Span(0, 3), "eins")
FOUND = [
    Finding("b.md", Span(0, 1), "missing-file", "later path", subject="x.md"),
    Finding("a.md", Span(4, 7), "missing-file", "second line", subject="x.md"),
    Finding("a.md", Span(0, 3), "missing-file", "first line", subject="x.md"),
    Finding("a.md", Span(0, 3), "bare-mention", "earlier code", subject="y", fix=(FIX,)),
    Finding("a.md", Span(0, 3), "ambiguous-anchor", "is off"),
]


def gate(*findings: Finding, **changes: object) -> Gate:
    def check(_corpus: Corpus, _options: object) -> Iterator[Finding]:
        yield from findings

    return replace(GATE, check=check, **changes)  # type: ignore[arg-type]


def outcome(repo: GitRepo, policy: Policy, *gates: Gate) -> Outcome:
    repo.write("a.md", TEXT)
    repo.write("b.md", TEXT)
    with open_job(Request(str(repo.path))) as job:
        return judge(job.corpus, [(each, None) for each in gates or (gate(*FOUND),)], policy)


def messages(found: Outcome) -> list[str]:
    return [each.message for each in found.report.findings]


def test_order_is_path_line_column_code_whatever_the_gate_yields(repo: GitRepo) -> None:
    report = outcome(repo, Policy()).report
    ordered = ["earlier code", "first line", "second line", "later path"]
    assert [each.message for each in report.findings] == ordered
    assert [each.start for each in report.findings] == [(1, 1), (1, 1), (2, 1), (1, 1)]
    assert (report.errors, report.notices, report.documents, report.hidden) == (3, 1, 2, 0)
    assert messages(outcome(repo, Policy(), gate(*FOUND[::-1]))) == ordered


def test_severity_is_overridden_by_code(repo: GitRepo) -> None:
    severity = {"bare-mention": Severity.ERROR, "missing-file": Severity.OFF, "ambiguous-anchor": Severity.NOTICE}
    report = outcome(repo, Policy(severity=severity)).report
    assert [(each.code, each.severity) for each in report.findings] == [
        ("ambiguous-anchor", Severity.NOTICE),
        ("bare-mention", Severity.ERROR),
    ]


def test_ignored_findings_leave_no_trace(repo: GitRepo) -> None:
    policy = Policy(is_ignored=lambda path, code: (path, code) == ("a.md", "missing-file"))
    found = outcome(repo, policy)
    assert messages(found) == ["earlier code", "later path"]
    assert len(found.everything) == 2
    assert found.report.hidden == 0


def test_narrowed_report_counts_what_it_hides_and_offers_no_fix_for_it(repo: GitRepo) -> None:
    found = outcome(repo, Policy(keep=lambda finding: finding.path == "b.md"))
    assert (messages(found), found.report.hidden, found.fixable) == (["later path"], 3, ())
    assert len(found.everything) == 4
    assert [each.fix for each in outcome(repo, Policy()).fixable] == [(FIX,)]


def test_of_equal_findings_a_baseline_knows_the_first(repo: GitRepo) -> None:
    policy = Policy(baseline=Baseline({Entry("a.md", "missing-file", "x.md"): 1}), baseline_path="known.json")
    for order in (FOUND, FOUND[::-1]):
        assert messages(outcome(repo, policy, gate(*order))) == ["earlier code", "second line", "later path"]


STALE = Entry("a.md", "missing-file", "gone"), Entry("a.md", "hard-wrap", "of another gate")


@pytest.mark.parametrize(
    ("severity", "reported"), [({}, ["notice"]), ({"stale-baseline": Severity.ERROR}, ["error"])], ids=str
)
def test_stale_entries_of_gates_that_ran(repo: GitRepo, severity: dict[str, Severity], reported: list[str]) -> None:
    policy = Policy(severity=severity, baseline=Baseline(dict.fromkeys(STALE, 1)), baseline_path="known.json")
    found = outcome(repo, policy, gate()).report.findings
    assert [(each.path, each.severity.value) for each in found] == [("known.json", weight) for weight in reported]


def test_stale_entries_can_be_off(repo: GitRepo) -> None:
    policy = Policy(severity={"stale-baseline": Severity.OFF}, baseline=Baseline(dict.fromkeys(STALE, 1)))
    assert messages(outcome(repo, policy, gate())) == []


def test_codes_that_need_git_are_off_without_it(repo: GitRepo) -> None:
    plain = repo.path.parent / "plain"
    plain.mkdir()
    (plain / "a.md").write_text(TEXT)
    codes = tuple(replace(code, needs_git=code.name == "missing-file") for code in GATE.codes)
    found = [finding for finding in FOUND if finding.path == "a.md"]
    with open_job(Request(str(plain))) as job:
        assert messages(judge(job.corpus, [(gate(*found, codes=codes), None)], Policy())) == ["earlier code"]
