"""A temporary folder with the packages of a view and something to be judged beside them, and a process in it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from docsync.errors import UsageError
from docsync.python.sources import PythonFile, Unreadable

_ANYTHING = "from typing import Any\n\ndef __getattr__(name: str) -> Any: ...\n"
# A declared encoding (PEP 263), as in `# coding: latin-1`: what is written is UTF-8.
_COOKIE = re.compile(r"\A((?:[ \t\f]*(?:#[^\n]*)?\n)?[ \t\f]*#[^\n]*?coding)[:=](?=[ \t]*[-\w.])")
_OURS = ("PYTHON", "MYPY")  # variables that would let the surroundings decide


@contextmanager
def packages_folder(files: Sequence[PythonFile], unreadable: Sequence[Unreadable] = ()) -> Iterator[Path]:
    """Write ``files`` below ``packages`` in a new folder, gone afterwards; what is unreadable may be anything."""
    with TemporaryDirectory(prefix="doc-sync-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for file in files:
            write_python(folder / place_of(file), file.text)
        for each in unreadable:
            place = folder / "packages" / Path(*each.module.split("."))
            write_python(place / "__init__.pyi" if place.is_dir() else place.with_suffix(".pyi"), _ANYTHING)
        yield folder


def place_of(file: PythonFile) -> str:
    """Where :func:`packages_folder` writes ``file``, relative to the folder."""
    inside = [*file.module.split("."), *(["__init__"] if file.is_package else [])]
    return f"packages/{'/'.join(inside)}{PurePosixPath(file.path).suffix}"


def write_python(place: Path, text: str) -> None:
    """Write a module so that it is read as the text that it is, with every character at its line and column."""
    text = _COOKIE.sub(r"\1 ", text)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, "utf-8", newline="\n")


@dataclass(frozen=True, slots=True)
class Ended:
    """What a process gave: its exit code, its output, what it said on standard error."""

    code: int
    output: str
    errors: str


def run_python(
    arguments: Sequence[str],
    folder: Path,
    limit: float,
    *,
    environment: Mapping[str, str] | None = None,
    is_heard: bool = True,
) -> Ended | None:
    """Run this Python in ``folder``, isolated from the variables and files around it.

    None when it took more than ``limit`` seconds. What it started ends with it, and what it writes is thrown away
    unless ``is_heard``.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    command = [sys.executable, "-I", "-X", "utf8", *arguments]
    writes_to = subprocess.PIPE if is_heard else subprocess.DEVNULL
    try:
        process = subprocess.Popen(  # noqa: S603 - our own interpreter, no shell
            command,
            cwd=folder,
            env={**kept, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=writes_to,
            stderr=writes_to,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise UsageError(
            f"{sys.executable} cannot be started: {error.strerror}; run doc-sync with another Python"
        ) from None
    with process:
        try:
            output, errors = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return None
        finally:  # an interrupt reaches only our own session
            _end(process)
    return Ended(process.returncode, output or "", errors or "")


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and its children, which may hold its pipes open."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
