"""The facts cache: the right bytes or nothing, whatever is wrong with the file, and never an error."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha1
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docsync.cache import facts
from docsync.cache.facts import Cache, FactsCache, NoCache
from docsync.cache.file import FILE
from runs import unmeasured

NOBODY = 65_534
IS_ROOT = os.name == "posix" and os.geteuid() == 0


def blob(number: int) -> str:
    return sha1(f"{number}".encode()).hexdigest()


def some(count: int, size: int = 100) -> dict[str, bytes]:
    return {blob(number): sha1(f"facts {number}".encode()).digest() * (size // 20) for number in range(count)}


FACTS = some(40)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """Where the cache lies; not made yet."""
    return tmp_path / "doc-sync"


def opened(directory: Path, version: str = "1", **options: int) -> FactsCache:
    return FactsCache.open(str(directory), version, **options)


def keep(directory: Path, new: dict[str, bytes] = FACTS, version: str = "1", **options: int) -> str | None:
    """Put and close; the note."""
    cache = opened(directory, version, **options)
    cache.put("links", new)
    cache.close()
    return cache.note


def look(directory: Path, version: str = "1", kind: str = "links", **options: int) -> dict[str, bytes]:
    """All that a new cache knows of :data:`FACTS`, and nothing else."""
    cache = opened(directory, version, **options)
    found = cache.get(kind, FACTS.keys())
    cache.close()
    assert found.items() <= FACTS.items()
    return found


def test_facts_are_kept_by_kind_and_blob(directory: Path) -> None:
    assert look(directory) == {}
    assert keep(directory) is None
    assert look(directory) == FACTS
    assert look(directory, kind="anchors") == {}
    cache = opened(directory)
    assert cache.get("links", [blob(3), blob(3), "", "nowhere", blob(7)]) == {blob(n): FACTS[blob(n)] for n in (3, 7)}
    assert cache.get("links", ()) == {}
    cache.close()
    assert stat_mode(directory / FILE) == 0o600


def stat_mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_empty_and_odd_facts(directory: Path) -> None:
    odd = {blob(1): b"", blob(2): b"\0" * 70_000, "": b"no id", "not hexadecimal": b"x"}
    assert keep(directory, odd) is None
    cache = opened(directory)
    assert cache.get("links", odd.keys()) == odd
    cache.close()


def test_a_few_of_many_and_many_of_many(directory: Path) -> None:
    many = some(3000)
    assert keep(directory, many) is None
    with closing(opened(directory)) as cache:
        assert cache.get("links", many.keys()) == many
        few = dict(list(many.items())[:5])
        assert cache.get("links", few.keys()) == few
        more = dict(list(many.items())[::2][:1000])
        assert cache.get("links", list(more)) == more


def test_nothing_is_made_before_something_is_put(directory: Path) -> None:
    cache = opened(directory)
    assert cache.get("links", FACTS.keys()) == {}
    cache.close()
    assert not directory.exists()
    cache = opened(directory)
    cache.put("links", FACTS)
    assert not directory.exists()
    cache.close()
    assert os.listdir(directory) == [FILE]


def test_a_run_that_learns_nothing_writes_nothing(directory: Path) -> None:
    keep(directory)
    before = (directory / FILE).stat()
    assert look(directory) == FACTS
    after = (directory / FILE).stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_sqlite_is_not_loaded_where_there_is_no_file(directory: Path) -> None:
    code = """
import sys
from docsync.cache.facts import FactsCache
cache = FactsCache.open(sys.argv[1], "1")
cache.get("links", ["a"])
cache.close()
assert "sqlite3" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code, directory], check=True, env=unmeasured())


def test_after_closing_nothing_happens(directory: Path) -> None:
    keep(directory)
    cache = opened(directory)
    cache.close()
    cache.put("links", {"a": b"b"})
    assert cache.get("links", FACTS.keys()) == {}
    cache.close()
    assert look(directory) == FACTS
    assert cache.note is None


def test_much_is_written_before_the_end(directory: Path) -> None:
    cache = opened(directory)
    cache.put("links", {blob(number): b"x" * (1 << 20) for number in range(17)})
    cache.put("links", {blob(20): b"later"})
    with closing(opened(directory)) as other:
        assert len(other.get("links", [blob(number) for number in range(21)])) == 17
    cache.close()
    with closing(opened(directory)) as other:
        assert other.get("links", [blob(20)]) == {blob(20): b"later"}


