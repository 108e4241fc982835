"""Originals of files that were written, kept in a journal so that the writing can be undone.

A journal is a folder: the originals lie in :data:`ORIGINALS` under the paths that they have below the root, so
that they can also be copied back by hand, beside a manifest that names them and what was written.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from docsync.changes import FileChange, StuckError, content, write_files
from docsync.errors import WriteError
from docsync.files import real_file, told, write_new
from docsync.names import to_bytes, to_text

VERSION = 2
MANIFEST = "manifest.json"
ORIGINALS = "originals"
KEPT = 20  # journals of one parent folder


def write_and_keep(root: str, files: Sequence[FileChange], journal: str | None) -> None:
    """Write ``files`` as :func:`docsync.changes.write_files` does, with their originals kept in ``journal``.

    The folder is made, and of the journals beside it only the newest :data:`KEPT` stay. Without a journal, or when
    nothing changes, nothing is kept.
    """
    changed = [file for file in files if file.before != file.after]
    if not journal or not changed:
        write_files(root, files)
        return
    write_files(root, files, _saved(root, changed, journal))
    for old in journals(os.path.dirname(journal))[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def journals(parent: str) -> tuple[str, ...]:
    """The journals in the folder ``parent``, newest first by their names, which begin with the time."""
    found = sorted(Path(parent).glob(f"*/{MANIFEST}"), reverse=True)
    return tuple(str(manifest.parent) for manifest in found)


def undo(root: str, journal: str) -> tuple[str, ...]:
    """Restore the bytes that ``journal`` saved, remove it, and return the paths.

    Files that hold those bytes already are left alone, so that an interrupted write can be undone.
    :class:`WriteError` names files that changed since, and a journal that cannot be read.
    """
    restored: list[FileChange] = []
    changed: list[str] = []
    for path, written in _read_manifest(journal):
        current, saved = content(real_file(root, path), path), content(_original(journal, path), journal)
        if current != saved:
            restored.append(FileChange(path, before=current, after=saved))
            changed += [path] if _digest(current) != written else []
    if changed:
        raise WriteError(f"{', '.join(changed)}: changed since, so nothing was undone; the originals are in {journal}")
    write_files(root, restored)
    shutil.rmtree(journal, ignore_errors=True)
    return tuple(file.path for file in restored)


@contextmanager
def _saved(root: str, changed: Sequence[FileChange], journal: str) -> Iterator[None]:
    """Save the originals in ``journal``; it goes again when the files were put back."""
    with told(journal, "remove it or make its folder writable, and run again"):
        Path(journal).mkdir(parents=True)
    try:
        with told(journal, "make it writable and run again"):
            _write(root, changed, journal)
        yield
    except StuckError as error:
        raise WriteError(f"{error}; the originals are in {journal}") from error
    except BaseException:
        shutil.rmtree(journal, ignore_errors=True)
        raise


def _write(root: str, changed: Sequence[FileChange], journal: str) -> None:
    """Write copies, then the manifest: when that is there, everything is."""
    real = {_real_path(root, file.path): file for file in changed}
    for path, file in real.items():
        place = _original(journal, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_new(place, file.before)
    entries = [{"path": path, "written": _digest(file.after)} for path, file in real.items()]
    write_new(Path(journal, MANIFEST), json.dumps({"version": VERSION, "files": entries}, indent=2).encode())


def _read_manifest(journal: str) -> list[tuple[str, str]]:
    """Path and digest of the written content of each file."""
    damage = WriteError(f"{journal}: is not a journal of version {VERSION}")
    try:
        manifest = json.loads(content(Path(journal, MANIFEST), journal))
        version, files = manifest["version"], manifest["files"]
        entries = [(str(each["path"]), str(each["written"])) for each in files]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise damage from None
    if version != VERSION:
        raise damage
    return entries


def _real_path(root: str, path: str) -> str:
    """``path`` with symlinks followed, still relative to ``root``: two names of one file have one original."""
    relative = real_file(root, path).relative_to(os.path.realpath(root))
    return to_text(os.fsencode(relative.as_posix()))


def _original(journal: str, path: str) -> Path:
    return Path(journal, ORIGINALS, os.fsdecode(to_bytes(path)))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
