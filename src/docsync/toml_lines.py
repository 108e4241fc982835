"""Lines of statements in TOML text; tomllib itself keeps none."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]


def locate(text: str, path: KeyPath) -> int | None:
    """Line (from 1) of the statement that first sets ``path`` or something in it; None when nothing does.

    ``text`` is valid TOML; numbers in ``path`` are elements of arrays, from 0.
    """
    table: KeyPath = ()
    elements: Counter[KeyPath] = Counter()
    for line, statement, parsed in _statements(text):
        if statement.lstrip().startswith("["):
            table = _open_table(parsed, elements)
            reached = [table]
        else:
            reached = [(*table, *below) for below in _leaves(parsed)]
        if any(each[: len(path)] == path for each in reached):
            return line
    return None


def _statements(text: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """First line, text and content of each statement: the shortest run of lines that is TOML by itself."""
    pending: list[str] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        pending.append(line)
        statement = "\n".join(pending)
        try:
            parsed = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        yield number - len(pending) + 1, statement, parsed
        pending.clear()


def _open_table(header: Any, elements: Counter[KeyPath]) -> KeyPath:
    """Path of the table that ``[a.b]`` or ``[[a.b]]`` opens; ``elements`` counts those of each array so far."""
    path: KeyPath = ()
    while header:
        [(key, header)] = header.items()
        path = (*path, key)
        if isinstance(header, list):
            elements[path] += 1
            header = header[0]
        if path in elements:
            path = (*path, elements[path] - 1)
    return path


def _leaves(value: Any) -> Iterator[KeyPath]:
    """Paths of everything in ``value`` that holds nothing further."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        below = list(_leaves(inner)) or [()]
        yield from ((key, *rest) for rest in below)
