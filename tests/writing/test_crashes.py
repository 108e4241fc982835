"""Changes that are cut off at every single step, by an error, an interrupt, or the end of the process."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from operator import eq, le
from pathlib import Path

import pytest
from written import MANY, at_step, child, make_many, snapshot

from docsync.errors import WriteError
from docsync.writing.journal import journals, recover, undo, write_and_keep
from docsync.writing.planning import FileChange

NAME = "20260102T030405.000006Z"  # of a journal
ENOUGH = 400  # steps, more than any of these changes takes


class Place:
    """A root with many files, the folder for its journals, and what they hold before and after :data:`MANY`."""

    def __init__(self, top: Path) -> None:
        self.root, self.parent = make_many(top / "root"), top / "journals"
        self.old = snapshot(self.root)
        self.write()
        self.new = snapshot(self.root)
        self.undo()
        assert snapshot(self.root) == self.old

    @property
    def journal(self) -> str:
        return str(self.parent / NAME)

    def write(self) -> None:
        write_and_keep(str(self.root), MANY, self.journal)

    def undo(self) -> None:
        undo(str(self.root), self.journal)

    def recover(self) -> bool:
        return recover(str(self.root), str(self.parent)) is not None

    def is_written(self) -> bool:
        """Whether all is as after the change; else all is as before it, and no journal is left."""
        found = snapshot(self.root)
        if found == self.new:
            assert os.listdir(self.parent) == [NAME]
            return True
        assert found == self.old
        assert os.listdir(self.parent) == []
        return False


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setattr(os, "fsync", lambda _: None)  # the system itself does not crash here
    return Place(tmp_path)


def test_a_write_that_is_killed_at_any_step_is_taken_back(place: Place) -> None:
    number, cut = 1, 0
    while child(place.write, number):
        cut += place.recover()
        if place.is_written():
            place.undo()
        number += 1
    assert 60 < number < ENOUGH
    assert cut > 40
    assert place.is_written()


def test_after_a_kill_undo_does_the_same_and_the_change_can_be_made_again(place: Place) -> None:
    number = 1
    while child(place.write, number):
        if journals(str(place.parent)):
            place.undo()
        assert not place.recover()
        assert not place.is_written()
        if number % 5 == 0:
            place.write()
            assert place.is_written()
            place.undo()
        number += 1
    assert 60 < number < ENOUGH


def test_an_undo_that_is_killed_at_any_step_is_completed(place: Place) -> None:
    number, cut = 1, 0
    place.write()
    while child(place.undo, number):
        cut += place.recover()
        if place.is_written():
            place.undo()
        assert not place.is_written()
        place.write()
        number += 1
    assert 40 < number < ENOUGH
    assert cut > 20


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_recovery_that_is_killed_at_any_step_is_completed(place: Place, share: float) -> None:
    with at_step(lambda _: False, lambda: None) as steps:
        place.write()
    place.undo()
    number, cut = 1, True
    while cut:
        assert child(place.write, int(len(steps) * share))
        cut = child(place.recover, number)
        place.recover()
        assert not place.is_written()
        number += 1
    assert 10 < number < ENOUGH


def test_a_kill_while_a_finished_change_is_put_back_leaves_it_unfinished(place: Place) -> None:
    with at_step(lambda _: False, lambda: None) as steps:
        place.write()
    last = len(steps)  # the journal says that all is done, and this is not seen through to the disk
    place.undo()

    def write() -> None:
        with at_step(partial(eq, last), no_space), suppress(WriteError):
            place.write()

    number, cut = last + 1, 0
    while child(write, number):
        cut += place.recover()
        if place.is_written():
            place.undo()
        number += 1
    assert cut > 20


def no_space() -> None:
    raise OSError(28, "No space left on device")


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("failure", [no_space, interrupt])
def test_a_failure_at_any_step_puts_everything_back(place: Place, failure: Callable[[], None]) -> None:
    number, refused = 1, 0
    while number < ENOUGH:
        with at_step(partial(eq, number), failure) as steps:
            try:
                place.write()
            except (WriteError, KeyboardInterrupt):
                refused += 1
        assert not place.recover()
        if place.is_written():
            place.undo()
        if len(steps) < number:
            break
        number += 1
    assert 60 < number < ENOUGH
    assert refused > 50


def test_a_disk_that_fails_for_good_loses_nothing(place: Place) -> None:
    for number in range(1, ENOUGH):
        with at_step(partial(le, number), no_space) as steps, suppress(WriteError):
            place.write()
        place.recover()
        if place.is_written():
            place.undo()
        if len(steps) < number:
            return
    pytest.fail("it never came to an end")


def test_an_undo_that_fails_says_so_and_can_be_run_again(place: Place) -> None:
    place.write()
    for number in range(1, ENOUGH):
        with at_step(partial(le, number), no_space) as steps, suppress(WriteError):
            place.undo()
        if journals(str(place.parent)):
            place.undo()
        place.recover()
        assert not place.is_written()
        place.write()
        if len(steps) < number:
            return
    pytest.fail("it never came to an end")


def test_recovery_is_for_the_newest_journal_alone(place: Place) -> None:
    place.write()
    assert not place.recover()
    place.undo()
    assert recover(str(place.root), str(place.parent / "none")) is None
    (place.parent / "other").mkdir()
    (place.parent / NAME).mkdir()
    assert not place.recover()
    assert os.listdir(place.parent) == ["other"]
    (place.parent / NAME).mkdir()
    (place.parent / NAME / "manifest.json").write_text('{"version": 2, "files": []}')
    assert not place.recover()
    assert sorted(os.listdir(place.parent)) == [NAME, "other"]


def test_a_recovery_overwrites_no_later_edit(place: Place) -> None:
    with at_step(lambda _: False, lambda: None) as steps:
        place.write()
    place.undo()
    assert child(place.write, len(steps) - 3)
    (place.root / "c.md").write_bytes(b"edited")
    found = snapshot(place.root)
    with pytest.raises(WriteError, match=rf"^c.md: changed since, .*{NAME}; put them back by hand, or remove"):
        place.recover()
    assert snapshot(place.root) == found


def test_two_writers_do_not_meet(place: Place) -> None:
    refused: list[str] = []

    def meet() -> None:
        for action in (place.recover, place.write, place.undo):
            with pytest.raises(WriteError, match="another doc-sync writes in this repository") as caught:
                action()
            refused.append(str(caught.value))

    with at_step(lambda count: count == 30, meet):
        place.write()
    assert len(refused) == 3
    assert place.is_written()


def test_a_file_too_large_for_the_disk_is_refused(tmp_path: Path) -> None:
    import resource  # noqa: PLC0415 - not on every system

    root, limit = make_many(tmp_path / "root"), resource.getrlimit(resource.RLIMIT_FSIZE)
    before, ignored = snapshot(root), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    large = FileChange("large.md", None, b"x" * 200_000)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limit[1]))
        with pytest.raises(WriteError, match=r"^large.md: cannot be written: File too large"):
            write_and_keep(str(root), [*MANY, large], str(tmp_path / "journals" / NAME))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, ignored)
    assert snapshot(root) == before
    assert os.listdir(tmp_path / "journals") == []
