"""Lines of statements in TOML text, and how deep it nests; tomllib itself tells neither."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]

MAX_DEPTH = 100  # tables and arrays in each other
# tomllib takes seconds for one dotted key of ten thousand parts, so it must not see such a key.
_DEEP_KEY = re.compile(
    rf"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}""",
)
# The strings of valid TOML, its comments, and what opens, closes and ends a statement.
_TOKEN = re.compile(
    r'''
    """(?:[^\\]|\\.)*?"{3,5} | \'{3}.*?\'{3,5} | "(?:[^"\\]|\\.)*" | \'[^\']*\' | \#[^\n]*
    | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<end>\n)
    ''',
    re.VERBOSE | re.DOTALL,
)


def index_lines(text: str) -> Mapping[KeyPath, int]:
    """Each path to the line (from 1) of the statement that first sets it or something in it.

    ``text`` is valid TOML; numbers in a path are elements of arrays, from 0.
    """
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    elements: Counter[KeyPath] = Counter()
    for line, statement in _statements(text.replace("\r\n", "\n")):
        parsed = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = _open_table(parsed, elements)
            reached: Iterable[KeyPath] = (table,)
        else:
            reached = ((*table, *below) for below in _leaves(parsed))
        for path in reached:
            for length in range(1, len(path) + 1):
                lines.setdefault(path[:length], line)
    return lines


def has_deep_key(text: str) -> bool:
    """Whether a dotted key in ``text``, which need not be TOML, nests too deeply."""
    return _DEEP_KEY.search(text) is not None


def is_deep(document: Mapping[str, Any]) -> bool:
    """Whether tables and arrays nest too deeply to be walked through."""
    level: list[Any] = [document]
    for _ in range(MAX_DEPTH):
        level = [inner for value in level for _, inner in _items(value)]
    return bool(level)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """First line and text of each statement."""
    depth = start = 0
    line = 1
    for token in _TOKEN.finditer(text + "\n"):
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if token.lastgroup == "end" and not depth:
            statement = text[start : token.start()]
            yield line, statement
            line += statement.count("\n") + 1
            start = token.end()


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
    for key, inner in _items(value):
        below = list(_leaves(inner)) or [()]
        yield from ((key, *rest) for rest in below)


def _items(value: Any) -> Iterable[tuple[str | int, Any]]:
    return value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
