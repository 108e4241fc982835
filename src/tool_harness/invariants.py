"""A plugin that refuses events that do not follow from the log; for development and tests.

The trace is always derived from the log itself, so a reload in the middle of a turn, an event that a store could not
keep, and a listener that appends events leave nothing out of step.
"""

from __future__ import annotations

import logging

from tool_harness import trace
from tool_harness.errors import InvariantError
from tool_harness.events import Event
from tool_harness.listeners import Disposer
from tool_harness.plugins import Context
from tool_harness.session import Session

__all__ = ["apply", "inject", "name"]

name: str = "invariants"
inject: tuple[str, ...] = ("sessions",)

_logger = logging.getLogger(__name__)


def apply(context: Context) -> Disposer:
    """Replay the log of every session, guard each from now on, and those that are opened later.

    A log that holds a violation already is reported once, as a warning, and its session is left alone.
    """
    guards: dict[Session, Disposer] = {}

    def watch(session: Session) -> None:
        # Sessions that were closed in the meantime are let go.
        for closed in guards.keys() - set(context.sessions):
            guards.pop(closed)()
        guards[session] = session.guard(_Watch(session).guard)

    stop_watching = context.sessions.on_open(watch)
    for session in context.sessions:
        watch(session)

    def dispose() -> None:
        stop_watching()
        while guards:
            guards.popitem()[1]()

    return dispose


class _Watch:
    """The trace of one session, as far as its log was seen."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._trace = trace.Trace()
        self._seen = 0
        self._quarantined = False
        self._catch_up()

    def guard(self, event: Event) -> None:
        """Raise :class:`InvariantError` when ``event`` may not follow."""
        self._catch_up()
        problem = None if self._quarantined else trace.check(self._trace, event)
        if problem:
            raise InvariantError(f"{event.type}: {problem}")

    def _catch_up(self) -> None:
        if self._quarantined:
            return
        for event in self._session.events(self._seen):
            self._seen += 1
            if problem := trace.check(self._trace, event):
                self._quarantine(f"{event.type}: {problem}")
                return
            self._trace = trace.apply(self._trace, event)

    def _quarantine(self, problem: str) -> None:
        self._quarantined = True
        report = f"session {self._session.name}, entry {self._seen}: {problem}; it is not checked any more"
        if self._session.quarantine != report:
            self._session.quarantine = report
            _logger.warning(report)
