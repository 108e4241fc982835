"""The rules of a log: searched against an oracle, mutated, walked at random; and the plugin that keeps them."""

from __future__ import annotations

import logging
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from harness_trace_oracle import LEGAL, allowed, alphabet, disagreements
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tool_harness import (
    Context,
    Event,
    HarnessError,
    InvariantError,
    JsonlStore,
    Session,
    invariants,
    make_event,
    trace,
    use,
)
from tool_harness.events import EventType

# The rules


def test_checker_and_oracle_agree_in_every_state() -> None:
    found, checks = disagreements(trace)
    assert found == []
    assert checks > 2_000


MUTANTS = {
    "seq not strict": ("event.seq <= trace.seq", "event.seq < trace.seq"),
    "open step at turn end accepted": ('"turn/end": (_in_open_turn, _no_open_step)', '"turn/end": (_in_open_turn,)'),
    "open step at step start accepted": (
        '"step/start": (_in_open_turn, _no_open_step, _next_step)',
        '"step/start": (_in_open_turn, _next_step)',
    ),
    "open turn at turn start accepted": ('"turn/start": (_no_open_turn, _next_turn)', '"turn/start": (_next_turn,)'),
    "wrong turn named": ('event.data["turn"] == trace.turn else', 'event.data["turn"] else'),
    "wrong step named": ('event.data["step"] == trace.step else', 'event.data["step"] else'),
    "turn numbers skip": ('event.data["turn"] == trace.turn + 1', 'event.data["turn"] >= trace.turn'),
    "step numbers skip": ('event.data["step"] == trace.step + 1', 'event.data["step"] >= trace.step'),
    "step numbers go on in the next turn": ("turn_open=True, step=0)", "turn_open=True)"),
    "result without call": ("(*_INSIDE, _has_call)", "_INSIDE"),
    "result twice": ('trace.pending - {event.data["call_id"]}', "trace.pending"),
    "pending not cleared at step end": ("step_open=False, pending=frozenset())", "step_open=False)"),
    "chunk outside of a step": ('"chunk": _INSIDE', '"chunk": ()'),
    "message outside of a step": ('"message": _INSIDE', '"message": (_in_open_turn,)'),
    "call outside of a step": ('"tool/call": _INSIDE', '"tool/call": ()'),
    "step end outside of a step": ('"step/end": _INSIDE', '"step/end": ()'),
    "illegal status": ('"failed": frozenset({"idle", ', '"failed": frozenset({"idle", "paused", '),
    "disposed is left": ('"disposed": frozenset()', '"disposed": frozenset({"idle"})'),
    "status not kept": ('status=cast("Status", event.data["status"])', "status=trace.status"),
}


def mutant(name: str) -> ModuleType:
    source = Path(trace.__file__).read_text("utf-8")
    before, after = MUTANTS[name]
    assert source.count(before) == 1, f"{before} is not the one place any more"
    module = ModuleType("tool_harness.mutant")
    # Dataclasses look their module up by name.
    module.__dict__["__name__"] = trace.__name__
    exec(compile(source.replace(before, after), f"<{name}>", "exec"), module.__dict__)
    return module


@pytest.mark.parametrize("name", MUTANTS)
def test_the_search_kills_each_mutant(name: str) -> None:
    found, _ = disagreements(mutant(name))
    assert found


# The plugin


def guarded(context: Context | None = None) -> Session:
    context = context or Context()
    use(context, invariants)
    return context.sessions.open("s")


class Log(RuleBasedStateMachine):
    """A guarded session does what the oracle says, whatever comes, and reloads do not change that."""

    @initialize()
    def open(self) -> None:
        self.context = Context()
        self.dispose = use(self.context, invariants)
        self.session = self.context.sessions.open("s")

    @rule(data=st.data())
    def append_anything(self, data: st.DataObject) -> None:
        self.append(data.draw(st.sampled_from(list(alphabet(list(self.session.events()))))))

    @rule(data=st.data())
    def append_what_is_allowed(self, data: st.DataObject) -> None:
        log = list(self.session.events())
        self.append(data.draw(st.sampled_from([event for event in alphabet(log) if allowed(log, event)])))

    @precondition(lambda self: any(event.type == "tool/call" for event in self.session.events()))
    @rule(data=st.data())
    def append_the_result_of_a_stale_call(self, data: st.DataObject) -> None:
        calls = [event for event in self.session.events() if event.type == "tool/call"]
        call = data.draw(st.sampled_from(calls)).data
        place = {key: call[key] for key in ("turn", "step", "call_id")}
        self.append(
            make_event(self.session.events()[-1].seq + 1, "tool/result", {**place, "text": "", "is_error": False})
        )

    @rule()
    def reload(self) -> None:
        self.dispose()
        self.dispose = use(self.context, invariants)

    def append(self, event: Event) -> None:
        before = self.session.events()
        if allowed(list(before), event):
            self.session.append(event)
            assert self.session.events() == (*before, event)
        else:
            with pytest.raises(InvariantError):
                self.session.append(event)
            assert self.session.events() == before

    @invariant()
    def is_not_quarantined(self) -> None:
        assert self.session.quarantine is None


def test_random_walks() -> None:
    run_state_machine_as_test(Log, settings=settings(max_examples=60, stateful_step_count=25, deadline=None))


