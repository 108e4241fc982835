"""What a session's log may hold next: rules as a table, checked without a change, then applied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, cast

from tool_harness.events import Event, EventType, Status


@dataclass(frozen=True, slots=True)
class Trace:
    """What is known after some events: the last numbers, what is open, calls that wait for a result, the status."""

    seq: int = -1
    turn: int = 0
    step: int = 0
    turn_open: bool = False
    step_open: bool = False
    pending: frozenset[str] = frozenset()
    status: Status = "idle"


TRANSITIONS: Final[dict[Status, frozenset[Status]]] = {
    "idle": frozenset({"running", "failed", "disposed"}),
    "running": frozenset({"idle", "paused", "failed", "disposed"}),
    "paused": frozenset({"idle", "running", "failed", "disposed"}),
    "failed": frozenset({"idle", "running", "disposed"}),
    "disposed": frozenset(),
}

Rule = Callable[[Trace, Event], str | None]


def check(trace: Trace, event: Event) -> str | None:
    """Say why ``event`` may not follow ``trace``, the first reason only; None when it may."""
    if event.seq <= trace.seq:
        return f"seq {event.seq} does not follow {trace.seq}"
    return next(filter(None, (rule(trace, event) for rule in RULES[event.type])), None)


def _no_open_turn(trace: Trace, _: Event) -> str | None:
    return f"turn {trace.turn} is open" if trace.turn_open else None


def _no_open_step(trace: Trace, _: Event) -> str | None:
    return f"step {trace.step} is open" if trace.step_open else None


def _next_turn(trace: Trace, event: Event) -> str | None:
    return None if event.data["turn"] == trace.turn + 1 else f"the next turn is {trace.turn + 1}"


def _next_step(trace: Trace, event: Event) -> str | None:
    return None if event.data["step"] == trace.step + 1 else f"the next step is {trace.step + 1}"


def _in_open_turn(trace: Trace, event: Event) -> str | None:
    if not trace.turn_open:
        return "no turn is open"
    return None if event.data["turn"] == trace.turn else f"the open turn is {trace.turn}"


def _in_open_step(trace: Trace, event: Event) -> str | None:
    if not trace.step_open:
        return "no step is open"
    return None if event.data["step"] == trace.step else f"the open step is {trace.step}"


def _has_call(trace: Trace, event: Event) -> str | None:
    return None if event.data["call_id"] in trace.pending else "no call of this step waits for that result"


def _legal_status(trace: Trace, event: Event) -> str | None:
    status = event.data["status"]
    return None if status in TRANSITIONS[trace.status] else f"{status} does not follow {trace.status}"


_INSIDE: Final = (_in_open_turn, _in_open_step)
RULES: Final[dict[EventType, tuple[Rule, ...]]] = {
    "turn/start": (_no_open_turn, _next_turn),
    "turn/end": (_in_open_turn, _no_open_step),
    "step/start": (_in_open_turn, _no_open_step, _next_step),
    "step/end": _INSIDE,
    "chunk": _INSIDE,
    "message": _INSIDE,
    "tool/call": _INSIDE,
    # A call without a result is legal: a veto leaves one.
    "tool/result": (*_INSIDE, _has_call),
    "status": (_legal_status,),
    "error": (),
}


def apply(trace: Trace, event: Event) -> Trace:
    """Return the trace after ``event``, which :func:`check` has let pass."""
    changed = _EFFECTS[event.type](trace, event) if event.type in _EFFECTS else trace
    return replace(changed, seq=event.seq)


_EFFECTS: Final[dict[EventType, Callable[[Trace, Event], Trace]]] = {
    "turn/start": lambda trace, event: replace(trace, turn=event.data["turn"], turn_open=True, step=0),
    "turn/end": lambda trace, _: replace(trace, turn_open=False),
    "step/start": lambda trace, event: replace(trace, step=event.data["step"], step_open=True),
    "step/end": lambda trace, _: replace(trace, step_open=False, pending=frozenset()),
    "tool/call": lambda trace, event: replace(trace, pending=trace.pending | {event.data["call_id"]}),
    "tool/result": lambda trace, event: replace(trace, pending=trace.pending - {event.data["call_id"]}),
    "status": lambda trace, event: replace(trace, status=cast("Status", event.data["status"])),
}
