from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from written import MANY, A, B, at_step, make_files, make_many, second_swap, snapshot

from docsync.errors import WriteError
from docsync.writing.journal import KEPT, journals, undo, write_and_keep
from docsync.writing.manifest import Note
from docsync.writing.planning import FileChange


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
    assert undo(str(root), str(tmp_path / "journal")).restored == (name,)
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
        assert (
            str(caught.value)
            == "docs/b.md: cannot be written: No space left on device; free space on that disk and run again"
        )


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


@pytest.fixture
def many(tmp_path: Path) -> Path:
    return make_many(tmp_path / "many")


def test_many_sorts_of_changes_are_undone(many: Path, tmp_path: Path) -> None:
    before, journal = snapshot(many), tmp_path / "journal"
    write_and_keep(str(many), MANY, str(journal), Note("rfc implement docs/a.md", staged=True, tracked=("a.md",)))
    (many / "a.md").chmod(0o777)
    undone = undo(str(many), str(journal))
    assert snapshot(many) == before
    assert sorted(undone.paths) == sorted(change.path for change in MANY)
    assert set(undone.restored) == set(undone.paths)
    assert undone.note == Note("rfc implement docs/a.md", staged=True, tracked=("a.md",))
    assert not journal.exists()


LATER = [
    ("new/x.md", lambda top: (top / "new/x.md").write_bytes(b"edited")),
    ("link", lambda top: ((top / "link").unlink(), (top / "link").symlink_to("b.md"))),
    ("link", lambda top: ((top / "link").unlink(), (top / "link").write_bytes(b"a.md"))),
    ("gone", lambda top: (top / "gone").write_bytes(b"new")),
    ("c.md", lambda top: (top / "c.md").unlink()),
    ("c.md", lambda top: ((top / "c.md").unlink(), (top / "c.md").mkdir())),
    ("gone", lambda top: (top / "gone").mkdir()),
    ("f", lambda top: (top / "f/mine.md").write_bytes(b"mine")),
    ("docs/old/deep/y.md, docs/old/x.md", lambda top: (top / "docs").write_bytes(b"a file now")),
    ("d/e/inner.md", lambda top: ((top / "d").unlink(), (top / "d").mkdir(), (top / "d/e").write_bytes(b"mine"))),
]


@pytest.mark.parametrize(("named", "edit"), LATER)
def test_undo_takes_no_later_change_away(
    many: Path, tmp_path: Path, named: str, edit: Callable[[Path], object]
) -> None:
    journal = tmp_path / "journal"
    write_and_keep(str(many), MANY, str(journal))
    edit(many)
    found, kept = snapshot(many), snapshot(journal)
    with pytest.raises(WriteError) as caught:
        undo(str(many), str(journal))
    assert set(str(caught.value).partition(": changed since")[0].split(", ")) == set(named.split(", "))
    assert (snapshot(many), snapshot(journal)) == (found, kept)


def test_what_was_added_beside_stays(many: Path, tmp_path: Path) -> None:
    before, journal = snapshot(many), tmp_path / "journal"
    write_and_keep(str(many), MANY, str(journal))
    (many / "new/mine.md").write_bytes(b"mine")
    (many / "docs/old").mkdir(parents=True)
    (many / "docs/old/mine.md").write_bytes(b"mine")
    undo(str(many), str(journal))
    mine = {"new", "new/mine.md", "docs/old/mine.md"}
    assert {path: each for path, each in snapshot(many).items() if path not in mine} == before


def test_a_folder_that_somebody_removed_is_made_again(root: Path, tmp_path: Path) -> None:
    (root / "docs/c.md").write_bytes(b"c")
    write_and_keep(str(root), [FileChange("docs/b.md", B.before, None)], str(tmp_path / "journal"))
    shutil.rmtree(root / "docs")
    undo(str(root), str(tmp_path / "journal"))
    assert (root / "docs/b.md").read_bytes() == B.before


