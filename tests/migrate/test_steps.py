"""The steps of a migration over documents in memory: what they make of heads, parts, merges, splits and lists."""

from __future__ import annotations

from dataclasses import replace

import pytest

from docsync.changeset.series import Series
from docsync.errors import UsageError
from docsync.migrate.apply.steps import steps
from docsync.migrate.model import Action, Dropped, Part
from memory import corpus_of
from migrate.carrying import ADR, NEW, RFC, ROOT, carried_out, migration, texts, topic
from outcomes import errors

BODY = "## Context\n\nSlow.\n"
ADDED = "First proposed: 2026-02-03 in commit 1234567\n\n"


def head(text: str, **more: object) -> str:
    """What one moved record says before its first section."""
    corpus = carried_out({ADR: f"{text}\n\n{BODY}"}, migration(topic(ADR, **more)))
    moved = corpus.text(NEW).text
    assert moved.endswith(BODY)
    return moved.removesuffix(BODY)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# 1. Cache", "# RFC: Cache"),
        ("# ADR-0001: Cache", "# RFC: Cache"),
        ("# Cache", "# RFC: Cache"),
        ("# RFC: Cache", "# RFC: Cache"),
        ("# ADR 1: Cache [Draft]", "# RFC: Cache"),
        ("# ADR 1: [Draft] Cache", "# RFC: Cache"),
        ("ADR 1: Cache\n============", "RFC: Cache\n============"),
        ("<h1>ADR 1: Cache</h1>", "<h1>RFC: Cache</h1>"),
        ("# ADR 1: Cache {#own}", "# RFC: Cache {#own}"),
        ("# Something else", "# RFC: Cache"),
    ],
)
def test_a_title_loses_its_number_and_says_what_the_plan_says(old: str, new: str) -> None:
    assert head(old) == f"{new}\n\nStatus: implemented\n\n{ADDED}"


@pytest.mark.parametrize("title", ["Cache `pages` | not [queries]", "Queue *mails*", "A & B"])
def test_a_title_that_nobody_edited_keeps_its_markup(title: str) -> None:
    plain = title.replace("`", "").replace("*", "")
    assert head(f"# ADR 1: {title}", title=plain).startswith(f"# RFC: {title}\n")


def test_a_title_in_front_matter_loses_its_number_too() -> None:
    assert head("---\ntitle: |\n  1. Cache\nslug: 1\n---\n\nText").startswith("---\ntitle: Cache\nslug: 1\n---\n")
    assert head("---\ntitle: Cache\n---\n\n# ADR 1: Cache").startswith("---\ntitle: Cache\n---\n\n# RFC: Cache\n")
    assert head("Text").startswith("# RFC: Cache\n\nStatus: implemented\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Status: Accepted", "Status: implemented"),
        ("Status:", "Status: implemented"),
        ("* Status: accepted\n* Deciders: Ada", "* Status: implemented\n* Deciders: Ada"),
        ("**Status:** Accepted", "**Status:** implemented"),
        ("Status: Accepted by all who\nwere there", "Status: implemented (Accepted) by all who\nwere there"),
        ("Status: implemented by all who\nwere there", "Status: implemented by all who\nwere there"),
        (
            "| Status | Date |\n| --- | --- |\n| Accepted | 1 |",
            "Status: implemented\n\nFIRST| Status | Date |\n| --- | --- |\n| implemented | 1 |",
        ),
        ("## Status\n\nAccepted", "Status: implemented\n\nFIRST## Status\n\nAccepted"),
    ],
)
def test_a_status_is_restated_where_the_gate_reads_it(old: str, new: str) -> None:
    first = ADDED if "FIRST" in new else ""
    new = new.replace("FIRST", ADDED)
    assert head(f"# Cache\n\n{old}") == f"# RFC: Cache\n\n{new}\n\n{'' if first else ADDED}"


