"""Where the destinations that a document writes lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docsync.linking.destination import Destination, is_external, split_destination
from docsync.linking.resolve import Location, locate, resolve
from docsync.linking.selflinks import path_in_tree
from docsync.repo import Remote
from docsync.text import Span
from docsync.tree import Kind, Resolution, Tree

if TYPE_CHECKING:  # what clears documents needs no facts of them
    from docsync.markdown.document import Document


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A destination as a document writes it: decoded, where it stands, and whether as ``<https://…>``."""

    destination: str
    span: Span
    is_autolink: bool = False


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a destination leads: its parts, the normalised location, and what the tree has there.

    ``url`` is what stands before the path of a full URL into this repository.
    """

    parts: Destination
    location: Location
    resolution: Resolution
    url: str = ""


def occurrences(document: Document) -> Iterator[Occurrence]:
    """Every destination of links, images, tags and definitions, in the order of the text."""
    from docsync.markdown.document import LinkKind  # noqa: PLC0415 - as above

    found = [
        *(Occurrence(link.destination, link.span, link.kind is LinkKind.AUTOLINK) for link in document.links),
        *(Occurrence(definition.destination, definition.span) for definition in document.definitions),
    ]
    return iter(sorted(found, key=lambda each: each.span))


def aim(
    source: str, destination: str, tree: Tree, remote: Remote | None, *, follow_directory_symlinks: bool = True
) -> Aim | None:
    """Where ``destination`` leads from the document ``source``; None when it leaves the repository or is empty."""
    url = ""
    if is_external(destination):
        inside = path_in_tree(destination, remote) if remote else None
        if inside is None:
            return None
        url, destination = destination[: len(destination) - len(inside)], inside
    parts = split_destination(destination)
    if not parts.written:
        return None
    if not parts.path:
        return Aim(parts, Location(source, 0, absolute=False, slash=False), Resolution(source, Kind.FILE))
    location = locate(source, parts.path, tree)
    if location.path == source and not location.climbed:  # an untracked document that links to itself
        return Aim(parts, location, Resolution(source, Kind.FILE), url)
    return Aim(parts, location, resolve(location, tree, follow_directory_symlinks=follow_directory_symlinks), url)
