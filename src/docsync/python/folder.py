"""A temporary folder with the packages of a view and something to be judged beside them, and a process in it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from docsync.errors import UsageError
from docsync.python.sources import PythonFile, Unreadable

_ANYTHING = "from typing import Any\n\ndef __getattr__(name: str) -> Any: ...\n"
_OURS = ("PYTHON", "MYPY")  # variables that would let the surroundings decide


@contextmanager
def packages_folder(files: Sequence[PythonFile], unreadable: Sequence[Unreadable] = ()) -> Iterator[Path]:
    """Write ``files`` below ``packages`` in a new folder, gone afterwards; what is unreadable may be anything."""
    with TemporaryDirectory(prefix="doc-sync-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for file in files:
            place = folder / "packages" / Path(*file.module.split("."))
            ending = Path(file.path).suffix
            _write(place / f"__init__{ending}" if file.is_package else place.with_suffix(ending), file.text)
        for each in unreadable:
            place = folder / "packages" / Path(*each.module.split("."))
            _write(place / "__init__.pyi" if place.is_dir() else place.with_suffix(".pyi"), _ANYTHING)
        yield folder


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, "utf-8", newline="\n")


def run_python(
    arguments: Sequence[str],
    folder: Path,
    limit: float,
    *,
    stdin: str = "",
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str] | None:
    """Run this Python in ``folder``, isolated from the variables and files around it; None when it took too long."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    command = [sys.executable, "-I", "-X", "utf8", *arguments]
    try:
        return subprocess.run(  # noqa: S603 - our own interpreter, no shell
            command,
            cwd=folder,
            env={**kept, **(environment or {})},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    except OSError as error:
        raise UsageError(
            f"{sys.executable} cannot be started: {error.strerror}; run doc-sync with another Python"
        ) from None
