"""What is taken out of a text before it is searched, and where it is not plain enough for that."""

from __future__ import annotations

import pytest

from docsync.markdown.stripping import front_matter_end, strip

PLAIN: list[tuple[str, str]] = [
    ("text\n", "text"),
    ("", ""),
    ("a\n\n```\nx\n```\n\nb\n", "a b"),
    ("a\n```py x\nx\n\ny\n```  \nb\n", "a b"),
    ("```\n```\n", ""),
    ("```\n~~~\n```\na\n", "a"),
    ("```\n<!--\n```\n<!--\n```\n-->\na", "a"),
    ("a `<div>` b\n\n```\nx\n```\n", "a `<div>` b"),
    ("<!-- a -->\nb\n", "b"),
    ("<!--\na\n\nb\n--> \nc\n", "c"),
    ("<!-->\na\n\n<!--->\n", "a"),
    ("---\na: b\n---\nc\n", "c"),
    ("<div>\n\n```\nx\n```\na", "<div> a"),
    ("- a\n```\nx\n```\nb", "- a b"),
]
ODD = [
    "```\nx\n",
    "```\nx\n  ```\n\n[a](b.md)\n\n```\n",
    "````\nx\n````\n",
    "```\nx\n````\ny\n```\n",
    "```\nx\n``` y\nz\n```\n",
    "``` a`b\nx\n```\n",
    "~~~\nx\n~~~\n",
    "- ```\n  x\n  ```\n",
    " ```\nx\n ```\n",
    "a ```b``` c\n",
    "<div>\n```\nx\n```\n",
    "```\na\n```\n<b>\n```\nx\n```\n",
    "<div>\n<!-- a -->\n",
    "<!-- a\n",
    "<!-- a --!>\n\n[a](b.md)\n\n-->\n",
    "<!-- a --> b\n",
    "a <!-- b -->\n",
    " <!-- a -->\n",
    "<?a\n\n?>\n",
    "<!DOCTYPE a>\n",
    "<PRE>\n\n</PRE>\n",
    "<script>\n</script>\n",
]


@pytest.mark.parametrize(("text", "words"), PLAIN)
def test_plain(text: str, words: str) -> None:
    stripped = strip(text)
    assert stripped is not None
    assert " ".join(stripped.split()) == words
    assert stripped.startswith("\n\n")
    assert stripped.endswith("\n\n")


@pytest.mark.parametrize("text", ODD)
def test_not_plain(text: str) -> None:
    assert strip(text) is None


def test_a_blank_line_takes_the_place_of_what_is_taken_out() -> None:
    assert strip("a\n```\nx\n```\nb\n") == "\n\na\n\nb\n\n\n"


FRONT_MATTER: list[tuple[str, int]] = [
    ("---\na: b\n---\nc\n", 13),
    ("----\na\n---\n", 0),
    ("a\n---\n", 0),
    ("---\n...\n", 8),
]


@pytest.mark.parametrize(("text", "end"), FRONT_MATTER)
def test_front_matter(text: str, end: int) -> None:
    assert front_matter_end(text) == end