def test_a_status_in_front_matter_is_restated_there_and_names_its_heir_below() -> None:
    made = migration(
        topic(ADR, status="implemented, superseded by [ADR 2](0002-b.md)"),
        topic("docs/adr/0002-b.md", target=f"{ROOT}/implemented/2026-02-04-b.md", title="B"),
    )
    files = {ADR: f"---\nstatus: accepted\n---\n\n# Cache\n\n{BODY}", "docs/adr/0002-b.md": f"# B\n\n{BODY}"}
    found = texts(carried_out(files, made))
    assert found[NEW].startswith("---\nstatus: implemented, superseded by B\n---\n")
    assert "\nSuperseded by: [B](2026-02-04-b.md)\n" in found[NEW]
    assert "\nSupersedes: [Cache](2026-02-03-cache.md)\n" in found[f"{ROOT}/implemented/2026-02-04-b.md"]


@pytest.mark.parametrize(
    ("status", "new"),
    [
        ("superseded by [ADR 2](0002-b.md)", "superseded by [B](2026-02-04-b.md)"),
        ("superseded by [2. B](0002-b.md)", "superseded by [b](2026-02-04-b.md)"),
        ("superseded by [the queue](0002-b.md#context)", "superseded by [the queue](2026-02-04-b.md#context)"),
        ("see [x](https://example.org/ADR-2)", "see [x](https://example.org/ADR-2)"),
        ("see [x](gone.md) and [y](#context)", "see x and y"),
        ("see ADR 2 and ADR 9", "see [b](2026-02-04-b.md) and `ADR 9`"),
        ("see `ADR 2`", "see `ADR 2`"),
        ("as ADR 1", "as ADR 1"),
    ],
)
def test_links_in_a_status_fit_the_new_place(status: str, new: str) -> None:
    made = migration(
        topic(ADR, status=f"implemented, {status}", ids=("ADR 0001",)),
        topic("docs/adr/0002-b.md", target=f"{ROOT}/implemented/2026-02-04-b.md", title="B", ids=("ADR 0002",)),
    )
    text = f"# Cache\n\n## Status\n\nSee [b](0002-b.md).\n\n{BODY}"
    if "ADR 2](" in status:
        text = text.replace("See [b]", "See [B]")
    found = texts(carried_out({ADR: text, "docs/adr/0002-b.md": f"# B\n\n{BODY}"}, made))
    assert f"\nStatus: implemented, {new}\n" in found[NEW]


def test_old_ids_are_named_once() -> None:
    assert "\nFormerly: ADR 0001, PDR 3\n" in head("# Cache", ids=("ADR 0001", "PDR 3"))
    known = "# Cache\n\nStatus: implemented\n\nFormerly: PDR 3"
    assert "\nFormerly: PDR 3, ADR 0001\n" in head(known, ids=("ADR 0001", "PDR 3"))


def test_a_record_that_says_all_that_is_left_alone() -> None:
    text = f"# RFC: Cache\n\nStatus: implemented\n\nFormerly: ADR 0001\n\n{BODY}"
    made = migration(topic(NEW, ids=("ADR 0001",), date=None))
    assert texts(carried_out({NEW: text}, made))[NEW] == text


def test_line_ends_and_a_byte_order_mark_stay() -> None:
    text = f"\ufeff# 1. Cache\n\n{BODY}".replace("\n", "\r\n").encode()
    corpus = carried_out({ADR: text}, migration(topic(ADR, ids=("ADR 0001",))))
    data = corpus.source.read(NEW)
    assert data.startswith("\ufeff# RFC: Cache\r\n\r\nStatus: implemented\r\n\r\nFormerly: ADR 0001\r\n".encode())
    assert data.count(b"\n") == data.count(b"\r\n")


PAIR = {
    ADR: f"# 1. Cache\n\nStatus: accepted\n\n{BODY}\nSee [it](../rfc/007-cache.md#context).\n",
    RFC: f"# RFC 007: Cache pages\n\nStatus: implemented\n\n{BODY}\n## Drop me\n\nNo.\n",
    "README.md": "[all](docs/adr) [one](docs/rfc/007-cache.md#context) [two](docs/adr/0001-cache.md)"
    " [three](docs/rfc/007-cache.md#rfc-007-cache-pages) [four](docs/adr/0001-cache.md#1-cache)\n",
}


