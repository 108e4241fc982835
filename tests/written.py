"""Two files to write, what lies below a folder, and something that happens between two renames."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from docsync.changes import FileChange

A = FileChange("a.md", b"a\r\n", b"A\r\n")
B = FileChange("docs/b.md", b"\xef\xbb\xbfb", b"\xef\xbb\xbfB\0")


def snapshot(top: Path) -> dict[str, tuple[int, bytes | None]]:
    return {
        str(path.relative_to(top)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else None)
        for path in top.rglob("*")
    }


def make_files(top: Path) -> Path:
    """``top`` with the two files as they were."""
    (top / "docs").mkdir(parents=True)
    for change in (A, B):
        (top / change.path).write_bytes(change.before)
    return top


def second_swap(monkeypatch: pytest.MonkeyPatch, action: Callable[[], object]) -> None:
    """Run ``action`` when the second file is about to be swapped; nothing real fails between two renames."""
    replace, calls = Path.replace, []

    def counting(self: Path, target: Path) -> Path:
        calls.append(target)
        if len(calls) == 2:
            action()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", counting)
