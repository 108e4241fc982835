"""Proposals that several decisions carry out, and the sections that belong to each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.markdown.anchors import Anchors
from docsync.migrate.analysis.facts import Facts
from docsync.migrate.analysis.outcomes import Outcome, Outcomes
from docsync.migrate.model import Part
from docsync.rfc.editing.sections import find_section

_SEVERAL = 2


def umbrellas(outcomes: Outcomes) -> Mapping[str, tuple[Outcome, ...]]:
    """The proposals that several decisions came of, each with these."""
    return {path: found for path, found in outcomes.by_proposal.items() if len(found) >= _SEVERAL}


def parts(corpus: Corpus, facts: Facts, found: tuple[Outcome, ...]) -> tuple[Part, ...]:
    """The sections of an umbrella that belong to another decision than the first, which takes the rest."""
    made: dict[str, Part] = {}
    for each in found[1:]:
        anchor = _anchor(corpus, facts, each)
        if anchor:
            made.setdefault(anchor, Part(anchor, each.decision))
    return tuple(made.values())


def _anchor(corpus: Corpus, facts: Facts, outcome: Outcome) -> str:
    """The section that a decision links to, or that has the number of its part; ``""`` where none is certain."""
    anchors = Anchors.of(facts.document, corpus.scope.flavour)
    slugs = dict(zip(facts.document.headings, anchors.slugs, strict=True))
    for wanted in _wanted(outcome):
        with suppress(UsageError):
            return f"#{slugs[find_section(corpus, facts.path, wanted).heading]}"
    return ""


def _wanted(outcome: Outcome) -> Iterator[str]:
    if outcome.part:
        yield f"part {outcome.part}"
    if outcome.fragment:
        yield f"#{outcome.fragment}"
    if outcome.part:
        yield outcome.part
