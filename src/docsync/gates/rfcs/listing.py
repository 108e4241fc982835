"""Whether the README of the folder lists the records as they are."""

from __future__ import annotations

from collections.abc import Iterator

from docsync.corpus import Corpus
from docsync.errors import UnreadableError
from docsync.finding import Edit, Finding
from docsync.gates.rfcs.folder import NAME, RecordFolder
from docsync.markdown.document import Document
from docsync.rfc.folder import index_entries
from docsync.rfc.index import (
    ALIASES,
    INDEX,
    NAMES,
    find_part,
    markers,
    missing_part,
    render_aliases,
    render_index,
    replace_between,
)
from docsync.text import SourceText


def check_index(folder: RecordFolder, corpus: Corpus) -> Iterator[Finding]:
    """Findings in the README: no part for the index, or one that says something else than the records."""
    entries = tuple(index_entries(corpus, {path: file.record for path, file in folder.files.items()}))
    readme = folder.readme
    if not entries:
        return
    document = corpus.document(readme)
    if document is None:
        if readme not in corpus.tree.entries and readme not in corpus.paths:
            message = f"`{readme}` is not there, so that nothing lists the records"
            suggestion = f"make it, with the lines {markers(INDEX)}"
            yield Finding(readme, NAME, "rfc-index", message, suggestion, targets=tuple(folder.files))
        return
    try:
        source = corpus.text(readme)
    except UnreadableError:
        return  # it went away since its facts were made
    yield from _part(folder, source, document, INDEX, render_index(entries, readme))
    aliases = render_aliases(entries, readme)
    if aliases or find_part(document, ALIASES):
        yield from _part(folder, source, document, ALIASES, aliases)


def _part(folder: RecordFolder, source: SourceText, document: Document, marker: str, text: str) -> Iterator[Finding]:
    readme, targets = folder.readme, tuple(folder.files)
    part = find_part(document, marker)
    if part is None:
        message, suggestion = missing_part(source, marker)
        yield Finding(readme, NAME, "rfc-index", message, suggestion, marker, targets)
        return
    edit = replace_between(readme, source, document, marker, text)
    if edit is not None:
        message = f"the {NAMES[marker]} is stale: {_difference(source, edit)}"
        yield Finding(readme, part[0].span, "rfc-index", message, None, marker, targets, (edit,))


def _difference(source: SourceText, edit: Edit) -> str:
    """The first line that is missing or too much."""
    is_now = [line for line in source.text[edit.span.start : edit.span.end].splitlines() if line.strip()]
    wanted = [line for line in edit.text.splitlines() if line.strip()]
    missing = next((line for line in wanted if line not in is_now), None)
    surplus = next((line for line in is_now if line not in wanted), None)
    if missing is not None:
        return f"`{missing}` is missing"
    return f"`{surplus}` is too much" if surplus is not None else "lines are in another order, or blank ones differ"
