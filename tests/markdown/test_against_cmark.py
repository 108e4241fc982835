"""Links and headings are those that cmark-gfm, the parser of GitHub, finds."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import cmarkgfm
import pytest
from cmarkgfm.cmark import Options
from generated import documents
from hypothesis import assume, given, settings

from docsync.markdown.extract import read_document
from docsync.text import SourceText

EXTENSIONS = ["table", "strikethrough", "tasklist"]
OPTIONS = Options.CMARK_OPT_FOOTNOTES | Options.CMARK_OPT_UNSAFE
COMMENT = re.compile(r"<!--(?:-?>|.*?(?:--!?>|\Z))", re.DOTALL)
# Against CommonMark 0.31 section 6.3, cmark-gfm may put a link into a link when brackets lie between.
NESTED_LINKS = re.compile(r"""<a href="[^"]*"[^>]*>(?:(?!</a>).)*<a href=\"""", re.DOTALL)
# cmark-gfm renders a footnote only if something refers to it.
USED_FOOTNOTES = "[^1] [^2]\n\n"

# Where the two differ: what a document with the difference looks like.
DIVERGENCES = {
    # CommonMark 0.31 wants balanced parentheses; cmark-gfm lets a blank end the destination before they are.
    "unbalanced parenthesis before a blank": r"\]\(\s*[^)<\s]*\(|\]:\s*[^<\s]*\(",
    # cmark-gfm remembers backtick runs across brackets wrongly and then misses a code span.
    "backtick runs of two lengths": r"``",
    # cmark-gfm deactivates the outer bracket, markdown-it keeps a link around an image whose text holds a link.
    "link in an image text in a link": r"(?s)!\[[^\]]*\[.*\]\(",
    # Of two footnotes with one label, either may be the one that is rendered.
    "footnote defined twice": r"(?s)\[\^1\]:.*\[\^1\]:|\[\^2\]:.*\[\^2\]:",
    # Lazy lines between definitions: cmark-gfm keeps their indentation, which ends its search for definitions.
    "lazy line between definitions": r"(?m)^[ \t]*(?:>|- |1\. ).*\]:.*\n[^\n]*\]:",
    # Browsers end the outer heading there, we take its whole text.
    "tag of a heading inside a Markdown heading": r"(?m)^.*(?: {4}|\t)</?h2",
    # A heading that is never closed runs on into the footnotes, which are rendered last.
    "raw heading without an end tag": r"(?s)<h2>(?!.*</h2>)",
    # HTML that is cut off means what the browser makes of it, not the parser.
    "unclosed tag at the end": r"<\w[^>]*\Z",
}


