"""Executors of a farm, named by an address such as ``dask://HOST:PORT``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from docsync.errors import UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

_TIMEOUT = 10  # seconds until a scheduler that does not answer is given up


def open_executor(address: str) -> AbstractContextManager[Executor]:
    """The executor at ``address``; :class:`UsageError` when there is none, or what speaks to it is not installed."""
    scheme, separator, place = address.partition("://")
    opener = _OPENERS.get(scheme)
    if opener is None or not separator or not place:
        known = " or ".join(f"{name}://HOST:PORT" for name in _OPENERS)
        raise UsageError(f"--executor {address}: no address of an executor; write {known}")
    return opener(place)


@contextmanager
def _dask(place: str) -> Iterator[Executor]:
    try:
        from distributed import Client  # noqa: PLC0415 - only here, and it takes a second
    except ImportError:
        raise UsageError("--executor dask://…: dask is not installed; pip install 'doc-sync[dask]'") from None
    try:
        client = Client(f"tcp://{place}", timeout=_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise UsageError(f"--executor dask://{place}: no scheduler answers there ({reason})") from None
    with client:
        yield client.get_executor(pure=False)


_OPENERS: Mapping[str, Callable[[str], AbstractContextManager[Executor]]] = {"dask": _dask}
