"""Frozen copies of JSON containers: lists and dicts that refuse mutation, and are lists and dicts in all else.

The refusal is for development: it names the line that would have changed what others share. ``dict.__setitem__``
still reaches the content, so it is no protection against intent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn, TypeVar, cast

from tool_harness.json_value import DICT, LIST, is_array, is_object, is_string

T = TypeVar("T")


def _refuse(self: object, *_: object, **__: object) -> NoReturn:
    raise TypeError(f"{type(self).__name__} cannot be changed; change a copy of it")


class FrozenDict(dict[Any, Any]):
    """A dict that refuses mutation; equal to a plain one and serialised like it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _empty, (True,), dict(self)

    def __setstate__(self, content: dict[Any, Any]) -> None:
        _fill(self, content)


class FrozenList(list[Any]):
    """A list that refuses mutation; equal to a plain one and serialised like it."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _empty, (False,), list(self)

    def __setstate__(self, content: list[Any]) -> None:
        _fill(self, content)


_MUTATORS: dict[type, str] = {
    FrozenDict: "__delitem__ __init__ __ior__ __setitem__ clear pop popitem setdefault update",
    FrozenList: "__delitem__ __iadd__ __imul__ __init__ __setitem__ append clear extend insert pop remove reverse sort",
}
for _kind, _names in _MUTATORS.items():
    for _name in _names.split():
        setattr(_kind, _name, _refuse)


def _empty(is_dict: bool) -> Any:
    # Not called, since their __init__ refuses.
    return FrozenDict.__new__(FrozenDict) if is_dict else FrozenList.__new__(FrozenList)


def _fill(copy: Any, content: Any) -> None:
    """Give a frozen container its content, once: pickle and copy need an object before they know what is in it."""
    if len(copy):
        _refuse(copy)
    if is_object(content):
        DICT.update(copy, content)
    else:
        LIST.extend(copy, content)


def frozen_list(items: Iterable[T]) -> list[T]:
    """Return a frozen list of ``items``, which are kept as they are."""
    frozen = _empty(is_dict=False)
    LIST.extend(frozen, items)
    return cast("list[T]", frozen)


def deep_freeze(value: T) -> T:
    """Return a frozen copy of a JSON value: every dict and list in it, at any depth, frozen ones included.

    What is shared or cyclic in the value is so in the copy. Anything but dicts and lists is kept as it is. Keys that
    are no strings are left out of a dict whose keys cannot be hashed or compared.
    """
    copies: dict[int, Any] = {}
    pending: list[tuple[object, Any]] = []

    def copy_of(item: object) -> object:
        if not (is_object(item) or is_array(item)):
            return item
        if id(item) not in copies:
            copies[id(item)] = _empty(is_object(item))
            pending.append((item, copies[id(item)]))
        return copies[id(item)]

    frozen = copy_of(value)
    while pending:
        original, copy = pending.pop()
        if is_object(original):
            entries = [(key, copy_of(item)) for key, item in DICT.items(original)]
            try:
                DICT.update(copy, entries)
            except Exception:  # noqa: BLE001 - whatever a foreign key raises
                DICT.clear(copy)
                DICT.update(copy, [(str.__str__(key), item) for key, item in entries if is_string(key)])
        else:
            LIST.extend(copy, map(copy_of, LIST.__iter__(cast("list[object]", original))))
    return cast("T", frozen)
