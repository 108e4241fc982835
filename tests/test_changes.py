from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.changes import FileChange, apply_edits, undo, unified_diff, write_files
from docsync.errors import WriteError
from docsync.finding import Edit
from docsync.text import Span


def edit(start: int, stop: int, text: str) -> Edit:
    return Edit("a.md", Span(start, stop), text)


APPLIED = [
    ("abc", [], "abc"),
    ("", [edit(0, 0, "x")], "x"),
    ("abc", [edit(1, 2, "X")], "aXc"),
    ("abc", [edit(2, 3, ""), edit(0, 1, "XY")], "XYb"),
    ("abc", [edit(1, 2, "X"), edit(1, 2, "X")], "aXc"),
    ("abc", [edit(0, 1, "X"), edit(1, 2, "Y")], "XYc"),
    ("abc", [edit(1, 2, "X"), edit(1, 1, "<"), edit(2, 2, ">")], "a<X>c"),
    ("a\r\n日b", [edit(3, 4, "本")], "a\r\n本b"),
]

REFUSED = [
    ([edit(0, 2, "X"), edit(1, 3, "Y")], "overlaps"),
    ([edit(0, 2, "X"), edit(0, 2, "Y")], "overlaps"),
    ([edit(0, 3, "X"), edit(1, 1, "Y")], "overlaps"),
    ([edit(1, 1, "X"), edit(1, 1, "Y")], "overlaps"),
    ([edit(2, 4, "X")], "outside"),
    ([edit(-1, 1, "X")], "outside"),
    ([edit(2, 1, "X")], "outside"),
    ([edit(0, 1, "X"), Edit("b.md", Span(1, 2), "Y")], "several files"),
]


@pytest.mark.parametrize(("text", "edits", "expected"), APPLIED)
def test_apply_edits(text: str, edits: list[Edit], expected: str) -> None:
    assert apply_edits(text, edits) == expected
    assert apply_edits(text, edits[::-1]) == expected


@pytest.mark.parametrize(("edits", "reason"), REFUSED)
def test_edits_that_do_not_fit_are_refused(edits: list[Edit], reason: str) -> None:
    for order in (edits, edits[::-1]):
        with pytest.raises(ValueError, match=reason):
            apply_edits("abc", order)


@given(st.text(max_size=30), st.lists(st.tuples(st.integers(0, 4), st.text(max_size=3)), max_size=8), st.randoms())
def test_order_of_edits_does_not_matter(text: str, pieces: list[tuple[int, str]], random: Random) -> None:
    edits, expected, end = [], "", 0
    for size, replacement in pieces:
        start, stop = end + 1, end + 1 + size  # a gap, so that no two edits meet
        if stop > len(text):
            break
        edits.append(edit(start, stop, replacement))
        expected += text[end:start] + replacement
        end = stop
    shuffled = random.sample(edits * 2, len(edits) * 2)
    assert apply_edits(text, shuffled) == expected + text[end:]


DIFFS = [
    ("a.md", "one\ntwo\n", "one\n2\n"),
    ("a.md", "one\ntwo", "one\n2"),
    ("a.md", "one\ntwo", "one\ntwo\n"),
    ("a.md", "one\ntwo\n", "one\ntwo"),
    ("a.md", "", "one\n"),
    ("a.md", "one\n", ""),
    ("a.md", "\ufeffone\r\ntwo\r\n", "\ufeffone\r\n2\r\n"),
    ("a.md", "a\x0cb\u2028c\rd\n", "a\x0cb\u2028C\rd\n"),
    ("docs/with space.md", "one\n", "1\n"),
    ("日本.md", "one\n", "1\n"),
    ('quote".md', "one\n", "1\n"),
    ("back\\slash.md", "one\n", "1\n"),
    ("line\nend\ttab\x1b.md", "one\n", "1\n"),
    ("\udcff\udcfe.md", "one\n", "1\n"),
]


@pytest.mark.parametrize(("path", "before", "after"), DIFFS)
def test_git_applies_the_diff(tmp_path: Path, path: str, before: str, after: str) -> None:
    file = tmp_path / path
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(before.encode())
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    diff = unified_diff(path, before, after)
    subprocess.run(["git", "apply", "-p1", "-"], input=diff.encode(), cwd=tmp_path, check=True)
    assert (file.read_bytes() if file.exists() else b"") == after.encode()


