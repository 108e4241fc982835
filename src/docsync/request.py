"""What the user asks for, and its paths in the terms of an opened repository."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from docsync.errors import UsageError
from docsync.names import to_text
from docsync.repo import Source
from docsync.tree import Kind


@dataclass(frozen=True)
class Request:
    """What the user asks for.

    ``gates`` are the gates to run, None for those of the configuration. ``paths``, relative to ``directory``, are
    what the report is narrowed to: None for everything, empty for nothing. ``stdin`` is a document's path and its
    text. ``options`` maps a gate's name to settings that win over the configuration. With ``staged`` and ``rev``
    too, configuration and baseline are those of the working tree: a commit is judged by today's rules. ``exact`` asks
    for findings of codes that are off, too. ``jobs`` is how many processes may work, None for one a processor, and
    ``executor`` the address of one that is to work instead.
    """

    directory: str = "."
    gates: tuple[str, ...] | None = None
    paths: tuple[str, ...] | None = None
    since: str | None = None
    staged: bool = False
    rev: str | None = None
    config: str | None = None
    isolated: bool = False
    use_baseline: bool = True
    require_reasons: bool = False
    stdin: tuple[str, bytes] | None = None
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    exact: bool = False
    use_cache: bool = True
    jobs: int | None = None
    executor: str | None = None

    @property
    def names_paths(self) -> bool:
        """Whether the report is narrowed to :attr:`named`."""
        return self.paths is not None or self.stdin is not None

    @property
    def named(self) -> tuple[str, ...]:
        """The paths that are named, with that of standard input."""
        return (*(self.paths or ()), *(self.stdin or ())[:1])


def rooted(request: Request, source: Source) -> Request:
    """``request`` with its paths relative to the root; :class:`UsageError` for one outside, or that never was."""
    paths = request.paths and tuple(_rooted(path, request.directory, source) for path in request.paths)
    stdin = request.stdin and (_rooted(request.stdin[0], request.directory, source), request.stdin[1])
    _refuse_unknown(paths or (), stdin[0] if stdin else "", source)
    return replace(request, paths=paths, stdin=stdin)


def _rooted(path: str, directory: str, source: Source) -> str:
    """``path``, as given from ``directory``, relative to the root, and followed where it is a symlink itself."""
    below = rooted_path(path, directory, source)
    return source.tree.resolve(below).path if source.tree.kind(below) is Kind.SYMLINK else below


def rooted_path(path: str, directory: str, source: Source) -> str:
    """``path``, as given from ``directory``, relative to the root; :class:`UsageError` for one outside.

    Symlinks above are followed, its own last part is not.
    """
    parent, name = os.path.split(os.path.abspath(os.path.join(directory, path)))
    relative = os.path.relpath(os.path.join(os.path.realpath(parent), name), os.path.realpath(source.root))
    if relative == ".":
        return ""
    below = to_text(os.fsencode(relative.replace(os.sep, "/")))
    if below.startswith("../") or below == "..":
        raise UsageError(f"{path}: is outside of {source.root}")
    return below


def _refuse_unknown(paths: tuple[str, ...], stdin: str, source: Source) -> None:
    """A path that is not there and that git never knew is a mistake of the user."""
    absent = [path for path in paths if path not in ("", stdin) and not is_present(path, source)]
    known = source.known_paths(absent) if absent else frozenset()
    for path in absent:
        if path not in known:
            from docsync.suggest import nearest_path  # noqa: PLC0415 - only a mistake needs it

            near = nearest_path(path, [*source.tree.entries, *source.tree.directories])
            hint = f"; did you mean {near}?" if near else ""
            raise UsageError(f"{path}: no such file or directory, and git knows none{hint}")


def is_present(path: str, source: Source) -> bool:
    """Whether something is at ``path``, in the view or on disk."""
    return source.tree.kind(path) is not None or source.exists(path)
