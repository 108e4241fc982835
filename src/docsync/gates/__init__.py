"""The catalogue of gates: commands, hooks, configuration, rules and documentation derive from it."""

from __future__ import annotations

from docsync.gates.base import Gate
from docsync.gates.links import GATE as LINKS
from docsync.gates.wrap import GATE as WRAP

GATES: tuple[Gate, ...] = (LINKS, WRAP)
