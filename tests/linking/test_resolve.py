from __future__ import annotations

import pytest

from docsync.linking.resolve import Location, is_web_path, locate, resolve
from docsync.tree import Kind
from memory import MemorySource

TREE = MemorySource(
    {
        "README.md": "",
        "docs/a.md": "",
        "docs/deep/b.md": "",
        "link.md": "-> docs/a.md",
        "dir": "-> docs",
        "docs/up": "-> ../docs/deep",
        "loop1": "-> loop2",
        "loop2": "-> loop1",
        "out": "-> ../outside",
        "absolute": "-> /etc/passwd",
        "dangling": "-> nowhere.md",
        "chain": "-> link.md",
        "through": "-> dir/a.md",
        "sub": None,
    }
).tree

# Document, path as written; path, levels climbed.
LOCATIONS = [
    ("README.md", "docs/a.md", "docs/a.md", 0),
    ("README.md", "./docs/./a.md", "docs/a.md", 0),
    ("README.md", "docs//a.md", "docs/a.md", 0),
    ("docs/a.md", "deep/b.md", "docs/deep/b.md", 0),
    ("docs/a.md", "../README.md", "README.md", 0),
    ("docs/a.md", "/README.md", "README.md", 0),
    ("docs/a.md", "/docs/../README.md", "README.md", 0),
    ("docs/a.md", ".", "docs", 0),
    ("docs/a.md", "..", "", 0),
    ("docs/a.md", "../", "", 0),
    ("docs/a.md", "/", "", 0),
    ("README.md", ".", "", 0),
    ("README.md", "..", "", 1),
    ("docs/a.md", "../../../issues", "issues", 2),
    ("docs/a.md", "../../docs/a.md", "docs/a.md", 1),
    ("README.md", "/../x", "x", 1),
    ("README.md", "docs\\a.md", "docs\\a.md", 0),
    ("README.md", "...", "...", 0),
    ("README.md", "~/a.md", "~/a.md", 0),
]

WEB = [
    ("README.md", "../../issues", True),
    ("README.md", "../../issues/12", True),
    ("README.md", "../../wiki/Some-Page", True),
    ("docs/a.md", "../../../pulls", True),
    ("docs/a.md", "../../pulls", False),
    ("README.md", "../issues", False),
    ("README.md", "../../../issues", False),
    ("README.md", "../../nonsense", False),
    ("README.md", "../..", False),
    ("docs/deep/b.md", "../../../../blob/main/x.md", True),
    ("README.md", "/../dev/a.md", True),
    ("README.md", "/../../issues", True),
    ("README.md", "/../../../other", True),
    ("README.md", "/..", False),
    ("README.md", "/../../../../../x", False),
]

# Path; where it leads and what is there, or what stopped it.
RESOLUTIONS = [
    ("docs/a.md", "docs/a.md", Kind.FILE, None),
    ("docs", "docs", Kind.DIRECTORY, None),
    ("", "", Kind.DIRECTORY, None),
    ("link.md", "docs/a.md", Kind.FILE, None),
    ("chain", "docs/a.md", Kind.FILE, None),
    ("dir", "docs", Kind.DIRECTORY, None),
    ("dir/a.md", "docs/a.md", Kind.FILE, None),
    ("dir/up/b.md", "docs/deep/b.md", Kind.FILE, None),
    ("through", "docs/a.md", Kind.FILE, None),
    ("loop1", "loop1", None, Kind.SYMLINK),
    ("loop1/x", "loop1/x", None, Kind.SYMLINK),
    ("out", "out", None, Kind.SYMLINK),
    ("absolute", "absolute", None, Kind.SYMLINK),
    ("dangling", "dangling", None, None),
    ("docs/a.md/x", "docs/a.md", None, Kind.FILE),
    ("sub", "sub", Kind.SUBMODULE, None),
    ("sub/x/y.md", "sub", None, Kind.SUBMODULE),
    ("docs/A.md", "docs/A.md", None, None),
    ("nowhere/x.md", "nowhere/x.md", None, None),
]


def at(path: str) -> Location:
    return Location(path, 0, absolute=False, slash=False)


@pytest.mark.parametrize(("source", "path", "expected", "climbed"), LOCATIONS)
def test_locate(source: str, path: str, expected: str, climbed: int) -> None:
    found = locate(source, path, TREE)
    assert (found.path, found.climbed) == (expected, climbed)


@pytest.mark.parametrize(("source", "path", "expected"), WEB)
def test_web_paths(source: str, path: str, expected: bool) -> None:
    assert is_web_path(locate(source, path, TREE)) is expected


@pytest.mark.parametrize(("path", "expected", "kind", "stop"), RESOLUTIONS)
def test_resolve(path: str, expected: str, kind: Kind | None, stop: Kind | None) -> None:
    found = resolve(at(path), TREE, follow_directory_symlinks=True)
    assert (found.path if kind or stop else path, found.kind, found.stop) == (expected, kind, stop)


@pytest.mark.parametrize("path", ["dir/a.md", "dir/up/b.md"])
def test_directory_symlinks_lead_nowhere_on_github(path: str) -> None:
    assert resolve(at(path), TREE, follow_directory_symlinks=False).kind is None
    assert resolve(at("dir"), TREE, follow_directory_symlinks=False).kind is Kind.DIRECTORY


def test_a_way_down_from_a_file_and_up_again() -> None:
    location = locate("README.md", "docs/a.md/../deep/b.md", TREE)
    assert location.path == "docs/deep/b.md"
    assert resolve(location, TREE, follow_directory_symlinks=True).kind is None
