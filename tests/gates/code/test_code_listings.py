"""Marked tables and lists: the names that the code has, and rows that a fix adds in the style of the others."""

from __future__ import annotations

import pytest

from docsync.edits import apply_edits
from docsync.gates.pycode import GATE
from docsync.python.listed import NotStaticError, read_value
from memory import corpus_of, findings
from shop import FILES, PACKAGES, judged, said

MARK = "<!-- doc-sync: names shop.events:Event -->\n\n"


def fixed(text: str, files: dict[str, str] | None = None) -> str:
    corpus = corpus_of({**FILES, "a.md": text, **(files or {})})
    found = findings(GATE, corpus, packages=PACKAGES, typecheck="off")
    return apply_edits(text.removeprefix("\ufeff"), [edit for each in found for edit in each.fix])


STYLES = [
    ("| a | b |\n| --- | --- |\n| `paid` | x |\n| `lost` | y |\n",
     "| a | b |\n| --- | --- |\n| `paid` | x |\n| `sent` |  |\n| `lost` | y |\n"),
    ("a | b\n--- | ---\npaid | x\nlost | y", "a | b\n--- | ---\npaid | x\nsent |\nlost | y"),
    ("| a | b | c |\n|---|---|---|\n",
     "| a | b | c |\n|---|---|---|\n|`paid` |  |  |\n|`sent` |  |  |\n|`lost` |  |  |\n"),
    (
        "| event  | says   |\n| ------ | ------ |\n| `paid` | it is  |\n| `lost` | it was |\n",
        "| event  | says   |\n| ------ | ------ |\n| `paid` | it is  |\n| `sent` |        |\n| `lost` | it was |\n",
    ),
    ("- `paid`: x\n- `sent`: y\n\ntext\n", "- `paid`: x\n- `sent`: y\n- `lost`:\n\ntext\n"),
    ("* paid – x\n* sent – y\n", "* paid – x\n* sent – y\n* lost –\n"),
    ("- `sent`\n- `lost`: y\n", "- `sent`\n- `lost`: y\n- `paid`\n"),
    ("1. `paid`\n2. `sent`\n", "1. `paid`\n2. `sent`\n3. `lost`\n"),
    ("+ **paid** x\n+ **sent** y", "+ **paid** x\n+ **sent** y\n+ lost"),
    ("- `paid` x\n\n- `sent`\n\n  more\n\ntext\n", "- `paid` x\n\n- `sent`\n\n  more\n\n- `lost`\n\ntext\n"),
    ("- [`paid`](x.md): x\n- [`sent`](y.md): y\n", "- [`paid`](x.md): x\n- [`sent`](y.md): y\n- `lost`:\n"),
    ("- **[`paid`](x.md)** – x\n- [**sent**](y.md) – y\n",
     "- **[`paid`](x.md)** – x\n- [**sent**](y.md) – y\n- lost –\n"),
    ("| a |\n| --- |\n| [paid](x.md) |\n| [lost](x.md) |\n",
     "| a |\n| --- |\n| [paid](x.md) |\n| sent |\n| [lost](x.md) |\n"),
    ("| a            | b |\n| ------------ | - |\n| [`paid`](xy) | x |\n| **`lost`**   | x |\n",
     "| a            | b |\n| ------------ | - |\n| [`paid`](xy) | x |\n| `sent`       |   |\n| **`lost`**   | x |\n"),
    ("- paid[^1]\n- sent\n", "- paid[^1]\n- sent\n- lost\n"),
    ("- `paid`\n  - `inner`\n- `lost`\n", "- `paid`\n  - `inner`\n- `sent`\n- `lost`\n"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), STYLES)
@pytest.mark.parametrize("quote", ["", "> "])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_fix_adds_what_is_missing_in_the_style_of_its_neighbours(
    before: str, after: str, quote: str, line_end: str
) -> None:
    def written(text: str) -> str:
        lines = (MARK + text).split("\n")
        last = len(lines) - 1
        quoted = [(quote + line).rstrip() if line or index < last else line for index, line in enumerate(lines)]
        return line_end.join(quoted)

    result = fixed(written(before))
    assert result == written(after)
    assert fixed(result) == result


