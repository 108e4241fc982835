"""``doc-sync``, the group of all commands, and the programs that are one of them alone."""

from __future__ import annotations

import os
from copy import copy

import click

from docsync import __version__
from docsync.cli.options import CONTEXT
from docsync.cli.table import COMMANDS, listed, made

_OPTIONS_OF_THE_GROUP = ("-h", "--help", "--version")


class _Commands(click.Group):
    """A group that runs ``check`` when no command is named, with the options and paths that are given.

    Its commands are stand-ins; the one that is called is made then.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = args[0] if args else "-"
        is_check = first.startswith("-") or (first not in self.commands and os.path.lexists(first))
        is_own = first in _OPTIONS_OF_THE_GROUP
        return super().parse_args(ctx, ["check", *args] if is_check and not is_own else args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, stand_in, rest = super().resolve_command(ctx, args)
        return name, stand_in and made(name or ""), rest


def command_for(program: str) -> click.Command:
    """The command of a console script: a gate's own, else ``doc-sync`` with all of them."""
    for name, row in COMMANDS.items():
        if row.program == program:
            return _with_version(_alone(made(name, program)), program)
    return _with_version(_group(), "doc-sync")


def _alone(command: click.Command) -> click.Command:
    """A command as a program of its own, which has an option more than the one inside ``doc-sync``."""
    alone = copy(command)
    alone.params = list(command.params)
    return alone


def _group() -> click.Command:
    return _Commands("doc-sync", {name: listed(name) for name in COMMANDS}, context_settings=CONTEXT, help=_HELP)


def _with_version(command: click.Command, program: str) -> click.Command:
    return click.version_option(__version__, "--version", message=f"{program} %(version)s")(command)


_HELP = """Gates that keep the documents of a repository true.

Without a command, `check` is run with the options and paths given. Exit codes: 0 clean, 1 findings,
2 usage, configuration or git, 3 internal error, 130 interrupted."""
