"""The modules of configured packages, as text of the view that is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from docsync.errors import UnreadableError
from docsync.text import SourceText

ENDINGS = (".pyi", ".py")  # a stub beside a module says more than the module


@dataclass(frozen=True, slots=True)
class PythonFile:
    """One module: its path relative to the root, its dotted name, its text; ``is_package``: an ``__init__`` file."""

    path: str
    module: str
    text: str
    is_package: bool = False


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A module that cannot be read, and why."""

    path: str
    module: str
    reason: str


def read_packages(
    packages: Mapping[str, str], paths: Iterable[str], read: Callable[[str], SourceText]
) -> tuple[tuple[PythonFile, ...], tuple[Unreadable, ...]]:
    """Read the modules of ``packages`` (dotted name to folder, or to the file of a single module) among ``paths``."""
    files: list[PythonFile] = []
    unreadable: list[Unreadable] = []
    for path, module, is_package in _modules(packages, sorted(paths)):
        try:
            text = read(path).normalized
            compile_module(text)
            files.append(PythonFile(path, module, text, is_package))
        except UnreadableError as error:
            unreadable.append(Unreadable(path, module, error.reason))
    return tuple(files), tuple(sorted(unreadable, key=lambda each: each.path))


def linked_modules(packages: Mapping[str, str], links: Iterable[str]) -> tuple[Unreadable, ...]:
    """What the symlinks ``links`` stand for in ``packages``; none is followed, since it may lead outside."""
    paths = (path if path.endswith(ENDINGS) else f"{path}.py" for path in links)
    return tuple(Unreadable(path, module, "is a symlink") for path, module, _ in _modules(packages, paths))


def compile_module(text: str) -> None:
    """:class:`UnreadableError` when ``text`` is no module of the Python that runs this."""
    from docsync.python.syntax import first_fault, is_deep  # noqa: PLC0415 - most runs read no module

    fault = first_fault(text)
    if fault is not None:
        raise UnreadableError(f"is no Python here: line {fault.line}: {fault.message}")
    if is_deep(text):
        raise UnreadableError("has an expression that nests too deeply to be read")


def _modules(packages: Mapping[str, str], paths: Iterable[str]) -> Iterator[tuple[str, str, bool]]:
    """Path, dotted name, and whether it is the module of a package, each name once."""
    seen: set[str] = set()
    # As Python does, a package goes before a module of its name.
    for path in sorted(paths, key=lambda path: (not path.endswith(ENDINGS[0]), "/__init__." not in path)):
        for package, folder in packages.items():
            found = _module(path, package, folder.strip("/"))
            if found is not None and found[0] not in seen:
                seen.add(found[0])
                yield path, *found


def _module(path: str, package: str, folder: str) -> tuple[str, bool] | None:
    if path == folder and path.endswith(ENDINGS):
        return package, False
    prefix = f"{folder}/" if folder not in ("", ".") else ""
    if not (path.startswith(prefix) and path.endswith(ENDINGS)):
        return None
    stem = path.removeprefix(prefix).rsplit(".", 1)[0]
    *parents, last = stem.split("/")
    names = parents if last == "__init__" else [*parents, last]
    # A folder such as `my-data` holds no modules.
    return (".".join([package, *names]), last == "__init__") if all(map(str.isidentifier, names)) else None
