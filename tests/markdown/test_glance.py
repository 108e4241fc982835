"""A glance never tells less than the parser finds, so that what it clears is clear."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from generated import documents, with_line_ends
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pieces import LINE_ENDS, mixed, plain

from docsync.linking.destination import is_external
from docsync.markdown.anchors import FLAVOURS, Anchors
from docsync.markdown.document import Document
from docsync.markdown.extract import read_document
from docsync.markdown.glance import ANY_FOLDER, Glance
from docsync.markdown.look import look, searched
from docsync.markdown.old_names import former_ids
from docsync.markdown.rendering import look_closer
from docsync.markdown.search import relevant
from docsync.text import SourceText
from line_kinds import KINDS

EXAMPLES = int(os.environ.get("DOC_SYNC_EXAMPLES", "800"))
GITHUB = FLAVOURS["github"]
LINED = st.lists(st.sampled_from(KINDS), min_size=1, max_size=10).map("\n".join)


def glances(source: SourceText) -> Iterator[Glance]:
    yield searched(source.normalized, GITHUB)
    yield look_closer(source, GITHUB)
    yield look(source, GITHUB)


def check(text: str) -> None:
    """Every glance at ``text`` holds all that the parser finds."""
    source = SourceText.from_str(text)
    document = read_document(source)
    anchors = Anchors.of(document, GITHUB)
    for seen in glances(source):
        check_links(seen, document, anchors)
        check_rest(seen, document)
        assert set(seen.anchors.split("\n")) <= {*anchors.keys, ""}


def check_links(seen: Glance, document: Document, anchors: Anchors) -> None:
    found = relevant([each.destination for each in (*document.links, *document.definitions)])
    found = tuple(each for each in found if not is_external(each) or each.lower().startswith("http"))
    left = [each for each in found if not (each.startswith("#") and anchors.has(each[1:]))]
    assert seen.is_faulty or set(map(unquote, left)) <= set(map(unquote, seen.destinations))
    labels = [each.label for each in document.definitions]
    if not seen.is_faulty:
        assert not document.undefined_references
        assert not document.malformed_links
        assert len(set(labels)) == len(labels)
        assert set(labels) <= {each.label for each in document.references}


def check_rest(seen: Glance, document: Document) -> None:
    assert seen.has_breaks or not any(block.breaks for block in document.prose)
    assert seen.has_comments or not document.suppressions
    assert seen.has_former_ids or not former_ids(document)
    assert seen.is_extreme or not document.too_deep
    assert seen.has_python or not document.python
    for mention in () if seen.is_faulty else document.mentions:
        if mention.record is not None:
            assert mention.record.kind in seen.kinds
        else:
            folder = mention.path.rpartition("/")[0]
            assert any(path == ANY_FOLDER or folder in path for path in seen.folders) or "/" not in folder


# Where the parsers differ: a reference before a parenthesis that ends a paragraph is none to markdown-it, and behind an
# unclosed run of several backticks cmark-gfm takes single ones for text.
DIFFERENT = re.compile(r"\]\([ \t]*(?:\n|\Z)|```[^`\n]*`|(?<!`)``(?!`)")


@settings(max_examples=EXAMPLES)
@given(mixed())
def test_pieces_of_links(text: str) -> None:
    assume(not DIFFERENT.search(text))
    check(text)


@settings(max_examples=EXAMPLES)
@given(documents(), LINE_ENDS)
def test_generated_markdown(text: str, ends: str) -> None:
    check(with_line_ends(text, ends))


@settings(max_examples=EXAMPLES)
@given(plain())
def test_plain_documents_with_something_odd(text: str) -> None:
    assume(not DIFFERENT.search(text))
    check(text)


@settings(max_examples=EXAMPLES)
@given(LINED)
def test_lines_whose_neighbours_decide(text: str) -> None:
    check(text)


def test_commonmark_examples(data_folder: Path) -> None:
    examples = json.loads((data_folder / "commonmark-0.31.2.json").read_text("utf-8"))
    assert len(examples) > 640
    for each in examples:
        check(each["markdown"])


# Two parsers that took them for different things would clear what is not clear.
DISPUTED = {
    "a lazy definition before what underlines": "- [r]: r.md\n[r]: r.md\n====\n",
    "lazy definitions": "- [r]: r.md\n[r]: r.md\n[r]: r.md\n",
    "an underline after a definition": "[foo]: /u\n---\n===",
    "a parenthesis in a definition": "\n[R]: c.md](\n[r]: b.md\n",
    "a title on the next line": "[r]: b.md\n'title'\n\n[r]\n",
    "a title that is none": "[r]: b.md\n'title' more\n\n[r]\n",
    "a byte order mark that is not the first": "\ufeff\ufeff# Hid\n\n[a](#hid)\n",
    "a byte order mark after front matter": "---\na: b\n---\n\ufeff# Hid\n\n[a](#hid)\n",
    "a tag over two lines in a tight item": "- x <b\n  id=y>\n",
    "a link over two lines in a tight item": '- see <a\n  href="a.md">this</a>\n',
    "a comment over two lines in a tight item": "- long enough text here <!-- a\n  b --> more\n",
    "an instruction over two lines in a tight item": "- see <?a\n  b?> c\n",
    "raw text over two lines in a tight item": "1. see <![CDATA[a\n   b]]> c\n",
    "lists that tabs nest": "\t" * 24 + "- " * 10 + "x\n",
    "lists in a footnote": "[^1]: " + "- " * 60 + "x\n",
    "a path of many folders": "see " + "a-folder/" * 30 + "docs/adr/0012-x.md\n",
    "a definition that is code in a heading": "`\n[r]: b.md\n`\n===\n",
    "a tag with a no-break space": "<img\n\u00a0\nsrc=x>",
    "a task box above an underline": "- - [ ] task [i](i.md)\n    ====\n",
}


@pytest.mark.parametrize("text", DISPUTED.values(), ids=DISPUTED.keys())
def test_what_parsers_dispute(text: str) -> None:
    check(text)


@pytest.mark.parametrize("name", ["apalache", "hydra", "moj"])
def test_real_documents(tmp_path: Path, corpora_folder: Path, name: str) -> None:
    bundle = corpora_folder / f"{name}.bundle"
    subprocess.run(["git", "clone", "--quiet", "--branch", "main", bundle, tmp_path / name], check=True)
    found = sorted((tmp_path / name).rglob("*.md"))
    assert len(found) > 40
    for path in found:
        check(path.read_text("utf-8"))


SIZE = 100_000  # characters, so many that work which grew with their square would not end
PARTS = (
    *("](", "]:", "[a](", "[a]:", "[a]: b\n", "[a]: b\n\n", "[", "![", "[a", "]", "](<", "](a(", "](a 't", "[^a]: "),
    *("<code", "<code>", "</code>", "<a ", '<a "', "<a '", "<a href=", '<a href="', "<img srcset='a ", "<!--", "<h1>"),
    *("<h1", "<li>", "<script>", "`", "`` ` ", "~~~", "```\n", "&", "&#", "href=", " =", 'srcset="a, ', "ADR ", "/1"),
    *('<img srcset="a,', "]:]:", "[a]\n\n[a]: x\n\n`shown`\n\n"),
    *(
        "a/1",
        "ADR-",
        "- ",
        "> ",
        "1. ",
        "\t",
        " ",
        "- a\n",
        "> a\n",
        "# a\n",
        "|a",
        "https://",
        "<https://",
        "\\",
        "---",
    ),
    *(
        "<b>",
        "[a] ",
        "\n\n[a]: b",
        "\n\n[",
        "| a |\n",
        "|-",
        "  - a\n",
        "\n\n- a\n  - b",
        "\n\n|a|\n|-|",
        "\n```",
        "\n<!--",
    ),
    *("---\n", "*", "_", "a\n", "\n \n", "- [a]: b\n", "id=", "<a id=", "[a][", "] (", "é", "\u00a0", "adr/", "a.b/1 "),
)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("start", ["", "---\n", '<a href="b.md" id="c">', "[a]: b\n", "[a] b\n\n[a]: b\n\n"])
def test_hostile_text_is_looked_at_in_time(start: str, part: str) -> None:
    """Nothing is timed: what is not linear does not end."""
    text = SourceText.from_str(start + part * (SIZE // len(part)))
    searched(text.normalized, GITHUB)
    look_closer(text, GITHUB)
