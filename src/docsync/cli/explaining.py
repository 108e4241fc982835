"""What a code means, and what every setting is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from docsync.cli import CLEAN
from docsync.config import Config
from docsync.errors import UsageError
from docsync.gates import GATES
from docsync.job import Request, catalogue, open_job
from docsync.settings import describe, toml_text
from docsync.suggest import nearest


def explain_code(name: str) -> int:
    """Print meaning, remedy and default severity of the code ``name``."""
    codes = catalogue()
    if name not in codes:
        near = nearest(name, codes)
        raise UsageError(f"{name} is no finding code; " + (f"did you mean {near}?" if near else "see docs/gates.md"))
    code = codes[name]
    gate = next((gate.name for gate in GATES if code in gate.codes), "every gate")
    click.echo(f"{name} ({code.severity.value}, {gate}): {code.when}.\n{code.remedy}")
    if code.fixable:
        click.echo("--fix mends it where there is exactly one answer.")
    click.echo(f"To suppress one: <!-- doc-sync: ignore {name}: reason -->")
    return CLEAN


def show_config(given: Mapping[str, Any]) -> int:
    """Print the settings in force as TOML, each with its documentation."""
    with open_job(Request(config=given["config"], isolated=given["isolated"])) as job:
        click.echo(f"# from {job.config.source.path or 'the defaults'}")
        _show(job.config, Config)
        for gate in GATES:
            click.echo(f"\n[{gate.name}]")
            _show(job.config.options[gate.name], gate.options)
    return CLEAN


def _show(options: Any, kind: type) -> None:
    for setting in describe(kind):
        value = getattr(options, setting.key.replace("-", "_"))
        click.echo(f"# {setting.doc}\n{setting.key} = {toml_text(value)}")
