"""A small package that documents describe, and what the code gate says about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docsync.gates.pycode import GATE
from memory import corpus_of, findings

FOLDER = "src/shop"
FILES = {
    "src/shop/__init__.py": '''"""A shop."""

from shop.events import Event, Level
from shop.orders import Order, check_order

__all__ = ["Event", "Level", "Order", "check_order"]
''',
    "src/shop/events.py": '''from enum import Enum
from typing import Literal, TypedDict

Event = Literal["paid", "sent", "lost"]


class Level(Enum):
    """How bad it is."""

    LOW = "low"
    HIGH = "high"


class Parcel(TypedDict, total=False):
    weight: int
    to: str
''',
    "src/shop/orders.py": '''from dataclasses import dataclass


@dataclass(frozen=True)
class Order:
    """What somebody wants."""

    number: int
    amount: float = 0.0

    def total(self, tax: float, *, rounded: bool = False) -> float:
        """The amount with ``tax``."""
        return self.amount * (1 + tax)


def check_order(order: Order, strict: bool = False) -> bool:
    """Whether ``order`` can be sent.

    More than a line.
    """
    return order.number > 0
''',
}
PACKAGES = {"shop": FOLDER}


def judged(
    files: Mapping[str, str | bytes | None], source: Mapping[str, Any] | None = None, **options: Any
) -> list[str]:
    """What the gate says about ``files`` beside the shop, as ``path:line:column code: message; suggestion``."""
    corpus = corpus_of({**FILES, **files}, **(source or {}))
    found = []
    for each in findings(GATE, corpus, **{"packages": PACKAGES, "typecheck": "off", **options}):
        document = corpus.document(each.path) if each.path.endswith(".md") else None
        line, column = document.lines.position(each.span.start) if document else (1, 1)
        hint = f"; {each.suggestion}" if each.suggestion else ""
        found.append(f"{each.path}:{line}:{column} {each.code}: {each.message}{hint}")
    return found


def said(text: str, source: Mapping[str, Any] | None = None, **options: Any) -> list[str]:
    """What the gate says about one document, without its path."""
    return [each.removeprefix("a.md:") for each in judged({"a.md": text}, source, **options)]
