"""The map step: the same results in the same order, whoever works and whatever becomes of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mapped
from docsync import processes, workers
from docsync.repo import open_source
from docsync.workers import IN_FLIGHT, Workers
from gitrepo import GitRepo
from runs import CommandLine

FORKED = (
    "ignore:This process .* is multi-threaded, use of fork:DeprecationWarning"  # a runner of tests may have threads
)
STARTS = [pytest.param("fork", marks=pytest.mark.filterwarnings(FORKED)), "spawn", "forkserver"]
HOME = os.getpid()
CONTENTS = [(number, b"%d" % number) for number in range(40)]
DOUBLED = [(number, data * 2) for number, data in CONTENTS]


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "BATCH", 4)


@given(
    st.lists(st.binary(max_size=9)),
    st.integers(1, 3),
    st.integers(0, 30),
    st.booleans(),
)
def test_jobs_and_executors_do_not_change_results(
    texts: list[bytes], jobs: int, enough: int, has_executor: bool
) -> None:
    contents = list(enumerate(texts))
    with ThreadPoolExecutor(3) as threads:
        given_workers = Workers(jobs if has_executor else 1, threads if has_executor else None)
        assert list(given_workers.map(mapped.doubled, contents, enough)) == [(key, data * 2) for key, data in contents]
        assert given_workers.note is None


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("jobs", [2, 5])
def test_processes_work_however_they_are_started(start: str, jobs: int) -> None:
    given_workers = Workers(jobs, start=start)
    results = dict(given_workers.map(mapped.with_process, CONTENTS, 8))
    assert given_workers.note is None
    assert list(results) == [key for key, _ in CONTENTS]
    numbers, data = zip(*(result.split() for result in results.values()), strict=True)
    assert list(data) == [data for _, data in CONTENTS]
    assert 1 <= len(set(numbers)) <= jobs
    assert b"%d" % HOME not in numbers
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(("jobs", "enough", "is_here"), [(1, 0, True), (2, 71, True), (2, 70, False)])
def test_processes_start_from_enough_bytes_on(jobs: int, enough: int, is_here: bool) -> None:
    assert sum(len(data) for _, data in CONTENTS) == 70
    results = Workers(jobs).map(mapped.with_process, CONTENTS, enough)
    assert {result.startswith(b"%d " % HOME) for _, result in results} == {is_here}


def test_no_more_processes_start_than_there_are_batches() -> None:
    results = Workers(30).map(mapped.doubled, CONTENTS[:10], 1)
    assert next(results) == DOUBLED[0]
    assert len(multiprocessing.active_children()) == 3
    results.close()


def test_there_is_a_process_for_each_processor_unless_it_is_said_how_many() -> None:
    assert Workers().jobs == workers.processors() >= 1
    assert Workers(3).jobs == 3


def test_processors_are_counted_where_they_cannot_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert workers.processors() == os.cpu_count()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_process_is_forked_only_without_other_threads(threads: int) -> None:
    script = (
        "import sys, threading; from docsync import processes; hold = threading.Event();"
        "[threading.Thread(target=hold.wait).start() for _ in range(int(sys.argv[1]))];"
        "print(processes._way_to_start()); hold.set()"
    )
    command = [sys.executable, "-W", "error", "-c", script, str(threads - 1)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    assert said == ("fork" if threads == 1 and sys.platform == "linux" else "spawn")


class Counting(Executor):
    """Threads that count how many calls were given to them and have not been asked for."""

    def __init__(self) -> None:
        self.calls: list[Future[Any]] = []
        self._threads = ThreadPoolExecutor(2)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls.append(self._threads.submit(function, *args, **kwargs))
        return self.calls[-1]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_more_batches_are_in_memory_than_the_bound(jobs: int) -> None:
    taken = 0

    def endless() -> Iterator[tuple[int, bytes]]:
        nonlocal taken
        while True:
            taken += 1
            yield taken, b"four"  # a batch of its own

    with Counting() as executor:
        results = Workers(jobs, executor).map(mapped.doubled, endless(), 0)
        ahead = []
        for number in range(1, 50):
            assert next(results) == (number, b"fourfour")
            ahead.append(taken - number + 1)
        results.close()
    assert max(ahead) == IN_FLIGHT * jobs


def test_results_that_come_late_are_waited_for() -> None:
    others_are_done = threading.Event()

    def late(contents: Sequence[bytes]) -> list[bytes]:
        if b"0" in contents:
            assert others_are_done.wait(60)
        if b"10" in contents:
            others_are_done.set()
        return mapped.doubled(contents)

    with ThreadPoolExecutor(2) as threads:
        assert list(Workers(4, threads).map(late, CONTENTS, 0)) == DOUBLED


def test_nothing_to_do_is_no_failure() -> None:
    with ThreadPoolExecutor(1) as threads:
        assert list(Workers(2, threads).map(mapped.doubled, [], 0)) == []
    assert list(Workers(2).map(mapped.doubled, [], 1)) == []


BAD = [*CONTENTS[:20], (-1, b"bad"), *CONTENTS[20:]]
MISHAPS = [
    (partial(mapped.killed, HOME), "its process ended early"),
    (partial(mapped.failing, HOME), "OSError: no such luck"),
    (partial(mapped.short, HOME), "results for"),
    (partial(mapped.not_bytes, HOME), "Can't pickle"),
]


@pytest.mark.parametrize(("function", "reason"), MISHAPS)
def test_what_a_worker_fails_on_is_done_here(function: workers.Function, reason: str) -> None:
    given_workers = Workers(2)
    expected = [(key, data * 2) for key, data in BAD]
    assert list(given_workers.map(function, BAD, 4)) == expected
    assert given_workers.note is not None
    assert reason in given_workers.note
    # Once is enough: what has no worker to rely on is done by this process.
    results = given_workers.map(mapped.with_process, CONTENTS, 4)
    assert all(result.startswith(b"%d " % HOME) for _, result in results)


def test_a_function_that_cannot_be_sent_is_called_here() -> None:
    def local(contents: Sequence[bytes]) -> list[bytes]:
        return mapped.doubled(contents)

    given_workers = Workers(2)
    assert list(given_workers.map(local, CONTENTS, 4)) == DOUBLED
    assert "pickle" in (given_workers.note or "")


def test_processes_that_cannot_be_started_are_done_without() -> None:
    given_workers = Workers(2, start="by magic")
    assert list(given_workers.map(mapped.doubled, CONTENTS, 4)) == DOUBLED
    assert "by magic" in (given_workers.note or "")


def test_processes_that_are_started_end_when_the_next_one_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    real, started = processes.ProcessExecutor._start, []  # noqa: SLF001 - what fails here fails late in a real system

    def start(self: processes.ProcessExecutor, context: Any) -> None:
        if started:
            raise OSError("too many processes")
        started.append(self)
        real(self, context)

    monkeypatch.setattr(processes.ProcessExecutor, "_start", start)
    given_workers = Workers(2)
    assert list(given_workers.map(mapped.doubled, CONTENTS, 4)) == DOUBLED
    assert given_workers.note == "a worker failed (too many processes), so that the rest was done without any"
    assert multiprocessing.active_children() == []


def test_a_defect_shows_as_what_it_is() -> None:
    with pytest.raises(KeyError):
        list(Workers(2).map(mapped.always_failing, BAD, 4))


def test_an_executor_that_takes_nothing_more_is_done_without() -> None:
    with ThreadPoolExecutor(2) as threads:
        given_workers = Workers(2, threads)
        results = given_workers.map(mapped.doubled, CONTENTS, 0)
        found = [next(results)]
        threads.shutdown()
        assert found + list(results) == DOUBLED
    assert "cannot schedule new futures" in (given_workers.note or "")


def test_calls_that_somebody_cancels_are_done_here() -> None:
    hold = threading.Event()
    with Counting() as executor:
        for _ in range(2):
            executor.submit(hold.wait)
        given_workers = Workers(2, executor)
        results = given_workers.map(mapped.doubled, CONTENTS, 0)
        asking = ThreadPoolExecutor(1)
        found = asking.submit(list, results)
        while len(executor.calls) < 4:
            time.sleep(0.001)
        assert executor.calls[2].cancel()
        assert found.result() == DOUBLED
        assert given_workers.note == "a worker failed (CancelledError), so that the rest was done without any"
        hold.set()
        asking.shutdown()


def test_closed_early_it_cancels_what_waits() -> None:
    hold = threading.Event()

    def held(contents: Sequence[bytes]) -> list[bytes]:
        assert b"0" in contents or hold.wait(60)
        return mapped.doubled(contents)

    with Counting() as executor:
        results = Workers(2, executor).map(held, CONTENTS, 0)
        assert next(results) == DOUBLED[0]
        results.close()
        hold.set()
    assert [call.cancelled() for call in executor.calls] == [False] * 3 + [True] * 3


@pytest.mark.parametrize("start", STARTS)
def test_closed_early_it_ends_processes_that_never_would(tmp_path: Path, start: str) -> None:
    results = Workers(2, start=start).map(partial(mapped.until, str(tmp_path)), [(-1, b"done"), *CONTENTS], 4)
    assert next(results) == (-1, b"donedone")
    wait_for(tmp_path)
    assert len(multiprocessing.active_children()) == 2
    results.close()
    assert multiprocessing.active_children() == []


def wait_for(folder: Path) -> None:
    """Until some process is at work."""
    while not list(folder.glob("*.started")):
        time.sleep(0.01)


@pytest.mark.filterwarnings(FORKED)
@pytest.mark.skipif(sys.platform != "linux", reason="only there processes are forked")
def test_git_ends_while_forked_processes_live(repo: GitRepo) -> None:
    for number in range(9):
        repo.write(f"{number}.md", "text")
    repo.commit()
    with open_source(str(repo), rev="HEAD") as source:
        contents = ((path, source.read(path)) for path in source.tree.entries)
        results = Workers(2, start="fork").map(mapped.doubled, contents, 4)
        assert next(results) == ("0.md", b"texttext")
        source.close()  # waits for git, which waits until nobody can ask it any more
        assert len(multiprocessing.active_children()) == 2
        assert dict(results) == {f"{number}.md": b"texttext" for number in range(1, 9)}


RUN = """
import sys
from functools import partial
import mapped
from docsync import reading, workers
from docsync.cli import main
workers.BATCH = 4
reading.make_packed = partial(mapped.until, sys.argv[1])
if __name__ == "__main__":
    sys.exit(main(["links", "--jobs", "2"]))
