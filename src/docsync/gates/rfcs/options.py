"""The options of the rfcs gate."""

from dataclasses import dataclass

from docsync.rfc.words import EXEMPT
from docsync.settings import option


@dataclass(frozen=True)
class Options:
    """Set under ``[tool.doc-sync.rfcs]``."""

    root: str = option("docs/rfc", "Folder that holds `proposed`, `implemented` and `rejected`.")
    required_sections: tuple[str, ...] = option(
        ("Problem|Context", "Proposal|Decision", "Consequences"),
        "Sections that each record has, by the words that they start with; `|` separates alternatives.",
    )
    generic_titles: tuple[str, ...] = option((), "Further titles that name no topic.")
    exempt: tuple[str, ...] = option(
        EXEMPT,
        "gitignore patterns, relative to the folder, of Markdown files that are no records.",
    )
    check_dates: bool = option(
        True, "Compare the day in each name with git, for which the whole history has to be there."
    )
    days_before_git: int = option(
        0, "Days that a name may lie before the first commit, where changes are squashed when they land.", minimum=0
    )

    @property
    def folder(self) -> str:
        """The root without slashes around it; ``""`` is the root of the repository."""
        return self.root.strip("/").removeprefix("./").removesuffix("/.") if self.root != "." else ""
