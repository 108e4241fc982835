"""What happens in a session, one JSON object each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

from tool_harness.errors import HarnessError
from tool_harness.freeze import deep_freeze
from tool_harness.spec import PropertySpec, SchemaSpec
from tool_harness.validate import Validator

EventType = Literal[
    "turn/start",
    "turn/end",
    "step/start",
    "step/end",
    "chunk",
    "message",
    "tool/call",
    "tool/result",
    "status",
    "error",
]
Status = Literal["idle", "running", "paused", "failed", "disposed"]

_INTEGER: Final[PropertySpec] = {"type": "integer", "required": True}
_STRING: Final[PropertySpec] = {"type": "string", "required": True}
_TURN: Final[SchemaSpec] = {"turn": _INTEGER}
_STEP: Final[SchemaSpec] = {**_TURN, "step": _INTEGER}
_CALL: Final[SchemaSpec] = {**_STEP, "call_id": _STRING}

# Fields that an event has to have; more are kept.
EVENT_FIELDS: Final[dict[EventType, SchemaSpec]] = {
    "turn/start": _TURN,
    "turn/end": _TURN,
    "step/start": _STEP,
    "step/end": _STEP,
    "chunk": {**_STEP, "text": _STRING},
    "message": {**_STEP, "role": _STRING, "text": _STRING},
    "tool/call": {**_CALL, "name": _STRING},
    "tool/result": {**_CALL, "text": _STRING, "is_error": {"type": "boolean", "required": True}},
    "status": {"status": {"type": "string", "enum": list(get_args(Status)), "required": True}},
    "error": {"name": _STRING, "message": _STRING, "code": {"type": "string"}},
}
_TYPES: Final[dict[str, EventType]] = {name: name for name in EVENT_FIELDS}
_VALIDATORS: Final = {name: Validator(fields, name) for name, fields in EVENT_FIELDS.items()}


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a session's log; made by :func:`make_event`, so that ``data`` is frozen and holds what it must."""

    seq: int
    type: EventType
    data: Mapping[str, Any]


def make_event(seq: int, kind: EventType, data: Mapping[str, object]) -> Event:
    """Make an event, its data as JSON would give it back; the original is neither kept nor changed.

    Raises :class:`HarnessError` with code ``INVALID_EVENT`` when ``kind`` is unknown, a field is missing or of a wrong
    type, or the data is nothing that JSON can hold (NaN, cycles, other objects).
    """
    try:
        copied = json.loads(json.dumps(data, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise HarnessError(f"{kind}: the data is not JSON", code="INVALID_EVENT", cause=error) from error
    return _event_of(seq, kind, copied)


def event_to_json(event: Event) -> str:
    """Write an event as one line of JSON in ASCII, without the line's end."""
    return json.dumps({"seq": event.seq, "type": event.type, **event.data}, allow_nan=False, separators=(",", ":"))


def event_from_json(line: str | bytes) -> Event:
    """Read what :func:`event_to_json` wrote; raise :class:`HarnessError`, ``INVALID_EVENT``, for anything else."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise HarnessError("no line of JSON", code="INVALID_EVENT", cause=error) from error
    if not isinstance(data, dict):
        raise HarnessError("no JSON object", code="INVALID_EVENT")
    fields = cast("dict[str, Any]", data)
    return _event_of(fields.pop("seq", None), fields.pop("type", None), fields)


def _event_of(seq: object, kind: object, data: dict[str, Any]) -> Event:
    if type(seq) is not int or seq < 0:
        raise HarnessError("seq must be an integer from 0 on", code="INVALID_EVENT")
    known = _TYPES.get(kind) if isinstance(kind, str) else None
    if known is None or "seq" in data or "type" in data:
        raise HarnessError("unknown type of event, or a field called seq or type", code="INVALID_EVENT")
    if violations := _VALIDATORS[known].violations(data).texts():
        raise HarnessError(f"{known}: {'; '.join(violations)}", code="INVALID_EVENT")
    return Event(seq, known, deep_freeze(data))
