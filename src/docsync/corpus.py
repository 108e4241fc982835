"""The Markdown files of a repository and the tree that they link into, read lazily and at most once."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from docsync.config import MARKDOWN
from docsync.errors import UnreadableError
from docsync.facts import CLOSER, DOCUMENT, GLANCE, Kind
from docsync.markdown.anchors import FLAVOURS, Anchors, Flavour, Lines, leads
from docsync.reading import Reader
from docsync.repo import Source
from docsync.text import LineIndex, SourceText
from docsync.tree import Kind as FileKind

if TYPE_CHECKING:
    from docsync.markdown.document import Document
    from docsync.markdown.glance import Glance

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

    Facts are made by ``reader`` when a gate asks for them, and kept; texts are not kept. An ``exact`` corpus clears no
    document unread.
    """

    def __init__(
        self,
        source: Source,
        scope: Scope | None = None,
        *,
        overlay: Mapping[str, SourceText] | None = None,
        reader: Reader | None = None,
        exact: bool = True,
    ) -> None:
        self.source = source
        self.scope = scope or Scope()
        self.tree = source.tree
        self.exact = exact
        self.reader = reader or Reader(source, self.scope.flavour)
        self._overlay = dict(overlay or {})
        self._facts: defaultdict[Kind, dict[str, Any]] = defaultdict(dict)
        self._bases: dict[str, Document | None] = {}
        self._anchors: dict[str, Anchors] = {}
        self._targets: dict[str, TargetFile] = {}
        self._lines: dict[str, LineIndex] = {}
        self.paths = tuple(sorted(self._document_paths()))

    def _document_paths(self) -> Iterator[str]:
        for path in {*self.tree.entries, *self.source.untracked, *self._overlay}:
            # A symlink to another file of the tree is read there, under its real path.
            is_here = self.tree.kind(path) in (FileKind.FILE, None)
            if is_here and self.scope.is_markdown(path) and not self.scope.excluded(path):
                yield path

    def replace(self, texts: Mapping[str, SourceText], *, same: Collection[str] = ()) -> Corpus:
        """A corpus in which the files ``texts`` hold other text; facts of the others are shared.

        So are facts of those that hold the ``same`` text as before: it is not read again, whatever becomes of the file.
        """
        overlay = {**self._overlay, **texts}
        changed = Corpus(self.source, self.scope, overlay=overlay, reader=self.reader, exact=self.exact)
        return changed._sharing(self, texts.keys() - set(same))

    def over(self, source: Source, changed: Collection[str]) -> Corpus:
        """The corpus of another view, which has the same content as this one but for the paths ``changed``."""
        other = Corpus(source, self.scope, reader=self.reader.over(source), exact=self.exact)
        return other._sharing(self, changed)

    def _sharing(self, other: Corpus, changed: Collection[str]) -> Corpus:
        """This corpus with what is known from ``other`` of all paths but those ``changed``."""
        self._bases = other._bases
        shared = [(self._facts[kind], facts) for kind, facts in other._facts.items()]
        for mine, theirs in (*shared, (self._targets, other._targets), (self._lines, other._lines)):
            mine.update((path, facts) for path, facts in theirs.items() if path not in changed)
        return self

    def documents(
        self, unless: Callable[[str, Glance], bool] | None = None, *, closely: bool = False
    ) -> Iterator[tuple[str, Document]]:
        """Every readable document in path order, but for those about which nothing has to be known.

        ``unless`` tells whether that is so for a path by one glance at the document, which may take more to be in it
        than there is. Where a closer look at links, citations and line breaks may tell more, ``closely`` takes it and
        asks again, so that the same glance has to give the same answer each time.
        """
        paths = self.paths if unless is None else self.left(unless, closely=closely)
        for path, facts in zip(paths, self._get(DOCUMENT, paths), strict=True):
            if not isinstance(facts, UnreadableError):
                yield path, facts

    def facts(self, kind: Kind, paths: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """Each readable one of ``paths`` with what a gate makes of its text alone.

        Facts of such a ``kind`` are a pair: the index of the lines, and what is given here.
        """
        for path, facts in zip(paths, self._get(kind, paths), strict=True):
            if not isinstance(facts, UnreadableError):
                self._lines[path] = facts[0]
                yield path, facts[1]

    def left(self, is_clear: Callable[[str, Glance], bool], *, closely: bool = False) -> Sequence[str]:
        """The documents that no glance clears, in path order; all when exact."""
        if self.exact:
            return self.paths
        left = {
            path: seen
            for path, seen in zip(self.paths, self._get(GLANCE, self.paths), strict=True)
            if not isinstance(seen, UnreadableError) and not is_clear(path, seen)
        }
        closer = [path for path, seen in left.items() if not seen.is_rendered or seen.kinds or seen.folders]
        for path, seen in zip(closer, self._get(CLOSER, closer), strict=True) if closely else ():
            if not isinstance(seen, UnreadableError) and is_clear(path, seen):
                del left[path]
        return list(left)

    def unreadable(self) -> Iterator[tuple[str, UnreadableError]]:
        """The documents that could not be read, with the reason."""
        kind = DOCUMENT if self.exact else GLANCE
        for path, facts in zip(self.paths, self._get(kind, self.paths), strict=True):
            # Some can be decoded and not be parsed.
            told = self._get(DOCUMENT, [path])[0] if kind is GLANCE and self._is_extreme(facts) else facts
            if isinstance(told, UnreadableError):
                yield path, told

    def _is_extreme(self, seen: Glance | UnreadableError) -> bool:
        return not isinstance(seen, UnreadableError) and seen.is_extreme

    def glance(self, path: str) -> Glance | None:
        """What the file at ``path`` may say; None when that is not to be relied on, or it can't be read."""
        if self.exact:
            return None
        seen = self._facts[GLANCE].get(path) or self._get(GLANCE, [path])[0]  # each link into it asks
        return None if isinstance(seen, UnreadableError) else seen

    def document(self, path: str) -> Document | None:
        """Facts of the Markdown file at ``path``, a document or not; None when it can't be read."""
        facts = self._get(DOCUMENT, [path])[0]
        return None if isinstance(facts, UnreadableError) else facts

    def lines(self, path: str) -> LineIndex | None:
        """The lines of the Markdown file at ``path``; None when it can't be read."""
        if path not in self._lines:
            document = self.document(path)
            return None if document is None else document.lines
        return self._lines[path]

    def prepare(self, paths: Iterable[str]) -> None:
        """Make ready the facts of documents that will be asked for one by one."""
        self._get(DOCUMENT, list(paths))

    def _get(self, kind: Kind, paths: Sequence[str]) -> list[Any]:
        """The facts of the files at ``paths``, in order; an :class:`UnreadableError` says why there are none."""
        facts = self._facts[kind]
        missing = [path for path in paths if path not in facts]
        for path in self._overlay.keys() & missing:
            facts[path] = kind.of_text(self._overlay[path], self.scope.flavour)
            self.reader.made[kind] += 1
        if missing:
            facts.update(self.reader.facts(kind, [path for path in missing if path not in facts]))
        return [facts[path] for path in paths]

    def text(self, path: str) -> SourceText:
        """The text of ``path``, read anew: for fixes and diffs, which need it once more than facts do."""
        return self._overlay[path] if path in self._overlay else SourceText.decode(self.source.read(path))

    def base(self, path: str) -> Document | None:
        """Facts of ``path`` before the change under way."""
        if path not in self._bases:
            data = self.source.read_base(path)
            self._bases[path] = self.document(path) if self._holds(path, data) else self.facts_of(data)
        return self._bases[path]

    def _holds(self, path: str, data: bytes | None) -> bool:
        """Whether the file at ``path`` has this content by now."""
        try:
            return data is not None and path not in self._overlay and self.source.read(path) == data
        except UnreadableError:
            return False

    def facts_of(self, data: bytes | None) -> Document | None:
        """Facts of some other content, such as that of an older revision; None when there is none to read."""
        try:
            return None if data is None else self.parse(SourceText.decode(data))
        except UnreadableError:
            return None

    def parse(self, source: SourceText) -> Document | None:
        """Facts of a text that is no file yet; None when it can't be read."""
        facts = DOCUMENT.of_text(source, self.scope.flavour)
        return None if isinstance(facts, UnreadableError) else facts

    def surely_has(self, path: str, fragment: str) -> bool:
        """Whether the percent-decoded ``fragment`` leads somewhere in the Markdown file at ``path`` for certain."""
        return self._has_at_sight(path, fragment) or self._claims(self._closer(path), fragment)

    def prepare_anchors(self, aims: Iterable[tuple[str, str]]) -> None:
        """Make ready what :meth:`surely_has` will be asked: Markdown files and percent-decoded fragments."""
        doubtful = {path for path, fragment in aims if not self._has_at_sight(path, fragment)}
        looked = ((path, self.glance(path)) for path in sorted(doubtful))
        self._get(CLOSER, [path for path, seen in looked if seen is not None and not seen.is_rendered])

    def _has_at_sight(self, path: str, fragment: str) -> bool:
        return self._claims(self.glance(path), fragment)

    def _closer(self, path: str) -> Glance | None:
        seen = self.glance(path)
        if seen is None or seen.is_rendered:
            return seen
        closer = self._get(CLOSER, [path])[0]
        return None if isinstance(closer, UnreadableError) else closer

    def _claims(self, seen: Glance | None, fragment: str) -> bool:
        return seen is not None and leads(fragment, Lines(seen.anchors), self.scope.flavour)

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
