"""Runs `doc-sync migrate apply`, `verify` and `apply-map`."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from docsync.changeset.plan import Plan
from docsync.cli import CLEAN, FINDINGS
from docsync.cli.changing import change_in_steps
from docsync.cli.migrating import (
    MAP,
    MOST,
    TITLE,
    gates_of,
    head_of,
    known_moves,
    opened,
    options_of,
    place_of,
    text_of,
)
from docsync.cli.undoing import recover_from_crash, undo_last_fix
from docsync.corpus import Corpus
from docsync.errors import GitError, UsageError
from docsync.job import Job
from docsync.migrate.analysis.merged_ids import with_all_ids
from docsync.migrate.apply.apply_map import foreign_steps, left_behind, map_steps
from docsync.migrate.apply.homes import Homes
from docsync.migrate.apply.left_alone import left_alone
from docsync.migrate.apply.moves_file import moves_of, moves_text, path_of, read_moves
from docsync.migrate.apply.outlook import outlook
from docsync.migrate.apply.steps import steps
from docsync.migrate.apply.trace import Trace
from docsync.migrate.model import Choices, Migration
from docsync.migrate.plan_file.settle import settle
from docsync.migrate.plan_file.text import read_plan
from docsync.migrate.verify.finished import Finished
from docsync.migrate.verify.proof import verify as prove
from docsync.repo import Source, open_source
from docsync.reporters.escape import visible
from docsync.reporters.text import counted
from docsync.writing.journal import journals
from docsync.writing.manifest import load

_MIGRATIONS = "migrate apply"  # what the commands of their journals begin with


def apply(name: str, given: Mapping[str, Any]) -> int:
    """Carry the plan out, and write the map beside the records."""
    with open_source(".") as source:
        place = place_of(source.root, name)
    made = read_plan(text_of(place), name)
    _refuse_open(made, name)
    made = settle(made)
    if _is_done(made, given):
        click.echo(f"nothing to change: {visible(path_of(made.root))} says that this was done", err=True)
        return CLEAN

    def all_steps(job: Job) -> Sequence[Callable[[Corpus], Plan | None]]:
        _compare(job, made)
        return _with_map(job, with_all_ids(job.corpus, made))

    code = change_in_steps(f"migrate apply {shlex.quote(name)}", all_steps, given)
    said = left_alone(made)
    if not (given["dry_run"] or given["diff"] or given["quiet"]):
        click.echo("".join((visible(said), "\n" if said else "", f"next: `{TITLE} verify` proves it")), err=True)
    return code


def _refuse_open(made: Migration, name: str) -> None:
    questions = made.open_questions
    if questions:
        listed = ", ".join(each.id for each in questions[:MOST])
        more = f" and {len(questions) - MOST} more" if len(questions) > MOST else ""
        first = shlex.quote(f"{questions[0].id}={questions[0].proposal}")
        raise UsageError(
            f"{name}: {counted(len(questions), 'question')} without an answer ({listed}{more}); "
            f"write `answer` there, or run `{TITLE} plan --answer {first}`"
        )


def _is_done(made: Migration, given: Mapping[str, Any]) -> bool:
    """Whether the map beside the records says what the plan wants, and the old files are gone."""
    with opened(given) as job:
        moves = known_moves(job, made.root)
        final = Homes(made).final
        absent = all(old not in job.source.tree.entries or job.source.is_absent(old) for old in final)
        return moves is not None and absent and all(moves.paths.get(old) == new for old, new in final.items())


def _compare(job: Job, made: Migration) -> None:
    """Say that the plan was made for another commit; refuse it where records came since."""
    head = head_of(job)
    if made.base and made.base != head:
        click.echo(f"note: the plan was made at {made.base[:10]}; {head[:10] or 'no commit'} is checked out", err=True)
    known = {member for topic in made.topics for member in topic.members}
    known |= {topic.target for topic in made.topics}
    new = [
        path
        for path in (*job.source.tree.entries, *sorted(job.source.untracked))
        if path not in known and any(path.startswith(f"{source}/") for source in made.sources)
    ]
    if new:
        raise UsageError(
            f"{', '.join(new[:MOST])}: not in the plan, which was made before; "
            f"run `{TITLE} plan` again, which keeps answers and edits"
        )


def _with_map(job: Job, made: Migration) -> Sequence[Callable[[Corpus], Plan | None]]:
    """The steps, and as the last one the map of what they did."""
    trace, base, before = Trace(), head_of(job), known_moves(job, made.root)

    options, gates = options_of(job), gates_of(job)

    def written(after: Corpus) -> Plan:
        text = moves_text(moves_of(made, base, trace.anchors(), before))
        remarks = tuple(outlook(after, made, options, gates.is_error))
        return Plan(written={path_of(made.root): text.encode()}, remarks=remarks)

    todo = steps(made, options.exempt, options.required_sections)
    return [*(trace.watched(step) for step in todo), written]


def verify(name: str | None, given: Mapping[str, Any]) -> int:
    """Print the four lines of the proof, and what speaks against them on standard error."""
    with opened(given) as job:
        place = name or os.path.join(job.source.root, path_of(options_of(job).folder))
        if name is None and not os.path.lexists(place):
            raise UsageError(f"{path_of(options_of(job).folder)}: not there; {MAP}")
        moves = read_moves(text_of(place, MAP), place)
        with open_source(job.source.root, rev=moves.base) as base:
            base.limit(job.config.max_file_size)
            before = Corpus(base, job.corpus.scope)
            after = Corpus(Finished(job.source, moves), job.corpus.scope)
            lines = prove(before, after, moves, gates_of(job))
    for line in lines:
        click.echo(visible(f"{'ok  ' if line.holds else 'FAIL'} {line.name}: {line.text}"))
        for problem in line.problems[:MOST]:
            click.echo(visible(f"  {problem}"), err=True)
        if len(line.problems) > MOST:
            click.echo(f"  and {len(line.problems) - MOST:,} more", err=True)
    exceptions = [each for line in lines for each in line.exceptions]
    for each in exceptions[:MOST]:
        click.echo(visible(f"left: {each}"), err=True)
    if len(exceptions) > MOST:
        click.echo(f"and {len(exceptions) - MOST:,} more", err=True)
    return CLEAN if all(line.holds for line in lines) else FINDINGS


def apply_map(name: str, directory: str, given: Mapping[str, Any]) -> int:
    """Apply a map to the repository around ``directory``: its own one, or another one that cites its files."""
    moves = read_moves(text_of(name, MAP), name)

    def all_steps(job: Job) -> Sequence[Callable[[Corpus], Plan | None]]:
        if not _knows(job, moves.base):
            said = f"note: {moves.base[:10]} is no commit of this repository, so that its own files keep their names"
            click.echo(said, err=True)
            return foreign_steps(moves)
        for path in left_behind(job.corpus, moves):
            there = visible(moves.paths[path])
            click.echo(f"left: {visible(path)}, since {there} is there already; merge it by hand", err=True)
        return map_steps(moves, Choices(moves.root))

    return change_in_steps(f"migrate apply-map {shlex.quote(name)}", all_steps, given, directory)


def undo() -> int:
    """Take the last change back if that is a migration, or one that was cut off half-way."""
    with open_source(".") as source:
        if not recover_from_crash(source):
            _refuse_other(source)
            return undo_last_fix()
    return CLEAN


def _refuse_other(source: Source) -> None:
    journal = source.new_journal()
    kept = journals(os.path.dirname(journal)) if journal else ()
    command = load(source.root, kept[0])[1].command if kept else ""
    if kept and not command.startswith(_MIGRATIONS):
        last = f"`doc-sync {visible(command)}`" if command else "another one"
        raise UsageError(f"the last change was {last}, no migration; `doc-sync undo` takes it back")


def _knows(job: Job, commit: str) -> bool:
    try:
        open_source(job.source.root, rev=commit).close()
    except GitError:
        return False
    return True
