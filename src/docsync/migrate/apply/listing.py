"""The last step of a migration: records that know of each other, and a README that lists them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from docsync.changeset.plan import Kept, Piece, Plan, Written
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.rfc.editing.headlines import added_line
from docsync.rfc.editing.pieces import Change, gap, line_end, link, readable, spliced
from docsync.rfc.editing.upkeep import refresh_index
from docsync.rfc.folder import Folder
from docsync.rfc.index import ALIASES, END, INDEX, find_part, render_aliases, render_index
from docsync.rfc.record import Record, Relation
from docsync.rfc.words import EXEMPT
from docsync.text import Span

_TITLE = "# Decisions"
_OLD_NAMES = "## Old names"
_ANSWERS = (
    (Relation.SUPERSEDED_BY, Relation.SUPERSEDES, "Supersedes"),
    (Relation.SUPERSEDES, Relation.SUPERSEDED_BY, "Superseded by"),
)


def answered(corpus: Corpus, root: str, exempt: Sequence[str] = EXEMPT) -> Plan | None:
    """Both ends of each supersession that only one record tells of."""
    folder = Folder(corpus, root, exempt)
    lines: dict[str, list[str]] = {}
    for record in folder.records.values():
        for relation, answer, label in _ANSWERS:
            for other in dict.fromkeys(folder.pointed(record, relation)):
                is_answered = record.path in folder.pointed(folder.records[other], answer)
                if other != record.path and not is_answered:
                    lines.setdefault(other, []).append(f"{label}: {link(_name(record), other, record.path)}")
    drafts = {path: list(_with_lines(corpus, folder.records[path], added)) for path, added in lines.items()}
    return Plan(drafts=drafts) if drafts else None


def _name(record: Record) -> str:
    return record.title or posixpath.splitext(posixpath.basename(record.path))[0]


def _with_lines(corpus: Corpus, record: Record, lines: Sequence[str]) -> Iterator[Piece]:
    source, document = readable(corpus, record.path)
    text = (line_end(source.text) * 2).join(dict.fromkeys(lines))
    change: Change = added_line(source, document, record, [Written(text)])
    yield from spliced(record.path, Span(0, len(source.text)), [change])


def listed(corpus: Corpus, root: str, exempt: Sequence[str] = EXEMPT) -> Plan | None:
    """The README of the folder with the index and the table of old ids; what people wrote in it stays."""
    readme = posixpath.join(root, "README.md")
    if readme not in corpus.paths:
        return _new(corpus, root, readme, exempt)
    source, document = readable(corpus, readme)
    current = refresh_index(Folder(corpus, root, exempt))
    pieces = list(current.drafts[readme] if current else [Kept(readme, Span(0, len(source.text)))])
    missing = [text for marker, text in _parts(corpus, root, readme, exempt) if not find_part(document, marker)]
    if not missing:
        return current
    end = line_end(source.text)
    text = gap(source.text, "\n") + "\n".join(missing)
    return Plan(drafts={readme: [*pieces, Written(text.replace("\n", end))]})


def _new(corpus: Corpus, root: str, readme: str, exempt: Sequence[str]) -> Plan:
    others = [path for path in corpus.tree.same_but_case(readme) if path not in corpus.tree.directories]
    if others or corpus.tree.kind(readme):
        raise UsageError(f"{(others or [readme])[0]}: is in the way of {readme}, which lists the records; rename it")
    text = "\n".join((_TITLE, "", *(part for _, part in _parts(corpus, root, readme, exempt))))
    return Plan(drafts={readme: [Written(text)]})


def _parts(corpus: Corpus, root: str, readme: str, exempt: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each marker with the lines of its part; no table where no record had an old id."""
    entries = tuple(Folder(corpus, root, exempt).entries())
    yield INDEX, _between(INDEX, render_index(entries, readme))
    aliases = render_aliases(entries, readme)
    if aliases:
        yield ALIASES, f"{_OLD_NAMES}\n\n{_between(ALIASES, aliases)}"


def _between(marker: str, text: str) -> str:
    inside = f"{text}\n" if text else ""
    return f"<!-- {marker} -->\n{inside}<!-- {END} -->\n"
