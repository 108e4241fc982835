"""All references of a corpus: one pass over the bytes of each file, and a second look where something was found."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from docsync.corpus import Corpus
from docsync.errors import UnreadableError
from docsync.markdown.document import Document
from docsync.migrate.apply.moves_file import path_of
from docsync.migrate.model import PLAN, Choices, Kind, Migration, Policy, Reference
from docsync.migrate.references.catalogue import Catalogue
from docsync.migrate.references.exempt import Exemptions
from docsync.migrate.references.found import Found, references
from docsync.migrate.references.links import Links
from docsync.migrate.references.meaning import Reader
from docsync.migrate.references.paths import Paths
from docsync.migrate.references.prose import Prose
from docsync.migrate.references.taken import Taken
from docsync.migrate.references.text_files import Ids, TextFiles, left
from docsync.names import to_bytes, to_text
from docsync.text import SourceText
from docsync.tree import Kind as TreeKind

_BINARY = "a binary file"
_UNREAD = "cannot be read as Markdown"
_EXCLUDED = "a document that the configuration excludes"


def find_references(corpus: Corpus, migration: Migration, choices: Choices) -> tuple[Reference, ...]:
    """What cites a record of ``migration`` in the tracked text of ``corpus``, in the order of files and their text.

    ``new`` of a reference that is left is what could be written instead, the old text where there is nothing better.
    Its ``target`` is the old path of the record, or folder, that is meant.
    """
    finder = Finder(Catalogue(corpus, migration), choices)
    return tuple(each for path in finder.files() for each in finder.file(path))


@dataclass(frozen=True)
class Finder:
    """Finds references by a catalogue, file by file."""

    catalogue: Catalogue
    choices: Choices

    def files(self) -> Iterator[str]:
        """The files to look at, in order: documents, and what else git has; a symlink's text is that of its target.

        The plan and the map say what was before and what is after: they cite nothing.
        """
        corpus = self.catalogue.corpus
        tracked = (path for path, entry in corpus.tree.entries.items() if entry.kind is TreeKind.FILE)
        own = {PLAN, path_of(self.catalogue.migration.root)}
        return iter(sorted({*tracked, *corpus.paths} - own))

    def file(self, path: str) -> Iterator[Reference]:
        """The references in the file at ``path``."""
        corpus = self.catalogue.corpus
        try:
            data = corpus.source.read(path)
        except UnreadableError:
            return  # too large, or not there: there is no text to show
        folded = data.lower()
        if not any(word in folded for word in self._words):
            return
        document = corpus.document(path) if path in self._documents else None
        if document is not None:
            yield from self._document(path, SourceText.decode(data), document)
        elif self._signs.search(folded) is not None:
            yield from self._text_file(path, data)

    def _text_file(self, path: str, data: bytes) -> Iterator[Reference]:
        corpus = self.catalogue.corpus
        source, reason = _decoded(data)
        if reason == _BINARY:
            cited = self._paths.find(source.text, path, Taken(source.text))
            exact = (each for each in cited if each.policy is Policy.REWRITE)
            yield from references(path, source, [left(each, reason) for each in islice(exact, 1)])
            return
        if not reason and corpus.scope.is_markdown(path):
            reason = _UNREAD if path in self._documents else _EXCLUDED
        reason = reason or self._exemptions.reason(path, source.text, is_document=False)
        yield from references(path, source, self._files.find(path, source.text, reason))

    def _document(self, path: str, source: SourceText, document: Document) -> Iterator[Reference]:
        reason = self._exemptions.reason(path, source.text, is_document=True)
        links = Links(self.catalogue, self.choices, self._paths, path, source, document).find()
        found = [*links, *Prose(self._files, path, source, document).find()]
        yield from references(path, source, _kept(found, document, reason) if reason else found)

    @cached_property
    def _documents(self) -> frozenset[str]:
        return frozenset(self.catalogue.corpus.paths)

    @cached_property
    def _paths(self) -> Paths:
        return Paths(self.catalogue)

    @cached_property
    def _files(self) -> TextFiles:
        return TextFiles(Ids(self.catalogue, self.choices, Reader(self.catalogue)), self._paths)

    @cached_property
    def _exemptions(self) -> Exemptions:
        return Exemptions(self.catalogue.corpus)

    @cached_property
    def _words(self) -> frozenset[bytes]:
        """What one of must be in the lower-case bytes of a file; most files have none, which is known soonest so."""
        return frozenset(to_bytes(each).lower() for each in (*self.catalogue.kinds, *self._folders, *self._endings))

    @cached_property
    def _signs(self) -> re.Pattern[bytes]:
        """What the lower-case bytes of a file hold if it has a reference: a kind before a number, or a name.

        Each one starts with a character, which is searched for ten times as fast as what is not before it.
        """
        ids = [_lower(kind) + rb"s?(?:\xc2\xa0|[ _#\[-]){0,3}\d" for kind in sorted(self.catalogue.kinds)]
        named = [each + rb"(?<![a-z0-9_-]" + each + rb")(?![a-z0-9_-])" for each in sorted(map(_lower, self._folders))]
        return re.compile(b"|".join([*ids, *named, *sorted(map(_lower, self._endings))]))

    @cached_property
    def _folders(self) -> frozenset[str]:
        """The names of the folders that records are in."""
        return frozenset(posixpath.basename(source) for source in self.catalogue.migration.sources) - {""}

    @cached_property
    def _endings(self) -> frozenset[str]:
        """The endings of the names of what moves."""
        return frozenset(posixpath.splitext(name)[1] for name in self.catalogue.names) - {""}


def _kept(found: Iterable[Found], document: Document, reason: str) -> Iterator[Found]:
    """What becomes of ``found`` in a document that is left: links and paths in prose must not break."""
    cited = {each.span for each in document.mentions if each.record is None}
    for each in found:
        is_followed = each.kind is Kind.LINK or each.span in cited or each.policy is Policy.LEAVE
        yield each if is_followed else left(each, reason)


def _lower(text: str) -> bytes:
    """``text`` as a pattern for lower-case bytes."""
    return re.escape(to_bytes(text).lower())


def _decoded(data: bytes) -> tuple[SourceText, str]:
    """The text of a file, and why it cannot be edited."""
    try:
        return SourceText.decode(data), ""
    except UnreadableError as error:
        return SourceText.from_str(to_text(data)), _BINARY if b"\0" in data else error.reason
