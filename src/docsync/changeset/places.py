"""Where the anchors of composed documents are afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from docsync.changeset.compose import Composed
from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.markdown.anchors import Anchors
from docsync.markdown.document import Document
from docsync.text import SourceText


@dataclass(frozen=True, slots=True)
class _Draft:
    composed: Composed
    document: Document
    anchors: Anchors


class Places:
    """Maps anchors of old documents to anchors of new ones; a draft is parsed when a link leads into it."""

    def __init__(self, corpus: Corpus, plan: Plan, drafts: Mapping[str, Composed]) -> None:
        self._corpus = corpus
        self._plan = plan
        self._drafts = drafts
        self._draft: Callable[[str], _Draft | None] = cache(self._read)

    def of(self, path: str, fragment: str, home: str) -> tuple[str, str | None]:
        """Path and fragment that take the place of ``path`` with ``fragment``; a fragment that fits stays None."""
        candidates = sorted(self._plan.composed.get(path, ()), key=lambda new: new != home)
        anchors, document = self._corpus.anchors(path), self._corpus.document(path)
        if not candidates or anchors is None or document is None:
            return home, None
        index = anchors.heading(fragment)
        if index is None:
            return self._named(fragment, candidates, home), None
        for new in candidates:
            slug = self._slug(new, path, document.headings[index].span.start)
            if slug is not None:
                return new, None if slug == anchors.slugs[index] else slug
        return home, None

    def _named(self, fragment: str, candidates: list[str], home: str) -> str:
        """The draft that has an element with the id ``fragment``, ``home`` where none has."""
        drafts = ((new, self._draft(new)) for new in candidates)
        return next((new for new, draft in drafts if draft and draft.anchors.has(fragment)), home)

    def _slug(self, new: str, path: str, offset: int) -> str | None:
        """The anchor that the heading at ``offset`` of the old document ``path`` has in the draft ``new``."""
        draft = self._draft(new)
        place = draft.composed.offset(path, offset) if draft else None
        if draft is None or place is None:
            return None
        starts = [heading.span.start for heading in draft.document.headings]
        return draft.anchors.slugs[starts.index(place)] if place in starts else None

    def _read(self, path: str) -> _Draft | None:
        document = self._corpus.parse(SourceText.from_str(self._drafts[path].text))
        if document is None:
            return None
        return _Draft(self._drafts[path], document, Anchors.of(document, self._corpus.scope.flavour))
