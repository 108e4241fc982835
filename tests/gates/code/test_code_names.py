"""Names in code spans: what exists, what does not, what the text does not tell, and where a name went."""

from __future__ import annotations

import pytest

from docsync.errors import UsageError
from docsync.python.interface import read_interface
from docsync.python.sources import PythonFile
from gitrepo import GitRepo
from runs import findings
from shop import FILES, judged, said

MORE = {
    "src/shop/more/__init__.py": "from shop.orders import Order as Renamed\nfrom elsewhere import thing\n",
    "src/shop/more/deep.py": """
import abc
import enum
from typing import Generic, Protocol, TypeVar
from elsewhere import Base
from typing import Nothing
from shop.orders import Order

T = TypeVar("T")
CONSTANT = {"a": 1}
for looped in range(3): ...

class Heir(Order):
    def __init__(self):
        self.made = 1
    def later(self):
        self.late = 2

class Far(Base): ...
class Lost(Nothing): ...
class Own(metaclass=Base): ...
class Cyclic(Cyclic): ...
class Plain(abc.ABC, Generic[T]): ...
class Failure(ValueError): ...
class Bits(enum.IntFlag):
    ONE = 1
""",
    "src/shop/hook.py": "def __getattr__(name): ...\n",
    "src/shop/star.py": "from elsewhere import *\nfrom shop.orders import *\n",
    "src/shop/starred.py": "from shop.orders import *\n",
    "src/shop/stub.pyi": "x: int\n",
    "src/shop/stub.py": "y = 1\n",
    "src/shop/my-data/x.py": "",
    "src/shop/a.txt": "",
}
FINE = """
shop shop.orders shop:Order shop.orders:check_order shop.check_order() shop.Order.total shop.Order.amount
shop.more.Renamed.total shop.more.thing.any shop.more.deep.Heir.total shop.more.deep.Heir.made
shop.more.deep.Heir.late shop.more.deep.Far.any shop.more.deep.Lost.any shop.more.deep.Own.any shop.more.deep.Cyclic.any
shop.more.deep.CONSTANT.any shop.check_order.any shop.more.deep.Failure.args shop.more.deep.Failure.add_note
shop.more.deep.Bits.ONE shop.more.deep.Bits.value shop.Level.LOW.value shop.Level.name shop.Order.__eq__
shop.__doc__ shop.more.deep.looped shop.hook.any shop.star.any shop.starred.Order shop.stub.x shop.toml shop.py
shopping.cart x.shop.gone shop.events.Parcel.weight shop.events.Parcel.keys
""".split()
GONE = """
shop.order shop.Order.totals shop.Order.total.deep.er shop.orders.gone shop.more.deep.Heir.gone shop.more.gone
shop.more.deep.Plain.gone shop.more.deep.Failure.gone shop.more.deep.Bits.TWO shop.starred.gone shop.stub.y shop.my
shop.Level.MID shop.Level.LO shop.gone() shop.gone(a) shop.events.Parcel.gone shop:gone
""".split()


@pytest.mark.parametrize("name", FINE)
def test_no_finding(name: str) -> None:
    assert judged({"a.md": f"See `{name}`.\n", **MORE}) == []


@pytest.mark.parametrize("name", GONE)
def test_unknown(name: str) -> None:
    if "total.deep" in name:
        assert judged({"a.md": f"See `{name}`.\n", **MORE}) == []  # of a function the text tells nothing
        return
    [found] = judged({"a.md": f"See `{name}`.\n", **MORE})
    dotted = name.partition("(")[0].replace(":", ".")
    holder, _, last = dotted.rpartition(".")
    assert found.startswith(f"a.md:1:5 unknown-name: `{dotted}` does not exist: `{holder}` has no `{last}`")


BINDS = """
a1, [b1, *c1] = 1, (2, 3)
if (walrus := 3): ...
with open("x") as handle: ...
match a1:
    case {"k": taken, **rest}: ...
    case [first, *others]: ...
def f():
    global made
    local = made = 1

class Free:
    \"\"\"Not `Free.told`: that was once, Free.told, and Free.told = 1.\"\"\"
    __slots__ = ("slot", "other")
    x, y = 1, 2
    for q in (): r = 1
    def __init__(this, x):
        this.a = this.b = 1
        this.c, (this.d) = 1, 2
        with x as this.e: ...
        for this.f in (): ...
        this.g += 1
        setattr(this, "h", 1)
        hidden = this.read, this.read
        if x == this.read: ...
"""
BOUND = "a1 b1 c1 walrus handle taken rest first others made"
BOUND += " Free.slot Free.x Free.y Free.q Free.r" + "".join(f" Free.{name}" for name in "abcdefgh")


