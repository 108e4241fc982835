"""The options of the wrap gate."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from docsync.settings import option

ClassName: TypeAlias = Literal["html-break", "alert", "lead", "labels", "links", "list-like", "directive", "math"]
Cjk: TypeAlias = Literal["join", "space", "keep"]


@dataclass(frozen=True)
class Options:
    """Set under ``[tool.doc-sync.wrap]``."""

    join: tuple[ClassName, ...] = option((), "Classes of breaks that are joined although they are kept by default.")
    keep_sentences: bool = option(False, "Keep breaks after the end of a sentence.")
    keep_short: int = option(0, "Keep breaks after lines of at most so many characters.", minimum=0)
    only_column_wraps: bool = option(False, "Join only paragraphs that some column width explains.")
    cjk: Cjk = option("join", "Breaks between Chinese or Japanese characters: join with nothing, a space, or keep.")
    comments: tuple[str, ...] = option(
        (".github/**",), "gitignore patterns of files that become comments, where a soft break shows as `<br>`."
    )
