"""The options of the wrap gate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from docsync.settings import option

ClassName: TypeAlias = Literal["html-break", "alert", "lead", "labels", "links", "list-like", "directive", "math"]
Cjk: TypeAlias = Literal["join", "space", "keep"]
Only: TypeAlias = Literal["column-wraps"]


@dataclass(frozen=True)
class Options:
    """Set under ``[tool.doc-sync.wrap]``."""

    join: tuple[ClassName, ...] = option((), "Classes of breaks that are joined although they are kept by default.")
    keep: tuple[str, ...] = option(
        (),
        "Further breaks to keep: `sentences` after the end of one, `short=40` after a line of at most 40 characters.",
        pattern=r"sentences|short=\d{1,4}",
    )
    only: tuple[Only, ...] = option((), "`column-wraps`: join only paragraphs that some column width explains.")
    cjk: Cjk = option("join", "Breaks between Chinese or Japanese characters: join with nothing, a space, or keep.")
    comments: tuple[str, ...] = option(
        (".github/**",), "gitignore patterns of files that become comments, where GitHub shows a soft break as `<br>`."
    )

    @property
    def keeps_sentences(self) -> bool:
        """Whether breaks after the end of a sentence stay."""
        return "sentences" in self.keep

    @property
    def short(self) -> int:
        """Length of the longest line after which a break stays, 0 when none does."""
        return max((int(each.removeprefix("short=")) for each in self.keep if each.startswith("short=")), default=0)
