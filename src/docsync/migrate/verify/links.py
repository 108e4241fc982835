"""The second line of the proof: each link of before leads to what it led to, and others lead to records."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from docsync.corpus import Corpus
from docsync.linking.aim import Aim, aim, occurrences
from docsync.migrate.apply.moves_file import Moves
from docsync.migrate.verify.line import Line
from docsync.migrate.verify.said import Words, records_of
from docsync.names import relative_to
from docsync.reporters.text import counted
from docsync.text import Span
from docsync.tree import Kind, prefixes

_NOWHERE = "nowhere"


class Edge(NamedTuple):
    """A link from a document to a path; ``section`` is the fragment, ``kind`` what is there."""

    source: str
    path: str
    section: str
    kind: str


def check_links(before: Corpus, after: Corpus, moves: Moves) -> Line:
    """Both graphs of links, the first one mapped by ``moves``."""
    old, new = Counter(_edges(before, moves)), Counter(_edges(after))
    missing, explained = [], Counter[Edge]()
    for edge, count in old.items():
        ways = list(_ways(edge, moves, after))
        if sum(new[way] for way in ways) < count and not any(map(_is_own, ways)):
            missing.append(f"{edge.source}: a link to {_shown(edge)} is not there as one to {_shown(ways[0])}")
        for way in ways:
            explained[way] = max(explained[way], count)
    more = [edge for edge in new if new[edge] > explained[edge] and not explained[edge] and not _is_new(edge, moves)]
    strange = [f"{edge.source}: a link to {_shown(edge)} was not there before" for edge in more]
    wrong = list(_wrong_sections(before, after, moves, old))
    added = sum((new - explained).values())
    text = f"{counted(sum(old.values()), 'link')} of before lead where they led, {added:,} more lead to records"
    return Line("links", text, tuple(sorted((*missing, *strange, *wrong))))


def _edges(corpus: Corpus, moves: Moves | None = None) -> Iterator[Edge]:
    remote = corpus.source.remote()
    for path, document in corpus.documents():
        dropped = list(_dropped(corpus, path, moves)) if moves else []
        for each in occurrences(document):
            target = aim(path, each.destination, corpus.tree, remote)
            if target and not any(span.start <= each.span.start < span.end for span in dropped):
                yield _edge(corpus, path, target)


def _dropped(corpus: Corpus, path: str, moves: Moves) -> Iterator[Span]:
    texts = [each.text for each in moves.dropped if each.member == path]
    text = corpus.text(path).text if texts else ""
    for each in texts:
        start = text.find(each)
        yield Span(start, start + len(each))


def _edge(corpus: Corpus, source: str, target: Aim) -> Edge:
    location, resolution = target.location, target.resolution
    if location.climbed:
        return Edge(source, f"{'../' * location.climbed}{location.path}", target.parts.fragment or "", _NOWHERE)
    if resolution.kind is None:
        return Edge(source, location.path, target.parts.fragment or "", _NOWHERE)
    fragment = target.parts.fragment or ""
    anchors = corpus.anchors(resolution.path) if fragment and corpus.scope.is_markdown(resolution.path) else None
    index = anchors.heading(fragment) if anchors else None
    section = anchors.slugs[index] if anchors and index is not None else fragment
    return Edge(source, resolution.path, section, resolution.kind.value)


def _ways(edge: Edge, moves: Moves, after: Corpus) -> Iterator[Edge]:
    """What an edge of before may be now: from each file that holds text of its source."""
    paths = list(_targets(edge, moves, after))
    for source in moves.homes(edge.source):
        yield from (Edge(source, path, section, edge.kind) for path, section in paths)


def _targets(edge: Edge, moves: Moves, after: Corpus) -> Iterator[tuple[str, str]]:
    if edge.kind == Kind.FILE.value:
        yield moves.anchor(edge.path, edge.section) if edge.section else (moves.homes(edge.path)[0], "")
        return
    yield edge.path, edge.section
    if edge.kind == Kind.DIRECTORY.value and edge.path not in after.tree.directories:
        inside = {new for old, new in moves.paths.items() if old.startswith(f"{edge.path}/")}
        outer = {folder for folder in after.tree.directories if any(new.startswith(f"{folder}/") for new in inside)}
        yield from ((folder, edge.section) for folder in sorted(outer))
    elif edge.kind == _NOWHERE:  # a broken link moves with the folder that it is said to lead into
        gone = {outer for old in moves.paths for outer in prefixes(posixpath.dirname(old))} - after.tree.directories
        for folder in prefixes(edge.path):
            if folder in gone:
                yield posixpath.join(moves.root, relative_to(edge.path, folder)), edge.section
        yield from ((path, edge.section) for path in sorted(_repaired(edge, moves, after)))


def _repaired(edge: Edge, moves: Moves, after: Corpus) -> set[str]:
    name = edge.path.rpartition("/")[2]
    return {path for path in (*after.tree.entries, *moves.paths.values()) if path.rpartition("/")[2] == name}


def _is_own(edge: Edge) -> bool:
    """Whether a link would lead from a record to itself as a whole: it is plain text since the two were merged."""
    return edge.source == edge.path and not edge.section


def _is_new(edge: Edge, moves: Moves) -> bool:
    """Whether a link that was not there before is one that a migration makes: to a record."""
    return edge.kind == Kind.FILE.value and f"{edge.path}/".startswith(f"{moves.root}/")


def _wrong_sections(before: Corpus, after: Corpus, moves: Moves, edges: Counter[Edge]) -> Iterator[str]:
    """Anchors by which another heading is reached than before."""
    records = records_of(before, after, moves)
    for path, section in sorted({(edge.path, edge.section) for edge in edges if edge.section}):
        old = _heading(before, path, section)
        new = _heading(after, *moves.anchor(path, section)) if old is not None else None
        if old is not None and (new is None or not _is_same(records.words(old), records.words(new))):
            yield f"{path}#{section}: led to `{old}`, and now to `{new or 'no heading'}`"


def _heading(corpus: Corpus, path: str, section: str) -> str | None:
    anchors = corpus.anchors(path) if path in corpus.paths else None
    document = corpus.document(path) if anchors else None
    index = anchors.heading(section) if anchors else None
    return document.headings[index].text if document and index is not None else None


def _is_same(old: Words, new: Words) -> bool:
    """Whether a heading says what it said: but for the number before it, and what tells it from others behind it."""
    short, long = sorted((old, new), key=len)
    return any(long[at : at + len(short)] == short for at in range(len(long) - len(short) + 1))


def _shown(edge: Edge) -> str:
    return edge.path + (f"#{edge.section}" if edge.section else "")
