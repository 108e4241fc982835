"""Takes back what the last ``--fix`` wrote."""

from __future__ import annotations

import os

import click

from docsync.cli import CLEAN
from docsync.errors import UsageError
from docsync.journal import journals, undo
from docsync.repo import open_source
from docsync.reporters.escape import visible
from docsync.reporters.text import counted


def undo_last_fix() -> int:
    """Restore the files of the newest journal; a file that was edited since is named, and nothing is restored."""
    with open_source(".") as source:
        journal = source.new_journal()
        kept = journals(os.path.dirname(journal)) if journal else ()
        if not kept:
            raise UsageError("there is no fix to undo here")
        restored = undo(source.root, kept[0])
    click.echo(f"restored {counted(len(restored), 'file')}: {visible(', '.join(restored))}", err=True)
    return CLEAN
