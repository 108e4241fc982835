"""Originals of files that were changed, kept in a journal so that the change can be undone, after a crash too.

A journal is a folder: the originals lie in :data:`ORIGINALS` under the paths that they have below the root, so
that they can also be copied back by hand, beside a manifest that names them and what was written. It is there
before the first file changes, and :data:`FINISHED` is put into it after the last.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from docsync.errors import WriteError
from docsync.files import sync_folder, told, write_new
from docsync.writing.changes import StuckError, write_files
from docsync.writing.manifest import MANIFEST, ForeignError, Note, load, save
from docsync.writing.planning import FileChange
from docsync.writing.swaps import DiskPlan, Step, is_same

if sys.platform != "win32":
    import fcntl

FINISHED = "finished"
KEPT = 20  # journals of one parent folder
_NAME = re.compile(r"\d{8}T\d{6}\.\d{6}Z")  # as Source.new_journal gives them
_BY_HAND = "the originals are in {}; put them back by hand, or remove that folder to keep what is there now"


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back: the paths that were put back as they were, all paths of the journal, and its note."""

    restored: tuple[str, ...]
    paths: tuple[str, ...]
    note: Note


def write_and_keep(root: str, files: Sequence[FileChange], journal: str | None, note: Note | None = None) -> None:
    """Write ``files`` as :func:`docsync.writing.changes.write_files` does, with their originals kept in ``journal``.

    The folder is made, and of the journals beside it only the newest :data:`KEPT` stay. Without a journal, or when
    nothing changes, nothing is kept.
    """
    if not journal:
        write_files(root, files)
        return
    parent = os.path.dirname(journal)
    with _alone(parent, is_made=True):
        if _cut_off(root, parent):
            raise WriteError(f"{parent}: an earlier change was cut off half-way; run `doc-sync undo` first")
        try:
            write_files(root, files, _Journal(root, journal, note or Note()))
        except StuckError as error:
            raise WriteError(f"{error}; {_BY_HAND.format(journal)}") from error
        for old in journals(parent)[KEPT:]:
            _remove(old)


def journals(parent: str) -> tuple[str, ...]:
    """The journals in the folder ``parent``, newest first by their names, which begin with the time."""
    found = sorted(Path(parent).glob(f"*/{MANIFEST}"), reverse=True)
    return tuple(str(manifest.parent) for manifest in found)


def own_writes(root: str, parent: str, paths: Collection[str]) -> frozenset[str]:
    """Those of ``paths`` that hold what the newest change of them that a journal in ``parent`` knows has written."""
    left = set(paths)
    found: set[str] = set()
    for journal in journals(parent):
        try:
            steps = load(root, journal)[0].steps
        except WriteError:  # damaged, or of another version
            continue
        mine = [step for step in steps if step.path in left]
        found.update(step.path for step in mine if is_same(step.found(), step.after))
        left.difference_update(step.path for step in mine)
        if not left:
            break
    return frozenset(found)


def undo(root: str, journal: str) -> Undone:
    """Bring back what was there before the change of ``journal``, finished or not, and remove it.

    Bytes, modes, links and folders are as they were. What is so already is left alone, so that an undo that was
    killed can be run again. :class:`WriteError` names paths that hold neither what was there nor what was written,
    and a journal that cannot be read; then nothing is undone.
    """
    with _alone(os.path.dirname(journal)):
        return _undo(root, journal)


def recover(root: str, parent: str) -> Undone | None:
    """Undo the newest journal in ``parent`` if its change was cut off, and clear away what else a crash left there.

    None when there was no such change. To be called before files are read that are to be changed.
    """
    if not os.path.isdir(parent):
        return None
    with _alone(parent):
        for name in os.listdir(parent):
            half = os.path.join(parent, name)
            if _NAME.fullmatch(name) and not os.path.lexists(os.path.join(half, MANIFEST)):
                shutil.rmtree(half, ignore_errors=True)  # it was being made or removed
        journal = _cut_off(root, parent)
        return _undo(root, journal) if journal else None


