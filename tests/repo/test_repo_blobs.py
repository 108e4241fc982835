"""A git that stops in the middle of an answer; no real one can be made to."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from docsync.errors import GitError, UnreadableError
from docsync.repo.blobs import Blobs
from docsync.repo.git import Git


@pytest.mark.skipif(os.name != "posix", reason="the stand-in is a shell script")
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("read name; printf 'abc blob 10\\n123'", "it ended early"),
        ("read name; printf 'abc bl'; echo fatal: no more >&2", "fatal: no more"),
        ("read name; exit 1", "it ended early"),
    ],
)
@pytest.mark.parametrize("limit", [5, 20])
def test_answer_cut_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, message: str, limit: int
) -> None:
    (tmp_path / "git").write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    blobs = Blobs(Git(os.fsencode(tmp_path)))
    try:
        for _ in range(2):  # each question has a git of its own
            with pytest.raises(UnreadableError, match=f"cannot be read: git says '{message}'"):
                blobs.read("abc", limit)
        with pytest.raises(GitError, match=f"git cat-file failed in .*: {message}"):
            blobs.commit("abc")
        assert blobs._git.calls == 3  # noqa: SLF001
    finally:
        blobs.close()


def test_without_a_folder_for_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    blobs = Blobs(Git(os.fsencode(tmp_path)))
    said = (
        "no temporary file can be made: No such file or directory; free space there, or name another folder in TMPDIR"
    )
    for _ in range(2):
        with pytest.raises(GitError, match=said):
            blobs.read("abc", 5)
    blobs.close()
