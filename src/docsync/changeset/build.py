"""A plan carried out in memory: every document composed and relinked, and the files that this changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from docsync.changeset.compose import Composed, Edits, compose
from docsync.changeset.places import Places
from docsync.changeset.plan import Kept, Piece, Plan
from docsync.changeset.preview import Preview
from docsync.changeset.relink import Relinker
from docsync.changeset.tree import tree_after
from docsync.corpus import Corpus
from docsync.errors import UnreadableError, UsageError
from docsync.text import SourceText, Span
from docsync.tree import Kind


@dataclass(frozen=True)
class ChangeSet:
    """What a plan comes to: the corpus before and after, and by new path each document that changes.

    ``relinked`` counts the destinations in them that were rewritten.
    """

    plan: Plan
    before: Corpus
    after: Corpus
    documents: Mapping[str, Composed] = field(default_factory=dict)
    contents: Mapping[str, bytes] = field(default_factory=dict)
    relinked: Mapping[str, int] = field(default_factory=dict)

    def touched(self) -> frozenset[str]:
        """Every path, old or new, whose file may differ before and after."""
        after = self.after.tree.entries.items()
        symlinks = [path for path, entry in after if entry.kind is Kind.SYMLINK and not entry.blob]
        moves, written = self.plan.moves, self.plan.written
        return frozenset((*self.contents, *moves, *moves.values(), *written, *symlinks))


class Builder:
    """Composes the documents of a plan."""

    def __init__(self, corpus: Corpus, plan: Plan) -> None:
        self._corpus = corpus
        self._plan = plan
        self._after = tree_after(corpus.tree, plan)
        self._texts: dict[str, SourceText] = {}
        self._relinked: Counter[str] = Counter()
        unlinked = {path: compose(pieces, self._text, lambda _: ()) for path, pieces in plan.drafts.items()}
        self._relinker = Relinker(corpus, plan, self._after, Places(corpus, plan, unlinked))

    def build(self) -> ChangeSet:
        """The change set; :class:`UsageError` names a file that cannot be read and so cannot be moved."""
        documents = dict(self._documents())
        contents = {path: self._encoded(composed) for path, composed in documents.items()}
        origins = {new: old for old, new in self._plan.moves.items() if new not in self._plan.drafts}
        written = {**self._plan.written, **contents}
        preview = Preview(self._corpus.source, self._after, written, origins, gone=self._plan.moves)
        changed = {*contents, *self._plan.moves, *self._plan.moves.values(), *self._plan.drafts, *self._plan.written}
        return ChangeSet(
            self._plan, self._corpus, self._corpus.over(preview, changed), documents, contents, self._relinked
        )

    def _documents(self) -> Iterator[tuple[str, Composed]]:
        """Drafts, and old documents in which a destination has to change."""
        for path, pieces in self._plan.drafts.items():
            yield path, self._composed(path, pieces)
        for path in self._corpus.paths:
            home, document = self._plan.home(path), self._corpus.document(path)
            if home in self._plan.drafts or document is None:
                continue
            piece = Kept(path, Span(0, document.lines.length))
            if self._relinker.edits(piece, home):
                yield home, self._composed(home, [piece])

    def _composed(self, path: str, pieces: Sequence[Piece]) -> Composed:
        def edits(piece: Kept) -> Edits:
            found = self._relinker.edits(piece, path)
            self._relinked[path] += len(found)
            return found

        return compose(pieces, self._text, edits)

    def _text(self, path: str) -> str:
        return self._source(path).text

    def _source(self, path: str) -> SourceText:
        if path not in self._texts:
            try:
                self._texts[path] = self._corpus.text(path)
            except UnreadableError as error:
                raise UsageError(f"{path}: {error.reason}; it cannot be changed") from None
        return self._texts[path]

    def _encoded(self, composed: Composed) -> bytes:
        first = next((segment.path for segment in composed.segments if segment.path is not None), None)
        bom = first is not None and self._source(first).bom
        return SourceText(composed.text, bom).encode()
