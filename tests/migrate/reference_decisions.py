"""The architecture decision records of the reference repository, as they were before the migration."""

from __future__ import annotations

ADRS = {
    "docs/adr/0001-record-architecture-decisions.md": """\
# ADR 0001: Record architecture decisions

## Status

Accepted

## Context

Three of us argued about the same registry twice within a month, because nobody had written down why the first
argument ended as it did.

## Decision

We keep one short page for each decision that was hard to make. Ideas that need a discussion first are written as
an RFC, such as [RFC 001](../rfc/001-tool-registry.md).

## Consequences

- A new colleague reads the pages in an afternoon.
- A page is never deleted; a later one supersedes it.
""",
    "docs/adr/0002-no-runtime-dependencies.md": """\
# 2. No runtime dependencies

Status: accepted

Date: 2025-01-08

## Context

The harness is imported into programs that pin their own versions of everything. A dependency of ours is a conflict
of theirs.

## Decision

The package depends on the standard library alone. Tests may use whatever helps.

## Consequences

We wrote our own schema checker, which [ADR 0011](0011-runtime-argument-validation.md#decision) describes, and we
parse numbers as RFC 8259 says, by hand.
""",
    "docs/adr/0003-one-writer-per-session.md": """\
# ADR-0003: One writer per session

**Status**: Accepted (2025-01-20)

**Deciders**: Ada, Grace

## Context

Two processes that append to one session file interleave their lines, and then neither history is true.

## Decision

A session has one writer. Whoever opens it second gets an error that names the first one.

The lock itself is described in [the ADR about lock files](0008-locks-are-files.md) and, since the summer, in
[ADR 0015](0015-locks-are-leases.md "Leases").

## Consequences

| who            | may read | may write |
| -------------- | :------: | :-------: |
| the writer     | yes      | yes       |
| everybody else | yes      | no        |

Readers see a session as it was when they opened it; [RFC 004](../rfc/004-sessions-and-locks.md#readers) has more.
""",
    "docs/adr/0004-tools-are-plain-functions.md": """\
# ADR 0004: Tools are plain functions

* Status: ✅ accepted
* Deciders: Grace, Alan
* Date: 2025-02-10

## Context

The first sketch had a base class `Tool` with nine methods, of which a tool needed one.

## Decision

A tool is a function with annotated arguments. Its schema is derived from the annotations:

```python
@tool
def read_file(path: Path, limit: int = 2000) -> str:
    \"\"\"The first lines of a file.\"\"\"
```

How such a function is found is the business of [RFC 001][registry]; how it is called is told in
[ADR 0011][arguments].

## Consequences

A tool can be tested by calling it. State lives in the session (see ADR 0003), not in the tool.

[registry]: ../rfc/001-tool-registry.md
[arguments]: 0011-runtime-argument-validation.md
""",
    "docs/adr/0005-structured-trace-events.md": """\
# ADR 0005: Structured trace events

## Status

Accepted on 2025-02-17

## Context

Log lines were written for people, and then parsed by programs.

## Decision

Every event of a run is an object with a name, a time and a payload. The list of names is closed. This is what
[RFC 002](../rfc/002-structured-trace-events.md) proposed, without its binary encoding.

## Consequences

- A trace can be replayed, see [RFC 008](../rfc/008-deterministic-replay.md).
- Adding a name needs a decision; [ADR 0017](0017-stable-tool-names.md) says so for tools.
""",
    "docs/adr/0006-json-lines-for-traces.md": """\
---
title: JSON Lines for traces
status: accepted
date: 2025-03-24
deciders: [Barbara, Ada]
---

## Context

Events from [ADR 0005](0005-structured-trace-events.md) need a file format that survives a crash in the middle of a
line.

## Decision

One JSON object a line, flushed after each. The last line may be cut off[^cut].

## Consequences

Any text tool can look into a trace. Compression is left to the file system.

[^cut]: A reader drops it. [ADR 0016](0016-deterministic-replay-from-traces.md#consequences) relies on that.
""",
    "docs/adr/0007-plugins-through-entry-points.md": """\
# ADR 0007 - Plugins through entry points

| Field  | Value      |
| ------ | ---------- |
| Status | Accepted   |
| Date   | 2025-03-10 |
| By     | Edsger     |

## Context

Plugins were found by scanning folders. The order depended on the file system.

## Decision

A plugin is an installed package with an entry point in the group `harness.plugins`. They load in the order of
their names.

## Consequences

Nothing is scanned at start. A sandbox for plugins was discussed and refused, see
<a href="../rfc/003-plugin-sandbox.md">RFC 003</a>.
""",
    "docs/adr/0008-locks-are-files.md": """\
# ADR 0008: Locks are files

## Status

Superseded by [ADR 0015](0015-locks-are-leases.md)

## Context

The single writer of [ADR 0003](0003-one-writer-per-session.md) has to be enforced somehow.

## Decision

The writer creates `session.lock` exclusively and removes it in the end.

## Consequences

A crash leaves the file behind, and somebody has to delete it by hand. We accept that for now.
""",
    "docs/adr/0009-errors-carry-a-way-out.md": """\
# ADR 0009: Errors carry a way out

> Status: Accepted
> Date: 2025-04-14

## Context

"Invalid input" helps nobody, and a model even less than a person.

## Decision

Each error names what was wrong, where, and what to do next. The classes are those of the
[taxonomy](../rfc/012-error-taxonomy.md#classes).

## Consequences

Messages are part of the interface and are tested as such.
""",
    "docs/adr/0010-freeze-arguments-deeply.md": """\
# ADR 0010: Freeze arguments deeply [Deprecated]

## Context

A tool that changed its arguments changed the trace as well, since both held the same list.

## Decision

Arguments are frozen recursively before a tool sees them.

## Consequences

Freezing cost more than some tools did. Since [ADR 0011](0011-runtime-argument-validation.md) the checker builds
new values anyway, and nothing is shared any more.
""",
    "docs/adr/0011-runtime-argument-validation.md": """\
# ADR 0011: Runtime argument validation

Status: accepted (2025-05-12)

Implements part 1 of [RFC 005](../rfc/005-runtime-validation.md#part-1-arguments).

## Context

Models send `"3"` where a number is wanted, and leave out what has no default. Both must be told apart from a
mistake of ours.

## Decision

Arguments are checked against the derived schema at the model boundary, once, and nowhere behind it. A number in a
string is refused, with an error in the manner of [ADR 0009](0009-errors-carry-a-way-out.md#decision).

## Consequences

- Inside, a tool trusts its annotations.
- The check costs some microseconds a call; the bench watches that.
- What a tool returns is another matter, see ADR 0012.
""",
    "docs/adr/0012-validate-results.md": """\
# ADR 0012: Validate results

- **Status:** ✅ Accepted
- **Date:** 2025-06-02

## Context

[RFC 005](../rfc/005-runtime-validation.md#part-2-results), part 2, asks for a check of what tools return.

## Decision

A result that does not fit the annotation is an error of the tool, not of the caller. It is reported under the
class `ToolFault`.

## Consequences

Two plugins turned out to return `None` now and then. Both were mended within the week.
""",
    "docs/adr/0013-explicit-listeners.md": """\
# ADR 0013: Explicit listeners

## Status

Accepted.

## Context

Several parts want to know what happens in a session: the trace, the cost counter, the progress display.
[RFC 007](../rfc/007-global-event-bus.md) wanted a bus for that which everybody can reach.

## Decision

There is no bus. A listener is passed to the session when that is made, and is called in order.

## Consequences

Who listens can be read off one line. A listener that fails stops the session, which is what we owe to everybody by ADR
0009 and its rule for errors.
""",
    "docs/adr/0014-freeze-published-schemas.md": """\
# ADR 0014: Freeze published schemas

Status: Accepted (implemented in 0.4)

## Context

The last part of [RFC 005](../rfc/005-runtime-validation.md#part-3-schemas): a schema that a model was shown must not
change under its feet.

## Decision

The schema of a tool is written to `schemas/` at release. A later release may add optional arguments only; the
build compares.

## Consequences

Renaming an argument takes two releases. Names of tools are frozen by [ADR 0017](0017-stable-tool-names.md).
""",
    "docs/adr/0015-locks-are-leases.md": """\
# ADR 0015: Locks are leases

## Status

Accepted. Supersedes [ADR 0008](0008-locks-are-files.md)

## Context

Lock files outlived their owners on every machine that lost power.

## Decision

A lock is a lease of thirty seconds that its owner renews. Whoever finds an expired lease takes it over and says so
in the trace.

## Consequences

Clocks matter now. A machine whose clock jumps by more than the lease loses its session, which
[RFC 004](../rfc/004-sessions-and-locks.md) had warned of.
""",
    "docs/adr/0016-deterministic-replay-from-traces.md": """\
# ADR 0016: Deterministic replay from traces

Status: accepted

## Context

A failure that cannot be repeated cannot be mended. [RFC 008](../rfc/008-deterministic-replay.md) collected what makes
a run differ from the one before.

## Decision

Time, randomness and results of tools are read back from the trace. Anything else that a run depends on is a fault.

## Consequences

A trace whose last line is cut off replays up to that line. Tools with a clock of their own have to ask the session
for the time instead.
""",
    "docs/adr/0017-stable-tool-names.md": """\
# ADR 0017: Stable tool names

## Context

Prompts mention tools by name. A tool that is renamed breaks prompts that we have never seen.

## Decision

A published name stays. A better name is added as an alias, and the old one answers for ever.

## Consequences

The registry of [RFC 001](../rfc/001-tool-registry.md#names) refuses a name that was published for something else.
ADRs 0011 and 0014 make the same promise for arguments and schemas.
""",
    "docs/adr/0018-two-phase-shutdown.md": """\
# ADR 0018: Two-phase shutdown

Status: ❌ Rejected

## Context

On shutdown, tools that still run are cut off. Some would like to be asked first, as RFC 006 §2 describes it for a
single call.

## Decision

We considered a first phase that asks and a second one that kills. Deadlines do the same with less, see
[RFC 006](../rfc/006-deadlines-and-cancellation.md#part-1-deadlines).

## Consequences

None; the code stays as it is.
""",
}
