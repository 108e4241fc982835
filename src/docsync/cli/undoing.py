"""Takes back what the last command wrote."""

from __future__ import annotations

import os

import click

from docsync.cli import CLEAN
from docsync.errors import GitError, UsageError
from docsync.repo import Source, Staging, open_source
from docsync.reporters.escape import visible
from docsync.reporters.text import counted
from docsync.transaction import adding
from docsync.writing.journal import Undone, journals, recover, undo

_SHOWN = 10  # paths that are named


def undo_last_fix() -> int:
    """Restore the files of the newest journal; a file that was edited since is named, and nothing is restored.

    A change that was cut off half-way is the last one.
    """
    with open_source(".") as source:
        if not recover_from_crash(source):
            journal = source.new_journal()
            kept = journals(os.path.dirname(journal)) if journal else ()
            if not kept:
                raise UsageError("there is no fix to undo here")
            _tell(source, undo(source.root, kept[0]), "restored")
    return CLEAN


def recover_from_crash(source: Source) -> bool:
    """Undo a change that was cut off half-way, and say so; whether there was one. What was read before is stale."""
    journal = source.new_journal()
    undone = recover(source.root, os.path.dirname(journal)) if journal else None
    if undone is None:
        return False
    _tell(source, undone, "a change was cut off half-way: restored")
    return True


def _tell(source: Source, undone: Undone, what: str) -> None:
    command = f" as before `{visible(undone.note.command)}`" if undone.note.command else ""
    more = f" and {len(undone.restored) - _SHOWN} more" if len(undone.restored) > _SHOWN else ""
    files = f": {visible(', '.join(undone.restored[:_SHOWN]))}{more}" if undone.restored else ""
    click.echo(f"{what} {counted(len(undone.restored), 'file')}{command}{files}", err=True)
    staging = source.staging()
    if undone.note.staged and staging:
        _stage(source, staging, undone)
        if undone.note.committed and staging.uncommitted(undone.paths):
            click.echo("the commits stay; commit what is restored, or take them back with `git reset`", err=True)


def _stage(source: Source, staging: Staging, undone: Undone) -> None:
    """Bring git's index in line: what git did not know before it shall not know now."""
    tracked = undone.note.tracked
    gone = {path for path in source.tree.entries if not source.exists(path)}
    paths = [path for path in undone.paths if path in tracked or path in gone]
    try:
        staging.add(paths, tracked)
    except GitError as error:
        way_out = f"mend that and run `{adding(paths)}`"
        raise GitError(f"the files are restored, but git's index is not: {error}; {way_out}") from None
