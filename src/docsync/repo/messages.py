"""What commits are to say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Messages:
    """Of the commit that only moves, and of the one with the content; where there is one, it has the second."""

    moves: str
    content: str
