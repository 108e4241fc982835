"""Runs gates for a command: builds the request, writes report, diff and notes, gives the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from docsync.baseline import write_baseline
from docsync.cli import CLEAN, FINDINGS
from docsync.cli.terminal import Progress, use_color
from docsync.errors import UsageError
from docsync.files import write_text
from docsync.fixing import Fixed
from docsync.gates import GATES
from docsync.job import Job, Request, open_job
from docsync.reporters import REPORTERS
from docsync.reporters.escape import visible
from docsync.reporters.text import counted, summary
from docsync.run import Outcome
from docsync.settings import describe


def run_gates(gates: tuple[str, ...] | None, given: Mapping[str, Any]) -> int:
    """Run ``gates``, or those of the configuration, as the options ``given`` say."""
    request = _request(gates, given)
    is_filter = request.stdin is not None and given["fix"]
    with Progress(sys.stderr, os.environ) as progress, open_job(request, progress.step) as job:
        fixed = job.fix() if given["fix"] or given["diff"] else None
        outcome = fixed.outcome if fixed else job.run()
        patch = job.diff(fixed) if fixed and given["diff"] else ""
        journal = job.write(fixed) if fixed and not (given["diff"] or is_filter) else None
        mended = job.stdin_text(fixed) if fixed and is_filter else ""
    if given["diff"]:
        _print_text(patch, given)
    elif is_filter:
        _print_text(mended, given)
    elif given["stat"]:
        click.echo(_statistics(outcome))
    else:
        _print_report(outcome, given)
    if not given["quiet"]:
        if fixed and fixed.changes:
            _print_fixes(fixed, journal, given)
        _print_notes(job, outcome, given)
    is_empty = given["error_on_empty"] and not outcome.report.documents
    return FINDINGS if outcome.report.errors or patch or is_empty else CLEAN


def _request(gates: tuple[str, ...] | None, given: Mapping[str, Any]) -> Request:
    paths = [path for path in given["paths"] if path != "-"]
    stdin = None
    if "-" in given["paths"]:
        if given["stdin_filename"] is None:
            raise UsageError("- needs --stdin-filename PATH, the document that standard input stands for")
        if given["files_from"] == "-":
            raise UsageError("- and --files-from - both read standard input; put the list into a file")
        stdin = (given["stdin_filename"], _standard_input())
    elif given["stdin_filename"] is not None:
        raise UsageError("--stdin-filename needs - as PATHS")
    if given["files_from"] is not None:
        paths += _listed(given["files_from"])
    if given["fix"] and (given["staged"] or given["rev"]):
        raise UsageError("--fix writes to the working tree; use --diff with --staged or --rev")
    if given["rev"] and given["staged"]:
        raise UsageError("--rev and --staged exclude each other")
    return Request(
        gates=gates,
        # An empty list of files, unlike none, asks for nothing.
        paths=tuple(paths) if paths or given["files_from"] is not None else None,
        since=given["since"],
        staged=given["staged"],
        rev=given["rev"],
        config=given["config"],
        isolated=given["isolated"],
        use_baseline=not given["no_baseline"],
        require_reasons=given["require_reasons"],
        stdin=stdin,
        options={gates[0]: _settings(gates[0], given)} if gates else {},
    )


def _settings(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of a gate that the command line sets, by TOML key."""
    kind = next(gate.options for gate in GATES if gate.name == name)
    values = {setting.key: given[setting.key.replace("-", "_")] for setting in describe(kind)}
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in values.items()
        if value or value is False
    }


def _listed(name: str) -> Iterator[str]:
    """Paths from a file, one a line, or separated by NUL as ``git diff -z`` writes them."""
    try:
        data = _standard_input() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror}") from None
    text = os.fsdecode(data)
    lines = text.split("\0") if "\0" in text else text.replace("\r\n", "\n").split("\n")
    yield from filter(None, lines)


def _standard_input() -> bytes:
    if sys.stdin is None:  # a parent may start us with it closed
        raise UsageError("- means standard input, which is closed")
    return sys.stdin.buffer.read()


def _print_report(outcome: Outcome, given: Mapping[str, Any]) -> None:
    output = given["output"]
    color = output is None and use_color(given["color"], sys.stdout, os.environ)
    text = REPORTERS[given["format_"]](outcome.report, color)
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        write_text(output, text)


def _statistics(outcome: Outcome) -> str:
    rows = [(number, message or code) for (code, message), number in outcome.tally.items()]
    return "\n".join(f"{number:>7,} {what}" for number, what in sorted(rows, key=lambda row: (-row[0], row[1])))


def _print_text(text: str, given: Mapping[str, Any]) -> None:
    if given["output"] is None:
        sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))
        sys.stdout.flush()
    else:
        write_text(given["output"], text)


def _print_fixes(fixed: Fixed, journal: str | None, given: Mapping[str, Any]) -> None:
    files = f"{counted(len(fixed.changes), 'file')}: {visible(', '.join(fixed.changes))}"
    click.echo(f"would fix {files}; after that:" if given["diff"] else f"fixed {files}", err=True)
    for code, number in sorted(fixed.applied.items()):
        click.echo(f"{number:>7,} {code} mended", err=True)
    kept = {what: number for what, number in fixed.outcome.tally.items() if what[1]}
    for (_, message), number in sorted(kept.items()):
        click.echo(f"{number:>7,} {message}", err=True)
    for path in fixed.unproved:
        click.echo(f"left alone, since its fixes could not be proved together: {visible(path)}", err=True)
    if journal:
        click.echo(f"the originals are kept in {visible(journal)}", err=True)


def _print_notes(job: Job, outcome: Outcome, given: Mapping[str, Any]) -> None:
    for note in job.notes:
        click.echo(f"note: {visible(note)}", err=True)
    if given["verbose"]:
        used = job.config.source.path or "none"
        click.echo(f"note: configuration: {visible(used)}", err=True)
        click.echo(f"note: {job.corpus.parsed} documents parsed, git called {job.source.git_calls} times", err=True)
    if given["format_"] == "text":
        click.echo(summary(outcome.report), err=True)


def write_baseline_file(given: Mapping[str, Any]) -> int:
    """Write the baseline of the repository around the current directory."""
    request = Request(config=given["config"], isolated=given["isolated"], use_baseline=False)
    with Progress(sys.stderr, os.environ) as progress, open_job(request, progress.step) as job:
        found = job.run().everything
        path = os.path.join(job.source.root, job.config.baseline)
        write_text(path, write_baseline(found))
    if not given["quiet"]:
        click.echo(f"wrote {counted(len(found), 'finding')} to {visible(job.config.baseline)}", err=True)
    return CLEAN