def test_undo_that_is_not_permitted_names_the_file(root: Path, tmp_path: Path) -> None:
    def no_permission() -> NoReturn:
        raise PermissionError(13, "Permission denied")

    journal = str(tmp_path / "journal")
    write_and_keep(str(root), [A, B], journal)
    with (
        at_step(lambda count: count > 13, no_permission),
        pytest.raises(WriteError, match=r"^could not be put back: docs/b.md \(docs/b.md: .* denied.*run again, or"),
    ):
        undo(str(root), journal)
    assert undo(str(root), journal).restored == ("docs/b.md",)


PLACES = ["a", "a/b", "a/b/c", "a/d", "e", "e/f", "g", "\udcff", "a/b/日"]
Nodes = dict[str, tuple[bool, int, bytes]]  # path to: is it a link, permission bits, content
NODES = st.dictionaries(
    st.sampled_from(PLACES),
    st.tuples(st.booleans(), st.sampled_from([0o600, 0o644, 0o755]), st.sampled_from([b"x", b"y", b"z\r\n"])),
)


def possible(nodes: Nodes) -> Nodes:
    """Without those below a file."""
    return {path: node for path, node in nodes.items() if not any(path.startswith(other + "/") for other in nodes)}


def build(top: Path, nodes: Nodes) -> None:
    for path, (is_link, mode, content) in nodes.items():
        place = top / os.fsdecode(path.encode("utf-8", "surrogateescape"))
        place.parent.mkdir(parents=True, exist_ok=True)
        if is_link:
            os.symlink(content, os.fsencode(place))
        else:
            place.write_bytes(content)
            place.chmod(mode)


def difference(old: Nodes, new: Nodes) -> Iterator[FileChange]:
    for path in sorted({*old, *new}):
        before, after = old.get(path), new.get(path)
        yield FileChange(path, before and before[2], after and after[2], symlink=(before or after or (False,))[0])


@given(NODES, NODES, st.sets(st.sampled_from(["empty", "a/empty", "a/b/empty"])))
def test_any_change_is_undone(
    tmp_path_factory: pytest.TempPathFactory, before: Nodes, after: Nodes, empty: set[str]
) -> None:
    old = possible(before)
    new = possible({path: (old.get(path, node)[0], *node[1:]) for path, node in after.items()})
    ways = [path for path, (is_link, _, _) in {**old, **new}.items() if is_link]
    assume(not any(path.startswith(way + "/") for path in (*old, *new) for way in ways))  # that is refused
    place = tmp_path_factory.mktemp("any")
    top, journal = place / "root", str(place / "journal")
    top.mkdir()
    build(top, old)
    for path in empty:
        if not any((path + "/").startswith(other + "/") for other in (*old, *new)):
            (top / path).mkdir(parents=True, exist_ok=True)
    whole = snapshot(top)
    with at_step(lambda _: False, lambda: None):
        write_and_keep(str(top), list(difference(old, new)), journal)
        contents = {path: content for path, (_, content) in snapshot(top).items() if content is not None}
        assert contents == {
            os.fsdecode(path.encode("utf-8", "surrogateescape")): content for path, (_, _, content) in new.items()
        }
        if os.path.exists(journal):
            undo(str(top), journal)
    assert snapshot(top) == whole
    assert [each.name for each in place.iterdir()] == ["root"]


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
        assert set(undo(str(top), journal).restored) == {c.path for c in changes if c.before != c.after}
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
    with pytest.raises(WriteError, match=r"^docs/b.md: changed since, so nothing was undone"):
        undo(str(root), journal)


def test_undo_finishes_an_interrupted_write(root: Path, tmp_path: Path) -> None:
    journal = str(tmp_path / "journal")
    write_and_keep(str(root), [A, B], journal)
    (root / "docs/b.md").write_bytes(B.before)
    assert undo(str(root), journal).restored == ("a.md",)
    assert (root / "a.md").read_bytes() == A.before


