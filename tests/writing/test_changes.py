from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from written import MANY, A, B, at_step, make_files, make_many, modes, second_swap, snapshot

from docsync.errors import WriteError
from docsync.writing.changes import write_files
from docsync.writing.journal import undo, write_and_keep
from docsync.writing.planning import FileChange


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
        "from docsync.writing.changes import write_files\n"
        "from docsync.writing.planning import FileChange\n"
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
    message = "docs/b.md: cannot be written: its folder is read-only; make it writable and run again"
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


REFUSALS = [
    ("exists already", [FileChange("docs/b.md", None, b"x")]),
    ("exists already", [FileChange("docs", None, b"x")]),
    ("exists already", [FileChange("dangling", None, b"x")]),
    ("exists already", [FileChange("dangling", None, b"x", symlink=True)]),
    ("changed on disk meanwhile", [FileChange("docs/b.md", b"other", None)]),
    ("changed on disk meanwhile", [FileChange("dangling", b"other", None, symlink=True)]),
    ("changed on disk meanwhile", [FileChange("docs/b.md", b"a.md", b"b.md", symlink=True)]),
    ("none.md: cannot be written: No such file or directory", [FileChange("none.md", b"x", None)]),
    ("is not a regular file", [FileChange("dangling", b"x", None)]),
    ("is not a regular file", [FileChange("docs", b"", None)]),
    ("leads outside the repository", [FileChange("../x.md", None, b"x")]),
    ("leads outside the repository", [FileChange("/x.md", None, b"x")]),
    ("leads outside the repository", [FileChange("/tmp/x.md", None, b"x")]),
    ("leads outside the repository", [FileChange("out/x.md", None, b"x")]),
    ("leads outside the repository", [FileChange("out/x/y.md", None, b"x")]),
    ("leads outside the repository", [FileChange("out/outside.md", b"outside", None)]),
    ("leads outside the repository", [FileChange(".git/x", None, b"x")]),
    ("leads outside the repository", [FileChange("docs/.GIT", None, b"x")]),
    ("leads outside the repository", [FileChange("hidden/x", None, b"x")]),
    (
        "new.md/x: needs a folder where new.md is a file",
        [FileChange("new.md", None, b"x"), FileChange("new.md/x", None, b"x")],
    ),
    ("a.md/x: needs a folder where a.md is a file", [FileChange("a.md/x", None, b"x")]),
    ("pipe/x: needs a folder where pipe is a file", [FileChange("pipe/x", None, b"x")]),
    ("is in another repository, sub", [FileChange("sub/x.md", None, b"x")]),
    ("closed/x.md: cannot be written: its folder is read-only", [FileChange("closed/x.md", None, b"x")]),
    ("closed/y.md: cannot be written: its folder is read-only", [FileChange("closed/y.md", b"y", None)]),
    ("closed/y.md: cannot be written: its folder is read-only", [FileChange("closed/y.md", b"y", b"z")]),
    ("closed/new/x.md: cannot be written: its folder is read-only", [FileChange("closed/new/x.md", None, b"x")]),
    ("fixed.md: cannot be written: is read-only", [FileChange("fixed.md", b"fixed", None)]),
    ("cannot be written: File name too long; choose a shorter name", [FileChange("x" * 300, None, b"x")]),
    ("cannot be written: File name too long; choose a shorter name", [FileChange("new/" + "x" * 300, None, b"x")]),
    ("cannot be written: File name too long; choose a shorter name", [FileChange("x" * 300 + "/x", None, b"x")]),
    ("is no name that a file can have", [FileChange("new/", None, b"x")]),
    ("is no name that a file can have", [FileChange("", None, b"x")]),
    ("is no name that a file can have", [FileChange("docs/..", None, b"x")]),
    ("is no name that a file can have", [FileChange("x\0y", None, b"x")]),
    ("is no name that a file can have", [FileChange("x\0y", b"y", b"x")]),
    ("x.md: cannot be written: No such file or directory", [FileChange("x.md", None, b"x", like="none.md")]),
    ("has another change", [FileChange("x.md", None, b"x"), FileChange("docs/../x.md", None, b"y")]),
    (
        "inside/b.md: leads through inside, which changes as well",
        [FileChange("inside", b"docs", None, symlink=True), FileChange("inside/b.md", B.before, B.after)],
    ),
]


