"""What a change makes of the tree: files that move whole, and documents composed of pieces of old ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from docsync.text import Span
from docsync.tree import prefixes


@dataclass(frozen=True, slots=True)
class Kept:
    """Text taken over from the old document at ``path``; its links are rewritten to fit where it now stands."""

    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Written:
    """Text that is new; its links are written for the file that it stands in."""

    text: str


Piece: TypeAlias = Kept | Written


@dataclass(frozen=True)
class Plan:
    """The tree after a change, as far as it differs from the one before.

    ``moves`` maps old paths to new ones: of files that move whole, and of documents to the one that stands for them
    from now on, which a link without a fragment is to lead to. ``drafts`` maps the new path of a document to its
    pieces, where it is not an old one as a whole. ``folders`` are the old and new paths of folders that move as
    they are. ``written`` are files that are no documents, with their new content. What is named nowhere stays as it is.
    ``remarks`` are lines about it for the user.
    """

    moves: Mapping[str, str] = field(default_factory=dict)
    drafts: Mapping[str, Sequence[Piece]] = field(default_factory=dict)
    folders: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, bytes] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def home(self, path: str) -> str:
        """Where the file at the old ``path`` is afterwards."""
        return self.moves.get(path, path)

    def place(self, path: str) -> str:
        """Where ``path``, a folder or a name that nothing has, is afterwards: it moves with the folder around it."""
        for outer in reversed(tuple(prefixes(path))):
            if outer in self.folders:
                return f"{self.folders[outer]}{path[len(outer) :]}".lstrip("/")
        return path

    @cached_property
    def composed(self) -> Mapping[str, Sequence[str]]:
        """Old documents of which drafts keep pieces, with the new paths of these drafts."""
        found: dict[str, list[str]] = {}
        for path, pieces in self.drafts.items():
            for piece in pieces:
                if isinstance(piece, Kept) and path not in found.setdefault(piece.path, []):
                    found[piece.path].append(path)
        return found


def edited(path: str, length: int, edits: Iterable[tuple[Span, str]]) -> Iterator[Piece]:
    """The pieces of a document of ``length`` characters with ``edits``, which do not overlap, made to it."""
    position = 0
    for span, text in sorted(edits):
        if span.start > position:
            yield Kept(path, Span(position, span.start))
        if text:
            yield Written(text)
        position = span.end
    if position < length:
        yield Kept(path, Span(position, length))
