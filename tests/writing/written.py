"""Two files to write, what lies below a folder, and something that happens at a step of the file system."""

from __future__ import annotations

import os
import signal
import stat
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from docsync.writing.planning import FileChange

A = FileChange("a.md", b"a\r\n", b"A\r\n")
B = FileChange("docs/b.md", b"\xef\xbb\xbfb", b"\xef\xbb\xbfB\0")
_STEPS = ("chmod", "fdopen", "fsync", "mkdir", "open", "replace", "rmdir", "symlink", "unlink")


def snapshot(top: Path) -> dict[str, tuple[int, bytes | None]]:
    """Path to mode, and bytes of a file or destination of a link, for all that is below ``top``."""
    return {str(path.relative_to(top)): (path.lstat().st_mode, _content(path)) for path in top.rglob("*")}


def _content(path: Path) -> bytes | None:
    if path.is_symlink():
        return os.readlink(os.fsencode(path))
    return path.read_bytes() if path.is_file() else None


def make_files(top: Path) -> Path:
    """``top`` with the two files as they were."""
    (top / "docs").mkdir(parents=True)
    for change in (A, B):
        (top / change.path).write_bytes(change.before or b"")
    return top


def second_swap(monkeypatch: pytest.MonkeyPatch, action: Callable[[], object]) -> None:
    """Run ``action`` when the second file is about to be swapped; nothing real fails between two renames."""
    replace, calls = os.replace, []

    def counting(source: str, target: str) -> None:
        if os.path.basename(source).startswith(".doc-sync-"):
            calls.append(target)
            if len(calls) == 2:
                action()
        replace(source, target)

    monkeypatch.setattr(os, "replace", counting)


@contextmanager
def at_step(wanted: Callable[[int], bool], action: Callable[[], object]) -> Iterator[list[str]]:
    """Do ``action`` before each step that changes the disk whose number, from 1, is ``wanted``.

    Gives the names of the steps so far. What is written is not seen through to the disk, so that many can be tried.
    """
    real = {name: getattr(os, name) for name in _STEPS}
    seen: list[str] = []

    def counted(name: str) -> Callable[..., Any]:
        def step(*args: Any, **options: Any) -> Any:
            if name != "open" or args[1] & os.O_CREAT:
                seen.append(name)
                if wanted(len(seen)):
                    action()
            return None if name == "fsync" else real[name](*args, **options)

        return step

    try:
        for name in _STEPS:
            setattr(os, name, counted(name))
        yield seen
    finally:
        for name in _STEPS:
            setattr(os, name, real[name])


def child(action: Callable[[], object], number: int) -> bool:
    """Do ``action`` in a process that is killed before step ``number``; whether it came that far."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads; the child does little
        process = os.fork()
    if process == 0:
        try:
            with at_step(lambda count: count == number, lambda: os.kill(os.getpid(), signal.SIGKILL)):
                action()
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status) or os.waitstatus_to_exitcode(status) == 0
    return os.WIFSIGNALED(status)


OLD = {
    "a.md": (0o755, b"a"),
    "b.md": (0o644, b"b"),
    "c.md": (0o640, b"c\r\n"),
    "docs/old/x.md": (0o600, b"x"),
    "docs/old/deep/y.md": (0o755, b"y"),
    "f": (0o644, b"a file that becomes a folder"),
    "d/e/inner.md": (0o644, b"in a folder that becomes a file"),
}
MANY = (
    FileChange("a.md", b"a", b"b", like="b.md"),
    FileChange("b.md", b"b", b"a", like="a.md"),
    FileChange("c.md", b"c\r\n", b"C\r\n"),
    FileChange("docs/old/x.md", b"x", None),
    FileChange("new/x.md", None, b"X", like="docs/old/x.md"),
    FileChange("docs/old/deep/y.md", b"y", None),
    FileChange("new/deeper/and/y.md", None, b"y", like="docs/old/deep/y.md"),
    FileChange("f", b"a file that becomes a folder", None),
    FileChange("f/g.md", None, b"g"),
    FileChange("d/e/inner.md", b"in a folder that becomes a file", None),
    FileChange("d", None, b"d"),
    FileChange("link", b"c.md", b"a.md", symlink=True),
    FileChange("gone", b"nowhere/\xff", None, symlink=True),
    FileChange("new/link", None, b"../a.md", symlink=True),
)


def make_many(top: Path) -> Path:
    """``top`` as it was before :data:`MANY`."""
    for path, (mode, content) in OLD.items():
        place = top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        place.chmod(mode)
    (top / "docs/old").chmod(0o750)
    (top / "link").symlink_to("c.md")
    os.symlink(b"nowhere/\xff", os.fsencode(top / "gone"))
    return top


def modes(top: Path) -> dict[str, int]:
    """Path to permission bits."""
    return {path: stat.S_IMODE(mode) for path, (mode, _) in snapshot(top).items()}
