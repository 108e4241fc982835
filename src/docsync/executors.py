"""Executors of a farm, named by an address such as ``dask://HOST:PORT``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import ParamSpec, TypeVar

from docsync.errors import UsageError
from docsync.facts import facts_version
from docsync.markdown.anchors import FLAVOURS

_PLACE = re.compile(r"[^\s/]+:\d{1,5}")
_TIMEOUT = 5  # seconds until a scheduler that does not answer is given up
_QUIET = {"logging": {"distributed": "critical"}}  # what goes wrong is told in one line of ours
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def open_executor(address: str) -> AbstractContextManager[Executor]:
    """The executor at ``address``; :class:`UsageError` when there is none, or what speaks to it is not installed.

    Its workers refuse calls while they are of another version than this process, since they would give other results.
    """
    scheme, separator, place = address.partition("://")
    opener = _OPENERS.get(scheme)
    if opener is None or not separator or not _PLACE.fullmatch(place):
        known = " or ".join(f"{name}://HOST:PORT" for name in _OPENERS)
        raise UsageError(f"--executor {address}: no address of an executor; write {known}")
    return opener(place)


class _SameVersion(Executor):
    """Calls on ``executor`` that fail where the code, the parsers or Python differ from here.

    ``is_lost`` tells whether nobody is there any more to answer: dask leaves a call without result then.
    """

    def __init__(self, executor: Executor, is_lost: Callable[[], bool]) -> None:
        self._executor = executor
        self.is_lost = is_lost

    def submit(
        self, function: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """The call as a future."""
        return self._executor.submit(_called, _version(), function, *args, **kwargs)


def _called(
    version: str, function: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """The result of the call, on a worker."""
    if version != _version():
        raise RuntimeError("it has another version of doc-sync, its parsers or Python; install the same as here")
    return function(*args, **kwargs)


@cache
def _version() -> str:
    try:
        return facts_version(FLAVOURS["github"])  # whichever: the flavour itself goes along with each call
    except OSError as error:
        raise UsageError(f"--executor: {error.filename} cannot be read, so that workers can't be compared") from None


@contextmanager
def _dask(place: str) -> Iterator[Executor]:
    try:
        import dask  # noqa: PLC0415 - only here, and it takes a second

        with dask.config.set(_QUIET):
            from distributed import Client  # noqa: PLC0415 - reads that as it is imported
    except ImportError:
        raise UsageError("--executor dask://…: dask is not installed; pip install 'doc-sync[dask]'") from None
    try:
        _require_answer(place)
        client = Client(f"tcp://{place}", timeout=_TIMEOUT, set_as_default=False)
    except Exception as error:  # noqa: BLE001 - whatever answers there may say anything
        reason = " ".join(str(error).split()) or type(error).__name__
        message = f"--executor dask://{place}: no scheduler answers there ({reason}); see that it runs, or leave it out"
        raise UsageError(message) from None
    with client:
        yield _SameVersion(client.get_executor(pure=False), lambda: client.status != "running")


def _require_answer(place: str) -> None:
    """Raise when no scheduler is at ``place``: a client that can't connect is slow and loud to go away."""
    from distributed.comm import connect  # noqa: PLC0415 - as above
    from distributed.core import send_recv  # noqa: PLC0415

    async def kind() -> str:
        comm = await connect(f"tcp://{place}", timeout=_TIMEOUT)
        try:
            return str((await asyncio.wait_for(send_recv(comm, op="identity"), _TIMEOUT))["type"])
        finally:
            comm.abort()

    with ThreadPoolExecutor(1) as thread:  # this one may run a loop of its own
        found = thread.submit(asyncio.run, kind()).result()
    if found != "Scheduler":
        raise ValueError(f"but a {found.lower()} does")


_OPENERS: Mapping[str, Callable[[str], AbstractContextManager[Executor]]] = {"dask": _dask}
