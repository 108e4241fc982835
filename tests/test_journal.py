from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.changes import FileChange
from docsync.errors import WriteError
from docsync.journal import KEPT, journals, undo, write_and_keep
from written import A, B, make_files, second_swap, snapshot


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_files(tmp_path / "root")


def test_a_change_of_nothing_touches_nothing(root: Path, tmp_path: Path) -> None:
    inode = (root / "a.md").stat().st_ino
    write_and_keep(str(root), [FileChange("a.md", A.before, A.before)], str(tmp_path / "journal"))
    assert (root / "a.md").stat().st_ino == inode
    assert not (tmp_path / "journal").exists()


@pytest.mark.parametrize("name", ["\udcff.md", "日本.md", "new\nline.md", "-x.md"])
def test_odd_names(root: Path, tmp_path: Path, name: str) -> None:
    place = root / os.fsdecode(name.encode("utf-8", "surrogateescape"))
    place.write_bytes(b"one")
    write_and_keep(str(root), [FileChange(name, b"one", b"two")], str(tmp_path / "journal"))
    assert place.read_bytes() == b"two"
    assert undo(str(root), str(tmp_path / "journal")) == (name,)
    assert place.read_bytes() == b"one"


def test_a_file_that_changed_meanwhile_stops_everything(root: Path, tmp_path: Path) -> None:
    before, stale = snapshot(root), FileChange("docs/b.md", b"older", b"B")
    with pytest.raises(WriteError, match=r"^docs/b.md: changed on disk meanwhile"):
        write_and_keep(str(root), [A, stale], str(tmp_path / "journal"))
    assert snapshot(root) == before
    assert not (tmp_path / "journal").exists()


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failing_swap_puts_the_earlier_ones_back(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail() -> NoReturn:
        raise error

    before = snapshot(root)
    second_swap(monkeypatch, fail)
    with pytest.raises((WriteError, KeyboardInterrupt)) as caught:
        write_and_keep(str(root), [A, B], str(tmp_path / "journal"))
    assert snapshot(root) == before
    assert not (tmp_path / "journal").exists()
    if isinstance(error, OSError):
        assert str(caught.value) == "docs/b.md: cannot be written: No space left on device; run again"


def test_originals_stay_in_the_journal_when_they_cannot_be_put_back(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_folder() -> None:
        shutil.rmtree(root / "docs")

    second_swap(monkeypatch, lose_folder)
    journal = tmp_path / "journal"
    with pytest.raises(WriteError, match=f"the originals are in {journal}"):
        write_and_keep(str(root), [A, B], str(journal))
    assert (root / "a.md").read_bytes() == A.before
    assert (journal / "originals/docs/b.md").read_bytes() == B.before


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
    write_and_keep(str(top), changes, journal)
    assert {path: (top / path).read_bytes() for path in contents} == {c.path: c.after for c in changes}
    if Path(journal).exists():
        assert set(undo(str(top), journal)) == {c.path for c in changes if c.before != c.after}
    assert snapshot(top) == whole
    assert not Path(journal).exists()


def test_undo_refuses_files_that_changed_since(root: Path, tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    write_and_keep(str(root), [A, B], journal)
    (root / "docs/b.md").write_bytes(b"edited")
    with pytest.raises(WriteError, match=r"^docs/b.md: changed since, so nothing was undone"):
        undo(str(root), journal)
    assert (root / "a.md").read_bytes() == A.after
    (root / "docs/b.md").unlink()
    with pytest.raises(WriteError, match=r"^docs/b.md: cannot be read: No such file"):
        undo(str(root), journal)


def test_undo_finishes_an_interrupted_write(root: Path, tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    write_and_keep(str(root), [A, B], journal)
    (root / "docs/b.md").write_bytes(B.before)
    assert undo(str(root), journal) == ("a.md",)
    assert (root / "a.md").read_bytes() == A.before


def test_a_journal_that_exists_is_not_overwritten(root: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    write_and_keep(str(root), [A], str(journal))
    kept, before = snapshot(journal), snapshot(root)
    with pytest.raises(WriteError, match=f"^{journal}: cannot be written: File exists; remove it"):
        write_and_keep(str(root), [B], str(journal))
    assert (snapshot(journal), snapshot(root)) == (kept, before)


@pytest.mark.parametrize(
    "manifest", [None, "", "[]", '{"version": 2}', '{"version": 1, "files": []}', '{"version": 2, "files": [3]}']
)
def test_a_damaged_journal_is_named(root: Path, tmp_path: Path, manifest: str | None) -> None:
    journal = tmp_path / "journal"
    journal.mkdir()
    if manifest is not None:
        (journal / "manifest.json").write_text(manifest)
    with pytest.raises(WriteError, match=f"^{journal}: (is not a journal of version 2|cannot be read: No such file)"):
        undo(str(root), str(journal))


def test_originals_can_be_copied_back_by_hand(root: Path, tmp_path: Path) -> None:
    (root / "folder").symlink_to("docs")
    before = snapshot(root)
    write_and_keep(str(root), [A, FileChange("folder/b.md", B.before, B.after), B], str(tmp_path / "journal"))
    assert snapshot(root) != before
    shutil.copytree(tmp_path / "journal/originals", root, dirs_exist_ok=True, copy_function=shutil.copyfile)
    assert {path: content for path, (_, content) in snapshot(root).items()} == {
        path: content for path, (_, content) in before.items()
    }


def test_two_names_of_one_file_are_undone_once(root: Path, tmp_path: Path) -> None:
    (root / "link.md").symlink_to("a.md")
    write_and_keep(str(root), [A, FileChange("link.md", A.before, A.after)], str(tmp_path / "journal"))
    assert undo(str(root), str(tmp_path / "journal")) == ("a.md",)
    assert (root / "link.md").is_symlink()


def test_the_newest_journals_stay_and_what_is_no_journal(root: Path, tmp_path: Path) -> None:
    parent = tmp_path / "journals"
    (parent / "0000-other").mkdir(parents=True)
    names = [f"{number:04}" for number in range(KEPT + 3)]
    for name in names:
        write_and_keep(str(root), [A], str(parent / name))
        (root / A.path).write_bytes(A.before)
    assert journals(str(parent)) == tuple(str(parent / name) for name in reversed(names[3:]))
    assert sorted(path.name for path in parent.iterdir()) == ["0000-other", *names[3:]]


def test_there_are_no_journals_where_nothing_was_written(tmp_path: Path) -> None:
    assert journals(str(tmp_path / "none")) == ()


def test_a_manifest_that_leads_elsewhere_is_refused(root: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    journal.mkdir()
    (journal / "manifest.json").write_text('{"version": 2, "files": [{"path": "../x", "written": ""}]}')
    with pytest.raises(WriteError, match=r"^\.\./x: leads outside the repository"):
        undo(str(root), str(journal))
