"""Changes to files: edits applied to a text, shown as a diff, written all or none, and undone.

Paths are relative to the root, separated by ``/``, with bytes that are not UTF-8 as surrogate escapes; on disk
they are those bytes whatever the locale says.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from docsync.errors import WriteError
from docsync.finding import Edit

JOURNAL_VERSION = 1
MANIFEST = "manifest.json"
_NO_FINAL_LINE_END = "\n\\ No newline at end of file\n"
_UNQUOTED = frozenset(range(ord(" "), 0x7F)) - frozenset(b'"\\')


@dataclass(frozen=True, slots=True)
class FileChange:
    """New content of the file at ``path``, and the content that it was made from."""

    path: str
    before: bytes
    after: bytes


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """Replace the spans of ``edits``, offsets in ``text`` without byte order mark, in whatever order they come.

    Equal edits count once. ``ValueError`` for edits that overlap, differ in their insertion at one place,
    leave the text or belong to several files.
    """
    if len({edit.path for edit in edits}) > 1:
        raise ValueError("edits of several files")
    pieces, end = [], 0
    last_insertion = -1
    for (start, stop), replacement in sorted({(edit.span, edit.text) for edit in edits}):
        if not 0 <= start <= stop <= len(text):
            raise ValueError(f"edit at {start}-{stop} is outside of a text of {len(text)}")
        if start < end or start == stop == last_insertion:
            raise ValueError(f"edit at {start}-{stop} overlaps another one")
        pieces += [text[end:start], replacement]
        end = stop
        last_insertion = start if start == stop else -1
    return "".join((*pieces, text[end:]))


def unified_diff(path: str, before: str, after: str) -> str:
    """Diff of two whole texts, byte order mark included, as ``git apply`` takes it; empty when they are equal."""
    lines = difflib.unified_diff(_lines(before), _lines(after), _diff_name(f"a/{path}"), _diff_name(f"b/{path}"))
    return "".join(line if line.endswith("\n") else line + _NO_FINAL_LINE_END for line in lines)


def write_files(root: str, files: Sequence[FileChange], journal: str | None = None) -> None:
    """Write all of ``files`` below ``root`` or none of them.

    Each file is replaced in one step and keeps its mode and, where we may, its owner. A symlink is written
    through, if it stays inside. With ``journal``, a directory that is made, :func:`undo` can restore them.
    :class:`WriteError` names a file that changed since it was read or cannot be written, and the way out.
    """
    swaps = _plan(root, files)
    try:
        for swap in swaps:
            swap.stage(swap.change.after)
        for swap in swaps:
            swap.check()
        with _saved(swaps, journal):
            _commit(swaps)
    finally:
        for swap in swaps:
            swap.discard()


def undo(root: str, journal: str) -> tuple[str, ...]:
    """Restore the bytes that ``journal`` saved, remove it, and return the paths.

    Files that hold those bytes already are left alone, so that an interrupted write can be undone.
    :class:`WriteError` names files that changed since, and a journal that cannot be read.
    """
    restored: list[FileChange] = []
    changed: list[str] = []
    for path, copy, written in _read_manifest(journal):
        saved, current = _content(Path(journal, copy), journal), _content(_real_file(root, path), path)
        if current != saved:
            restored.append(FileChange(path, before=current, after=saved))
            changed += [path] if _digest(current) != written else []
    if changed:
        raise WriteError(f"{', '.join(changed)}: changed since, so nothing was undone; the originals are in {journal}")
    write_files(root, restored)
    shutil.rmtree(journal, ignore_errors=True)
    return tuple(file.path for file in restored)


class _StuckError(WriteError):
    """Files were written and could not be put back."""


@dataclass(frozen=True)
class _Swap:
    """One file on its way: ``target`` is the real file, ``staged`` the temporary one beside it."""

    change: FileChange
    target: Path
    staged: Path
    status: os.stat_result

    def stage(self, content: bytes) -> None:
        """Write ``content`` to a temporary file with the target's mode and owner."""
        with _told(self.change.path, "make its folder writable and run again"):
            self.staged.touch(mode=0o600, exist_ok=False)
            with self.staged.open("wb") as stream:
                _write_through(stream, content)
            _keep_owner(self.staged, self.status)
            self.staged.chmod(stat.S_IMODE(self.status.st_mode))

    def check(self) -> None:
        """Raise :class:`WriteError` when the target no longer holds what the change was made from."""
        if _content(self.target, self.change.path) != self.change.before:
            raise WriteError(f"{self.change.path}: changed on disk meanwhile, so nothing was written; run again")

    def replace(self) -> None:
        """Put the staged file in the target's place, in one step."""
        with _told(self.change.path, "run again"):
            self.staged.replace(self.target)

    def restore(self) -> bool:
        """Put the original back if the new content is there; False when that fails."""
        try:
            if self.target.read_bytes() == self.change.after:
                self.stage(self.change.before)
                self.replace()
        except (OSError, WriteError):
            return False
        return True

    def discard(self) -> None:
        """Remove the temporary file if it is still there."""
        with suppress(OSError):
            self.staged.unlink()


