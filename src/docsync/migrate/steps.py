"""A settled migration as plans that are carried out one after another and make one change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.migrate.joining import cut, cuts, dropped, join, joins, split_heads
from docsync.migrate.listing import answered, listed
from docsync.migrate.model import Migration
from docsync.migrate.moving import moved
from docsync.migrate.references import reference_plan
from docsync.rfc.words import EXEMPT

Step = Callable[[Corpus], Plan | None]


def steps(migration: Migration, exempt: Sequence[str] = EXEMPT) -> tuple[Step, ...]:
    """What to do with the corpus that ``migration`` was made for; all its questions are answered and carried out.

    References first, while their places are those of the plan; then moves with new heads, since an id has to be known
    under its new place before the old one is gone; blocks left out; splits, before merges change what is to be split;
    merges; and the heads of what is new by then, and the lists. ``exempt`` are the gate's files that are no records.
    """
    return (
        lambda corpus: reference_plan(corpus, migration),
        lambda corpus: moved(corpus, migration),
        lambda corpus: dropped(corpus, migration),
        *(partial(cut, round_=each) for each in cuts(migration)),
        *(partial(join, round_=each) for each in joins(migration)),
        lambda corpus: split_heads(corpus, migration),
        lambda corpus: answered(corpus, migration.root, exempt),
        lambda corpus: listed(corpus, migration.root, exempt),
    )
