"""What is kept on purpose, what is not, and how options change it."""

from __future__ import annotations

import pytest

from docsync.gates.wrap.options import Options
from docsync.gates.wrap.paragraph import paragraphs
from docsync.markdown.extract import read_document
from docsync.text import SourceText
from wraps import findings, fixed

KEPT = [
    ("hard-break", "roses  \nare red\n"),
    ("hard-break", "roses\\\nare red\n"),
    ("html-break", "roses<br>\nare red\n"),
    ("html-break", "roses<BR />\nare red\n"),
    ("alert", "> [!NOTE]\n> body\n"),
    ("alert", "> [!tip]- Title\n> body\n"),
    ("lead", "**Is it safe?**\nIt is.\n"),
    ("lead", "__Effect__:\nIt is.\n"),
    ("labels", "Author: A\nDate: today\n"),
    ("labels", "**Given** a case\n**When** it runs\n"),
    ("labels", "Signed-off-by: A\nReviewed-by: B\n"),
    ("links", "[a](b)\n[c](d)\n"),
    ("links", "![a](b)\n[![c](d)](e)\n"),
    ("list-like", "The value is\n2. That is fine.\n"),
    ("list-like", "a. first\nb. second\n"),
    ("directive", "text\n{: .lead }\n"),
    ("directive", "::: note\ntext\n"),
    ("directive", "Term\n: definition\n"),
    ("directive", "{% raw %}\ntext\n"),
    ("directive", "[TOC]\ntext\n"),
    ("directive", "(anchor)=\ntext\n"),
    ("directive", '!!! note "Title"\n    body\n'),
    ("math", "$$\nx\n$$\n"),
    ("math", "\\begin{align}\nx\n\\end{align}\n"),
    ("math", "the $a % b\nc$ here\n"),
]
PROSE = [
    ("made in\n2016. It was\n2017. It is\n", "made in 2016. It was 2017. It is\n"),
    ("See 100. A\n101. B\n", "See 100. A 101. B\n"),
    ("Note: a single label\nis prose\n", "Note: a single label is prose\n"),
    ("The words\nare these: one\n", "The words are these: one\n"),
    ("Threads: [a](b),\n[c](d).\n", "Threads: [a](b), [c](d).\n"),
    ("the map $x$\nand $y$\n", "the map $x$ and $y$\n"),
    ("**Bold** start\nof prose\n", "**Bold** start of prose\n"),
    ("a) only one\nline\n", "a) only one line\n"),
]


def reasons(text: str, options: Options | None = None) -> list[str]:
    return [each.subject for each in findings(text, options=options) if each.code == "kept-break"]


@pytest.mark.parametrize(("name", "text"), KEPT)
def test_kept(name: str, text: str) -> None:
    assert set(reasons(text)) == {name}
    assert fixed(text) == text


@pytest.mark.parametrize(("text", "expected"), PROSE)
def test_prose(text: str, expected: str) -> None:
    assert fixed(text) == expected


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, text in KEPT if name != "hard-break"])
def test_a_class_can_be_joined(name: str, text: str) -> None:
    codes = {each.code for each in findings(text, options=Options(join=(name,)))}  # type: ignore[arg-type]
    assert "kept-break" not in codes or name not in reasons(text, Options(join=(name,)))  # type: ignore[arg-type]
    assert codes & {"hard-wrap", "cannot-join"}


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        (Options(keep=("sentences",)), "One.\nTwo\nthree.\n", "One.\nTwo three.\n"),
        (Options(keep=("sentences",)), 'He said "no."\nTwo\n', 'He said "no."\nTwo\n'),
        (
            Options(keep=("short=10",)),
            "Short\nline of more than ten\nletters\n",
            "Short\nline of more than ten letters\n",
        ),
        (Options(only=("column-wraps",)), "roses are red,\nso\nbe it\n", "roses are red,\nso\nbe it\n"),
        (
            Options(only=("column-wraps",)),
            "filled up to\nthe column as\neditors do\n",
            "filled up to the column as editors do\n",
        ),
        (Options(cjk="space"), "中文\n中文\n", "中文 中文\n"),
        (Options(cjk="keep"), "中文\n中文\nand\nmore\n", "中文\n中文 and more\n"),
        (Options(comments=("case.md",)), "one\ntwo\n", "one\ntwo\n"),
    ],
)
def test_options(options: Options, text: str, expected: str) -> None:
    assert fixed(text, options=options) == expected


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("looks-like-list", "The value is\n2. That is fine.\n"),
        ("hyphen-at-break", "a well-\nknown case\n"),
        ("alert-with-text", "> [!NOTE] text\n> more\n"),
        ("cannot-join", "see [link](/url 'a\ntitle') now\n"),
        ("cannot-join", "很**重要。**\n此处\n"),
        ("hard-wrap", "one\ntwo\n"),
    ],
)
def test_codes(code: str, text: str) -> None:
    assert code in [each.code for each in findings(text)]


