"""Sessions: run in a process of their own, and what becomes of those that hang or die."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from docsync.python.folder import run_python
from docsync.python.session_runner import main, play
from docsync.python.sessions import run_sessions
from docsync.python.sources import PythonFile

PLAYED = [
    (">>> 1\n1\n", []),
    (">>> 1\n2\n", [(0, "2\n", "1\n")]),
    ("text\n>>> 1 / 0\n", [(1, "", "ZeroDivisionError: division by zero")]),
    (">>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError: division by zero\n", []),
    (">>> 1\n   1\n>>> print('a   b')\na b\n", []),
    (">>>1\n", [(0, "", "line 1 of the docstring for session lacks blank after >>>: '>>>1'")]),
]


@pytest.mark.parametrize(("session", "found"), PLAYED)
def test_play(session: str, found: list[tuple[int, str, str]]) -> None:
    assert play(session) == found


def test_the_outcome_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", ["kept"])
    (tmp_path / "session").write_text(">>> 1\n2\n", "utf-8")
    main([str(tmp_path / "session"), "packages", str(tmp_path / "outcome")])
    assert json.loads((tmp_path / "outcome").read_text("utf-8")) == [[0, "2\n", "1\n"]]


def test_sessions_do_not_share_anything_and_see_the_packages() -> None:
    files = (PythonFile("src/shop/__init__.py", "shop", "x = 7\n", is_package=True),)
    found = run_sessions((">>> import shop; y = 1; shop.x\n7\n", ">>> y\n1\n"), files)
    assert [(each.session, each.line, each.given) for each in found] == [
        (1, 1, "NameError: name 'y' is not defined"),
    ]


ENDS = [
    ("import os; os._exit(7)", "an end with exit code 7"),
    ("import time; time.sleep(60)", "nothing within 0.5 seconds"),
    ("raise SystemExit(3)", "SystemExit: 3"),
]


def test_what_a_session_started_ends_with_it() -> None:
    child = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    [found] = run_sessions((f">>> {child} and time.sleep(600)\n",), (), 2.0)
    assert found.given == "nothing within 2 seconds"


def test_an_interrupt_ends_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []

    def interrupted(process: subprocess.Popen[str], **_options: object) -> None:
        ended.append(process.pid)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", interrupted)
    monkeypatch.delattr(os, "killpg")  # as on Windows
    with pytest.raises(KeyboardInterrupt):
        run_python(["-c", "import time; time.sleep(600)"], tmp_path, 600.0)
    assert len(ended) == 1


@pytest.mark.parametrize(("code", "given"), ENDS)
def test_sessions_that_end_badly(code: str, given: str) -> None:
    [found] = run_sessions((f">>> {code}\n",), (), 0.5 if "sleep" in code else 10.0)
    assert (found.line, found.given) == (1, given)
