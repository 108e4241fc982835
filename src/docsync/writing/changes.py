"""Changes to files, written all or none.

Paths are relative to the root, separated by ``/``, with bytes that are not UTF-8 as surrogate escapes; on disk
they are those bytes whatever the locale says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from docsync.errors import WriteError
from docsync.writing.planning import FileChange, plan_changes
from docsync.writing.swaps import DiskPlan, Step


class StuckError(WriteError):
    """Files were written and could not be put back."""


class Keeper(Protocol):
    """Remembers a plan, so that it can be taken back after a crash too."""

    def begin(self, plan: DiskPlan) -> None:
        """Remember ``plan`` before anything is done; on error nothing is remembered."""

    def finish(self) -> None:
        """Remember that all is done."""

    def reopen(self) -> None:
        """Remember that all is being taken back."""

    def drop(self) -> None:
        """Forget the plan."""


class NoKeeper:
    """Remembers nothing."""

    def begin(self, plan: DiskPlan) -> None:
        """Nothing to do."""

    def finish(self) -> None:
        """Nothing to do."""

    def reopen(self) -> None:
        """Nothing to do."""

    def drop(self) -> None:
        """Nothing to do."""


def write_files(root: str, files: Sequence[FileChange], keeper: Keeper | None = None) -> bool:
    """Do all of ``files`` below ``root`` or none of them; whether there was anything to do.

    Each file is replaced in one step, after all that go are gone. Folders are made as needed, and those that are
    emptied go. The ``keeper`` learns of the plan before anything is done.
    :class:`WriteError` names a file that changed since it was read or cannot be written, and the way out.
    """
    plan = plan_changes(root, files)
    if not plan.steps:
        return False
    keeper = keeper or NoKeeper()
    keeper.begin(plan)
    started: list[Step] = []
    try:
        plan.stage()
        plan.swap(started)
        keeper.finish()
    except BaseException as error:  # an interrupt must not leave some of them written either
        keeper.reopen()
        stuck = plan.put_back(started)
        plan.discard()
        if stuck:
            raise StuckError(f"{', '.join(stuck)}: could not be put back after: {error}") from error
        keeper.drop()
        raise
    return True
