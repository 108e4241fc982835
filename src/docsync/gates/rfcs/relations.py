"""Records and each other: two of one topic, and one that supersedes another."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from docsync.corpus import Corpus
from docsync.finding import Finding
from docsync.gates.rfcs.folder import RecordFile, RecordFolder
from docsync.gates.rfcs.options import Options
from docsync.linking.destination import write_path
from docsync.rfc.folder import destination_path, pointed
from docsync.rfc.naming import RecordName
from docsync.rfc.record import Pointer, Relation, is_generic
from docsync.rfc.status.signs import SUPERSEDED

_OTHER = {Relation.SUPERSEDED_BY: Relation.SUPERSEDES, Relation.SUPERSEDES: Relation.SUPERSEDED_BY}


def check_duplicates(folder: RecordFolder, options: Options) -> Iterator[Finding]:
    """The later one of two records in different folders that have one slug or one title."""
    first: dict[tuple[str, str], RecordFile] = {}
    for file in sorted(folder.files.values(), key=_age):
        for what, key in _topics(file, options):
            other = first.setdefault((what, key), file)
            if other.folder != file.folder:
                message = f"`{other.path}` has the same {what}"
                suggestion = f"run doc-sync rfc merge {other.path} {file.path}, or rename one"
                yield file.finding("rfc-duplicate", file.title_span, message, suggestion, other.path)
                break


def _age(file: RecordFile) -> tuple[str, str]:
    return posixpath.basename(file.path), file.path


def _topics(file: RecordFile, options: Options) -> Iterator[tuple[str, str]]:
    if isinstance(file.name, RecordName):
        yield "slug", file.name.slug
    title = " ".join(file.record.title.casefold().split())
    if title and not is_generic(title, options.generic_titles):
        yield "title", title


def check_supersessions(folder: RecordFolder, corpus: Corpus) -> Iterator[Finding]:
    """Ends of a supersession that do not meet."""
    for file in folder.files.values():
        status = file.status
        if status and SUPERSEDED.search(status.value) and not file.record.pointing(Relation.SUPERSEDED_BY):
            suggestion = "write `superseded by [title](path)`"
            message = "it is superseded, but no link says by what"
            yield file.finding("rfc-supersede", status.span, message, suggestion)
        for pointer in file.record.pointers:
            yield from _judge(file, pointer, folder, corpus)


def _judge(file: RecordFile, pointer: Pointer, folder: RecordFolder, corpus: Corpus) -> Iterator[Finding]:
    target = destination_path(corpus, file.path, pointer.destination)
    said = pointer.relation.value
    if target is None:
        message = f"`{said}` links to `{pointer.destination}`, which is not there"
        yield file.finding("rfc-supersede", pointer.span, message)
        return
    if target == file.path:
        yield file.finding("rfc-supersede", pointer.span, f"`{said}` links to the record itself", None, target)
    other = folder.files.get(target)
    if other is None or other is file:
        return
    if file.path not in pointed(corpus, other.record, _OTHER[pointer.relation]):
        answer = f"{_OTHER[pointer.relation].value} [{file.record.title}]({write_path(None, target, file.path)})"
        verb = f"is {said}" if pointer.relation is Relation.SUPERSEDED_BY else said
        message = f"it {verb} `{target}`, which does not say so"
        yield file.finding("rfc-supersede", pointer.span, message, f"write `{answer}` there", target)
