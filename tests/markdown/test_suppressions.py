from __future__ import annotations

import pytest

from docsync.markdown.document import Reach, Suppression
from docsync.markdown.extract import read_document
from docsync.markdown.suppressions import read_suppression
from docsync.text import SourceText, Span

# Inner text of a comment; reach, codes and reason, or None.
COMMENTS = [
    (" doc-sync: ignore missing-file ", (Reach.LINES, ("missing-file",), "")),
    ("doc-sync:ignore missing-file", (Reach.LINES, ("missing-file",), "")),
    (" doc-sync: ignore a, b c,d: because: of it ", (Reach.LINES, ("a", "b", "c", "d"), "because: of it")),
    (" doc-sync: ignore\n  a\n  : over\n  lines ", (Reach.LINES, ("a",), "over\n  lines")),
    (" doc-sync: ignore ", (Reach.LINES, (), "")),
    (" doc-sync: ignore : reason only", (Reach.LINES, (), "reason only")),
    (" doc-sync: ignore-start a ", (Reach.START, ("a",), "")),
    (" doc-sync: ignore-end ", (Reach.END, (), "")),
    (" doc-sync: ignore-end a ", (Reach.END, ("a",), "")),
    (" doc-sync: ignore-file a: why ", (Reach.FILE, ("a",), "why")),
    (" doc-sync: ignored a ", None),
    (" doc-sync: ignore-files a ", None),
    (" see doc-sync: ignore a ", None),
    (" Doc-Sync: ignore a ", None),
    (" doc-sync ignore a ", None),
    ("", None),
]

# Markdown; for each suppression in it, the lines it covers.
REACHES = [
    ("a <!-- doc-sync: ignore x --> b\nc\n", [(1, 1)]),
    ("a <!-- doc-sync: ignore x\n--> b\n", [(1, 2)]),
    ("<!-- doc-sync: ignore x -->\n[a](b.md)\nmore\n\nother\n", [(2, 3)]),
    ("<!-- doc-sync: ignore x -->\n\n[a](b.md)\nmore\n\nother\n", [(3, 4)]),
    ("<!--\ndoc-sync: ignore x\n-->\n\n- a\n- b\n\nother\n", [(5, 7)]),
    ("> <!-- doc-sync: ignore x -->\n>\n> a\n\nother\n", [(3, 3)]),
    ("- <!-- doc-sync: ignore x -->\n- a\n", [(1, 1)]),
    ("<!-- doc-sync: ignore x -->\n\n[a]: b.md\n\nother\n", [(3, 3)]),
    ("<!-- doc-sync: ignore x -->\n", [(1, 1)]),
    ("text\n\n<!-- doc-sync: ignore x -->\n<!-- doc-sync: ignore y -->\n\n# H\n", [(6, 6), (6, 6)]),
    ("`<!-- doc-sync: ignore x -->`\n\n    <!-- doc-sync: ignore x -->\n", []),
    ("```\n<!-- doc-sync: ignore x -->\n```\n", []),
    ("| a <!-- doc-sync: ignore x --> |\n|-|\n", [(1, 1)]),
    ("<div><!-- doc-sync: ignore x -->\n</div>\n\ntext\n", [(1, 1)]),
]


@pytest.mark.parametrize(("comment", "expected"), COMMENTS)
def test_comment(comment: str, expected: tuple[Reach, tuple[str, ...], str] | None) -> None:
    span = Span(0, 10)
    found = read_suppression(comment, span, (1, 2))
    assert found == (expected and Suppression(*expected, span, (1, 2)))


@pytest.mark.parametrize(("text", "lines"), REACHES)
def test_lines(text: str, lines: list[tuple[int, int]]) -> None:
    found = read_document(SourceText.from_str(text)).suppressions
    assert [each.lines for each in found] == lines
    for each in found:
        assert text[slice(*each.span)].startswith("<!--")
        assert text[slice(*each.span)].endswith("-->")
