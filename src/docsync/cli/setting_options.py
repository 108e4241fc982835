"""The settings of a gate as options of its command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import click

from docsync.cli.options import Decorated, apply_options
from docsync.gates.base import Gate
from docsync.settings import settings_of

_KINDS: Mapping[Any, click.ParamType[Any]] = {int: click.INT, float: click.FLOAT}


def setting_options(gate: Gate) -> Callable[[Decorated], Decorated]:
    """An option for every setting of ``gate`` that is no table, which wins over the configuration."""
    hints = get_type_hints(gate.options)
    settings = [(key, each.metadata["doc"], hints[each.name]) for key, each in settings_of(gate.options).items()]
    made = [_setting_option(*each) for each in settings if get_origin(each[-1]) is not Mapping]
    return lambda function: apply_options(made, function)


def _setting_option(name: str, doc: str, hint: Any) -> Callable[[Any], Any]:
    help_ = doc.replace("`", "")
    parameter = name.replace("-", "_")
    if hint is bool:
        return click.option(f"--{name}/--no-{name}", parameter, default=None, help=help_)
    item = get_args(hint)[0] if get_origin(hint) is tuple else hint
    choices = get_args(item) if get_origin(item) is Literal else ()
    kind = click.Choice(choices) if choices else _KINDS.get(item, click.STRING)
    return click.option(f"--{name}", parameter, type=kind, multiple=item is not hint, default=None, help=help_)
