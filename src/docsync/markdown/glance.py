"""What a document may say: facts that cost little, and never tell less than the exact ones."""

from __future__ import annotations

from typing import NamedTuple

ANY_FOLDER = "…"  # stands for a path that is too long to be looked at


class Glance(NamedTuple):
    """A superset of what a document says.

    ``destinations`` are decoded, without those that lead to other sites, and without fragments that are known to be
    anchors of the document itself. ``kinds`` are the kinds of records that prose may cite by number, ``folders`` the
    paths that stand before a number in it. ``is_faulty``: links or definitions may be wrong whatever they lead to.
    ``has_breaks``: a line may end within a paragraph. ``has_comments``: a comment may be meant for doc-sync.
    ``has_former_ids``: a field may state ids that a record had before. ``has_python``: there may be a fence of Python.
    ``is_extreme``: it may nest too deep, or take too long, to be parsed.

    ``anchors`` are keys that fragments are compared with, one a line, of anchors that the document has for certain.
    ``is_rendered``: GitHub's parser was asked.
    """

    destinations: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    is_faulty: bool = False
    has_breaks: bool = False
    has_comments: bool = False
    has_former_ids: bool = False
    has_python: bool = False
    is_extreme: bool = False
    is_rendered: bool = False
    anchors: str = ""
