"""The commands that are neither gates nor groups: arguments and options of each."""

from __future__ import annotations

from typing import Any

import click

from docsync.cli.options import CONTEXT, change_options, configuration_options


@click.command("mv", context_settings=CONTEXT)
@click.argument("paths", nargs=-1, required=True, metavar="SRC... DST")
@change_options
def move(paths: tuple[str, ...], **given: Any) -> int:
    """Move files or folders, and rewrite every link that leads to them or stands in them."""
    from docsync.cli.changing import move_files  # noqa: PLC0415

    return move_files(paths, given)


@click.command(context_settings=CONTEXT)
@configuration_options
def baseline(**given: Any) -> int:
    """Write all present findings to the baseline file, so that only new ones fail."""
    from docsync.cli.running import write_baseline_file  # noqa: PLC0415

    return write_baseline_file(given)


@click.command(context_settings=CONTEXT)
@click.argument("code", required=False)
def explain(code: str | None) -> int:
    """Say what a finding code means and what to do about it; without CODE, list all codes."""
    from docsync.cli.explaining import explain_code  # noqa: PLC0415

    return explain_code(code)


@click.command(context_settings=CONTEXT)
@configuration_options
def config(**given: Any) -> int:
    """Show every setting, its value here, and what it does."""
    from docsync.cli.explaining import show_config  # noqa: PLC0415

    return show_config(given)


@click.command(context_settings=CONTEXT)
def undo() -> int:
    """Restore the files that the last command wrote, unless they were edited since."""
    from docsync.cli.undoing import undo_last_fix  # noqa: PLC0415

    return undo_last_fix()
