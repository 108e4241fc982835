"""Pieces of the page by name, filled with text that is escaped unless it is markup already."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from string import Template

from docsync.reporters.escape import visible

_START = re.compile(r"^<!-- fragment: (?P<name>[a-z-]+) -->\n", re.MULTILINE)
_CODE = re.compile(r"`([^`]+)`")


class Html(str):
    """Markup: goes into a fragment as it is."""

    __slots__ = ()


NOTHING = Html("")


def resource(name: str) -> str:
    """The text of a file of this package."""
    return files("docsync.migrate.show").joinpath(name).read_text(encoding="utf-8")


@cache
def _fragments() -> Mapping[str, Template]:
    """Each piece of ``page.html`` that starts with ``<!-- fragment: name -->``."""
    _, *parts = _START.split(resource("page.html"))
    return {name: Template(text.rstrip("\n")) for name, text in zip(parts[::2], parts[1::2], strict=True)}


def fill(name: str, /, **values: object) -> Html:
    """The fragment ``name`` with ``values`` for its ``$places``; all of them are needed."""
    return Html(_fragments()[name].substitute({key: escaped(value) for key, value in values.items()}))


def escaped(value: object) -> Html:
    """``value`` as markup: one line, without control characters, fit for an element or a quoted attribute."""
    return value if isinstance(value, Html) else Html(html.escape(visible(str(value))))


def prose(text: str) -> Html:
    """A sentence as markup, what stands between backticks as code."""
    pieces = _CODE.split(text)
    return joined(
        (fill("code", text=piece) if number % 2 else escaped(piece) for number, piece in enumerate(pieces)), ""
    )


def joined(parts: Iterable[Html], between: str = "\n") -> Html:
    """Markup one after the other."""
    return Html(between.join(parts))
