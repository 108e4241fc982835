"""The first line of the proof: the gates find nothing that was not there before."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from docsync.corpus import Corpus
from docsync.finding import Finding
from docsync.gates.rfcs import GATE as RFCS
from docsync.gates.rfcs.content import check_content
from docsync.gates.rfcs.folder import RecordFile, RecordFolder
from docsync.gates.rfcs.options import Options
from docsync.gates.rfcs.relations import check_duplicates, check_supersessions
from docsync.migrate.apply.moves_file import Moves
from docsync.migrate.apply.outlook import OF_CONTENT
from docsync.migrate.verify.line import Line
from docsync.reporters.text import counted
from docsync.rfc.naming import parse_name
from docsync.rfc.record import Relation, read_record

Judge = Callable[[Corpus], Iterable[Finding]]


@dataclass(frozen=True)
class Gates:
    """The errors of the links gate in a corpus, those of the rfcs gate, and the options of that."""

    links: Judge
    is_error: Callable[[Finding], bool]
    options: Options


def check_findings(before: Corpus, after: Corpus, moves: Moves, gates: Gates) -> Line:
    """The findings of both gates, of which each has to be one of before under its new path."""
    options = replace(gates.options, root=moves.root)
    known = Counter(_known(before, moves, gates, options))
    new, kept = [], 0
    for found in (*gates.links(after), *filter(gates.is_error, RFCS.check(after, options))):
        key = found.code, found.path
        excused = _is_of_a_part(found, moves) or _lay_there(found, before) or _has_no_heir(found, before, moves)
        if known[key] or excused:
            known[key] -= 1
            kept += 1
        else:
            new.append(f"{found.path}: {found.message} ({found.code})")
    text = f"the links and rfcs gates pass, but for {counted(kept, 'finding')} of before" if kept else "both gates pass"
    return Line("gates", text if not new else f"{counted(len(new), 'new finding')}", tuple(new))


def _known(before: Corpus, moves: Moves, gates: Gates, options: Options) -> Iterator[tuple[str, str]]:
    """Code and new path of what was wrong before, had the gates looked at it under the names of today."""
    for found in (*gates.links(before), *filter(gates.is_error, _of_records(before, moves, options))):
        for home in moves.homes(found.path):
            yield found.code, home


def _of_records(before: Corpus, moves: Moves, options: Options) -> Iterator[Finding]:
    yield from RFCS.check(before, replace(options, check_dates=False))
    files = {old: file for old, new in moves.paths.items() if (file := _record(before, old, new))}
    folder = RecordFolder(moves.root, files, ())
    found = [
        *(each for file in files.values() for each in check_content(file, options)),
        *check_supersessions(folder, before),
        *check_duplicates(folder, options),
    ]
    yield from (each for each in found if each.code in OF_CONTENT)


def _record(before: Corpus, old: str, new: str) -> RecordFile | None:
    """An old record as the gate would read it at its new place."""
    document = before.document(old) if old in before.paths else None
    if document is None:
        return None
    folder, name = posixpath.split(new)
    source = before.text(old)
    record = read_record(old, source, document)
    return RecordFile(old, posixpath.basename(folder), parse_name(name), source, document, record)


def _is_of_a_part(found: Finding, moves: Moves) -> bool:
    """Whether a section that is a record of its own now lacks the sections of one."""
    return found.code == "rfc-sections" and any(found.path in parts for parts in moves.parts.values())


def _lay_there(found: Finding, before: Corpus) -> bool:
    """Whether a file that is no record lay in the folder before."""
    return found.code == "rfc-misplaced" and found.path in before.tree.entries


def _has_no_heir(found: Finding, before: Corpus, moves: Moves) -> bool:
    """Whether a record is superseded by what it did not link before either, and the gate could not read that."""
    if found.code != "rfc-supersede" or found.targets:
        return False
    files = [_record(before, old, new) for old, new in moves.paths.items() if new == found.path]
    return any(files) and not any(file.record.pointing(Relation.SUPERSEDED_BY) for file in files if file)
