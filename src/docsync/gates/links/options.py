"""The options of the links gate."""

from dataclasses import dataclass

from docsync.records import FOLDERS
from docsync.settings import option


@dataclass(frozen=True)
class Options:
    """Set under ``[tool.doc-sync.links]``."""

    allow_web_paths: bool = option(
        True, "Paths that climb above the root to a page of GitHub, such as `../../issues`, are fine."
    )
    html_anchors: bool = option(True, "A fragment on an HTML file must be an id in it.")
    follow_directory_symlinks: bool = option(
        True, "A path may lead through a symlinked directory, which works in a clone but not on GitHub."
    )
    check_unused_definitions: bool = option(True, "The destination of a definition that nobody uses must resolve.")
    records: tuple[str, ...] = option(
        FOLDERS, "Folders of decision records, for `dangling-mention` and `bare-mention`."
    )
