"""Which proposal and which decision are one topic: two of three signals have to say so; numbers never do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from docsync.migrate.analysis.facts import Facts, Known
from docsync.migrate.analysis.outcomes import Outcomes
from docsync.migrate.analysis.topic_dates import History
from docsync.rfc.dates import same_topic
from docsync.rfc.naming import slugify, topic_of
from docsync.rfc.record import is_generic
from docsync.rfc.words import Meaning

_NEEDED = 2  # signals
_SHARED = 2  # words of a title that have to be all in the other
_STOP_WORDS = frozenset("a an and as at by for from in into is of on or the to use with".split())
_ENDED = (Meaning.REJECTED, Meaning.SUPERSEDED)


@dataclass(frozen=True, slots=True)
class Pair:
    """A decision and its proposal, and the signals."""

    decision: str
    proposal: str
    evidence: tuple[str, ...]


def find_pairs(
    known: Known, outcomes: Outcomes, history: History, meanings: Mapping[str, Meaning | None]
) -> tuple[Pair, ...]:
    """Every pair of one topic; a record that fits several is in none."""
    found = [pair for pair in _candidates(known, outcomes, history) if meanings[pair.proposal] not in _ENDED]
    decisions, proposals = [each.decision for each in found], [each.proposal for each in found]
    return tuple(each for each in found if decisions.count(each.decision) == 1 and proposals.count(each.proposal) == 1)


def _candidates(known: Known, outcomes: Outcomes, history: History) -> Iterator[Pair]:
    named = {(each.decision, each.proposal): each for each in outcomes.found}
    copies = {pair for original, copy in history.copies for pair in ((original, copy), (copy, original))}
    for decision, proposal in sorted({*named, *copies}):  # names alone are not enough
        first, second = known.facts.get(decision), known.facts.get(proposal)
        if first is None or second is None or first.is_proposal or not second.is_proposal:
            continue
        outcome = named.get((decision, proposal))
        signals = [f"same topic by {how}" for how in _same_names(second, first)][:1]
        if outcome and outcomes.one_to_one(proposal, decision):
            signals.append(outcome.evidence)
        if (decision, proposal) in copies:
            signals.append("git found one to be a copy of the other")
        if len(signals) >= _NEEDED:
            yield Pair(decision, proposal, tuple(signals))


def _same_names(first: Facts, second: Facts) -> Iterator[str]:
    names = [topic_of(each.path) for each in (first, second)]
    slugs = [slugify(name) for name in names]
    if slugs[0] and slugs[0] == slugs[1]:
        yield "file name"
    titles = [each.record.title for each in (first, second)]
    if not any(is_generic(title) or not title for title in titles):
        words = [_words(title) for title in titles]
        both = words[0] & words[1]
        if both and (words[0] == words[1] or (len(both) >= _SHARED and both in words)):
            yield "title"
    if same_topic(first.path, second.path):
        yield "words of the file name"


def _words(title: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", title.casefold())) - _STOP_WORDS
