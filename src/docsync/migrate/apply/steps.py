"""A settled migration as plans that are carried out one after another and make one change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.migrate.apply.joining import cut, cuts, dropped, join, joins, split_heads
from docsync.migrate.apply.listing import answered, listed
from docsync.migrate.apply.moving import moved
from docsync.migrate.apply.self_links import without_self_links
from docsync.migrate.apply.status_section import STATUS
from docsync.migrate.model import Migration
from docsync.migrate.references.rewriting import reference_plan
from docsync.rfc.record import section_name
from docsync.rfc.words import EXEMPT

Step = Callable[[Corpus], Plan | None]


def steps(migration: Migration, exempt: Sequence[str] = EXEMPT, required: Sequence[str] = ()) -> tuple[Step, ...]:
    """What to do with the corpus that ``migration`` was made for; all its questions are answered and carried out.

    References first, while their places are those of the plan; then moves with new heads, since an id has to be known
    under its new place before the old one is gone; blocks left out; splits, before merges change what is to be split;
    merges; and the heads of what is new by then, and the lists. ``exempt`` are the gate's files that are no records,
    ``required`` the sections that it wants.
    """
    keeps_sections = any(section_name(name) == STATUS for each in required for name in each.split("|"))
    return (
        lambda corpus: reference_plan(corpus, migration),
        lambda corpus: moved(corpus, migration, keeps_sections=keeps_sections),
        lambda corpus: dropped(corpus, migration),
        *(partial(cut, round_=each) for each in cuts(migration)),
        *(partial(join, round_=each) for each in joins(migration)),
        lambda corpus: split_heads(corpus, migration),
        lambda corpus: without_self_links(corpus, migration),
        lambda corpus: answered(corpus, migration.root, exempt),
        lambda corpus: listed(corpus, migration.root, exempt),
    )