@pytest.mark.parametrize(("message", "changes"), REFUSALS)
def test_refusals(root: Path, tmp_path: Path, message: str, changes: list[FileChange]) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/outside.md").write_bytes(b"outside")
    (root / "out").symlink_to(tmp_path / "outside")
    (root / ".git").mkdir()
    (root / "hidden").symlink_to(".git")
    (root / "dangling").symlink_to("nowhere")
    (root / "inside").symlink_to("docs")
    (root / "sub").mkdir()
    (root / "sub/.git").write_text("gitdir: elsewhere\n")
    os.mkfifo(root / "pipe")
    (root / "fixed.md").write_bytes(b"fixed")
    (root / "fixed.md").chmod(0o444)
    (root / "closed").mkdir()
    (root / "closed/y.md").write_bytes(b"y")
    (root / "closed").chmod(0o555)
    whole = snapshot(tmp_path)
    with pytest.raises(WriteError) as caught:
        write_files(str(root), [A, *changes])
    assert message in str(caught.value)
    assert snapshot(tmp_path) == whole


def test_many_sorts_of_changes_at_once(tmp_path: Path) -> None:
    root = make_many(tmp_path / "root")
    assert write_files(str(root), MANY)
    found = snapshot(root)
    assert {path: content for path, (_, content) in found.items() if content is not None} == {
        "a.md": b"b",
        "b.md": b"a",
        "c.md": b"C\r\n",
        "new/x.md": b"X",
        "new/deeper/and/y.md": b"y",
        "f/g.md": b"g",
        "d": b"d",
        "link": b"a.md",
        "new/link": b"../a.md",
    }
    folders = {path for path, (_, content) in found.items() if content is None}
    assert folders == {"f", "new", "new/deeper", "new/deeper/and"}
    bits = {path: modes(root)[path] for path in ("a.md", "b.md", "c.md", "new/x.md", "new/deeper/and/y.md")}
    assert bits == {"a.md": 0o644, "b.md": 0o755, "c.md": 0o640, "new/x.md": 0o600, "new/deeper/and/y.md": 0o755}


def test_a_new_file_gets_what_the_mask_leaves(root: Path) -> None:
    before = os.umask(0o027)
    try:
        write_files(str(root), [FileChange("new/x.md", None, b"x")])
    finally:
        os.umask(before)
    assert {path: bits for path, bits in modes(root).items() if path.startswith("new")} == {
        "new": 0o750,
        "new/x.md": 0o640,
    }


