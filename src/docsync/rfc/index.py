"""The generated parts of ``docs/rfc/README.md``: the list of records by status, and the table of their old ids."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from docsync.finding import Edit
from docsync.linking.destination import write_path
from docsync.markdown import old_names
from docsync.markdown.document import Comment, Document
from docsync.markdown.old_names import Former
from docsync.rfc.editing.pieces import escaped, line_end
from docsync.rfc.naming import parse_name
from docsync.rfc.words import FOLDERS
from docsync.text import SourceText, Span

INDEX, ALIASES, END = "doc-sync: rfc-index", old_names.ALIASES, old_names.END
NAMES: Mapping[str, str] = MappingProxyType({INDEX: "index", ALIASES: "table of old ids"})


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One record in a status folder: path from the root, plain title, old ids, and the records that supersede it."""

    path: str
    title: str
    former: tuple[Former, ...] = ()
    superseded_by: tuple[tuple[str, str], ...] = ()  # path and title

    @property
    def folder(self) -> str:
        """The status folder that it lies in."""
        return posixpath.basename(posixpath.dirname(self.path))


def render_index(entries: Iterable[IndexEntry], readme: str) -> str:
    """One list for each folder that has records, newest first, for the README at ``readme``; lines end in LF."""
    entries = sorted(entries, key=_order)
    return "\n".join(_lists(entries, readme)) + "\n" if entries else ""


def _order(entry: IndexEntry) -> tuple[int, str]:
    name = parse_name(posixpath.basename(entry.path))
    return (-name.date.toordinal() if not isinstance(name, str) else 0, entry.path)


def _lists(entries: Sequence[IndexEntry], readme: str) -> Iterator[str]:
    for folder in FOLDERS:
        inside = [entry for entry in entries if entry.folder == folder]
        if inside:
            yield from ("", f"## {folder.capitalize()}", "")
            yield from (_item(entry, readme) for entry in inside)


def _item(entry: IndexEntry, readme: str) -> str:
    name = parse_name(posixpath.basename(entry.path))
    date = "" if isinstance(name, str) else f"{name.date.isoformat()} "
    by = " and ".join(_link(title, path, readme) for path, title in entry.superseded_by)
    return f"- {date}{_link(entry.title, entry.path, readme)}" + (f", superseded by {by}" if by else "")


def render_aliases(entries: Iterable[IndexEntry], readme: str) -> str:
    """The table of old ids, by kind and number; empty when no record had one. Lines end in LF."""
    rows = sorted(
        ((each.record.kind, each.record.number, each.text, entry) for entry in entries for each in entry.former),
        key=lambda row: (row[0], row[1], row[3].path),
    )
    lines = [f"| {escaped(text)} | {_link(entry.title, entry.path, readme)} |" for _, _, text, entry in rows]
    return "\n".join(("", "| Formerly | Record |", "| --- | --- |", *lines, "")) if lines else ""


def _link(title: str, path: str, readme: str) -> str:
    return f"[{escaped(title) or posixpath.basename(path)}]({write_path(None, readme, path)})"


def find_part(document: Document, marker: str) -> tuple[Comment, Comment] | None:
    """The comment ``marker`` that stands alone, and the comment that ends its part; None when one is missing."""
    return next(old_names.marked_parts(document, marker), None)


def replace_between(path: str, source: SourceText, document: Document, marker: str, text: str) -> Edit | None:
    """The edit that makes ``text`` (line ends LF) stand between ``marker`` and its end; None when it does already.

    ``ValueError`` when the markers are not there; see :func:`find_part`.
    """
    part = find_part(document, marker)
    if part is None:
        raise ValueError(f"no `<!-- {marker} -->` in {path}")
    span = Span(source.lines.around(part[0].span).end, source.lines.around(part[1].span).start)
    wanted = f"{text}\n" if text else ""
    wanted = wanted.replace("\n", line_end(source.text[part[0].span.start :]))
    return None if source.text[span.start : span.end] == wanted else Edit(path, span, wanted)


def missing_part(source: SourceText, marker: str) -> tuple[str, str]:
    """Why :func:`find_part` finds no part in ``source``, and the way out."""
    message = f"there is no place for the {NAMES[marker]}"
    if marker not in source.text:
        return message, f"add the lines {markers(marker)}"
    why = "its two comments do not stand alone in lines of their own, outside of quotes, lists, HTML and code"
    return f"{message}: {why}", f"write {markers(marker)}, with a blank line before each"


def markers(marker: str) -> str:
    """The two lines to paste, for a sentence."""
    return f"`<!-- {marker} -->` and `<!-- {END} -->`"
