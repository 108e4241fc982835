"""Path patterns as in ``.gitignore``: ``vendor/**``, and ``!vendor/AGENTS.md`` as an exception from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class PathPatterns:
    """Patterns that select paths; the last one that fits decides (gitignore(5), "PATTERN FORMAT").

    Unlike git, an exception also wins below an excluded folder: ``["vendor/", "!vendor/AGENTS.md"]`` works.
    ``ValueError`` names a pattern that cannot be read.
    """

    __slots__ = ("_spec",)

    def __init__(self, patterns: Sequence[str]) -> None:
        self._spec = _compile(patterns) if patterns else None

    def matches(self, path: str) -> bool:
        """Whether ``path`` (relative to the root, separated by ``/``) is selected."""
        return self._spec is not None and self._spec.match_file(path)


def _compile(patterns: Sequence[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - most runs have no pattern and need not pay for the import

    for pattern in patterns:
        try:
            GitIgnoreSpec.from_lines([pattern], backend="simple")
        except (ValueError, re.error) as error:
            raise ValueError(f'"{pattern}" is not a gitignore pattern') from error
    # The other backends hand names to C++ as UTF-8, which a name with surrogate escapes is not.
    return GitIgnoreSpec.from_lines(patterns, backend="simple")
