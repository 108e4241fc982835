"""Sessions: append-only logs of events, with guards before an event and listeners after it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from tool_harness.errors import HarnessError
from tool_harness.events import Event, EventType, make_event
from tool_harness.listeners import Disposer, Listeners

EventListener = Callable[[Event], None]


class Store(Protocol):
    """Where a log is kept: the events that are there, and the way to add one that has to last."""

    @property
    def events(self) -> Sequence[Event]:
        """All that is in the store now."""
        ...

    def append(self, event: Event) -> None:
        """Keep ``event`` as the last of ``events``, or raise and keep nothing of it."""
        ...


class _Memory:
    """The store of a session that need not last."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def append(self, event: Event) -> None:
        self.events.append(event)


class Session:
    """A log that only grows. One thread appends. The log is what ``store`` holds, and is kept nowhere else."""

    def __init__(self, name: str, store: Store | None = None) -> None:
        self.name = name
        # Why a guard gave up on this log; kept here so that a guard applied anew need not report it again.
        self.quarantine: str | None = None
        self._store: Store = _Memory() if store is None else store
        self._guards: Listeners[EventListener] = Listeners()
        self._guarding = False
        self._listeners: Listeners[EventListener] = Listeners()
        self._untold: deque[Event] = deque()
        self._telling = False

    def __len__(self) -> int:
        return len(self._store.events)

    def events(self, start: int = 0) -> tuple[Event, ...]:
        """Return the log from the entry ``start`` on."""
        return tuple(self._store.events[start:])

    def guard(self, guard: EventListener) -> Disposer:
        """Let ``guard`` see each event before it is in the log; what it raises keeps the event out.

        A guard cannot append to the session that it guards.
        """
        return self._guards.add(guard)

    def listen(self, listener: EventListener) -> Disposer:
        """Let ``listener`` see each event that is in the log."""
        return self._listeners.add(listener)

    def emit(self, kind: EventType, /, **data: object) -> Event:
        """Make the next event and append it."""
        events = self._store.events
        event = make_event(events[-1].seq + 1 if events else 1, kind, data)
        self.append(event)
        return event

    def append(self, event: Event) -> None:
        """Add ``event`` to the store, unless a guard or the store raises; then tell the listeners.

        All of them are told of one event before any is told of the next, also when a listener appends. What they raise
        comes through after that; the events stay. Raises :class:`HarnessError` with code ``REENTRANT`` for an append
        by a guard.
        """
        self._ask_guards(event)
        self._store.append(event)
        self._untold.append(event)
        if not self._telling:
            self._tell()

    def _ask_guards(self, event: Event) -> None:
        if self._guarding:
            raise HarnessError(f"{event.type}: a guard cannot append to its session", code="REENTRANT")
        self._guarding = True
        try:
            for guard in self._guards:
                guard(event)
        finally:
            self._guarding = False

    def _tell(self) -> None:
        errors: list[Exception] = []
        self._telling = True
        try:
            while self._untold:
                event = self._untold.popleft()
                for listener in self._listeners:
                    try:
                        listener(event)
                    except Exception as error:  # noqa: BLE001 - raised again below
                        errors.append(error)
        finally:
            self._telling = False
        if errors:
            raise errors[0] if len(errors) == 1 else ExceptionGroup("listeners failed", errors)


class Sessions:
    """The sessions of a harness by name."""

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}
        self._listeners: Listeners[Callable[[Session], None]] = Listeners()

    def __iter__(self) -> Iterator[Session]:
        return iter(tuple(self._sessions.values()))

    def open(self, name: str, store: Store | None = None) -> Session:
        """Make a session with the log that ``store`` has; raise ``DUPLICATE_SESSION`` when the name is taken.

        What a listener raises comes through, and the session is not kept then.
        """
        if name in self._sessions:
            raise HarnessError(f"there is a session {name} already", code="DUPLICATE_SESSION")
        session = self._sessions[name] = Session(name, store)
        try:
            for listener in self._listeners:
                listener(session)
        except BaseException:
            self._sessions.pop(name, None)
            raise
        return session

    def close(self, name: str) -> None:
        """Forget a session; its store is closed by whoever opened it. Raises ``UNKNOWN_SESSION`` when there is none."""
        if name not in self._sessions:
            raise HarnessError(f"there is no session {name}", code="UNKNOWN_SESSION")
        del self._sessions[name]

    def on_open(self, listener: Callable[[Session], None]) -> Disposer:
        """Let ``listener`` see each session that is opened from now on."""
        return self._listeners.add(listener)