def test_diff_is_what_git_shows() -> None:
    assert unified_diff("a.md", "same\n", "same\n") == ""
    assert unified_diff("a.md", "one\ntwo", "one\n2\n") == (
        "--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n"
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    top = tmp_path / "root"
    (top / "docs").mkdir(parents=True)
    (top / "a.md").write_bytes(b"a\r\n")
    (top / "docs" / "b.md").write_bytes(b"\xef\xbb\xbfb")
    return top


A = FileChange("a.md", b"a\r\n", b"A\r\n")
B = FileChange("docs/b.md", b"\xef\xbb\xbfb", b"\xef\xbb\xbfB\0")


def snapshot(top: Path) -> dict[str, tuple[int, bytes | None]]:
    return {
        str(path.relative_to(top)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else None)
        for path in top.rglob("*")
    }


def assert_refused(root: Path, files: list[FileChange], message: str, journal: str | None = None) -> None:
    before = snapshot(root)
    with pytest.raises(WriteError) as caught:
        write_files(str(root), files, journal)
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


def test_a_change_of_nothing_touches_nothing(root: Path, tmp_path: Path) -> None:
    inode = (root / "a.md").stat().st_ino
    write_files(str(root), [FileChange("a.md", A.before, A.before)], str(tmp_path / "journal"))
    assert (root / "a.md").stat().st_ino == inode
    assert not (tmp_path / "journal").exists()


@pytest.mark.parametrize("name", ["\udcff.md", "日本.md", "new\nline.md", "-x.md"])
def test_odd_names(root: Path, tmp_path: Path, name: str) -> None:
    place = root / os.fsdecode(name.encode("utf-8", "surrogateescape"))
    place.write_bytes(b"one")
    write_files(str(root), [FileChange(name, b"one", b"two")], str(tmp_path / "journal"))
    assert place.read_bytes() == b"two"
    assert undo(str(root), str(tmp_path / "journal")) == (name,)
    assert place.read_bytes() == b"one"


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


def test_a_file_that_changed_meanwhile_stops_everything(root: Path, tmp_path: Path) -> None:
    stale = FileChange("docs/b.md", b"older", b"B")
    assert_refused(root, [A, stale], "docs/b.md: changed on disk meanwhile", str(tmp_path / "journal"))
    assert not (tmp_path / "journal").exists()


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


def second_swap(monkeypatch: pytest.MonkeyPatch, action: Callable[[], object]) -> None:
    """Run ``action`` when the second file is about to be swapped; nothing real fails between two renames."""
    replace, calls = Path.replace, []

    def counting(self: Path, target: Path) -> Path:
        calls.append(target)
        if len(calls) == 2:
            action()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", counting)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failing_swap_puts_the_earlier_ones_back(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail() -> NoReturn:
        raise error

    before = snapshot(root)
    second_swap(monkeypatch, fail)
    with pytest.raises((WriteError, KeyboardInterrupt)) as caught:
        write_files(str(root), [A, B], str(tmp_path / "journal"))
    assert snapshot(root) == before
    assert not (tmp_path / "journal").exists()
    if isinstance(error, OSError):
        assert str(caught.value) == "docs/b.md: cannot be written: No space left on device; run again"


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


def test_originals_stay_in_the_journal_when_they_cannot_be_put_back(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_folder() -> None:
        shutil.rmtree(root / "docs")

    second_swap(monkeypatch, lose_folder)
    journal = tmp_path / "journal"
    with pytest.raises(WriteError, match=f"the originals are in {journal}"):
        write_files(str(root), [A, B], str(journal))
    assert (root / "a.md").read_bytes() == A.before
    assert (journal / "0001").read_bytes() == B.before


CONTENTS = st.dictionaries(
    st.sampled_from(["a.md", "d/b.md", "日.md", "\udcff.md", "d/e/c.md"]), st.tuples(st.binary(), st.binary())
)


@given(CONTENTS)
def test_write_and_undo_is_identity(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, tuple[bytes, bytes]]
) -> None:
    top = tmp_path_factory.mktemp("root")
    for path, (before, _) in contents.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_bytes(before)
    whole, journal = snapshot(top), str(top.parent / f"{top.name}-journal")
    changes = [FileChange(path, *both) for path, both in contents.items()]
    write_files(str(top), changes, journal)
    assert {path: (top / path).read_bytes() for path in contents} == {c.path: c.after for c in changes}
    if Path(journal).exists():
        assert set(undo(str(top), journal)) == {c.path for c in changes if c.before != c.after}
    assert snapshot(top) == whole
    assert not Path(journal).exists()


def test_undo_refuses_files_that_changed_since(root: Path, tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    write_files(str(root), [A, B], journal)
    (root / "docs/b.md").write_bytes(b"edited")
    with pytest.raises(WriteError, match=r"^docs/b.md: changed since, so nothing was undone"):
        undo(str(root), journal)
    assert (root / "a.md").read_bytes() == A.after
    (root / "docs/b.md").unlink()
    with pytest.raises(WriteError, match=r"^docs/b.md: cannot be read: No such file"):
        undo(str(root), journal)


def test_undo_finishes_an_interrupted_write(root: Path, tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    write_files(str(root), [A, B], journal)
    (root / "docs/b.md").write_bytes(B.before)
    assert undo(str(root), journal) == ("a.md",)
    assert (root / "a.md").read_bytes() == A.before


def test_a_journal_that_exists_is_not_overwritten(root: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    write_files(str(root), [A], str(journal))
    kept = snapshot(journal)
    assert_refused(root, [B], f"{journal}: cannot be written: File exists; remove it", str(journal))
    assert snapshot(journal) == kept


@pytest.mark.parametrize(
    "manifest", [None, "", "[]", '{"version": 1}', '{"version": 2, "files": []}', '{"version": 1, "files": [3]}']
)
def test_a_damaged_journal_is_named(root: Path, tmp_path: Path, manifest: str | None) -> None:
    journal = tmp_path / "journal"
    journal.mkdir()
    if manifest is not None:
        (journal / "manifest.json").write_text(manifest)
    with pytest.raises(WriteError, match=f"^{journal}: (is not a journal of version 1|cannot be read: No such file)"):
        undo(str(root), str(journal))
