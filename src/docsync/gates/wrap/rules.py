"""What the options of the wrap gate say of one file: plain values, all that its findings depend on besides its text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from docsync.gates.wrap.options import Cjk, Options
from docsync.patterns import PathPatterns


@dataclass(frozen=True, slots=True)
class Rules:
    """``joined`` are the classes that keep nothing, ``short`` is the length of the longest line that keeps its break.

    ``is_comment``: every break is kept, since GitHub shows it. ``is_mdx``: lines may be JavaScript.
    """

    joined: tuple[str, ...] = ()
    keeps_sentences: bool = False
    short: int = 0
    only_columns: bool = False
    cjk: Cjk = "join"
    is_comment: bool = False
    is_mdx: bool = False


def rules_of(options: Options) -> Callable[[str], Rules]:
    """Path to rules; options that say the same give equal rules."""
    is_comment = PathPatterns(options.comments).matches
    joined = tuple(sorted(set(options.join)))

    def of_path(path: str) -> Rules:
        if is_comment(path):
            return Rules(is_comment=True)
        return Rules(
            joined,
            options.keeps_sentences,
            options.short,
            bool(options.only),
            options.cjk,
            is_mdx=path.lower().endswith(".mdx"),
        )

    return of_path
