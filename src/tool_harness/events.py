"""What happens in a session, one JSON object each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

from tool_harness.errors import HarnessError
from tool_harness.freeze import deep_freeze
from tool_harness.json_value import is_object, is_string
from tool_harness.spec import PropertySpec, SchemaSpec
from tool_harness.validate import Validator, decode_json

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
_VALIDATORS: Final[dict[object, tuple[EventType, Validator]]] = {
    name: (name, Validator(fields, name)) for name, fields in EVENT_FIELDS.items()
}
MAX_SEQ: Final = 2**53 - 1  # the largest integer that every reader of JSON keeps


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a session's log; made by :func:`make_event`, so that ``data`` is frozen and holds what it must."""

    seq: int
    type: EventType
    data: Mapping[str, Any]


def make_event(seq: int, kind: EventType, data: Mapping[str, object]) -> Event:
    """Make an event, its data as JSON would give it back; the original is neither kept nor changed.

    Raises :class:`HarnessError` with code ``INVALID_EVENT`` when ``kind`` is unknown, a field is missing or of a wrong
    type, or the data is nothing that :func:`event_from_json` would read back: NaN, cycles, more than 128 levels,
    integers of more than 640 digits, other objects than JSON's.
    """
    try:
        copied = decode_json(json.dumps(data, allow_nan=False))
    except Exception as error:  # whatever foreign containers raise
        raise HarnessError(f"{kind}: the data is not JSON", code="INVALID_EVENT") from error
    return _event_of(seq, kind, copied)


def event_to_json(event: Event) -> str:
    """Write an event as one line of JSON in ASCII, without the line's end."""
    return json.dumps({"seq": event.seq, "type": event.type, **event.data}, allow_nan=False, separators=(",", ":"))


def event_from_json(line: str | bytes) -> Event:
    """Read what :func:`event_to_json` wrote; raise :class:`HarnessError`, ``INVALID_EVENT``, for anything else.

    Bytes are UTF-8 without a byte order mark. The rules of JSON are those of :func:`parse_arguments`.
    """
    try:
        data = decode_json(line.decode("utf-8") if isinstance(line, bytes) else line)
    except ValueError as error:
        raise HarnessError("no line of JSON", code="INVALID_EVENT") from error
    if not isinstance(data, dict):
        raise HarnessError("no JSON object", code="INVALID_EVENT")
    fields = cast("dict[str, Any]", data)
    return _event_of(fields.pop("seq", None), fields.pop("type", None), fields)


def _event_of(seq: object, kind: object, data: object) -> Event:
    if type(seq) is not int or not 0 <= seq <= MAX_SEQ:
        raise HarnessError(f"seq must be an integer from 0 on, at most {MAX_SEQ}", code="INVALID_EVENT")
    if not is_object(data):
        raise HarnessError("the data must be a dict of fields", code="INVALID_EVENT")
    if not (is_string(kind) and kind in _VALIDATORS) or "seq" in data or "type" in data:
        raise HarnessError("unknown type of event, or a field called seq or type", code="INVALID_EVENT")
    known, validator = _VALIDATORS[kind]
    if violations := validator.violations(data).texts():
        raise HarnessError(f"{known}: {'; '.join(violations)}", code="INVALID_EVENT")
    return Event(seq, known, cast("Mapping[str, Any]", deep_freeze(data)))