def test_a_merge_keeps_both_and_maps_the_anchors() -> None:
    made = migration(topic(ADR, RFC, action=Action.MERGE, ids=("ADR 0001", "RFC 007")))
    found = texts(carried_out(PAIR, made))
    assert found[NEW].startswith("# RFC: Cache\n\nStatus: implemented\n\nFormerly: ADR 0001, RFC 007\n")
    assert "First proposed: 2026-02-03 in Cache, which is merged here\n" in found[NEW]
    assert "\n## Cache pages\n\n### Context (proposal)\n" in found[NEW]
    assert "See [it](#context-proposal)." in found[NEW] or "2026-02-03-cache.md#context-proposal" in found[NEW]
    assert found["README.md"] == (
        f"[all](docs/rfc) [one]({NEW}#context-proposal) [two]({NEW}) "
        f"[three]({NEW}#cache-pages) [four]({NEW}#rfc-cache)\n"
    )


def test_a_merge_can_lie_where_its_second_member_was() -> None:
    made = migration(topic(ADR, NEW, action=Action.MERGE))
    found = texts(carried_out({ADR: PAIR[ADR].replace("../rfc/007-cache.md", ""), NEW: PAIR[RFC]}, made))
    assert found[NEW].startswith("# RFC: Cache\n")
    assert "\n## Cache pages\n" in found[NEW]


def test_three_records_become_one() -> None:
    third = "docs/adr/0009-third.md"
    made = migration(topic(ADR, RFC, third, action=Action.MERGE))
    found = texts(carried_out({**PAIR, third: "# Third\n\nWords.\n"}, made))
    assert "\n## Cache pages\n" in found[NEW]
    assert found[NEW].endswith("## Third\n\nWords.\n")


def test_a_dropped_block_is_nowhere() -> None:
    drop = Dropped(RFC, "No.", "because")
    made = migration(topic(ADR, RFC, action=Action.MERGE, drop=(drop,)))
    assert "No." not in texts(carried_out(PAIR, made))[NEW]
    wrong = migration(topic(ADR, RFC, action=Action.MERGE, drop=(replace(drop, text="Yes."),)))
    with pytest.raises(UsageError, match=r"^docs/rfc/007-cache.md: no block is exactly `Yes.`"):
        carried_out(PAIR, wrong)


LONG = (
    "# RFC 007: Cache\n\nStatus: accepted\n\n## Part 1: Disk\n\nOne.\n\n## Part 2: Net\n\nTwo.\n\n## Rest\n\nThree.\n"
)
PART = f"{ROOT}/proposed/2026-02-03-net.md"


def test_a_split_makes_a_proposal_with_its_own_head() -> None:
    split = topic(
        RFC, action=Action.SPLIT, target=PART, title="Net", section="#part-2-net", status="proposed (deferred)"
    )
    found = texts(carried_out({RFC: LONG, "a.md": f"[net]({RFC}#part-2-net)\n"}, migration(topic(RFC), split)))
    assert found[PART].startswith("# RFC: Net\n\nStatus: proposed (deferred)\n\n")
    assert "First proposed: 2026-02-03 as part of [Cache](../implemented/2026-02-03-cache.md)\n" in found[PART]
    assert "\n## Part 2: Net\n\nMoved to [Net](../proposed/2026-02-03-net.md).\n" in found[NEW]
    assert found["a.md"] == f"[net]({PART}#rfc-net)\n"


def test_a_split_does_not_overwrite() -> None:
    split = topic(RFC, action=Action.SPLIT, target=PART, title="Net", section="#part-2-net")
    with pytest.raises(UsageError, match=rf"^{PART}: exists already; give the split-off section"):
        carried_out({RFC: LONG, PART: "# RFC: Net\n"}, migration(topic(RFC), split))


