"""The catalogue of gates: commands, hooks, configuration, rules and documentation derive from it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from docsync.codes import COMMON_CODES
from docsync.finding import Code
from docsync.gates.base import Gate

if TYPE_CHECKING:
    GATES: tuple[Gate, ...]
else:

    def __getattr__(name: str) -> tuple[Gate, ...]:
        """``GATES``, read when it is asked for: the command of one gate needs no other."""
        if name != "GATES":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return _gates()


@cache
def _gates() -> tuple[Gate, ...]:
    from docsync.gates.links import GATE as LINKS  # noqa: PLC0415 - see above
    from docsync.gates.pycode import GATE as CODE  # noqa: PLC0415
    from docsync.gates.rfcs import GATE as RFCS  # noqa: PLC0415
    from docsync.gates.wrap import GATE as WRAP  # noqa: PLC0415

    return (LINKS, WRAP, RFCS, CODE)


def catalogue() -> Mapping[str, Code]:
    """Every code that a finding can have, by name."""
    return {code.name: code for code in (*COMMON_CODES, *(code for gate in _gates() for code in gate.codes))}
