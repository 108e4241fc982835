"""The requests for comments of the reference repository, as they were before the migration."""

from __future__ import annotations

RFCS = {
    "docs/rfc/001-tool-registry.md": """\
# RFC 001: Tool registry

Status: Implemented

## Problem

Tools are passed around in lists, and each caller builds its own. Two lists never agree for long.

## Proposal

One registry for each session maps names to functions ([ADR 0004](../adr/0004-tools-are-plain-functions.md)).

### Names

A name is one to forty lower-case letters, digits and underscores. It belongs to one function.

## Consequences

The registry is the only place that knows all tools; documentation and schemas are generated from it.
""",
    "docs/rfc/002-structured-trace-events.md": """\
# RFC 002: Structured trace events

Status: Implemented — see [ADR 0005](../adr/0005-structured-trace-events.md)

## Problem

Nobody can say afterwards what a model did, in which order, and what it was told.

## Proposal

Events with a closed list of names replace log lines:

| name       | payload             |
| ---------- | ------------------- |
| `call`     | tool, arguments     |
| `result`   | tool, value, millis |
| `refused`  | tool, reason        |

A binary encoding would halve the size. It is optional.

## Consequences

Readers of the old log have three months to move.
""",
    "docs/rfc/003-plugin-sandbox.md": """\
# RFC 003: Plugin sandbox

**Status:** Rejected — a sandbox that Python cannot enforce promises too much

## Problem

A plugin can do whatever the harness can.

## Proposal

Plugins run in an interpreter of their own and talk through pipes.

## Consequences

Every call would cost a round trip. Plugins are installed on purpose, as
[ADR 0007](../adr/0007-plugins-through-entry-points.md) has it, and are trusted like any other package.
""",
    "docs/rfc/004-sessions-and-locks.md": """\
# RFC 004: Sessions and locks

Status: ✅ Implemented

## Problem

A session is a folder today, and anybody writes into it.

## Proposal

A session is an object with one owner. It is opened for writing once, as laid down in
[ADR 0003](../adr/0003-one-writer-per-session.md#decision).

### Readers

Readers get a snapshot. They are never blocked, and never block.

### Clocks

Whatever uses a clock for its locks has to survive a clock that jumps.

## Consequences

[ADR 0008](../adr/0008-locks-are-files.md) and [ADR 0015](../adr/0015-locks-are-leases.md) settle how the lock is
kept.
""",
    "docs/rfc/005-runtime-validation.md": """\
# RFC 005: Runtime validation

Status: Implemented: part 1 → [ADR 0011](../adr/0011-runtime-argument-validation.md),
part 2 → [ADR 0012](../adr/0012-validate-results.md), part 3 → [ADR 0014](../adr/0014-freeze-published-schemas.md)

## Problem

Annotations are promises that nobody keeps at run time. Between a model and a tool there are three places where a
value can be wrong, and we check none of them.

## Proposal

Check at the boundary, in three parts that can be built one after another.

## Part 1: Arguments

The schema of a tool is derived from its annotations, and every call is checked against it before the tool runs.

## Part 2: Results

What a tool returns is checked too, since the model will believe it.

## Part 3: Schemas

A schema that was shown to a model is frozen. Otherwise the first two parts check against a moving target.

## Consequences

Three checks where there was none. The budget is five microseconds for each of them.
""",
    "docs/rfc/006-deadlines-and-cancellation.md": """\
# RFC 006: Deadlines and cancellation

**Status:** Parts 1–2 implemented, part 3 deferred

## Problem

A tool that hangs holds up the whole session, and the only way out is to kill the process.

## Proposal

Three steps, each useful without the next.

## Part 1: Deadlines

Every call gets a deadline, thirty seconds unless the tool asks for another one. The clock is that of the session,
so that [a replay](008-deterministic-replay.md) sees the same deadlines.

## Part 2: Cooperative cancellation

A tool may ask at any point whether it is still wanted:

```python
for line in lines:
    context.check()  # raises Cancelled
```

A cancelled call is an error like any other, see [the taxonomy](012-error-taxonomy.md).

## Part 3: Cancel a whole session

*Deferred: nobody needs it before there is a scheduler.*

A session is cancelled as a tree: first the running calls, then those that wait, in the end the session. The lock is
given back last, as [ADR 0015](../adr/0015-locks-are-leases.md#decision) wants it, and the trace ends with an event of
its own.

Open points:

- Who may cancel a session that somebody else owns?
- Does a cancelled session replay as a failure?

## Consequences

Tools that block in C code cannot be cancelled. They run into their deadline, and the session goes on without them.
""",
    "docs/rfc/007-global-event-bus.md": """\
# RFC 007: Global event bus

Status: Implemented (revised) — rejected in favour of [ADR 0013](../adr/0013-explicit-listeners.md)

## Problem

The trace, the cost counter and the progress display all want the same events, and each is wired by hand.

## Proposal

A bus that every module can import. Whoever has something to say publishes it; whoever wants to hear subscribes.

## Consequences

Tests would have to reset the bus. Two sessions in one process would hear each other, unless each event carries the
id of its session.
""",
    "docs/rfc/008-deterministic-replay.md": """\
# RFC 008: Deterministic replay

Graduated to [ADR 0016: Deterministic replay from traces](../adr/0016-deterministic-replay-from-traces.md).

## Problem

"It failed once" is the most frequent report that we get. The trace of
[ADR 0005](../adr/0005-structured-trace-events.md) tells what happened, but nothing can act on it.

## Proposal

A second run reads the trace of the first, as in this picture:

![Recording above, replay below](assets/replay.svg)

1. The clock gives the times of the trace.
2. Random numbers come from the seed in its first line.
3. Tools are not called; their results are read.

## Consequences

What neither asks the clock nor a tool must not matter. We will find out what does.
""",
    "docs/rfc/009-mcp-bridge.md": """\
# RFC 009: MCP bridge

Status: 🚧 Draft

## Problem

Other hosts speak the Model Context Protocol. Our tools are invisible to them.

## Proposal

A bridge serves the registry ([RFC 001](001-tool-registry.md)) over standard input and output. Schemas are sent as
they are, since [ADR 0014](../adr/0014-freeze-published-schemas.md) keeps them stable.

## Consequences

Errors have to be translated. RFC 012 lists the classes; ADR-0009 says what each has to carry.
""",
    "docs/rfc/010-cost-budget.md": """\
# RFC 010: Cost budget

Status: Accepted

## Problem

A loop of calls can spend a month's money in a night.

## Proposal

A session has a budget. A listener ([ADR 0013](../adr/0013-explicit-listeners.md)) counts what is spent and refuses the
call that would exceed it.

## Consequences

Prices have to be configured. A wrong price is worse than none, so that there is no default.
""",
    "docs/rfc/011-streaming-results.md": """\
# RFC 011: Streaming results

Status: Deferred until the trace format is stable

## Problem

Long results arrive all at once, and a person who waits sees nothing.

## Proposal

A tool may yield pieces. The trace of [ADR 0006](../adr/0006-json-lines-for-traces.md) would hold a line for each.

## Consequences

A deadline ([RFC 006, part 1](006-deadlines-and-cancellation.md#part-1-deadlines)) has to count from the last piece.
Checking results, as ADR 0012 does it, has to wait for the end.
""",
    "docs/rfc/012-error-taxonomy.md": """\
---
status: implemented
authors:
  - Margaret
---

# RFC 012: Error taxonomy

## Problem

Every module has its own exceptions. A caller that wants to try again does not know when that makes sense.

## Proposal

### Classes

`CallerFault`
: The arguments were wrong. Trying again with the same ones is useless.

`ToolFault`
: The tool is broken, see [ADR 0012](../adr/0012-validate-results.md).

`Cancelled`
: Somebody, or a deadline, gave up.

## Consequences

Three classes, and none below them without a new RFC. [ADR 0009](../adr/0009-errors-carry-a-way-out.md) says what a
message looks like.
""",
    "docs/rfc/013-workspace-snapshots.md": """\
# RFC 013: Workspace snapshots

## Problem

A replay as in [RFC 008](008-deterministic-replay.md) gives the same results, but the files that a tool wrote are
not there.

## Proposal

Before the first call and after each one, the workspace is recorded as a tree of hashes.

## Consequences

Large workspaces need a store. Until then this stays an idea; compare [RFC 011](011-streaming-results.md), which waits
for the same change.
""",
}
