"""Records of one topic, records that supersede others, and the README that lists them."""

from __future__ import annotations

import pytest

from docsync.gates.rfcs import GATE
from docsync.markdown.extract import read_document
from docsync.repo import Remote
from docsync.rfc.editing.upkeep import refresh_index
from docsync.rfc.folder import Folder
from docsync.rfc.index import find_part
from docsync.text import SourceText
from docsync.tree import Tree
from memory import corpus_of, findings
from rfc_folder import EMPTY, FILES, IMPLEMENTED, PROPOSED, README, REJECTED, TODAY, fixed, folder_of, judged, record

FAST, SLOW = f"{IMPLEMENTED}-fast-path.md", f"{PROPOSED}-slow-path.md"
TO_FAST, TO_SLOW = f"../implemented/{TODAY}-fast-path.md", f"../proposed/{TODAY}-slow-path.md"


def test_the_later_of_two_records_of_one_topic_is_told() -> None:
    by_slug = f"{REJECTED}-fast-path.md"
    by_title = "docs/rfc/proposed/2026-06-29-fast.md"
    files = {
        FAST: record("Fast path", "implemented"),
        by_slug: record("Path of old", "rejected"),
        by_title: record("FAST  path", "proposed"),
    }
    found = judged(files, check_dates=False)
    assert [(each.path, each.code, each.message, each.targets) for each in found] == [
        (FAST, "rfc-duplicate", f"`{by_title}` has the same title", (by_title,)),
        (by_slug, "rfc-duplicate", f"`{FAST}` has the same slug", (FAST,)),
    ]
    assert found[1].suggestion == f"run doc-sync rfc merge {FAST} {by_slug}, or rename one"


def test_equal_titles_in_one_folder_or_generic_ones_are_no_duplicates() -> None:
    same = {FAST: record("Fast path", "implemented"), f"{IMPLEMENTED}-fast-too.md": record("Fast path", "implemented")}
    generic = {FAST: record("Template", "implemented"), SLOW: record("Template", "proposed")}
    assert judged(same) == []
    assert {each.code for each in judged(generic)} == {"rfc-title"}


# Status and head of the fast path, head of the slow path; what is found in each.
BY = f"superseded by [Slow path]({TO_SLOW})"
OVER = f"Supersedes: [Fast path]({TO_FAST})\n"
ENDS = [
    (f"implemented, {BY}", "", OVER, [], []),
    ("implemented", f"{BY.capitalize()}\n", OVER, [], []),
    ("implemented, superseded", "", "", ["it is superseded, but no link says by what"], []),
    (f"implemented, {BY}", "", "", [f"it is superseded by `{SLOW}`, which does not say so"], []),
    ("implemented", "", OVER, [], [f"it supersedes `{FAST}`, which does not say so"]),
    (f"implemented, {BY}", "", f"Supersedes: [New way]({TODAY}-new-way.md)\n",
     [f"it is superseded by `{SLOW}`, which does not say so"],
     [f"it supersedes `{PROPOSED}-new-way.md`, which does not say so"]),
    ("implemented, superseded by [x](gone.md)", "", "", ["`superseded by` links to `gone.md`, which is not there"], []),
    (f"implemented, superseded by [x]({TODAY}-fast-path.md)", "", "",
     ["`superseded by` links to the record itself"], []),
    ("implemented, superseded by [x](#problem)", "", "", ["it is superseded, but no link says by what"], []),
    ("implemented, superseded by [x](https://example.org)", "", "", [], []),
    ("implemented, superseded by [x](../../../../../other)", "", "", [], []),
    ("implemented, superseded by [x](../README.md)", "", "", [], []),
    ("implemented, superseded by [x](../proposed)", "", "", [], []),
]  # fmt: skip


@pytest.mark.parametrize(("status", "head", "other", "here", "there"), ENDS)
def test_both_ends_of_a_supersession(status: str, head: str, other: str, here: list[str], there: list[str]) -> None:
    files = {FAST: record("Fast path", status, head), SLOW: record("Slow path", "proposed", other)}
    found = judged(files)
    assert {each.code for each in found} <= {"rfc-supersede"}
    assert [each.message for each in found if each.path == FAST] == here
    assert [each.message for each in found if each.path == SLOW] == there


def test_the_missing_end_is_written_out() -> None:
    files = {FAST: record("Fast path", f"implemented, {BY}"), SLOW: record("Slow path", "proposed")}
    (found,) = judged(files)
    assert files[FAST][slice(*found.span)] == TO_SLOW
    assert found.suggestion == f"write `supersedes [Fast path]({TO_FAST})` there"
    assert found.targets == (SLOW,)


def test_an_untracked_record_is_one() -> None:
    old = record("Fast path", f"implemented, {BY}")
    corpus = corpus_of({README: EMPTY, **FILES, FAST: old}, untracked={SLOW: record("Slow path", "proposed", OVER)})
    (found,) = findings(GATE, corpus)
    assert f"- {TODAY} [Slow path](proposed/{TODAY}-slow-path.md)\n" in found.fix[0].text


