"""The manifest of a journal: every place that changes with what stands there before and after, as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from docsync.errors import WriteError
from docsync.files import STAGED, real_place, sync_folder, told, write_new
from docsync.names import to_bytes, to_text
from docsync.writing.swaps import LINK, DiskPlan, Folder, Mark, Step

VERSION = 3
MANIFEST = "manifest.json"
ORIGINALS = "originals"
_HALF = "manifest.half"


@dataclass(frozen=True, slots=True)
class Note:
    """What a journal says of its change: the command that made it, and whether the paths were staged after it.

    ``tracked`` are those that were in git's index before; ``committed`` tells whether commits were to follow.
    """

    command: str = ""
    staged: bool = False
    tracked: tuple[str, ...] = ()
    committed: bool = False


class ForeignError(WriteError):
    """A folder is no journal, or one of another version."""


def save(root: str, journal: str, plan: DiskPlan, note: Note) -> None:
    """Write copies of what goes, then the manifest: when that is there, everything is."""
    for step in plan.steps:
        if step.before is not None:
            place = original(journal, step.path)
            place.parent.mkdir(parents=True, exist_ok=True)
            if step.before.kind == LINK:
                os.symlink(step.old, os.fsencode(place))
            else:
                write_new(place, step.old)
    write_new(Path(journal, _HALF), json.dumps(_to_json(root, plan, note), indent=2).encode())
    for folder, _, _ in os.walk(journal):
        sync_folder(folder)
    os.replace(Path(journal, _HALF), Path(journal, MANIFEST))
    for folder in (journal, os.path.dirname(journal), os.path.dirname(os.path.dirname(journal))):
        sync_folder(folder)


def load(root: str, journal: str) -> tuple[DiskPlan, Note]:
    """The plan with the originals, and the note; :class:`WriteError`: damaged, or of another version."""
    damage = ForeignError(f"{journal}: is not a journal of version {VERSION}; its originals can be put back by hand")
    with told(journal, "put it back and run again", "read"):
        data = Path(journal, MANIFEST).read_bytes()
    try:
        manifest = json.loads(data)
        if manifest["version"] != VERSION:
            raise damage
        plan, note = _plan(root, manifest), _note(manifest)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise damage from None
    return replace(plan, steps=[_with_original(journal, step) for step in plan.steps]), note


def original(journal: str, path: str) -> Path:
    """Where the original of ``path`` is kept."""
    return Path(journal, ORIGINALS, os.fsdecode(to_bytes(path)))


def _to_json(root: str, plan: DiskPlan, note: Note) -> dict[str, Any]:
    top = os.path.realpath(root)
    return {
        "version": VERSION,
        "command": note.command,
        "staged": note.staged,
        "tracked": list(note.tracked),
        "committed": note.committed,
        "files": [
            {
                "path": step.path,
                "staged": to_text(os.fsencode(Path(os.path.relpath(step.staged, top)).as_posix())),
                "before": _mark_to_json(step.before),
                "after": _mark_to_json(step.after),
                "exact": step.is_exact,
            }
            for step in plan.steps
        ],
        "made": [path for path, _ in plan.made],
        "emptied": [{"path": each.path, "mode": each.mode, "owner": each.owner} for each in plan.emptied],
    }


def _mark_to_json(mark: Mark | None) -> dict[str, Any] | None:
    if mark is None:
        return None
    return {"kind": mark.kind, "digest": mark.digest, "mode": mark.mode, "owner": mark.owner}


def _plan(root: str, manifest: Mapping[str, Any]) -> DiskPlan:
    def place(path: Any) -> str:
        return os.fspath(real_place(root, str(path)))

    return DiskPlan(
        steps=[_step(each, place(each["path"]), place(each["staged"])) for each in manifest["files"]],
        made=[(str(path), place(path)) for path in manifest["made"]],
        emptied=[
            Folder(str(each["path"]), place(each["path"]), int(each["mode"]), _owner(each["owner"]))
            for each in manifest["emptied"]
        ],
    )


def _step(entry: Mapping[str, Any], target: str, staged: str) -> Step:
    if not os.path.basename(staged).startswith(STAGED):  # it will be removed
        raise ValueError(staged)
    before, after = _mark(entry["before"]), _mark(entry["after"])
    path = str(entry["path"])
    return Step(path, path, target, staged, before, after, is_exact=bool(entry["exact"]))


def _mark(entry: Mapping[str, Any] | None) -> Mark | None:
    if entry is None:
        return None
    return Mark(str(entry["kind"]), str(entry["digest"]), int(entry["mode"]), _owner(entry["owner"]))


def _owner(entry: Any) -> tuple[int, int]:
    user, group = entry
    return int(user), int(group)


def _note(manifest: Mapping[str, Any]) -> Note:
    tracked = tuple(str(path) for path in manifest["tracked"])
    return Note(str(manifest["command"]), bool(manifest["staged"]), tracked, bool(manifest.get("committed")))


def _with_original(journal: str, step: Step) -> Step:
    if step.before is None:
        return step
    place = original(journal, step.path)
    with told(journal, "put it back and run again", "read"):
        old = os.readlink(os.fsencode(place)) if step.before.kind == LINK else place.read_bytes()
    return replace(step, old=old)
