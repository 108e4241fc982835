"""Names of any bytes, in every view and locale."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from docsync.names import to_bytes, to_text
from docsync.repo import open_source
from gitrepo import GitRepo, environment

NAMES = [
    "two\nlines.md",
    'quo"tes\\.md',
    "tab\tand space.md",
    "caf\udce9.md",
    "café.md",
    "cafe\u0301.md",
    "-rf.md",
    "--help",
    ":(top)magic.md",
    ":!exclude.md",
    "star*[x]?.md",
    "日本/語.md",
    " leading.md",
    "\U0001f600.md",
]


@pytest.mark.parametrize("data", [b"a", "é".encode(), b"\xe9", b"\xed\xa0\x80", bytes(range(256))])
def test_round_trip(data: bytes) -> None:
    assert to_bytes(to_text(data)) == data


def test_surrogate_that_no_name_has() -> None:
    assert to_bytes("\ud800") == b"\xed\xa0\x80"


@pytest.mark.parametrize("options", [{}, {"staged": True}, {"rev": "HEAD"}])
def test_names(repo: GitRepo, options: dict[str, Any]) -> None:
    for name in NAMES:
        repo.write(name, to_bytes(name) * 30)
    repo.commit()
    with open_source(str(repo), **options) as source:
        assert set(source.tree.entries) == set(NAMES)
        for name in NAMES:
            assert source.read(name) == source.read_at("HEAD", name) == to_bytes(name) * 30


def test_names_of_untracked_and_moved_files(repo: GitRepo) -> None:
    for name in NAMES:
        repo.write(name, to_bytes(name) * 30)
    with open_source(str(repo)) as source:
        assert source.untracked == set(NAMES)
        assert source.untracked_reasons(NAMES) == dict.fromkeys(NAMES, "")
    repo.commit()
    for name in NAMES:
        target = repo.path / "new" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (repo.path / name).rename(target)
    repo.stage()
    expected = {name: (f"new/{name}",) for name in NAMES}
    with open_source(str(repo)) as source:
        assert source.moved(NAMES) == expected
        assert source.read_base("new/caf\udce9.md") == b"caf\xe9.md" * 30
    repo.commit()
    with open_source(str(repo)) as source:
        assert source.moved(NAMES) == expected
        assert source.known_paths(NAMES) == set(NAMES)


SCRIPT = """
import sys
from docsync.repo import open_source
with open_source(".") as source:
    assert source.root.encode("utf-8", "surrogateescape").endswith(b"/r\\xc3\\xa9po"), source.root
    for path in source.tree.entries:
        assert source.read(path) == path.encode("utf-8", "surrogateescape"), path
    print(len(source.tree.entries), sys.getfilesystemencoding())
"""


def test_locale_without_utf8(repo: GitRepo) -> None:
    for name in NAMES:
        repo.write(name, to_bytes(name))
    repo.commit()
    place = repo.path.rename(repo.path.parent / "répo")
    plain = environment() | {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONPATH": ":".join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=place, env=plain, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.split() == [str(len(NAMES)), "ascii"]


def test_root_with_a_line_end(repo: GitRepo) -> None:
    repo.write("docs/a.md", "a")
    repo.commit()
    place = repo.path.rename(repo.path.parent / "re\npo\n")
    with open_source(str(place / "docs")) as source:
        assert source.root == str(place)
        assert source.read("docs/a.md") == b"a"