def test_the_index_lists_records_and_old_ids_and_is_mended() -> None:
    old = record("Fast path", f"implemented, {BY}", "Formerly: ADR 0011, RFC 005\n")
    files = {README: EMPTY, FAST: old, SLOW: record("Slow path", "proposed", OVER)}
    assert [each.message for each in judged(files)] == [
        "the index is stale: `## Proposed` is missing",
        "the table of old ids is stale: `| Formerly | Record |` is missing",
    ]
    readme = fixed(files)[README]
    assert f"[Fast path](implemented/{TODAY}-fast-path.md), superseded by [Slow path](proposed/" in readme
    assert f"| ADR 0011 | [Fast path](implemented/{TODAY}-fast-path.md) |" in readme
    assert judged({**files, README: readme}) == []
    assert judged({**files, README: readme.replace("\n", "\r\n")}) == []


NEW = "- 2026-06-30 [New way](proposed/2026-06-30-new-way.md)"
STALE = [
    ("[New way]", "[No way]", f"`{NEW}` is missing"),
    ("## Rejected\n\n", "## Rejected\n\nx\n", "`x` is too much"),
    ("## Rejected\n\n", "## Rejected\n\n\n", "lines are in another order, or blank ones differ"),
]


@pytest.mark.parametrize(("before", "after", "difference"), STALE)
def test_what_is_stale_is_said(before: str, after: str, difference: str) -> None:
    text = folder_of({}).text(README).text
    (found,) = judged({README: text.replace(before, after)})
    assert found.message == f"the index is stale: {difference}"
    part = find_part(read_document(SourceText.from_str(text)), "doc-sync: rfc-index")
    assert part is not None
    assert found.span == part[0].span
    assert set(found.targets) == set(FILES)


def test_a_readme_without_the_markers_is_shown_them() -> None:
    (found,) = judged({README: "# Decisions\n"})
    assert (found.message, found.fix) == ("there is no place for the index", ())
    assert found.suggestion == "add the lines `<!-- doc-sync: rfc-index -->` and `<!-- doc-sync: end -->`"


BOTH = "<!-- doc-sync: rfc-index -->\n<!-- doc-sync: end -->\n"


@pytest.mark.parametrize(
    "text",
    [
        BOTH.partition("\n")[0],
        BOTH.replace("\n", " "),
        f"<div>\n{BOTH}</div>\n",
        f"```\n{BOTH}```\n",
        "> " + BOTH.replace("\n<", "\n> <"),
        "- a\n\n  " + BOTH.replace("\n<", "\n  <"),
        "> " + BOTH,
    ],
)
def test_markers_that_enclose_no_place_are_told_how_to_stand(text: str) -> None:
    (found,) = judged({README: f"# Decisions\n\n{text}"})
    why = "its two comments do not stand alone in lines of their own, outside of quotes, lists, HTML and code"
    assert (found.message, found.fix) == (f"there is no place for the index: {why}", ())
    assert found.suggestion is not None
    assert found.suggestion.startswith("write `<!-- doc-sync: rfc-index -->` and `<!-- doc-sync: end -->`")


def test_files_that_went_away_since_they_were_read() -> None:
    for kept in ([], list(FILES)):
        corpus = folder_of({})
        assert len(list(corpus.documents())) == len(FILES) + 1
        corpus.source.tree = Tree({path: corpus.tree.entries[path] for path in kept})
        assert [each.code for each in findings(GATE, corpus)] == []


def test_a_place_for_old_ids_is_needed_only_where_there_are_some() -> None:
    only_index = EMPTY.partition("\n\n<!-- doc-sync: rfc-aliases")[0] + "\n"
    readme = fixed({README: only_index})[README]
    assert judged({README: readme}) == []
    files = {README: readme, f"{REJECTED}-long-way.md": record("Long way", "rejected", "Formerly: ADR 3\n")}
    assert [each.message for each in judged(files)] == ["there is no place for the table of old ids"]


def test_a_readme_that_is_not_there_or_not_readable() -> None:
    (found,) = findings(GATE, corpus_of(FILES))
    assert found.suggestion == "make it, with the lines `<!-- doc-sync: rfc-index -->` and `<!-- doc-sync: end -->`"
    assert (found.path, found.message) == (README, f"`{README}` is not there, so that nothing lists the records")
    assert list(findings(GATE, corpus_of({**FILES, README: b"\xff"}))) == []
    (found,) = findings(GATE, corpus_of({README: EMPTY, **FILES, f"{PROPOSED}-x.md": b"\xff"}))
    assert found.code == "rfc-index"


def test_gate_and_verb_read_one_index_from_pointers_in_every_form() -> None:
    url = f"https://example.com/owner/name/blob/main/{SLOW}"
    files = {
        FAST: record("Fast path", f"implemented, superseded by [Slow path]({url})"),
        SLOW: record("Slow path", "proposed", OVER),
    }
    source = {"remote": Remote("example.com", "owner/name", frozenset({"main"}))}
    assert judged(files, source=source) == []
    corpus = folder_of(files, **source)
    assert "superseded by [Slow path]" in corpus.text(README).text
    assert refresh_index(Folder(corpus, "docs/rfc")) is None
