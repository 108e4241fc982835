"""The options that commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from docsync.reporters import FORMATS

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_CONFIGURATION = (
    click.option("--config", metavar="FILE", help="Configuration file, instead of the one at the repository root."),
    click.option("--isolated", is_flag=True, help="Read no configuration file."),
)
_NOTES = (
    click.option("-q", "--quiet", is_flag=True, help="No summary and no notes on standard error."),
    click.option("-v", "--verbose", is_flag=True, help="Say what was read and how often git was called."),
)
_CHANGE = (
    click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing."),
    click.option("--diff", is_flag=True, help="Show the change as a patch, and write nothing."),
    click.option("--allow-dirty", is_flag=True, help="Write to files that hold what git has not seen yet, too."),
    click.option("--stage", is_flag=True, help="Stage what was written."),
    click.option("--commit", is_flag=True, help="Commit what was written, the moves in a commit of their own."),
    click.option("-q", "--quiet", is_flag=True, help="Say nothing about what was done."),
)
_GATE = (
    click.argument("paths", nargs=-1, metavar="[PATHS]..."),
    click.option("--fix", "fix", is_flag=True, help="Apply the safe fixes, then report what is left."),
    click.option("--diff", is_flag=True, help="Show the safe fixes as a unified diff and write nothing."),
    click.option("--stat", is_flag=True, help="Count the findings, and what is kept, instead of listing them."),
    click.option("--since", metavar="REV", help="Report what the change since REV can have broken."),
    click.option("--staged", is_flag=True, help="Judge the index, and report what the staged change can have broken."),
    click.option("--rev", metavar="REV", help="Judge a commit, without a look at the working tree."),
    click.option("--no-baseline", is_flag=True, help="Report the findings that the baseline lists, too."),
    click.option("--require-reasons", is_flag=True, help="Each suppression comment has to give a reason."),
    click.option("--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True),
    click.option("-o", "--output", metavar="FILE", help="Write the report to FILE instead of standard output."),
    click.option("--color/--no-color", default=None, help="Default: on a terminal; NO_COLOR and FORCE_COLOR count."),
    click.option("--no-cache", is_flag=True, help="Remember nothing of the documents, and use nothing remembered."),
    click.option(
        "--jobs",
        type=click.IntRange(1),
        metavar="N",
        help="Processes, or workers of the executor. Default: processors.",
    ),
    click.option("--executor", metavar="URL", help="Read documents on dask://HOST:PORT; needs doc-sync[dask]."),
    click.option("--error-on-empty", is_flag=True, help="Fail when there was nothing to check."),
    click.option("--files-from", metavar="FILE", help="Read further PATHS from FILE, or from standard input with -."),
    click.option("--stdin-filename", metavar="PATH", help="With - as PATHS: judge standard input as if it were PATH."),
)


def configuration_options(function: Decorated) -> Decorated:
    """Options of every command that reads the configuration."""
    return apply_options(_CONFIGURATION, function)


def change_options(function: Decorated) -> Decorated:
    """Options of every command that changes documents."""
    return apply_options((*_CHANGE, *_CONFIGURATION), function)


def gate_options(function: Decorated) -> Decorated:
    """Arguments and options of a command that runs gates."""
    return apply_options((*_GATE, *_CONFIGURATION, *_NOTES), function)


def apply_options(options: Sequence[Callable[[Any], Any]], function: Decorated) -> Decorated:
    """Decorate ``function`` with ``options``, which help lists in this order."""
    for option in reversed(options):
        function = option(function)
    return function
