"""A repository as a team leaves it after half a year: 18 ADRs, 13 RFCs, and a history of six people with renames."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass

from gitrepo import GitRepo
from migrate.reference_decisions import ADRS
from migrate.reference_proposals import RFCS
from migrate.reference_surroundings import SURROUNDINGS

FILES: Mapping[str, str] = {**ADRS, **RFCS, **SURROUNDINGS}
_LINK = re.compile(r'!?\[([^\[\]]*)\](?:\([^()]*\)|\[\w+\])|<a href="[^"]*">|</a>')


@dataclass(frozen=True)
class Commit:
    """What one person did on one day: files as they were first written (new name to today's), and renames."""

    day: str
    author: str
    subject: str
    added: Mapping[str, str]
    renamed: Mapping[str, str]
    branch: str = ""


def _adds(day: str, author: str, subject: str, *paths: str, branch: str = "") -> Commit:
    return Commit(day, author, subject, {path: path for path in paths}, {}, branch)


def _adds_as(day: str, author: str, subject: str, **names: str) -> Commit:
    return Commit(day, author, subject, dict([tuple(names.values())]), {})


def _renames(day: str, author: str, subject: str, **names: str) -> Commit:
    return Commit(day, author, subject, {}, dict([tuple(names.values())]))


def _adr(name: str) -> str:
    return f"docs/adr/{name}.md"


def _old(*names: str) -> dict[str, str]:
    """Names in the folder that the decisions were in at first, to those of today."""
    return {f"doc/adr/{name}.md": _adr(name) for name in names}


_FIRST = ("0001-record-architecture-decisions", "README", "template")
_OLD_NAMES = (
    *_FIRST,
    "0002-no-runtime-dependencies",
    "0003-one-writer-per-session",
    "0004-tools-are-plain-functions",
    "0005-structured-trace-events",
)
HISTORY = (
    Commit("2025-01-06", "Ada", "Write decisions down", {**_old(*_FIRST), "README.md": "README.md"}, {}),
    Commit("2025-01-08", "Grace", "No dependencies", _old("0002-no-runtime-dependencies"), {}),
    _adds("2025-01-13", "Alan", "Propose a registry", "docs/rfc/001-tool-registry.md", "docs/rfc/README.md"),
    _adds("2025-01-20", "Barbara", "Propose events", "docs/rfc/002-structured-trace-events.md"),
    Commit("2025-01-20", "Ada", "One writer", _old("0003-one-writer-per-session"), {}),
    _adds("2025-01-27", "Edsger", "Propose a sandbox", "docs/rfc/003-plugin-sandbox.md"),
    _adds_as(
        "2025-02-03",
        "Grace",
        "Locks for sessions, an idea",
        first="docs/proposals/session-locks.md",
        now="docs/rfc/004-sessions-and-locks.md",
    ),
    Commit("2025-02-10", "Grace", "Tools are functions", _old("0004-tools-are-plain-functions"), {}),
    Commit("2025-02-17", "Barbara", "Events it is", _old("0005-structured-trace-events"), {}),
    Commit("2025-02-24", "Ada", "One folder for all documents", {}, _old(*_OLD_NAMES)),
    _adds("2025-03-03", "Alan", "Propose checks at run time", "docs/rfc/005-runtime-validation.md"),
    _adds_as(
        "2025-03-10",
        "Edsger",
        "Entry points",
        first=_adr("0006-plugins-through-entry-points"),
        now=_adr("0007-plugins-through-entry-points"),
    ),
    _adds("2025-03-10", "Margaret", "Propose deadlines", "docs/rfc/006-deadlines-and-cancellation.md"),
    _renames(
        "2025-03-17",
        "Grace",
        "Sessions become an RFC",
        before="docs/proposals/session-locks.md",
        after="docs/rfc/004-sessions-and-locks.md",
    ),
    _renames(
        "2025-03-24",
        "Barbara",
        "Two decisions had one number",
        before=_adr("0006-plugins-through-entry-points"),
        after=_adr("0007-plugins-through-entry-points"),
    ),
    _adds("2025-03-24", "Barbara", "One object a line", _adr("0006-json-lines-for-traces")),
    _adds("2025-03-31", "Ada", "Lock files", _adr("0008-locks-are-files")),
    _adds("2025-04-07", "Margaret", "Propose a bus", "docs/rfc/007-global-event-bus.md"),
    _adds("2025-04-14", "Margaret", "Say what to do", _adr("0009-errors-carry-a-way-out")),
    _adds("2025-04-28", "Alan", "Freeze arguments", _adr("0010-freeze-arguments-deeply")),
    _adds("2025-05-12", "Alan", "Check arguments", _adr("0011-runtime-argument-validation")),
    _adds(
        "2025-05-26",
        "Barbara",
        "Propose replay",
        "docs/rfc/008-deterministic-replay.md",
        "docs/rfc/assets/replay.svg",
    ),
    _adds("2025-06-02", "Grace", "Check results", _adr("0012-validate-results")),
    _adds("2025-06-09", "Edsger", "Propose a bridge", "docs/rfc/009-mcp-bridge.md", branch="bridge"),
    _adds("2025-06-10", "Ada", "No bus, but listeners", _adr("0013-explicit-listeners")),
    _adds("2025-06-16", "Ada", "Propose a budget", "docs/rfc/010-cost-budget.md"),
    _adds("2025-07-07", "Barbara", "Propose streaming", "docs/rfc/011-streaming-results.md"),
    _adds_as(
        "2025-07-14",
        "Margaret",
        "Propose classes of errors",
        first="docs/rfc/012-errors.md",
        now="docs/rfc/012-error-taxonomy.md",
    ),
    _adds("2025-07-21", "Alan", "Freeze schemas", _adr("0014-freeze-published-schemas")),
    _adds("2025-07-22", "Ada", "Leases", _adr("0015-locks-are-leases")),
    _renames(
        "2025-07-28",
        "Margaret",
        "It is a taxonomy",
        before="docs/rfc/012-errors.md",
        after="docs/rfc/012-error-taxonomy.md",
    ),
    _adds("2025-08-04", "Barbara", "Replay it is", _adr("0016-deterministic-replay-from-traces")),
    _adds("2025-08-05", "Grace", "Names stay", _adr("0017-stable-tool-names")),
    _adds("2025-08-11", "Edsger", "No second phase", _adr("0018-two-phase-shutdown")),
    _adds("2025-08-18", "Margaret", "An idea about snapshots", "docs/rfc/013-workspace-snapshots.md"),
)
_LAST = Commit("2025-08-25", "Grace", "Link the pages to each other", {path: path for path in FILES}, {})


def build(repo: GitRepo) -> GitRepo:
    """Write the whole history into an empty repository; the last commit gives every file its text of today."""
    for commit in HISTORY:
        if commit.branch:
            repo.git("switch", "--quiet", "--create", commit.branch)
        for old, new in commit.renamed.items():
            (repo.path / posixpath.dirname(new)).mkdir(parents=True, exist_ok=True)
            repo.git("mv", old, new)
        _write(repo, commit, {name: first_text(FILES[path]) for name, path in commit.added.items()})
        if commit.branch:
            repo.git("switch", "--quiet", "main")
            repo.git("merge", "--quiet", "--no-ff", "--message", f"Merge {commit.branch}", commit.branch)
            repo.git("branch", "--quiet", "--delete", commit.branch)
    _write(repo, _LAST, FILES)
    return repo


def first_text(text: str) -> str:
    """How a file was first written: nothing to link to yet."""
    return _LINK.sub(lambda match: match[1] or "", text)


def _write(repo: GitRepo, commit: Commit, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        repo.write(path, text)
    repo.stage()
    email = f"{commit.author.lower()}@example.org"
    identity = (f"--author={commit.author} <{email}>", f"--date={commit.day}T12:00:00+0000")
    repo.git("commit", "--quiet", *identity, "--message", commit.subject)
