"""Lists of callbacks that can be taken off again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

Callback = TypeVar("Callback")
Disposer = Callable[[], None]


class Listeners(Generic[Callback]):
    """Callbacks in the order in which they came; iteration is over those that are there when it starts."""

    def __init__(self) -> None:
        self._entries: dict[object, Callback] = {}

    def add(self, callback: Callback) -> Disposer:
        """Add ``callback``, once more if it is there already, and return what takes it off."""
        ticket = object()
        self._entries[ticket] = callback

        def dispose() -> None:
            self._entries.pop(ticket, None)

        return dispose

    def __iter__(self) -> Iterator[Callback]:
        return iter(tuple(self._entries.values()))
