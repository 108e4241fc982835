"""Violations: where a value does not follow its spec, and how that reads."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final, Literal

from tool_harness.json_value import type_name

Kind = Literal["type", "required", "enum"]

MAX_VIOLATIONS: Final = 20
MAX_ENUM_TEXT: Final = 120
_ROOT: Final = "arguments"
_PLAIN_KEY = re.compile(r"[\w$@/+-]+")

# Path, kind, and the sentence, which does not hold the value. No class, since making one costs as much as the walk.
Violation = tuple[str, Kind, str]


class Violations:
    """The first violations of a value, no more than ``limit``, and how many there are in all."""

    __slots__ = ("count", "first", "judged", "limit")

    def __init__(self, limit: int = MAX_VIOLATIONS) -> None:
        self.first: list[Violation] = []
        self.count = 0
        self.limit = limit
        # How many violations a list had against a plan, for lists that may be met again and again.
        self.judged: dict[tuple[int, int], int] = {}

    def note(self, path: str, step: str | int, kind: Kind, problem: str, value: object = None) -> None:
        """Add a violation at ``step`` below ``path``, or only count it; ``value`` is what has the wrong type."""
        self.count += 1
        if self.count <= self.limit:
            last = step if type(step) is str else f"[{step}]"
            place = (path + last).removeprefix(".") if path else place_text(last)
            found = f", got {type_name(value)}" if kind == "type" else ""
            self.first.append((place, kind, f"{place}: {problem}{found}"))

    def add(self, violation: Violation) -> None:
        """Do what :meth:`note` does with a violation that is written already."""
        self.count += 1
        if self.count <= self.limit:
            self.first.append(violation)

    def texts(self) -> list[str]:
        """Return one sentence for each, and a last one that counts those left out."""
        texts = [text for _, _, text in self.first]
        if self.count > len(texts):
            texts.append(f"and {self.count - len(texts)} more")
        return texts


def place_text(path: str) -> str:
    """Write a path of steps for a message: without a dot before it, and ``arguments`` for the root alone."""
    place = path.removeprefix(".") or _ROOT
    return f'["{_ROOT}"]' if place == _ROOT and path else place


def key_text(key: str) -> str:
    """Write a key as a step of a path: ``.old``; a key with blanks, dots, brackets or quotes as JSON: ``["a.b"]``."""
    return f".{key}" if _PLAIN_KEY.fullmatch(key) else f"[{json.dumps(key)}]"


def enum_text(enum: Sequence[object]) -> str:
    """Write the allowed values as JSON, and only count those that would make it too long."""
    shown: list[str] = []
    for member in enum:
        text = json.dumps(member)
        if sum(map(len, shown)) + len(text) > MAX_ENUM_TEXT:
            break
        shown.append(text)
    if not shown:
        return "the values in the schema, which are too long to list"
    left_out = len(enum) - len(shown)
    return ", ".join([*shown, *([f"{left_out} more"] if left_out else [])])
