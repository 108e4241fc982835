"""Whether a text is Python, without running it."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

_TOP_LEVEL_AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


MAX_DEPTH = 200  # levels of one expression; readers of syntax trees use some frames of the stack for each


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong: its line (from 1), its column (from 0, code points), and what it is."""

    line: int
    column: int
    message: str


def first_fault(text: str) -> Fault | None:
    """What keeps ``text`` from compiling as a module in which ``await`` may stand outside of functions."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<text>", "exec", flags=_TOP_LEVEL_AWAIT, dont_inherit=True)
    except SyntaxError as error:
        return Fault(error.lineno or 1, max((error.offset or 1) - 1, 0), error.msg)
    except (ValueError, RecursionError, MemoryError):
        return Fault(1, 0, "nests too deeply to be compiled")
    return None


def is_deep(text: str) -> bool:
    """Whether an expression in ``text``, which compiles, nests deeper than can be read."""
    waiting: list[tuple[ast.AST, int]] = [(ast.parse(text), 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_DEPTH:
            return True
        inner = depth + 1 if isinstance(node, ast.expr) else 0
        waiting.extend((child, inner) for child in ast.iter_child_nodes(node))
    return False
