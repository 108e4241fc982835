"""Line breaks that are kept on purpose: a table of classes, each a name and the breaks it keeps in a paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from docsync.gates.wrap.paragraph import Paragraph

Keeps = Callable[[Paragraph], Iterator[int]]

_HTML_BREAK = re.compile(r"<br\s*/?>[ \t]*$", re.IGNORECASE)
_ALERT = re.compile(r"\[![^\]]+\][+-]?(?:\s|$)")
_LEAD = re.compile(r"(?:\*\*(?!\s)[^*]+\*\*|__(?!\s)[^_]+__)[:.]?[ \t]*$")
_BOLD_LABEL = re.compile(r"(?:\*\*[^*]+\*\*|__[^_]+__):?[ \t]+\S")
# One word, or up to four that start with a capital: "the type is: …" is prose.
_LABEL = re.compile(r"(?:[A-Z][-\w.()/&'’]*(?: [-\w.()/&'’]+){0,3}|[-\w.]+):[ \t]+\S")
_NUMBERED = re.compile(r"\d{1,2}[.)][ \t]+\S")
_LETTERED = re.compile(r"(?:[a-z][.)]|\(\d{1,2}\)|[•‣◦▪])[ \t]+\S")
_SEPARATORS = re.compile(r"[\s|·•]*")
_DIRECTIVE = re.compile(
    r""":::.* | :[\w-]+:.* | \{%.*%\} | \{\{[<%].*[>%]\}\} | \{\{\#.*\}\} | \{:.*\} | \{[ \t]*[.\#][^}]*\} | -+8<-.*
      | \[TOC\] | \[\[_?TOC_?\]\] | \([\w:.-]+\)= | %(?:[ \t].*)? | \+\+\+ | >>> | \*\[[^\]]+\]:.* | \|(?:[ \t].*)?
      | (?:!!!|\?\?\?\+?|===\+?!?)[ \t].*""",
    re.VERBOSE,
)
_DEFINITION = re.compile(r":[ \t]+\S")  # of a definition list; what follows is its text
_MODULE_LINE = re.compile(r"(?:import|export)\b")
# MathJax's \[ is written \\[ in Markdown.
_MATH_FENCE = re.compile(r"(?<!\\)(?:(?P<open>\$\$|\\\\?\[|\\begin\{[^}]*\})|(?P<close>\\\\?\]|\\end\{[^}]*\}))")
_INLINE_MATH = re.compile(r"(?<![\\$])\$(?!\s)[^$]*?(?<!\s)\$(?!\d)", re.DOTALL)


def _hard_breaks(paragraph: Paragraph) -> Iterator[int]:
    return (index for index in range(len(paragraph.breaks)) if paragraph.is_hard(index))


def _html_breaks(paragraph: Paragraph) -> Iterator[int]:
    return (index for index, line in enumerate(paragraph.lines[:-1]) if _HTML_BREAK.search(line))


def _alert(paragraph: Paragraph) -> Iterator[int]:
    if is_alert(paragraph):
        yield 0


def is_alert(paragraph: Paragraph) -> bool:
    """Whether the paragraph starts a block quote with an alert or callout mark such as ``[!NOTE]``."""
    return paragraph.prefix.rstrip(" \t").endswith(">") and bool(_ALERT.match(paragraph.lines[0]))


def _lead(paragraph: Paragraph) -> Iterator[int]:
    if _LEAD.match(paragraph.lines[0]):
        yield 0


def _labels(paragraph: Paragraph) -> Iterator[int]:
    rows = [index for index, line in enumerate(paragraph.lines) if _LABEL.match(line) or _BOLD_LABEL.match(line)]
    if len(rows) > 1 and rows[0] == 0:
        yield from (row - 1 for row in rows[1:])


def _links(paragraph: Paragraph) -> Iterator[int]:
    if paragraph.inert and all(
        _SEPARATORS.fullmatch(paragraph.visible(index)) for index in range(len(paragraph.lines))
    ):
        yield from (index for index in range(len(paragraph.breaks)) if not paragraph.is_in_element(index))


def _list_like(paragraph: Paragraph) -> Iterator[int]:
    for index, line in enumerate(paragraph.lines[1:]):
        if _NUMBERED.match(line):
            yield index
    rows = [index for index, line in enumerate(paragraph.lines) if _LETTERED.match(line)]
    if len(rows) > 1:
        yield from (index - 1 for index in rows if index)


def _directives(paragraph: Paragraph) -> Iterator[int]:
    if _is_fenced_by_quotes(paragraph):
        yield from range(len(paragraph.breaks))
        return
    for index, line in enumerate(paragraph.lines):
        is_module = paragraph.is_mdx and _MODULE_LINE.match(line)
        if index and _DEFINITION.match(line):
            yield index - 1
        if _DIRECTIVE.fullmatch(line.rstrip(" \t")) or is_module:
            yield from (each for each in (index - 1, index) if 0 <= each < len(paragraph.breaks))


def _is_fenced_by_quotes(paragraph: Paragraph) -> bool:
    """Between ``>>>`` lines, which GitLab takes as a quote over several lines."""
    return ">>>" in (paragraph.line(paragraph.first_line - 1), paragraph.line(paragraph.last_line + 1))


def _math(paragraph: Paragraph) -> Iterator[int]:
    is_open = False
    for index, line in enumerate(paragraph.lines):
        text = line.strip(" \t")
        marks = list(_MATH_FENCE.finditer(text))
        is_fence = bool(marks) and (marks[0].start() == 0 or marks[-1].end() == len(text))
        if is_open or is_fence:
            yield from (each for each in (index - 1, index) if 0 <= each < len(paragraph.breaks))
        if is_fence:
            is_open = _is_open_after(text, is_open)
    yield from _inline_math_with_comments(paragraph)


def _is_open_after(text: str, is_open: bool) -> bool:
    for mark in _MATH_FENCE.finditer(text):
        is_open = not is_open if mark[0] == "$$" else mark["open"] is not None
    return is_open


def _inline_math_with_comments(paragraph: Paragraph) -> Iterator[int]:
    """A ``%`` in ``$…$`` hides the rest of its line, so the break after it counts."""
    start = paragraph.spans[0].start
    text = paragraph.source.text[start : paragraph.spans[-1].end]
    for formula in _INLINE_MATH.finditer(text):
        if "%" in formula[0]:
            inside = range(start + formula.start(), start + formula.end())
            yield from (index for index, each in enumerate(paragraph.breaks) if each.span.start in inside)


@dataclass(frozen=True)
class KeptClass:
    """A class of breaks that are kept: its name, what it is, and how to find its breaks."""

    name: str
    meaning: str
    keeps: Keeps


_ALL = (
    KeptClass("hard-break", "a hard line break: two blanks or a backslash at the line end", _hard_breaks),
    KeptClass("html-break", "`<br>` at the line end", _html_breaks),
    KeptClass("alert", "the first line of an alert or callout", _alert),
    KeptClass("lead", "a first line that is bold as a whole", _lead),
    KeptClass("labels", "rows of `Key: value`", _labels),
    KeptClass("links", "rows of links or images only", _links),
    KeptClass("list-like", "looks like a list, is text", _list_like),
    KeptClass("directive", "a line that some renderer takes as a directive", _directives),
    KeptClass("math", "display math, or a formula with a comment", _math),
)
CLASSES: Mapping[str, KeptClass] = {each.name: each for each in _ALL}


def kept(paragraph: Paragraph, joined: frozenset[str] = frozenset()) -> dict[int, str]:
    """Break to the name of the first class that keeps it; the classes in ``joined`` keep nothing."""
    found: dict[int, str] = {}
    for each in _ALL:
        if each.name not in joined:
            for index in each.keeps(paragraph):
                found.setdefault(index, each.name)
    return found
