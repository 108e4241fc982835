"""Events, sessions and the file that keeps one: what is refused, what lasts, and what a killed writer leaves."""

from __future__ import annotations

import errno
import gc
import json
import math
import os
import signal
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any, get_args

import pytest
from harness_specs import json_values
from hypothesis import given

from tool_harness import (
    Context,
    Event,
    EventType,
    HarnessError,
    JsonlStore,
    Session,
    Sessions,
    StoreError,
    error_data,
    invariants,
    make_event,
    use,
)
from tool_harness import store as harness_store
from tool_harness.events import EVENT_FIELDS, event_from_json, event_to_json

# Events

DATA: dict[EventType, dict[str, Any]] = {
    "turn/start": {"turn": 1},
    "turn/end": {"turn": 1},
    "step/start": {"turn": 1, "step": 1},
    "step/end": {"turn": 1, "step": 1},
    "chunk": {"turn": 1, "step": 1, "text": "a"},
    "message": {"turn": 1, "step": 1, "role": "user", "text": "a"},
    "tool/call": {"turn": 1, "step": 1, "call_id": "c", "name": "t", "arguments": {"a": 1}},
    "tool/result": {"turn": 1, "step": 1, "call_id": "c", "text": "a", "is_error": False},
    "status": {"status": "running"},
    "error": {"name": "ValueError", "message": "m"},
}


def test_every_type_of_event_is_here() -> None:
    assert set(get_args(EventType)) == set(DATA) == set(EVENT_FIELDS)


@pytest.mark.parametrize("kind", DATA)
def test_an_event_reads_back_the_same(kind: EventType) -> None:
    event = make_event(3, kind, {**DATA[kind], "more": ["\ud800", {"x": None}]})
    line = event_to_json(event)
    assert line.isascii()
    assert "\n" not in line
    assert event_from_json(line) == event


@given(json_values)
def test_any_json_reads_back_the_same(value: object) -> None:
    event = make_event(1, "turn/start", {"turn": 1, "more": value})
    assert event_from_json(event_to_json(event)) == event
    assert json.dumps(event.data["more"]) == json.dumps(value)


def test_an_event_keeps_nothing_of_the_original() -> None:
    data: dict[str, Any] = {"turn": 1, "more": [1]}
    event = make_event(1, "turn/start", data)
    data["more"].append(2)
    assert event.data["more"] == [1]
    with pytest.raises(TypeError):
        event.data["more"].append(2)


def cyclic() -> dict[str, Any]:
    value: dict[str, Any] = {"turn": 1}
    value["self"] = value
    return value


def deep() -> dict[str, Any]:
    value: dict[str, Any] = {"turn": 1}
    for _ in range(100_000):
        value = {"turn": 1, "x": value}
    return value


def nested(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels - 1):
        value = [value]
    return value


NO_EVENTS = [
    (1, "turn/start", {}, "turn/start: turn: required integer is missing"),
    (1, "turn/start", {"turn": "1"}, "turn/start: turn: expected integer, got string"),
    (1, "status", {"status": "asleep"}, "status: status: expected one of"),
    (1, "turn/begin", {}, "unknown type of event"),
    (1, ["turn/start"], {}, "unknown type of event"),
    (True, "turn/start", {"turn": 1}, "seq must be an integer from 0 on"),
    (-1, "turn/start", {"turn": 1}, "seq must be an integer from 0 on"),
    (1, "turn/start", {"turn": 1, "seq": 2}, "a field called seq or type"),
    (1, "turn/start", {"turn": math.nan}, "turn/start: the data is not JSON"),
    (1, "turn/start", {"turn": 1, "x": object()}, "turn/start: the data is not JSON"),
    (1, "turn/start", {"turn": 10**5000}, "turn/start: the data is not JSON"),
    (1, "turn/start", cyclic(), "turn/start: the data is not JSON"),
    (1, "turn/start", deep(), "turn/start: the data is not JSON"),
    (1, "turn/start", {"turn": 1, "x": nested(128)}, "turn/start: the data is not JSON"),
    (1, "turn/start", {"turn": 10**641}, "turn/start: the data is not JSON"),
    (1, "turn/start", {"turn": 1, 1: 1, "1": 1}, "turn/start: the data is not JSON"),
    (1, "turn/start", None, "the data must be a dict"),
    (10**5000, "turn/start", {"turn": 1}, "seq must be an integer from 0 on"),
]