def test_without_a_cache() -> None:
    caches: list[Cache] = [NoCache(), NoCache("why")]
    for cache in caches:
        cache.put("links", FACTS)
        assert cache.get("links", FACTS.keys()) == {}
        cache.close()
    assert [cache.note for cache in caches] == [None, "why"]


def test_versions_that_take_turns_leave_each_other_alone(directory: Path) -> None:
    old, new = some(20), dict.fromkeys(some(20), b"new")
    for _ in range(3):
        keep(directory, old, "1")
        keep(directory, new, "2")
        for version, expected in [("1", old), ("2", new), ("3", {})]:
            with closing(opened(directory, version)) as cache:
                assert cache.get("links", old.keys()) == expected


def on(day: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_today", lambda: day)


def test_what_nobody_asks_for_goes_after_two_months(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on(1000, monkeypatch)
    keep(directory, version="old")
    keep(directory, version="new")
    for day in (1006, 1007, 1008, 1060, 1061, 1080):
        on(day, monkeypatch)
        assert look(directory, "new") == FACTS
    assert look(directory, "old") == {}


def test_use_is_marked_once_a_week(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on(1000, monkeypatch)
    keep(directory)
    changes = []
    for day in range(1000, 1020):
        on(day, monkeypatch)
        before = (directory / FILE).read_bytes()
        assert look(directory) == FACTS
        if (directory / FILE).read_bytes() != before:
            changes.append(day)
    assert changes == [1007, 1014]


def test_beyond_the_size_the_oldest_go(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = 400_000
    for day in range(12):
        on(1000 + day, monkeypatch)
        new = {blob(number): bytes(1000) for number in range(100 * day, 100 * day + 100)}
        assert keep(directory, new, max_bytes=limit) is None
        assert (directory / FILE).stat().st_size < 1.5 * limit
    with closing(opened(directory, max_bytes=limit)) as cache:
        left = [len(cache.get("links", [blob(n) for n in range(100 * day, 100 * day + 100)])) for day in range(12)]
    assert left[-2:] == [100, 100]
    assert left[:8] == [0] * 8
    assert sum(left) > 200


def test_more_in_one_day_than_fits(directory: Path) -> None:
    limit = 400_000
    for start in range(0, 2000, 200):
        new = {blob(number): bytes(1000) for number in range(start, start + 200)}
        assert keep(directory, new, max_bytes=limit) is None
    with closing(opened(directory, max_bytes=limit)) as cache:
        assert 200 < len(cache.get("links", [blob(number) for number in range(2000)])) < 400


def test_a_file_far_beyond_the_size_is_made_anew(directory: Path) -> None:
    keep(directory, some(3000, 1000))
    cache = opened(directory, max_bytes=100_000)
    assert cache.get("links", FACTS.keys()) == {}
    assert cache.note == f"the cache {directory / FILE} is not used in this run: it is far too large"
    cache.put("links", FACTS)
    cache.close()
    assert look(directory, max_bytes=100_000) == FACTS
    assert (directory / FILE).stat().st_size < 100_000


def truncate(directory: Path) -> None:
    os.truncate(directory / FILE, 5000)


def truncate_to_less_than_a_header(directory: Path) -> None:
    os.truncate(directory / FILE, 50)


def overwrite(directory: Path) -> None:
    (directory / FILE).write_bytes(b"rubbish " * 3000)


def overwrite_the_rows(directory: Path) -> None:
    data = (directory / FILE).read_bytes()
    (directory / FILE).write_bytes(data[:4096] + b"rubbish " * ((len(data) - 4096) // 8))


def make_older(directory: Path) -> None:
    change_by_hand(directory, "PRAGMA user_version=0")


def make_another_table(directory: Path) -> None:
    change_by_hand(directory, "CREATE TABLE more (x)")


def make_a_trigger(directory: Path) -> None:
    change_by_hand(directory, "CREATE TRIGGER t AFTER INSERT ON facts BEGIN DELETE FROM facts; END")


def drop_the_table(directory: Path) -> None:
    change_by_hand(directory, "DROP TABLE facts", "CREATE TABLE facts (x)")


def leave_a_foreign_journal(directory: Path) -> None:
    overwrite(directory)
    (directory / f"{FILE}-journal").write_bytes(b"rubbish " * 300)


def change_by_hand(directory: Path, *statements: str) -> None:
    with closing(sqlite3.connect(directory / FILE)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


DAMAGES = [
    truncate,
    truncate_to_less_than_a_header,
    overwrite,
    overwrite_the_rows,
    make_older,
    make_another_table,
    make_a_trigger,
    drop_the_table,
    leave_a_foreign_journal,
]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("is_read_first", [True, False])
def test_a_damaged_file_is_replaced(directory: Path, damage: Callable[[Path], None], is_read_first: bool) -> None:
    keep(directory, some(300))
    damage(directory)
    cache = opened(directory)
    if is_read_first:
        assert cache.get("links", FACTS.keys()) == {}
        assert cache.note is not None
    cache.put("links", FACTS)
    cache.close()
    assert cache.note is not None
    assert cache.note.startswith(f"the cache {directory / FILE} is not used in this run: ")
    assert look(directory) == FACTS
    assert os.listdir(directory) == [FILE]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_stays_where_nothing_is_new(directory: Path, damage: Callable[[Path], None]) -> None:
    keep(directory, some(300))
    damage(directory)
    before = (directory / FILE).read_bytes()
    assert look(directory) == {}
    assert (directory / FILE).read_bytes() == before


def test_an_empty_file_is_one_to_write_to(directory: Path) -> None:
    directory.mkdir()
    (directory / FILE).touch()
    assert look(directory) == {}
    assert keep(directory) is None
    assert look(directory) == FACTS


def test_a_damaged_row_is_as_none(directory: Path) -> None:
    keep(directory)
    data = (directory / FILE).read_bytes()
    victim = FACTS[blob(5)]
    assert data.count(victim) == 1
    (directory / FILE).write_bytes(data.replace(victim, victim[:-1] + bytes([victim[-1] ^ 1])))
    assert look(directory) == {name: value for name, value in FACTS.items() if name != blob(5)}
    for name, value in [
        ("facts", "NULL"),
        ("facts", "'text'"),
        ("blob", "x'ff'"),
        ("used", "'day'"),
        ("checksum", "0"),
    ]:
        keep(directory)
        change_by_hand(directory, f"UPDATE facts SET {name}={value} WHERE blob='{blob(6)}'")
        assert look(directory) == {other: value for other, value in FACTS.items() if other != blob(6)}


def test_rows_without_a_day_do_not_hinder_the_rest(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(directory, some(600, 1000))
    change_by_hand(directory, "UPDATE facts SET facts=NULL, used=NULL WHERE blob < '8'")
    assert keep(directory, max_bytes=500_000) is None
    assert look(directory, max_bytes=500_000).items() <= FACTS.items()


@settings(max_examples=150)
@given(
    st.lists(st.tuples(st.integers(0, 30_000), st.binary(min_size=1, max_size=300)), max_size=4), st.integers(0, 40_000)
)
def test_whatever_is_damaged_nothing_wrong_comes_out(places: list[tuple[int, bytes]], length: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder, "doc-sync")
        keep(directory, some(100))
        with (directory / FILE).open("r+b") as file:
            for place, data in places:
                file.seek(place)
                file.write(data)
            file.truncate(length)
        for _ in range(2):
            look(directory)
            keep(directory)
        look(directory)


def make_newer(directory: Path) -> None:
    keep(directory)
    change_by_hand(directory, "PRAGMA user_version=2")


def put_a_folder_there(directory: Path) -> None:
    (directory / FILE).mkdir(parents=True)


def put_a_pipe_there(directory: Path) -> None:
    directory.mkdir()
    os.mkfifo(directory / FILE)


def put_a_link_there(directory: Path) -> None:
    keep(directory)
    (directory / FILE).rename(directory.parent / "outside")
    (directory / FILE).symlink_to(directory.parent / "outside")


def put_a_dangling_link_there(directory: Path) -> None:
    directory.mkdir()
    (directory / FILE).symlink_to(directory.parent / "outside")


def put_a_link_to_a_folder_there(directory: Path) -> None:
    keep(directory)
    directory.rename(directory.parent / "outside")
    directory.symlink_to("outside")


def put_a_link_for_the_journal_there(directory: Path) -> None:
    keep(directory)
    (directory / f"{FILE}-journal").symlink_to(directory.parent / "outside")


def put_a_file_for_the_folder_there(directory: Path) -> None:
    directory.write_text("a file")


def take_away_what_is_above(directory: Path) -> None:
    directory.parent.rmdir()


def hide(directory: Path) -> None:
    """More than a name can have."""
    directory.symlink_to("x" * 255)


REFUSED = [
    (make_newer, "it was made by a newer doc-sync"),
    (put_a_folder_there, "something else than a file is there"),
    (put_a_pipe_there, "something else than a file is there"),
    (put_a_link_there, "something else than a file is there"),
    (put_a_dangling_link_there, "something else than a file is there"),
    (put_a_link_to_a_folder_there, "is no directory"),
    (put_a_link_for_the_journal_there, "something else than a file is there"),
    (put_a_file_for_the_folder_there, "is no directory"),
    (take_away_what_is_above, "No such file or directory"),
    (hide, "is no directory"),
]


def everything_below(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize(("hinder", "reason"), REFUSED)
def test_what_is_not_ours_is_left_alone(directory: Path, hinder: Callable[[Path], None], reason: str) -> None:
    hinder(directory)
    before = everything_below(directory.parent)
    assert look(directory) == {}
    note = keep(directory)
    assert note is not None
    assert note.endswith(reason)
    assert everything_below(directory.parent) == before


@contextmanager
def unprivileged() -> Iterator[Path]:
    """A folder of a user for whom permissions are in force, who we are meanwhile."""
    folder = Path(tempfile.mkdtemp())
    if IS_ROOT:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if IS_ROOT:
            os.seteuid(0)
        folder.chmod(0o700)
        for path in folder.rglob("*"):
            path.chmod(0o700)
        shutil.rmtree(folder)


@pytest.mark.skipif(os.name != "posix", reason="permissions as on POSIX")
def test_without_permission_it_is_read_where_that_is_possible() -> None:
    for mode_of_folder, mode_of_file, is_read in [(0o500, 0o400, True), (0o700, 0o400, True), (0o500, 0o600, True)]:
        with unprivileged() as folder:
            directory = folder / "doc-sync"
            assert keep(directory, FACTS) is None
            (directory / FILE).chmod(mode_of_file)
            directory.chmod(mode_of_folder)
            assert look(directory) == (FACTS if is_read else {})
            note = keep(directory, {blob(99): b"new"})
            assert note is not None
            assert ("readonly" in note) or ("unable to open" in note), note
            assert look(directory) == (FACTS if is_read else {})


@pytest.mark.skipif(os.name != "posix", reason="permissions as on POSIX")
def test_without_permission_at_all() -> None:
    with unprivileged() as folder:
        directory = folder / "doc-sync"
        keep(directory)
        (directory / FILE).chmod(0)
        assert look(directory) == {}
        assert "unable to open" in (keep(directory) or "")
        directory.chmod(0)
        assert look(directory) == {}
        assert "Permission denied" in (keep(directory) or "")
        directory.chmod(0o700)
        shutil.rmtree(directory)
        folder.chmod(0o500)
        assert look(directory) == {}
        assert "Permission denied" in (keep(directory) or "")


@pytest.mark.skipif(not IS_ROOT, reason="only root can give files away")
@pytest.mark.parametrize("suffix", ["", "-journal"])
def test_the_file_of_another_user_is_not_trusted(directory: Path, suffix: str) -> None:
    keep(directory)
    (directory / f"{FILE}{suffix}").touch()
    os.chown(directory / f"{FILE}{suffix}", NOBODY, NOBODY)
    before = (directory / FILE).read_bytes()
    assert look(directory) == {}
    assert (keep(directory) or "").endswith("it belongs to another user")
    assert (directory / FILE).read_bytes() == before


@contextmanager
def locked(directory: Path, how: str) -> Iterator[None]:
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        connection.execute(f"BEGIN {how}")
        connection.execute("SELECT count(*) FROM facts").fetchall()
        yield


def test_a_file_in_use_is_not_waited_for(directory: Path) -> None:
    keep(directory)
    with locked(directory, "EXCLUSIVE"):
        assert look(directory) == {}
        assert (keep(directory) or "").endswith("database is locked")
    with locked(directory, "IMMEDIATE"):
        assert look(directory) == FACTS
        assert (keep(directory, {blob(98): b"new"}) or "").endswith("database is locked")
    with locked(directory, "DEFERRED"):  # another one reads
        assert look(directory) == FACTS
        assert (keep(directory, {blob(99): b"new"}) or "").endswith("database is locked")
    with closing(opened(directory)) as cache:
        assert cache.get("links", [blob(98), blob(99)]) == {}
    assert keep(directory) is None
    assert look(directory) == FACTS


def test_a_disk_that_is_full(directory: Path) -> None:
    keep(directory)
    size = (directory / FILE).stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 8192, hard))
        assert keep(directory, some(2000)) is not None
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert look(directory) == FACTS
    assert keep(directory, some(2000)) is None


def test_what_goes_wrong_half_way_does_not_take_back_what_was_read(directory: Path) -> None:
    keep(directory, some(2000, 1000))
    cache = opened(directory)
    assert cache.get("links", [blob(1)]) == {blob(1): some(2, 1000)[blob(1)]}
    data = (directory / FILE).read_bytes()
    with (directory / FILE).open("r+b") as file:
        file.write(data[:4096] + b"rubbish " * ((len(data) - 4096) // 8))
    assert cache.get("links", some(2000).keys()).items() <= some(2000, 1000).items()
    cache.put("links", FACTS)
    cache.close()
    look(directory)


def test_a_file_that_is_removed_meanwhile(directory: Path) -> None:
    keep(directory)
    cache = opened(directory)
    assert cache.get("links", FACTS.keys()) == FACTS
    shutil.rmtree(directory)
    cache.put("links", {blob(99): b"new"})
    cache.close()
    assert look(directory) == {}
    assert keep(directory) is None
    assert look(directory) == FACTS


def test_python_without_sqlite(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(directory)
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert look(directory) == {}
    assert (keep(directory) or "").endswith("this Python was built without SQLite")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process that is a copy of this one")
@pytest.mark.parametrize("steps", [1, 3, 10, 100, 1000, 3000, 10_000, 30_000])
@pytest.mark.parametrize("is_new", [True, False])
def test_a_process_that_is_killed_half_way(directory: Path, steps: int, is_new: bool) -> None:
    """It ends after so many steps of SQLite's own machine, with a cache so small that changes are on disk by then."""
    if not is_new:
        keep(directory)
    child = os.fork()
    if child == 0:
        die_half_way(directory, steps)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
    assert os.path.exists(directory / f"{FILE}-journal") or steps < 1000
    assert look(directory) == ({} if is_new else FACTS)
    assert keep(directory) is None
    assert look(directory) == FACTS
    assert os.listdir(directory) == [FILE]


def die_half_way(directory: Path, steps: int) -> None:
    make = sqlite3.connect

    def connect(*arguments: object, **options: object) -> sqlite3.Connection:
        connection = make(*arguments, **options)  # type: ignore[call-overload]
        connection.execute("PRAGMA cache_size=2")
        connection.set_progress_handler(lambda: os.kill(os.getpid(), signal.SIGKILL), steps)
        return connection

    try:
        sqlite3.connect = connect
        keep(directory, some(2000, 1000))
    finally:
        os._exit(0)


NAMES = st.tuples(st.sampled_from(["links", "anchors"]), st.integers(0, 5))
MOVES = st.tuples(st.integers(0, 1), st.sampled_from(["get", "put", "close"]), st.lists(NAMES, max_size=4))


@settings(max_examples=60)
@given(st.lists(MOVES, max_size=20), st.sampled_from(["1", "2"]))
def test_two_at_once_know_what_was_put_or_nothing(
    moves: list[tuple[int, str, list[tuple[str, int]]]], other: str
) -> None:
    versions = ("1", other)
    put: set[tuple[str, str, int]] = set()
    kept: set[tuple[str, str, int]] = set()
    with tempfile.TemporaryDirectory() as folder:
        directory = Path(folder, "doc-sync")
        caches, pending = (
            [opened(directory, version) for version in versions],
            [set[tuple[str, str, int]]() for _ in "12"],
        )
        for which, what, names in moves:
            cache, version = caches[which], versions[which]
            for kind, number in names if what != "close" else ():
                if what == "put":
                    cache.put(kind, {blob(number): f"{version} {kind} {number}".encode()})
                    pending[which].add((version, kind, number))
                    put.add((version, kind, number))
                else:
                    found = cache.get(kind, [blob(number)])
                    assert found in ({}, {blob(number): f"{version} {kind} {number}".encode()})
                    assert not found or (version, kind, number) in put
                    assert found or (version, kind, number) not in kept
            if what == "close":
                cache.close()
                kept |= pending[which]
                caches[which], pending[which] = opened(directory, version), set()
            assert cache.note is None
        for cache in caches:
            cache.close()
