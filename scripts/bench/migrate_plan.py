"""What `doc-sync migrate plan` costs on a long history, beside passes of `git log` in the same run.

    python scripts/bench/migrate_plan.py [--records N] [--commits N] [--runs N] [--keep FOLDER]

A repository is generated from a fixed seed: records in docs/adr and docs/rfc that link and mention each other, some
renamed on the way, source files that cite them, and commits that touch one or the other. The programs are run in
turn. Prints a Markdown table: median of the time of whole processes, its ratio to a plain pass over all files and to
the pass that a plan makes itself, and the most memory that a process or one that it started held. Warm, the documents
are known from the run before. Exits 1 when the first plan takes three times as long as its own pass or more.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ours import forgetting, script
from repositories import create, file, git
from results import megabytes, table
from timing import Measured, Program, measure

MAX_RATIO = 3
SOURCES = 2_000
RENAMED = 0.2  # of the records, after a while
DRAFTS = 20  # records that are so young that they may be renamed
WORDS = """retry cache queue trace lease schema session plugin budget replay stream error lock index shard batch
    token quota clock batch worker signal buffer ledger router probe mirror vault beacon anchor""".split()
STATUSES = {"adr": ("accepted", "Accepted (2024-03-02)", "superseded", "rejected"), "rfc": ("implemented", "draft")}
PLAIN = ("git", "log", "-M", "--name-status", "-z", "--format=%H %as")
OWN = (  # the pass that a plan makes, with its options
    *("git", "log", "--format=commit %H %as %cs %P", "--encoding=UTF-8", "-z", "-O/dev/null", "-l1000"),
    *("--topo-order", "--full-history", "--simplify-merges", "--parents", "-c", "--combined-all-paths"),
    *("--name-status", "-M", "-C", "--no-rename-empty", "HEAD", "--", "*.md", "*.rst", "*.txt"),
)


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


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Compare a migration plan with one pass of git log.")
    parser.add_argument("--records", type=int, default=1_000)
    parser.add_argument("--commits", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="an empty folder to generate the repository in, and to leave it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        repository = options.keep or Path(scratch, "repository")
        generate(repository, options.records, options.commits)
        written = Path(scratch, "plan.toml")
        plan = (script("doc-sync"), "migrate", "plan", "--output", str(written))
        programs = (
            Program("git log", PLAIN, repository),
            Program("git log, as a plan asks", OWN, repository),
            Program("migrate plan", plan, repository, prepare=partial(_begin, repository, written)),
            Program("migrate plan, warm", plan, repository, prepare=partial(written.unlink, missing_ok=True)),
        )
        found = measure(programs, options.runs)
    print(f"{options.records:,} records, {options.commits:,} commits, {options.runs} runs\n")
    sys.exit(show(found))


def show(found: Sequence[Measured]) -> int:
    """Print the table; the exit code."""
    if any(each.failed for each in found):
        return 2
    plain, own, plan, _ = (each.median("wall") for each in found)
    rows = [_row(each, plain, own) for each in found]
    print(table(("program", "seconds", "to a plain pass", "to its own pass", "peak memory"), rows))
    return int(plan >= MAX_RATIO * own)


def _begin(repository: Path, written: Path) -> None:
    """Forget the plan, and what is known of the documents."""
    written.unlink(missing_ok=True)
    forgetting(repository)()


def _row(each: Measured, plain: float, own: float) -> tuple[str, ...]:
    wall = each.median("wall")
    return each.program.name, f"{wall:.2f}", f"{wall / plain:.2f}", f"{wall / own:.2f}", megabytes(each.median("peak"))


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


if __name__ == "__main__":
    main()