def test_a_moved_file_keeps_its_owner(root: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root to give a file away")
    os.chown(root / "a.md", 1234, 4321)
    write_files(str(root), [FileChange("a.md", A.before, None), FileChange("x.md", None, A.before, like="a.md")])
    assert ((root / "x.md").stat().st_uid, (root / "x.md").stat().st_gid) == (1234, 4321)


def test_three_files_change_places_in_a_circle(root: Path) -> None:
    names = ["1.md", "2.md", "3.md"]
    for name in names:
        (root / name).write_text(name)
        (root / name).chmod(0o600 + int(name[0]))
    turned = [*names[1:], names[0]]
    write_files(
        str(root),
        [FileChange(new, new.encode(), old.encode(), like=old) for old, new in zip(names, turned, strict=True)],
    )
    assert [(root / new).read_text() for new in turned] == names
    assert [modes(root)[new] for new in turned] == [0o601, 0o602, 0o603]


def test_files_with_one_content_can_exchange_their_modes(root: Path) -> None:
    (root / "1.md").write_text("x")
    (root / "2.md").write_text("x")
    (root / "2.md").chmod(0o700)
    write_files(str(root), [FileChange("1.md", b"x", b"x", like="2.md"), FileChange("2.md", b"x", b"x", like="1.md")])
    assert (modes(root)["1.md"], modes(root)["2.md"]) == (0o700, 0o644)
    assert not write_files(str(root), [FileChange("1.md", b"x", b"x", like="1.md")])


def test_folders_that_still_hold_something_stay(root: Path) -> None:
    (root / "docs/empty").mkdir()
    (root / "other/deep").mkdir(parents=True)
    (root / "other/deep/x.md").write_bytes(b"x")
    write_files(str(root), [FileChange("docs/b.md", B.before, None), FileChange("other/deep/x.md", b"x", None)])
    assert sorted(snapshot(root)) == ["a.md", "docs", "docs/empty"]
    write_files(str(root), [FileChange("a.md", A.before, None)])
    assert root.is_dir()


def test_a_folder_that_is_filled_meanwhile_stays(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill() -> None:
        (root / "docs/late.md").write_bytes(b"late")

    with at_step(lambda count: count == 1, fill) as steps:
        write_files(str(root), [FileChange("docs/b.md", B.before, None)])
    assert steps == ["unlink", "rmdir", "fsync"]
    assert sorted(snapshot(root)) == ["a.md", "docs", "docs/late.md"]


def test_what_comes_meanwhile_is_not_overwritten(root: Path) -> None:
    def come() -> None:
        (root / "x.md").write_bytes(b"late")

    with at_step(lambda count: count == 4, come), pytest.raises(WriteError, match=r"^x.md: exists already"):
        write_files(str(root), [FileChange("x.md", None, b"x"), A])
    assert (root / "x.md").read_bytes() == b"late"
    assert (root / "a.md").read_bytes() == A.before


def test_a_folder_that_cannot_go_puts_the_file_back(root: Path) -> None:
    def busy() -> None:
        raise OSError(16, "Device or resource busy")

    before = snapshot(root)
    with at_step(lambda count: count == 2, busy) as steps, pytest.raises(WriteError, match=r"^docs: cannot be removed"):
        write_files(str(root), [FileChange("docs/b.md", B.before, None)])
    assert steps[1] == "rmdir"
    assert snapshot(root) == before


CASE = [FileChange("Read.md", b"x", None), FileChange("read.md", None, b"y", like="Read.md")]


def test_the_case_of_a_name_can_change(root: Path) -> None:
    (root / "Read.md").write_bytes(b"x")
    write_files(str(root), CASE)
    assert sorted(snapshot(root)) == ["a.md", "docs", "docs/b.md", "read.md"]


def test_where_case_counts_the_other_name_is_another_file(root: Path) -> None:
    (root / "Read.md").write_bytes(b"x")
    os.link(root / "Read.md", root / "read.md")
    assert_refused(root, CASE, "read.md: exists already")


def without_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let names below differ by more than letter case only, as on the disks of macOS and Windows."""

    def known(place: str) -> str:
        folder, name = os.path.split(os.fspath(place))
        try:
            return os.path.join(folder, next(each for each in listdir(folder) if each.lower() == name.lower()))
        except (OSError, StopIteration, TypeError):
            return place

    def knowing(real: Callable[..., Any]) -> Callable[..., Any]:
        return lambda place, *rest, **options: real(known(place), *rest, **options)

    listdir, replace = os.listdir, os.replace
    for function in ("chmod", "lstat", "open", "readlink", "stat", "unlink"):
        monkeypatch.setattr(os, function, knowing(getattr(os, function)))
    monkeypatch.setattr(os, "replace", lambda source, target: replace(source, known(target)))
    monkeypatch.setattr(os.path, "lexists", knowing(_exists))
    monkeypatch.setattr(Path, "read_bytes", knowing(_read))


def _exists(place: str) -> bool:
    return os.path.basename(place) in os.listdir(os.path.dirname(place))


def _read(place: str) -> bytes:
    with open(place, "rb") as stream:
        return stream.read()


def test_the_case_of_a_name_can_change_where_case_does_not_count(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "Read.md").write_bytes(b"x")
    before = snapshot(root)
    journal = str(root.parent / "journal")
    with monkeypatch.context() as disk:
        without_case(disk)
        assert os.path.lexists(root / "READ.md")
        with pytest.raises(WriteError, match=r"^READ.md: exists already"):
            write_files(str(root), [FileChange("READ.md", None, b"z"), A])
        write_and_keep(str(root), CASE, journal)
    assert sorted(snapshot(root)) == ["a.md", "docs", "docs/b.md", "read.md"]
    assert (root / "read.md").read_bytes() == b"y"
    with monkeypatch.context() as disk:
        without_case(disk)
        undo(str(root), journal)
    assert snapshot(root) == before
