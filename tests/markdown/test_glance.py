"""A glance never tells less than the parser finds, so that what it clears is clear."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from generated import documents, with_line_ends
from hypothesis import given, settings
from hypothesis import strategies as st

from docsync.linking.destination import is_external
from docsync.markdown.anchors import FLAVOURS, Anchors
from docsync.markdown.document import Document
from docsync.markdown.extract import read_document
from docsync.markdown.glance import Glance
from docsync.markdown.look import look, searched
from docsync.markdown.old_names import former_ids
from docsync.markdown.rendering import look_closer
from docsync.markdown.search import relevant, search
from docsync.text import SourceText
from line_kinds import KINDS

EXAMPLES = int(os.environ.get("DOC_SYNC_EXAMPLES", "2000"))
GITHUB = FLAVOURS["github"]
# What links are made of, in pieces that may or may not fit together.
PIECES = (
    *("[a](b.md)", "[a](b.md#c)", "[a](#h)", "[a]( b.md )", "[a](<b c.md>)", '[a](b.md "t")', "[a](b\\_c.md)", "[a]()"),
    *("[a](b(c).md)", "[a](b&amp;c.md)", "[a](b&#35;c.md)", "![a](b.png)", "[![a](b.png)](c.md)", "[a] (b.md)"),
    *("[a](b c.md)", "[a](b.md", "[a][r]", "[r][]", "[r]", "[R]", "[a][x]", "[^1]", "[^2]", "](", "][", "[", "]", "("),
    *("<https://github.com/o/n/blob/main/a.md>", "https://x.org/blob/a", "<a href='b.md'>", '<a id="h">', "</a>"),
    *("<A HREF=b.md NAME=h>", '<img src="b.png" srcset="c.png 1x, d.png 2x">', "<!--", "-->", "`", "``", "\\", "*"),
    *("ADR 12", "ADRs 1 and 2", "RFC-005", "[adr12]", "ADR\n12", "docs/adr/0012-x.md", "./docs/rfc/1", "RFC [1](b.md)"),
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
    *(
        "\n[^1]: note [a](n.md)\n",
        "\n[^2]: note\n",
        "\n```\n",
        "\n~~~\n",
        "\n<div>\n",
        "\n| a | b |\n|---|---|\n| [c](d.md) |",
    ),
    *("<!-- doc-sync: ignore missing-file -->", "Formerly: ADR 3", "word ", " ", "\t", "é", "\u00a0", "&nbsp;"),
)
MIXED = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
LINED = st.lists(st.sampled_from(KINDS), min_size=1, max_size=10).map("\n".join)
ENDS = st.sampled_from(("\n", "\r\n", "\r", "\n\r\n"))


def glances(source: SourceText) -> Iterator[Glance]:
    yield searched(source.normalized, search(source.normalized))
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
    seen = look_closer(source, GITHUB)
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
            assert any(folder in path for path in seen.folders) or "/" not in folder


@settings(max_examples=EXAMPLES)
@given(MIXED)
def test_pieces_of_links(text: str) -> None:
    check(text)


@settings(max_examples=EXAMPLES)
@given(documents(), ENDS)
def test_generated_markdown(text: str, ends: str) -> None:
    check(with_line_ends(text, ends))


@settings(max_examples=EXAMPLES)
@given(LINED)
def test_lines_whose_neighbours_decide(text: str) -> None:
    check(text)


def test_commonmark_examples(data_folder: Path) -> None:
    examples = json.loads((data_folder / "commonmark-0.31.2.json").read_text("utf-8"))
    assert len(examples) > 640
    for each in examples:
        check(each["markdown"])
