"""The four lines of the proof over documents in memory: what holds, and what each of them finds when it does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from docsync.corpus import Corpus
from docsync.gates.rfcs.options import Options
from docsync.migrate.apply.apply_map import map_steps
from docsync.migrate.apply.moves_file import Left, Moves, moves_of
from docsync.migrate.apply.trace import Trace
from docsync.migrate.model import Action, Choices, Dropped, Migration, Part
from docsync.migrate.verify.findings import Gates
from docsync.migrate.verify.line import Line
from docsync.migrate.verify.proof import verify
from memory import corpus_of
from migrate.carrying import ADR, NEW, RFC, ROOT, carried_out, migration, topic
from outcomes import errors

GATES = Gates(errors, lambda _: True, Options(check_dates=False))
SECOND, SECOND_NEW = "docs/adr/0002-net.md", f"{ROOT}/implemented/2026-02-03-net.md"
PART = f"{ROOT}/proposed/2026-02-03-disk.md"
BODY = "## Context\n\nSlow.\n\n## Decision\n\nFast.\n\n## Consequences\n\nNone.\n"
FILES: Mapping[str, str | bytes | None] = {
    ADR: f"# 1. Cache\n\nStatus: accepted\n\n{BODY}\n"
    "See [b](0002-net.md#context), [x][l] and [gone](gone.md).\n\n[l]: ../a.md\n",
    SECOND: f"---\ntitle: 2. Net\n---\n\n{BODY}\nText[^1] <a href='../rfc/007-cache.md'>RFC</a>.\n\n[^1]: Note.\n",
    RFC: f"# RFC 007: Cache pages\n\nStatus: accepted\n\n{BODY}\n"
    "## Disk\n\nSpins[^1].\n\n[^1]: Both need it.\n\n## Net[^1]\n\nTwo.\n",
    "docs/a.md": "# A\n\n## Why\n\n[adr](adr/) [up](../../issues) [own](#why) "
    "[rfc](rfc/007-cache.md#disk) [1](adr/0001-cache.md)\n",
    "src/a.py": "# ADR 0002 is meant\n",
    "picture.png": b"\0",
}
MADE = migration(
    topic(ADR, RFC, action=Action.MERGE, ids=("ADR 0001", "RFC 007")),
    topic(SECOND, target=SECOND_NEW, title="Net", ids=("ADR 0002",)),
    topic(RFC, action=Action.SPLIT, target=PART, section="disk", title="Disk", status="proposed"),
)
LEFT = (Left("src/a.py", "ADR 0002", "because"),)


def proved(
    made: Migration = MADE, change: Mapping[str, tuple[str, str]] | None = None, **moves: Any
) -> Mapping[str, Line]:
    """The lines by name after a migration, and after a ``change`` that put a text in the place of another."""
    trace = Trace()
    after = carried_out(FILES, made, trace)
    found = moves_of(made, "base", trace.anchors())
    known = Moves(found.base, found.root, found.ids, found.paths, found.anchors, found.parts, found.dropped, LEFT)
    lines = verify(corpus_of(FILES), changed(after, change or {}), known, GATES)
    return {line.name: line for line in lines}


def changed(corpus: Corpus, change: Mapping[str, tuple[str, str]]) -> Corpus:
    texts: dict[str, str | bytes | None] = {path: corpus.source.read(path) for path in corpus.tree.entries}
    for path, (old, new) in change.items():
        text = corpus.text(path).text
        assert old in text
        texts[path] = text.replace(old, new, 1)
    return corpus_of(texts)


def test_all_holds_after_merge_split_and_move() -> None:
    lines = proved()
    assert {name: line.problems for name, line in lines.items()} == dict.fromkeys(lines, ())
    assert lines["gates"].text == "the links and rfcs gates pass, but for 5 findings of before"
    assert lines["links"].text.startswith("9 links of before lead where they led, ")
    assert lines["blocks"].text.endswith(" blocks of 3 old records are each in one new file")
    assert lines["names"].text == "none of 3 old ids and 3 old paths is left, but for 1 listed exception"


@pytest.mark.parametrize(
    ("path", "old", "new", "name", "problem"),
    [
        (NEW, "Status: implemented", "Status: rejected", "gates", f"{NEW}: the status is `rejected`"),
        (NEW, "[gone]", "[more](no.md) [gone]", "gates", f"{NEW}: "),
        (
            "docs/a.md",
            "rfc/proposed/2026-02-03-disk.md#rfc-disk",
            "rfc/README.md",
            "links",
            "docs/a.md: a link to docs/rfc/007",
        ),
        (
            "docs/a.md",
            "# A",
            "# A\n\n[src](../src/a.py)",
            "links",
            "docs/a.md: a link to src/a.py was not there before",
        ),
        ("docs/a.md", "../../issues", "../../pulls", "links", "docs/a.md: a link to ../issues is not there"),
        (SECOND_NEW, "## Context", "## Other", "links", f"{SECOND}#context: led to `Context`, and now to `no heading`"),
        (NEW, "## Decision\n\nFast.", "## Decision\n\nSlow.", "blocks", f"{ADR}:"),
        (PART, "Spins", "Turns", "blocks", f"{RFC}:"),
        (PART, "Spins", "Two.\n\nSpins", "blocks", "`Two.` is in more than one new file"),
        (NEW, "## Decision", "## Choice", "blocks", "the heading `## Decision` is not in"),
        ("src/a.py", "ADR 0002", "ADR 0002, ADR 0001", "names", "src/a.py:1: ADR 0001"),
        ("src/a.py", "ADR", f"{SECOND} ADR", "names", f"src/a.py:1: {SECOND}"),
        (NEW, "Slow.", "Slow as ADR 2.", "names", f"{NEW}:"),
    ],
)
def test_what_is_amiss_is_named(path: str, old: str, new: str, name: str, problem: str) -> None:
    line = proved(change={path: (old, new)})[name]
    assert not line.holds
    assert any(problem in each for each in line.problems), line.problems


def test_ids_as_labels_or_in_links_that_lead_elsewhere_are_none() -> None:
    more = "Slow [x][ADR 1] and [ADR 2](https://example.org) and ![ADR 2](none.png).\n\n[ADR 1]: ../../a.md\n"
    assert proved(change={NEW: ("Slow.", more)})["names"].holds


STATED = "# 1. Cache\n\n## Status\n\nSuperceded by [ADR 2](0002-net.md)\n\n"


def restated(status: str) -> Line:
    files = {ADR: f"{STATED}{BODY}", SECOND: f"# ADR 2: Net\n\n{BODY}"}
    made = migration(
        topic(ADR, ids=("ADR 0001",), status="implemented, superseded by [ADR 2](0002-net.md)"),
        topic(SECOND, target=SECOND_NEW, title="Net", ids=("ADR 0002",)),
    )
    after = changed(carried_out(files, made), {NEW: ("superseded", status)})
    return verify(corpus_of(files), after, moves_of(made, "base", {}), GATES)[2]


def test_a_status_section_that_became_a_status_line_is_counted() -> None:
    line = restated("superseded")
    assert (line.problems, line.text[-48:]) == ((), "in one new file; 1 status section went into the status line"[-48:])


def test_a_status_section_that_no_line_states_is_missing() -> None:
    line = restated("followed")
    assert [problem.split(" is not in ")[0] for problem in line.problems] == [
        f"{ADR}:3: the heading `## Status`",
        f"{ADR}:5: `Superceded by [ADR 2](0002-net.md)`",
    ]


def test_an_exception_may_stand_in_the_status_too_and_in_a_part_that_was_split_off() -> None:
    files = {ADR: f"# 1. Cache\n\n## Status\n\nAs ADR 2 says.\n\n## Disk\n\nAs ADR 2.\n\n{BODY}", SECOND: "# B\n"}
    made = migration(
        topic(ADR, ids=("ADR 0001",), status="implemented as ADR 2"),
        topic(ADR, action=Action.SPLIT, target=PART, section="disk", title="Disk", status="proposed"),
        topic(SECOND, target=SECOND_NEW, title="Net", ids=("ADR 0002",)),
    )
    after = carried_out(files, made)
    moves = moves_of(made, "base", {})
    for count, holds in ((2, True), (1, False)):
        known = replace(moves, left=(Left(NEW, "ADR 2", "because", count),))
        line = verify(corpus_of(files), after, known, GATES)[3]
        assert line.holds == holds, line


def test_a_dropped_block_is_listed() -> None:
    drop = Dropped(RFC, "Two.", "because")
    made = migration(*(topic(*MADE.topics[0].members, action=Action.MERGE, drop=(drop,)), *MADE.topics[1:]))
    line = proved(made)["blocks"]
    assert line.holds
    assert line.text.endswith("; dropped from docs/rfc/007-cache.md: `Two.` (because)")


def test_a_dissolved_umbrella_is_followed_into_all_that_took_it_in() -> None:
    made = migration(
        topic(ADR, RFC, action=Action.MERGE, ids=("ADR 0001", "RFC 007"), parts=(Part("#disk", SECOND),)),
        topic(SECOND, target=SECOND_NEW, title="Net", ids=("ADR 0002",)),
    )
    lines = proved(made)
    assert {name: line.problems for name, line in lines.items()} == dict.fromkeys(lines, ())


def test_what_a_record_lacked_before_it_may_lack_now() -> None:
    files: dict[str, str | bytes | None] = {
        ADR: "# 1. Cache\n\n## Status\n\nSuperseded by something else\n\nWords.\n",
        "docs/adr/a.png": b"\0",
        "docs/rfc/notes.md": "# Notes\n",
    }
    made = migration(
        topic(ADR, status="implemented, superseded by something else"),
        topic("docs/adr/a.png", action=Action.ATTACHMENT, target=f"{ROOT}/assets/a.png"),
        topic("docs/rfc/notes.md", action=Action.LEAVE, target="docs/rfc/notes.md"),
    )
    after = carried_out(files, made)
    line = verify(corpus_of(files), after, moves_of(made, "base", {}), GATES)[0]
    assert (line.problems, line.text) == ((), "the links and rfcs gates pass, but for 5 findings of before")


def test_a_map_that_fits_nothing_changes_nothing() -> None:
    corpus = corpus_of({"a.md": "# A\n"})
    assert [step(corpus) for step in map_steps(Moves("base", ROOT, {"ADR 1": NEW}, {ADR: NEW}), Choices())] == [
        None
    ] * 4
