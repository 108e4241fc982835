"""The committed tree as data: paths, modes and blob ids, and how a path resolves in it.

Paths are relative to the repository root, separated by ``/``, without ``.`` and ``..``; the root is ``""``.
Bytes of a name that are not UTF-8 are carried as surrogate escapes (PEP 383).
"""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property


class Kind(Enum):
    """What stands at a path."""

    FILE = "file"
    DIRECTORY = "directory"
    SYMLINK = "symlink"
    SUBMODULE = "submodule"


FILE_MODE, SYMLINK_MODE, SUBMODULE_MODE = 0o100644, 0o120000, 0o160000
_KIND_OF_MODE = {SYMLINK_MODE: Kind.SYMLINK, SUBMODULE_MODE: Kind.SUBMODULE}
MAX_SYMLINKS = 40  # what Linux follows before it says ELOOP
MAX_DESTINATIONS = 4096  # characters in the destinations of the symlinks of one path; PATH_MAX of Linux


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a git tree or index: the mode, the blob id (``""`` when unknown), a symlink's destination."""

    mode: int
    blob: str = ""
    destination: str | None = None

    @property
    def kind(self) -> Kind:
        """File, symlink or submodule, from the mode's type bits."""
        return _KIND_OF_MODE.get(self.mode & 0o170000, Kind.FILE)


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a path leads: the path after symlinks, and what stands there; ``kind`` is None when nothing does.

    ``stop`` is the kind of what it could not go on at: a file or submodule that the path leads into, and ``path`` is
    that one; or a symlink that leads outside or in a circle, and ``path`` is what was asked for.
    """

    path: str
    kind: Kind | None
    stop: Kind | None = None
    through_directory_symlink: bool = False


@dataclass(frozen=True)
class Tree:
    """An immutable tree of tracked paths."""

    entries: Mapping[str, Entry]

    @cached_property
    def directories(self) -> frozenset[str]:
        """Every directory that holds an entry, the root ``""`` among them."""
        found = {""}
        for path in self.entries:
            parent = posixpath.dirname(path)
            while parent not in found:
                found.add(parent)
                parent = posixpath.dirname(parent)
        return frozenset(found)

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """Directory to the names of the files directly in it."""
        found: dict[str, list[str]] = {}
        for path in self.entries:
            found.setdefault(posixpath.dirname(path), []).append(posixpath.basename(path))
        return {directory: tuple(names) for directory, names in found.items()}

    @cached_property
    def _folded(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for path in (*self.entries, *self.directories):
            found.setdefault(fold(path), []).append(path)
        return {key: tuple(paths) for key, paths in found.items()}

    def kind(self, path: str) -> Kind | None:
        """What stands at exactly ``path``, symlinks not followed."""
        entry = self.entries.get(path)
        if entry is not None:
            return entry.kind
        return Kind.DIRECTORY if path in self.directories else None

    def same_but_case(self, path: str) -> tuple[str, ...]:
        """Paths that differ from ``path`` in letter case or Unicode form only."""
        return tuple(other for other in self._folded.get(fold(path), ()) if other != path)

    def resolve(self, path: str) -> Resolution:
        """Follow ``path`` through symlinks, as git's own tree has them; a cycle resolves to nothing."""
        kind = self.kind(path)
        if kind in (Kind.FILE, Kind.DIRECTORY, Kind.SUBMODULE):
            return Resolution(path, kind)
        return self._walk(path)

    def _walk(self, path: str) -> Resolution:
        """Go on from where the folder of ``path`` leads, so that a folder's symlinks are followed once."""
        folder, name = posixpath.split(path)
        above = self._followed(folder)
        through = above.through_directory_symlink or above.path != folder
        if above.stop is Kind.SYMLINK:
            return Resolution(path, None, above.stop, through_directory_symlink=True)
        if above.kind is Kind.DIRECTORY:
            inside = posixpath.join(above.path, name)
            kind = self.kind(inside)
            return self._followed(path) if kind is Kind.SYMLINK else Resolution(inside, kind, None, through)
        return self._followed(path)

    def _followed(self, path: str) -> Resolution:
        if path not in self._resolutions:
            self._resolutions[path] = self._follow(path)
        return self._resolutions[path]

    @cached_property
    def _resolutions(self) -> dict[str, Resolution]:
        return {}

    def _follow(self, path: str) -> Resolution:
        pending = list(reversed(path.split("/")))
        current, hops, characters, through = "", 0, 0, False
        while pending:
            name = pending.pop()
            if name == "..":
                if not current:
                    return Resolution(path, None, Kind.SYMLINK, through)
                current = posixpath.dirname(current)
                continue
            current = posixpath.join(current, name)
            kind = self.kind(current)
            if kind is Kind.SYMLINK:
                hops += 1
                through = through or bool(pending)
                destination = self.entries[current].destination
                characters += len(destination or "")
                is_too_far = hops > MAX_SYMLINKS or characters > MAX_DESTINATIONS
                if destination is None or destination.startswith("/") or is_too_far:
                    return Resolution(path, None, Kind.SYMLINK, through)
                current = posixpath.dirname(current)
                pending.extend(part for part in reversed(destination.split("/")) if part not in ("", "."))
            elif kind is None or (pending and kind is not Kind.DIRECTORY):
                if kind is None:
                    current = posixpath.normpath(posixpath.join(current, *reversed(pending)))
                return Resolution(current, None, kind, through)
        return Resolution(current, self.kind(current), None, through)


def fold(path: str) -> str:
    """Key under which paths are equal but for letter case and Unicode form."""
    return unicodedata.normalize("NFC", path).casefold()


def prefixes(path: str) -> Iterable[str]:
    """``a/b/c`` to ``a``, ``a/b``, ``a/b/c``."""
    parts = path.split("/")
    return ("/".join(parts[: count + 1]) for count in range(len(parts)))
