"""What a change of records asks of their folder: that its index is right, and that no linked status folder vanishes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from difflib import SequenceMatcher

from docsync.changeset.build import Builder
from docsync.changeset.plan import Piece, Plan, Written
from docsync.changeset.tree import tree_after
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.finding import Edit
from docsync.linking.aim import aim, occurrences
from docsync.rfc.editing.pieces import Change, readable, rewritten, spliced
from docsync.rfc.folder import Folder
from docsync.rfc.index import (
    ALIASES,
    END,
    INDEX,
    find_part,
    markers,
    missing_part,
    render_aliases,
    render_index,
    replace_between,
)
from docsync.rfc.words import FOLDERS
from docsync.text import Span

_KEPT = ".gitkeep"
_TITLE = "# Decisions\n"
_HEADING = re.compile(r"^## .*\w", re.MULTILINE)
_PARTS = ((INDEX, render_index), (ALIASES, render_aliases))


def keep_folders(corpus: Corpus, root: str, plan: Plan) -> Plan:
    """``plan``, with a file in each status folder that it would leave empty although a link leads there."""
    after = tree_after(corpus.tree, plan).directories
    folders = {posixpath.join(root, folder) for folder in FOLDERS}
    emptied = (folders & corpus.tree.directories) - after
    linked = _linked(corpus, emptied) if emptied else ()
    return replace(plan, written={**plan.written, **{posixpath.join(folder, _KEPT): b"" for folder in sorted(linked)}})


def _linked(corpus: Corpus, folders: Collection[str]) -> set[str]:
    remote = corpus.source.remote()
    targets = (
        aim(path, each.destination, corpus.tree, remote)
        for path, document in corpus.documents()
        for each in occurrences(document)
    )
    return {target.resolution.path for target in targets if target} & set(folders)


def with_index(folder: Folder, plan: Plan) -> Plan:
    """``plan``, with the index in the folder's README as it has to be afterwards."""
    after = folder.over(Builder(folder.corpus, plan).build().after)
    readme = folder.readme
    pieces = None if plan.home(readme) in plan.drafts else _indexed(folder, after)
    return replace(plan, drafts={**plan.drafts, readme: pieces}) if pieces else plan


def refresh_index(folder: Folder) -> Plan | None:
    """What makes the index in the folder's README right; None when it is, or the README has no place for one."""
    pieces = _indexed(folder, folder)
    return Plan(drafts={folder.readme: pieces}) if pieces else None


def new_readme(folder: Folder) -> Plan | None:
    """The README with all that is generated, where there is none yet but there are records to list; else None."""
    corpus, readme, entries = folder.corpus, folder.readme, tuple(folder.entries())
    if not entries or corpus.source.exists(readme) or corpus.tree.kind(readme) or corpus.tree.same_but_case(readme):
        return None
    texts = {marker: render(entries, readme) for marker, render in _PARTS}
    heads = {INDEX: "", ALIASES: "## Old names\n\n"}
    parts = [f"{heads[marker]}<!-- {marker} -->\n{text}\n<!-- {END} -->\n" for marker, text in texts.items() if text]
    return Plan(drafts={readme: [Written("\n".join((_TITLE, *parts)))]})


def require_parts(folder: Folder) -> None:
    """:class:`UsageError` when the README of the folder has no place for what is generated, and why."""
    corpus, readme = folder.corpus, folder.readme
    if not corpus.source.exists(readme) and corpus.tree.kind(readme) is None:
        raise UsageError(f"{readme}: is not there, so that nothing lists the records; make it, with {markers(INDEX)}")
    source, document = readable(corpus, readme)
    if readme not in corpus.paths:
        raise UsageError(f"{readme}: is left out by `exclude` of the configuration; take it out of there")
    for marker, render in _PARTS:
        is_needed = marker == INDEX or render(folder.entries(), readme)
        if is_needed and not find_part(document, marker):
            message, way_out = missing_part(source, marker)
            raise UsageError(f"{readme}: {message}; {way_out}")


def _indexed(folder: Folder, after: Folder) -> list[Piece] | None:
    """The README of ``folder`` with the generated parts for the records of ``after``."""
    corpus, readme = folder.corpus, folder.readme
    document = corpus.document(readme) if readme in corpus.paths else None
    if document is None:
        return None
    source, entries = corpus.text(readme), tuple(after.entries())
    changes: list[Change] = []
    for marker, render in _PARTS:
        if find_part(document, marker):
            edit = replace_between(readme, source, document, marker, render(entries, readme))
            changes += _around_headings(source.text, edit) if edit else ()
    return list(spliced(readme, Span(0, len(source.text)), changes)) if changes else None


def _around_headings(text: str, edit: Edit) -> Iterator[Change]:
    """What ``edit`` changes, but for the headings that stay: links may lead to them."""
    start, end = edit.span
    old, new = list(_HEADING.finditer(text, start, end)), list(_HEADING.finditer(edit.text))
    matcher = SequenceMatcher(None, [each[0] for each in old], [each[0] for each in new], autojunk=False)
    written = 0
    for block in matcher.get_matching_blocks():
        for mine, its in zip(old[block.a :][: block.size], new[block.b :][: block.size], strict=True):
            yield rewritten(start, mine.start(), edit.text[written : its.start()])
            start, written = mine.end(), its.end()
    yield rewritten(start, end, edit.text[written:])
