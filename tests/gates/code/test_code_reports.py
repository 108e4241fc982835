"""API reports: what is public, how a line reads, and the fix that writes a report anew."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import griffe
import pytest

from docsync.edits import apply_edits
from docsync.gates.pycode import GATE
from docsync.markdown.extract import read_document
from docsync.python.interface import read_interface
from docsync.python.report import report_of
from docsync.python.sources import PythonFile, read_packages
from docsync.text import SourceText
from memory import corpus_of, findings
from shop import FILES, PACKAGES, judged

REPORT = (Path(__file__).parent / "cases" / "api-drift" / "pass" / "case.md").read_text("utf-8")
PATH = "docs/api/shop.md"
ROOT = Path(__file__).parents[3]


def report(files: dict[str, str]) -> list[str]:
    texts = {f"src/shop/{name}.py": text for name, text in files.items()}
    read, broken = read_packages(PACKAGES, texts, lambda path: SourceText.from_str(texts[path]))
    assert broken == ()
    return report_of(read_interface(read, ("shop",)), "shop").splitlines()[4:]


LINES = [
    ("def f(a, /, b: int = 1, *c, d, **e) -> str: ...", "- `f(a, /, b: int = 1, *c, d, **e) -> str`"),
    ("async def f(*, a: 'X | None' = None): ...", "- `async f(*, a: X | None = None)`"),
    ('def f():\n    """Say `x`, ``y`` and :class:`~a.B` [not] <a> *link*.\n\n    More.\n    """',
     "- `f()`: Say `x`, `y` and `a.B` \\[not\\] \\<a\\> \\*link\\*."),
    # U+1FABF is printable from Python 3.12 on only, and written alike everywhere.
    ("X = 'é • \U0001fabf \u2c2f \u200b'", "- `X = 'é • \\U0001fabf \\u2c2f \\u200b'`"),
    ("def f(a='`'): ...", "- ``f(a='`')``"),
    ("X: int = 1", "- `X: int`"),
    ("X = 1\n'''What X is.'''", "- `X = 1`: What X is."),
    ("X = 'a' * 2\nY = (1, 2)", "- `X = 'a' * 2`\n- `Y = (1, 2)`"),
    (f"X = {list(range(100))}", f"- `X = {str(list(range(100)))[:200]}…`"),
    ("class A(B, metaclass=C): ...", "- `class A extends B`"),
    ("class A:\n    def __init__(self, a: int = 1): self.b = a\n    def __eq__(self, x): ...\n    def _c(self): ...",
     "- `class A(a: int = 1)`\n- `A.b`"),
    ("class A:\n    X: int\n    Y = 2\n    @property\n    def p(self) -> int: ...",
     "- `class A`\n- `A.X: int`\n- `A.Y = 2`\n- `A.p: int`"),
    ("class A:\n    @staticmethod\n    def s(a): ...\n    @classmethod\n    async def c(cls): ...",
     "- `class A`\n- `async classmethod A.c()`\n- `staticmethod A.s(a)`"),
    ("class A:\n    class B: ...\n    from x import y", "- `class A`\n- `class A.B`"),
    ("_x = 1\nfrom os import path\nimport sys\ndef _f(): ...", None),
    ("__all__ = ['b', 'a']\na = 1\nfrom elsewhere import b\nc = 1", "- `a = 1`\n- `b`"),
    ("from elsewhere import b\n__all__ = [*b.__all__, 'a']\na = 1", "- `a = 1`"),
    ("__all__ = ['gone']", "- `gone`"),
    ("__all__ = ['a', 'c']\n__all__.append('b')\n__all__.extend(['d'])\n__all__.remove('c')\na = b = c = d = 1",
     "- `a = 1`\n- `b = 1`\n- `d = 1`"),
    ("__all__ = ['a']\n__all__.sort()\na = 1", "- `a = 1`"),
    ("__all__ = ['a']\n__all__ += ['b']\na = b = 1\nc = 2", "- `a = 1`\n- `b = 1`"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "lines"), LINES)
def test_lines(code: str, lines: str | None) -> None:
    expected = ["## `shop`", "", *lines.split("\n")] if lines else []
    assert report({"__init__": code}) == expected


def test_modules_are_in_order_and_private_ones_left_out() -> None:
    files = {"__init__": "", "b": "x = 1", "a": "z = 1\ny = 1", "_c": "x = 1", "d/__init__": "", "d/_e": "x = 1"}
    assert [line for line in report(files) if line] == [
        "## `shop.a`",
        "- `y = 1`",
        "- `z = 1`",
        "## `shop.b`",
        "- `x = 1`",
    ]


def test_where_one_module_lists_its_names_the_others_are_internal() -> None:
    files = {"__init__": "from shop.a import x\n__all__ = ['x']", "a": "x = 1\ny = 1"}
    assert [line for line in report(files) if line] == ["## `shop`", "- `x = 1`"]
    expanded = {
        "__init__": "from shop.a import *\nfrom shop import a\n__all__ = [*a.__all__]",
        "a": "__all__ = ['x']\nx = 1",
    }
    assert "- `x = 1`" in report(expanded)


CHANGES = [
    ("check_order", "src/shop/orders.py", "strict: bool = False", "strict: bool = True", "~shop.check_order"),
    ("docstring", "src/shop/orders.py", "can be sent", "may be sent", "~shop.check_order"),
    ("field", "src/shop/orders.py",
     "    amount: float = 0.0\n", "    amount: float = 0.0\n    note: str = ''\n", "+shop.Order.note, ~shop.Order"),
    ("public name", "src/shop/__init__.py", '"Event", "Level"', '"Event", "Parcel", "Level"', "+shop.Parcel"),
    ("gone", "src/shop/__init__.py", ', "check_order"', "", "-shop.check_order"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "old", "new", "difference"), [change[1:] for change in CHANGES])
def test_a_change_of_the_interface_without_the_report(path: str, old: str, new: str, difference: str) -> None:
    assert old in FILES[path]
    assert judged({PATH: REPORT}) == []
    changed = {PATH: REPORT, path: FILES[path].replace(old, new)}
    [found] = judged(changed)
    assert found.endswith(f"api-drift: the report differs from the interface of `shop`: {difference}")


OTHERS = [
    ("", "+shop.Event, +shop.Level, +shop.Level.HIGH, +shop.Level.LOW, +shop.Order and 4 more"),
    (REPORT.removesuffix("\n"), "the order of its lines, or what stands around them"),
    (REPORT + "more\n", "the order of its lines, or what stands around them"),
    (REPORT.replace("## `shop`", "## `s`"),
     "+shop.Event, +shop.Level, +shop.Level.HIGH, +shop.Level.LOW, +shop.Order and 13 more"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "difference"), OTHERS)
def test_what_differs(text: str, difference: str) -> None:
    [found] = judged({PATH: text})
    assert found.endswith(f"the report differs from the interface of `shop`: {difference}")


@pytest.mark.parametrize("text", [text for text, _ in OTHERS])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_fix_writes_the_report_in_the_line_ends_of_the_file(text: str, line_end: str) -> None:
    before = text.replace("\n", line_end)
    corpus = corpus_of({**FILES, PATH: before})
    [found] = findings(GATE, corpus, packages=PACKAGES, typecheck="off")
    after = apply_edits(before, found.fix)
    assert after == REPORT.replace("\n", line_end if "\n" in text else "\n")
    assert judged({PATH: after.encode()}) == []


def test_where_it_first_differs_is_told() -> None:
    [found] = judged({PATH: REPORT.replace("'low'", "'deep'")})
    line = REPORT[: REPORT.index("'low'")].count("\n") + 1
    assert found == f"{PATH}:{line}:1 api-drift: the report differs from the interface of `shop`: ~shop.Level.LOW"


def test_no_report_is_asked_for_and_another_folder_may_hold_it() -> None:
    assert judged({}) == []
    assert judged({PATH: ""}, reports="api") == []
    assert len(judged({"shop.md": "", PATH: ""}, reports="")) == 1
    assert len(judged({"api/shop.md": ""}, reports="/api/")) == 1


def test_a_report_is_no_document_that_cites_names() -> None:
    assert [each.split()[1] for each in judged({PATH: REPORT + "`shop.gone`\n"})] == ["api-drift:"]


@pytest.mark.parametrize("package", ["docsync", "tool_harness"])
def test_own_reports_render_as_lists_of_one_line_each(package: str) -> None:
    source = SourceText.from_str((ROOT / "docs" / "api" / f"{package}.md").read_text("utf-8"))
    document = read_document(source)
    names = [line for line in source.text.splitlines() if line.startswith("- ")]
    assert len(names) > 20
    assert len(document.prose) == len(names) + source.text.count("\n## ") + 2
    assert not any(block.breaks for block in document.prose)
    assert [*document.links, *document.undefined_references, *document.malformed_links, *document.tags] == []


SCRIPT = """
import json, sys
sys.path[:0] = sys.argv[1:]
from docsync.python.interface import read_interface
from docsync.python.report import report_of
from docsync.python.sources import PythonFile
files = tuple(PythonFile(*each) for each in json.load(sys.stdin))
sys.stdout.buffer.write(report_of(read_interface(files, ("shop",)), "shop").encode())
"""


def pythons() -> list[str]:
    """Every version that is here; a shim that stands for none does not start."""
    found = filter(None, map(shutil.which, ["python3.12", "python3.13", "python3.14"]))
    return [
        sys.executable,
        *(each for each in found if subprocess.run([each, "-V"], check=False, capture_output=True).returncode == 0),
    ]


@pytest.mark.parametrize("python", pythons())
def test_it_is_the_same_under_each_python_that_is_here(python: str) -> None:
    code = "\n".join(code for code, _ in LINES)
    files = [[path, path[4:-3].replace("/", ".").removesuffix(".__init__"), text] for path, text in FILES.items()]
    given = [*files, ["src/shop/lines.py", "shop.lines", code.replace("__all__", "_all_")]]
    here = report_of(read_interface(tuple(PythonFile(*each) for each in given), ("shop",)), "shop")
    folders = [str(ROOT / "src"), str(Path(griffe.__file__).parents[1])]
    command = [python, "-I", "-c", SCRIPT, *folders]
    there = subprocess.run(command, input=json.dumps(given).encode(), capture_output=True, check=True)
    assert there.stdout.decode() == here