LITERALS = """
from __future__ import annotations
import enum
from dataclasses import KW_ONLY, dataclass
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal, NamedTuple, Union, get_args
from elsewhere import far

First = Literal["a", "b"]
Both = First | Literal["c", 1]
Joined = Union[First, Literal["d"]]
Noted: Final = Annotated[First, "x"]
LIST = ["a", *("b", "c")]
SET = frozenset({"a"})
TABLE = {"a": 1, **dict(b=2), **{"c": 3}}
FROZEN = MappingProxyType({"a": 1})
ARGUMENTS = get_args(First)
SUM = LIST + ["z"]
COMPUTED = [x for x in "ab"]
CALLED = make()
UNKNOWN = far
CIRCLE = [*CIRCLE]
OTHER = list[str]
TEXT = "a"
ANNOTATED: str
METHOD = "a".upper()
DEEP = far.x.y

class Colour(enum.Enum):
    _ignore_ = []
    RED = "red"
    BLUE: str = "blue"
    def method(self): ...
class Made(enum.Enum):
    ONE = enum.auto()
class Base(NamedTuple):
    x: int
@dataclass
class Fields:
    a: int
    _: KW_ONLY
    b: "ClassVar[int]"
    c: ClassVar[int] = 1
    d: str = ""
    def method(self): ...
class More(Fields):
    e: int
    code = "m"
class Holder:
    value = ["a"]
    first, second = 1, 2
class Bare:
    code = "b"
    other = 1
"""
TARGETS = [
    ("First", "a b"),
    ("Both", "a b c 1"),
    ("Joined", "a b d"),
    ("Noted", "a b"),
    ("LIST", "a b c"),
    ("SET", "a"),
    ("TABLE", "a b c"),
    ("FROZEN", "a"),
    ("ARGUMENTS", "a b"),
    ("SUM", "a b c z"),
    ("Colour", "RED BLUE"),
    ("Colour.value", "red blue"),
    ("Made", "ONE"),
    ("Base", "x"),
    ("Fields", "a d"),
    ("More", "a d e"),
    ("*.code", "m b"),
    ("Holder.value", "a"),
]


@pytest.mark.parametrize(("name", "names"), TARGETS)
def test_names_in_the_code(name: str, names: str) -> None:
    rows = "".join(f"- {each}\n" for each in names.split())
    files = {"src/shop/code.py": LITERALS}
    assert judged({"a.md": f"<!-- doc-sync: names shop.code:{name} -->\n\n{rows}", **files}) == []
    [found] = judged({"a.md": f"<!-- doc-sync: names shop.code:{name} -->\n\n- q-q\n{rows}", **files})
    assert found.startswith(f"a.md:3:3 names-drift: `q-q` is not in `shop.code:{name}`")


UNREADABLE = [
    ("COMPUTED", "`[x for x in 'ab']` is computed"),
    ("CALLED", "`make()` is computed"),
    ("UNKNOWN", "`far` is not to be read from the text"),
    ("DEEP", "`far.x.y` is not to be read from the text"),
    ("CIRCLE", "it leads in a circle"),
    ("OTHER", "`list[str]` is computed"),
    ("TEXT", "`'a'` is computed"),
    ("METHOD", "`'a'.upper()` is computed"),
    ("ANNOTATED", "it has no value"),
    ("Bare", "the class has no annotated fields"),
    ("Made.value", "the value of `ONE` is computed"),
    ("far", "its meaning depends on what runs"),
    ("__all__", "the module has no `__all__`"),
]


@pytest.mark.parametrize(("name", "reason"), UNREADABLE)
def test_names_that_the_text_does_not_tell(name: str, reason: str) -> None:
    files = {"a.md": f"<!-- doc-sync: names shop.code:{name} -->\n\n- x\n", "src/shop/code.py": LITERALS}
    [found] = judged(files)
    assert found == f"a.md:1:1 names-drift: the names of `shop.code:{name}` cannot be read from the code: {reason}"


COMMENTS = [
    ("shop:__all__", "- Event\n- Level\n- Order\n- check_order\n", None),
    ("shop", "- Event\n- Level\n- Order\n- check_order\n", None),
    ("shop:Event", "- paid\n- sent\n- lost\n", None),
    ("shop.events:Event", "text\n", "names-drift: no table or list follows that could hold the names"),
    ("shop.events:Event", "", "names-drift: no table or list follows that could hold the names"),
    ("shop.events:Event", "# x\n\n- paid\n", "names-drift: no table or list follows that could hold the names"),
    ("", "- x\n", "names-drift: `` is no name in a configured package; write package.module:name"),
    ("elsewhere:X", "- x\n", "names-drift: `elsewhere:X` is no name in a configured package"),
    ("shop.events:Evnt", "- x\n", "unknown-name: `shop.events.Evnt` does not exist: `shop.events` has no `Evnt`; did"),
    ("shop.evnts:Event", "- x\n", "unknown-name: `shop.evnts.Event` does not exist: `shop` has no `evnts`; did"),
    ("shop:check_order", "- x\n", "names-drift: the names of `shop:check_order` cannot be read from the code: it is"),
]


