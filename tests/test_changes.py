from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from docsync.changes import FileChange, write_files
from docsync.errors import WriteError
from written import A, B, make_files, second_swap, snapshot


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_files(tmp_path / "root")


def assert_refused(root: Path, files: list[FileChange], message: str) -> None:
    before = snapshot(root)
    with pytest.raises(WriteError) as caught:
        write_files(str(root), files)
    assert message in str(caught.value)
    assert snapshot(root) == before


def test_files_are_written_with_their_mode_and_owner(root: Path) -> None:
    (root / "a.md").chmod(0o754)
    if os.geteuid() == 0:
        os.chown(root / "a.md", 1234, 4321)
    owner = (root / "a.md").stat()
    write_files(str(root), [A, B])
    status = (root / "a.md").stat()
    assert (stat.S_IMODE(status.st_mode), status.st_uid, status.st_gid) == (0o754, owner.st_uid, owner.st_gid)
    assert (root / "a.md").read_bytes() == A.after
    assert (root / "docs/b.md").read_bytes() == B.after
    assert sorted(snapshot(root)) == ["a.md", "docs", "docs/b.md"]


def test_names_are_bytes_in_every_locale(root: Path) -> None:
    program = (
        "from docsync.changes import FileChange, write_files\n"
        f"write_files({str(root)!r}, [FileChange('\\u00e9.md', b'one', b'two')])"
    )
    for utf8 in ("0", "1"):
        (root / "é.md").write_bytes(b"one")
        environment = {"LC_ALL": "C", "PYTHONUTF8": utf8, "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": "src"}
        source = Path(__file__).parents[1]
        subprocess.run([sys.executable, "-c", program], env=environment, cwd=source, check=True)
        assert (root / "é.md").read_bytes() == b"two"


def test_a_symlink_inside_is_written_through(root: Path) -> None:
    (root / "link.md").symlink_to("docs/b.md")
    (root / "folder").symlink_to("docs")
    write_files(str(root), [FileChange("link.md", B.before, B.after), FileChange("folder/b.md", B.before, B.after)])
    assert (root / "link.md").is_symlink()
    assert (root / "docs/b.md").read_bytes() == B.after


def test_two_names_of_one_file_must_agree(root: Path) -> None:
    (root / "link.md").symlink_to("a.md")
    assert_refused(root, [A, FileChange("link.md", A.before, b"other")], "link.md: is the same file as a.md")


def test_what_leads_elsewhere_is_refused(root: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_bytes(b"x")
    (root / ".git").mkdir()
    (root / ".git/config").write_bytes(b"x")
    (root / "out.md").symlink_to(outside)
    (root / "git.md").symlink_to(".git/config")
    for path in ("out.md", "git.md", ".git/config", "../outside.md", str(outside)):
        assert_refused(root, [A, FileChange(path, b"x", b"y")], f"{path}: leads outside the repository")
    assert outside.read_bytes() == b"x"


def test_what_is_no_file_is_refused(root: Path) -> None:
    os.mkfifo(root / "pipe.md")
    (root / "loop.md").symlink_to("loop.md")
    for path, message in [
        ("docs", "docs: cannot be written: is not a regular file"),
        ("pipe.md", "pipe.md: cannot be written: is not a regular file"),
        ("none.md", "none.md: cannot be written: No such file or directory"),
        ("a.md/x", "a.md/x: cannot be written: Not a directory"),
        ("loop.md", "loop.md: cannot be written: Too many levels of symbolic links"),
    ]:
        with pytest.raises(WriteError, match=message):
            write_files(str(root), [A, FileChange(path, b"x", b"y")])
        assert (root / "a.md").read_bytes() == A.before


def test_a_read_only_file_is_refused_even_for_root(root: Path) -> None:
    (root / "docs/b.md").chmod(0o444)
    assert_refused(root, [A, B], "docs/b.md: cannot be written: is read-only; make it writable")


@pytest.fixture
def ordinary_user() -> Iterator[Path]:
    """Run the test without root's rights, in a place that others can reach."""
    if os.geteuid() != 0:
        pytest.skip("needs root to become another user")
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    (place / "a.md").write_bytes(A.before)
    (place / "docs").mkdir()
    (place / "docs/b.md").write_bytes(B.before)
    (place / "docs/b.md").chmod(0o666)
    os.seteuid(65534)
    try:
        yield place
    finally:
        os.seteuid(0)
        shutil.rmtree(place)


def test_a_file_of_someone_else_is_refused(ordinary_user: Path) -> None:
    assert_refused(ordinary_user, [A], "a.md: cannot be written: is read-only; make it writable")


def test_a_read_only_folder_is_refused(ordinary_user: Path) -> None:
    message = "docs/b.md: cannot be written: Permission denied; make its folder writable and run again"
    assert_refused(ordinary_user, [B], message)


def test_an_owner_that_cannot_be_kept_is_no_obstacle(ordinary_user: Path) -> None:
    os.seteuid(0)
    (ordinary_user / "docs").chmod(0o777)
    os.seteuid(65534)
    write_files(str(ordinary_user), [B])
    assert (ordinary_user / "docs/b.md").read_bytes() == B.after
    assert (ordinary_user / "docs/b.md").stat().st_uid == 65534


def test_a_target_that_became_a_folder_puts_the_earlier_ones_back(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def become_folder() -> None:
        (root / "docs/b.md").unlink()
        (root / "docs/b.md").mkdir()

    second_swap(monkeypatch, become_folder)
    with pytest.raises(
        WriteError, match=r"^docs/b.md: could not be put back after: docs/b.md: cannot be written: Is a"
    ):
        write_files(str(root), [A, B])
    assert (root / "a.md").read_bytes() == A.before
    assert sorted(snapshot(root)) == ["a.md", "docs", "docs/b.md"]
