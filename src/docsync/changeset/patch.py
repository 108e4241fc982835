"""A change set as a patch in the format of git-diff(1), with renames, as ``git apply`` takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from docsync.edits import diff_name, unified_diff
from docsync.names import to_text
from docsync.writing.planning import FileChange

_FILE_MODE, _SYMLINK_MODE = "100644", "120000"


def patch(files: Sequence[FileChange]) -> str:
    """The patch for ``files``: what was made ``like`` a file that goes is a rename of it."""
    by_path = {file.path: file for file in files}
    renamed: dict[str | None, str] = {each.like: each.path for each in files if _is_rename(each, by_path)}
    return "".join(_file_patch(file, by_path, renamed) for file in files if file.path not in renamed)


def _is_rename(file: FileChange, by_path: Mapping[str, FileChange]) -> bool:
    old = by_path.get(file.like or "")
    return file.before is None and old is not None and old.after is None


def _file_patch(file: FileChange, by_path: Mapping[str, FileChange], renamed: Mapping[str | None, str]) -> str:
    origin = by_path[file.like] if file.like and renamed.get(file.like) == file.path else file
    old, new = origin.path, file.path
    before, after = origin.before, file.after
    headers = [f"diff --git {diff_name(f'a/{old}')} {diff_name(f'b/{new}')}\n", *_headers(file, origin)]
    return "".join(headers) + _hunks(old, new, before, after)


def _headers(file: FileChange, origin: FileChange) -> Iterator[str]:
    mode = _SYMLINK_MODE if file.symlink else _FILE_MODE
    if origin is not file:
        yield f"rename from {diff_name(origin.path)}\nrename to {diff_name(file.path)}\n"
    elif file.before is None:
        yield f"new file mode {mode}\n"
    elif file.after is None:
        yield f"deleted file mode {mode}\n"


def _hunks(old: str, new: str, before: bytes | None, after: bytes | None) -> str:
    if before == after:
        return ""
    if any(b"\0" in (data or b"") for data in (before, after)):
        return f"Binary files {diff_name(f'a/{old}')} and {diff_name(f'b/{new}')} differ\n"
    names = (None if before is None else old, None if after is None else new)
    return unified_diff(names[0], to_text(before or b""), to_text(after or b""), names[1])
