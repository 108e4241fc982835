"""What has to become of the reference repository, decided by hand: the paths, statuses and ids of every record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """One record: where it goes, how its status line begins, its title, and the old paths that it comes from."""

    target: str
    status: str
    title: str
    members: tuple[str, ...]
    ids: tuple[str, ...]


def _record(target: str, status: str, title: str, *names: str) -> Outcome:
    members = tuple(f"docs/{'adr' if len(name.split('-')[0]) == 4 else 'rfc'}/{name}.md" for name in names)
    ids = tuple(f"{'ADR' if '/adr/' in path else 'RFC'} {path.split('/')[-1].split('-')[0]}" for path in members)
    return Outcome(f"docs/rfc/{status.split(maxsplit=1)[0].strip(',')}/{target}.md", status, title, members, ids)


OUTCOMES = (
    _record(
        "2025-01-06-record-architecture-decisions",
        "implemented (accepted)",
        "Record architecture decisions",
        "0001-record-architecture-decisions",
    ),
    _record(
        "2025-01-08-no-runtime-dependencies",
        "implemented (accepted)",
        "No runtime dependencies",
        "0002-no-runtime-dependencies",
    ),
    _record(
        "2025-01-20-one-writer-per-session",
        "implemented (accepted 2025-01-20)",
        "One writer per session",
        "0003-one-writer-per-session",
    ),
    _record(
        "2025-02-10-tools-are-plain-functions",
        "implemented (accepted)",
        "Tools are plain functions",
        "0004-tools-are-plain-functions",
    ),
    _record(
        "2025-01-20-structured-trace-events",
        "implemented (accepted on 2025-02-17)",
        "Structured trace events",
        "0005-structured-trace-events",
        "002-structured-trace-events",
    ),
    _record(
        "2025-03-24-json-lines-for-traces",
        "implemented (accepted)",
        "JSON Lines for traces",
        "0006-json-lines-for-traces",
    ),
    _record(
        "2025-03-10-plugins-through-entry-points",
        "implemented (accepted)",
        "Plugins through entry points",
        "0007-plugins-through-entry-points",
    ),
    _record(
        "2025-03-31-locks-are-files",
        "implemented, superseded by [Locks are leases](2025-07-22-locks-are-leases.md)",
        "Locks are files",
        "0008-locks-are-files",
    ),
    _record(
        "2025-04-14-errors-carry-a-way-out",
        "implemented (accepted)",
        "Errors carry a way out",
        "0009-errors-carry-a-way-out",
    ),
    _record(
        "2025-04-28-freeze-arguments-deeply",
        "implemented, deprecated",
        "Freeze arguments deeply",
        "0010-freeze-arguments-deeply",
    ),
    _record(
        "2025-03-03-runtime-argument-validation",
        "implemented (accepted 2025-05-12)",
        "Runtime argument validation",
        "0011-runtime-argument-validation",
    ),
    _record("2025-03-03-validate-results", "implemented (accepted)", "Validate results", "0012-validate-results"),
    _record("2025-06-10-explicit-listeners", "implemented (accepted)", "Explicit listeners", "0013-explicit-listeners"),
    _record(
        "2025-03-03-freeze-published-schemas",
        "implemented (accepted",
        "Freeze published schemas",
        "0014-freeze-published-schemas",
    ),
    _record("2025-07-22-locks-are-leases", "implemented (accepted", "Locks are leases", "0015-locks-are-leases"),
    _record(
        "2025-05-26-deterministic-replay-from-traces",
        "implemented (accepted)",
        "Deterministic replay from traces",
        "0016-deterministic-replay-from-traces",
        "008-deterministic-replay",
    ),
    _record("2025-08-05-stable-tool-names", "implemented (accepted)", "Stable tool names", "0017-stable-tool-names"),
    _record("2025-08-11-two-phase-shutdown", "rejected", "Two-phase shutdown", "0018-two-phase-shutdown"),
    _record("2025-01-13-tool-registry", "implemented", "Tool registry", "001-tool-registry"),
    _record("2025-01-27-plugin-sandbox", "rejected", "Plugin sandbox", "003-plugin-sandbox"),
    _record("2025-02-03-sessions-and-locks", "implemented", "Sessions and locks", "004-sessions-and-locks"),
    _record("2025-03-03-runtime-validation", "implemented", "Runtime validation", "005-runtime-validation"),
    _record(
        "2025-03-10-deadlines-and-cancellation",
        "implemented",
        "Deadlines and cancellation",
        "006-deadlines-and-cancellation",
    ),
    _record("2025-04-07-global-event-bus", "rejected", "Global event bus", "007-global-event-bus"),
    _record("2025-06-09-mcp-bridge", "proposed (draft)", "MCP bridge", "009-mcp-bridge"),
    _record("2025-06-16-cost-budget", "proposed (accepted)", "Cost budget", "010-cost-budget"),
    _record(
        "2025-07-07-streaming-results",
        "proposed (deferred until the trace format is stable)",
        "Streaming results",
        "011-streaming-results",
    ),
    _record("2025-07-14-error-taxonomy", "implemented", "Error taxonomy", "012-error-taxonomy"),
    _record("2025-08-18-workspace-snapshots", "proposed", "Workspace snapshots", "013-workspace-snapshots"),
)
SPLIT = Outcome(
    "docs/rfc/proposed/2025-03-10-cancel-a-whole-session.md",
    "proposed",
    "Cancel a whole session",
    ("docs/rfc/006-deadlines-and-cancellation.md",),
    (),
)
UMBRELLA = "docs/rfc/005-runtime-validation.md"
# What a question is about: the record in question, and the answer that leads to the outcome above.
ANSWERS = {
    "umbrella": (UMBRELLA, "stay"),
    "split": ("docs/rfc/006-deadlines-and-cancellation.md", "yes"),
    "status": ("docs/rfc/007-global-event-bus.md", "rejected"),
}
# Old ids that stay, each with its file: the IETF's, and history as it was written.
KEPT_IDS = (("docs/rfc/implemented/2025-01-08-no-runtime-dependencies.md", "RFC 8259"),)
KEPT_FILES = ("CHANGELOG.md",)
