"""What links, anchors and citations are made of, in pieces that may or may not fit together."""

from __future__ import annotations

from hypothesis import strategies as st

INLINE = (
    *("[a](b.md)", "[a](b.md#c)", "[a](#h)", "[a]( b.md )", "[a](<b c.md>)", '[a](b.md "t")', "[a](b\\_c.md)", "[a]()"),
    *("[a](b(c).md)", "[a](b&amp;c.md)", "[a](b&#35;c.md)", "![a](b.png)", "[![a](b.png)](c.md)", "[a] (b.md)"),
    *("[a](b c.md)", "[a](b.md", "[a][r]", "[r][]", "[r]", "[R]", "[a][x]", "[^1]", "[^2]", "](", "][", "[", "]", "("),
    *("<https://github.com/o/n/blob/main/a.md>", "https://x.org/blob/a", "<a href='b.md'>", '<a id="h">', "</a>"),
    *("<A HREF=b.md NAME=h>", '<img src="b.png" srcset="c.png 1x, d.png 2x">', "<!--", "-->", "`", "``", "\\", "*"),
    *("ADR 12", "ADRs 1 and 2", "RFC-005", "[adr12]", "ADR\n12", "docs/adr/0012-x.md", "./docs/rfc/1", "RFC [1](b.md)"),
    *("<!-- doc-sync: ignore missing-file -->", "Formerly: ADR 3", "word ", " ", "\t", "é", "\u00a0", "&nbsp;"),
)
BLOCKS = (
    *(
        "\n",
        "\n\n",
        "\n",
        "\n> ",
        "\n- ",
        "\n  ",
        "\n    ",
        "\n1. ",
        "\n# ",
        "\n## H\n",
        "\n# h\n",
        "\n===\n",
        "\n---\n",
    ),
    *("\n[r]: b.md\n", "\n[r]: <b c.md> 't'\n", "\n[x\ny]: b.md\n", "\n[r]:\nb.md\n", "\n[R]: c.md", "\n> [r]: d.md\n"),
    *("\n[^1]: note [a](n.md)\n", "\n[^2]: note\n", "\n```\n", "\n~~~\n", "\n```py\n", "\n<div>\n"),
    "\n| a | b |\n|---|---|\n| [c](d.md) |",
)
PIECES = INLINE + BLOCKS
LINE_ENDS = st.sampled_from(("\n", "\r\n", "\r", "\n\r\n"))


def mixed(*more: str, most: int = 14) -> st.SearchStrategy[str]:
    """Up to ``most`` pieces, those in ``more`` among them, one after the other."""
    return st.lists(st.sampled_from((*PIECES, *more)), max_size=most).map("".join)


# Blocks that are plain, so that a search is certain of them.
PLAIN = (
    "# H",
    "## Some words",
    "# H\n## h-1",
    "## The `code` of it",
    "### H: a & b?",
    '<a id="y"></a>',
    "```\n[a](b.md)\n```",
    "```py\n# H\n\n[a][x]\n```",
    "<!-- a -->",
    "<!--\n# H\n\n[a](b.md)\n-->",
    "- item\n- [a](#h)",
    "- a\n  - b\n- c",
    "10. a\n   - b\n11. c",
    "See [a][r] and [s].",
    "A `b` and [a][s].",
    "- see [r] first",
    "1. see [a][r]",
    "[r]",
    "| a |\n| - |\n| [r] |",
    "> [a][s]",
    "[r]: b.md",
    '[r]: b.md "t"\n[s]: c.md',
    "[s]: #h",
    "[x]: b.md",
    "[s]: #some-words",
    "[a](#h-1)",
    "[a](#the-code-of-it)",
    "[a](#y)",
)
# What may make a search wrong about plain blocks before and behind it.
ODD = (
    "```",
    "~~~",
    "  ```",
    "````",
    "```\n  ```",
    "``` a`b",
    "- ```",
    "> ```",
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<!-- a --> b",
    "<!-- a --!>\n\n[a](b.md)\n\n-->",
    "<div>",
    "</div>",
    "<pre>",
    "<div>\n```",
    "<span>\n[a][r]",
    "<a title='>'>",
    "<a name='z'></a>",
    "`",
    "`a | b`",
    "`<b`",
    "\\`",
    "a | b\n-|-\nx | y | [r]",
    "| a |\n|---|\n|\n| b |",
    "![a [r] b](c.png)",
    "![a\n[r] b](c.png)",
    "[a `](b.md)` c",
    "[a](b`c) `[a][x]`",
    "[a] (b)",
    "[a][x]",
    "`[a][x]`",
    "[a][`x`]",
    "[`x`]",
    "* [x] done",
    "*      [r]",
    "[r]: b&#46;md",
    '[r]: b.md "see [s]"',
    "[s]: [s]",
    "[ ]: a\n[ ]: b",
    "[^1]: a [r]",
    "a [^1]",
    "[r]:",
    "[x y]:\nb.md",
    "- - -\n   - b\n    - c",
    "10. a\n   - b\n    - c",
    "- a\n      - b",
    "    [a][r]",
    "\t# H",
    " # H",
    "---",
    "===",
    " ",
    "\t",
    "- ",
    "1. ",
    "> ",
    "\\",
    "&amp;",
    ":smile:",
    "*a",
    "a*",
    "_",
    "[",
    "]",
    "(",
    "![",
    "<b",
    ">",
    '"',
)


def plain(most: int = 12) -> st.SearchStrategy[str]:
    """A document of plain blocks, most of them with blank lines between, and some odd pieces: one of three."""
    piece = st.one_of(st.sampled_from(PLAIN), st.sampled_from(PLAIN), st.sampled_from(ODD))
    glue = st.sampled_from(("\n\n", "\n\n", "\n\n", "\n", " ", "", "\n \n"))
    return st.lists(st.tuples(piece, glue), max_size=most).map(lambda pairs: "".join(map("".join, pairs)))
