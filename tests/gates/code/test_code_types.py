"""Types of examples: one call of mypy for all blocks, and its errors at their place in the documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsync.errors import UsageError
from docsync.python import checking, folder
from shop import judged, said

ARGUMENT = 'Argument 1 to "check_order" has incompatible type "{}"; expected "Order"'
IMPORT = "from shop import Order, check_order\n"


def types(text: str) -> list[str]:
    return [each.replace(" code-types:", "") for each in said(text, typecheck="mypy")]


def test_wrong_type_in_every_kind_of_block() -> None:
    text = (
        "- é\n\n"
        f"  ```python\n  {IMPORT}\n  x = 'é'; check_order(x)\n  ```\n\n"
        f"> ```pycon\n> >>> {IMPORT}> >>> check_order(\n> ...     b'e')\n> False\n> ```\n\n"
        "```python continue\nOrder(1, tax=2)\n```\n"
    )
    assert types(text) == [
        f"6:24 {ARGUMENT.format('str')} [arg-type]",
        f"12:11 {ARGUMENT.format('bytes')} [arg-type]",
        '17:1 Unexpected keyword argument "tax" for "Order" [call-arg]',
    ]


def test_a_block_stands_alone_unless_it_continues_the_one_above_that_is_checked() -> None:
    first = f"```python\n{IMPORT}```\n\n"
    assert types(f"{first}```python\ncheck_order(Order(1))\n```\n") == [
        '6:1 Name "check_order" is not defined [name-defined]',
        '6:13 Name "Order" is not defined [name-defined]',
    ]
    assert types(f"{first}```python continue\ncheck_order(Order(1))\n```\n") == []
    between = "```python no-check\n…\n```\n\n```text\n…\n```\n\n"
    assert types(f"{first}{between}```python continue\ncheck_order(Order(1))\n```\n") == []
    assert types("```python continue\nlen('a')\n```\n") == []


BROKEN = [
    ("from shop import chekc_order", ['Module "shop" has no attribute "chekc_order"; maybe "check_order"?']),
    ("import shop.gone", ['Cannot find implementation or library stub for module named "shop.gone"']),
    ("import elsewhere", []),
    ("from elsewhere import anything\nanything.at_all(1)", []),
    ("import jsonschema", []),  # not even where it is installed
    ("from json import nothing", ['Module "json" has no attribute "nothing"']),
    ("x = 1  # type: foo bar", ['Syntax error in type comment "foo bar"']),
    ("x: int = 1\nx: str = ''\ndef f() -> int: ...\nawait f()", ['Incompatible types in "await"']),
    ("reveal_type(1)", []),
]


@pytest.mark.parametrize(("code", "messages"), BROKEN)
def test_imports_and_leniency(code: str, messages: list[str]) -> None:
    found = types(f"```python\n{code}\n```\n\n```python\nlen(1)\n```\n")
    assert [each for each in found if "len" in each], "the other block is judged, too"
    ours = [each.partition(" ")[2] for each in found if "len" not in each]
    assert len(ours) == len(messages)
    assert all(each.startswith(message) for each, message in zip(ours, messages, strict=True))


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "nonsense"])
def test_an_encoding_that_is_declared_changes_nothing_since_text_is_judged(encoding: str) -> None:
    code = f"#!x\n# -*- coding: {encoding} -*-\nx = 'é'; len(1)\n"
    module = f"# coding={encoding}\nx = 1\n"
    text = f"```python\n{code}```\n\n```python\nfrom shop.odd import x\nlen(x)\n```\n"
    found = judged({"a.md": text, "src/shop/odd.py": module}, typecheck="mypy")
    assert [each.partition(" ")[0] for each in found] == ["a.md:4:14", "a.md:9:5"]


def test_blocks_that_do_not_compile_and_what_continues_them_are_left_out() -> None:
    text = "```python\n(\n```\n\n```python continue\nlen(1)\n```\n"
    assert [each.split()[1] for each in said(text, typecheck="mypy")] == ["code-syntax:"]


def test_without_packages_or_when_it_is_off_no_types_are_checked() -> None:
    text = "```python\nlen(1)\n```\n"
    assert said(text, typecheck="mypy", packages={}) == []
    assert said(text) == []
    assert len(said(text, typecheck="mypy")) == 1
    assert judged({"a.md": "text\n"}, typecheck="mypy") == []


def test_a_broken_module_is_named_and_may_be_anything() -> None:
    files = {
        "src/shop/bad.py": "def (\n",
        "src/shop/worse/__init__.py": b"\xff",
        "src/shop/worse/fine.py": "",
        "a.md": "```python\nfrom shop.bad import x\nfrom shop.worse import y\nx.y(y)\n```\n\n`shop.bad.x`\n",
        "docs/api/shop.md": "",
    }
    [bad, worse] = judged(files, typecheck="mypy")
    assert bad.startswith("src/shop/bad.py:1:1 unreadable-source: is no Python here: line 1: ")
    assert worse.startswith("src/shop/worse/__init__.py:1:1 unreadable-source: is not UTF-8")


def test_a_type_checker_that_fails_or_hangs_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "LIMIT", 0.001)
    with pytest.raises(UsageError, match=r'mypy took more than 0 seconds; set typecheck = "off" under \[code\]'):
        types("```python\nlen(2)\n```\n")
    monkeypatch.setattr(checking, "LIMIT", 300)
    monkeypatch.setattr(checking, "_OPTIONS", ("--output=json", "--no-such-option"))
    with pytest.raises(UsageError, match=r"mypy stops at .*no-such-option"):
        types("```python\nlen(3)\n```\n")
    monkeypatch.setattr(folder.sys, "executable", "/nowhere/python")
    with pytest.raises(UsageError, match="/nowhere/python cannot be started: No such file or directory"):
        types("```python\nlen(4)\n```\n")


def test_examples_on_which_the_checker_stops_are_tried_without_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = ("def f(: pass\n", "len(1)\n")
    assert [each.example for each in checking.check_types(broken, (), (), ())] == [0, 1]
    monkeypatch.setattr(checking, "_ROUNDS", 1)
    assert [each.example for each in checking.check_types((*broken, ""), (), (), ())] == [0]


def test_a_module_at_which_the_checker_stops_is_named() -> None:
    with pytest.raises(
        UsageError, match=r'mypy stops at src/shop/odd.py:2: Syntax error in type comment "a b"; mend that, or'
    ):
        judged({"a.md": "```py\nimport shop.odd\n```\n", "src/shop/odd.py": "\nx = 1  # type: a b\n"}, typecheck="mypy")


def test_lines_that_are_no_errors_of_an_example_are_passed_over() -> None:
    assert (
        checking.read_fault("text") == checking.read_fault('{"file": "packages/shop/a.py", "severity": "error"}') == []
    )


def test_no_configuration_of_the_user_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mypy").mkdir()
    (tmp_path / "mypy" / "config").write_text("[mypy]\nignore_errors = true\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert len(types("```python\nlen(6)\n```\n")) == 1
