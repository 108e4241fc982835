"""``moves.json``: written the same way every time, read back, and refused when it is damaged."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.errors import ConfigError
from docsync.migrate.apply.moves_file import Left, Moves, moves_of, moves_text, path_of, read_moves
from docsync.migrate.apply.trace import Trace
from docsync.migrate.model import Action, Dropped, Kind, Part, Policy, Reference
from migrate.carrying import ADR, NEW, RFC, ROOT, carried_out, migration, topic

NAMES = st.text(st.characters(exclude_categories=()), max_size=8)
MAPS = st.dictionaries(NAMES, NAMES, max_size=3)


@given(
    st.builds(
        Moves,
        NAMES,
        NAMES,
        MAPS,
        MAPS,
        MAPS,
        st.dictionaries(NAMES, st.lists(NAMES, max_size=2).map(tuple), max_size=2),
        st.lists(st.builds(Dropped, NAMES, NAMES, NAMES), max_size=2).map(tuple),
        st.just((Left("a", "b", "c", 2), Left("a", "d", "e"))),
    )
)
def test_what_is_written_is_read_back(moves: Moves) -> None:
    text = moves_text(moves)
    assert read_moves(text, "moves.json") == moves
    assert text.isascii()
    assert moves_text(read_moves(text, "moves.json")) == text


GOOD = json.loads(moves_text(Moves("base", ROOT, {"ADR 1": NEW}, {ADR: NEW})))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "m.json: is no JSON: "),
        ("[]", "m.json: is no map of version 1, as `doc-sync migrate apply` writes it"),
        (json.dumps({**GOOD, "version": 2}), "m.json: is no map of version 1"),
        (json.dumps({**GOOD, "paths": {"a": 1}}), "m.json: is damaged ("),
        (json.dumps({**GOOD, "left": {"a": [{}]}}), "restore it from git"),
        (json.dumps({**GOOD, "parts": 3}), "m.json: is damaged ("),
    ],
)
def test_a_damaged_file_is_named(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_moves(text, "m.json")
    assert message in str(caught.value)


SPLIT = f"{ROOT}/proposed/2026-02-03-net.md"


def test_a_migration_is_told_by_ids_paths_parts_and_what_is_left() -> None:
    drop = Dropped(RFC, "No.", "because")
    made = migration(
        topic(ADR, RFC, action=Action.MERGE, ids=("ADR 0001", "RFC 007", "RFC 009"), drop=(drop,)),
        topic("docs/adr/0002.md", target=f"{ROOT}/rejected/2026-02-03-b.md", ids=("ADR 0002", "RFC 009")),
        topic(RFC, action=Action.SPLIT, target=SPLIT, section="x"),
        topic("docs/adr/README.md", action=Action.LEAVE, target="docs/adr/README.md"),
        references=(
            Reference(ADR, 1, 1, Kind.CODE, "ADR 2", "ADR 2", Policy.LEAVE, reason="why"),
            Reference(ADR, 2, 1, Kind.CODE, "ADR 2", "ADR 2", Policy.LEAVE, reason="why"),
            Reference("a.py", 1, 1, Kind.CODE, "ADR 2", "b", Policy.REWRITE),
        ),
    )
    moves = moves_of(made, "base", {"a#b": "c#d"})
    assert moves.ids == {"ADR 0001": NEW, "RFC 007": NEW, "ADR 0002": f"{ROOT}/rejected/2026-02-03-b.md"}
    assert moves.paths == {ADR: NEW, RFC: NEW, "docs/adr/0002.md": f"{ROOT}/rejected/2026-02-03-b.md"}
    assert moves.parts == {RFC: (SPLIT,)}
    assert moves.left == (Left(NEW, "ADR 2", "why", 2),)
    assert moves.dropped == (drop,)
    assert moves.homes(RFC) == (NEW, SPLIT)
    assert moves.anchor("a", "b") == ("c", "d")
    assert moves.anchor(ADR, "b") == (NEW, "b")
    assert path_of(ROOT) == "docs/rfc/moves.json"


def test_a_dissolved_umbrella_is_in_several_files() -> None:
    second = f"{ROOT}/implemented/2026-02-03-net.md"
    made = migration(
        topic(ADR, RFC, action=Action.MERGE, parts=(Part("#net", "docs/adr/0002.md"),)),
        topic("docs/adr/0002.md", target=second),
    )
    assert moves_of(made, "base", {}).homes(RFC) == (NEW, second)


def test_a_second_migration_keeps_what_the_first_one_told() -> None:
    first = Moves("old", ROOT, {"ADR 9": ADR}, {"doc/9.md": ADR}, {"doc/9.md#a": f"{ADR}#b"})
    moves = moves_of(migration(topic(ADR, ids=("ADR 0001",))), "new", {}, first)
    assert moves.paths == {"doc/9.md": NEW, ADR: NEW}
    assert moves.ids == {"ADR 9": NEW, "ADR 0001": NEW}
    assert moves.base == "new"


def test_anchors_of_all_documents_are_followed_through_every_step() -> None:
    trace = Trace()
    assert trace.anchors() == {}
    files = {
        ADR: "# 1. Cache\n\n## Context\n\nx\n",
        RFC: "# RFC 7: Cache pages\n\n## Context\n\n## Context\n\ny\n\n## Net\n\nz\n",
        "a.md": "# A\n\n## B\n",
    }
    made = migration(
        topic(ADR, RFC, action=Action.MERGE),
        topic(RFC, action=Action.SPLIT, target=SPLIT, section="net", title="Net"),
    )
    carried_out(files, made, trace)
    assert trace.anchors() == {
        f"{ADR}#1-cache": f"{NEW}#rfc-cache",
        f"{RFC}#rfc-7-cache-pages": f"{NEW}#cache-pages",
        f"{RFC}#context": f"{NEW}#context-proposal",
        f"{RFC}#context-1": f"{NEW}#context-proposal-2",
        f"{RFC}#net": f"{SPLIT}#rfc-net",
    }
    assert replace(Moves("b", ROOT), anchors=trace.anchors()).anchor(RFC, "net") == (SPLIT, "rfc-net")


def test_a_map_that_is_nested_too_deeply_is_named() -> None:
    with pytest.raises(ConfigError, match=r"^m\.json: is nested too deeply; restore it from git$"):
        read_moves("[" * 100_000, "m.json")