@pytest.mark.parametrize(("seq", "kind", "data", "message"), NO_EVENTS, ids=range(len(NO_EVENTS)))
def test_what_is_no_event(seq: Any, kind: Any, data: Any, message: str) -> None:
    with pytest.raises(HarnessError, match=message) as caught:
        make_event(seq, kind, data)
    assert caught.value.code == "INVALID_EVENT"


# Sessions


def test_a_session_numbers_its_events_and_tells_listeners() -> None:
    session, seen = Session("s"), []
    dispose = session.listen(seen.append)
    session.emit("turn/start", turn=1)
    dispose()
    session.emit("turn/end", turn=1)
    assert [(event.seq, event.type) for event in session.events()] == [(1, "turn/start"), (2, "turn/end")]
    assert seen == list(session.events()[:1])
    assert session.events(1) == session.events()[1:]
    assert len(session) == 2


def test_what_a_guard_refuses_is_neither_logged_nor_told(tmp_path: Path) -> None:
    def refuse(event: Event) -> None:
        raise HarnessError("no")

    with JsonlStore(tmp_path / "log") as store:
        session, seen = Session("s", store), []
        session.listen(seen.append)
        dispose = session.guard(refuse)
        with pytest.raises(HarnessError, match="no"):
            session.emit("turn/start", turn=1)
        dispose()
        assert (session.events(), seen, (tmp_path / "log").read_bytes()) == ((), [], b"")
        assert session.emit("turn/start", turn=1).seq == 1


def test_a_failing_listener_hides_the_event_from_nobody() -> None:
    def fail(event: Event) -> None:
        raise ValueError("listener")

    session, seen = Session("s"), []
    session.listen(fail)
    session.listen(seen.append)
    with pytest.raises(ValueError, match="listener"):
        session.emit("turn/start", turn=1)
    session.listen(fail)
    with pytest.raises(ExceptionGroup, match="listeners failed"):
        session.emit("turn/end", turn=1)
    assert seen == list(session.events())


def test_a_listener_may_append() -> None:
    session = Session("s")

    def follow(event: Event) -> None:
        if event.type == "turn/start":
            session.emit("turn/end", turn=1)

    session.listen(follow)
    session.emit("turn/start", turn=1)
    assert [event.seq for event in session.events()] == [1, 2]


def test_an_error_event_carries_code_and_causes() -> None:
    event = Session("s").emit("error", **error_data(StoreError("m", cause=ValueError("v"))))
    assert event.data == {
        "name": "StoreError",
        "message": "m",
        "code": "STORE",
        "cause": {"name": "ValueError", "message": "ValueError: v"},
    }


def test_sessions_by_name() -> None:
    sessions, opened = Sessions(), []
    dispose = sessions.on_open(opened.append)
    one = sessions.open("one")
    with pytest.raises(HarnessError, match="there is a session one already") as caught:
        sessions.open("one")
    assert caught.value.code == "DUPLICATE_SESSION"
    dispose()
    two = sessions.open("two")
    assert (list(sessions), opened) == ([one, two], [one])
    sessions.close("one")
    assert list(sessions) == [two]
    assert sessions.open("one") is not one


# The file

EVENTS = [make_event(number, kind, data) for number, (kind, data) in enumerate(DATA.items(), 1)]
LINES = [event_to_json(event).encode() + b"\n" for event in EVENTS]


def write(path: Path, events: list[Event]) -> None:
    with JsonlStore(path) as store:
        for event in events:
            store.append(event)


def test_a_reload_gives_the_same_log(tmp_path: Path) -> None:
    write(tmp_path / "log", EVENTS[:4])
    write(tmp_path / "log", EVENTS[4:])
    assert (tmp_path / "log").read_bytes() == b"".join(LINES)
    with JsonlStore(tmp_path / "log") as store:
        assert store.events == EVENTS
        assert store.dropped is None
        assert Session("s", store).emit("turn/start", turn=2).seq == len(EVENTS) + 1


