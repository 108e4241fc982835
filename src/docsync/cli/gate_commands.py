"""The commands that run gates: ``check``, and one for each gate with its settings as options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from docsync.cli.options import CONTEXT, gate_options

if TYPE_CHECKING:  # `check` needs no gate before it runs
    from docsync.gates.base import Gate


def of_gate(gate: Gate, name: str) -> click.Command:
    """The command of ``gate``, called ``name``."""
    from docsync.cli.setting_options import setting_options  # noqa: PLC0415 - `check` has no settings

    return setting_options(gate)(_command(name, (gate.name,), f"{gate.title}."))


def _command(name: str, gates: tuple[str, ...] | None, text: str) -> click.Command:
    def callback(**given: Any) -> int:
        from docsync.cli.running import run_gates  # noqa: PLC0415 - help and version need none of it

        return run_gates(gates, given)

    text = f"{text}\n\nPATHS narrow the report to findings in them and to links that lead into them."
    return click.command(name, context_settings=CONTEXT, help=text)(gate_options(callback))


check = _command("check", None, "Run all gates of the configuration.")