def test_an_umbrella_gives_its_parts_to_the_decisions() -> None:
    second = f"{ROOT}/implemented/2026-02-03-net.md"
    made = migration(
        topic(ADR, RFC, action=Action.MERGE, origin=RFC, parts=(Part("#part-2-net", "docs/adr/0002-net.md"),)),
        topic("docs/adr/0002-net.md", target=second, title="Net", origin=RFC),
    )
    files = {ADR: f"# 1. Disk\n\n{BODY}", RFC: LONG, "docs/adr/0002-net.md": f"# 2. Net\n\n{BODY}"}
    found = texts(carried_out(files, made))
    assert {*found} == {NEW, second, f"{ROOT}/README.md"}
    assert found[second].endswith("## Net\n\nPart of: [Cache](2026-02-03-cache.md)\n\nTwo.\n")
    assert "First proposed: 2026-02-03 as part of [Cache](2026-02-03-cache.md)\n" in found[second]
    assert "Moved to [Net](2026-02-03-net.md)." in found[NEW]
    assert "Two." not in found[NEW]
    lost = migration(topic(ADR, RFC, action=Action.MERGE, parts=(Part("#part-2-net", "docs/adr/0009.md"),)))
    with pytest.raises(UsageError, match=r"^docs/adr/0009.md: is to take in a part of docs/rfc/007-cache.md"):
        carried_out(files, lost)


def test_attachments_and_folders_move_along() -> None:
    picture = "docs/adr/img/a.png"
    files = {
        ADR: f"# 1. Cache\n\n![a](img/a.png)\n\n{BODY}",
        picture: b"\0",
        "README.md": "[adr](docs/adr/) [p](docs/adr/img)\n",
    }
    attached = topic(picture, action=Action.ATTACHMENT, target=f"{ROOT}/assets/cache/a.png")
    corpus = carried_out(files, migration(topic(ADR), attached))
    assert "![a](../assets/cache/a.png)" in corpus.text(NEW).text
    assert corpus.text("README.md").text == "[adr](docs/rfc/) [p](docs/rfc/assets/cache)\n"


def test_a_folder_in_which_something_stays_stays_linked() -> None:
    files = {ADR: f"# 1. Cache\n\n{BODY}", "docs/adr/notes.md": "# N\n", "README.md": "[adr](docs/adr)\n"}
    left = topic("docs/adr/notes.md", action=Action.LEAVE, target="docs/adr/notes.md")
    assert texts(carried_out(files, migration(topic(ADR), left)))["README.md"] == "[adr](docs/adr)\n"


def test_a_member_that_went_away_is_named() -> None:
    with pytest.raises(UsageError, match=rf"^{ADR}: went away since the plan was made; run `doc-sync migrate plan`"):
        carried_out({"README.md": "x\n"}, migration(topic(ADR)))


README = f"{ROOT}/README.md"
INDEX = (
    "<!-- doc-sync: rfc-index -->\n\n## Implemented\n\n"
    "- 2026-02-03 [Cache](implemented/2026-02-03-cache.md)\n\n<!-- doc-sync: end -->\n"
)
ALIASES = (
    "\n## Old names\n\n<!-- doc-sync: rfc-aliases -->\n\n| Formerly | Record |\n| --- | --- |\n"
    "| ADR 0001 | [Cache](implemented/2026-02-03-cache.md) |\n\n<!-- doc-sync: end -->\n"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, f"# Decisions\n\n{INDEX}{ALIASES}"),
        ("# Ours\n\nBy hand.\n", f"# Ours\n\nBy hand.\n\n{INDEX}{ALIASES}"),
        ("# Ours\r\n", f"# Ours\n\n{INDEX}{ALIASES}".replace("\n", "\r\n")),
        ("<!-- doc-sync: rfc-index -->\n<!-- doc-sync: end -->\n\nBy hand.\n", f"{INDEX}\nBy hand.\n{ALIASES}"),
    ],
)
def test_the_readme_lists_records_and_old_ids_and_keeps_what_people_wrote(old: str | None, new: str) -> None:
    files = {ADR: f"# 1. Cache\n\n{BODY}", **({README: old} if old else {})}
    assert texts(carried_out(files, migration(topic(ADR, ids=("ADR 0001",)))))[README] == new


