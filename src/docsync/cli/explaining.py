"""What a code means, and what every setting is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from docsync.cli import CLEAN
from docsync.codes import COMMON_CODES
from docsync.config import Config
from docsync.errors import UsageError
from docsync.finding import Code, Severity
from docsync.gates import GATES, catalogue
from docsync.job import Request, open_job
from docsync.reporters.escape import visible
from docsync.settings import describe, toml_text
from docsync.suggest import nearest


def explain_code(name: str | None) -> int:
    """Print meaning, remedy and default severity of the code ``name``; without one, a line for each code."""
    codes = catalogue()
    if name is None:
        width = max(map(len, codes))
        for code in codes.values():
            click.echo(f"{code.name:{width}}  {code.severity.value:6}  {code.when}")
        return CLEAN
    if name not in codes:
        near = nearest(name, codes)
        hint = f"did you mean {near}?" if near else "`doc-sync explain` lists all"
        raise UsageError(f"{name} is no finding code; {hint}")
    _explain(codes[name])
    return CLEAN


def _explain(code: Code) -> None:
    gate = next((gate.name for gate in GATES if code in gate.codes), "every gate")
    click.echo(f"{code.name} ({code.severity.value}, {gate}): {code.when}.\n{code.remedy}")
    if code.fixable:
        click.echo("--fix mends it where there is exactly one answer.")
    if code.severity is Severity.OFF:
        click.echo(f'To switch it on: {code.name} = "error" under [severity] in the configuration')
    elif code in COMMON_CODES:
        click.echo(f'To switch it off: {code.name} = "off" under [severity] in the configuration')
    else:
        click.echo(f"To suppress one: <!-- doc-sync: ignore {code.name}: reason -->")


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
        click.echo(f"# {setting.doc}\n{setting.key} = {visible(toml_text(value))}")
