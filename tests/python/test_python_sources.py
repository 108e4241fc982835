"""Which files are modules of a package, and how they are written for the type checker."""

from __future__ import annotations

import pytest

from docsync.errors import UnreadableError
from docsync.python.folder import packages_folder
from docsync.python.sources import PythonFile, Unreadable, read_packages
from docsync.text import SourceText

PATHS = [
    ("src/a/__init__.py", "a", True),
    ("src/a/b.py", "a.b", False),
    ("src/a/b/__init__.pyi", "a.b", True),
    ("src/a/__init__/c.py", "a.__init__.c", False),
    ("src/a/x-y.py", None, False),
    ("src/a/x y/b.py", None, False),
    ("src/a/b.txt", None, False),
    ("src/ab/c.py", None, False),
    ("b.py", None, False),
]


@pytest.mark.parametrize(("path", "module", "is_package"), PATHS)
def test_names_of_modules(path: str, module: str | None, is_package: bool) -> None:
    files, _ = read_packages({"a": "src/a"}, [path], lambda _path: SourceText(""))
    assert [(file.module, file.is_package) for file in files] == ([(module, is_package)] if module else [])


@pytest.mark.parametrize("folder", ["", "."])
def test_the_root_may_be_a_package(folder: str) -> None:
    files, _ = read_packages({"a": folder}, ["b.py", "a.txt"], lambda _path: SourceText(""))
    assert [file.module for file in files] == ["a.b"]


def test_a_stub_says_more_than_the_module_beside_it() -> None:
    files, _ = read_packages({"a": "a"}, ["a/b.py", "a/b.pyi"], lambda path: SourceText(f"# {path}"))
    assert [file.text for file in files] == ["# a/b.pyi"]


def test_what_cannot_be_read_is_named() -> None:
    def read(path: str) -> SourceText:
        if "gone" in path:
            raise UnreadableError("is gone")
        return SourceText("x = (\r\n" if "bad" in path else "x\r\ny", bom=True)

    files, unreadable = read_packages({"a": "a"}, ["a/gone.py", "a/bad.py", "a/fine.py"], read)
    assert [(file.path, file.text) for file in files] == [("a/fine.py", "x\ny")]
    assert unreadable == (
        Unreadable("a/bad.py", "a.bad", "is no Python here: line 1: '(' was never closed"),
        Unreadable("a/gone.py", "a.gone", "is gone"),
    )


@pytest.mark.parametrize("code", ["a" + ".b" * 500, "['a']" + " + ['a']" * 500, "-" * 300 + "1"])
def test_an_expression_that_nests_too_deeply_makes_a_module_unreadable(code: str) -> None:
    for text in (f"__all__ = {code}\n", f"class A({code}): ...\n"):
        _, [unreadable] = read_packages({"a": "a"}, ["a/b.py"], lambda _path, text=text: SourceText(text))
        assert unreadable.reason == "has an expression that nests too deeply to be read"


def test_a_folder_holds_the_packages_and_is_gone_afterwards() -> None:
    files = (PythonFile("s/a/__init__.pyi", "a", "é\n", is_package=True), PythonFile("s/a/b.py", "a.b", "x"))
    broken = (Unreadable("s/a/bad.py", "a.bad", ""), Unreadable("s/a/sub/__init__.py", "a.sub", ""))
    inner = PythonFile("s/a/sub/c.py", "a.sub.c", "")
    with packages_folder((*files, inner), broken) as folder:
        written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.py*")}
        assert (folder / "packages" / "a" / "__init__.pyi").read_bytes() == "é\n".encode()
    assert written == {
        f"packages/a/{name}" for name in ("__init__.pyi", "b.py", "bad.pyi", "sub/c.py", "sub/__init__.pyi")
    }
    assert not folder.exists()
