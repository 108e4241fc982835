"""Sessions: append-only logs of events, with guards before an event and listeners after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from tool_harness.errors import HarnessError
from tool_harness.events import Event, EventType, make_event
from tool_harness.listeners import Disposer, Listeners
from tool_harness.store import JsonlStore

__all__ = ["JsonlStore", "Session", "Sessions", "Store"]

EventListener = Callable[[Event], None]


class Store(Protocol):
    """Where a log is kept: the events that are there already, and the way to add one that has to last."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What was in the store when it was opened."""
        ...

    def append(self, event: Event) -> None:
        """Keep ``event``, or raise and keep nothing of it."""
        ...


class Session:
    """A log that only grows. One thread appends; ``store`` is asked before the log is."""

    def __init__(self, name: str, store: Store | None = None) -> None:
        self.name = name
        # Why a guard gave up on this log; kept here so that a guard applied anew need not report it again.
        self.quarantine: str | None = None
        self._store = store
        self._log = list(store.events) if store else []
        self._guards: Listeners[EventListener] = Listeners()
        self._listeners: Listeners[EventListener] = Listeners()

    def __len__(self) -> int:
        return len(self._log)

    def events(self, start: int = 0) -> tuple[Event, ...]:
        """Return the log from the entry ``start`` on."""
        return tuple(self._log[start:])

    def guard(self, guard: EventListener) -> Disposer:
        """Let ``guard`` see each event before it is in the log; what it raises keeps the event out."""
        return self._guards.add(guard)

    def listen(self, listener: EventListener) -> Disposer:
        """Let ``listener`` see each event that is in the log."""
        return self._listeners.add(listener)

    def emit(self, kind: EventType, /, **data: object) -> Event:
        """Make the next event and append it."""
        event = make_event(self._log[-1].seq + 1 if self._log else 1, kind, data)
        self.append(event)
        return event

    def append(self, event: Event) -> None:
        """Add ``event`` to the store and the log, unless a guard or the store raises; then tell the listeners.

        What a listener raises comes through after all of them were told; the event stays.
        """
        for guard in self._guards:
            guard(event)
        if self._store:
            self._store.append(event)
        self._log.append(event)
        self._tell(event)

    def _tell(self, event: Event) -> None:
        errors: list[Exception] = []
        for listener in self._listeners:
            try:
                listener(event)
            except Exception as error:  # noqa: BLE001 - raised again below
                errors.append(error)
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
        """Make a session with the log that ``store`` has; raise ``DUPLICATE_SESSION`` when the name is taken."""
        if name in self._sessions:
            raise HarnessError(f"there is a session {name} already", code="DUPLICATE_SESSION")
        session = self._sessions[name] = Session(name, store)
        for listener in self._listeners:
            listener(session)
        return session

    def close(self, name: str) -> None:
        """Forget a session; its store is closed by whoever opened it."""
        del self._sessions[name]

    def on_open(self, listener: Callable[[Session], None]) -> Disposer:
        """Let ``listener`` see each session that is opened from now on."""
        return self._listeners.add(listener)
