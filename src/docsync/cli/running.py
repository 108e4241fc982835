"""Runs gates for a command: builds the request, writes report, diff and notes, gives the exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from docsync.cli import CLEAN, FINDINGS
from docsync.cli.terminal import Progress, use_color
from docsync.errors import UsageError
from docsync.files import write_text
from docsync.gates import GATES
from docsync.job import Job, Request, open_job
from docsync.reporters import render
from docsync.reporters.escape import visible
from docsync.reporters.text import counted, summary
from docsync.run import Outcome
from docsync.settings import settings_of

if TYPE_CHECKING:  # most runs fix nothing
    from docsync.fixing import Fixed

_SHOWN_NAMES = 10


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
        click.echo(render("text", outcome.report, color=False), nl=False, err=True)
    elif given["stat"]:
        click.echo(_statistics(outcome))
    else:
        _print_report(outcome, given)
    if not given["quiet"]:
        if fixed:
            _print_fixes(fixed, journal, given)
        _print_notes(job, outcome, given)
    is_empty = given["error_on_empty"] and (not outcome.report.documents or request.paths == ())
    return FINDINGS if outcome.report.errors or patch or is_empty else CLEAN


# Options that make no sense together, and what to do instead.
_EXCLUDING = (
    (("fix", "staged"), "--fix writes to the working tree; use --diff with --staged"),
    (("fix", "rev"), "--fix writes to the working tree; use --diff with --rev"),
    (("rev", "staged"), "--rev and --staged exclude each other"),
    (("diff", "stat"), "--diff prints a patch and --stat counts; choose one"),
)


def _request(gates: tuple[str, ...] | None, given: Mapping[str, Any]) -> Request:
    for names, message in _EXCLUDING:
        if all(given[name] for name in names):
            raise UsageError(message)
    if given["format_"] != "text" and (given["diff"] or given["stat"]):
        raise UsageError("--diff and --stat print plain text; leave out --format")
    paths = [path for path in given["paths"] if path != "-"]
    if given["files_from"] is not None:
        paths += _listed(given["files_from"])
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
        stdin=_document_on_stdin(given),
        options={gates[0]: _settings(gates[0], given)} if gates else {},
        exact=given["stat"],
        use_cache=not given["no_cache"],
        jobs=given["jobs"],
        executor=given["executor"],
    )


def _document_on_stdin(given: Mapping[str, Any]) -> tuple[str, bytes] | None:
    """The path and bytes that ``-`` stands for."""
    name = given["stdin_filename"]
    if "-" not in given["paths"]:
        if name is not None:
            raise UsageError("--stdin-filename needs - as PATHS")
        return None
    if name is None:
        raise UsageError("- needs --stdin-filename PATH, the document that standard input stands for")
    if given["files_from"] == "-":
        raise UsageError("- and --files-from - both read standard input; put the list into a file")
    return (name, _standard_input())


def _settings(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of a gate that the command line sets, by TOML key."""
    kind = next(gate.options for gate in GATES if gate.name == name)
    values = {key: given.get(each.name) for key, each in settings_of(kind).items()}
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in values.items()
        if value not in (None, (), "")
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
    text = render(given["format_"], outcome.report, color)
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
    if fixed.changes:
        files = f"{counted(len(fixed.changes), 'file')}: {_names(fixed.changes)}"
        click.echo(f"would fix {files}; after that:" if given["diff"] else f"fixed {files}", err=True)
    for code, number in sorted(fixed.applied.items()):
        click.echo(f"{number:>7,} {code} mended", err=True)
    kept = {what: number for what, number in fixed.outcome.tally.items() if what[1]}
    for (_, message), number in sorted(kept.items()):
        click.echo(f"{number:>7,} {message}", err=True)
    if fixed.unproved:
        click.echo(f"left alone, since the proof of their fixes failed: {_names(fixed.unproved)}", err=True)
    if fixed.skipped:
        click.echo(f"left alone, since they are not on disk: {_names(fixed.skipped)}", err=True)
    if journal and not os.environ.get("PRE_COMMIT"):  # where doc-sync may not be on PATH
        click.echo("`doc-sync undo` restores the originals", err=True)


def _names(paths: Collection[str]) -> str:
    """The paths for a sentence: the first few, and how many more there are."""
    shown = ", ".join(islice(paths, _SHOWN_NAMES))
    more = f" and {len(paths) - _SHOWN_NAMES} more" if len(paths) > _SHOWN_NAMES else ""
    return visible(shown) + more


def _print_notes(job: Job, outcome: Outcome, given: Mapping[str, Any]) -> None:
    for note in job.notes:
        click.echo(f"note: {visible(note)}", err=True)
    if given["verbose"]:
        for note in job.corpus.reader.notes:
            click.echo(f"note: {visible(note)}", err=True)
        used = job.config.source.path or "none"
        click.echo(f"note: configuration: {visible(used)}", err=True)
        reader, calls = job.corpus.reader, job.source.git_calls
        read, parsed = counted(len(reader.read), "file"), counted(reader.parsed, "document")
        click.echo(f"note: {read} read, {parsed} parsed, git called {counted(calls, 'time')}", err=True)
    if given["format_"] == "text":
        click.echo(summary(outcome.report), err=True)


def write_baseline_file(given: Mapping[str, Any]) -> int:
    """Write the baseline of the repository around the current directory."""
    from docsync.baseline import write_baseline_file as write  # noqa: PLC0415 - a check only reads it

    request = Request(config=given["config"], isolated=given["isolated"], use_baseline=False)
    with Progress(sys.stderr, os.environ) as progress, open_job(request, progress.step) as job:
        found = job.run().everything
        write(job.source.root, job.config.baseline, found)
    click.echo(f"wrote {counted(len(found), 'finding')} to {visible(job.config.baseline)}", err=True)
    return CLEAN
