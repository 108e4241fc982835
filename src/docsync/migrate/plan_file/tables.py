"""The parts of a plan as plain TOML tables, and back, with every problem noted at its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from types import MappingProxyType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import quote_from_bytes, unquote_to_bytes

from docsync.migrate.model import Action, Question, Reference, Topic
from docsync.names import to_bytes, to_text
from docsync.settings import Reader, toml_text
from docsync.toml_lines import KeyPath

_Item = TypeVar("_Item")
_BYTES = "bytes:"  # before a text with bytes that are not UTF-8, written as in a URL, since TOML holds only UTF-8
_SURROGATE = re.compile("[\ud800-\udfff]")
_RECORDS = (Action.MOVE, Action.MERGE, Action.SPLIT)
# The keys in the order in which they are written; those that the fields do not have come from a person.
ORDER: Mapping[type, tuple[str, ...]] = MappingProxyType(
    {
        Question: ("id", "subject", "topic", "topics", "other", "text", "evidence", "proposal", "choices", "answer"),
        Topic: (
            *("action", "members", "section", "origin", "target", "title", "date", "date_evidence", "status_read"),
            *("status", "confidence", "ids", "evidence", "parts", "drop"),
        ),
        Reference: ("file", "line", "column", "kind", "old", "new", "policy", "target", "reason"),
    }
)
OVERRIDES = ("slug", "folder")  # further keys of a topic, for a part of its target
_NAMES = {str: "text", int: "number", date: "day, such as 2026-01-31", tuple: "array", dict: "table"}
_SHORT = 80  # characters of a value in a message


def to_table(item: Any) -> dict[str, Any]:
    """The keys of a question, topic or reference that say something, in order."""
    always = _always(item)
    found = ((name, getattr(item, name), default) for name, default in _defaults(type(item)))  # type: ignore[arg-type] # a class is hashable
    return {
        name: _plain(value)
        for name, value, default in found
        if value is not None and (name in always or value != default)
    }


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Its keys in order, each with what it is where it says nothing."""
    defaults = {each.name: each.default for each in fields(kind)}
    return tuple((name, defaults[name]) for name in ORDER.get(kind, defaults))


def _always(item: Any) -> tuple[str, ...]:
    """Keys that are written even when they say nothing, since a person may want to fill them."""
    if isinstance(item, Topic) and item.action in _RECORDS:
        return ("title", "status", "confidence")
    return ("answer",) if isinstance(item, Question) else ()


def _plain(value: Any) -> Any:
    if type(value) is str:  # most are
        return encoded(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if is_dataclass(value):
        return to_table(value)
    return value


def encoded(text: str) -> str:
    """``text`` as UTF-8 can hold it; :func:`decoded` gives it back."""
    if (text.isascii() or not _SURROGATE.search(text)) and not text.startswith(_BYTES):
        return text
    return _BYTES + quote_from_bytes(to_bytes(text), safe="/ ()[]#.,-_")


def decoded(text: str) -> str:
    """The inverse of :func:`encoded`."""
    return to_text(unquote_to_bytes(text.removeprefix(_BYTES))) if text.startswith(_BYTES) else text


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    """The types of its fields."""
    return get_type_hints(kind)


class _Skip(Exception):  # noqa: N818 - a jump to the next value, no error: the problem is noted already
    """A value cannot be used."""


class Tables:
    """Reads tables; problems go to ``reader``."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def items(
        self, kind: type[_Item], raw: Sequence[Any], path: KeyPath, also: Sequence[str] = ()
    ) -> Iterator[tuple[KeyPath, _Item]]:
        """The items of the array ``raw`` that can be used, each with its path."""
        for number, table in enumerate(raw):
            with suppress(_Skip):
                yield (*path, number), self._item(kind, table, (*path, number), also)

    def _item(self, kind: type[_Item], raw: Any, path: KeyPath, also: Sequence[str] = ()) -> _Item:
        if not isinstance(raw, dict):
            self._fail(path, dict, raw)
        known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
        for key in raw:
            self._reader.expect_known("key", key, {**known, **dict.fromkeys(also)}, (*path, key))
        hints = _hints(kind)  # type: ignore[arg-type] # a class is hashable
        values: dict[str, Any] = {}
        is_bad = False
        for name in known.keys() & raw.keys():
            try:
                values[name] = self._value(hints[name], raw[name], (*path, name))
            except _Skip:
                is_bad = True
        for name, each in known.items():
            if each.default is MISSING and each.default_factory is MISSING and name not in raw:
                self._reader.note(path, f'{path[0]}: needs the key "{name}"')
                is_bad = True
        if is_bad:
            raise _Skip
        return kind(**values)

    def _value(self, hint: Any, raw: Any, path: KeyPath) -> Any:
        if isinstance(hint, UnionType):
            hint = get_args(hint)[0]
        if get_origin(hint) is tuple:
            if not isinstance(raw, list):
                self._fail(path, tuple, raw)
            return tuple(self._value(get_args(hint)[0], each, (*path, number)) for number, each in enumerate(raw))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return self._choice(hint, raw, path)
        if is_dataclass(hint) and isinstance(hint, type):
            return self._item(hint, raw, path)
        if type(raw) is not hint or isinstance(raw, datetime):
            self._fail(path, hint, raw)
        return decoded(raw) if hint is str else raw

    def _choice(self, hint: type[Enum], raw: Any, path: KeyPath) -> Enum:
        known = [str(each.value) for each in hint]
        if raw not in known:
            if not isinstance(raw, str):
                self._fail(path, str, raw)
            self._reader.expect_known(str(path[-1]), raw, known, path)
            raise _Skip
        return hint(raw)

    def _fail(self, path: KeyPath, expected: Any, raw: Any) -> None:
        name = next((part for part in reversed(path) if isinstance(part, str)), "")
        shown = toml_text(raw) if isinstance(raw, (str, int, float, bool)) else str(raw)
        self._reader.note(path, f"{name}: expected {_NAMES[expected]}, found {shown[:_SHORT]}")
        raise _Skip