"""


@pytest.fixture
def running(repo: GitRepo, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A check whose processes wait for a file ``go``; all of its output can be read once each of them has ended."""
    repo.write("a.md", "text\n" * 1_000_000)
    repo.commit()
    command = [sys.executable, "-W", "error", "-c", RUN, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command,
        cwd=repo.path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        wait_for(tmp_path)
        yield process


def test_an_interrupt_ends_all_processes_without_a_word(running: subprocess.Popen[bytes]) -> None:
    os.killpg(running.pid, signal.SIGINT)
    output, _ = running.communicate()
    assert output.strip() == b""  # click ends the line in which a terminal shows ^C
    assert running.returncode == 130


def test_processes_do_not_outlive_a_run_that_is_killed(running: subprocess.Popen[bytes], tmp_path: Path) -> None:
    running.kill()
    (tmp_path / "go").touch()
    assert running.communicate() == (b"", None)


BAD_VALUES = [
    ("--jobs", "0", "0 is not in the range x>=1"),
    ("--jobs", "-1", "-1 is not in the range x>=1"),
    ("--jobs", "x", "'x' is not a valid integer"),
    ("--executor", "x", "--executor x: no address of an executor; write dask://HOST:PORT"),
    ("--executor", "dask://", "--executor dask://: no address of an executor; write dask://HOST:PORT"),
    ("--executor", "dask://here", "--executor dask://here: no address of an executor; write dask://HOST:PORT"),
    ("--executor", "ftp://x:1", "--executor ftp://x:1: no address of an executor; write dask://HOST:PORT"),
]


@pytest.mark.parametrize(("option", "value", "message"), BAD_VALUES)
def test_a_bad_value_is_refused_in_one_line(run: CommandLine, option: str, value: str, message: str) -> None:
    refused = run("check", option, value)
    assert refused.code == 2
    assert message in refused.err.splitlines()[-1]


def test_the_report_is_the_same_for_any_number_of_jobs(
    repo: GitRepo, run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Workers.map
    monkeypatch.setattr(Workers, "map", lambda self, function, contents, _enough: real(self, function, contents, 1))
    for number in range(8):
        repo.write(f"{number}.md", "[a](gone.md) [b](1.md#gone)\n\n" * 20)
    repo.commit()
    alone = run("links", "--no-cache", "--jobs", "1", "--stat")
    assert alone.code == 1
    assert run("links", "--no-cache", "--jobs", "3", "--stat") == alone


def test_a_process_serves_until_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # here Ctrl-C is still wanted
    ours, theirs = multiprocessing.Pipe()
    ours.send((mapped.doubled, ([b"a"],), {}))
    ours.send((mapped.always_failing, ([b"bad"],), {}))
    serving = threading.Thread(target=processes._serve, args=(theirs, False))  # noqa: SLF001 - what a process runs
    serving.start()
    assert [ours.recv(), ours.recv()] == [(True, [b"aa"]), (False, "KeyError: 'bad'")]
    ours.close()
    serving.join()
    theirs.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only there processes are forked")
def test_a_forked_process_holds_no_pipe_but_its_own() -> None:
    script = (
        "import os; from docsync import processes; kept, other = os.pipe(); processes._let_go_of_pipes(kept);"
        "print(os.readlink(f'/proc/self/fd/{kept}')[:4], os.readlink(f'/proc/self/fd/{other}'))"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["pipe", os.devnull]


ONE_AFTER_THE_OTHER = """
import mapped
from docsync.workers import Workers
for _ in range(20):  # none of the processes may be spawned: they would run this script
    assert list(Workers(2).map(mapped.doubled, [(0, b"a"), (1, b"b")], 1)) == [(0, b"aa"), (1, b"bb")]
print("once")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there processes are forked")
def test_each_map_forks_after_the_last_one_has_ended(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(ONE_AFTER_THE_OTHER)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "error", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("once\n", "")
