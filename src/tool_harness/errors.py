"""The errors of a harness, told apart by their code, and what is told of them to a model or a log."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NotRequired, TypedDict, cast

from tool_harness.json_value import is_string

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

    def __init__(self, message: str, *, violations: Sequence[str] = ()) -> None:
        super().__init__("\n".join([message, *(f"- {violation}" for violation in violations)]))
        self.violations = list(violations)


class ToolNotFoundError(HarnessError):
    """A call names a tool that is not registered; the message proposes the nearest names."""

    default_code = "UNKNOWN_TOOL"


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
    """Return name and code of a :class:`HarnessError`, None of any other; total."""
    return {"name": _class_name(error), "code": _code(error)} if _is_ours(error) else None


def error_data(error: BaseException) -> ErrorData:
    """Return what a log keeps of ``error``: at most eight causes, the chain cut where it returns to itself; total."""
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and len(chain) <= MAX_CAUSES and all(current is not seen for seen in chain):
        chain.append(current)
        current = _BASE.__cause__.__get__(current)
    data = _own_data(chain.pop())
    while chain:
        outer = _own_data(chain.pop())
        outer["cause"] = data
        data = outer
    return data


def _own_data(error: BaseException) -> ErrorData:
    data: ErrorData = {"name": _class_name(error), "message": error_message(error)}
    if _is_ours(error):
        data["code"] = _code(error)
    return data


def error_message(error: BaseException) -> str:
    """Return what a model reads about ``error``; total, also over a hostile ``__str__``, ``__class__`` or metaclass.

    The class is named unless it is one of ours, since ``KeyError('path')`` alone reads as ``'path'``.
    """
    text, name = _text(lambda: str(error)), _class_name(error)
    if _is_ours(error) and text:
        return text
    return f"{name}: {text}" if text else name


def must_pass(error: BaseException) -> bool:
    """Whether ``error`` ends the program or the task, and so is no result: interrupt, exit, cancellation."""
    pending = [error]
    while pending:
        kind = type(current := pending.pop())
        if issubclass(kind, (KeyboardInterrupt, SystemExit, GeneratorExit, CancelledError)):
            return True
        if issubclass(kind, BaseExceptionGroup):
            pending.extend(_GROUP.exceptions.__get__(current))
    return False


# What the base classes themselves know of an error, whatever its class overrides.
_BASE: Final = cast("Any", BaseException)
_GROUP: Final = cast("Any", BaseExceptionGroup)
_NAME_OF_TYPE: Final = vars(type)["__name__"]


def _is_ours(error: BaseException) -> bool:
    # Not isinstance, which asks the error for its __class__.
    return issubclass(type(error), HarnessError)


def _class_name(error: BaseException) -> str:
    return _text(lambda: _NAME_OF_TYPE.__get__(type(error)))


def _code(error: BaseException) -> str:
    return _text(lambda: getattr(error, "code", None)) or HarnessError.default_code


def _text(read: Callable[[], object]) -> str:
    """Return the text that ``read`` gives, as a plain ``str``; none when it raises or gives something else."""
    try:
        text = read()
    except BaseException as failure:  # whatever foreign code raises
        if must_pass(failure):
            raise
        return ""
    return str.__str__(text) if is_string(text) else ""


def shown_name(name: str) -> str:
    """Quote a name that a model made up, cut to a length that a message can hold."""
    return repr(name[:MAX_NAME]) + "…" * (len(name) > MAX_NAME)
