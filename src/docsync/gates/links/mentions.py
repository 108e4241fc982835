"""Decision records cited in prose without a link."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from docsync.corpus import Corpus
from docsync.finding import Edit, Finding
from docsync.linking.destination import encode
from docsync.markdown.document import Document, Mention
from docsync.records import Records
from docsync.tree import prefixes


def check_mentions(path: str, document: Document, corpus: Corpus, records: Records) -> Iterator[Finding]:
    """Findings for the mentions in one document; silent where the repository has no records."""
    for mention in document.mentions:
        candidates = _records_meant(mention, records, corpus)
        if candidates is None or path in candidates:
            continue
        if not candidates:
            message = f"`{mention.text}` is no record of this repository"
            # Which file it was is unknown, so any record that went away counts as its target.
            yield Finding(
                path, mention.span, "dangling-mention", message, subject=mention.text, targets=records.folders
            )
            continue
        yield _bare(path, mention, candidates)


def _records_meant(mention: Mention, records: Records, corpus: Corpus) -> tuple[str, ...] | None:
    """The records that ``mention`` can mean, none when it dangles; None when it is no mention of a record here."""
    record = mention.record
    if record is None:
        return _paths_meant(mention.text, records, corpus)
    if record.kind not in records.kinds:
        return None
    found = records.paths.get(record, ())
    if not found and record.kind == "RFC" and record.number > records.highest("RFC"):
        return None  # an RFC of the IETF
    return found


def _paths_meant(text: str, records: Records, corpus: Corpus) -> tuple[str, ...] | None:
    path = text.removeprefix("./").lstrip("/")
    if records.folder_of(path) is None or not records.paths:
        return None
    has_extension = bool(posixpath.splitext(path)[1])
    if has_extension and not corpus.scope.is_markdown(path):
        return None  # a picture beside the records
    if path in corpus.tree.entries:
        return (path,)
    if has_extension:
        return None if any(parent in corpus.tree.entries for parent in prefixes(path)) else ()
    return records.starting_with(path)


def _bare(path: str, mention: Mention, candidates: tuple[str, ...]) -> Finding:
    """The finding; ``ADRs 1`` gets no fix, since it is the start of a list (``ADRs 1 and 7``)."""
    if len(candidates) > 1:
        message = f"`{mention.text}` is not linked, and may mean " + " or ".join(f"`{name}`" for name in candidates)
        return Finding(path, mention.span, "bare-mention", message, subject=mention.text, targets=candidates)
    is_list = mention.record is not None and mention.text.startswith(f"{mention.record.kind}s")
    relative = encode(posixpath.relpath(candidates[0], posixpath.dirname(path) or "."))
    return Finding(
        path,
        mention.span,
        "bare-mention",
        f"`{mention.text}` is not linked",
        f"link it to {candidates[0]}",
        mention.text,
        candidates,
        () if is_list else (Edit(path, mention.span, f"[{mention.text}]({relative})"),),
    )
