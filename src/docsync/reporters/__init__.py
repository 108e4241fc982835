"""Reporters turn a report into text, one module per format; this table names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TypeAlias

from docsync.report import Report

Reporter: TypeAlias = Callable[[Report, bool], str]
"""``(report, color)`` to the whole output: empty or ended by a newline; only ``text`` looks at ``color``."""


@dataclass(frozen=True, slots=True)
class _Lazy:
    """The ``render`` of one module, imported at the first call so that a text run loads no XML."""

    module: str

    def __call__(self, report: Report, color: bool) -> str:
        render: Reporter = import_module(f"{__name__}.{self.module}").render
        return render(report, color)


REPORTERS: Mapping[str, Reporter] = MappingProxyType(
    {
        "text": _Lazy("text"),
        "json": _Lazy("as_json"),
        "github": _Lazy("github"),
        "sarif": _Lazy("sarif"),
        "junit": _Lazy("junit"),
        "gitlab": _Lazy("gitlab"),
    }
)
