"""Examples: what is a block of Python, how blocks join, where an error is said to be."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.markdown.extract import read_document
from docsync.text import SourceText
from shop import judged, said

FENCES = [
    ("python", True),
    ("py", True),
    ("python3", True),
    ("Python", True),
    ("{.python}", True),
    ("{.python .numbered}", True),
    ('python title="a.py"', True),
    ("python,continue", True),
    ("pycon", False),  # without a prompt there is no code
    ("python no-check", False),
    ("{.python .no-check}", False),
    ("pythonic", False),
    ("text", False),
    ("", False),
]


@pytest.mark.parametrize(("info", "is_judged"), FENCES)
def test_info_string(info: str, is_judged: bool) -> None:
    found = [each for each in said(f"```{info}\nx = (\n```\n") if "code-syntax" in each]
    assert found == (["2:5 code-syntax: no Python: '(' was never closed"] if is_judged else [])


CODE = [
    ("await f()", None),
    ("async with a as b: pass", None),
    ("return 1", "'return' outside function"),
    ("  x", "unexpected indent"),
    ("x = 'a' is 'b'", None),  # only a warning
    ("", None),
    ("x = " + "-" * 100_000 + "1", "nests too deeply to be compiled"),
]


@pytest.mark.parametrize(("code", "fault"), CODE, ids=range(len(CODE)))
def test_syntax(code: str, fault: str | None) -> None:
    found = [each.partition("no Python: ")[2] for each in said(f"```python\n{code}\n```\n")]
    assert found == ([fault] if fault else [])


SESSIONS = [
    (">>> x = 1\n>>> x +\n1\n", ["3:8"]),
    (">>> for x in y:\n...     x (\n...\nout (\n", ["3:11"]),
    ("text first (\n>>> x = 1\n... (\n", ["4:5"]),
    ("... (\n>>> 1\n", []),  # output, since no prompt stands before it
    ("  >>> 1 (\n", ["2:9"]),
    (">>>\n>>> 1\n", []),
]


@pytest.mark.parametrize(("session", "places"), SESSIONS)
def test_sessions(session: str, places: list[str]) -> None:
    assert [each.partition(" ")[0] for each in said(f"```pycon\n{session}```\n")] == places


def test_a_python_block_that_starts_with_a_prompt_is_a_session() -> None:
    assert said("```python\n\n>>> 1\noutput (\n```\n") == []


CONTAINERS = [
    ("```python\n{}\n```\n", 0),
    ("- item\n\n  ```python\n{}\n  ```\n", 2),
    ("1. item\n\n   - inner\n\n     ```python\n{}\n     ```\n", 5),
    ("> ```python\n{}\n> ```\n", "> "),
    ("> - x\n>\n>   ~~~py\n{}\n>   ~~~\n", ">   "),
    ("- item\n\n\t```python\n{}\n\t```\n", "\t"),
]


@pytest.mark.parametrize(("container", "indent"), CONTAINERS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_error_in_the_third_line_of_a_block_in_a_list(
    container: str, indent: int | str, line_end: str, bom: str
) -> None:
    prefix = " " * indent if isinstance(indent, int) else indent
    code = "\n".join(prefix + line for line in ("x = 1", 'y = "é"', "if y: z z"))
    text = container.format(code)
    line = text[: text.index("z z")].count("\n") + 1
    column = len(prefix) + len("if y: z ") + 1
    marks = bom + text.replace("\n", line_end)
    found = [each for each in judged({"a.md": marks.encode()}) if "code-syntax" in each]
    # Which of the two names an interpreter blames is its own affair.
    assert [each.partition(" ")[0] for each in found] in ([f"a.md:{line}:{column - 2}"], [f"a.md:{line}:{column}"])


PREFIXES = st.sampled_from(["", "  ", "> ", "> > ", "- ", "1. ", "   "])


@given(
    st.lists(PREFIXES, max_size=3),
    st.lists(st.text("abé\t =#", max_size=12), min_size=1, max_size=6),
    st.sampled_from(["\n", "\r\n"]),
)
def test_every_character_of_a_block_is_found_where_it_is(prefixes: list[str], code: list[str], line_end: str) -> None:
    first = "".join(prefixes)
    further = first.replace("- ", "  ").replace("1. ", "   ")
    lines = [first + "```python", *(further + line for line in code), further + "```"]
    source = SourceText.from_str(line_end.join(lines) + line_end)
    for block in read_document(source).python:
        for number, line in enumerate(block.text.split("\n"), 1):
            for column, character in enumerate(line):
                offset = block.offset(number, column)
                # A tab of which the container took a part is spaces in the block.
                assert source.text[offset] == character or "\t" in source.text


def test_a_position_outside_of_a_block_is_clamped() -> None:
    [block] = read_document(SourceText.from_str("```py\nab\n```\n")).python
    assert [block.offset(0, 9), block.offset(9, 0), block.offset(1, -5)] == [8, 6, 6]
    [empty] = read_document(SourceText.from_str("x\n\n```py\n```\n")).python
    assert (empty.text, empty.offset(1, 0)) == ("", 3)


SHARES = [
    (1, 1, 0.5, 0),
    (2, 1, 0.5, 1),
    (1, 0, 0.5, 1),
    (0, 0, 0.5, 0),
    (2, 1, 0.7, 0),
    (1, 9, 0.0, 1),
    (0, 9, 0.0, 0),
]


@pytest.mark.parametrize(("unchecked", "checked", "share", "count"), SHARES)
def test_too_many_blocks_opt_out(unchecked: int, checked: int, share: float, count: int) -> None:
    text = "```py no-check\n(\n```\n\n" * unchecked + "```py\n1\n```\n\n" * checked
    found = said(text, max_unchecked=share)
    total = unchecked + checked
    message = f"{unchecked} of {total} Python blocks are not checked, more than {share:.0%}"
    assert found == [f"1:1 code-unchecked: {message}"] * count


def test_the_share_is_that_of_the_repository_and_told_once_where_most_opt_out() -> None:
    out = "```py no-check\n(\n```\n\n"
    found = judged({"a.md": out, "b.md": f"x\n\n{out}{out}", "c.md": "```py\n1\n```\n"})
    assert found == ["b.md:3:1 code-unchecked: 3 of 4 Python blocks are not checked, more than 50%"]


def test_what_is_not_included_is_not_judged() -> None:
    text = "```py\n(\n```\n\n`shop.gone` `check_order(x)`\n\n<!-- doc-sync: names shop.gone -->\n"
    paths = ("CHANGELOG.md", "docs/rfc/proposed/2026-01-01-x.md", "docs/adr/0001-x.md")
    assert judged(dict.fromkeys(paths, text)) == []
    assert len(judged(dict.fromkeys(paths, text), include=("docs/adr/",))) == 4
    assert len(judged({"a.md": text})) == 4


RUNS = [
    (">>> 1 + 1\n3\n", ["3:5 code-output: shows `3`, gives `2`"]),
    (">>> 1 + 1\n2\n", []),
    (">>> x\n", ["3:5 code-output: shows nothing, gives `NameError: name 'x' is not defined`"]),
    (">>> print('a  b ' * 40)\na ... b\n", []),
    (
        ">>> print('a' * 99)\nb\n",
        [f"3:5 code-output: shows `b`, gives `{'a' * 60}…`"],
    ),
    (">>> from shop import Order\n>>> Order(2).total(0.5)\n1.0\n", ["4:5 code-output: shows `1.0`, gives `0.0`"]),
]


@pytest.mark.parametrize(("session", "found"), RUNS)
def test_sessions_are_run_where_that_is_asked_for(session: str, found: list[str]) -> None:
    text = f"\n```pycon\n{session}```\n"
    assert said(text, run=("pycon",)) == found
    assert said(text) == []


MEDDLING = [
    ("import os, shutil; shutil.rmtree(os.getcwd())", "an end with exit code 1"),
    ("import os; _ = open('outcome', 'w').write('text'); os._exit(0)", "an end with exit code 0"),
    ("import os; _ = open('outcome', 'w').write('[1]'); os._exit(0)", "an end with exit code 0"),
    ("import os; os.mkdir('outcome')", "an end with exit code 1"),
    ("import os; _ = open('outcome', 'w').write('[[99, \"1\", \"2\"]]'); os._exit(0)", "2"),
    ("print('\\ud800\\x1b')", "\\ud800\\x1b"),
    ("import os; _ = os.write(1, b'x' * 10**7), os.write(2, b'x' * 10**7), os.abort()", "an end with exit code -6"),
]


@pytest.mark.parametrize(("statement", "given_"), MEDDLING)
def test_a_session_that_meddles_with_what_runs_it_harms_no_other(statement: str, given_: str) -> None:
    text = f"```pycon\n>>> {statement}\n```\n\n```pycon\n>>> import os; os.path.exists('packages/shop')\nFalse\n```\n"
    first, second = said(text, run=("pycon",))
    assert (first[:5], first.endswith(f"gives `{given_}`")) == ("2:5 c", True), first
    assert second == "6:5 code-output: shows `False`, gives `True`"


def has_ended(process: int) -> bool:
    """Whether a process that was killed is gone, or waits to be collected, after some patience."""
    status = Path(f"/proc/{process}/status")
    for _ in range(500):
        if not status.exists() or "\nState:\tZ" in status.read_text():
            return True
        time.sleep(0.02)
    return False


def test_what_a_session_starts_ends_with_it(tmp_path: Path) -> None:
    mark = tmp_path / "child"
    session = (
        ">>> import os, time\n>>> if (child := os.fork()) == 0:\n...     time.sleep(600)\n"
        f">>> _ = open({str(mark)!r}, 'w').write(str(child))\n"
    )
    assert said(f"```pycon\n{session}```\n", run=("pycon",)) == []
    assert has_ended(int(mark.read_text()))


def test_continued_sessions_are_one_and_each_difference_is_at_its_line() -> None:
    text = "```pycon\n>>> x = 1\n```\n\n- ```py continue\n  >>> x\n  2\n  ```\n\n```py\nprint(y)\n```\n"
    assert said(text, run=("pycon",)) == ["6:7 code-output: shows `2`, gives `1`"]


def test_nothing_of_the_repository_runs(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    harm = f"open({str(mark)!r}, 'w').close()\n"
    package = {
        "src/shop/harm.py": harm + "def safe(a): ...\n",
        "conftest.py": harm,
        "mypy.ini": "[mypy]\nplugins = src/shop/harm.py\n",
        "src/shop/mypy.ini": "[mypy]\nplugins = src/shop/harm.py\n",
    }
    text = (
        "`shop.harm.safe(b)`\n\n<!-- doc-sync: names shop.harm:safe -->\n\n- `a`\n\n"
        f"```python\nimport shop.harm\n\n{harm}shop.harm.safe(1)\n```\n"
    )
    found = judged({"a.md": text, "docs/api/shop.md": "", **package}, typecheck="mypy")
    assert [each.split()[1] for each in found] == ["signature-drift:", "names-drift:", "api-drift:"]
    assert not mark.exists()
    session = f"```pycon\n>>> {harm}```\n"
    assert said(session) == []
    assert not mark.exists()
    assert said(session, run=("pycon",)) == []
    assert mark.exists()
