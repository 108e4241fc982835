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
