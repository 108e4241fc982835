"""Texts that make slow programs of many that read Markdown: nested deeply, never closed, or long in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isqrt

COUNT = 100_000
PATH = "docs/hostile.md"

# Each grows in proportion to the number that it is given.
TEXTS: Mapping[str, Callable[[int], str]] = {
    "quotes in quotes": lambda n: "> " * n + "text\n",
    "lists in lists": lambda n: "- " * n + "text\n",
    "lists, each line deeper": lambda n: "".join(f"{'  ' * at}- text\n" for at in range(isqrt(n))),
    "brackets in brackets": lambda n: "[" * n + "text" + "](hostile.md)" * n + "\n",
    "brackets never closed": lambda n: "[" * n + "text\n",
    "pictures never closed": lambda n: "![" * n + "text\n",
    "destinations never closed": lambda n: "[a](" * n + "text\n",
    "a line of words": lambda n: "words " * (n * 4) + "\n",
    "links in one paragraph": lambda n: "[text](hostile.md) " * n + "\n",
    "links, a line each": lambda n: "[text](hostile.md)\n" * n,
    "autolinks and less-than signs": lambda n: "<" * n + "text\n",
    "comments never closed": lambda n: "text <!-- " * n + "\n",
    "backticks, each run longer": lambda n: "".join("`" * at + "a" for at in range(isqrt(2 * n))) + "\n",
    "emphasis never closed": lambda n: "*a **a " * n + "\n",
    "emphasis in emphasis": lambda n: "*" * n + "text" + "*" * n + "\n",
    "the same heading": lambda n: "# Text\n\n" * n,
    "definitions that nobody uses": lambda n: "".join(f"[a{at}]: hostile.md\n" for at in range(n)),
    "one definition used": lambda n: "[a] " * n + '\n\n[a]: hostile.md "title"\n',
    "a wide table": lambda n: "\n".join(f"|{cell * n}" for cell in (" a |", " - |", " b |")) + "\n",
    "a long table": lambda n: "| a |\n| - |\n" + "| b |\n" * n,
    "backslashes": lambda n: "\\" * n + "text\n",
    "entities never closed": lambda n: "&amp" * n + "\n",
}
