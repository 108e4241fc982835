"""Markdown made of line kinds: what composes a document in generated tests."""

from __future__ import annotations

import itertools

from hypothesis import strategies as st

INLINES = (
    "word",
    "two words",
    "[a](b.md)",
    "[a](b.md 'title')",
    '[a]( <b c.md> "ti\\"tle" )',
    "[a](b\\_c.md)",
    "[a](b&amp;c.md#d)",
    "[a](b%20c.md?x#y)",
    "[a](b(c)d.md)",
    "[a]()",
    "[a](<>)",
    "[*a* `]` b](c.md)",
    "[a [b](c.md)](d.md)",
    "[![a](b.png)](c.md)",
    "![a](b.png)",
    "![a [b](c.md) d](e.png)",
    "![[r]](x.png)",
    "[a][r]",
    "[r][]",
    "[r]",
    "![r]",
    "![a][r]",
    "[a][missing]",
    "[R  S]",
    "[^1]",
    "[^none]",
    "<https://example.org/a>",
    "<me@example.org>",
    '<a href="b.md">c</a>',
    "<a href='b&amp;c.md'>",
    "<A HREF=b.md ID=x>",
    '<img src="b.png" srcset="c.png 1x, d.png 2x">',
    "<br>",
    "<!-- [a](hidden.md) -->",
    "`[a](code.md)`",
    "``a ` b``",
    "*a*",
    "**b**",
    "~~c~~",
    "\\[a](b.md)",
    "\\`",
    "`",
    "*",
    "_",
    "[",
    "]",
    "](",
    "![",
    "(x.md)",
    "<",
    ">",
    "&copy;",
    "&#35;",
    "é世",
    "|",
    "\\|",
    ":tada:",
    "[ ]",
    "[x]",
)

LINES = (
    "",
    " ",
    "# H",
    "## [h](h.md) ##",
    "### a #b \\###",
    "#",
    "#### [x] task",
    "====",
    "----",
    "---",
    "***",
    "> q",
    "> > [q](q.md)",
    ">[q](q.md)",
    ">",
    "- i",
    "- [i](i.md)",
    "-",
    "-\t[i](t.md)",
    "- [ ] task [i](i.md)",
    "1. o",
    "1) [o](o.md)",
    "  - nested",
    "  [in](in.md)",
    "    [four](four.md)",
    "\t[tab](tab.md)",
    "   [three](three.md)",
    "> - # [deep](deep.md)",
    "- > [deep](deep.md)",
    "```",
    "```md",
    "~~~",
    "    code [c](c.md)",
    "| a | b |",
    "| - | - |",
    "|---|:-:|",
    "| [a](t.md) | `\\|` [b](u\\|v.md) |",
    "[a](t.md) | ![b](u.png)",
    "| [c](d.md) |",
    "[r]: r.md",
    "[r]: <r s.md> 'title'",
    "[r]:",
    "  r2.md",
    '"title over',
    'two lines"',
    "[R s]: /rs.md (title)",
    "> [r]: quoted.md",
    "[a](",
    "  wrapped.md",
    "  'wrapped",
    "  title')",
    "[wrapped",
    "text](text.md)",
    "<div>",
    "</div>",
    "<a href='block.md'>",
    "<h2>raw [x](raw.md)",
    "</h2>",
    "<p align=center><img src='p.png'></p>",
    "<!--",
    "-->",
    "<pre>",
    "</pre>",
    "[^1]: note [n](n.md)",
    "[^2]:",
    "    continued [n](m.md)",
    "trailing [t](u.md)  ",
    "trailing \\",
    "text",
    "*open",
    "close*",
    "\u00a0[nbsp](nbsp.md)",
)

PREFIXES = ("", "", "", "> ", ">", "- ", "  ", "    ", "1. ", "\t", "> > ")


def inline_lines() -> st.SearchStrategy[str]:
    """A line of one to six pieces of inline Markdown."""
    return st.lists(st.sampled_from(INLINES), min_size=1, max_size=6).flatmap(
        lambda pieces: st.sampled_from(("", " ")).map(lambda between: between.join(pieces))
    )


def lines() -> st.SearchStrategy[str]:
    """A line kind or inline Markdown, perhaps behind the mark of a container."""
    return st.builds(str.__add__, st.sampled_from(PREFIXES), st.sampled_from(LINES) | inline_lines())


def documents(line: st.SearchStrategy[str] | None = None) -> st.SearchStrategy[str]:
    """One to ten lines that end in LF."""
    return st.lists(line or lines(), min_size=1, max_size=10).map(lambda parts: "\n".join([*parts, ""]))


def with_line_ends(text: str, ends: str) -> str:
    """``text`` with other line ends; several of them take turns."""
    turns = itertools.cycle(ends.replace("\r\n", "N"))
    return "".join(next(turns).replace("N", "\r\n") if character == "\n" else character for character in text)
