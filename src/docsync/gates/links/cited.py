"""Which records of the repository prose can cite, and whether a document may cite one of them."""

from __future__ import annotations

from collections.abc import Iterable

from docsync.corpus import Corpus
from docsync.markdown.glance import ANY_FOLDER, Glance
from docsync.records import RecordId, Records


def records_of(corpus: Corpus, folders: Iterable[str]) -> Records:
    """The records in ``folders``, with the ids that they had before."""

    def former_ids(path: str) -> tuple[RecordId, ...]:
        seen = corpus.glance(path)
        document = corpus.document(path) if seen is None or seen.has_former_ids else None
        if document is None:
            return ()
        from docsync.markdown import old_names  # noqa: PLC0415 - few records had another id before

        return old_names.former_ids(document)

    return Records.of(filter(corpus.scope.is_markdown, corpus.tree.entries), folders, former_ids)


def may_cite(seen: Glance, records: Records) -> bool:
    """Whether a document may mention a record by its number or path."""
    if not set(seen.kinds).isdisjoint(records.kinds):
        return True
    return bool(records.files) and any(
        path == ANY_FOLDER or folder in path for path in seen.folders for folder in records.folders
    )
