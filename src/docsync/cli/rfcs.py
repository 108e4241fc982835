"""Runs the commands ``doc-sync rfc …``."""

from __future__ import annotations

import json
import os
import posixpath
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from docsync.changeset.plan import Plan
from docsync.cli import CLEAN, FINDINGS
from docsync.cli.changing import change
from docsync.errors import UsageError
from docsync.gates.rfcs import GATE
from docsync.gates.rfcs.options import Options
from docsync.job import Job, Request, open_job
from docsync.reporters.escape import visible
from docsync.request import rooted_path
from docsync.rfc.dates import FirstSeen, first_seen
from docsync.rfc.editing.upkeep import new_readme, refresh_index, require_parts, with_index
from docsync.rfc.folder import Folder
from docsync.rfc.naming import parse_name
from docsync.rfc.record import Record
from docsync.rfc.verbs import lifecycle
from docsync.rfc.verbs.merging import merge as merge_records
from docsync.rfc.verbs.splitting import split as split_record


def _folder(job: Job) -> Folder:
    """The records as the gate is set to see them."""
    options = job.config.options[GATE.name]
    assert isinstance(options, Options)  # noqa: S101 - the gate's own options
    return Folder(job.corpus, options.folder, options.exempt)


def _text(given: str) -> str:
    """``given`` as it was typed, whatever the locale made of its bytes; :class:`UsageError` when it is not UTF-8."""
    try:
        return os.fsencode(given).decode("utf-8")
    except UnicodeError:
        raise UsageError(f"{given}: is not UTF-8, so no document can hold it; type it anew") from None


def _named(name: str, job: Job) -> str:
    """``name`` from the root where it is a path of the current folder, else as it is."""
    return rooted_path(name, ".", job.source) if os.path.lexists(name) else name


def _change(command: str, plan: Callable[[Job, Folder], Plan], given: Mapping[str, Any]) -> int:
    """Carry out ``plan``, and bring the index in line."""

    def with_its_index(job: Job) -> Plan:
        folder = _folder(job)
        return with_index(folder, plan(job, folder))

    return change(f"rfc {command}", with_its_index, given)


def new(title: str, slug: str | None, given: Mapping[str, Any]) -> int:
    """Write a proposal and name its path on standard output."""
    made: list[str] = []

    def plan(_: Job, folder: Folder) -> Plan:
        found = lifecycle.new(folder, _text(title), slug=slug)
        made.extend(found.drafts)
        return found

    code = _change(f"new {shlex.quote(title)}", plan, given)
    if not given["diff"]:
        click.echo("\n".join(map(visible, made)))
    return code


def set_status(verb: str, word: str, record: str, note: str | None, given: Mapping[str, Any]) -> int:
    """Move a record to a status folder."""
    return _change(
        f"{verb} {shlex.quote(record)}",
        lambda job, folder: lifecycle.set_status(folder, _named(record, job), word, note and _text(note)),
        given,
    )


def supersede(record: str, by: str, given: Mapping[str, Any]) -> int:
    """Link two records as old and new."""
    return _change(
        f"supersede {shlex.quote(record)} --by {shlex.quote(by)}",
        lambda job, folder: lifecycle.supersede(folder, _named(record, job), _named(by, job)),
        given,
    )


def rename(record: str, title: str, slug: str | None, given: Mapping[str, Any]) -> int:
    """Give a record another title and name."""
    return _change(
        f"rename {shlex.quote(record)} {shlex.quote(title)}",
        lambda job, folder: lifecycle.rename(folder, _named(record, job), _text(title), slug),
        given,
    )


def merge(record: str, other: str, given: Mapping[str, Any]) -> int:
    """Merge two records, and say which blocks both had."""

    def plan(job: Job, folder: Folder) -> Plan:
        merged = merge_records(folder, _named(record, job), _named(other, job))
        for once in merged.identical:
            first = once.text.split("\n", 1)[0]
            click.echo(f"in both, kept once: line {once.line} of {visible(other)}: {visible(first)}", err=True)
        return merged.plan

    return _change(f"merge {shlex.quote(record)} {shlex.quote(other)}", plan, given)


def split(record: str, section: str, slug: str | None, given: Mapping[str, Any]) -> int:
    """Move a section to a record of its own."""
    return _change(
        f"split {shlex.quote(record)} --section {shlex.quote(section)}",
        lambda job, folder: split_record(folder, _named(record, job), _text(section), slug=slug),
        given,
    )


def index(given: Mapping[str, Any]) -> int:
    """Write the generated parts of the README anew."""

    def plan(job: Job) -> Plan:
        folder = _folder(job)
        made = new_readme(folder)
        if made:
            return made
        require_parts(folder)
        return refresh_index(folder) or Plan()

    return change("rfc index", plan, given)


@contextmanager
def _opened(given: Mapping[str, Any]) -> Iterator[tuple[Job, Folder]]:
    """The records, to read."""
    with open_job(Request(gates=(GATE.name,), config=given["config"], isolated=given["isolated"])) as job:
        yield job, _folder(job)


def list_records(given: Mapping[str, Any]) -> int:
    """Print a line for each record."""
    with _opened(given) as (_, folder):
        found = [record for path, record in folder.records.items() if given["status"] in (None, folder.status(path))]
        _print_records(sorted(found, key=lambda record: posixpath.basename(record.path), reverse=True), folder, given)
    return CLEAN


def find(words: str, given: Mapping[str, Any]) -> int:
    """Print a line for each record that ``words`` mean; exit code 1 when there is none."""
    with _opened(given) as (_, folder):
        found = folder.find(words)
        _print_records(found, folder, given)
        if not found:
            click.echo(f"no record in {visible(folder.root)} has to do with: {visible(words)}", err=True)
    return CLEAN if found else FINDINGS


def show(name: str, given: Mapping[str, Any]) -> int:
    """Print what one record says, and its first day in git."""
    with _opened(given) as (job, folder):
        record = folder.get(_named(name, job))
        facts = _facts(record, folder) | {"first_seen": _first_seen(record, folder, job)}
    if given["format_"] == "json":
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        for label, value in facts.items():
            shown = ", ".join(value) if isinstance(value, list) else value
            if shown:
                click.echo(f"{label.replace('_', ' ')}: {visible(shown)}")
    return CLEAN


def _first_seen(record: Record, folder: Folder, job: Job) -> str:
    """The day, and the commit that says so; empty for what is not committed."""
    path = job.source.moved_from(record.path) or record.path
    known = {path, *folder.paths}
    found: FirstSeen | None = first_seen(job.source.log(), [path], known.__contains__).get(path)
    return f"{found.date}, {found.evidence}" if found else ""


def _print_records(records: Iterable[Record], folder: Folder, given: Mapping[str, Any]) -> None:
    facts = [_facts(record, folder) for record in records]
    if given["format_"] == "json":
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    for each in facts:
        click.echo(visible(f"{each['date'] or '-':<10}  {each['status'] or '-':<11}  {each['title']}  {each['path']}"))


def _facts(record: Record, folder: Folder) -> dict[str, Any]:
    name = parse_name(posixpath.basename(record.path))
    return {
        "path": record.path,
        "title": record.title,
        "status": folder.status(record.path) or "",
        "date": "" if isinstance(name, str) else name.date.isoformat(),
        "formerly": [former.text for former in record.former],
    }
