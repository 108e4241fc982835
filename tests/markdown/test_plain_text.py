"""Mentions, references without a definition, and text that was meant as a link."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.markdown.document import Document
from docsync.markdown.extract import read_document
from docsync.markdown.plain_text import MASK, mask
from docsync.text import SourceText, Span

MENTIONS = [
    ("See ADR-0012 and RFC 7.", ["ADR-0012", "RFC 7"]),
    (
        "ADR 12, ADR_12, ADR#12, ADR-#12, ADRs 12, ADR\u00a012",
        ["ADR 12", "ADR_12", "ADR#12", "ADR-#12", "ADRs 12", "ADR\u00a012"],
    ),
    ("(PDR-3) *KEP-17* ADR-1's", ["PDR-3", "KEP-17", "ADR-1"]),
    ("adr-12 XADR-12 ADR-123456 ADR-12b ADR-12-x ADR-12.md v.ADR-12 a/ADR-12", []),
    ("# ADR-12\n\nTitle ADR-13\n===\n", ["ADR-12", "ADR-13"]),
    ("- ADR-12\n> ADR-13\n", ["ADR-12", "ADR-13"]),
    ("| a |\n|-|\n| ADR-12 |\n", ["ADR-12"]),
    ("[ADR-12](x.md) [see ADR-12][r] ![ADR-12](x.png) <https://x.org/ADR-12>\n\n[r]: x.md", []),
    ("`ADR-12` <b title='ADR-12'> <!-- ADR-12 -->\n\n    ADR-12\n", []),
    ("<a href='x.md'>ADR-12</a> ADR-13 <A HREF=y>ADR-14</A>", ["ADR-13"]),
    ("<a name=x></a>ADR-12", ["ADR-12"]),
    ("https://example.org/ADR-12/docs/adr/0012-x.md", []),
    ("---\nADR-12: x\n---\nADR-13\n", ["ADR-13"]),
    (
        "docs/adr/0012-use-x.md and ./docs/adr/0013, docs/rfc/12-y.",
        ["docs/adr/0012-use-x.md", "./docs/adr/0013", "docs/rfc/12-y"],
    ),
    ("/docs/adr/0012-x.md ../adr/0012", ["/docs/adr/0012-x.md", "../adr/0012"]),
    ("docs/adr/0012-x/README.md docs/adr/0013-y/.", ["docs/adr/0012-x/README.md", "docs/adr/0013-y/"]),
    ("1/2 24/7 2020/01/31", ["1/2", "24/7", "2020/01/31"]),  # the gate knows that these lie in no record folder
    ("~/docs/adr/0012 x~docs/adr/0012", []),
    ("ADR-\n12", []),
    ("[see ADR-0001][] [ADR-2][ADR-3] ADR-4", ["ADR-4"]),
    ("[a] (docs/adr/0001-x.md) [see ADR-1](my docs/a.md) ADR-4", ["ADR-4"]),
]

UNDEFINED = [
    ("[text][no label]", ["no label"]),
    ("[label][]", ["label"]),
    ("[a\nb][c\nd]", ["c\nd"]),
    ("![alt][image]", ["image"]),
    ("*[text][label]* ([text][label])", ["label", "label"]),
    ("[text][label]\n\n[label]: x.md", []),
    ("[shortcut]", []),
    ("arr[i][j] dict[str][int] x()[a][b] m[0][1][2]", []),
    ("[a][b][c]", ["b"]),
    ("`dict`[str][index]", []),
    ("[0-9][a-z]", ["a-z"]),  # the gate knows that this is no word
    ("[ ][x]", ["x"]),
    ("[^1][^2] [^none][label]", ["label"]),
    ("[][]", []),
    ("[text][`code`]", ["`code`"]),
    ("[`Config`][] [the `x` y][]", ["`Config`", "the `x` y"]),
    ("[`Config`][]\n\n[`Config`]: x.md", []),
    ("[`a[0]`][] [![x](y.png)][] [<b>][]", []),
    ("\\[text][label] [text\\][label] `[a][b]`", []),
    ("[text](x.md)[label][]", []),
    ("| a |\n|-|\n| [text][label] |\n", ["label"]),
    ("- [ ] [text][label]\n", ["label"]),
    ("<!-- [a][b] -->\n\n    [a][b]\n", []),
]

MALFORMED = [
    ("[a](b c.md)", ["b c.md"]),
    ("[a](my docs/b.md)", ["my docs/b.md"]),
    ("[a] (b.md)", ["b.md"]),
    ("see [a] (docs/b) now", ["docs/b"]),
    ("unclosed [a](./b.md", ["./b.md"]),
    ("unclosed [a](b.md and more", ["b.md"]),
    ("[a](b.md#c d)", ["b.md#c d"]),
    ("| a |\n|-|\n| [a](b c.md) |\n", ["b c.md"]),
    ("[a](b.md) [a](<b c.md>) [a](b.md 'c d.md')", []),
    ("[a](not a path) [1] (see there) [x] (y)", []),
    ("array[0] (i.e. first), [a] (e.g. b)", []),
    ("f[x](y, z)", []),
    ("`[a](b c.md)` \\[a](b c.md)", []),
    ("[a](b", []),
    ("[a](./b.md more)", ["./b.md more"]),
]


def facts(text: str) -> Document:
    return read_document(SourceText.from_str(text))


@pytest.mark.parametrize(("text", "expected"), MENTIONS)
def test_mentions(text: str, expected: list[str]) -> None:
    found = facts(text).mentions
    assert sorted(each.text for each in found) == sorted(expected)
    assert all(text[slice(*each.span)] == each.text for each in found)


@pytest.mark.parametrize(("text", "expected"), UNDEFINED)
def test_undefined_references(text: str, expected: list[str]) -> None:
    found = facts(text).undefined_references
    assert [each.label for each in found] == expected
    for each in found:
        assert text[slice(*each.span)].startswith("[")
        assert text[slice(*each.span)].endswith("]")


@pytest.mark.parametrize(("text", "expected"), MALFORMED)
def test_malformed_links(text: str, expected: list[str]) -> None:
    found = facts(text).malformed_links
    assert [each.destination for each in found] == expected
    assert [text[slice(*each.span)] for each in found] == expected


SPANS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 8)).map(lambda pair: Span(pair[0], sum(pair))))


@given(st.text("ab[]", min_size=30, max_size=30), SPANS)
def test_masking_keeps_offsets(text: str, spans: list[Span]) -> None:
    masked = mask(text, spans)
    assert len(masked) == len(text)
    for at, character in enumerate(masked):
        is_hidden = any(start <= at < end for start, end in spans)
        assert character == (MASK if is_hidden else text[at])