def _plan(root: str, files: Sequence[FileChange]) -> list[_Swap]:
    swaps: dict[Path, _Swap] = {}
    for change in files:
        target = _real_file(root, change.path)
        staged = target.with_name(f".doc-sync-{os.urandom(8).hex()}")
        known = swaps.setdefault(target, _Swap(change, target, staged, _writable(target, change.path))).change
        if (known.before, known.after) != (change.before, change.after):
            raise WriteError(f"{change.path}: is the same file as {known.path}, which has another change")
    return [swap for swap in swaps.values() if swap.change.before != swap.change.after]


def _real_file(root: str, path: str) -> Path:
    """Follow symlinks to the file that ``path`` means; it has to be in the repository and not in ``.git``."""
    top = Path(os.path.realpath(root))
    # Git's names are bytes: decoded again as the locale does, they come out as the same bytes on disk.
    target = Path(os.path.realpath(top / os.fsdecode(_raw(path))))
    if not target.is_relative_to(top) or ".git" in map(str.lower, target.relative_to(top).parts):
        raise WriteError(f"{path}: leads outside the repository, to {target}; change that file itself")
    return target


def _writable(target: Path, path: str) -> os.stat_result:
    with _told(path, "run again"):
        status = target.stat()
    if not stat.S_ISREG(status.st_mode):
        raise WriteError(f"{path}: cannot be written: is not a regular file; run again without it")
    effective = os.access in os.supports_effective_ids
    # A file without any write bit was marked on purpose, and root should mind that too.
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK, effective_ids=effective):
        raise WriteError(f"{path}: cannot be written: is read-only; make it writable and run again")
    return status


def _commit(swaps: Sequence[_Swap]) -> None:
    started: list[_Swap] = []
    try:
        for swap in swaps:
            swap.check()
            started.append(swap)
            swap.replace()
    except BaseException as error:  # an interrupt must not leave some of them written either
        stuck = [swap.change.path for swap in started if not swap.restore()]
        if stuck:
            raise _StuckError(f"{', '.join(stuck)}: could not be put back after: {error}") from error
        raise


@contextmanager
def _saved(swaps: Sequence[_Swap], journal: str | None) -> Iterator[None]:
    """Save the originals in ``journal``; it goes again when the files were put back."""
    if not journal or not swaps:
        yield
        return
    with _told(journal, "remove it or make its folder writable, and run again"):
        Path(journal).mkdir(parents=True)
    try:
        _write_journal(journal, swaps)
        yield
    except _StuckError as error:
        raise WriteError(f"{error}; the originals are in {journal}") from error
    except BaseException:
        shutil.rmtree(journal, ignore_errors=True)
        raise


def _write_journal(journal: str, swaps: Sequence[_Swap]) -> None:
    """Write copies, then the manifest: when that is there, everything is."""
    entries = []
    for number, swap in enumerate(swaps):
        copy = f"{number:04}"
        _write_copy(Path(journal, copy), swap.change.before, journal)
        entries.append({"path": swap.change.path, "copy": copy, "written": _digest(swap.change.after)})
    manifest = {"version": JOURNAL_VERSION, "files": entries}
    _write_copy(Path(journal, MANIFEST), json.dumps(manifest, indent=2).encode(), journal)


def _read_manifest(journal: str) -> list[tuple[str, str, str]]:
    """Path, name of the copy, and digest of the written content of each file."""
    damage = WriteError(f"{journal}: is not a journal of version {JOURNAL_VERSION}")
    try:
        manifest = json.loads(_content(Path(journal, MANIFEST), journal))
        version, files = manifest["version"], manifest["files"]
        entries = [(str(each["path"]), str(each["copy"]), str(each["written"])) for each in files]
    except (ValueError, KeyError, TypeError):
        raise damage from None
    if version != JOURNAL_VERSION:
        raise damage
    return entries


def _write_copy(place: Path, content: bytes, journal: str) -> None:
    with _told(journal, "make it writable and run again"), place.open("xb") as stream:
        _write_through(stream, content)


def _write_through(stream: BinaryIO, content: bytes) -> None:
    stream.write(content)
    stream.flush()
    os.fsync(stream.fileno())


def _keep_owner(place: Path, status: os.stat_result) -> None:
    """Give ``place`` the owner and group of ``status``, as far as this user may."""
    if os.name == "posix":
        for owner, group in ((status.st_uid, -1), (-1, status.st_gid)):
            with suppress(PermissionError):
                os.chown(place, owner, group)


def _content(file: Path, path: str) -> bytes:
    with _told(path, "put it back and run again", "read"):
        return file.read_bytes()


@contextmanager
def _told(path: str, way_out: str, action: str = "written") -> Iterator[None]:
    """Turn an ``OSError`` into a :class:`WriteError` with the path as the user knows it."""
    try:
        yield
    except OSError as error:
        raise WriteError(f"{path}: cannot be {action}: {error.strerror or error}; {way_out}") from error


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _lines(text: str) -> list[str]:
    """Lines as git has them: LF ends one and nothing else does."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + [line for line in lines[-1:] if line]


def _diff_name(name: str) -> str:
    """Quote as git does (git-config(1), ``core.quotePath``) where a name cannot stand in a header as it is."""
    if name.isprintable() and not set(name) & set('"\\'):
        return name
    quoted = (chr(byte) if byte in _UNQUOTED else f"\\{byte:03o}" for byte in _raw(name))
    return f'"{"".join(quoted)}"'


def _raw(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")
