"""What a record says: title, fields, sections, old ids, pointers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.markdown.extract import read_document
from docsync.records import RecordId
from docsync.rfc.record import Record, Relation, is_generic, plain_title, read_record, section_name
from docsync.text import SourceText


def record(text: str) -> Record:
    source = SourceText.from_str(text)
    return read_record("docs/rfc/proposed/x.md", source, read_document(source))


PREFIXES = [
    ("RFC: Use `x`", "Use `x`"),
    ("ADR-012: Use x", "Use x"),
    ("RFC 001: types and type annotations", "types and type annotations"),
    ("12. Use x", "Use x"),
    ("0012 - Use x", "Use x"),
    ("0012: Use x", "Use x"),
    ("[RFC-12] Use x", "Use x"),
    ("ADR 0003 — Use x", "Use x"),
    ("ADR #3 Use x", "Use x"),
    ("ADR-{NNN}: {Decision Subject}", "{Decision Subject}"),
    ("RFC-0012 RFC: Use x", "Use x"),
    ("Architecture Decision Record: Use x", "Use x"),
    ("2020-01-02: Use x", "Use x"),
    ("WIP: Use x [Draft]", "Use x"),
    ("Use x (accepted) now", "Use x now"),
    ("Use x [beta]", "Use x [beta]"),
    ("[Accepted]", "[Accepted]"),
    ("2FA for everybody", "2FA for everybody"),
    ("3D rendering", "3D rendering"),
    ("1.0 release plan", "1.0 release plan"),
    ("RFC process", "RFC process"),
    ("ADR-12.5 is odd", "ADR-12.5 is odd"),
    ("RFC:", "RFC:"),
    ("  A \n b ", "A b"),
]


@pytest.mark.parametrize(("heading", "title"), PREFIXES)
def test_a_title_loses_kind_number_and_status(heading: str, title: str) -> None:
    assert plain_title(heading) == title


# Markdown; title, and the text of its span.
TITLES = [
    ("# RFC: Use x\n\n# Other\n", "Use x", "RFC: Use x"),
    ("```\n# No\n```\n\n# Use *x*\n", "Use x", "Use *x*"),
    ("---\ntitle: |\n  3. Use x\n---\n\n## Status\n\n# Never\n", "Never", "Never"),
    ("---\ntitle: |\n  3. Use x\n---\n\n## Status\n", "Use x", "|\n  3. Use x\n"),
    ("---\ntitle: Use x\n---\n\n## Status\n\n# Decision\n", "Use x", "Use x"),
    ("# Decision\n", "Decision", "Decision"),
    ("## Use x\n\n## Status\n", "Use x", "Use x"),
    ("## 1. Context\n\n## Use x\n", "", None),
    ("Use x\n=====\n", "Use x", "Use x"),
    ("text\n", "", None),
    ("# \n", "", ""),
]


@pytest.mark.parametrize(("text", "title", "span"), TITLES)
def test_where_the_title_stands(text: str, title: str, span: str | None) -> None:
    found = record(text)
    assert found.title == title
    assert (found.title_span and text[slice(*found.title_span)]) == span


@pytest.mark.parametrize("title", ["RFC Proposal", "Title", "ADR", "Template", "  topic  TITLE "])
def test_a_generic_title_names_no_topic(title: str) -> None:
    assert is_generic(title)


def test_generic_titles_can_be_added() -> None:
    assert not is_generic("Our form")
    assert is_generic("our FORM", ("Our form",))


def test_fields_are_found_by_folded_name_and_keep_their_order() -> None:
    found = record("# T\n\nDate: x\nDATE: y\n")
    assert [field.value for field in found.fields["date"]] == ["x", "y"]


SECTIONS = """# T

## 1. The Problem

text

## Decision
<!-- to be written -->

## Options

### One

Setext
------

## Last"""


def test_sections_and_whether_they_are_empty() -> None:
    for text in (SECTIONS, SECTIONS.replace("\n", "\r\n"), f"{SECTIONS}\n\n"):
        found = [(section_name(each.title), each.level, each.is_empty) for each in record(text).sections]
        assert found == [
            ("problem", 2, False),
            ("decision", 2, True),
            ("options", 2, False),
            ("one", 3, True),
            ("setext", 2, True),
            ("last", 2, True),
        ]


def test_old_ids_are_read_as_written() -> None:
    found = record("# T\n\nFormerly: ADR 0011, RFC-005\nFormerly: `adr12`, docs/x.md\n")
    assert found.formerly == (RecordId("ADR", 11), RecordId("RFC", 5), RecordId("ADR", 12))
    assert [each.text for each in found.former] == ["ADR 0011", "RFC-005", "adr12"]
    assert [each.text for each in record("# T\n\nFormerly: ADRs 0011 and 0012\n").former] == ["ADRs 0011", "ADR 0012"]


POINTERS = [
    ("Status: implemented, superseded by [N](n.md)", [("superseded by", "n.md")]),
    ("> Replaced\n> by [N][n] and [M](m.md).\n\n[n]: n.md", [("superseded by", "n.md"), ("superseded by", "m.md")]),
    ("Superseded [0019](n.md)", [("superseded by", "n.md")]),
    ("- **Superseded by:** [N](n.md)\n- Supersedes: [O](o.md)", [("superseded by", "n.md"), ("supersedes", "o.md")]),
    ("It replaces [O](o.md), superseded by [N](n.md).", [("supersedes", "o.md"), ("superseded by", "n.md")]),
    ("See [N](n.md), which supersedes nothing.", []),
    ("\u017fuper\u017feded by [N](n.md)", [("superseded by", "n.md")]),
    ("SUBSUMES [O](o.md) and is Obsoleted With [N](n.md)", [("supersedes", "o.md"), ("superseded by", "n.md")]),
    ("Supplanted by [N](n.md)", [("superseded by", "n.md")]),
    ("Superseded by ![N](n.png)", []),
    ("Superseded by [what is below](#below)", []),
    ("Superseded by nothing.\n\n[N](n.md)", []),
    ("x\n\n" * 25 + "Superseded by [N](n.md)", []),
]


@pytest.mark.parametrize(("text", "pointers"), POINTERS)
def test_pointers(text: str, pointers: list[tuple[str, str]]) -> None:
    found = record(f"# T\n\n{text}\n")
    assert [(each.relation.value, each.destination) for each in found.pointers] == pointers
    assert found.pointing(Relation.SUPERSEDES) == tuple(
        each for each in found.pointers if each.relation is Relation.SUPERSEDES
    )


@given(st.text(alphabet="RFCAD 0123456789:.-[](){}#—Usex\n", max_size=60))
def test_a_title_is_never_lost_as_a_whole(text: str) -> None:
    assert bool(plain_title(text)) == bool(text.split())
