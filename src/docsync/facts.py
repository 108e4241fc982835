"""Kinds of facts about a text: how each is made of the text alone, and how it is kept as bytes.

Nothing here depends on other files, on the path or on the repository, so that facts may be made anywhere and kept for
as long as the text and this code stay the same.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any
from zlib import crc32

from docsync.errors import UnreadableError
from docsync.markdown.anchors import Flavour
from docsync.text import SourceText

_PARSERS = ("cmarkgfm", "markdown_it", "mdit_py_plugins")
_DISTRIBUTIONS = ("cmarkgfm-", "markdown_it_py-", "mdit_py_plugins-")
# What facts are made by, those of gates too.
_SOURCES = (
    "markdown",
    "gates/wrap",
    "edits.py",
    "facts.py",
    "finding.py",
    "names.py",
    "patterns.py",
    "records.py",
    "text.py",
)
_MODULES = frozenset({"docsync.markdown.document", "docsync.markdown.glance", "docsync.records", "docsync.text"})
_OTHERS = frozenset({("array", "array"), ("array", "_array_reconstructor")})


@dataclass(frozen=True, eq=False)  # each kind is made once
class Kind:
    """One kind of facts; ``make`` gives them for a text, or raises :class:`~docsync.errors.UnreadableError`.

    ``enough`` are the bytes of text from which on it pays to start processes for it, a tenth of a second of work.
    ``holds`` is the name of the class of the facts, so that what was remembered can be told from something else, and
    ``parses`` tells whether it takes markdown-it to make them.
    """

    name: str
    make: Callable[[SourceText, Flavour], Any]
    enough: int
    holds: str = ""
    parses: bool = False

    def is_one(self, facts: Any) -> bool:
        """Whether ``facts`` are of this kind, or say why there are none."""
        return isinstance(facts, UnreadableError) or self.holds in ("", type(facts).__name__)

    def of_text(self, source: SourceText, flavour: Flavour) -> Any:
        """Facts of ``source``, or why there are none: an :class:`~docsync.errors.UnreadableError`."""
        try:
            return self.make(source, flavour)
        except UnreadableError as error:
            return error


def _glance(source: SourceText, flavour: Flavour) -> Any:
    from docsync.markdown.look import look  # noqa: PLC0415 - a run that remembers all facts needs no patterns

    return look(source, flavour)


def _closer(source: SourceText, flavour: Flavour) -> Any:
    from docsync.markdown.rendering import look_closer  # noqa: PLC0415 - nor GitHub's parser

    return look_closer(source, flavour)


def _document(source: SourceText, _flavour: Flavour) -> Any:
    from docsync.markdown.extract import read_document  # noqa: PLC0415 - nor markdown-it

    try:
        return read_document(source)
    except RecursionError:
        raise UnreadableError("nests too deep to be parsed") from None


GLANCE = Kind("glance", _glance, 4_000_000, "Glance")
CLOSER = Kind("closer", _closer, 1_500_000, "Glance")
DOCUMENT = Kind("document", _document, 250_000, "Document", parses=True)


def make_packed(kind: Kind, flavour: Flavour, contents: Sequence[bytes]) -> list[bytes]:
    """Facts of several contents of files as bytes, so that they can come from another process."""
    return [pack(_of_content(kind, flavour, data), len(data)) for data in contents]


def _of_content(kind: Kind, flavour: Flavour, data: bytes) -> Any:
    try:
        return kind.of_text(SourceText.decode(data), flavour)
    except UnreadableError as error:
        return error


def pack(facts: Any, size: int) -> bytes:
    """``facts`` of a content of ``size`` bytes as bytes."""
    kept = (facts.reason,) if isinstance(facts, UnreadableError) else facts
    return pickle.dumps((size, isinstance(facts, UnreadableError), kept), pickle.HIGHEST_PROTOCOL)


def unpack(packed: bytes) -> tuple[int, Any]:
    """Size and facts; ``ValueError`` for bytes that are none of ours."""
    try:
        size, is_error, kept = _Unpickler(io.BytesIO(packed)).load()
        facts = UnreadableError(*map(str, kept)) if is_error else kept
    except Exception as error:
        raise ValueError(f"no facts: {error}") from error
    if not isinstance(size, int):
        raise ValueError("no facts: they do not tell their size")  # noqa: TRY004 - as above
    return size, facts


class _Unpickler(pickle.Unpickler):
    """Makes facts and nothing else, whatever the bytes say: of our modules classes, and no functions to call."""

    def find_class(self, module: str, name: str) -> Any:
        return _class(module, name)


@cache
def _class(module: str, name: str) -> Any:
    is_ours = module in _MODULES and "." not in name
    if is_ours or (module, name) in _OTHERS:
        found = pickle.Unpickler.find_class(pickle.Unpickler(io.BytesIO()), module, name)  # noqa: S301 - it reads nothing
        if not is_ours or (isinstance(found, type) and found.__module__ == module):
            return found
    raise pickle.UnpicklingError(f"{module}.{name} is no fact")


def facts_version(flavour: Flavour) -> str:
    """What facts depend on besides the text: this code, the parsers, Python's Unicode tables, the flavour.

    ``OSError``: this code cannot be read.
    """
    checksum, size = 0, 0
    for path in _sources(os.path.dirname(os.path.abspath(__file__))):
        with open(path, "rb") as file:
            code = file.read()
        checksum, size = crc32(code, checksum), size + len(code)
    about = repr((sys.version_info[:2], flavour, _installed())).encode()
    return f"{crc32(about, checksum):08x}-{size}"


def _sources(package: str) -> Iterator[str]:
    """The files with code that facts depend on."""
    for name in _SOURCES:
        path = os.path.join(package, name)
        inside = sorted(os.listdir(path)) if os.path.isdir(path) else None
        yield from [path] if inside is None else (os.path.join(path, each) for each in inside if each.endswith(".py"))


def _installed() -> list[str]:
    """The parsers with their versions, as their folders of metadata are named: to import them would take longer."""
    origins = [spec.origin for name in _PARSERS if (spec := find_spec(name)) is not None and spec.origin]
    places = {os.path.dirname(os.path.dirname(origin)) for origin in origins}
    return sorted(name for place in places for name in os.listdir(place) if name.startswith(_DISTRIBUTIONS))
