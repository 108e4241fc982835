"""What `doc-sync migrate plan` costs on a long history, beside one pass of `git log -M --name-status` in the same run.

    python scripts/bench/migrate_plan.py [--records N] [--commits N] [--runs N] [--keep FOLDER]

A repository is generated from a fixed seed: records in docs/adr and docs/rfc that link and mention each other, some
renamed on the way, source files that cite them, and commits that touch one or the other. The programs are run in
turn. Prints a Markdown table: median of the time of whole processes, its ratio to git's, and the most memory that a
process or one that it started held. Exits 1 when the plan takes three times as long or more as the pass over the
history that it makes itself, with its options; a plain pass over all files stands beside that.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAX_RATIO = 3
SOURCES = 2_000
RENAMED = 0.2  # of the records, after a while
DRAFTS = 20  # records that are so young that they may be renamed
FIRST_DAY = 1_500_000_000  # seconds since 1970
STEP = 20_000  # seconds from one commit to the next
WORDS = """retry cache queue trace lease schema session plugin budget replay stream error lock index shard batch
    token quota clock batch worker signal buffer ledger router probe mirror vault beacon anchor""".split()
PEOPLE = ("Ada", "Grace", "Alan", "Barbara", "Edsger", "Margaret")
STATUSES = {"adr": ("accepted", "Accepted (2024-03-02)", "superseded", "rejected"), "rfc": ("implemented", "draft")}
GIT = ("git", "log", "-M", "--name-status", "-z", "--format=%H %as")
OWN = (  # the pass that a plan makes, with its options
    *("git", "log", "--format=commit %H %as %cs %P", "--encoding=UTF-8", "-z", "-O/dev/null", "-l1000"),
    *("--topo-order", "--full-history", "--simplify-merges", "--parents", "-c", "--combined-all-paths"),
    *("--name-status", "-M", "-C", "--no-rename-empty", "HEAD", "--", "*.md", "*.rst", "*.txt"),
)
PLAN = (sys.executable, str(ROOT / "scripts" / "doc-sync.py"), "migrate", "plan", "--output")


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
        plan = (*PLAN, str(Path(scratch, "plan.toml")))
        programs = {"git log": GIT, "git log, as a plan asks": OWN, "migrate plan": plan}
        found: dict[str, list[tuple[float, int]]] = {name: [] for name in programs}
        for _ in range(options.runs):  # in turn, so that a slow minute hits all
            for name, command in programs.items():
                found[name].append(measured(command, repository))
            Path(scratch, "plan.toml").unlink()
    print(f"{options.records:,} records, {options.commits:,} commits, {options.runs} runs\n")
    sys.exit(show(found))


def show(found: dict[str, list[tuple[float, int]]]) -> int:
    """Print the table; the exit code."""
    plain, own, _ = (statistics.median(seconds for seconds, _ in runs) for runs in found.values())
    print("| program | seconds | to a plain pass | to its own pass | peak memory |")
    print("| --- | --- | --- | --- | --- |")
    ratio = 0.0
    for name, runs in found.items():
        seconds = statistics.median(seconds for seconds, _ in runs)
        ratio = seconds / own
        peak = max(kilobytes for _, kilobytes in runs) / 1024
        print(f"| {name} | {seconds:.2f} | {seconds / plain:.2f} | {ratio:.2f} | {peak:.0f} MiB |")
    return int(ratio >= MAX_RATIO)


def measured(command: Sequence[str], directory: Path) -> tuple[float, int]:
    """Seconds, and the most kilobytes that the process or one of its children held."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=directory, stdout=out, stderr=err)  # noqa: S603 - from the tables above
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            err.seek(0)
            sys.exit(err.read().decode(errors="replace"))
    return seconds, usage.ru_maxrss


def generate(folder: Path, records: int, commits: int) -> None:
    """Write the history into a new repository by one `git fast-import`."""
    folder.mkdir(parents=True, exist_ok=True)
    git = ("git", "-c", "init.defaultBranch=main", "-C", str(folder))
    subprocess.run((*git, "init", "--quiet"), check=True)  # noqa: S603 - as above
    with subprocess.Popen((*git, "fast-import", "--quiet"), stdin=subprocess.PIPE) as process:  # noqa: S603 - as above
        pipe = process.stdin
        assert pipe  # noqa: S101 - because of stdin above
        for number, changes in enumerate(history(random.Random(6), records, commits)):  # noqa: S311 - no secret
            pipe.write(commit(number, changes))
    if process.returncode:
        sys.exit(f"git fast-import: exit code {process.returncode}")
    subprocess.run((*git, "reset", "--quiet", "--hard"), check=True)  # noqa: S603 - as above
    subprocess.run((*git, "repack", "-adfq"), check=True)  # noqa: S603 - as above; packed as a clone is


def commit(number: int, changes: Sequence[str]) -> bytes:
    """One commit in the language of fast-import."""
    who = PEOPLE[number % len(PEOPLE)]
    when = f"{who} <{who.lower()}@example.org> {FIRST_DAY + STEP * number} +0000"
    head = f"commit refs/heads/main\nmark :{number + 1}\nauthor {when}\ncommitter {when}\ndata 6\nchange\n"
    before = f"from :{number}\n" if number else ""
    return (head + before + "".join(changes)).encode()


def history(chance: random.Random, records: int, commits: int) -> Iterator[list[str]]:
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


def _renamed(record: Record) -> str:
    before, record.path = record.path, record.name
    return f"R {before} {record.path}\n"


def _edited(chance: random.Random, record: Record, known: Sequence[Record]) -> str:
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


def _file(path: str, text: str) -> str:
    return f"M 100644 inline {path}\ndata {len(text.encode())}\n{text}\n"


if __name__ == "__main__":
    main()
