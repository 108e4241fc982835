"""The rules of a session once more, written over the whole log, and a search through all that a log can hold."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

from tool_harness.events import Event, make_event

LEGAL = {
    "idle": {"running", "failed", "disposed"},
    "running": {"idle", "paused", "failed", "disposed"},
    "paused": {"idle", "running", "failed", "disposed"},
    "failed": {"idle", "running", "disposed"},
    "disposed": set(),
}


def allowed(log: list[Event], event: Event) -> bool:
    """Whether ``event`` may follow ``log``, every entry of which was allowed."""
    if log and event.seq <= log[-1].seq:
        return False
    data = event.data
    since_turn = since(log, "turn/start")
    in_turn = bool(since_turn) and not any(each.type == "turn/end" for each in since_turn)
    since_step = since(since_turn, "step/start")
    in_step = in_turn and bool(since_step) and not any(each.type == "step/end" for each in since_step)
    this_turn = in_turn and data.get("turn") == since_turn[0].data["turn"]
    this_step = this_turn and in_step and data.get("step") == since_step[0].data["step"]
    verdicts = {
        "turn/start": lambda: not in_turn and data["turn"] == 1 + count(log, "turn/start"),
        "turn/end": lambda: this_turn and not in_step,
        "step/start": lambda: this_turn and not in_step and data["step"] == 1 + count(since_turn, "step/start"),
        "tool/result": lambda: this_step and waits(since_step, data["call_id"]),
        "status": lambda: data["status"] in LEGAL[last_status(log)],
        "error": lambda: True,
    }
    return verdicts.get(event.type, lambda: this_step)()


def count(log: list[Event], kind: str) -> int:
    return sum(each.type == kind for each in log)


def last_status(log: list[Event]) -> str:
    return next((each.data["status"] for each in reversed(log) if each.type == "status"), "idle")


def since(log: list[Event], kind: str) -> list[Event]:
    """The log from the last event of ``kind`` on; nothing if there is none."""
    starts = [index for index, each in enumerate(log) if each.type == kind]
    return log[starts[-1] :] if starts else []


def waits(step: list[Event], call_id: str) -> bool:
    """Whether the last word about a call in this step is the call."""
    about = [each.type for each in step if each.data.get("call_id") == call_id]
    return bool(about) and about[-1] == "tool/call"


def alphabet(log: list[Event]) -> Iterator[Event]:
    """Events of every kind after ``log``, with the right numbers and with each of them wrong."""
    last = log[-1].seq if log else 0
    turns = count(log, "turn/start")
    steps = count(since(log, "turn/start"), "step/start")
    for seq in (last + 1, last + 3):
        for turn in (turns, turns + 1):
            yield make_event(seq, "turn/start", {"turn": turn})
            yield make_event(seq, "turn/end", {"turn": turn})
            for step in (steps, steps + 1):
                yield from in_step(seq, {"turn": turn, "step": step})
        for status in LEGAL:
            yield make_event(seq, "status", {"status": status})
    for seq in range(max(0, last - 1), last + 1):
        yield make_event(seq, "error", {"name": "E", "message": ""})
    yield make_event(last + 1, "error", {"name": "E", "message": ""})


def in_step(seq: int, place: dict[str, int]) -> Iterator[Event]:
    yield make_event(seq, "step/start", place)
    yield make_event(seq, "step/end", place)
    yield make_event(seq, "chunk", {**place, "text": ""})
    yield make_event(seq, "message", {**place, "role": "user", "text": ""})
    for call_id in "ab":
        yield make_event(seq, "tool/call", {**place, "call_id": call_id, "name": "t"})
        yield make_event(seq, "tool/result", {**place, "call_id": call_id, "text": "", "is_error": False})


def oracle_state(log: list[Event]) -> object:
    """What of ``log`` the oracle can still tell apart, numbers counted from the last ones."""
    since_turn = since(log, "turn/start")
    since_step = since(since_turn, "step/start")
    return (
        bool(log),
        since_turn and not any(each.type == "turn/end" for each in since_turn),
        since_step and not any(each.type == "step/end" for each in since_step),
        tuple(waits(since_step, call_id) for call_id in "ab"),
        last_status(log),
        min(2, count(log, "turn/start")),
        min(2, count(since_turn, "step/start")),
    )


def checker_state(log: list[Event], trace: Any) -> object:
    """``trace`` with its numbers counted from those of ``log``, which alone make no new state."""
    turns = count(log, "turn/start")
    steps = count(since(log, "turn/start"), "step/start")
    return replace(trace, seq=trace.seq - log[-1].seq, turn=trace.turn - turns, step=trace.step - steps)


def disagreements(rules: ModuleType, limit: int = 1) -> tuple[list[tuple[list[Event], Event]], int]:
    """Search checker and oracle state together; return logs and next events they disagree on, and the checks made."""
    found: list[tuple[list[Event], Event]] = []
    seen: set[str] = set()
    pending: deque[tuple[list[Event], Any]] = deque([([], rules.Trace())])
    checks = 0
    while pending:
        log, trace = pending.popleft()
        for event in alphabet(log):
            checks += 1
            expected = allowed(log, event)
            if (rules.check(trace, event) is None) != expected:
                found.append((log, event))
                if len(found) == limit:
                    return found, checks
            elif expected:
                after = [*log, event], rules.apply(trace, event)
                key = repr((oracle_state(after[0]), checker_state(*after)))
                if key not in seen:
                    seen.add(key)
                    pending.append(after)
    return found, checks
