"""Suppression comments: what they reach, where they are inert, and what is wrong with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from docsync.gates.links import GATE
from docsync.job import Request, catalogue, open_job
from docsync.run import Policy, judge

if TYPE_CHECKING:
    from gitrepo import GitRepo

IGNORE = "<!-- doc-sync: ignore missing-file: a reason -->"
START = "<!-- doc-sync: ignore-start missing-file: a reason -->"
END = "<!-- doc-sync: ignore-end -->"
FILE = "<!-- doc-sync: ignore-file missing-file: a reason -->"
BROKEN = "[x](gone.md)"
UNUSED = "unused-suppression: `{} missing-file` suppresses nothing"

REACHES = [
    # what it shows, the document, and the lines of the missing files that are left
    ("the same line", f"{BROKEN} {IGNORE}", []),
    ("the same line only", f"{BROKEN} {IGNORE}\n{BROKEN}", [2]),
    ("the same line of a list", f"- {BROKEN} {IGNORE}\n- {BROKEN}", [2]),
    ("the same row of a table", f"| a |\n|---|\n| {BROKEN} {IGNORE} |\n| {BROKEN} |", [4]),
    ("alone before a paragraph", f"{IGNORE}\n\n{BROKEN}\n{BROKEN}\n\n{BROKEN}", [6]),
    ("alone, no blank line between", f"{IGNORE}\n{BROKEN}\n\n{BROKEN}", [4]),
    ("alone before a heading", f"{IGNORE}\n\n# {BROKEN}\n\n{BROKEN}", [5]),
    ("alone before a list", f"{IGNORE}\n\n- {BROKEN}\n\n  {BROKEN}\n- {BROKEN}\n\n{BROKEN}", [8]),
    ("alone before a quote", f"{IGNORE}\n\n> {BROKEN}\n>\n> {BROKEN}\n\n{BROKEN}", [7]),
    ("alone before a table", f"{IGNORE}\n\n| a |\n|---|\n| {BROKEN} |\n| {BROKEN} |\n\n{BROKEN}", [8]),
    ("alone before a definition", f"{IGNORE}\n\n[x]: gone.md\n\n[x] {BROKEN}", [5]),
    ("alone before HTML", f'{IGNORE}\n\n<p>\n<a href="gone.md">x</a>\n</p>\n\n{BROKEN}', [7]),
    ("alone in a list item", f"- {IGNORE}\n\n  {BROKEN}\n- {BROKEN}", [4]),
    ("alone, spread over lines", f"<!-- doc-sync: ignore\nmissing-file: a\nreason -->\n\n{BROKEN}", []),
    ("start and end", f"{BROKEN}\n\n{START}\n\n{BROKEN}\n\n- {BROKEN}\n\n{END}\n\n{BROKEN}", [1, 11]),
    ("start and end, nested", f"{START}\n\n{START}\n\n{BROKEN}\n\n{END}\n\n{BROKEN}\n\n{END}\n\n{BROKEN}", [13]),
    ("the file, from its end", f"{BROKEN}\n\n{BROKEN}\n\n{FILE}", []),
    ("the file, from before front matter's end", f"---\na: b\n---\n\n{FILE}\n\n{BROKEN}", []),
    ("several codes", f"{BROKEN} [](#) {IGNORE.replace('missing-file', 'missing-file, empty-link')} []()", []),
    ("no reason is needed", f"{BROKEN} <!-- doc-sync: ignore missing-file -->", []),
    ("blanks do not matter", f"{BROKEN} <!--doc-sync:ignore   missing-file  :x-->", []),
]
INERT = [
    ("in a code span", f"`{IGNORE}` {BROKEN}"),
    ("in a fence", f"{BROKEN}\n\n```\n{FILE}\n```"),
    ("indented", f"{BROKEN}\n\n    {FILE}"),
    ("in front matter", f"---\na: {FILE}\n---\n\n{BROKEN}"),
    ("escaped", f"{BROKEN} \\{IGNORE}"),
    ("another tool's", f"{BROKEN} <!-- other: ignore missing-file: x -->"),
    ("a longer word", f"{BROKEN} <!-- doc-sync: ignored missing-file: x -->"),
    ("talk about it", f"{BROKEN} <!-- see doc-sync: ignore missing-file: x -->"),
]
PROBLEMS = [
    # the document, the findings, each as line and text
    ("unused", IGNORE, [f"1 {UNUSED.format('ignore')}"]),
    ("unused in the file", FILE, [f"1 {UNUSED.format('ignore-file')}"]),
    ("unused range", f"{START}\n\ntext\n\n{END}", [f"1 {UNUSED.format('ignore-start')}"]),
    (
        "one code of two is unused",
        f"{BROKEN} <!-- doc-sync: ignore missing-file missing-anchor -->",
        ["1 unused-suppression: `ignore missing-anchor` suppresses nothing"],
    ),
    (
        "unknown code",
        f"{BROKEN} <!-- doc-sync: ignore missing-fil: x -->",
        ["1 missing-file: `gone.md` does not exist", "1 malformed-suppression: `missing-fil` is no code of a gate"],
    ),
    ("no code", "<!-- doc-sync: ignore -->", ["1 malformed-suppression: `ignore` names no code"]),
    (
        "no code but a reason",
        "<!-- doc-sync: ignore-file: x -->",
        ["1 malformed-suppression: `ignore-file` names no code"],
    ),
    (
        "unclosed",
        f"{START}\n\n{BROKEN}",
        ["1 malformed-suppression: `ignore-start` is never closed", "3 missing-file: `gone.md` does not exist"],
    ),
    ("unopened", f"text\n\n{END}", ["3 malformed-suppression: `ignore-end` is never opened"]),
    (
        "unopened twice",
        f"{END}\n\n{END}",
        [f"{line} malformed-suppression: `ignore-end` is never opened" for line in (1, 3)],
    ),
    ("off is not judged", "<!-- doc-sync: ignore ambiguous-anchor: x -->", []),
]


def found(repo: GitRepo, text: str, **request: bool) -> list[str]:
    repo.write("a.md", text)
    with open_job(Request(str(repo.path), **request)) as job:  # type: ignore[arg-type]
        return [f"{each.start.line} {each.code}: {each.message}" for each in job.run().report.findings]


def missing(repo: GitRepo, text: str) -> list[int]:
    assert all(": `gone.md` does not exist" in line or "suppress" in line for line in found(repo, text))
    return [int(line.split(" ")[0]) for line in found(repo, text) if "missing-file: `gone.md`" in line]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
def test_reach(repo: GitRepo, line_end: str) -> None:
    lines = {shows: missing(repo, text.replace("\n", line_end)) for shows, text, _ in REACHES}
    assert lines == {shows: left for shows, _, left in REACHES}


def test_inert(repo: GitRepo) -> None:
    assert {place for place, text in INERT if len(found(repo, text)) != 1} == set()


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in PROBLEMS], ids=[row[0] for row in PROBLEMS])
def test_problems(repo: GitRepo, text: str, expected: list[str]) -> None:
    assert found(repo, text) == expected


def test_reasons_can_be_required(repo: GitRepo) -> None:
    text = f"{BROKEN} <!-- doc-sync: ignore missing-file -->\n"
    expected = ["1 malformed-suppression: `ignore` gives no reason"]
    assert found(repo, text, require_reasons=True) == expected
    repo.write("doc-sync.toml", "require-reasons = true\n")
    assert found(repo, text) == expected
    assert found(repo, f"{START}\n\n{BROKEN}\n\n{END}\n\n{BROKEN} {IGNORE}\n") == []


def test_codes_of_gates_that_did_not_run_are_not_unused(repo: GitRepo) -> None:
    repo.write("a.md", f"{IGNORE}\n\ntext\n")
    other = replace(GATE, name="other", codes=(), check=lambda _corpus, _options: iter(()))
    with open_job(Request(str(repo.path))) as job:
        report = judge(job.corpus, [(other, None)], Policy(known_codes=catalogue())).report
    assert report.findings == ()


def test_position_is_the_comment(repo: GitRepo) -> None:
    repo.write("a.md", f"text {IGNORE}\n")
    with open_job(Request(str(repo.path))) as job:
        [unused] = job.run().report.findings
    assert (unused.start, unused.end) == ((1, 6), (1, 6 + len(IGNORE)))
