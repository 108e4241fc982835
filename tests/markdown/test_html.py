from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.markdown import html
from docsync.markdown.html import Comment, Tag, Text, scan

TAGS = [
    ("<a>", "a", {}),
    ("<A HREF='X' iD=y>", "a", {"href": "X", "id": "y"}),
    ('<a href = "b c" title=\'"\' x>', "a", {"href": "b c", "title": '"', "x": None}),
    ("<img src=a/b.png/>", "img", {"src": "a/b.png/"}),
    ("<img src=a.png />", "img", {"src": "a.png"}),
    ("<br/>", "br", {}),
    ("<a\n  href\n  =\n  'x\ny'\n>", "a", {"href": "x\ny"}),
    ("<a href='&lt;&amp;amp;'>", "a", {"href": "<&amp;"}),
    ("<a title='a > b' href=c>", "a", {"title": "a > b", "href": "c"}),
    ("<x-y data-a=b>", "x-y", {"data-a": "b"}),
    ("<a href=''>", "a", {"href": ""}),
]

KINDS = [
    ("a <b>c</b>", ["Text", "Tag", "Text", "Tag"]),
    ("<!-- a --> b", ["Comment", "Text"]),
    ("<!-- <a> -->", ["Comment"]),
    ("<!---->", ["Comment"]),
    ("<!--> a", ["Comment", "Text"]),
    ("<!---> a", ["Comment", "Text"]),
    ("<!-- a --!> b", ["Comment", "Text"]),
    ("<!-- never closed <a>", ["Comment"]),
    ("a < b > c", ["Text"]),
    ("<1>", ["Text"]),
    ("<a", ["Text"]),
    ("<a href='x>", ["Text"]),
    ("<script>'<a>'</script>b", ["Tag", "Tag", "Text"]),
    ("<style><a></style>", ["Tag", "Tag"]),
    ("<script><a>", ["Tag"]),
    ("<SCRIPT><a></Script >", ["Tag", "Tag"]),
    ("", []),
]

LINKS = [
    ("<a href=x name=y>", ["x"]),
    ("<a href>", []),
    ("</a href=x>", []),
    ("<img src=x longdesc=y>", ["x"]),
    ("<img srcset='a.png'>", ["a.png"]),
    ("<img srcset='a.png 1x, b.png 2x'>", ["a.png", "b.png"]),
    ("<img srcset=' , a.png,b.png 1.5x , '>", ["a.png,b.png"]),  # a comma inside a URL is part of it (WHATWG)
    ("<img srcset='a.png,, b.png 2x,c.png,'>", ["a.png", "b.png", "c.png"]),
    ("<img srcset='a.png 100w,\n b.png 200w'>", ["a.png", "b.png"]),
    ("<img srcset='data:image/png;base64,AAAA 1x, b.png 2x'>", ["data:image/png;base64,AAAA", "b.png"]),
    ("<source src=a srcset=b>", ["a", "b"]),
    ("<video src=a poster=b data-src=c>", ["a", "b"]),
    ("<audio src=a>", ["a"]),
    ("<link href=a><script src=b><iframe src=c>", []),
    ("<a href=x href=y>", ["x"]),
]


@pytest.mark.parametrize(("source", "name", "attributes"), TAGS)
def test_tag(source: str, name: str, attributes: dict[str, str | None]) -> None:
    (tag,) = scan(source)
    assert isinstance(tag, Tag)
    assert (tag.name, tag.closing, tag.span) == (name, False, (0, len(source)))
    assert {attribute.name: attribute.value for attribute in tag.attributes} == attributes


@pytest.mark.parametrize(("source", "kinds"), KINDS)
def test_kinds_of_tokens(source: str, kinds: list[str]) -> None:
    assert [type(token).__name__ for token in scan(source)] == kinds


@pytest.mark.parametrize(("source", "destinations"), LINKS)
def test_link_attributes(source: str, destinations: list[str]) -> None:
    found = [each for tag in scan(source) if isinstance(tag, Tag) for each in html.link_attributes(tag, source)]
    assert [each.value for each in found] == destinations
    assert [source[slice(*each.span)] for each in found] == destinations


def test_text_is_decoded() -> None:
    assert list(scan("a &amp; b<br>&lt;")) == [Text("a & b"), Tag("br", False, (), (9, 13)), Text("<")]  # type: ignore[arg-type]


LONG = "1" * 5000

NUMBERS = [
    (f"a&#{LONG};b", "a\ufffdb"),
    (f"a&#{LONG} b", "a\ufffd b"),
    (f"&#x{LONG};", "\ufffd"),
    (f"&#{'0' * 5000}65;&#X{'0' * 5000}41;", "AA"),
    ("&#00000000;&#1114112;&#65;&#x41;", "\ufffd\ufffdAA"),
    ("&#65", "A"),
]


@pytest.mark.parametrize(("written", "expected"), NUMBERS)
def test_numeric_references_of_any_length_are_decoded(written: str, expected: str) -> None:
    assert html.decode(written) == expected
    (tag,) = scan(f"<a href='{written}'>")
    assert isinstance(tag, Tag)
    assert tag.attributes[0].value == expected
    assert list(scan(written)) == [Text(expected)]


def test_comment_keeps_its_inner_text() -> None:
    assert list(scan("<!-- a\n-->")) == [Comment(" a\n", (0, 10))]  # type: ignore[arg-type]


SOUP = st.lists(
    st.sampled_from(
        [
            "<",
            ">",
            "<a ",
            "href=",
            "'",
            '"',
            "x",
            " ",
            "/",
            "<!--",
            "-->",
            "--!>",
            "<script>",
            "</script>",
            "=",
            "\n",
            "&",
        ]
    ),
    max_size=25,
).map("".join)


@given(SOUP)
def test_tokens_are_in_order_and_spans_read_back(source: str) -> None:
    position = 0
    for token in scan(source):
        if isinstance(token, Text):
            continue
        assert token.span.start >= position
        position = token.span.end
        whole = source[slice(*token.span)]
        assert whole.startswith("<")
        for attribute in token.attributes if isinstance(token, Tag) else ():
            assert token.span.start < attribute.span.start <= attribute.span.end < token.span.end
    assert position <= len(source)
