"""The contract of a gate: what it is called, what it may report, and its pure check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docsync.finding import Code, Finding

if TYPE_CHECKING:  # the catalogue of gates is listed where nothing is read
    from docsync.corpus import Corpus
    from docsync.text import SourceText


@dataclass(frozen=True)
class Hook:
    """How pre-commit calls the gate; the fields are those of ``.pre-commit-hooks.yaml``."""

    description: str
    always_run: bool = True
    pass_filenames: bool = False
    require_serial: bool = True
    types: tuple[str, ...] = ()
    additional_dependencies: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gate:
    """One gate.

    ``options`` is a frozen dataclass whose fields carry ``doc`` metadata (see :func:`docsync.settings.option`);
    ``check(corpus, options)`` yields findings and touches neither disk, git nor the terminal. A ``per_file`` gate
    judges a document by itself, so that only the named ones have to be read. ``proves(before, after)`` tells
    whether a text with fixes of this gate is still the same document.
    """

    name: str
    command: str
    title: str
    codes: tuple[Code, ...]
    options: type[Any]
    check: Callable[[Corpus, Any], Iterator[Finding]]
    hook: Hook
    per_file: bool = False
    proves: Callable[[SourceText, SourceText], bool] | None = None