def test_a_journal_that_exists_is_not_overwritten(root: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    write_and_keep(str(root), [A], str(journal))
    kept, before = snapshot(journal), snapshot(root)
    with pytest.raises(WriteError, match=f"^{journal}: cannot be written: File exists; remove it"):
        write_and_keep(str(root), [B], str(journal))
    assert (snapshot(journal), snapshot(root)) == (kept, before)


@pytest.mark.parametrize(
    "manifest", [None, "", "[]", '{"version": 3}', '{"version": 2, "files": []}', '{"version": 3, "files": [3]}']
)
def test_a_damaged_journal_is_named(root: Path, tmp_path: Path, manifest: str | None) -> None:
    journal = tmp_path / "journal"
    journal.mkdir()
    if manifest is not None:
        (journal / "manifest.json").write_text(manifest)
    with pytest.raises(WriteError, match=f"^{journal}: (is not a journal of version 3|cannot be read: No such file)"):
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
    assert undo(str(root), str(tmp_path / "journal")).restored == ("a.md",)
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


@pytest.mark.parametrize("key", ["path", "staged"])
def test_a_manifest_that_leads_elsewhere_is_refused(root: Path, tmp_path: Path, key: str) -> None:
    journal = tmp_path / "journal"
    write_and_keep(str(root), [A], str(journal))
    manifest = json.loads((journal / "manifest.json").read_text())
    manifest["files"][0][key] = "../.doc-sync-x"
    (journal / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(WriteError, match=r"^\.\./.doc-sync-x: leads outside the repository"):
        undo(str(root), str(journal))


def test_a_manifest_removes_only_temporary_files(root: Path, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    write_and_keep(str(root), [A], str(journal))
    manifest = json.loads((journal / "manifest.json").read_text())
    manifest["files"][0]["staged"] = "docs/b.md"
    (journal / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(WriteError, match="is not a journal of version 3"):
        undo(str(root), str(journal))
    assert (root / "docs/b.md").read_bytes() == B.before


def test_a_write_upon_a_change_that_was_cut_off_is_refused(root: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "journals/1", tmp_path / "journals/2"
    write_and_keep(str(root), [A], str(first))
    (first / "finished").unlink()
    with pytest.raises(WriteError, match=r"an earlier change was cut off half-way; run `doc-sync undo` first"):
        write_and_keep(str(root), [B], str(second))
    assert (root / "docs/b.md").read_bytes() == B.before
    (first / "manifest.json").write_text('{"version": 2, "files": []}')
    write_and_keep(str(root), [B], str(second))
    assert journals(str(tmp_path / "journals")) == (str(second), str(first))


def test_without_a_journal_nothing_is_kept(root: Path, tmp_path: Path) -> None:
    write_and_keep(str(root), [A], None)
    assert (root / "a.md").read_bytes() == A.after
    assert [each.name for each in tmp_path.iterdir()] == ["root"]


def test_a_file_that_changes_while_others_are_written_puts_them_back(root: Path, tmp_path: Path) -> None:
    def edit() -> None:
        (root / "docs/b.md").write_bytes(b"edited")

    message = r"^docs/b.md: changed on disk meanwhile"
    at_swap = at_step(lambda _: steps[-2:] == ["chmod", "replace"], edit)
    with at_swap as steps, pytest.raises(WriteError, match=message):
        write_and_keep(str(root), [A, B], str(tmp_path / "journal"))
    assert ((root / "a.md").read_bytes(), (root / "docs/b.md").read_bytes()) == (A.before, b"edited")
    assert not (tmp_path / "journal").exists()


def test_a_place_that_cannot_be_reached_any_more_is_named(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_circle() -> None:
        shutil.rmtree(root / "docs")
        (root / "docs").symlink_to("docs")

    second_swap(monkeypatch, make_circle)
    with pytest.raises(WriteError, match=r"^docs/b.md: could not be put back .*; the originals are in"):
        write_and_keep(str(root), [A, B], str(tmp_path / "journal"))
    assert (root / "a.md").read_bytes() == A.before