def test_a_readme_in_the_way_is_named() -> None:
    files = {ADR: f"# 1. Cache\n\n{BODY}", f"{ROOT}/readme.md": "# Ours\n"}
    with pytest.raises(UsageError, match=rf"^{ROOT}/readme.md: is in the way of {README}"):
        carried_out(files, migration(topic(ADR)))


def test_carried_out_again_there_is_nothing_to_do() -> None:
    corpus = carried_out({ADR: f"# 1. Cache\n\n{BODY}"}, migration(topic(ADR, ids=("ADR 0001",))))
    again = migration(topic(NEW, ids=("ADR 0001",), date=None))
    before = texts(corpus)
    assert texts(carried_out(before, again)) == before


STATED = "implemented, superseded by [B](0002-b.md)"
SECTIONS = {
    "the note of the line": ("Accepted", "implemented (accepted)", ""),
    "spelled as adr-tools does": ("Superceded by [B](0002-b.md)", STATED, ""),
    "two paragraphs": ("Accepted\n\n2024-01-02", "implemented (accepted 2024-01-02)", ""),
    "a comment too": ("Accepted <!-- or not -->", "implemented (accepted)", "KEPT"),
    "a rule too": ("Accepted\n\n---", "implemented (accepted)", "KEPT"),
    "a reason too": ("Accepted, since we need it.", "implemented (accepted)", "KEPT"),
    "a link that the line does not have": ("[Accepted](https://example.org)", "implemented (accepted)", "KEPT"),
    "sections of its own": ("Accepted\n\n### Why\n\nSo.", "implemented (accepted)", "KEPT"),
    "another status than by now": ("Accepted", "rejected", "KEPT"),
    "nothing": ("", "implemented", "KEPT"),
}


@pytest.mark.parametrize(("body", "status", "kept"), SECTIONS.values(), ids=SECTIONS)
def test_a_status_section_that_says_no_more_than_the_line_goes(body: str, status: str, kept: str) -> None:
    section = "\n\n".join(["## Status", *([body] if body else [])])
    files = {ADR: f"# Cache\n\n{section}\n\n{BODY}", "docs/adr/0002-b.md": f"# B\n\n{BODY}"}
    second = topic("docs/adr/0002-b.md", target=f"{ROOT}/implemented/2026-02-04-b.md", title="B")
    target = NEW if "rejected" not in status else NEW.replace("implemented", "rejected")
    found = texts(carried_out(files, migration(topic(ADR, status=status, target=target), second)))[target]
    assert ("## Status" in found) == bool(kept)
    assert found.endswith(f"\n\n{BODY}")
    assert "\n\n\n" not in found


@pytest.mark.parametrize("page", ["[s](adr/0001-cache.md#status)", "[s](adr/0001-cache.md)"])
def test_a_status_section_that_is_linked_to_stays(page: str) -> None:
    files = {ADR: f"# Cache\n\n## Status\n\nAccepted\n\n{BODY}", "docs/a.md": f"# A\n\n{page}\n"}
    found = texts(carried_out(files, migration(topic(ADR, status="implemented (accepted)"))))[NEW]
    assert ("## Status" in found) == ("#" in page)


@pytest.mark.parametrize("required", [("Status", "Context"), ("Context|Status",), ("Context",)])
def test_a_status_section_that_the_gate_wants_stays(required: tuple[str, ...]) -> None:
    made = migration(topic(ADR, status="implemented (accepted)"))
    series = Series(corpus_of({ADR: f"# Cache\n\n## Status\n\nAccepted\n\n{BODY}"}), errors)
    for step in steps(made, required=required):
        series.then(step)
    assert ("## Status" in texts(series.corpus)[NEW]) == any("Status" in each for each in required)


def test_a_heading_that_is_quoted_starts_no_status_section() -> None:
    text = f"# Cache\n\n> ## Status\n>\n> Accepted\n\n{BODY}"
    found = texts(carried_out({ADR: text}, migration(topic(ADR, status="implemented (accepted)"))))[NEW]
    assert "> ## Status\n>\n> Accepted\n" in found