MESSAGES: list[tuple[list[tuple[EventType, dict[str, Any]]], str]] = [
    ([("turn/start", {"turn": 2})], "turn/start: the next turn is 1"),
    ([("turn/end", {"turn": 1})], "turn/end: no turn is open"),
    ([("turn/start", {"turn": 1}), ("turn/start", {"turn": 2})], "turn/start: turn 1 is open"),
    ([("turn/start", {"turn": 1}), ("step/start", {"turn": 1, "step": 2})], "step/start: the next step is 1"),
    ([("turn/start", {"turn": 1}), ("step/start", {"turn": 2, "step": 1})], "step/start: the open turn is 1"),
    ([("turn/start", {"turn": 1}), ("chunk", {"turn": 1, "step": 1, "text": ""})], "chunk: no step is open"),
    ([("status", {"status": "paused"})], "status: paused does not follow idle"),
    ([("status", {"status": "disposed"}), ("status", {"status": "idle"})], "status: idle does not follow disposed"),
]


@pytest.mark.parametrize(("events", "message"), MESSAGES, ids=[message for _, message in MESSAGES])
def test_messages(events: list[tuple[EventType, dict[str, Any]]], message: str) -> None:
    session = guarded()
    for kind, data in events[:-1]:
        session.emit(kind, **data)
    before = session.events()
    with pytest.raises(InvariantError) as caught:
        session.emit(events[-1][0], **events[-1][1])
    assert (str(caught.value), caught.value.code) == (message, "INVARIANT")
    assert session.events() == before


def test_the_oracle_knows_every_transition() -> None:
    assert {status: set(after) for status, after in trace.TRANSITIONS.items()} == LEGAL


def test_a_refused_event_is_not_on_disk_and_changes_nothing(tmp_path: Path) -> None:
    context = Context()
    use(context, invariants)
    with JsonlStore(tmp_path / "log") as store:
        session = context.sessions.open("s", store)
        session.emit("turn/start", turn=1)
        on_disk = (tmp_path / "log").read_bytes()
        with pytest.raises(InvariantError):
            session.emit("turn/start", turn=2)
        assert (tmp_path / "log").read_bytes() == on_disk
        session.emit("turn/end", turn=1)
        assert len(session) == 2


def test_an_event_that_the_store_cannot_keep_changes_nothing() -> None:
    class Full:
        events = ()

        def append(self, event: Event) -> None:
            raise OSError("full")

    context = Context()
    use(context, invariants)
    session = context.sessions.open("s", Full())
    for _ in range(2):
        with pytest.raises(OSError, match="full"):
            session.emit("turn/start", turn=1)


def test_an_event_that_another_guard_refuses_changes_nothing() -> None:
    session = guarded()

    def refuse(event: Event) -> None:
        raise HarnessError("no")

    dispose = session.guard(refuse)
    with pytest.raises(HarnessError, match="no"):
        session.emit("turn/start", turn=1)
    dispose()
    session.emit("turn/start", turn=1)


def test_a_listener_that_appends_is_checked_against_the_whole_log() -> None:
    session = guarded()

    def follow(event: Event) -> None:
        if event.type == "turn/start":
            session.emit("step/start", turn=1, step=1)

    session.listen(follow)
    session.emit("turn/start", turn=1)
    session.emit("step/end", turn=1, step=1)


def test_a_reload_in_mid_turn_rejects_nothing_legal() -> None:
    context = Context()
    dispose = use(context, invariants)
    session = context.sessions.open("s")
    session.emit("status", status="running")
    session.emit("turn/start", turn=1)
    session.emit("step/start", turn=1, step=1)
    session.emit("tool/call", turn=1, step=1, call_id="c", name="t")
    dispose()
    use(context, invariants)
    session.emit("tool/result", turn=1, step=1, call_id="c", text="", is_error=False)
    with pytest.raises(InvariantError, match="no call of this step waits"):
        session.emit("tool/result", turn=1, step=1, call_id="c", text="", is_error=False)
    session.emit("step/end", turn=1, step=1)
    session.emit("turn/end", turn=1)


def test_dispose_stops_checking_and_listening() -> None:
    context = Context()
    dispose = use(context, invariants)
    session = context.sessions.open("s")
    dispose()
    dispose()
    session.emit("turn/end", turn=9)
    context.sessions.open("other").emit("turn/end", turn=9)


def test_a_log_with_an_old_violation_is_reported_once_and_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    context = Context()
    broken, sound = context.sessions.open("broken"), context.sessions.open("sound")
    broken.emit("turn/start", turn=1)
    broken.emit("turn/start", turn=2)
    sound.emit("turn/start", turn=1)
    report = "session broken, entry 2: turn/start: turn 1 is open; it is not checked any more"
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            dispose = use(context, invariants)
            broken.emit("turn/end", turn=7)
            with pytest.raises(InvariantError):
                sound.emit("turn/start", turn=1)
            dispose()
    assert caplog.messages == [report]
    assert (broken.quarantine, sound.quarantine) == (report, None)


def test_a_stored_log_with_a_violation_loads(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "log"
    with JsonlStore(path) as store:
        for turn in (1, 2):
            store.append(make_event(1, "turn/start", {"turn": turn}))
    context = Context()
    use(context, invariants)
    with JsonlStore(path) as store, caplog.at_level(logging.WARNING):
        session = context.sessions.open("s", store)
        session.emit("turn/end", turn=5)
    assert caplog.messages == ["session s, entry 2: turn/start: seq 1 does not follow 1; it is not checked any more"]


def test_a_plugin_says_what_it_needs() -> None:
    assert (invariants.name, invariants.inject) == ("invariants", ("sessions",))
    plugin = ModuleType("plugin")
    plugin.name, plugin.inject = "greedy", ("sessions", "models")  # type: ignore[attr-defined]
    with pytest.raises(HarnessError, match="plugin greedy needs models") as caught:
        use(Context(), plugin)  # type: ignore[arg-type]
    assert caught.value.code == "MISSING_SERVICE"
