"""The errors of a harness, told apart by their code, and what is told of them to a model or a log."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import ClassVar, Final, NotRequired, TypedDict, cast

MAX_CAUSES: Final = 8
MAX_NAME: Final = 64


class HarnessError(Exception):
    """Base of every expected failure. ``code`` is stable and for programs, the message is for people and models."""

    default_code: ClassVar[str] = "HARNESS"

    def __init__(self, message: str, *, code: str | None = None, cause: BaseException | None = None) -> None:
        super().__init__(message)
        self.code = code or self.default_code
        if cause is not None:
            self.__cause__ = cause


class SpecError(HarnessError):
    """A tool or its parameters are defined wrongly; raised where they are defined."""

    default_code = "BAD_SPEC"


class ToolArgsError(HarnessError):
    """The arguments of a call violate the tool's parameters; ``violations`` are the sentences for the model."""

    default_code = "INVALID_ARGS"

    def __init__(
        self,
        message: str,
        *,
        violations: Sequence[str] = (),
        code: str | None = None,
        cause: BaseException | None = None,
    ) -> None:
        super().__init__("\n".join([message, *(f"- {violation}" for violation in violations)]), code=code, cause=cause)
        self.violations = list(violations)


class ToolNotFoundError(HarnessError):
    """A call names a tool that is not registered; the message proposes the nearest names."""

    default_code = "UNKNOWN_TOOL"

    def __init__(
        self, name: str, known: Iterable[str] = (), *, code: str | None = None, cause: BaseException | None = None
    ) -> None:
        near = get_close_matches(name[:MAX_NAME], list(known))
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        super().__init__(f"there is no tool {shown_name(name)}{hint}", code=code, cause=cause)
        self.name = name


class InvariantError(HarnessError):
    """An event does not follow from the log before it; it was refused."""

    default_code = "INVARIANT"


class StoreError(HarnessError):
    """A session's file is in use by another writer, damaged, or could not be written."""

    default_code = "STORE"


class ErrorIdentity(TypedDict):
    """What a program needs of a :class:`HarnessError`."""

    name: str
    code: str


class ErrorData(TypedDict):
    """What a log keeps of an error: its class, message, code if it has one, and the error that caused it."""

    name: str
    message: str
    code: NotRequired[str]
    cause: NotRequired[ErrorData]


def error_identity(error: BaseException) -> ErrorIdentity | None:
    """Return name and code of a :class:`HarnessError`, None of any other."""
    return {"name": type(error).__name__, "code": error.code} if isinstance(error, HarnessError) else None


def error_data(error: BaseException) -> ErrorData:
    """Return what a log keeps of ``error``: at most eight causes, the chain cut where it returns to itself."""
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and len(chain) <= MAX_CAUSES and all(current is not seen for seen in chain):
        chain.append(current)
        current = current.__cause__
    data = _own_data(chain.pop())
    while chain:
        outer = _own_data(chain.pop())
        outer["cause"] = data
        data = outer
    return data


def _own_data(error: BaseException) -> ErrorData:
    data: ErrorData = {"name": type(error).__name__, "message": error_message(error)}
    if isinstance(error, HarnessError):
        data["code"] = error.code
    return data


def error_message(error: BaseException) -> str:
    """Return what a model reads about ``error``; total, also over an ``__str__`` that raises.

    The class is named unless it is one of ours, since ``KeyError('path')`` alone reads as ``'path'``.
    """
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - whatever a foreign __str__ raises
        text = ""
    name = type(error).__name__
    if isinstance(error, HarnessError) and text:
        return text
    return f"{name}: {text}" if text else name


def must_pass(error: BaseException) -> bool:
    """Whether ``error`` ends the program or the task, and so is no result: interrupt, exit, cancellation."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(must_pass, cast("BaseExceptionGroup[BaseException]", error).exceptions))
    return isinstance(error, (KeyboardInterrupt, SystemExit, GeneratorExit, CancelledError))


def shown_name(name: str) -> str:
    """Quote a name that a model made up, cut to a length that a message can hold."""
    return repr(name[:MAX_NAME]) + "…" * (len(name) > MAX_NAME)
