"""The commands, derived from the catalogue of gates."""

from __future__ import annotations

import os
from copy import copy
from typing import Any

import click

from docsync import __version__
from docsync.cli.migrate_commands import PROGRAM, migrate
from docsync.cli.options import CONTEXT, change_options, configuration_options, gate_options, setting_options
from docsync.cli.rfc_commands import rfc
from docsync.gates import GATES
from docsync.gates.base import Gate

_OPTIONS_OF_THE_GROUP = ("-h", "--help", "--version")


class _Commands(click.Group):
    """A group that runs ``check`` when no command is named, with the options and paths that are given."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = args[0] if args else "-"
        is_check = first.startswith("-") or (first not in self.commands and os.path.lexists(first))
        is_own = first in _OPTIONS_OF_THE_GROUP
        return super().parse_args(ctx, ["check", *args] if is_check and not is_own else args)


def command_for(program: str) -> click.Command:
    """The command of a console script: a gate's own, else ``doc-sync`` with all of them."""
    for gate in GATES:
        if gate.command == program:
            return _with_version(_gate_command(gate, program), program)
    return _with_version(_alone(migrate), program) if program == PROGRAM else _group()


def _alone(group: click.Group) -> click.Group:
    """A group as a program of its own, which has an option more than the one inside ``doc-sync``."""
    alone = copy(group)
    alone.params = list(group.params)
    return alone


def _group() -> click.Command:
    group = _Commands("doc-sync", context_settings=CONTEXT, help=_GROUP_HELP)
    group.add_command(_check_command())
    for gate in GATES:
        group.add_command(_gate_command(gate, gate.name))
    for command in (rfc, migrate, move, baseline, explain, config, undo):
        group.add_command(command)
    return _with_version(group, group.name or "")


def _with_version(command: click.Command, program: str) -> click.Command:
    return click.version_option(__version__, "--version", message=f"{program} %(version)s")(command)


_GROUP_HELP = """Gates that keep the documents of a repository true.

Without a command, `check` is run with the options and paths given. Exit codes: 0 clean, 1 findings,
2 usage, configuration or git, 3 internal error, 130 interrupted."""


def _gate_command(gate: Gate, name: str) -> click.Command:
    return setting_options(gate)(_command(name, (gate.name,), f"{gate.title}."))


def _check_command() -> click.Command:
    return _command("check", None, "Run all gates of the configuration.")


def _command(name: str, gates: tuple[str, ...] | None, text: str) -> click.Command:
    def callback(**given: Any) -> int:
        from docsync.cli.running import run_gates  # noqa: PLC0415 - help and version need none of it

        return run_gates(gates, given)

    text = f"{text}\n\nPATHS narrow the report to findings in them and to links that lead into them."
    return click.command(name, context_settings=CONTEXT, help=text)(gate_options(callback))


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
