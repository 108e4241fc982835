from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.linking.destination import (
    encode,
    fragment_span,
    is_external,
    rewrite_path,
    split_destination,
)
from docsync.linking.resolve import locate
from docsync.names import to_text
from docsync.text import Span
from docsync.tree import Tree

EXTERNAL = [
    ("https://example.org", True),
    ("HTTP://example.org", True),
    ("mailto:me@example.org", True),
    ("file:///etc/passwd", True),
    ("javascript:void(0)", True),
    ("data:image/png;base64,AA", True),
    ("C:\\a.md", True),
    ("a:b.md", True),
    ("//example.org/a.md", True),
    (" https://example.org", True),
    ("a.md", False),
    ("./a:b.md", False),
    ("/a.md", False),
    ("1a:b.md", False),
    ("#a:b", False),
    ("?a:b", False),
    ("", False),
    ("a/b:c", False),
]

# Destination; path, query, fragment.
SPLIT = [
    ("a.md", ("a.md", "", None)),
    ("a.md#b", ("a.md", "", "b")),
    ("a.md#", ("a.md", "", "")),
    ("a.md?b#c", ("a.md", "?b", "c")),
    ("a.md#b?c", ("a.md", "", "b?c")),
    ("a.md#b#c", ("a.md", "", "b#c")),
    ("a.md?b?c", ("a.md", "?b?c", None)),
    ("#b", ("", "", "b")),
    ("?b", ("", "?b", None)),
    ("a%23b.md", ("a#b.md", "", None)),
    ("a%3Fb.md", ("a?b.md", "", None)),
    ("a%2Fb.md", ("a/b.md", "", None)),
    ("a%20b.md#c%20d", ("a b.md", "", "c d")),
    ("a%2520b.md", ("a%20b.md", "", None)),
    ("100%.md", ("100%.md", "", None)),
    ("%C3%A9.md", ("é.md", "", None)),
    ("%FF.md", ("\udcff.md", "", None)),
    ("a+b.md", ("a+b.md", "", None)),
    (" a.md\n", ("a.md", "", None)),
    ("a\\b.md", ("a\\b.md", "", None)),
    ("", ("", "", None)),
]

# Destination as written, document, new target; the destination that leads there.
REWRITES = [
    ("old.md", "README.md", "new.md", "new.md"),
    ("old.md#a", "docs/x.md", "new.md", "../new.md#a"),
    ("old.md?raw=1#a%20b", "docs/x.md", "docs/new.md", "new.md?raw=1#a%20b"),
    ("./old.md", "docs/x.md", "docs/new.md", "./new.md"),
    ("./old.md", "docs/x.md", "new.md", "../new.md"),
    ("/old.md", "docs/x.md", "docs/new.md", "/docs/new.md"),
    ("old/", "x.md", "new", "new/"),
    ("docs/", "x.md", "", "./"),
    ("./docs/", "x.md", "", "./"),
    ("docs", "a/x.md", "", ".."),
    ("/docs/#a", "a/x.md", "", "/#a"),
    ("./old.md", "x.md", ".github/a.md", "./.github/a.md"),
    ("old.md", "x.md", "caf\udce9.md", "caf%E9.md"),
    ("old.md", "x.md", "a b(c)#d.md", "a%20b%28c%29%23d.md"),
    ("old.md", "x.md", "100%.md", "100%25.md"),
    ("old.md", "x.md", "é世.md", "é世.md"),
    ("old.md", "x.md", "a:b.md", "./a:b.md"),
    ("old.md", "docs/x.md", "docs", "."),
]


@pytest.mark.parametrize(("destination", "expected"), EXTERNAL)
def test_external(destination: str, expected: bool) -> None:
    assert is_external(destination) is expected


@pytest.mark.parametrize(("destination", "expected"), SPLIT)
def test_split(destination: str, expected: tuple[str, str, str | None]) -> None:
    found = split_destination(destination)
    assert (found.path, found.query, found.fragment) == expected
    assert found.written_path + found.suffix == found.written == destination.strip(" \n")


@pytest.mark.parametrize(("written", "source", "target", "expected"), REWRITES)
def test_rewrite(written: str, source: str, target: str, expected: str) -> None:
    assert rewrite_path(split_destination(written), Span(0, len(written)), source, target) == expected


def test_what_escapes_stood_for_is_encoded_anew() -> None:
    # The source read `old.md#a&amp;b"`: its decoded fragment must not be taken over as it is.
    assert rewrite_path(split_destination('old.md#a&b"'), Span(0, 20), "x.md", "new.md") == "new.md#a&b%22"


FRAGMENTS = [
    ("a.md#bc", Span(10, 17), Span(15, 17)),
    ("#bc", Span(10, 13), Span(11, 13)),
    ("a.md#", Span(10, 15), Span(15, 15)),
    ("a.md", Span(10, 14), Span(10, 14)),
    ("a.md#b", Span(10, 20), Span(10, 20)),  # an escape somewhere
]


@pytest.mark.parametrize(("destination", "span", "expected"), FRAGMENTS)
def test_fragment_span(destination: str, span: Span, expected: Span) -> None:
    assert fragment_span(split_destination(destination), span) == expected


NAMES = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="/\0"), min_size=1, max_size=6)
PATHS = st.lists(NAMES.filter(lambda name: name not in (".", "..")), min_size=1, max_size=4).map("/".join)


@given(PATHS, PATHS | st.just(""), st.sampled_from(["x.md", "./x.md", "/x.md", "x/", "/x/"]))
def test_a_rewritten_destination_leads_to_its_target(source: str, target: str, written: str) -> None:
    rewritten = rewrite_path(split_destination(written), Span(0, len(written)), source, target)
    assert not is_external(rewritten)
    assert not re.search(r"[\s<>()\"'\\`|]", rewritten.replace("\x85", "").encode("ascii", "ignore").decode())
    location = locate(source, split_destination(rewritten).path, Tree({}))
    assert (location.path, location.climbed) == (target, 0)


def test_a_full_url_becomes_relative() -> None:
    assert (
        rewrite_path(split_destination("/old.md#a"), Span(0, 60), "docs/x.md", "docs/new.md", relative=True)
        == "new.md#a"
    )


@given(st.binary())
def test_names_that_are_not_utf8_are_encoded_too(name: bytes) -> None:
    text = to_text(name)
    encoded = encode(text)
    encoded.encode()  # no surrogate is left
    assert split_destination(f"x{encoded}x").path == f"x{text}x"


@given(st.text(st.characters(blacklist_categories=["Cs"])))
def test_encoding_is_undone_by_splitting(text: str) -> None:
    found = split_destination("x" + encode(text) + "x")
    assert (found.path, found.query, found.fragment) == (f"x{text}x", "", None)
