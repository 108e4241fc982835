"""The first step of a migration: references rewritten on the tree as it is.

What documents say in the place of an old id leads to the old path still, since the steps after this one take every link
along. All other text gets its final words. Links, and paths in prose, that lead somewhere are left to these steps.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter

from docsync.changeset.plan import Piece, Plan, edited
from docsync.corpus import Corpus
from docsync.errors import UnreadableError, UsageError
from docsync.linking.aim import aim, occurrences
from docsync.linking.destination import is_external, split_destination, write_path
from docsync.markdown.anchors import Anchors
from docsync.markdown.document import Document
from docsync.migrate.model import Action, Kind, Migration, Policy, Reference
from docsync.migrate.references.catalogue import Catalogue
from docsync.names import relative_to
from docsync.rfc.editing.pieces import readable
from docsync.rfc.editing.sections import find_section
from docsync.rfc.words import FOLDERS
from docsync.text import Position, SourceText, Span
from docsync.tree import prefixes

_WAY_OUT = "changed since the plan was made; run `doc-sync migrate plan` again"
_CITED = re.compile(r"[\w./-]+\.\w+")


def reference_plan(corpus: Corpus, migration: Migration) -> Plan | None:
    """What the references of ``migration`` that are to be rewritten make of ``corpus``; None when there are none.

    :class:`UsageError` names a reference that is not where it was, or that reaches into the one before it.
    """
    rewriter = _Rewriter(Catalogue(corpus, migration))
    drafts: dict[str, Sequence[Piece]] = {}
    written: dict[str, bytes] = {}
    rewritten = (each for each in migration.references if each.policy is Policy.REWRITE)
    for path, found in groupby(sorted(rewritten, key=attrgetter("file")), key=attrgetter("file")):
        source = rewriter.source(path)
        edits = _apart(path, source, list(rewriter.edits(path, source, found)))
        if edits and path in rewriter.documents:
            drafts[path] = list(edited(path, len(source.text), edits))
        elif edits:
            written[path] = SourceText(_applied(source.text, edits), source.bom).encode()
    return Plan(drafts=drafts, written=written) if drafts or written else None


@dataclass(frozen=True)
class _Rewriter:
    catalogue: Catalogue

    @cached_property
    def documents(self) -> frozenset[str]:
        return frozenset(self.catalogue.corpus.paths)

    def source(self, path: str) -> SourceText:
        """The text of a file that a reference stands in."""
        try:
            return self.catalogue.corpus.text(path)
        except UnreadableError as error:
            raise UsageError(f"{path}: {error.reason}; {_WAY_OUT}") from None

    def edits(self, path: str, source: SourceText, found: Iterator[Reference]) -> Iterator[tuple[Span, str]]:
        """What is written where in one file."""
        document = self.catalogue.corpus.document(path) if path in self.documents else None
        followed = self._followed(path, document) if document else {}
        for each in found:
            span = _span(source, each)
            new: str | None
            if document is None:
                new = self._fresh(each, path)
            elif each.kind is Kind.LINK:
                new = None if span in followed else self._destination(each.new, path, each.target)
            elif span in followed and each.new == followed[span]:
                new = None
            else:
                new = self._in_document(each, path)
            if new is not None and new != each.old:
                yield span, new

    def _followed(self, path: str, document: Document) -> Mapping[Span, str]:
        """The places that later steps keep true: links that lead somewhere, and paths in prose with their new text."""
        corpus, found = self.catalogue.corpus, {}
        for each in occurrences(document):
            reached = aim(path, each.destination, corpus.tree, self.catalogue.remote)
            if reached is None or reached.resolution.kind is not None:
                found[each.span] = ""
        for mention in document.mentions:
            if mention.record is None and mention.path in self.catalogue.moves:
                found[mention.span] = mention.moved_to(self.catalogue.moves[mention.path])
        return found

    def _fresh(self, reference: Reference, path: str) -> str:
        """The new text with the path that the record has by now, where that was decided after the plan was made."""
        here = posixpath.dirname(self.catalogue.home(path))
        bases = ["", here, *prefixes(self.catalogue.migration.root)]
        return _CITED.sub(lambda match: self._current(match[0], reference.target, bases), reference.new)

    def _current(self, written: str, target: str, bases: Sequence[str] = ("",)) -> str:
        """A path to where nothing is to be, made one to the record ``target``; it may start at any of ``bases``."""
        catalogue = self.catalogue
        slash, path = ("/", written[1:]) if written.startswith("/") else ("", written)
        places = {base: posixpath.normpath(posixpath.join(base, path)) for base in bases}
        known = any(place in self._targets or catalogue.corpus.tree.kind(place) for place in places.values())
        if known or target not in catalogue.moves:
            return written
        gone = (base for base, place in places.items() if place.startswith(self._status_folders))
        base = next(gone, None)
        return written if base is None else slash + relative_to(catalogue.moves[target], base)

    @cached_property
    def _targets(self) -> frozenset[str]:
        return frozenset(topic.target for topic in self.catalogue.migration.topics)

    @cached_property
    def _status_folders(self) -> tuple[str, ...]:
        return tuple(f"{self.catalogue.migration.root}/{folder}/" for folder in FOLDERS)

    def _in_document(self, reference: Reference, path: str) -> str:
        """The new text with its links as they lead now; outside of prose it is final."""
        if reference.kind in (Kind.CODE, Kind.PATH):
            return self._fresh(reference, path)
        document = self.catalogue.corpus.parse(SourceText.from_str(reference.new))
        text, position = "", 0
        for link in occurrences(document) if document else ():
            written = reference.new[slice(*link.span)]
            text += reference.new[position : link.span.start]
            text += self._destination(written, path, reference.target)
            position = link.span.end
        return text + reference.new[position:]

    def _destination(self, written: str, path: str, target: str) -> str:
        """A destination of the document ``path`` as it is to be, made one that leads to the same text today."""
        parts = split_destination(written)
        if is_external(written) or not parts.path:
            return written
        catalogue = self.catalogue
        folder = "" if parts.path.startswith("/") else posixpath.dirname(catalogue.home(path))
        place = posixpath.normpath(posixpath.join(folder, parts.path.lstrip("/")))
        place = self._current(place, target)
        old, fragment = self._old(place, target, parts.fragment)
        if old is None:
            is_moving = catalogue.home(path) != path and catalogue.corpus.tree.kind(place) is not None
            return f"{write_path(parts, path, place)}{parts.suffix}" if is_moving else written
        return f"{write_path(parts, path, old)}{parts.query}{fragment}"

    def _old(self, place: str, target: str, fragment: str | None) -> tuple[str | None, str]:
        """The old path of what is to be at ``place``: the member that has the section, else ``target`` or the first."""
        catalogue = self.catalogue
        suffix = f"#{fragment}" if fragment is not None else ""
        members = sorted(catalogue.members.get(place, ()), key=lambda member: member != target)
        for member in members:
            anchors = catalogue.corpus.anchors(member) if fragment else None
            if not fragment or (anchors and anchors.has(fragment)):
                return member, suffix
        return (members[0], suffix) if members else self._part(place, suffix)

    def _part(self, place: str, suffix: str) -> tuple[str | None, str]:
        """The section that a record of its own is to be made of."""
        catalogue = self.catalogue
        for topic in catalogue.migration.topics:
            if topic.action is Action.SPLIT and topic.target == place:
                member = topic.members[0]
                section = find_section(catalogue.corpus, member, topic.section)
                _, document = readable(catalogue.corpus, member)
                slugs = Anchors.of(document, catalogue.corpus.scope.flavour).slugs
                return member, suffix or f"#{slugs[document.headings.index(section.heading)]}"
        return None, suffix


def _span(source: SourceText, reference: Reference) -> Span:
    """Where the old text stands; :class:`UsageError` when it does not."""
    try:
        start = source.lines.offset(Position(reference.line, reference.column))
    except IndexError:
        start = -1
    if start < 0 or not source.text.startswith(reference.old, start):
        place = f"{reference.file}:{reference.line}:{reference.column}"
        raise UsageError(f"{place}: `{reference.old}` is not there, so the file {_WAY_OUT}")
    return Span(start, start + len(reference.old))


def _apart(path: str, source: SourceText, edits: list[tuple[Span, str]]) -> list[tuple[Span, str]]:
    ordered = sorted(edits, key=itemgetter(0))
    for (first, _), (second, _) in pairwise(ordered):
        if second.start < first.end:
            line, column = source.lines.position(second.start)
            raise UsageError(f"{path}:{line}:{column}: two references of the plan overlap here; take one out of it")
    return ordered


def _applied(text: str, edits: list[tuple[Span, str]]) -> str:
    pieces, position = [], 0
    for span, new in edits:
        pieces += [text[position : span.start], new]
        position = span.end
    return "".join([*pieces, text[position:]])