@pytest.mark.parametrize("name", BOUND.split())
def test_every_way_to_bind_a_name_counts(name: str) -> None:
    assert judged({"a.md": f"`shop.x.{name}`\n", "src/shop/x.py": BINDS}) == []


@pytest.mark.parametrize("name", ["local", "hidden", "slot", "Free.told", "Free.read", "Free.hidden", "Free.local"])
def test_what_is_only_read_or_mentioned_or_local_does_not(name: str) -> None:
    assert len(judged({"a.md": f"`shop.x.{name}`\n", "src/shop/x.py": BINDS})) == 1


def test_each_class_of_many_diamonds_is_looked_at_once() -> None:
    classes = "class A0: ...\n" + "".join(
        f"class L{i}(A{i}): ...\nclass R{i}(A{i}): ...\nclass A{i + 1}(L{i}, R{i}): ...\n" for i in range(6)
    )
    interface = read_interface((PythonFile("x.py", "x", classes),), ("x",))
    names = [each.name for each in interface.lineage(interface.find("x.A6"))]
    assert (names[:4], len(names), names[-1]) == (["A6", "L5", "R5", "A5"], 19, "A0")


def test_wildcards_that_lead_too_far_are_told_in_one_line() -> None:
    chain = tuple(PythonFile(f"m{i}.py", f"x.m{i}", f"from x.m{i + 1} import *\n") for i in range(1500))
    with pytest.raises(UsageError, match="the modules of x import from each other over too many steps to be read"):
        read_interface((*chain, PythonFile("m1500.py", "x.m1500", "y = 1\n")), ("x",))


def test_a_name_that_is_passed_on_too_often_is_not_judged() -> None:
    chain = {f"src/shop/m{i}.py": f"from shop.m{i + 1} import x\n" for i in range(1500)}
    assert judged({"a.md": "`shop.m0.x.gone`\n", **chain, "src/shop/m1500.py": "class x: ...\n"}) == []


def test_a_module_that_is_a_symlink_is_there_and_not_followed() -> None:
    links = {"src/shop/link.py": "-> orders.py", "src/shop/outside": "-> ../../../elsewhere"}
    text = "`shop.link.gone` `shop.outside.gone`\n\n```py\nfrom shop import link, outside\nimport shop.link\n```\n"
    assert judged({"a.md": text, **links}, typecheck="mypy") == []
    assert len(judged({"a.md": "`shop.gone`\n", **links})) == 1


def test_a_package_goes_before_a_module_of_its_name() -> None:
    files = {"src/shop/two.py": "module = 1\n", "src/shop/two/__init__.py": "package = 1\n"}
    [found] = judged({"a.md": "`shop.two.package` `shop.two.module`\n", **files})
    assert "`shop.two` has no `module`" in found


NEAREST = [
    ("`shop.chekc_order`", "did you mean shop.check_order?"),
    ("`shop.Order.totl`", "did you mean shop.Order.total?"),
    ("`shop.Level.Low`", "did you mean shop.Level.LOW?"),
    ("`shop.evnts.Event`", "did you mean shop.events?"),
    ("`shop.qqq`", None),
]


@pytest.mark.parametrize(("text", "hint"), NEAREST)
def test_the_nearest_name_is_suggested(text: str, hint: str | None) -> None:
    [found] = said(text)
    assert found.partition("; ")[2] == (hint or "")


PLACES = ["**`{}`**", "[`{}`](https://example.org)", "| a |\n| --- |\n| `{}` |", "# `{}`", "`` {} ``", "- x\n  > `{}`"]


@pytest.mark.parametrize("place", PLACES)
def test_wherever_a_code_span_stands(place: str) -> None:
    assert len(said(place.format("shop.gone") + "\n")) == 1


@pytest.mark.parametrize(
    "text", ["shop.gone", "```\nshop.gone\n```", "<!-- `shop.gone` -->", "`a shop.gone`", "`shop.`"]
)
def test_nothing_else_is_a_name(text: str) -> None:
    assert said(text + "\n") == []


def renamed(before: dict[str, str], now: dict[str, str | None], name: str) -> str:
    files = {**before, **now}
    corpus = {path: text for path, text in files.items() if text is not None}
    [found] = [each for each in judged({"a.md": f"`{name}`\n", **corpus}, {"before": before}) if "unknown-name" in each]
    return found.partition("; ")[2]


