"""Runs a command that changes documents: plans, proves, then shows or writes, and says what it did."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from docsync.changeset.moving import plan_moves
from docsync.changeset.plan import Plan
from docsync.cli import CLEAN
from docsync.cli.terminal import Progress
from docsync.cli.undoing import recover_from_crash
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.gates.links import GATE as LINKS
from docsync.job import Job, Request, open_job
from docsync.repo import open_source
from docsync.reporters.escape import visible
from docsync.reporters.text import counted
from docsync.request import rooted_path
from docsync.transaction import Transaction, prepare


def move_files(paths: Sequence[str], given: Mapping[str, Any]) -> int:
    """Move all but the last of ``paths`` to the last."""
    *sources, destination = paths
    if not sources:
        raise UsageError(f"{destination}: where to? name what is to be moved, then the new place")

    def plan(job: Job) -> Plan:
        here = [_below(path, job) for path in sources]
        moves = plan_moves(job.source, here, _below(destination, job))
        return replace(moves, remarks=tuple(_no_longer_followed(moves, job.corpus)))

    return change(f"mv {' '.join(map(shlex.quote, paths))}", plan, given)


def _no_longer_followed(plan: Plan, corpus: Corpus) -> Iterator[str]:
    documents = frozenset(corpus.paths)
    for old, new in plan.moves.items():
        if old in documents and not corpus.scope.is_markdown(new):
            yield f"{new}: is no Markdown file any more, so links in it are rewritten this once, and not checked"


def _below(path: str, job: Job) -> str:
    """``path`` from the root; a slash at its end stays."""
    if not path:
        raise UsageError("the name of a file is empty; name what is to be moved, then the new place")
    slash = "/" if path.endswith(("/", os.sep)) else ""
    return rooted_path(path.rstrip("/") or "/", ".", job.source) + slash


def change(command: str, plan: Callable[[Job], Plan], given: Mapping[str, Any]) -> int:
    """Do what ``plan`` says to the repository around the current directory, as the options ``given`` say."""
    return change_in_steps(command, lambda job: [lambda _: plan(job)], given)


def change_in_steps(
    command: str,
    steps: Callable[[Job], Sequence[Callable[[Corpus], Plan | None]]],
    given: Mapping[str, Any],
    directory: str = ".",
) -> int:
    """Do what ``steps`` say, each to what the ones before have left, to the repository around ``directory``."""
    is_shown = given["dry_run"] or given["diff"]
    if is_shown and (given["stage"] or given["commit"]):
        raise UsageError("--dry-run and --diff write nothing; leave out --stage and --commit")
    if not is_shown:
        with open_source(directory) as source:
            recover_from_crash(source)
    request = Request(directory, gates=(LINKS.name,), config=given["config"], isolated=given["isolated"])
    with Progress(sys.stderr, os.environ) as progress, open_job(request, progress.step) as job:
        transaction = prepare(job, *steps(job))
        if given["commit"]:
            transaction.staging.require_quiet()
        if not (is_shown or given["allow_dirty"]) or given["commit"]:
            transaction.require_clean(committed=given["commit"])
        if not is_shown:
            transaction.write(command, staged=given["stage"] or given["commit"], committed=given["commit"])
        commits = _into_git(transaction, command, given)
    if given["diff"]:
        sys.stdout.buffer.write(transaction.patch.encode("utf-8", "surrogateescape"))
        sys.stdout.flush()
    if not given["quiet"]:
        for line in _told(transaction, commits, given):
            click.echo(visible(line), err=True)
    return CLEAN


def _into_git(transaction: Transaction, command: str, given: Mapping[str, Any]) -> Sequence[str]:
    """Stage or commit what was written; the ids of the commits."""
    if given["commit"]:
        return transaction.commit(f"doc-sync {command}")
    if given["stage"]:
        transaction.stage()
    return ()


def _told(transaction: Transaction, commits: Sequence[str], given: Mapping[str, Any]) -> Iterator[str]:
    """What was done, or would be, and what is left to do."""
    is_shown = given["dry_run"] or given["diff"]
    move, relink = ("would move", "would relink") if is_shown else ("moved", "relinked")
    for old, new in transaction.renames:
        yield f"{move} {old} -> {new}"
    changed, created = transaction.rewritten
    for path in created:
        yield f"{'would create' if is_shown else 'created'} {path}"
    for path in changed:
        yield f"{'would change' if is_shown else 'changed'} {path}"
    for step in transaction.series.steps:
        yield from step.plan.remarks
    relinked = transaction.series.relinked()
    if relinked:
        yield f"{relink} {counted(sum(relinked.values()), 'destination')} in {counted(len(relinked), 'file')}"
    if not transaction.files:
        yield "nothing to change"
    elif commits:
        yield f"committed {' and '.join(commit[:10] for commit in commits)}"
    elif not is_shown:
        yield "`doc-sync undo` takes it back" + ("" if given["stage"] else f"; to stage it: {transaction.adding}")
