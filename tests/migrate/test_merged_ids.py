"""The ids of records that a person merged in the plan."""

from __future__ import annotations

import pytest

from docsync.migrate.analysis.merged_ids import with_all_ids
from docsync.migrate.model import Action, Topic
from memory import corpus_of
from migrate.carrying import ADR, NEW, RFC, migration, topic

NAMELESS = "docs/adr/use-disks.md"
OTHER = "notes/0003-other.md"
CORPUS = corpus_of({ADR: "# 1. Cache\n", RFC: "# Cache\n", NAMELESS: "# ADR 12: Disks\n", OTHER: "# x\n"})


def merge(*members: str, ids: tuple[str, ...] = ("ADR 0001",)) -> Topic:
    return topic(ADR, *members, action=Action.MERGE, ids=ids)


@pytest.mark.parametrize(
    ("made", "ids"),
    [
        ((merge(RFC),), ("ADR 0001", "RFC 007")),
        ((merge(RFC, ids=()),), ("ADR 0001", "RFC 007")),
        ((merge(NAMELESS, RFC),), ("ADR 0001", "ADR 12", "RFC 007")),
        ((merge(RFC, ids=("RFC 007", "ADR 0001")),), ("RFC 007", "ADR 0001")),
        ((merge("docs/adr/gone.md", OTHER),), ("ADR 0001",)),
        ((merge(NAMELESS), topic(RFC, ids=("ADR 12",))), ("ADR 0001",)),
        ((topic(ADR, ids=()),), ()),
    ],
)
def test_a_merge_has_the_ids_of_its_members_that_nobody_else_has(made: tuple[Topic, ...], ids: tuple[str, ...]) -> None:
    found = with_all_ids(CORPUS, migration(*made)).topics[0]
    assert (found.ids, found.target) == (ids, NEW)
