"""Types of examples, by mypy: one call for all of them, in a temporary folder, under a configuration of our own."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from docsync.errors import UsageError
from docsync.python.extra import require
from docsync.python.folder import Ended, packages_folder, place_of, run_python, write_python
from docsync.python.sources import PythonFile, Unreadable

LIMIT = 300.0  # seconds for all examples
_ROUNDS = 10  # an example on which mypy stops is left out of the next call
_EXAMPLE = re.compile(r"example_(\d+)\.py")
_MISSING_MODULE = ("import-not-found", "import-untyped")
_MODULE_NAME = re.compile(r'module(?: named)? "([\w.]+)"')
_OPTIONS = (
    "--config-file=",  # neither a configuration nor plugins of the repository
    "--no-site-packages",  # what happens to be installed here decides nothing
    "--no-native-parser",  # whose columns are not those of the text where that is not ASCII
    "--follow-imports=silent",  # the packages themselves are not judged
    "--check-untyped-defs",
    "--allow-redefinition",
    "--disable-error-code=top-level-await",
    "--disable-error-code=no-redef",
    "--disable-error-code=empty-body",
    "--no-error-summary",
    "--no-incremental",
    "--output=json",
)


@dataclass(frozen=True, slots=True, order=True)
class TypeFault:
    """What mypy says about one example: its index, line (from 1), column (from 0, code points), message and code."""

    example: int
    line: int
    column: int
    message: str
    code: str


@lru_cache(maxsize=4)  # a fix judges the same examples several times
def check_types(
    examples: tuple[str, ...],
    files: tuple[PythonFile, ...],
    unreadable: tuple[Unreadable, ...],
    packages: tuple[str, ...],
) -> tuple[TypeFault, ...]:
    """Check ``examples``, each a module of its own, against the ``files`` of ``packages``; nothing is run.

    A module that is missing counts only within ``packages``: what else is installed where an example is used is not
    known here, and its types may be anything.
    """
    require("mypy")
    found: dict[TypeFault, None] = {}
    left = set(range(len(examples)))
    paths = {place_of(file): file.path for file in files}
    with packages_folder(files, unreadable) as folder:
        for index in left:
            write_python(folder / _file_name(index), examples[index])
        for _ in range(_ROUNDS):
            faults, stopped = _call(folder, sorted(left), paths)
            found.update(dict.fromkeys(faults))
            left -= {fault.example for fault in faults}
            if not (stopped and faults and left):
                break
    return tuple(sorted(_located(fault, examples) for fault in found if _counts(fault, packages)))


def _file_name(index: int) -> str:
    return f"example_{index}.py"


def _call(folder: Path, indexes: Sequence[int], paths: Mapping[str, str]) -> tuple[list[TypeFault], bool]:
    """The faults in some examples, and whether mypy stopped at them before it judged all.

    ``paths`` maps the files of the packages as they are written to what they are called in the repository.
    """
    listing = folder / "arguments"
    listing.write_text("\n".join([*_OPTIONS, f"--cache-dir={os.devnull}", *map(_file_name, indexes)]), "utf-8")
    environment = {"MYPYPATH": str(folder / "packages")}
    done = run_python(["-m", "mypy", f"@{listing.name}"], folder, LIMIT, environment=environment)
    if done is None:
        raise UsageError(f'mypy took more than {LIMIT:.0f} seconds; set typecheck = "off" under [code]')
    faults = [fault for line in done.output.splitlines() for fault in read_fault(line)]
    if done.code not in (0, 1) and not faults:
        raise UsageError(f'mypy stops at {_stop(done, paths)}; mend that, or set typecheck = "off" under [code]')
    return faults, done.code not in (0, 1)


def _stop(done: Ended, paths: Mapping[str, str]) -> str:
    """What mypy stopped at, when that is no example: a module of a package, its own options."""
    last = (done.output.strip() or done.errors.strip() or f"exit code {done.code}").splitlines()[-1]
    try:
        said = json.loads(last)
    except ValueError:
        return last
    file = str(said["file"]).replace(os.sep, "/")
    return f"{paths.get(file, file)}:{max(int(said['line']), 1)}: {said['message']}"


def read_fault(line: str) -> list[TypeFault]:
    """The fault in a line of mypy's output; none where it is about something else than an example."""
    try:
        said: Mapping[str, Any] = json.loads(line)
    except ValueError:
        return []
    match = _EXAMPLE.fullmatch(str(said.get("file")))
    if match is None or said.get("severity") != "error":
        return []
    code = str(said.get("code") or "misc")
    return [TypeFault(int(match[1]), int(said["line"]), int(said["column"]), str(said["message"]), code)]


def _counts(fault: TypeFault, packages: Sequence[str]) -> bool:
    if fault.code not in _MISSING_MODULE:
        return True
    match = _MODULE_NAME.search(fault.message)
    name = match[1] if match else ""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _located(fault: TypeFault, examples: Sequence[str]) -> TypeFault:
    """``fault`` with its column in code points; mypy counts bytes of UTF-8."""
    lines = examples[fault.example].split("\n")
    line = lines[fault.line - 1] if 0 < fault.line <= len(lines) else ""
    column = len(line.encode("utf-8")[: max(fault.column, 0)].decode("utf-8", "ignore"))
    return TypeFault(fault.example, fault.line, column, fault.message, fault.code)
