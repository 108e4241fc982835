"""Decision records cited in prose without a link."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from docsync.corpus import Corpus
from docsync.finding import Edit, Finding
from docsync.gates.links.destination import encode
from docsync.markdown.document import Document, Mention
from docsync.records import RecordId, Records
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
    if not mention.kind:
        return _paths_meant(mention.text, records, corpus)
    if mention.kind not in records.kinds:
        return None
    found = records.paths.get(RecordId(mention.kind, mention.number), ())
    if not found and mention.kind == "RFC" and mention.number > records.highest("RFC"):
        return None  # an RFC of the IETF
    return found


def _paths_meant(text: str, records: Records, corpus: Corpus) -> tuple[str, ...] | None:
    path = text.removeprefix("./").lstrip("/")
    if records.folder_of(path) is None or not records.paths:
        return None
    if path in corpus.tree.entries:
        return (path,)
    if posixpath.splitext(path)[1]:
        return None if any(parent in corpus.tree.entries for parent in prefixes(path)) else ()
    starting = [other for others in records.paths.values() for other in others if other.startswith(path)]
    return tuple(sorted(starting))


def _bare(path: str, mention: Mention, candidates: tuple[str, ...]) -> Finding:
    if len(candidates) > 1:
        message = f"`{mention.text}` is not linked, and may mean " + " or ".join(f"`{name}`" for name in candidates)
        return Finding(path, mention.span, "bare-mention", message, subject=mention.text, targets=candidates)
    relative = encode(posixpath.relpath(candidates[0], posixpath.dirname(path) or "."))
    return Finding(
        path,
        mention.span,
        "bare-mention",
        f"`{mention.text}` is not linked",
        f"link it to {candidates[0]}",
        mention.text,
        candidates,
        (Edit(path, mention.span, f"[{mention.text}]({relative})"),),
    )
