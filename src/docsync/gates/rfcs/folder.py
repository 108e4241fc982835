"""The records below the root, read once for all checks."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from docsync.corpus import Corpus
from docsync.errors import UnreadableError
from docsync.finding import Finding
from docsync.gates.rfcs.options import Options
from docsync.markdown.document import Document, Field
from docsync.markdown.front_matter import read_front_matter
from docsync.rfc.editing.headlines import read_statement
from docsync.rfc.folder import README, Folder
from docsync.rfc.naming import RecordName, parse_name
from docsync.rfc.record import Record, read_record
from docsync.rfc.words import FOLDERS
from docsync.text import SourceText, Span

NAME = Span(0, 0)  # where a finding about a file's name stands


@dataclass(frozen=True)
class RecordFile:
    """One record in the folder of a status; ``name`` is why its name is none where it is a text."""

    path: str
    folder: str
    name: RecordName | str
    source: SourceText
    document: Document
    record: Record

    @cached_property
    def status(self) -> Field | None:
        """The ``Status:`` line, else the status of the front matter, else what a table or a section says."""
        for written in self.record.fields.get("status", ()):
            return written
        given = read_front_matter(self.source, self.document).fields.get("status")
        if given:
            return Field("status", given.value, given.span)
        stated = read_statement(self.path, self.source, self.document, self.record)
        span = Span(stated.word.start, stated.value.end) if stated else NAME
        return Field("status", self.source.text[slice(*span)], span) if stated else None

    @property
    def title_span(self) -> Span:
        """Where the title stands, the start of the file when there is none."""
        return self.record.title_span or NAME

    def finding(self, code: str, span: Span, message: str, suggestion: str | None = None, *targets: str) -> Finding:
        """A finding in this record."""
        return Finding(self.path, span, code, message, suggestion, targets=targets)


@dataclass(frozen=True)
class RecordFolder:
    """All records by path, and the Markdown files below the root that are none.

    ``moved`` has the path that git knows of a record that was moved since, which is not staged.
    """

    root: str
    files: Mapping[str, RecordFile]
    strays: tuple[str, ...]
    moved: Mapping[str, str] = field(default_factory=dict)

    @property
    def readme(self) -> str:
        """Path of the README with the index."""
        return posixpath.join(self.root, README)


def read_folder(corpus: Corpus, options: Options) -> RecordFolder:
    """The records of ``corpus`` in the folders of a status, and what else lies there."""
    folder = Folder(corpus, options.folder, options.exempt)
    corpus.prepare(folder.files)
    homes = {posixpath.join(folder.root, name): name for name in FOLDERS}
    places = {path: homes.get(posixpath.dirname(path)) for path in folder.files}
    files = {path: _read(corpus, path, home) for path, home in places.items() if home}
    strays = tuple(path for path, home in places.items() if home is None and corpus.document(path))
    return RecordFolder(folder.root, {path: file for path, file in files.items() if file}, strays, folder.moved)


def _read(corpus: Corpus, path: str, folder: str) -> RecordFile | None:
    document = corpus.document(path)
    if document is None:
        return None
    try:
        source = corpus.text(path)
    except UnreadableError:
        return None  # it went away since its facts were made
    name = parse_name(posixpath.basename(path))
    return RecordFile(path, folder, name, source, document, read_record(path, source, document))
