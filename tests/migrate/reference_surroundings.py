"""What else is in the reference repository: pages, code and workflows that cite the records."""

from __future__ import annotations

ADR_README = """\
# Architecture decisions

Each page here is one decision. Copy the [template](template.md) to write one; an idea that needs a discussion starts as
[an RFC](../rfc/README.md).

| number | decision | status |
| ------ | -------- | ------ |
| 1 | [Record architecture decisions](0001-record-architecture-decisions.md) | Accepted |
| 8 | [Locks are files](0008-locks-are-files.md) | Superseded |
| 15 | [Locks are leases](0015-locks-are-leases.md) | Accepted |
| 17 | [Stable tool names](0017-stable-tool-names.md) | Accepted |
| 18 | [Two-phase shutdown](0018-two-phase-shutdown.md) | Rejected |
"""

ADR_TEMPLATE = """\
# ADR NNNN: Title

Status: proposed | accepted | rejected | superseded by ADR NNNN

## Context

What hurts?

## Decision

What do we do about it?

## Consequences

What becomes easier, what harder?
"""

RFC_README = """\
# Requests for comments

Whoever wants to change more than one module writes a page here first and lets it lie for a week.

## Implemented

- [Tool registry](001-tool-registry.md)
- [Sessions and locks](004-sessions-and-locks.md)
- [Error taxonomy](012-error-taxonomy.md)

## Proposed

- [MCP bridge](009-mcp-bridge.md)
- [Workspace snapshots](013-workspace-snapshots.md), the youngest
"""

REPLAY_SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><path d="M0 10H80M0 30H80"/></svg>\n'

README = """\
# harness

A harness that lets a model call tools, and remembers what it did.

- Tools are plain functions ([ADR 0004](docs/adr/0004-tools-are-plain-functions.md)).
- Arguments and results are checked ([RFC 005](docs/rfc/005-runtime-validation.md)); names are stable (ADR 0017).
- Every run leaves a trace: see [the decision](docs/adr/0005-structured-trace-events.md#decision).

How we decide is told in [docs/adr](docs/adr/README.md) and [docs/rfc](docs/rfc/README.md), how we review in
[the guide](docs/code-review.md).
"""

CODE_REVIEW = """\
# How we review code

1. Does a tool keep state? It must not, by ADR-0004 and ADR-0003.
2. Does an error say what to do? [ADR 0009](adr/0009-errors-carry-a-way-out.md#consequences) is strict about that.
3. Is a published name or schema changed? Then stop: ADRs 0014 and 0017.
4. Is something wired through a global? Read why [the bus was refused](rfc/007-global-event-bus.md), and pass a
   [listener](adr/0013-explicit-listeners.md).
5. Does it block? Give it a deadline (RFC 006 §1).

> Not sure whether a change needs a page? [ADR 0001](adr/0001-record-architecture-decisions.md) says when.
"""

CHANGELOG = """\
# Changelog

## 0.4.0 - 2025-08-11

- Schemas are frozen at release (ADR 0014).
- Locks are leases.

## 0.3.0 - 2025-06-16

- Results are checked (ADR 0012).
"""

CI = """\
name: ci
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      # Names and schemas must not change: ADR 0017 and ADR 0014.
      - run: python -m harness.freeze --check
      # A trace of the last release still replays (RFC 008).
      - run: python -m harness.replay tests/traces
"""

REGISTRY = '''\
"""The tools of a session by name."""

# A published name stays, see ADR 0017.
NAMES: dict[str, str] = {}


def publish(name: str, function: str) -> None:
    """Give a function a name."""
    if NAMES.get(name, function) != function:
        raise ValueError(f"{name}: was published for another tool; choose a new name")
    NAMES[name] = function
'''

VALIDATE = '''\
"""Checks at the model boundary."""


def check_arguments(arguments: dict[str, object], schema: dict[str, type]) -> None:
    # docs/adr/0011-runtime-argument-validation.md: once, and nowhere behind it
    for name, kind in schema.items():
        if not isinstance(arguments.get(name), kind):
            raise TypeError(f"{name}: give a {kind.__name__}")


def check_result(value: object, kind: type) -> None:
    if not isinstance(value, kind):  # RFC 005 pt 2
        raise TypeError(f"the tool returned {type(value).__name__}")
'''

SESSION = '''\
"""One writer, many readers."""

# One writer, and names that stay: ADRs 0003 and 0017.
LEASE = 30  # seconds (ADR-0015)
'''

VIEWER = """\
// Shows a trace, one JSON object a line: ADR 0006.
export function lines(text) {
  return text.split("\\n").filter(Boolean).map((line) => JSON.parse(line));
}
"""

SURROUNDINGS = {
    "docs/adr/README.md": ADR_README,
    "docs/adr/template.md": ADR_TEMPLATE,
    "docs/rfc/README.md": RFC_README,
    "docs/rfc/assets/replay.svg": REPLAY_SVG,
    "README.md": README,
    "CHANGELOG.md": CHANGELOG,
    "docs/code-review.md": CODE_REVIEW,
    ".github/workflows/ci.yml": CI,
    "src/harness/registry.py": REGISTRY,
    "src/harness/validate.py": VALIDATE,
    "src/harness/session.py": SESSION,
    "tools/viewer/lines.js": VIEWER,
}
