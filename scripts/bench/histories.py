"""A repository with a long history for a bench: records that are written, renamed and edited between source files.

It is generated from a fixed seed: records in docs/adr and docs/rfc that link and mention each other, some renamed on
the way, source files that cite them, and commits that touch one or the other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from repositories import create, file, git

SOURCES = 2_000
RENAMED = 0.2  # of the records, after a while
DRAFTS = 20  # records that are so young that they may be renamed
WORDS = """retry cache queue trace lease schema session plugin budget replay stream error lock index shard batch
    token quota clock batch worker signal buffer ledger router probe mirror vault beacon anchor""".split()
STATUSES = {"adr": ("accepted", "Accepted (2024-03-02)", "superseded", "rejected"), "rfc": ("implemented", "draft")}


@dataclass
class Record:
    """A record, and where it lies by now."""

    kind: str
    number: int
    words: tuple[str, ...]
    path: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The path that it ends at."""
        return f"docs/{self.kind}/{self.number:04}-{'-'.join(self.words)}.md"

    @property
    def text(self) -> str:
        """The text as it is by now."""
        return "".join(f"{line}\n" for line in self.lines)


def generate(folder: Path, records: int, commits: int) -> None:
    """Write the history into a new repository, packed as a clone is."""
    create(folder, history(random.Random(6), records, commits))  # noqa: S311 - no secret
    git(folder, "repack", "-adfq")


def history(chance: random.Random, records: int, commits: int) -> Iterator[list[bytes]]:
    """The changes of each commit: source files first, then records one after another between edits of both."""
    waiting = [_new(chance, number) for number in range(records, 0, -1)]
    known: list[Record] = []
    yield [_file(_source(number), _code(chance, known)) for number in range(SOURCES)]
    for left in range(commits - 1, 0, -1):
        edited = chance.sample(range(SOURCES), chance.randrange(1, 6))
        changes = [_file(_source(number), _code(chance, known)) for number in edited]
        drafts = [record for record in known[-DRAFTS:] if record.path != record.name]
        if waiting and chance.random() < len(waiting) / left:
            known.append(_begun(chance, waiting.pop(), known))
            changes.append(_file(known[-1].path, known[-1].text))
        elif drafts and chance.random() < 1 / 4:
            changes += [_renamed(drafts[0]), _edited(chance, drafts[0], known)]
        elif known and chance.random() < 1 / 3:
            changes.append(_edited(chance, chance.choice(known), known))
        yield changes


def _new(chance: random.Random, number: int) -> Record:
    kind = "adr" if number % 2 else "rfc"
    return Record(kind, (number + 1) // 2, tuple(chance.sample(WORDS, 3)))


def _begun(chance: random.Random, record: Record, known: Sequence[Record]) -> Record:
    is_draft = chance.random() < RENAMED
    record.path = f"docs/{record.kind}/{'-'.join(record.words)}-draft.md" if is_draft else record.name
    title = f"# {record.kind.upper()} {record.number:04}: {' '.join(record.words).capitalize()}"
    status = f"Status: {chance.choice(STATUSES[record.kind])}"
    record.lines = [title, "", status]
    for section in ("Context", "Decision", "Consequences"):
        record.lines += ["", f"## {section}", "", *(_sentence(chance, known) for _ in range(6))]
    return record


def _renamed(record: Record) -> bytes:
    before, record.path = record.path, record.name
    return f"R {before} {record.path}\n".encode()


def _edited(chance: random.Random, record: Record, known: Sequence[Record]) -> bytes:
    record.lines[chance.randrange(7, len(record.lines))] = _sentence(chance, known)
    return _file(record.path, record.text)


def _sentence(chance: random.Random, known: Sequence[Record]) -> str:
    words = " ".join(chance.choices(WORDS, k=9))
    other = chance.choice(known) if known and chance.random() < 1 / 4 else None
    if other is None:
        return f"The {words}."
    named = f"{other.kind.upper()} {other.number:04}"
    linked = f"[{named}](../{other.kind}/{other.name.rpartition('/')[2]})"
    return f"The {words}, see {linked if chance.random() < 1 / 2 else named}."


def _source(number: int) -> str:
    return f"src/part{number % 40}/module{number}.py"


def _code(chance: random.Random, known: Sequence[Record]) -> str:
    lines = [f"{chance.choice(WORDS)}_{number} = {chance.randrange(10**6)}" for number in range(60)]
    if known and chance.random() < 1 / 4:
        other = chance.choice(known)
        lines.insert(0, f"# See {other.kind.upper()} {other.number:04}.")
    return "".join(f"{line}\n" for line in lines)


def _file(path: str, text: str) -> bytes:
    return file(path, text.encode())
