"""Path patterns as in ``.gitignore``: ``vendor/**``, and ``!vendor/AGENTS.md`` as an exception from it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

MAX_LENGTH = 500  # characters of a pattern
_ANY_START, _ANY_MIDDLE = "^(?:.+/)?", "(?:/.+)?"  # pathspec's words for `**/` and `/**/`
# Its word for `*`, with what follows in the same segment up to another `*`.
_STAR_BEFORE_STAR = re.compile(r"\[\^/\]\*((?:(?!\[\^/\])[^/]|\[\^/\](?!\*))*)(?=\[\^/\]\*)")


class PathPatterns:
    """Patterns that select paths; the last one that fits decides (gitignore(5), "PATTERN FORMAT").

    Unlike git, an exception also wins below an excluded folder: ``["vendor/", "!vendor/AGENTS.md"]`` works.
    ``ValueError`` names a pattern that cannot be read. A match takes time in proportion to path and pattern.
    """

    __slots__ = ("_spec",)

    def __init__(self, patterns: Sequence[str]) -> None:
        self._spec = _compile(patterns) if patterns else None

    def matches(self, path: str) -> bool:
        """Whether ``path`` (relative to the root, separated by ``/``) is selected."""
        return self._spec is not None and self._spec.match_file(path)


def _compile(patterns: Sequence[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - most runs have no pattern and need not pay for the import

    # The other backends hand names to C++ as UTF-8, which a name with surrogate escapes is not.
    return GitIgnoreSpec([_read(pattern) for pattern in patterns], backend="simple")


def _read(pattern: str) -> GitIgnoreSpecPattern:
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern  # noqa: PLC0415 - as above

    if len(pattern) > MAX_LENGTH:
        raise ValueError(f'"{pattern[:20]}…" is longer than {MAX_LENGTH} characters')
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", FutureWarning)  # Python reads `[[:alpha:]]` as something else
            read = GitIgnoreSpecPattern(pattern)
            return GitIgnoreSpecPattern(read.regex and re.compile(_without_retries(read.regex.pattern)), read.include)
    except FutureWarning:
        raise ValueError(f'"{pattern}" has a set of characters that is not supported, such as [[:alpha:]]') from None
    except (ValueError, re.error) as error:
        raise ValueError(f'"{pattern}" is not a gitignore pattern') from error


def _without_retries(regex: str) -> str:
    """``regex`` of pathspec, made to take what stands before a further wildcard as early as it can, once for all.

    The further wildcard takes up the rest, so that a later place could not do better; without this, time grows
    with the power of the number of wildcards.
    """
    regex = _STAR_BEFORE_STAR.sub(r"(?>[^/]*?\1)", regex)
    *early, last = regex.split(_ANY_MIDDLE)
    if not early:
        return regex
    head = early[0].removeprefix(_ANY_START)
    start = "^" if early[0] == head else "^(?:.+?/)??"
    first = f"^(?>{start[1:]}{head.removeprefix('^')}(?=/))"
    return first + "".join(f"(?>(?:/.+?)??{part}(?=/))" for part in early[1:]) + _ANY_MIDDLE + last
