"""The anchors that headings, ids and footnotes give, and how a fragment matches them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.markdown.anchors import FLAVOURS, Anchors, Lines, make_unique, slug
from docsync.markdown.extract import read_document
from docsync.text import SourceText

# One row for each step of GitHub's rule: Markdown, the slugs of its headings in order.
GITHUB = [
    # 1. Which headings.
    ("# A\n\nB\n===\n\nC\n---\n", ["a", "b", "c"]),
    ("> # Quoted\n\n- # Listed\n\n1. > ## Both\n", ["quoted", "listed", "both"]),
    ("<details>\n\n## Inside\n\n</details>\n", ["inside"]),
    ("<!--\n# no\n-->\n```\n# no\n```\n    # no\n\n#no\n\n####### no\n\n\\# no\n", []),
    ("---\ntitle: x\n# no\n---\n# Yes\n", ["yes"]),
    ("[^1]\n\n[^1]: # In a note\n", ["in-a-note"]),
    ("<h2>Raw</h2>\n\n## Raw\n", ["raw", "raw-1"]),
    ("<!-- <h2>no</h2> --><h3 align=center>Yes</h3>\n", ["yes"]),
    ("text <h2>Inline *b*</h2> text\n", ["inline-b"]),
    ("<h1>\n  Lines\n</h1>\n", ["--lines"]),
    ("<h1>\n\nOver **blocks**\n\n</h1>\n", ["over-blocks"]),
    ("<h2>A<br>B <img alt=no src=x.png> C</h2>\n", ["ab--c"]),
    ("<h2>Open\n\n## Next\n", ["open", "next"]),
    ("<h2>Open</h3>\n\n<h2>Last", ["open", "last"]),
    ("</h2>\n", []),
    # 2. Its text.
    ("# *a* **b** ~~c~~ `d` [e](f.md) [g][]\n\n[g]: h.md\n", ["a-b-c-d-e-g"]),
    ("# ![alt](x.png) Logo\n", ["-logo"]),
    ("# a ![alt](x.png) b\n", ["a--b"]),
    ("# <a name='x'></a>a <b>c</b> <!-- d -->\n", ["a-c-"]),
    ("# &amp; &copy; &Auml; &#97;\\_\\*\n", ["--ä-a_"]),
    ("# :tada: Party\n", ["tada-party"]),
    ("# <https://example.org/a>\n", ["httpsexampleorga"]),
    ("- [ ] Task\n  ---\n", ["task"]),
    ("- # [ ] Kept\n", ["--kept"]),
    ("[x] kept\n---\n", ["x-kept"]),
    ("# Note[^1]\n\n[^1]: x\n", ["note1"]),
    ("# Two\nlines\n", ["two"]),
    ("Two\nlines\n===\n", ["twolines"]),
    ("# Closed ##\n# Not closed \\##\n# C#\n", ["closed", "not-closed-", "c"]),
    ("#\n# #\n", ["", "-1"]),
    # 3. Lower case.
    ("# ÀÉÎ ΑΒΓ ЖЩ İ\n", ["àéî-αβγ-жщ-i̇"]),
    ("# ΛΟΓΟΣ\n", ["λογος"]),
    ("# STRASSE ß ẞ\n", ["strasse-ß-ß"]),
    # 4. Kept characters.
    ("# a.b,c:d;e!f?g/h(i)j'k\"l@m$n%o^p&q+r=s|t~u\n", ["abcdefghijklmnopqrstu"]),
    ("# a_b-c d\n", ["a_b-c-d"]),
    ("# 世界 あ 한글 हिन्दी ไทย\n", ["世界-あ-한글-हिन्दी-ไทย"]),
    ("# Ⅷ ² ½ ٣ ‿\n", ["ⅷ---٣-‿"]),
    ("# Ⓐ ① 🅰 →\n", ["ⓐ--🅰-"]),
    ("# a\u00a0b\u2003c\td\n", ["abcd"]),
    ("# 🎉 Party 🎉\n", ["-party-"]),
    ("# a — b – c\n", ["a--b--c"]),
    # 5. Nothing trimmed or collapsed.
    ("# a -- b   c\n", ["a----b---c"]),
    ("# -a-\n", ["-a-"]),
    # 6. Numbering.
    ("# a\n# A\n# a!\n", ["a", "a-1", "a-2"]),
    ("# a\n# a\n# a-1\n# a\n# a-1\n", ["a", "a-1", "a-1-1", "a-2", "a-1-2"]),
    ("# a-1\n# a\n# a\n", ["a-1", "a", "a-2"]),
    ("<a id='a'></a>\n\n# a\n# a\n", ["a", "a-1"]),
]

IDS = [
    ('<a id="x"></a> <p id=y> <A NAME="Z">', ["x", "y", "Z"]),
    ('<div id="in-block">\n<a name=b></a></div>\n', ["in-block", "b"]),
    ("<p name=no></p> </a id=no> <a id=''> <a id>", []),
    ("`<a id=no>` <!-- <a id=no> --> \\<a id=no>", []),
    ("<a id='&auml;' id='second'>", ["ä"]),
    (
        "[^1][^1][^long]\n\n[^1]: x\n[^long]: y\n[^unused]: z\n",
        ["fn-1", "fn-long", "fnref-1", "fnref-1-2", "fnref-long"],
    ),
]

DOCUMENT = "# Set Up\n\n# Set Up\n\n# ΛΟΓΟΣ\n\n<a id='Own'></a>[^1]\n\n[^1]: x\n"
FRAGMENTS = [
    ("", True),
    ("top", True),
    ("TOP", True),
    ("set-up", True),
    ("Set-Up", True),
    ("set-up-1", True),
    ("set-up-2", False),
    ("user-content-set-up", True),
    ("user-content-user-content-set-up", False),
    ("Set Up", False),
    ("set_up", False),
    ("set-up ", False),
    ("λογος", True),
    ("λογοσ", True),
    ("ΛΟΓΟΣ", True),
    ("Own", True),
    ("own", False),
    ("user-content-Own", True),
    ("fn-1", True),
    ("fnref-1", True),
    ("fnref-1-2", False),
    ("user-content-fn-1", True),
]

# From docs.gitlab.com (Markdown, "Header IDs and links").
GITLAB = [
    ("This heading has spaces in it", "this-heading-has-spaces-in-it"),
    ("This heading has Unicode in it: 한글", "this-heading-has-unicode-in-it-한글"),
    ("This heading has 3.5 in it (and parentheses)", "this-heading-has-35-in-it-and-parentheses"),
    ("This heading has  multiple spaces and --- hyphens", "this-heading-has-multiple-spaces-and-hyphens"),
    ("123", "anchor-123"),
    (" trimmed ", "trimmed"),
]
# From python-markdown.github.io (`toc`, "slugify" and its tests).
MKDOCS = [
    ("Some *Heading* Text", "some-heading-text"),
    ("Code & Co. (v2.0)", "code-co-v20"),
    ("snake_case -- and   blanks", "snake_case-and-blanks"),
    ("Café Ñandú", "cafe-nandu"),
    ("한글", ""),
    ("Custom { #own-id }", "custom"),
]
# From kramdown.gettalong.org ("Automatic Generation of Header IDs").
KRAMDOWN = [
    ("This is a header", "this-is-a-header"),
    ("12. Another one 1 here", "another-one-1-here"),
    ("Do ^& it now", "do--it-now"),
    ("Café", "caf"),
    ("snake_case", "snakecase"),
    ("123", "section"),
]
FLAVOURED = [("gitlab", *row) for row in GITLAB] + [("mkdocs", *row) for row in MKDOCS[:-1]]
FLAVOURED += [("kramdown", *row) for row in KRAMDOWN]

MATCHING = [
    ("gitlab", "# Set Up\n", "set-up", True),
    ("gitlab", "# Set Up\n", "Set-Up", False),
    ("gitlab", "# a\n# a\n", "a-1", True),
    ("mkdocs", "# a\n# a\n", "a_1", True),
    ("mkdocs", "# a\n# a\n", "a-1", False),
    ("mkdocs", "# Custom { #own-id }\n", "own-id", True),
    ("mkdocs", "# Custom {: #own-id .x }\n", "own-id", True),
    ("kramdown", "# Custom {#own-id}\n", "own-id", True),
    ("kramdown", "# a\n# a\n", "a-1", True),
    ("github", "# Custom {#own-id}\n", "own-id", False),
    ("mkdocs", "# A {x} {: #own .b }\n", "a-x", True),
    ("mkdocs", "# A {: #own .b } c\n", "own", False),
    ("github", "# \u00a0 Foo\n", "-foo", True),
    ("github", "# Foo \u00a0 #\n", "foo-", True),
    ("github", "> a\n>\n> # \u00a0 Foo\n", "-foo", True),
    ("github", "\u00a0 Foo\n===\n", "-foo", True),
    ("github", "#   Foo  ##  \n", "foo", True),
    ("github", "# Custom {#own-id}\n", "custom-own-id", True),
]


def anchors_of(text: str, flavour: str = "github") -> Anchors:
    return Anchors.of(read_document(SourceText.from_str(text)), FLAVOURS[flavour])


@pytest.mark.parametrize(("text", "slugs"), GITHUB)
def test_headings(text: str, slugs: list[str]) -> None:
    assert list(anchors_of(text).slugs) == slugs


@pytest.mark.parametrize(("text", "named"), IDS)
def test_ids_names_and_footnotes(text: str, named: list[str]) -> None:
    assert anchors_of(text).named == set(named)


@pytest.mark.parametrize(("fragment", "found"), FRAGMENTS)
def test_fragments(fragment: str, found: bool) -> None:
    assert anchors_of(DOCUMENT).has(fragment) is found


@pytest.mark.parametrize(("flavour", "text", "expected"), FLAVOURED)
def test_slugs_of_other_flavours(flavour: str, text: str, expected: str) -> None:
    assert slug(text.replace("*", ""), FLAVOURS[flavour]) == expected


@pytest.mark.parametrize(("flavour", "text", "fragment", "found"), MATCHING)
def test_matching_of_other_flavours(flavour: str, text: str, fragment: str, found: bool) -> None:
    assert anchors_of(text, flavour).has(fragment) is found


AMBIGUOUS = [
    ("# a\n# b\n", "a", False),
    ("# a\n# a\n", "a", True),
    ("# a\n# A\n", "A-1", True),
    ("# a\n# a\n# b\n", "b", False),
    ("# a\n# a\n", "c", False),
    ("# a-1\n# a\n", "a-1", False),
]


@pytest.mark.parametrize(("text", "fragment", "expected"), AMBIGUOUS)
def test_ambiguity(text: str, fragment: str, expected: bool) -> None:
    assert anchors_of(text).is_ambiguous(fragment) is expected


BASES = st.lists(st.sampled_from(["", "a", "a-1", "a-1-1", "a-2", "b", "-1"]) | st.text("a-1", max_size=4), max_size=12)


@given(BASES)
def test_numbering_makes_unique_and_leaves_the_unique_alone(bases: list[str]) -> None:
    numbered = list(make_unique(bases))
    assert len(set(numbered)) == len(bases)
    assert list(make_unique(numbered)) == numbered
    for base, unique in zip(bases, numbered, strict=True):
        assert unique == base or unique.startswith(f"{base}-")
    assert all(unique == base for base, unique in zip(bases, numbered, strict=True) if bases.index(base) < 0)


@given(BASES, BASES)
def test_numbering_of_the_first_does_not_depend_on_the_rest(first: list[str], rest: list[str]) -> None:
    assert list(make_unique([*first, *rest]))[: len(first)] == list(make_unique(first))


@given(st.lists(st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=8), max_size=6))
def test_anchors_of_a_document_are_unique(texts: list[str]) -> None:
    slugs = anchors_of("\n".join(f"# {text}" for text in texts)).slugs
    assert len(set(slugs)) == len(slugs)


@given(st.text(), st.sampled_from(sorted(FLAVOURS)))
def test_a_slug_holds_no_blank(text: str, flavour: str) -> None:
    assert not any(character.isspace() for character in slug(text, FLAVOURS[flavour]))


def test_lines_hold_the_keys_that_take_one_line() -> None:
    anchors = Anchors.made_of(["Some words", "b"], ["over\ntwo", "X"], FLAVOURS["github"])
    lines = Lines(anchors.lines)
    assert [each for each in ("some-words", "b", "X", "over\ntwo", "some-words\nb", "some", "x") if each in lines] == [
        "some-words",
        "b",
        "X",
    ]


def test_own_anchors_lead_nowhere_else() -> None:
    anchors = Anchors.made_of(["\u00c4 b"], (), FLAVOURS["github"])
    destinations = ("#\u00e4-b", "#%C3%A4-b", "#gone", "a.md#\u00e4-b", "", "#")
    assert anchors.leading_elsewhere(destinations) == ("#gone", "a.md#\u00e4-b", "")
