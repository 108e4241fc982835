from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from docsync.errors import WriteError
from docsync.files import told, write_text


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_new_file_gets_the_mode_that_the_mask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_text(str(tmp_path / "report"), "é\r\n")
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert (tmp_path / "report").read_bytes() == "é\r\n".encode()
    assert mode(tmp_path / "report") == 0o640


def test_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "report").write_text("old and longer")
    (tmp_path / "report").chmod(0o604)
    write_text(str(tmp_path / "report"), "new")
    assert (tmp_path / "report").read_text() == "new"
    assert mode(tmp_path / "report") == 0o604


def test_symlink_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/report")
    write_text(str(tmp_path / "link"), "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "report").read_text() == "new"


def test_what_is_no_file_is_written_to_directly(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_text(str(tmp_path / "pipe"), "new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_surrogates_are_escaped(tmp_path: Path) -> None:
    write_text(str(tmp_path / "report"), "\udcff")
    assert (tmp_path / "report").read_bytes() == rb"\udcff"


@pytest.mark.parametrize(("path", "reason"), [("no/such/report", "No such file"), ("folder", "Is a directory")])
def test_failure_names_the_path_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(WriteError, match=f"^{path}: cannot be written: {reason}"):
        write_text(path, "new")
    assert [found.name for found in tmp_path.rglob("*")] == ["folder"]


def test_interrupt_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "report").write_text("old")
    monkeypatch.setattr("docsync.files._mode", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_text(str(tmp_path / "report"), "new")
    assert [found.read_text() for found in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize(
    ("number", "way_out"),
    [
        (errno.ENOSPC, "free space on that disk and run again"),
        (errno.EDQUOT, "free some of your quota on that disk and run again"),
        (errno.EFBIG, "let files be that large (see `ulimit -f`) and run again"),
        (errno.EACCES, "make it writable"),
        (None, "make it writable"),
    ],
)
def test_the_way_out_is_that_of_the_reason(number: int | None, way_out: str) -> None:
    error = OSError("odd") if number is None else OSError(number, os.strerror(number))
    with pytest.raises(WriteError) as caught, told("a.md", "make it writable"):
        raise error
    assert str(caught.value) == f"a.md: cannot be written: {error.strerror or 'odd'}; {way_out}"
