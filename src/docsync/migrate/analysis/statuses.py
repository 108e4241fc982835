"""What each record's status means for its folder, by the rule of its kind over the whole corpus."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from docsync.migrate.analysis.facts import Facts, Known
from docsync.migrate.analysis.outcomes import Outcomes
from docsync.migrate.model import Choices
from docsync.rfc.status.classify import (
    Classified,
    Confidence,
    Rule,
    classify,
    disagreements,
    status_line,
    uses_implemented,
)
from docsync.rfc.status.reading import Place, StatusReading
from docsync.rfc.status.signs import BUILT, IN_FAVOUR
from docsync.rfc.status.tidy import plain
from docsync.rfc.words import Meaning

_IMPLEMENTED = "implemented"
_REALLY_IN_PART = re.compile(r"partial|partly|mostly|in part\b|not yet|remaining|deferred|pending", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Stated:
    """A classified status, the text that was read, and sentences about it."""

    classified: Classified
    read: str
    evidence: tuple[str, ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether nothing was stated anywhere, and nothing else tells."""
        return not self.read and self.classified.question is not None

    @property
    def folder(self) -> str:
        """The folder, or the proposed one."""
        return self.classified.folder or (self.classified.question.proposal if self.classified.question else "")


def read_statuses(known: Known, choices: Choices) -> Mapping[str, Stated]:
    """The status of every record by itself; outcomes are not looked at."""
    kinds = {facts.kind for facts in known.facts.values()}
    rules = {kind: _rule(known, kind, choices) for kind in kinds}
    return {path: _stated(facts, rules[facts.kind]) for path, facts in known.facts.items()}


def _rule(known: Known, kind: str, choices: Choices) -> Rule:
    readings = [next(iter(each.readings), None) for each in known.facts.values() if each.kind == kind]
    is_used = uses_implemented(readings, readme_lists_it=kind in known.lists_implemented)
    return Rule(kind, is_used, choices.superseded, choices.words)


def _stated(facts: Facts, rule: Rule) -> Stated:
    first = next(iter(facts.readings), None)
    classified = classify(first, rule)
    if first is None:
        return Stated(classified, "", ("no status anywhere",))
    evidence = [f"{first.place.value} of {facts.path} says `{plain(first.text)}`"]
    if first.place is Place.INDEX:
        evidence = [f"the index says `{plain(first.text)}`"]
    if classified.meaning is Meaning.ACCEPTED:
        used = f"`{_IMPLEMENTED}` is used here of what is built, for {rule.kind}s"
        unused = f"no {rule.kind} here says `{_IMPLEMENTED}`, so `{Meaning.ACCEPTED.value}` is taken for it"
        evidence.append(used if rule.uses_implemented else unused)
        is_usual = rule.is_proposal == rule.uses_implemented
        sure = Confidence.HIGH if is_usual and classified.confidence is Confidence.MEDIUM else classified.confidence
        classified = replace(classified, confidence=sure if first.place is not Place.INDEX else classified.confidence)
    if classified.meaning is Meaning.SUPERSEDED and not rule.is_proposal and _points_on(facts, first):
        classified = replace(classified, confidence=Confidence.HIGH)
    classified = replace(classified, line=_line(classified, first))
    others = disagreements(facts.readings, rule)
    if others:
        evidence += [f"but {each.place.value} says `{plain(each.text)}`" for each in others]
        classified = replace(classified, confidence=_lower(classified.confidence))
    return Stated(classified, plain(first.text), tuple(evidence))


def _points_on(facts: Facts, reading: StatusReading) -> bool:
    """Whether a status leads to another record."""
    return any(reading.span.start <= each.span.start < reading.span.end for each in facts.citations)


def _line(classified: Classified, reading: StatusReading) -> str:
    """The new status line; where the old status is a sentence about parts or a refusal, it stays whole."""
    if classified.meaning is Meaning.PARTIAL and not reading.text.casefold().startswith(_IMPLEMENTED):
        return f"{_IMPLEMENTED} — {reading.text}"
    refused = IN_FAVOUR.search(reading.text)
    if classified.question is not None and refused and classified.meaning is Meaning.IMPLEMENTED:
        is_phrase = refused[0].casefold().startswith("in fav")
        return f"{classified.question.proposal} — {reading.text[refused.start() :] if is_phrase else reading.text}"
    if classified.meaning is Meaning.IMPLEMENTED and classified.word and BUILT.match(classified.note.lstrip("( ")):
        return classified.line.replace(f"({classified.word} ", f"({classified.word}, ", 1)
    return classified.line


def _lower(confidence: Confidence) -> Confidence:
    return Confidence.LOW if confidence is Confidence.LOW else Confidence.MEDIUM


def with_outcomes(
    statuses: Mapping[str, Stated], outcomes: Outcomes, waiting: Mapping[str, object]
) -> Mapping[str, Stated]:
    """The statuses, those of proposals in the light of the decisions that came of them."""
    return {path: _with_outcome(path, each, statuses, outcomes, waiting) for path, each in statuses.items()}


def _with_outcome(
    path: str, stated: Stated, statuses: Mapping[str, Stated], outcomes: Outcomes, waiting: Mapping[str, object]
) -> Stated:
    classified, found = stated.classified, outcomes.by_proposal.get(path, ())
    if classified.question is None:
        return stated
    if waiting.get(path):
        return _settled(stated, _IMPLEMENTED, "what waits becomes a proposal of its own")
    folders = {statuses[each.decision].folder for each in found if not statuses[each.decision].is_none}
    if stated.is_none and len(folders) == 1:
        return _settled(stated, next(iter(folders)), f"as what became of it: {found[0].evidence}")
    is_whole = classified.meaning is Meaning.PARTIAL and len(found) > 1 and folders == {_IMPLEMENTED}
    if is_whole and not _REALLY_IN_PART.search(stated.read):
        return _settled(stated, _IMPLEMENTED, "each part has its decision")
    return stated


def _settled(stated: Stated, folder: str, why: str) -> Stated:
    old = stated.classified
    is_kept = old.question is not None and folder == old.question.proposal
    line = old.line if is_kept else status_line(folder, old.meaning, old.word, old.note)
    new = replace(old, folder=folder, line=line, confidence=Confidence.HIGH, question=None)
    return replace(stated, classified=new, evidence=(*stated.evidence, why))
