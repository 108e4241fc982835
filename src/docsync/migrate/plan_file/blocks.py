"""The text of a plan as blocks, each a table with the comments above it, so that what nobody changed stays as it is."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

# The strings and comments of valid TOML, and the headers of tables outside of them.
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'{3}.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|'
    r"(?P<header>^[ \t]*\[(?:\[[ \t]*(?P<kind>question|topic|reference)[ \t]*\]|[ \t]*\w+[ \t]*)\][^\n]*)|\#[^\n]*",
    re.DOTALL | re.MULTILINE,
)
_MARK = re.compile(r"\][ \t]*#[ \t]*(?P<all>[0-9a-f]{8})(?:-(?P<target>[0-9a-f]{4}))?\b")
_COMMENTS = re.compile(r"(?:^[ \t]*#[^\n]*\n)+\Z", re.MULTILINE)
KINDS = ("question", "topic", "reference")
_JSON = json.JSONEncoder(sort_keys=True, default=str).encode
_TEXT = json.JSONEncoder(ensure_ascii=False).encode
_INLINE = 100  # characters of an array on one line


@dataclass(frozen=True)
class Block:
    """A table of a plan as written: ``kind`` (``""`` for what stands before all tables), its text, what it says."""

    kind: str
    text: str
    said: Mapping[str, Any] | None = field(default=None, compare=False)

    @cached_property
    def table(self) -> Mapping[str, Any]:
        """What it says; ValueError when it is no TOML."""
        if self.said is not None:
            return self.said
        found: Mapping[str, Any] = tomllib.loads(self.text)
        return found[self.kind][0] if self.kind else found

    @cached_property
    def is_edited(self) -> bool:
        """Whether it says something else than was written there."""
        mark = _MARK.search(self._header)
        return mark is None or mark["all"] != digest(self.table)

    @cached_property
    def is_target_edited(self) -> bool | None:
        """Whether its target was edited; None where that cannot be known any more."""
        mark = _MARK.search(self._header)
        return None if mark is None or not mark["target"] else mark["target"] != _target(self.table)

    @property
    def _header(self) -> str:
        return next((match[0] for match in _TOKEN.finditer(self.text) if match["kind"]), "")

    def marked(self) -> Block:
        """The block with the mark of what it says now."""
        header = self._header
        new = f"[[{self.kind}]] # {mark_of(self.table)}"
        return Block(self.kind, self.text.replace(header, new, 1))

    @property
    def is_plain(self) -> bool:
        """Whether it is written as the tool writes, without comments of a person."""
        return self.text.rstrip() == written(self.kind, self.table).rstrip()


def read_blocks(text: str, document: Mapping[str, Any]) -> list[Block]:
    """The blocks of a plan which says ``document``, so that each knows at once what it says.

    ValueError, with the kind, where tables are not written as ``[[kind]]``.
    """
    blocks = list(split(text))
    tables: dict[str, Iterator[Any]] = {}
    for kind in KINDS:
        found = document.get(kind, [])
        if not isinstance(found, list) or len(found) != sum(block.kind == kind for block in blocks):
            raise ValueError(kind)
        tables[kind] = iter(found)
    return [Block(each.kind, each.text, next(tables[each.kind])) if each.kind else each for each in blocks]


def split(text: str) -> Iterator[Block]:
    """The blocks of a plan, in order; together they are ``text``."""
    starts = [(0, "")]
    for match in _TOKEN.finditer(text):
        if match["header"]:
            above = _COMMENTS.search(text, starts[-1][0], match.start()) if starts[-1][0] != match.start() else None
            kind = match["kind"] or ""
            is_first = len(starts) == 1
            at = match.start() if above is None or (is_first and above.start() == 0) else above.start()
            starts.append((at, kind))
    ends = [*(start for start, _ in starts[1:]), len(text)]
    yield from (Block(kind, text[start:end]) for (start, kind), end in zip(starts, ends, strict=True))


def digest(table: Mapping[str, Any]) -> str:
    """A short mark of what a table says, but for an answer."""
    said = {key: value for key, value in table.items() if key != "answer"}
    return hashlib.sha256(_JSON(said).encode()).hexdigest()[:8]


def _target(table: Mapping[str, Any]) -> str:
    return hashlib.sha256(str(table.get("target")).encode()).hexdigest()[:4]


def mark_of(table: Mapping[str, Any]) -> str:
    """What stands behind the header of a table."""
    return f"{digest(table)}-{_target(table)}" if "members" in table else digest(table)


def written(kind: str, table: Mapping[str, Any]) -> str:
    """A table as text, with its mark, and a blank line behind it."""
    lines = [f"{key} = {value_text(value)}" for key, value in table.items()]
    return "\n".join((f"[[{kind}]] # {mark_of(table)}", *lines, "", ""))


def value_text(value: Any) -> str:
    """A value as TOML; a long array has a line for each item."""
    if isinstance(value, str):  # most are
        return _TEXT(value).replace("\x7f", "\\u007F")
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {value_text(each)}' for key, each in value.items())} }}"
    if isinstance(value, list):
        items = [value_text(each) for each in value]
        line = f"[{', '.join(items)}]"
        return line if len(line) <= _INLINE or not items else "[\n" + "".join(f"  {each},\n" for each in items) + "]"
    return str(value)
