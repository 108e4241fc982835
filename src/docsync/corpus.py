"""The Markdown files of a repository and the tree that they link into, read lazily and at most once."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docsync.config import MARKDOWN
from docsync.errors import UnreadableError
from docsync.markdown.anchors import FLAVOURS, Anchors, Flavour
from docsync.repo import Source
from docsync.text import SourceText
from docsync.tree import Kind

if TYPE_CHECKING:
    from docsync.markdown.document import Document

_HTML = (".html", ".htm")


@dataclass(frozen=True, slots=True)
class TargetFile:
    """What a fragment can point at in a file that is not Markdown; ``lines`` is None for binary content."""

    lines: int | None
    ids: frozenset[str] | None = None


@dataclass(frozen=True)
class Scope:
    """Which files are documents: those with one of ``extensions``, in any letter case, that are not ``excluded``.

    ``flavour`` makes their anchors.
    """

    extensions: tuple[str, ...] = MARKDOWN
    flavour: Flavour = FLAVOURS["github"]
    excluded: Callable[[str], bool] = field(default=lambda _path: False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "extensions", tuple(map(str.lower, self.extensions)))

    def is_markdown(self, path: str) -> bool:
        """Whether the name of ``path`` has one of the extensions."""
        return path.lower().endswith(self.extensions)


class Corpus:
    """Documents and tree of one view. Immutable: :meth:`replace` gives a changed copy.

    Facts are made when a gate asks for them and kept; texts are not kept. ``progress(done, total, path)`` is
    called before a document is read for the first time.
    """

    def __init__(
        self,
        source: Source,
        scope: Scope | None = None,
        *,
        overlay: Mapping[str, SourceText] | None = None,
        progress: Callable[[int, int, str], None] | None = None,
    ) -> None:
        self.source = source
        self.scope = scope or Scope()
        self.tree = source.tree
        self.parsed = 0
        self._overlay = dict(overlay or {})
        self._progress = progress
        self._documents: dict[str, Document | UnreadableError] = {}
        self._bases: dict[str, Document | None] = {}
        self._anchors: dict[str, Anchors] = {}
        self._targets: dict[str, TargetFile] = {}
        self.paths = tuple(sorted(self._document_paths()))

    def _document_paths(self) -> Iterator[str]:
        for path in {*self.tree.entries, *self.source.untracked, *self._overlay}:
            # A symlink to another file of the tree is read there, under its real path.
            is_here = self.tree.kind(path) in (Kind.FILE, None)
            if is_here and self.scope.is_markdown(path) and not self.scope.excluded(path):
                yield path

    def replace(self, texts: Mapping[str, SourceText]) -> Corpus:
        """A corpus in which the files ``texts`` hold other text; facts of the others are shared."""
        changed = Corpus(self.source, self.scope, overlay={**self._overlay, **texts}, progress=self._progress)
        changed._bases = self._bases
        for cached, mine in ((changed._documents, self._documents), (changed._targets, self._targets)):
            cached.update((path, facts) for path, facts in mine.items() if path not in texts)  # type: ignore[misc]
        return changed

    def over(self, source: Source, changed: Collection[str]) -> Corpus:
        """The corpus of another view, which has the same content as this one but for the paths ``changed``."""
        other = Corpus(source, self.scope, progress=self._progress)
        other._bases = self._bases
        for cached, mine in ((other._documents, self._documents), (other._targets, self._targets)):
            cached.update((path, facts) for path, facts in mine.items() if path not in changed)  # type: ignore[misc]
        return other

    def documents(self) -> Iterator[tuple[str, Document]]:
        """Every readable document in path order."""
        from docsync.markdown.document import Document  # noqa: PLC0415 - only where a document is read

        return ((path, facts) for path, facts in self._read() if isinstance(facts, Document))

    def unreadable(self) -> Iterator[tuple[str, UnreadableError]]:
        """The documents that could not be read, with the reason."""
        return ((path, facts) for path, facts in self._read() if isinstance(facts, UnreadableError))

    def _read(self) -> Iterator[tuple[str, Document | UnreadableError]]:
        for done, path in enumerate(self.paths):
            if self._progress and path not in self._documents:
                self._progress(done, len(self.paths), path)
            yield path, self._facts(path)

    def document(self, path: str) -> Document | None:
        """Facts of the Markdown file at ``path``, a document or not; None when it can't be read."""
        from docsync.markdown.document import Document  # noqa: PLC0415

        facts = self._facts(path)
        return facts if isinstance(facts, Document) else None

    def _facts(self, path: str) -> Document | UnreadableError:
        if path not in self._documents:
            try:
                self._documents[path] = self._parse(self.text(path))
            except UnreadableError as error:
                self._documents[path] = error
        return self._documents[path]

    def _parse(self, source: SourceText) -> Document:
        from docsync.markdown.extract import read_document  # noqa: PLC0415 - a run without documents needs no parser

        self.parsed += 1
        try:
            return read_document(source)
        except RecursionError:
            raise UnreadableError("nests too deep to be parsed") from None

    def text(self, path: str) -> SourceText:
        """The text of ``path``, read anew: for fixes and diffs, which need it once more than facts do."""
        return self._overlay[path] if path in self._overlay else SourceText.decode(self.source.read(path))

    def base(self, path: str) -> Document | None:
        """Facts of ``path`` before the change under way."""
        if path not in self._bases:
            self._bases[path] = self.facts_of(self.source.read_base(path))
        return self._bases[path]

    def facts_of(self, data: bytes | None) -> Document | None:
        """Facts of some other content, such as that of an older revision; None when there is none to read."""
        try:
            return None if data is None else self.parse(SourceText.decode(data))
        except UnreadableError:
            return None

    def parse(self, source: SourceText) -> Document | None:
        """Facts of a text that is no file yet; None when it can't be read."""
        try:
            return self._parse(source)
        except UnreadableError:
            return None

    def anchors(self, path: str) -> Anchors | None:
        """Anchors of the Markdown file at ``path``; None when it can't be read."""
        if path not in self._anchors:
            document = self.document(path)
            if document is None:
                return None
            self._anchors[path] = Anchors.of(document, self.scope.flavour)
        return self._anchors[path]

    def target(self, path: str) -> TargetFile:
        """What fragments can point at in the file at ``path`` that is not Markdown."""
        if path not in self._targets:
            self._targets[path] = self._read_target(path)
        return self._targets[path]

    def _read_target(self, path: str) -> TargetFile:
        try:
            source = self.text(path)
        except UnreadableError:
            return TargetFile(None)
        if not path.lower().endswith(_HTML):
            return TargetFile(source.lines.count)
        from docsync.markdown import html  # noqa: PLC0415 - few links lead into HTML

        tags = (token for token in html.scan(source.text) if isinstance(token, html.Tag))
        return TargetFile(source.lines.count, frozenset(anchor for tag in tags for anchor in html.anchors(tag)))

    def readme(self, directory: str) -> str | None:
        """The README that GitHub shows for ``directory``, as its real path; None when it has none in Markdown."""
        for name in sorted(self.tree.children.get(directory, ())):
            stem, extension = posixpath.splitext(name)
            if stem.lower() == "readme" and extension.lower() in self.scope.extensions:
                return self.tree.resolve(posixpath.join(directory, name)).path
        return None
