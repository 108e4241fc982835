"""The map step: a pure function over many contents, here, in processes of this machine, or on a farm's executor."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:  # the module costs more than a small run
    from concurrent.futures import Executor, Future

Key = TypeVar("Key")
# Contents to as many results; it has to pickle, and must not raise.
Function: TypeAlias = Callable[[Sequence[bytes]], Sequence[bytes]]

BATCH = 1 << 16  # bytes of content for one call
IN_FLIGHT = 3  # batches for each worker that wait or are worked on: the bound of what is in memory
FARM = 64  # workers of a farm that are kept busy, unless it is said how many
_PATIENCE = 1  # seconds between two looks whether an executor is still there
_SHOWN = 200  # characters of what went wrong


class _Batch(NamedTuple, Generic[Key]):
    """Contents that somebody works on, or nobody: then they are done here."""

    contents: Sequence[tuple[Key, bytes]]
    future: Future[Sequence[bytes]] | None


class Workers:
    """Who makes facts: this process while there is little to do, else ``jobs`` processes, one a processor by default.

    A given ``executor`` gets all there is to do, for ``jobs`` workers at a time. Once a worker fails, no work is given
    away any more: this process does the rest, and ``note`` tells the user. ``start`` is how processes are started.
    """

    def __init__(self, jobs: int | None = None, executor: Executor | None = None, start: str | None = None) -> None:
        self.jobs = jobs or (FARM if executor else processors())
        self.note: str | None = None
        self._given = executor
        self._start = start

    def map(
        self, function: Function, contents: Iterable[tuple[Key, bytes]], enough: int
    ) -> Iterator[tuple[Key, bytes]]:
        """Each key with the result for its content, in order; less than ``enough`` bytes are done here.

        Processes live until the iterator ends, or is closed.
        """
        contents = iter(contents)
        if self._given is not None and not self.note:
            return self._elsewhere(function, contents, nullcontext(self._given))
        if self.jobs == 1 or self.note:
            return _here(function, contents)
        first = list(_up_to(max(enough, self.jobs * BATCH), contents))
        size = sum(len(data) for _, data in first)
        if size < enough:
            return _here(function, first)
        processes = self._processes(function, min(self.jobs, -(-size // BATCH)))
        return self._elsewhere(function, chain(first, contents), processes)

    def _elsewhere(
        self,
        function: Function,
        contents: Iterable[tuple[Key, bytes]],
        executors: AbstractContextManager[Executor | None],
    ) -> Iterator[tuple[Key, bytes]]:
        pending: deque[_Batch[Key]] = deque()
        with executors as executor:
            try:
                for batch in _batches(contents):
                    pending.append(_Batch(batch, self._submitted(executor, function, batch)))
                    if len(pending) == IN_FLIGHT * self.jobs:
                        yield from self._results(function, pending.popleft())
                while pending:
                    yield from self._results(function, pending.popleft())
            finally:
                _cancel(pending)

    @contextmanager
    def _processes(self, function: Function, number: int) -> Iterator[Executor | None]:
        """As many processes as ``number``; None where they can't be started."""
        from docsync.processes import ProcessExecutor  # noqa: PLC0415 - as above

        function([b""])  # imports what it needs once for all processes that are forked from this one
        try:
            executor = ProcessExecutor(number, self._start)
        except Exception as error:  # noqa: BLE001 - limits, a daemon that may have no children, what a system lacks
            self._give_up(error)
            yield None
            return
        with executor:
            yield executor

    def _submitted(
        self, executor: Executor | None, function: Function, batch: Sequence[tuple[Key, bytes]]
    ) -> Future[Sequence[bytes]] | None:
        if executor is None or self.note:
            return None
        try:
            return executor.submit(function, [data for _, data in batch])
        except Exception as error:  # noqa: BLE001 - a farm that is gone, in words of its own
            self._give_up(error)
            return None

    def _results(self, function: Function, batch: _Batch[Key]) -> Iterator[tuple[Key, bytes]]:
        results = None if batch.future is None else self._awaited(batch.future, len(batch.contents))
        if results is None:
            yield from _here(function, batch.contents)
        else:
            yield from zip((key for key, _ in batch.contents), results, strict=True)

    def _awaited(self, future: Future[Sequence[bytes]], number: int) -> Sequence[bytes] | None:
        """As many results as ``number``, or None; once a worker failed, the others are not waited for."""
        if self.note and not future.done():
            future.cancel()
            return None
        error = self._error(future)
        if error is None and len(future.result()) != number:
            error = ValueError(f"{len(future.result())} results for {number} contents")
        if error is None:
            return future.result()
        self._give_up(error)
        return None

    def _error(self, future: Future[Sequence[bytes]]) -> BaseException | None:
        """What a call failed with, once it is done, or nobody is there any more to do it."""
        is_lost = getattr(self._given, "is_lost", lambda: False)
        while True:
            try:
                return future.exception(_PATIENCE)
            except TimeoutError:
                if is_lost():
                    return ConnectionError("nobody answers any more")
            except Exception as cancelled:  # noqa: BLE001 - not by us
                return cancelled

    def _give_up(self, error: BaseException) -> None:
        """Give no more work away."""
        reason = " ".join(str(error).split())[:_SHOWN] or type(error).__name__
        self.note = self.note or f"a worker failed ({reason}), so that the rest was done without any"


def processors() -> int:
    """Number of processors that this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else os.cpu_count() or 1


def _here(function: Function, contents: Iterable[tuple[Key, bytes]]) -> Iterator[tuple[Key, bytes]]:
    return ((key, function([data])[0]) for key, data in contents)


def _cancel(pending: Iterable[_Batch[Key]]) -> None:
    """Let nobody work for nothing."""
    for batch in pending:
        if batch.future is not None:
            batch.future.cancel()


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
