"""What became of each proposal: the decisions that carry it out, wholly or in part, as either side says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from docsync.migrate.analysis.citing import Citation
from docsync.migrate.analysis.facts import Facts, Known
from docsync.rfc.status.signs import IN_FAVOUR

# Before a link in the head of a proposal: the linked record is what became of it.
_RESULT = re.compile(
    r"implemented|implementation|graduat|accepted (?:as|in|by|with)|adopted|recorded (?:in|as|by)|"
    r"decided (?:in|by|as|with)|decision|became|turned into|outcome|result|carried out|reali[sz]ed|settled|"
    r"(?:concrete|final|resulting) \w+ (?:can be found |is )?in\b|\bparts? |→|->|⇒|=>",
    re.IGNORECASE,
)
# Before a link in the head of a decision: the linked record is where it comes from.
_ORIGIN = re.compile(
    r"(?:\bimplement(?:s|ing|ation of)|\bgraduat(?:es|ed) from|\bfollow[- ]?up (?:of|to|on)|\bcarries out|"
    r"\breali[sz]es|\badopts|\baccepts|\brecords (?:the )?(?:decision|outcome|result) (?:of|on)|\bresults? (?:of|from)|"
    r"\bderived from|\boriginates? (?:in|from)|\bproposed (?:in|as|by)|\bdecides|\bconcludes|\bsettles|"
    r"^\W*(?:rfc|origin|proposal|original proposal|source|from)\s*[:：])"
    r"(?:[\s:：—–(-]|\b(?:the|a|an|our|of|in|its|part|parts|phase|first|second|third|last|section|rfc|proposal)\b|"
    r"\d{1,3}|[,–&]|\band\b)*$",
    re.IGNORECASE,
)
# Before a link: it says something else.
_OTHER = re.compile(
    r"\b(?:super[sc]ed|replac|obsolet|reject|declin|withdrawn|relate|depend|require|based on|extend|amend|compare|"
    r"unlike|until|block|wait|refine|instead|rather than|alternative|see also)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\b(?:parts?|phases?|steps?|stages?|milestones?|§)[\s-]*(?P<number>\d{1,2})\b", re.IGNORECASE)
_WORDS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "one": "1", "two": "2", "three": "3"}
_ANY = "|".join(_WORDS)
_WORDED = re.compile(rf"\b(?P<before>{_ANY})\s+part\b|\bpart\s+(?P<after>{_ANY})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A proposal, a decision that came of it, the number of the part (``""``: none is named), and where it is said."""

    proposal: str
    decision: str
    part: str
    evidence: str
    fragment: str = ""


@dataclass(frozen=True)
class Outcomes:
    """All outcomes, each proposal and decision once, in the order in which proposals name them."""

    found: tuple[Outcome, ...]
    by_proposal: Mapping[str, tuple[Outcome, ...]] = field(init=False)
    by_decision: Mapping[str, tuple[Outcome, ...]] = field(init=False)

    def __post_init__(self) -> None:
        for name, attribute in (("by_proposal", "proposal"), ("by_decision", "decision")):
            grouped: dict[str, tuple[Outcome, ...]] = {}
            for each in self.found:
                key = getattr(each, attribute)
                grouped[key] = (*grouped.get(key, ()), each)
            object.__setattr__(self, name, grouped)

    def one_to_one(self, proposal: str, decision: str) -> bool:
        """Whether the two point to each other and to nothing else."""
        decisions = {each.decision for each in self.by_proposal.get(proposal, ())}
        return decisions == {decision} and len(self.by_decision[decision]) == 1


def read_outcomes(known: Known) -> Outcomes:
    """What the heads of the records say."""
    found: dict[tuple[str, str], Outcome] = {}
    for each in _all(known):
        before = found.setdefault((each.proposal, each.decision), each)
        part, fragment = before.part or each.part, before.fragment or each.fragment
        found[each.proposal, each.decision] = replace(before, part=part, fragment=fragment)
    order = {proposal: number for number, proposal in enumerate(dict.fromkeys(pair[0] for pair in found))}
    return Outcomes(tuple(sorted(found.values(), key=lambda each: (order[each.proposal], _rank(each)))))


def _rank(outcome: Outcome) -> int:
    return int(outcome.part) if outcome.part else 0


def _all(known: Known) -> Iterator[Outcome]:
    for facts in known.facts.values():
        if facts.is_proposal:
            yield from _of_proposal(known, facts)
    for facts in known.facts.values():
        if not facts.is_proposal:
            yield from _of_decision(known, facts)


def _of_proposal(known: Known, facts: Facts) -> Iterator[Outcome]:
    status = facts.readings[0].span if facts.readings else None
    for each in facts.citations:
        if known[each.target].is_proposal or not each.is_head or _says_other(each):
            continue
        is_status = status is not None and status.start <= each.span.start < max(status.end, status.start + 1)
        if is_status or _RESULT.search(each.before):
            yield Outcome(facts.path, each.target, _part(each), _said(facts, each), "")


def _of_decision(known: Known, facts: Facts) -> Iterator[Outcome]:
    for each in facts.citations:
        if known[each.target].is_proposal and each.is_head and not _says_other(each) and _ORIGIN.search(each.before):
            yield Outcome(each.target, facts.path, _part(each), _said(facts, each), each.fragment)


def _says_other(citation: Citation) -> bool:
    whole = f"{citation.before} {citation.text} {citation.after}"
    return bool(_OTHER.search(citation.before)) or bool(IN_FAVOUR.search(whole))


def _part(citation: Citation) -> str:
    """The part that a citation is about: named before it, in its text, or right behind it."""
    for text in (citation.near, citation.text, citation.after[:20], citation.fragment.replace("-", " ")):
        numbers = _NUMBER.findall(text)
        if numbers:
            return str(int(numbers[-1]))
        worded = _WORDED.search(text)
        if worded:
            return _WORDS[(worded["before"] or worded["after"]).lower()]
    return ""


def _said(facts: Facts, citation: Citation) -> str:
    line = facts.source.lines.line_of(citation.span.start)
    words = " ".join(filter(None, ((citation.near or citation.before)[-60:].lstrip(" ,;"), citation.text)))
    return f"{facts.path}:{line}: {words}"