@pytest.mark.parametrize(("target", "rows", "message"), COMMENTS)
def test_comments(target: str, rows: str, message: str | None) -> None:
    found = said(f"<!-- doc-sync: names {target} -->\n\n{rows}")
    assert [each[: len(f"1:1 {message}")] for each in found] == ([f"1:1 {message}"] if message else [])


def test_an_event_that_was_added_to_the_code() -> None:
    text = f"{MARK}| event | says |\n| --- | --- |\n| `paid` | a |\n| `sent` | b |\n| `lost` | c |\n"
    assert said(text) == []
    more = {"src/shop/events.py": FILES["src/shop/events.py"].replace('"sent", ', '"sent", "returned", ')}
    [found] = judged({"a.md": text, **more})
    assert found == "a.md:1:1 names-drift: `returned` of `shop.events:Event` is not listed"
    assert fixed(text, more) == text.replace("| `lost`", "| `returned` |  |\n| `lost`")


def test_several_that_are_missing_are_one_finding() -> None:
    assert said(f"{MARK}- paid\n") == ["1:1 names-drift: `sent`, `lost` of `shop.events:Event` are not listed"]


def test_what_the_code_does_not_have_is_reported_with_the_nearest_that_is_missing() -> None:
    assert said(f"{MARK}- paid\n- snet\n- lost\n- lost\n- paid 2\n")[1:] == [
        "4:3 names-drift: `snet` is not in `shop.events:Event`; did you mean sent?",
        "6:3 names-drift: `lost` is listed twice",
        "7:3 names-drift: `paid` is listed twice",
    ]


def test_rows_that_name_nothing_are_passed_over() -> None:
    table = "| a | b |\n| --- | --- |\n| | x |\n| **`paid`** | x |\n| [`sent`](x.md) | x |\n| _lost_ | x |\n"
    assert said(MARK + table) == []
    assert said(f"{MARK}- paid\n- sent\n- lost\n-\n- ```\n  x\n  ```\n") == []


def test_a_list_that_names_nothing_gets_plain_items() -> None:
    assert fixed(f"{MARK}- ```\n  x\n  ```\n") == f"{MARK}- ```\n  x\n  ```\n- `paid`\n- `sent`\n- `lost`\n"


def test_a_value_that_is_no_expression() -> None:
    with pytest.raises(NotStaticError, match="no expression"):
        read_value("a b")


ODD = [
    "",
    " x",
    "a  b",
    "`",
    "a\nb",
    "*x*",
    "1.",
    "- a",
    "# b",
    "[c](d)",
    "_u_",
    "__d__",
    "a:b",
    "a,b",
    "<b>",
    "\\",
    "a b",
]


@pytest.mark.parametrize("rows", ["- x\n- y\n", "- `x`\n", "| a |\n| --- |\n| x |\n", "| a |\n| --- |\n"])
def test_names_of_any_kind_are_written_so_that_they_read_as_such_or_are_left_to_the_writer(rows: str) -> None:
    files = {"src/shop/x.py": f"ODD = {ODD!r}\n"}
    result = fixed(f"<!-- doc-sync: names shop.x:ODD -->\n\n{rows}", files)
    assert fixed(result, files) == result
    [left] = [each for each in judged({"a.md": result, **files}) if "not listed" in each]
    unwritten = {"", " x", "a  b", "`", "a\nb", *(["\\"] if "|" in rows else [])}
    assert left.count(", ") == len(unwritten) - 1


def test_a_name_with_a_pipe_is_escaped() -> None:
    files = {"src/shop/x.py": 'OPTIONS = ["a|b"]\n'}
    text = "<!-- doc-sync: names shop.x:OPTIONS -->\n\n| a |\n| --- |\n"
    result = fixed(text, files)
    assert result == text + "| `a\\|b` |\n"
    assert judged({"a.md": result, **files}) == []