def test_a_line_cut_at_any_byte_is_dropped_and_told(tmp_path: Path) -> None:
    path, last = tmp_path / "log", LINES[-1]
    for cut in range(len(last) + 1):
        path.write_bytes(b"".join(LINES[:-1]) + last[:cut])
        with JsonlStore(path) as store:
            finished = cut == len(last)
            assert store.events == (EVENTS if finished else EVENTS[:-1])
            if cut in (0, len(last)):
                assert store.dropped is None
            else:
                assert store.dropped is not None
                assert store.dropped.content == last[:cut]
                assert str(store.dropped) == f"line 10 was not finished; its {cut} bytes were dropped"
            if not finished:
                store.append(EVENTS[-1])
        assert path.read_bytes() == b"".join(LINES)


DYING_WRITER = """
import os, signal, sys
from tool_harness import JsonlStore, make_event
path, at = sys.argv[1], int(sys.argv[2])
store = JsonlStore(path)
store.append(make_event(1, "turn/start", {"turn": 1}))
write = os.write
def die(file, content):
    write(file, content[:at])
    os.kill(os.getpid(), signal.SIGKILL)
os.write = die
store.append(make_event(2, "turn/end", {"turn": 1}))
"""
SECOND_LINE = event_to_json(make_event(2, "turn/end", {"turn": 1})).encode() + b"\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
@pytest.mark.parametrize("at", [0, 1, 20, len(SECOND_LINE) - 1, len(SECOND_LINE)])
def test_a_killed_writer_leaves_all_finished_events_and_no_lock(tmp_path: Path, at: int) -> None:
    command = [sys.executable, "-c", DYING_WRITER, tmp_path / "log", str(at)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    with JsonlStore(tmp_path / "log") as store:
        finished = at == len(SECOND_LINE)
        assert [event.seq for event in store.events] == ([1, 2] if finished else [1])
        assert (store.dropped is None) == (at in (0, len(SECOND_LINE)))


LIVING_WRITER = """
import sys
from tool_harness import JsonlStore, make_event
store = JsonlStore(sys.argv[1])
store.append(make_event(1, "turn/start", {"turn": 1}))
print("open", flush=True)
sys.stdin.read()
"""


def test_two_writers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    command = [sys.executable, "-c", LIVING_WRITER, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        content = path.read_bytes()
        with pytest.raises(StoreError, match="another writer has it"):
            JsonlStore(path)
        assert path.read_bytes() == content
        other.kill()
    with JsonlStore(path) as store:
        assert len(store.events) == 1
        with pytest.raises(StoreError, match="another writer has it"):
            JsonlStore(path)
    JsonlStore(path).close()


SOUND = '{"seq":2,"type":"turn/start","turn":1}'
ODD_LINES = [
    b"\xef\xbb\xbf" + SOUND.encode(),
    SOUND.encode("utf-16-be"),
    SOUND.replace("1", "NaN").encode(),
    SOUND.replace("1}", '1,"x":1e999}').encode(),
    SOUND.replace("1}", '1,"seq":3}').encode(),
]


@pytest.mark.parametrize(
    "line", [b"", b"x", b"[]", b'{"seq": 1}', b'{"seq": 1, "type": "turn/start"}', b"\xff", *ODD_LINES, b"[" * 99999]
)
def test_a_damaged_line_is_an_error_and_not_dropped(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "log"
    content = LINES[0] + line + b"\n" + LINES[1]
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"log:2: ") as caught:
        JsonlStore(path)
    assert caught.value.code == "STORE"
    assert path.read_bytes() == content
    path.write_bytes(LINES[0])
    JsonlStore(path).close()


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    real = os.write

    def fail(file: int, content: bytes) -> int:
        if len(content) < len(LINES[1]):
            raise error
        return real(file, content[:5])

    with JsonlStore(tmp_path / "log") as store:
        session = Session("s", store)
        session.append(EVENTS[0])
        monkeypatch.setattr(os, "write", fail)
        with pytest.raises(StoreError if isinstance(error, OSError) else KeyboardInterrupt):
            session.append(EVENTS[1])
        monkeypatch.undo()
        assert session.events() == (EVENTS[0],)
        session.append(EVENTS[1])
    assert (tmp_path / "log").read_bytes() == b"".join(LINES[:2])


def test_short_writes_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda file, content: real(file, content[:3]))
    write(tmp_path / "log", EVENTS)
    assert (tmp_path / "log").read_bytes() == b"".join(LINES)


def test_what_cannot_be_cut_off_closes_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    store = JsonlStore(tmp_path / "log")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(StoreError, match="Input/output error"):
        store.append(EVENTS[0])
    monkeypatch.undo()
    with pytest.raises(StoreError, match="closed"):
        store.append(EVENTS[0])
    store.close()


def test_a_file_that_is_no_log_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="missing"):
        JsonlStore(tmp_path / "missing" / "log")
    with pytest.raises(StoreError, match="directory"):
        JsonlStore(tmp_path)


