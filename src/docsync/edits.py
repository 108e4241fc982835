"""Edits applied to a text, and two texts shown as a diff."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from docsync.finding import Edit
from docsync.names import to_bytes

_NO_FINAL_LINE_END = "\n\\ No newline at end of file\n"
_NO_FILE = "/dev/null"
_UNQUOTED = frozenset(range(ord(" "), 0x7F)) - frozenset(b'"\\')


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Replace the spans of ``edits``, offsets in ``text`` without byte order mark, in whatever order they come.

    Equal edits count once. ``ValueError`` for edits that overlap, differ in their insertion at one place,
    leave the text or belong to several files.
    """
    if len({edit.path for edit in edits}) > 1:
        raise ValueError("edits of several files")
    pieces, end = [], 0
    last_insertion = -1
    for (start, stop), replacement in sorted({(edit.span, edit.text) for edit in edits}):
        if not 0 <= start <= stop <= len(text):
            raise ValueError(f"edit at {start}-{stop} is outside of a text of {len(text)}")
        if start < end or start == stop == last_insertion:
            raise ValueError(f"edit at {start}-{stop} overlaps another one")
        pieces += [text[end:start], replacement]
        end = stop
        last_insertion = start if start == stop else -1
    return "".join((*pieces, text[end:]))


def unified_diff(path: str | None, before: str, after: str, new_path: str | None = "") -> str:
    """Diff of two whole texts, byte order mark included, as ``git apply`` takes it; empty when they are equal.

    A path that is None stands for no file; ``new_path`` is ``path`` unless given.
    """
    old = _NO_FILE if path is None else diff_name(f"a/{path}")
    new = _NO_FILE if new_path is None else diff_name(f"b/{new_path or path}")
    lines = difflib.unified_diff(_lines(before), _lines(after), old, new)
    return "".join(line if line.endswith("\n") else line + _NO_FINAL_LINE_END for line in lines)


def _lines(text: str) -> list[str]:
    """Lines as git has them: LF ends one and nothing else does."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + [line for line in lines[-1:] if line]


def diff_name(name: str) -> str:
    """Quote as git does (git-config(1), ``core.quotePath``) where a name cannot stand in a header as it is."""
    if name.isprintable() and not set(name) & set('"\\'):
        return name
    quoted = (chr(byte) if byte in _UNQUOTED else f"\\{byte:03o}" for byte in to_bytes(name))
    return f'"{"".join(quoted)}"'
