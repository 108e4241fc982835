"""The fourth line of the proof: no old id or path is left, but for the exceptions that the plan lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from docsync.corpus import Corpus
from docsync.errors import UnreadableError
from docsync.linking.aim import aim
from docsync.markdown.old_names import naming_spans, read_former
from docsync.migrate.apply.moves_file import Moves, path_of
from docsync.migrate.apply.status_section import STATUS
from docsync.migrate.model import PLAN
from docsync.migrate.references.paths import PATTERN
from docsync.migrate.verify.line import Line
from docsync.records import KIND_PATTERN
from docsync.reporters.text import counted
from docsync.text import SourceText, Span
from docsync.tree import Kind

_ID = re.compile(rf"(?<![\w/.-])(?P<kind>{KIND_PATTERN})s?[-_ ]?#?(?P<number>\d{{1,5}})(?!\w|\.\w)")
_NUMBER = re.compile(r"\d+")


def check_names(after: Corpus, moves: Moves) -> Line:
    """Every text of the tree, searched as it is for ids and for whole paths."""
    left = _Left(moves)
    names = _Names(moves)
    problems, kept = [], 0
    for path in sorted(after.tree.entries):
        source = _source(after, path) if path not in (path_of(moves.root), PLAN) else None
        status = _status(after, path)
        for start, found in names.find(source.text, _naming(after, path)) if source else ():
            is_copy = any(span.start <= start < span.end for span in status)
            if left.take(path, found, is_copy=is_copy):
                kept += 1
            elif source:
                problems.append(f"{path}:{source.lines.line_of(start)}: {found}")
    text = f"none of {counted(len(moves.ids), 'old id')} and {counted(len(moves.paths), 'old path')} is left"
    text += f", but for {counted(kept, 'listed exception')}" if kept else ""
    return Line("names", text, tuple(problems), tuple(_listed(after, moves)))


def _listed(after: Corpus, moves: Moves) -> Iterator[str]:
    """What the plan left and is still there, patterns first, which somebody has to look at."""
    for each in sorted(moves.left, key=lambda left: left.reason != PATTERN):
        source = _source(after, each.file) if each.file in after.tree.entries else None
        if source and each.old in source.text:
            yield f"{each.file}: {each.old} ({each.reason})"


def _source(after: Corpus, path: str) -> SourceText | None:
    if after.tree.entries[path].kind is not Kind.FILE:
        return None
    try:
        return after.text(path)
    except UnreadableError:
        return None


def _status(after: Corpus, path: str) -> Sequence[Span]:
    """Where a record states its status, in words that may stand in a section of it too."""
    document = after.document(path) if path in after.paths else None
    return [each.span for each in document.fields if each.name.casefold() == STATUS] if document else ()


def _naming(after: Corpus, path: str) -> Sequence[Span]:
    """Where a document names old ids on purpose, as labels that nobody sees, or in links that lead elsewhere."""
    document = after.document(path) if path in after.paths else None
    if document is None:
        return ()
    led = {each.label: each.destination for each in reversed(document.definitions)}
    links = ((each.whole, each.destination, each.text) for each in document.links)
    references = ((each.whole, led.get(each.label, ""), each.text) for each in document.references)
    found = [*naming_spans(document), *(each.whole for each in document.definitions)]
    for whole, destination, text in (*links, *references):
        target = aim(path, destination, after.tree, after.source.remote())
        is_elsewhere = target is None or target.resolution.kind is None
        found.append(whole if is_elsewhere else Span(min(whole.start + len(text) + 1, whole.end), whole.end))
    return found


class _Names:
    """The old ids and paths, to be searched for."""

    def __init__(self, moves: Moves) -> None:
        self._ids = {(each.record.kind, each.record.number) for text in moves.ids for each in read_former(text)}
        gone = sorted((path for path in moves.paths if path not in moves.paths.values()), key=len, reverse=True)
        paths = "|".join(map(re.escape, gone)) or r"(?!)"
        self._paths = re.compile(rf"(?<![\w/-])(?:\./|/)?(?P<path>{paths})(?![\w-])")

    def find(self, text: str, naming: Sequence[Span]) -> Iterator[tuple[int, str]]:
        """Offset and text of each, outside of ``naming``."""
        ids = (match for match in _ID.finditer(text) if (match["kind"], int(match["number"])) in self._ids)
        for match in (*ids, *self._paths.finditer(text)):
            if not any(span.start <= match.start() < span.end for span in naming):
                yield match.start(), match[0]


class _Left:
    """The exceptions, each as often as it is listed; a list of ids counts once for each.

    What is listed of a record may stand in each file that holds text of it by now.
    """

    def __init__(self, moves: Moves) -> None:
        self._counts: dict[str, Counter[str]] = {}
        for each in moves.left:
            width = max(len(_NUMBER.findall(each.old)), 1)
            self._counts.setdefault(each.file, Counter())[each.old] += each.count * width
        self._sources: dict[str, list[str]] = {}
        for old, parts in moves.parts.items():
            for part in parts:
                self._sources.setdefault(part, []).append(moves.paths.get(old, old))

    def take(self, path: str, found: str, *, is_copy: bool) -> bool:
        """Whether ``found`` is one in the file at ``path``; it is used up then, unless it ``is_copy`` of another."""
        for file in (path, *self._sources.get(path, ())):
            counts = self._counts.get(file, Counter[str]())
            fitting = (old for old, count in counts.items() if (count or is_copy) and (found in old or old in found))
            old = next(fitting, None)
            if old is not None:
                counts[old] -= not is_copy
                return True
        return False
