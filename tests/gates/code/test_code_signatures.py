"""Signatures in code spans: which spans are one, and how they may differ from the code."""

from __future__ import annotations

import pytest

from docsync.python.signatures import read_signature
from shop import judged, said

FITS = """
check_order() check_order(...) check_order(…) check_order(order) check_order(order,strict)
check_order(order,*,strict) check_order(order,strict=False) check_order(strict=True,order=x)
check_order(order=1) check_order(order,) shop.check_order(order)
check_order(order:Order,strict:bool=True)->bool check_order(order,...) check_order(...,strict)
check_order(strict,...) check_order(7) check_order(orders[0]) check_order(orders.first) check_order("x")
check_order({"a":1},x) check_order(f(x)) check_order(Order) check_order(str) check_order(None)
check_order(a+b) check_order(lambda:0) check_order(*) Order(number) Order(number,amount) Order.total(tax)
Order.total(self,tax) Order.total(tax,rounded=True) shop.orders.Order.total(tax,*,rounded=False)
shop:check_order(order) unknown(a) Order.unknown(a) Order.amount(x) Order.number.real(x) Level(x)
shop.events.Parcel(x) elsewhere.check_order(x) check_order(order).amount(x) check_order(1x)
""".split()
DRIFTS = [
    ("check_order(basket)", "`check_order` has no parameter `basket`"),
    ("check_order(order, loose)", "`check_order` has no parameter `loose`"),
    ("check_order(a, b)", "`check_order` has no parameter `a` and `b`"),
    ("check_order(order, loose=True)", "`check_order` has no parameter `loose`"),
    ("check_order(strict)", "`check_order` also needs `order`"),
    ("check_order(strict, order)", "`check_order` has its parameters in another order"),
    ("check_order(strict=True, basket)", "`check_order` has no parameter `basket`"),
    ("check_order(basket, ...)", "`check_order` has no parameter `basket`"),
    ("check_order(*orders)", "`check_order` has no parameter `*orders`"),
    ("shop.orders.check_order(basket)", "`shop.orders.check_order` has no parameter `basket`"),
    ("Order(name)", "`Order` has no parameter `name`"),
    ("Order(amount)", "`Order` also needs `number`"),
    ("Order.total(rate)", "`Order.total` has no parameter `rate`"),
]


@pytest.mark.parametrize("span", FITS)
def test_fits_or_is_no_signature(span: str) -> None:
    assert said(f"`{span}`\n") == []


@pytest.mark.parametrize(("span", "message"), DRIFTS)
def test_drifts(span: str, message: str) -> None:
    [found] = said(f"See `{span}`.\n")
    assert found.startswith(f"1:5 signature-drift: {message}; the code has ")


def test_what_only_looks_like_a_signature() -> None:
    assert read_signature("f(a): pass\ndef g(b)") is None
    assert read_signature("f(a) and g(b)") is None


def test_what_the_code_has_is_told() -> None:
    [found] = said("`check_order(basket)`\n")
    assert found.endswith("the code has check_order(order, strict)")


def test_a_parameter_that_was_added() -> None:
    before = "def pack(order): ...\n"
    assert judged({"a.md": "`shop.x.pack(order)`\n", "src/shop/x.py": before}) == []
    [found] = judged({"a.md": "`shop.x.pack(order)`\n", "src/shop/x.py": before.replace("order", "order, box")})
    assert found.endswith("`shop.x.pack` also needs `box`; the code has pack(order, box)")


CODE = """
import contextlib
import functools
from typing import Generic, NamedTuple, TypeVar, overload
from elsewhere import Base, wrapped
from shop.orders import Order

T = TypeVar("T")

def many(first, *rest, **options): ...
def only(first, /, *, named): ...
@functools.cache
def kept(first): ...
@contextlib.contextmanager
def managed(first): yield
@wrapped
def other(first): ...
@overload
def loaded(a: int) -> int: ...
@overload
def loaded(a: str, b: str) -> str: ...
def loaded(a, b=None): ...

class Methods:
    @staticmethod
    def static(first): ...
    @classmethod
    def made(cls, first): ...
    @property
    def read(self): ...
class Heir(Order): ...
class Bare(Generic[T]): ...
class New:
    def __new__(cls, first): ...
class Far(Base): ...
class Point(NamedTuple):
    x: int
@wrapped
class Decorated:
    def __init__(self, first): ...
class Aliased:
    from elsewhere import __init__
if T:
    def branched(first): ...
else:
    def branched(second): ...
try:
    class Tried:
        def __init__(self, first): ...
except ImportError:
    class Tried:
        def __init__(self, second): ...
class Top:
    def __init__(self, first): ...
class Left(Top): ...
class Right(Top):
    def __init__(self, second): ...
class Diamond(Left, Right): ...
"""
KINDS = [
    ("many(first, second, third=3)", True),
    ("many(second, *rest)", False),
    ("many(*args, **kwargs)", False),
    ("many(first, *args, **kwargs)", True),
    ("only(first, named)", True),
    ("only(first)", False),
    ("only(named)", False),
    ("kept(second)", False),
    ("managed(second)", False),
    ("other(second)", True),
    ("loaded(x)", True),
    ("Methods.static(second)", False),
    ("Methods.static(first)", True),
    ("Methods.made(second)", False),
    ("Methods.made(first)", True),
    ("Methods.read(x)", True),
    ("Methods(x)", False),
    ("Heir(number)", True),
    ("Heir(name)", False),
    ("Bare(x)", False),
    ("New(x)", True),
    ("Far(x)", True),
    ("Point(y)", True),
    ("Decorated(x)", True),
    ("Aliased(x)", True),
    ("T(x)", True),
    ("branched(first)", True),
    ("branched(second)", True),
    ("Tried(first)", True),
    ("Diamond(second)", True),
    ("Diamond(first)", False),
]


@pytest.mark.parametrize(("span", "is_quiet"), KINDS)
def test_kinds_of_callables(span: str, is_quiet: bool) -> None:
    found = judged({"a.md": f"`shop.code.{span}`\n", "src/shop/code.py": CODE})
    assert (found == []) is is_quiet, found


def test_a_bare_name_has_to_be_public_in_one_place() -> None:
    listed = '__all__ = ["pack"]\ndef pack(order): ...\ndef hidden(order): ...\n'
    assert len(judged({"a.md": "`pack(x)`\n", "src/shop/x.py": listed})) == 1
    assert judged({"a.md": "`hidden(x)`\n", "src/shop/x.py": listed}) == []
    two = {"src/shop/x.py": listed, "src/shop/y.py": listed.replace("order", "basket")}
    assert judged({"a.md": "`pack(x)`\n", **two}) == []
    assert judged({"a.md": "`pack(x)`\n", "src/shop/_x.py": listed}) == []