class Rendered(HTMLParser):
    """Destinations and heading texts of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.destinations: Counter[str] = Counter()
        self.headings: list[str] = []
        self._heading: str | None = None
        # Python's parser stumbles over `<![`, and before 3.13.6 it read on in an unclosed comment.
        self.feed(COMMENT.sub("", html).replace("<!", "&lt;!"))
        self.close()
        self._close_heading()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value for name, value in reversed(attrs) if value is not None}
        if tag == "a" and not {"data-footnote-ref", "data-footnote-backref"} & {name for name, _ in attrs}:
            self._add(attributes.get("href"))
        if tag == "img":
            self._add(attributes.get("src"))
            for candidate in filter(str.strip, attributes.get("srcset", "").split(",")):
                self._add(candidate.split()[0])
        if re.fullmatch("h[1-6]", tag):
            self._close_heading()
            self._heading = ""

    def _add(self, destination: str | None) -> None:
        if destination is not None:
            self.destinations[unquote(destination)] += 1

    def handle_endtag(self, tag: str) -> None:
        if re.fullmatch("h[1-6]", tag):
            self._close_heading()

    def _close_heading(self) -> None:
        """Browsers close a heading at the end tag of any heading, or where the next one starts."""
        if self._heading is not None:
            self.headings.append(_flat(self._heading))
        self._heading = None

    def handle_data(self, data: str) -> None:
        if self._heading is not None:
            self._heading += data


def _flat(text: str) -> str:
    return text.replace("\n", " ").strip()


def our_destinations(text: str) -> Counter[str]:
    document = read_document(SourceText.from_str(text))
    defined = {each.label: each.destination for each in document.definitions if not each.duplicate}
    # A reference within the text of an image is used, but renders as text.
    rendered = [each for each in document.references if text[each.whole.end - 1] == "]"]
    found = [*(link.destination for link in document.links), *(defined[each.label] for each in rendered)]
    return Counter(map(unquote, found))


def our_headings(text: str) -> list[str]:
    return [_flat(heading.text) for heading in read_document(SourceText.from_str(text)).headings]


def cmark(text: str) -> str:
    html: str = cmarkgfm.markdown_to_html_with_extensions(text, OPTIONS, EXTENSIONS)
    return html


# Blocks that markdown-it alone would read otherwise, see docsync.markdown.dialect.
BLOCKS = [
    "[r]: r.md\n    [a](b.md)\n",
    "[r]: r.md\n<br>\n[a](b.md)\n",
    "[r]: r.md\n2. [a](b.md)\n# [r]\n",
    "[r]: r.md\n    text\n===\n",
    "[r]: r.md\n    [s]: s.md\n\n[s]\n",
    "[r]:\n===\n",
    "> [r]: r.md\nlazy [a](b.md)\n> ===\n",
    "- [r]: r.md\n    [a](b.md)\n",
    "1. [r]: r.md\n1.     [code](b.md)\n",
    "1.   text\n    - [a](b.md)\n",
    "  1. text\n    # [a](b.md)\n",
    "1. - > text\n\t# [a](b.md)\n",
    "> > text\n    - [a](b.md)\n",
    "> > text\n    1) # [a](b.md)\n",
    "> text\n    > # [a](b.md)\n",
    "> # text\n    > [code](b.md)\n",
    "> ```\n    > [code](b.md)\n",
    "> text\n<br>\n[html](b.md)\n",
    "- text\n<br>\n[html](b.md)\n",
    "- text\n  <br>\n  [a](b.md)\n",
    "> text\n[^1]: # [a](b.md)\n",
    "text |\n---\n",
    "> text |\n> ==\n",
    "text |\n|---\n[a](b.md)|\n",
    "<img\u00a0src=x.md>\n",
    "x <a\u2003href=x.md>[y](z.md)</a>\n",
    "<div\u00a0>\n[a](b.md)\n",
    "<span>\u00a0\n[a](b.md)\n",
    "<img\n\u00a0\nsrc=x.md>\n\u00e9 <b class='\u00a0'>[a](b.md)</b>\n",
    "| a |\n|---|\n|\n| b | [c](d.md) |\n",
    "> | a |\n> |---|\n> | [a](b.md) |\n> |\n> | b | [c](d.md) |\n",
    "| a |\n|---|\n| [a](b.md) |\n||\n| b | [c](d.md) |\n",
    "# [a](b.md) | H\n-|-\n",
    "- text | [a](b.md)\n-|-\n",
    "> text | [a](b.md)\n-|-\n",
    "``` text | [a](b.md)\n-|-\n",
    "<div> | [a](b.md)\n-|-\n",
    "[r]: r.md | [a](b.md)\n-|-\n",
]


@pytest.mark.parametrize("text", BLOCKS)
def test_blocks(text: str) -> None:
    rendered = Rendered(cmark(USED_FOOTNOTES + text))
    assert our_destinations(USED_FOOTNOTES + text) == rendered.destinations
    assert our_headings(USED_FOOTNOTES + text) == rendered.headings


@settings(max_examples=800, derandomize=True)  # the divergences that are known above are hardly all there are
@given(documents())
def test_generated_markdown(text: str) -> None:
    text = USED_FOOTNOTES + text
    assume(not any(re.search(pattern, text) for pattern in DIVERGENCES.values()))
    html = cmark(text)
    assume(not NESTED_LINKS.search(html))
    # A comment that outlives its block swallows tags of the rendered page, which is for the browser to see.
    assume("</" not in "".join(COMMENT.findall(html)))
    rendered = Rendered(html)
    assert our_destinations(text) == rendered.destinations
    # Footnotes, and headings in them, are rendered last.
    order = sorted if re.search(r"\[\^[12]\]:", text) else list
    assert order(our_headings(text)) == order(rendered.headings)


def test_commonmark_examples(data_folder: Path) -> None:
    examples = json.loads((data_folder / "commonmark-0.31.2.json").read_text("utf-8"))
    # A document that starts with dashes and has more below is front matter on GitHub.
    examples = [each for each in examples if not read_document(SourceText.from_str(each["markdown"])).front_matter]
    assert len(examples) > 640
    for each in examples:
        rendered = Rendered(each["html"])
        assert our_destinations(each["markdown"]) == rendered.destinations, each["example"]
        assert our_headings(each["markdown"]) == rendered.headings, each["example"]
