"""The map step: a pure function over many contents, here, in processes of this machine, or on the executor of a farm."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:  # the module costs more than a small run
    from concurrent.futures import Executor, Future

Key = TypeVar("Key")
# Contents to as many results; it has to pickle, and must not raise.
Function: TypeAlias = Callable[[Sequence[bytes]], Sequence[bytes]]

BATCH = 1 << 18  # bytes of content for one call
_IN_FLIGHT = 3  # batches for each worker that wait or are worked on: the bound of what is in memory


class Workers:
    """Who makes facts: this process while there is little to do, else ``jobs`` processes, one a processor by default.

    A given ``executor`` gets all there is to do. ``note`` says what the user should know of the workers.
    """

    def __init__(self, jobs: int | None = None, executor: Executor | None = None) -> None:
        self.jobs = jobs or processors()
        self.note: str | None = None
        self._given = executor

    def map(
        self, function: Function, contents: Iterable[tuple[Key, bytes]], enough: int
    ) -> Iterator[tuple[Key, bytes]]:
        """Each key with the result for its content, in order; less than ``enough`` bytes are done here."""
        contents = iter(contents)
        if self._given is None and self.jobs == 1:
            return _here(function, contents)
        first = list(_up_to(0 if self._given else enough, contents))
        following = next(contents, None)
        if following is None and self._given is None:
            return _here(function, first)
        return self._elsewhere(function, chain(first, [following] if following else [], contents))

    def _elsewhere(self, function: Function, contents: Iterable[tuple[Key, bytes]]) -> Iterator[tuple[Key, bytes]]:
        function([])  # imports what it needs once for all processes that are forked from this one
        pending: deque[tuple[list[tuple[Key, bytes]], Future[Sequence[bytes]]]] = deque()
        with self._executor() as executor:
            for batch in _batches(contents):
                pending.append((batch, executor.submit(function, [data for _, data in batch])))
                if len(pending) > _IN_FLIGHT * self.jobs:
                    yield from self._results(function, *pending.popleft())
            while pending:
                yield from self._results(function, *pending.popleft())

    def _results(
        self, function: Function, batch: Sequence[tuple[Key, bytes]], future: Future[Sequence[bytes]]
    ) -> Iterator[tuple[Key, bytes]]:
        try:
            yield from zip((key for key, _ in batch), future.result(), strict=True)
        except Exception as error:  # noqa: BLE001 - a worker that was killed, a farm that is gone: it is done here
            self.note = f"a worker failed ({error}), so that its part was done without it"
            yield from _here(function, batch)

    def _executor(self) -> AbstractContextManager[Executor]:
        if self._given is not None:
            return nullcontext(self._given)
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - as above
        from multiprocessing import get_context  # noqa: PLC0415

        # What this process has imported need not be imported again; where fork is not safe, Python's own choice.
        context = get_context("fork" if sys.platform == "linux" else None)
        return ProcessPoolExecutor(self.jobs, context)


def processors() -> int:
    """Number of processors that this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def _here(function: Function, contents: Iterable[tuple[Key, bytes]]) -> Iterator[tuple[Key, bytes]]:
    return ((key, function([data])[0]) for key, data in contents)


def _up_to(size: int, contents: Iterator[tuple[Key, bytes]]) -> Iterator[tuple[Key, bytes]]:
    """As many of the contents as have at least ``size`` bytes together."""
    taken = 0
    while taken < size and (each := next(contents, None)) is not None:
        taken += len(each[1])
        yield each


def _batches(contents: Iterable[tuple[Key, bytes]]) -> Iterator[list[tuple[Key, bytes]]]:
    contents = iter(contents)
    while batch := list(_up_to(BATCH, contents)):
        yield batch