# What a reviewer broke


def test_a_session_opened_again_on_an_open_store_has_the_whole_log(tmp_path: Path) -> None:
    with JsonlStore(tmp_path / "log") as store:
        one = Session("one", store)
        one.emit("turn/start", turn=1)
        two = Session("two", store)
        two.emit("turn/end", turn=1)
        one.emit("turn/start", turn=2)
        assert one.events() == two.events() == tuple(store.events)
        assert [event.seq for event in one.events()] == [1, 2, 3]


@pytest.mark.parametrize("content", [b'{"name":"x","version":"1"}', b"some notes", b'{"seq" : 1'])
def test_a_foreign_file_is_not_touched(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "log").write_bytes(content)
    with pytest.raises(StoreError, match=r"log:1: not finished, and not the beginning of an event"):
        JsonlStore(tmp_path / "log")
    assert (tmp_path / "log").read_bytes() == content


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be opened elsewhere")
def test_the_folder_is_synced_and_a_failure_leaves_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []

    def fail(folder: Path) -> None:
        synced.append(folder)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(harness_store, "_sync_folder", fail)
    with pytest.raises(StoreError, match="Input/output error"):
        JsonlStore(tmp_path / "log")
    monkeypatch.undo()
    assert synced == [tmp_path]
    JsonlStore(tmp_path / "log").close()
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="no fork")
def test_another_process_cannot_append(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with JsonlStore(tmp_path / "log") as store:
        own = os.getpid()
        monkeypatch.setattr(os, "getpid", lambda: own + 1)
        with pytest.raises(StoreError, match="opened by another process"):
            store.append(EVENTS[0])
        assert (tmp_path / "log").read_bytes() == b""


def test_an_interrupt_after_the_write_leaves_log_and_file_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Log(list[Event]):
        def append(self, event: Event) -> None:
            raise KeyboardInterrupt

    with JsonlStore(tmp_path / "log") as store:
        session = Session("s", store)
        session.append(EVENTS[0])
        log = store._log  # noqa: SLF001
        store._log = Log(log)  # noqa: SLF001
        with pytest.raises(KeyboardInterrupt):
            session.append(EVENTS[1])
        assert (tmp_path / "log").read_bytes() == b"".join(LINES[:2])
        store._log = log  # noqa: SLF001
        assert session.emit("turn/end", turn=1).seq == 2
    assert (tmp_path / "log").read_bytes() == b"".join(LINES[:2])


def test_every_listener_hears_events_in_their_order() -> None:
    session = Session("s")
    seen: dict[str, list[int]] = {"first": [], "last": []}

    def follow(event: Event) -> None:
        seen["first"].append(event.seq)
        if event.type == "turn/start":
            session.emit("turn/end", turn=1)

    session.listen(follow)
    session.listen(lambda event: seen["last"].append(event.seq))
    session.emit("turn/start", turn=1)
    assert seen == {"first": [1, 2], "last": [1, 2]}


def test_a_guard_cannot_append() -> None:
    session = Session("s")
    session.guard(lambda _: session.emit("turn/end", turn=1) and None)
    with pytest.raises(HarnessError, match="a guard cannot append") as caught:
        session.emit("turn/start", turn=1)
    assert caught.value.code == "REENTRANT"
    assert session.events() == ()


def test_a_session_whose_opening_fails_is_not_kept() -> None:
    def fail(session: Session) -> None:
        raise ValueError("no")

    sessions = Sessions()
    dispose = sessions.on_open(fail)
    with pytest.raises(ValueError, match="no"):
        sessions.open("s")
    dispose()
    assert list(sessions) == []
    sessions.open("s")


def test_closing_an_unknown_session() -> None:
    with pytest.raises(HarnessError, match="there is no session x") as caught:
        Sessions().close("x")
    assert caught.value.code == "UNKNOWN_SESSION"


def test_guards_of_closed_sessions_are_let_go() -> None:
    context = Context()
    use(context, invariants)
    closed = weakref.ref(context.sessions.open("one"))
    context.sessions.close("one")
    context.sessions.open("two")
    gc.collect()
    assert closed() is None
