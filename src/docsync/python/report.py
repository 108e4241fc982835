"""The API report of a package: one line for each public name, the same under every version of Python."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from docsync.python.interface import Interface

MAX_VALUE = 200  # characters of a value that are shown
_ROLE = re.compile(r":[a-z:]+:`~?([^`]*)`")
_CODE = re.compile(r"(`[^`]*`)")
_OLD = unicodedata.ucd_3_2_0  # the one database that every Python has
_MARKS = re.compile(r"([\\*_\[\]<>|&!~])")


def report_of(interface: Interface, package: str) -> str:
    """The report on ``package`` as Markdown, with a line end at its end."""
    lines = [f"# API of `{package}`", "", NOTE]
    by_module: dict[str, list[str]] = {}
    for module, name, thing in interface.public(package):
        by_module.setdefault(module, []).extend(_entries(name, thing))
    for module, entries in sorted(by_module.items()):
        lines += ["", f"## `{module}`", "", *entries]
    return "\n".join(lines) + "\n"


NOTE = "Written from the code by `doc-sync code --fix`: every public name with its signature and what it is for."


def _entries(name: str, thing: Any) -> Iterator[str]:
    """The line of ``name``, and of each public member when it is a class."""
    if thing is None:
        yield _line(name, None)
        return
    yield _line(_head(name, thing), thing)
    if thing.is_class:
        for inner, member in sorted(thing.members.items()):
            if not inner.startswith("_") and not member.is_alias:
                yield _line(_head(f"{name}.{inner}", member), member)


def _line(head: str, thing: Any) -> str:
    docstring = thing.docstring.value.strip() if thing is not None and thing.docstring else ""
    first = " ".join(docstring.partition("\n")[0].split())
    return f"- {_code(head)}: {_text(first)}" if first else f"- {_code(head)}"


def _head(name: str, thing: Any) -> str:
    if thing.is_class:
        bases = ", ".join(str(base) for base in thing.bases)
        init = thing.members.get("__init__")
        has_init = init is not None and init.is_function and not init.is_alias
        made = str(init.signature(return_type=False, name=name)) if has_init else name
        return f"class {made} extends {bases}" if bases else f"class {made}"
    if thing.is_function:
        words = [word for word in ("async", "staticmethod", "classmethod") if word in thing.labels]
        return " ".join([*words, str(thing.signature(name=name))])
    annotation, value = getattr(thing, "annotation", None), getattr(thing, "value", None)
    if annotation is not None:
        return f"{name}: {_flat(annotation)}"
    # What a method assigns is no part of the interface, only that it does.
    is_shown = value is not None and ("class-attribute" in thing.labels or "instance-attribute" not in thing.labels)
    return f"{name} = {_flat(value)}" if is_shown else name


def _flat(expression: Any) -> str:
    text = " ".join(str(expression).split())
    return text if len(text) <= MAX_VALUE else f"{text[:MAX_VALUE]}…"


def _code(text: str) -> str:
    """``text`` as a code span, whatever backticks it holds."""
    text = _stable(" ".join(text.split()))
    longest = max(map(len, re.findall("`+", text)), default=0)
    mark = "`" * (longest + 1)
    pad = " " if longest and (text.startswith("`") or text.endswith("`")) else ""
    return f"{mark}{pad}{text}{pad}{mark}"


def _text(text: str) -> str:
    """A line of a docstring as Markdown: code stays code, everything else is escaped."""
    text = _ROLE.sub(r"`\1`", text).replace("``", "`")
    return "".join(part if _CODE.fullmatch(part) else _MARKS.sub(r"\\\1", part) for part in _CODE.split(text))


def _stable(text: str) -> str:
    """``text`` with each character escaped that some Python does not take for printable, as its Unicode is older."""
    return "".join(each if each.isascii() or _OLD.category(each) != "Cn" else _escaped(each) for each in text)


def _escaped(character: str) -> str:
    return f"\\U{ord(character):08x}" if ord(character) > 0xFFFF else f"\\u{ord(character):04x}"  # noqa: PLR2004 - 16 bits
