"""What a search is certain of in a stripped text; that it is never wrong is for the glances."""

from __future__ import annotations

import pytest

from docsync.markdown.anchors import FLAVOURS
from docsync.markdown.certain import certain_anchors, has_sound_references, may_have_breaks
from docsync.markdown.search import search
from docsync.markdown.stripping import strip


def stripped(text: str) -> str:
    found = strip(text)
    assert found is not None
    return found


ANCHORS: list[tuple[str, set[str]]] = [
    ("# Some words\n", {"some-words"}),
    ("text\n\n## Goals & Non-Goals\ntext\n", {"goals--non-goals"}),
    ("# What's (next): `a.b`, really?\n", {"whats-next-ab-really"}),
    ("# Ünïcode 日本\n", {"ünïcode-日本"}),
    ("# A\n\n# A\n\n# A-1\n", {"a", "a-1", "a-1-1"}),
    ("#   A  \n", {"a"}),
    ('<a id="x"></a>\n\n<a name="y"></a>text\n', {"x", "y"}),
    ("```\nx\n```\n# A\n", {"a"}),
    # not certain
    ("text\n# A\n", set()),
    ("# A\n# B\n", {"a"}),
    (" # A\n", set()),
    ("    # A\n", set()),
    ("- # A\n", set()),
    ("A\n=\n", set()),
    ("# A #\n", set()),
    ("# *A*\n", set()),
    ("# A_b_\n", set()),
    ("# [A](b.md)\n", set()),
    ("# A &amp; b\n", set()),
    ("# A :smile: b\n", set()),
    ("# A <b>\n", set()),
    ("# A `` b ``\n", set()),
    ("# ` a `\n", set()),
    ("# A\\b\n", set()),
    ("# A | b\n", set()),
    ("#\n", set()),
    ('text <a id="x"></a>\n', set()),
    ('  <a id="x"></a>\n', set()),
]


@pytest.mark.parametrize(("text", "anchors"), ANCHORS)
def test_anchors(text: str, anchors: set[str]) -> None:
    assert certain_anchors(stripped(text), FLAVOURS["github"]).keys == anchors


SOUND = [
    "text\n",
    "See [a][r].\n\n[r]: b.md\n",
    "[r] and [S].\n\n[r]: b.md\n[s]: c.md\n",
    '* see [a][r]\n\n[r]: b.md "title"\n',
    "1. see [r]\n2. more\n\n[r]: b.md\n",
    "`[a][b]` and `x` [r]\n\n[r]: b.md\n",
    "<https://x.org> there\n\nSee ![a](b.png) and [r]\n\n[r]: b.md\n",
    "[a](b.md) and `c` in ![d](e.png)\n",
]
UNSOUND = [
    "[r]: b.md\n",  # not used
    "See [r].\n\n[r]: b.md\n\n[R]: c.md\n",  # twice
    "See [a][s] and [r].\n\n[r]: b.md\n",  # not defined
    "See [r].\n\ntext\n[r]: b.md\n",  # no definition
    "See [r].\n\n- [r]: b.md\n",
    "See [r].\n\n[r]: b.md\ntext\n",
    "See [r].\n\n[r]: b.md 'title'\n",
    "See [r].\n\n[r]:\nb.md\n",
    "`[r]`\n\n[r]: b.md\n",  # no reference
    "    [r]\n\n[r]: b.md\n",
    "> [r]\n\n[r]: b.md\n",
    "- [r] task\n\n[r]: b.md\n",
    "a[r]\n\n[r]: b.md\n",
    "a | b\n-|-\nc | d | [r]\n\n[r]: b.md\n",
    "![a [r] b](c.png)\n\n[r]: b.md\n",
    "see <b> [r]\n\n[r]: b.md\n",
    "<div>\nsee [r]\n\n[r]: b.md\n",
    "see [r](\n\n[r]: b.md\n",
    "`a | [a][b] | c`\n",  # a cell ends within code
    "`a` ` [a][r]\n\n[r]: b.md\n",
    "<a title='>`'> [a][r] `\n\n[r]: b.md\n",
    "<a\ntitle='`'> [a][r] `\n\n[r]: b.md\n",
    "\\` [a][r] `\n\n[r]: b.md\n",
    "[a] (b.md)\n",
    "[a][b][c]\n",
    "[^1]: [r]\n\n[r]: b.md\n",
    "[ ]: b.md\n",
    "See [r].\n\n[r]: missing&#46;md\n",  # another destination
    "See [r].\n\n[r]: b\x01c\n",
    "See [a][`foo`] and [x].\n\n[x]: b.md\n",  # code in a label
    "See [`foo`].\n\n[x]: b.md\n",
    "[s]: [s]\n",  # used by a definition
    '[s].\n\n[s]: b.md "see [r]"\n[r]: c.md\n',
    "*      [r]\n\n[r]: b.md\n",  # indented code
    "*\t\t[r]\n\n[r]: b.md\n",
    "* [x] done\n\n[x]: b.md\n",
    "[x][a b]\n\n[a\u00a0b]: b.md\n",  # labels that are not the same to all parsers
    "[x][\u0131]\n\n[i]: b.md\n",
]


@pytest.mark.parametrize("text", SOUND)
def test_sound_references(text: str) -> None:
    assert has_sound_references(stripped(text), search(stripped(text)))


@pytest.mark.parametrize("text", UNSOUND)
def test_references_that_may_not_be_sound(text: str) -> None:
    assert not has_sound_references(stripped(text), search(stripped(text)))


UNBROKEN = [
    "text\n",
    "# A\ntext\n\n## B\n### C\n- a\n- b\n",
    "- a\n- b\n  - c\n  - d\n- e\n",
    "1. a\n2. b\n   - c\n10) d\n",
    "* a\n\n* b\n* c\n",
    "- [ ] a\n- [x] b\n",
    "- a\n   - b\n- c\n   - d\n   - e\n",
    "| a | b |\n| --- | :-: |\n| c | d |\n| `|` |\n",
    '[r]: b.md\n[s]: c.md "title"\n',
    "text\n```\nx\ny\n```\ntext\n",
]
BROKEN = [
    "text\ntext\n",
    "# A\ntext\ntext\n",
    "- a\n  b\n",
    "- a\nb\n",
    "- a\n     - b\n",
    "1. a\n      - b\n",
    "text\n- a\n",
    "text\n2. a\n",
    "100. a\n    - b\n",
    "- a\n- b\n  - c\n    - d\n- e\n",
    "10. a\n   - b\n    - c\n",
    "1. a\n  - b\n   - c\n    - d\n",
    "- - -\n   - b\n    - c\n",
    "- a\n* * *\n    - b\n     - c\n",
    "[ ]: a\n[ ]: b\n",
    "[r]: b\x01c\n[s]: d\x01\n",
    "| a |\n|---|\n|\n| b |\n",
    "A\n=\n",
    "> a\n> b\n",
    "| a | b |\n| --- |\n",
    "| a \\| b |\n| --- | --- |\n",
    "a | b\n- | -\n",
    "[r]: b.md\ntext\n",
    "<b>\ntext\n",
]


@pytest.mark.parametrize("text", UNBROKEN)
def test_no_breaks(text: str) -> None:
    assert not may_have_breaks(stripped(text))


@pytest.mark.parametrize("text", BROKEN)
def test_breaks_that_there_may_be(text: str) -> None:
    assert may_have_breaks(stripped(text))