ORDERS, EVENTS, SHOP = (FILES[f"src/shop/{name}.py"] for name in ("orders", "events", "__init__"))
RENAMES = [
    ("src/shop/orders.py", ORDERS, ORDERS.replace("check_order", "verify"), "shop.orders.check_order", "verify"),
    ("src/shop/orders.py", ORDERS, ORDERS.replace("total", "sum_up"), "shop.Order.total", "sum_up"),
    ("src/shop/events.py", EVENTS, EVENTS.replace("HIGH =", "TOP ="), "shop.Level.HIGH", "TOP"),
    # Two went and two came: that a body is the same tells which is which.
    (
        "src/shop/x.py",
        "def a(): return 1\ndef b(): return 2\n",
        "def d(): return 2\ndef c(): return 1\n",
        "shop.x.a",
        "c",
    ),
]


@pytest.mark.parametrize(("path", "before", "now", "name", "new"), RENAMES)
def test_a_rename_in_the_change_under_way_is_told(path: str, before: str, now: str, name: str, new: str) -> None:
    holder = name.rpartition(".")[0]
    assert renamed({path: before}, {path: now}, name) == f"renamed to {holder}.{new}"


UNCLEAR = [
    ("def a(): return 1\ndef b(): return 2\n", "def c(): return 3\ndef d(): return 4\n", "shop.x.a"),
    ("def a(): return 1\n", "c = 1\n", "shop.x.a"),
    ("def b(): return 1\n", "def c(): return 1\n", "shop.x.a"),
    ("def a(:\n", "def c(): return 1\n", "shop.x.a"),
    ("", "class D:\n    b = 1\n", "shop.x.D.a"),
    ("from elsewhere import a\n", "def c(): return 1\n", "shop.x.a"),
]


@pytest.mark.parametrize(("before", "now", "name"), UNCLEAR)
def test_what_may_have_become_of_it_is_not_guessed(before: str, now: str, name: str) -> None:
    assert not renamed({"src/shop/x.py": before}, {"src/shop/x.py": now}, name).startswith("renamed")


def test_a_name_that_is_passed_on_is_followed_to_where_it_was_renamed() -> None:
    before = {"src/shop/orders.py": ORDERS, "src/shop/__init__.py": SHOP}
    now = {path: text.replace("check_order", "verify") for path, text in before.items()}
    assert renamed(before, dict(now), "shop.check_order") == "renamed to shop.verify"
    # It has to be passed on under the new name, too.
    now["src/shop/__init__.py"] = SHOP.replace(", check_order", "").replace(', "check_order"', "")
    assert not renamed(before, dict(now), "shop.check_order").startswith("renamed")


def test_renames_and_moves_are_told_from_git(repo: GitRepo) -> None:
    for path, text in FILES.items():
        repo.write(path, text)
    repo.write("doc-sync.toml", 'gates = ["code"]\n[code]\ntypecheck = "off"\npackages = { shop = "src/shop" }\n')
    repo.write("a.md", "`shop.check_order` `shop.events.Event`\n")
    repo.commit()
    assert findings(repo) == []
    repo.git("mv", "src/shop/events.py", "src/shop/happenings.py")
    for path in ("src/shop/__init__.py", "src/shop/orders.py"):
        repo.write(path, FILES[path].replace("check_order", "verify").replace("shop.events", "shop.happenings"))
    found = [
        "a.md:1:1: unknown-name: `shop.check_order` does not exist: `shop` has no `check_order`",
        "    renamed to shop.verify",
        "a.md:1:20: unknown-name: `shop.events.Event` does not exist: `shop` has no `events`",
        "    moved to shop.happenings",
    ]
    assert "\n".join(findings(repo)).split("\n") == found
    assert "\n".join(findings(repo, since="HEAD")).split("\n") == found
    repo.commit()
    assert findings(repo)[1].endswith("moved to shop.happenings")
    repo.git("mv", "src/shop/happenings.py", "src/shop/notes.txt")
    repo.commit()
    assert "moved" not in findings(repo)[-1]
    repo.git("mv", "src/shop/notes.txt", "src/shop/happenings.py")
    repo.commit()
    # Where a module is gone and nothing took its place, git has no answer.
    repo.remove("src/shop/happenings.py")
    repo.commit()
    assert not findings(repo)[-1].endswith("shop.happenings")
