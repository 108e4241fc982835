"""The generated parts of the README."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.edits import apply_edits
from docsync.gates.links import GATE as LINKS
from docsync.gates.wrap import GATE as WRAP
from docsync.markdown.extract import read_document
from docsync.markdown.old_names import Former
from docsync.markdown.parser import render
from docsync.records import RecordId
from docsync.rfc.index import (
    ALIASES,
    INDEX,
    IndexEntry,
    find_part,
    markers,
    render_aliases,
    render_index,
    replace_between,
)
from docsync.text import SourceText
from memory import corpus_of, findings

README = "docs/rfc/README.md"
OLD = IndexEntry(
    "docs/rfc/implemented/2026-01-02-old.md",
    "Old [x] way",
    (Former(RecordId("RFC", 5), "RFC 005"), Former(RecordId("ADR", 11), "ADR 0011")),
    (("docs/rfc/proposed/2026-03-01-new.md", "New"),),
)
NEW = IndexEntry("docs/rfc/proposed/2026-03-01-new.md", "New", (Former(RecordId("ADR", 2), "ADR|2"),))
ODD = IndexEntry("docs/rfc/implemented/odd name.md", "")
EMPTY = f"# Decisions\n\n<!-- {INDEX} -->\n<!-- doc-sync: end -->\n\n<!-- {ALIASES} -->\n<!-- doc-sync: end -->\n"


def replaced(text: str, marker: str, part: str) -> str:
    source = SourceText.from_str(text)
    edit = replace_between(README, source, read_document(source), marker, part)
    return apply_edits(text, [edit]) if edit else text


def test_the_index_has_a_list_for_each_folder_newest_first() -> None:
    later = IndexEntry("docs/rfc/implemented/2026-02-01-later.md", "Later")
    assert render_index([OLD, ODD, NEW, later], README) == (
        "\n## Proposed\n\n- 2026-03-01 [New](proposed/2026-03-01-new.md)\n"
        "\n## Implemented\n\n- 2026-02-01 [Later](implemented/2026-02-01-later.md)\n"
        "- 2026-01-02 [Old \\[x\\] way](implemented/2026-01-02-old.md),"
        " superseded by [New](proposed/2026-03-01-new.md)\n"
        "- [odd name.md](implemented/odd%20name.md)\n"
    )
    assert render_index([], README) == ""


def test_the_table_of_old_ids_is_sorted_by_kind_and_number() -> None:
    assert render_aliases([OLD, NEW], README) == (
        "\n| Formerly | Record |\n| --- | --- |\n| ADR\\|2 | [New](proposed/2026-03-01-new.md) |\n"
        "| ADR 0011 | [Old \\[x\\] way](implemented/2026-01-02-old.md) |\n"
        "| RFC 005 | [Old \\[x\\] way](implemented/2026-01-02-old.md) |\n"
    )
    assert render_aliases([ODD], README) == ""


def test_parts_are_replaced_once_and_their_line_ends_kept() -> None:
    for line_end in ("\n", "\r\n"):
        text = replaced(EMPTY.replace("\n", line_end), INDEX, render_index([OLD, NEW], README))
        text = replaced(text, ALIASES, render_aliases([OLD, NEW], README))
        assert text.replace("\r\n", "\n").count("\n") == text.count(line_end)
        assert replaced(text, INDEX, render_index([OLD, NEW], README)) == text
        assert replaced(text, INDEX, "") != text
        assert replaced(replaced(text, INDEX, ""), ALIASES, "") == EMPTY.replace("\n", line_end)


def test_the_parts_have_no_finding_of_the_other_gates() -> None:
    text = replaced(EMPTY, INDEX, render_index([OLD, NEW, ODD], README))
    text = replaced(text, ALIASES, render_aliases([OLD, NEW], README))
    files = {README: text, **{each.path: "# T\n\nFormerly: ADR 0011, RFC 005, ADR 2\n" for each in (OLD, NEW, ODD)}}
    for gate in (LINKS, WRAP):
        assert [each for each in findings(gate, corpus_of(files)) if each.path == README] == []
    assert read_document(SourceText.from_str(text)).suppressions == ()


MISSING = [
    "",
    f"<!-- {INDEX} -->\n",
    "<!-- doc-sync: end -->\n",
    f"<!-- doc-sync: end -->\n\n<!-- {INDEX} -->\n",
    f"```\n<!-- {INDEX} -->\n<!-- doc-sync: end -->\n```\n",
    f"x <!-- {INDEX} --> <!-- doc-sync: end -->\n",
]


@pytest.mark.parametrize("text", MISSING)
def test_a_part_needs_both_markers_on_lines_of_their_own(text: str) -> None:
    source = SourceText.from_str(text)
    document = read_document(source)
    assert find_part(document, INDEX) is None
    with pytest.raises(ValueError, match=f"no `<!-- {INDEX} -->` in {README}"):
        replace_between(README, source, document, INDEX, "")


def test_the_last_start_before_an_end_counts() -> None:
    text = f"<!-- {ALIASES} -->\n\n<!--   {INDEX}\n-->\nold\n\n<!-- doc-sync: end -->"
    assert replaced(text, INDEX, "new\n") == f"<!-- {ALIASES} -->\n\n<!--   {INDEX}\n-->\nnew\n\n<!-- doc-sync: end -->"


def test_markers_to_paste() -> None:
    assert markers(INDEX) == "`<!-- doc-sync: rfc-index -->` and `<!-- doc-sync: end -->`"


@given(st.text(alphabet="ab \\`*_[]()<>~$|&;#!:/.https'\"-", min_size=1, max_size=30))
def test_any_title_stays_the_text_of_one_link(title: str) -> None:
    entry = IndexEntry("docs/rfc/proposed/2026-03-01-new.md", title, (Former(RecordId("ADR", 2), "ADR 2"),))
    for part in (render_index([entry], README), render_aliases([entry], README)):
        source = SourceText.from_str(part)
        document = read_document(source)
        assert [(link.destination) for link in document.links] == ["proposed/2026-03-01-new.md"]
        assert document.malformed_links == ()
        assert render(part).count("<a ") == 1
        assert not {"<em>", "<code>", "<strong>", "<s>"} & set(render(part).replace("<", "\n<").split())
