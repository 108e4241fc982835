"""Processes of this machine as an executor: a killed one costs its task alone, and none outlives this process."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

_THREADS, _DESCRIPTORS = "/proc/self/task", "/proc/self/fd"  # a folder with one entry for each
_LOOKS, _MOMENT = 20, 0.001  # how often the threads of libraries are counted, seconds between
_STANDARD = 3  # descriptors of input, output and errors
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class ProcessExecutor(Executor):
    """As many processes as ``jobs``, all started at once; ``start`` is a way that :mod:`multiprocessing` knows.

    A process has one pipe, and one thread here that waits for it: when either side is gone, the other one notices. So
    it needs neither locks nor queues in shared memory, with which a process that is killed can stop all others.
    """

    def __init__(self, jobs: int, start: str | None = None) -> None:
        """``OSError`` when the system lets no more processes start; what else may be in the way differs by system."""
        self._processes: list[BaseProcess] = []
        self._connections: list[Connection] = []
        self._idle: SimpleQueue[Connection] = SimpleQueue()  # never empty for a thread: there are as many of both
        self._threads = ThreadPoolExecutor(jobs)
        context = get_context(start or _way_to_start())
        try:
            with _interrupts_held():
                for _ in range(jobs):
                    self._start(context)
        except BaseException:
            self.shutdown()
            raise

    def submit(
        self, function: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """The result of a call in some process; function, arguments and result have to pickle."""
        return self._threads.submit(self._ask, (function, args, kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:  # noqa: ARG002 - of the base class
        """End all processes at once, whatever they are at; calls without a result fail or are cancelled."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.kill()
        self._threads.shutdown()
        for process in self._processes:
            process.join()
        for connection in self._connections:
            connection.close()

    def _start(self, context: BaseContext) -> None:
        ours, theirs = context.Pipe()
        self._connections.append(ours)
        with theirs:
            is_fork = context.get_start_method() == "fork"
            process = context.Process(target=_serve, args=(theirs, is_fork), daemon=True)  # type: ignore[attr-defined]
            process.start()
        self._processes.append(process)
        self._idle.put(ours)

    def _ask(self, task: tuple[Callable[..., Result], Any, Any]) -> Result:
        message = pickle.dumps(task, pickle.HIGHEST_PROTOCOL)
        connection = self._idle.get()
        try:
            connection.send_bytes(message)
            is_result, answer = pickle.loads(connection.recv_bytes())  # noqa: S301 - our own process wrote it
        except (EOFError, OSError):
            raise BrokenExecutor("its process ended early") from None
        finally:
            self._idle.put(connection)
        if not is_result:
            raise RuntimeError(answer)
        return answer  # type: ignore[no-any-return]


def _way_to_start() -> str:
    """A fork has imported all that this process has, but is only safe while there is no other thread."""
    return "fork" if sys.platform == "linux" and _is_alone() else "spawn"


def _is_alone() -> bool:
    """Whether no other thread runs; one that has been joined takes the system a moment to take away."""
    for _ in range(_LOOKS):
        if threading.active_count() > 1:
            return False
        if len(os.listdir(_THREADS)) == 1:
            return True
        time.sleep(_MOMENT)
    return False


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C comes after the block, and never in a process that is started in it: it is for the one that asked."""
    mask = getattr(signal, "pthread_sigmask", None)
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else set()
    try:
        yield
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, is_fork: bool) -> None:
    """Answer one task after the other, until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it can't be held back
    gc.freeze()  # what is there by now is never garbage
    if is_fork:
        _let_go_of_pipes(connection.fileno())
    with suppress(EOFError, OSError):
        while True:
            connection.send_bytes(_answer(connection.recv_bytes()))


def _answer(message: bytes) -> bytes:
    """Whether there is a result, and the result or what went wrong."""
    try:
        function, args, kwargs = pickle.loads(message)  # noqa: S301 - it comes from the process that started us
        return pickle.dumps((True, function(*args, **kwargs)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - the other side has to know, whatever it is
        return pickle.dumps((False, f"{type(error).__name__}: {error}"))


def _let_go_of_pipes(kept: int) -> None:
    """Leave inherited pipes to those that use them: git, for one, ends when nobody can write to it any more.

    Their numbers stay in use, so that what still knows them can close nothing else.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in map(int, os.listdir(_DESCRIPTORS)):
        with suppress(OSError):
            mode = os.fstat(descriptor).st_mode
            if descriptor >= _STANDARD and descriptor != kept and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
                os.dup2(nothing, descriptor)
