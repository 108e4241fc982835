"""One line of the proof."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """What was counted, in a sentence without its end, what is not as it should be, and what may be so."""

    name: str
    text: str
    problems: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.problems
