"""The map step on a cluster of dask with processes of its own: the same results, whatever becomes of it."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import pytest
from distributed import Client, LocalCluster, get_task_stream

import mapped
from docsync import executors, workers
from docsync.errors import UsageError
from docsync.executors import open_executor
from docsync.workers import Workers
from gitrepo import GitRepo
from runs import CommandLine, process

CONTENTS = [(number, b"%04d" % number) for number in range(40)]
DOUBLED = [(number, data * 2) for number, data in CONTENTS]
# dask leaves sockets and loops to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalCluster]:
    """Two workers, each a process."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with LocalCluster(**options, silence_logs="CRITICAL") as cluster:
        yield cluster


def address(cluster: LocalCluster) -> str:
    return cluster.scheduler_address.replace("tcp://", "dask://")


def test_a_check_on_a_cluster_reports_the_same_and_its_workers_did_it(cluster: LocalCluster, repo: GitRepo) -> None:
    for number in range(8):
        repo.write(f"{number}.md", f"# A\n\n[a](gone.md)\n[b]({number - 1}.md#gone)\n" * 40)
    repo.commit()
    here = process(repo, "check", "--no-cache", "--jobs", "1")
    with Client(cluster, set_as_default=False) as client, get_task_stream(client, plot=False) as stream:
        there = process(repo, "check", "--no-cache", "--executor", address(cluster))
    assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)
    assert here.returncode == 1
    calls = [task["worker"] for task in stream.data if task["key"].startswith("_called")]
    assert len(calls) >= 3  # a batch at least for each kind of facts
    assert set(calls) <= set(cluster.scheduler.workers)


def test_a_worker_that_dies_is_replaced(cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "BATCH", 4)
    with open_executor(address(cluster)) as executor:
        given_workers = Workers(2, executor)
        results = given_workers.map(mapped.with_process, CONTENTS, 0)
        number, data = next(results)[1].split()
        assert int(number) != os.getpid()
        with suppress(ProcessLookupError):
            os.kill(int(number), signal.SIGKILL)
        found = [data, *(result.split()[1] for _, result in results)]
        assert found == [data for _, data in CONTENTS]


def test_a_scheduler_that_goes_away_is_done_without(cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "BATCH", 4)
    monkeypatch.setattr(executors, "_TIMEOUT", 1)
    with open_executor(address(cluster)) as executor:
        given_workers = Workers(2, executor)
        results = given_workers.map(mapped.doubled, CONTENTS, 0)
        found = [next(results)]
        cluster.close()
        assert found + list(results) == DOUBLED
        assert (given_workers.note or "").endswith("so that the rest was done without any")


def test_workers_of_another_version_are_done_without(cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_version", lambda: "another")
    with open_executor(address(cluster)) as executor:
        given_workers = Workers(2, executor)
        assert list(given_workers.map(mapped.doubled, CONTENTS, 0)) == DOUBLED
        assert "it has another version of doc-sync" in (given_workers.note or "")


def test_a_worker_is_no_scheduler(cluster: LocalCluster) -> None:
    worker = next(iter(cluster.scheduler.workers)).replace("tcp://", "dask://")
    with pytest.raises(UsageError, match=r"no scheduler answers there \(but a worker does\)"), open_executor(worker):
        pass


def test_a_call_of_the_same_version_is_made() -> None:
    assert executors._called(executors._version(), mapped.doubled, [b"a"]) == [b"aa"]  # noqa: SLF001 - what a worker runs


def test_a_call_of_another_version_is_refused() -> None:
    with pytest.raises(RuntimeError, match="install the same as here"):
        executors._called("another", mapped.doubled, [b"a"])  # noqa: SLF001 - the same


def test_a_place_where_something_else_answers_is_refused(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_TIMEOUT", 2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = f"dask://127.0.0.1:{server.getsockname()[1]}"

        def answer() -> None:
            with suppress(OSError):
                while True:
                    with server.accept()[0] as connection:
                        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9)

        threading.Thread(target=answer, daemon=True).start()
        refused = run("check", "--executor", place)
        server.shutdown(socket.SHUT_RDWR)
    assert refused.code == 2
    assert refused.err.startswith(f"doc-sync: error: --executor {place}: no scheduler answers there (")
    assert len(refused.err.splitlines()) == 1


def test_a_place_where_nobody_answers_is_refused(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_TIMEOUT", 1)
    refused = run("check", "--executor", "dask://127.0.0.1:1")
    assert refused.code == 2
    assert len(refused.err.splitlines()) == 1
    assert refused.err.endswith("; see that it runs, or leave it out\n")


def test_without_the_extra_the_way_out_is_named(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    refused = run("check", "--executor", "dask://127.0.0.1:1")
    assert refused.code == 2
    assert refused.err == "doc-sync: error: --executor dask://…: dask is not installed; pip install 'doc-sync[dask]'\n"


def test_a_task_that_kills_every_worker_is_done_here(cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "BATCH", 4)
    with open_executor(address(cluster)) as executor:
        given_workers = Workers(2, executor)
        contents = [(0, b"bad"), *CONTENTS]
        doubled = [(0, b"badbad"), *DOUBLED]
        assert list(given_workers.map(partial(mapped.killed, os.getpid()), contents, 0)) == doubled
        assert "died while running it" in (given_workers.note or "")