def test_one_finding_for_each_break_at_its_line_end() -> None:
    text = "# T\n\none\ntwo\nthree\n"
    found = [each for each in findings(text) if each.code == "hard-wrap"]
    assert [text[each.span.start - 3 : each.span.start] for each in found] == ["one", "two"]
    assert [each.message for each in found] == ["line break inside a paragraph (lines 3-5)"] * 2


def test_one_break_that_cannot_be_joined_costs_no_other() -> None:
    text = "one\ntwo [x](/u 'a\nb') three\nfour\n\n* star\n<span>\n\nfive\nsix\n"
    assert fixed(text) == "one two [x](/u 'a\nb') three four\n\n* star\n<span>\n\nfive six\n"


def test_joins_that_fail_cost_no_other_paragraph() -> None:
    bad = "- [docs](<my\n  file.md>)\n"
    text = "plain\ntext\n\n" + "".join(bad if number % 20 == 0 else "- an item\n  goes on\n" for number in range(200))
    result = fixed(text)
    assert result.count("- an item goes on\n") == 190
    assert result.startswith("plain text\n")
    assert [each.code for each in findings(result)] == ["cannot-join"] * 10


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("中文`码`\n中文\n", "中文`码` 中文\n"),
        ("中文![a](b)\n中文\n", "中文![a](b) 中文\n"),
        ("<b>中</b>\n文\n", "<b>中</b> 文\n"),
        ("[中文]\n中文\n", "[中文] 中文\n"),
        ("[中][u]\n文\n\n[u]: /x\n", "[中][u]文\n\n[u]: /x\n"),
        ("很**中**\n文\n", "很**中**文\n"),
        ("葛\U000e0100\n城\n", "葛\U000e0100城\n"),
        ("- [A long title of\n  a page](u)\n", "- [A long title of a page](u)\n"),
        ("\\\\[\nx\n\\\\]\n", "\\\\[\nx\n\\\\]\n"),
        ("{{#include a.md}}\n{{#include b.md}}\n", "{{#include a.md}}\n{{#include b.md}}\n"),
        ("• a\n• b\n", "• a\n• b\n"),
    ],
)
def test_found_in_the_wild(text: str, expected: str) -> None:
    assert fixed(text) == expected


def test_raw_pre_over_two_blocks() -> None:
    text = "<pre>\n\none\ntwo\n\n</pre>\n\nthree\nfour\n"
    assert fixed(text) == "<pre>\n\none\ntwo\n\n</pre>\n\nthree four\n"


VISIBLE = [
    ("a\n[![b](c.png)](d.md) e\nf", ["a", " e", "f"]),
    ("[a\n![b](c.png) d\n![e](f.png)](g.md) h\ni", ["", "", " h", "i"]),
    ("<b>a</b> <i>\nb</i>[c](d.md)<u>", ["a ", "b"]),
    ("a [b](c.md)\n[d](e.md)", ["a ", ""]),
]


@pytest.mark.parametrize(("text", "lines"), VISIBLE)
def test_what_is_visible_of_each_line(text: str, lines: list[str]) -> None:
    source = SourceText.from_str(text)
    (paragraph,) = paragraphs(source, read_document(source))
    assert [paragraph.visible(index) for index in range(len(lines))] == lines