@dataclass(frozen=True)
class _Journal:
    """The folder ``journal``, as a :class:`docsync.writing.changes.Keeper`."""

    root: str
    journal: str
    note: Note

    def begin(self, plan: DiskPlan) -> None:
        """Save the plan with its originals."""
        with told(self.journal, "remove it or make its folder writable, and run again"):
            os.mkdir(self.journal)
        try:
            with told(self.journal, "make it writable and run again"):
                save(self.root, self.journal, plan, self.note)
        except BaseException:
            self.drop()
            raise

    def finish(self) -> None:
        """Say that all is done."""
        with told(self.journal, "make it writable and run again"):
            write_new(Path(self.journal, FINISHED), b"")
            sync_folder(self.journal)

    def reopen(self) -> None:
        """Say that not all is done."""
        _reopen(self.journal)

    def drop(self) -> None:
        """Remove the folder."""
        _remove(self.journal)


def _cut_off(root: str, parent: str) -> str | None:
    """The newest journal, if its change came to no end."""
    newest = next(iter(journals(parent)), None)
    if newest is None or os.path.lexists(os.path.join(newest, FINISHED)):
        return None
    try:
        load(root, newest)
    except ForeignError:  # an older version left it, finished or not
        return None
    return newest


def _undo(root: str, journal: str) -> Undone:
    plan, note = load(root, journal)
    changed = [step.path for step in plan.steps if _is_changed(step, plan, os.path.realpath(root))]
    if changed:
        raise WriteError(f"{', '.join(changed)}: changed since, so nothing was undone; {_BY_HAND.format(journal)}")
    restored = tuple(step.path for step in plan.steps if not step.is_old())
    _reopen(journal)
    plan.discard()
    stuck = plan.put_back(plan.steps)
    plan.discard()
    if stuck:
        reasons = ", ".join(f"{path} ({reason})" for path, reason in stuck.items())
        raise WriteError(f"could not be put back: {reasons}; run again, or: {_BY_HAND.format(journal)}")
    plan.sync()
    _remove(journal)
    return Undone(restored, tuple(step.path for step in plan.steps), note)


def _is_changed(step: Step, plan: DiskPlan, top: str) -> bool:
    """Whether the place of ``step`` holds neither what was there nor what was written, or cannot be reached."""
    found = step.found()
    if not (is_same(found, step.before) or is_same(found, step.after)):
        return True
    return step.before is not None and found is None and (_is_filled(step, plan) or _is_blocked(step, plan, top))


def _is_filled(step: Step, plan: DiskPlan) -> bool:
    """Whether a folder with something that we did not write is where the file has to be."""
    ours = {place for each in plan.steps for place in (each.target, each.staged)}
    made = {place for _, place in plan.made}
    if not os.path.isdir(step.target):
        return False
    inside = (os.path.join(folder, name) for folder, _, names in os.walk(step.target) for name in names)
    return step.target not in made or not ours.issuperset(inside)


def _is_blocked(step: Step, plan: DiskPlan, top: str) -> bool:
    """Whether something that we did not write is where a folder has to be."""
    come = {each.target for each in plan.steps if each.before is None}
    folder = os.path.dirname(step.target)
    while folder != top:
        if os.path.lexists(folder) and not os.path.isdir(folder) and folder not in come:
            return True
        folder = os.path.dirname(folder)
    return False


def _reopen(journal: str) -> None:
    with suppress(OSError):
        os.unlink(os.path.join(journal, FINISHED))
        sync_folder(journal)


def _remove(journal: str) -> None:
    """Remove ``journal``, its manifest first: without one it is none."""
    with suppress(OSError):
        os.unlink(os.path.join(journal, MANIFEST))
    shutil.rmtree(journal, ignore_errors=True)


@contextmanager
def _alone(parent: str, *, is_made: bool = False) -> Iterator[None]:
    """Keep others from writing here: what they have begun would look like a change that was cut off."""
    with told(parent, "make its folder writable and run again"):
        if is_made:
            os.makedirs(parent, exist_ok=True)
    if sys.platform == "win32":  # it locks no folders
        yield
        return
    with told(parent, "make it readable and run again", "locked"):
        descriptor = os.open(parent, os.O_RDONLY)
    try:
        _lock(descriptor, parent)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, parent: str) -> None:
    """Take the lock that ends with this process, however that ends."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise WriteError(f"{parent}: another doc-sync writes in this repository; run again when it is done") from None
    except OSError:  # some network file systems have no locks
        return
