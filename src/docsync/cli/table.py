"""The commands as a table, so that listing them makes none."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

import click


class Row(NamedTuple):
    """One command: where its object or its gate stands, what a list says of it, and the program that is only this."""

    module: str
    attribute: str
    summary: str
    program: str = ""


def _gate(package: str, summary: str, program: str) -> Row:
    return Row(f"docsync.gates.{package}", "GATE", summary, program)


_SINGLE = "docsync.cli.single_commands"
COMMANDS: Mapping[str, Row] = {
    "check": Row("docsync.cli.gate_commands", "check", "Run all gates of the configuration."),
    "links": _gate("links", "Relative Markdown links and anchors resolve.", "verify-md-links"),
    "wrap": _gate("wrap", "One paragraph is one line.", "verify-md-wrap"),
    "rfcs": _gate(
        "rfcs", "Decision records lie in the folder of their status, dated, titled, linked and listed.", "verify-rfcs"
    ),
    "code": _gate("pycode", "Documents and code say the same.", "verify-md-code"),
    "rfc": Row("docsync.cli.rfc_commands", "rfc", "Work with the decision records of this repository."),
    "migrate": Row(
        "docsync.cli.migrate_commands",
        "migrate",
        "Bring numbered ADRs and RFCs to one folder of records, dated by git and sorted by status.",
        "migrate-adr-to-rfc",
    ),
    "mv": Row(_SINGLE, "move", "Move files or folders, and rewrite every link that leads to them or stands in them."),
    "baseline": Row(
        _SINGLE, "baseline", "Write all present findings to the baseline file, so that only new ones fail."
    ),
    "explain": Row(
        _SINGLE, "explain", "Say what a finding code means and what to do about it; without CODE, list all codes."
    ),
    "config": Row(_SINGLE, "config", "Show every setting, its value here, and what it does."),
    "undo": Row(_SINGLE, "undo", "Restore the files that the last command wrote, unless they were edited since."),
}


def listed(name: str) -> click.Command:
    """A stand-in for the command ``name``, which does nothing but tell its summary."""
    return click.Command(name, help=COMMANDS[name].summary)


def made(name: str, called: str = "") -> click.Command:
    """The command ``name``; one of a gate is called ``called`` where that is given."""
    row = COMMANDS[name]
    found = getattr(import_module(row.module), row.attribute)
    if isinstance(found, click.Command):
        return found
    from docsync.cli.gate_commands import of_gate  # noqa: PLC0415 - no other command needs it

    return of_gate(found, called or name)
