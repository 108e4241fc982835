"""The catalogue of gates: commands, hooks, configuration, rules and documentation derive from it."""

from __future__ import annotations

from collections.abc import Mapping

from docsync.codes import COMMON_CODES
from docsync.finding import Code
from docsync.gates.base import Gate
from docsync.gates.links import GATE as LINKS
from docsync.gates.pycode import GATE as CODE
from docsync.gates.rfcs import GATE as RFCS
from docsync.gates.wrap import GATE as WRAP

GATES: tuple[Gate, ...] = (LINKS, WRAP, RFCS, CODE)


def catalogue() -> Mapping[str, Code]:
    """Every code that a finding can have, by name."""
    return {code.name: code for code in (*COMMON_CODES, *(code for gate in GATES for code in gate.codes))}
