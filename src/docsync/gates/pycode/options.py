"""The options of the code gate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from docsync.records import FOLDERS
from docsync.settings import option

Checker: TypeAlias = Literal["mypy", "off"]
Runnable: TypeAlias = Literal["pycon"]
# What tells of the past or the future may name what is not there.
DOCUMENTS = ("*", "!CHANGELOG*", *(f"!{folder}/**" for folder in FOLDERS))


@dataclass(frozen=True)
class Options:
    """Set under ``[tool.doc-sync.code]``."""

    packages: Mapping[str, str] = option(
        dict, "Packages that the documents describe: the dotted name, and its folder or the file of a single module."
    )
    include: tuple[str, ...] = option(
        DOCUMENTS,
        "gitignore patterns of the documents to judge; by default all but changelogs and decision records.",
        shown="all but changelogs and records",
    )
    typecheck: Checker = option("mypy", "What checks the types of examples, where `packages` names some.")
    max_unchecked: float = option(0.5, "Share of the Python blocks that may opt out with `no-check`.", minimum=0)
    reports: str = option("docs/api", "Folder of the API reports, `PACKAGE.md` each.")
    run: tuple[Runnable, ...] = option(
        (), "`pycon`: run interactive sessions, which executes what documents and packages say."
    )
