"""The topics of all records: what belongs together, when it began, how it will be called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.migrate.analysis.deferred import waiting_sections
from docsync.migrate.analysis.facts import Facts, Known
from docsync.migrate.analysis.outcomes import Outcome, Outcomes, read_outcomes
from docsync.migrate.analysis.pairs import Pair, find_pairs
from docsync.migrate.analysis.statuses import Stated, read_statuses, with_outcomes
from docsync.migrate.analysis.targets import Names, slug_for, title_of
from docsync.migrate.analysis.topic_dates import Dated, History, dated
from docsync.migrate.analysis.umbrellas import parts, umbrellas
from docsync.migrate.model import Action, Choices, Topic
from docsync.migrate.survey.files import Role
from docsync.migrate.survey.folders import Survey
from docsync.rfc.editing.pieces import slug_of
from docsync.rfc.status.classify import Confidence

_ORDER = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)


@dataclass(frozen=True)
class Analysis:
    """All that is known of the records of one corpus, each fact found once."""

    corpus: Corpus
    survey: Survey
    choices: Choices
    known: Known
    history: History

    @cached_property
    def outcomes(self) -> Outcomes:
        """What became of each proposal."""
        return read_outcomes(self.known)

    @cached_property
    def _alone(self) -> Mapping[str, Stated]:
        return read_statuses(self.known, self.choices)

    @cached_property
    def waiting(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The sections that wait, as anchors and titles, by record."""
        found = {
            path: waiting_sections(self.corpus, facts, self._alone[path].classified)
            for path, facts in self.known.facts.items()
        }
        return {path: sections for path, sections in found.items() if sections}

    @cached_property
    def statuses(self) -> Mapping[str, Stated]:
        """The status of each record, in the light of what became of it."""
        return with_outcomes(self._alone, self.outcomes, self.waiting)

    @cached_property
    def pairs(self) -> Mapping[str, Pair]:
        """The pairs of one topic, by their decision."""
        meanings = {path: each.classified.meaning for path, each in self.statuses.items()}
        refused = {path for path, each in self.statuses.items() if each.folder == "rejected"}
        found = find_pairs(self.known, self.outcomes, self.history, meanings)
        return {pair.decision: pair for pair in found if pair.proposal not in refused}

    @cached_property
    def merged(self) -> Mapping[str, str]:
        """The proposals that are merged, each with its decision."""
        return {pair.proposal: pair.decision for pair in self.pairs.values()}

    @cached_property
    def umbrellas(self) -> Mapping[str, tuple[Outcome, ...]]:
        """The proposals that are no part of a merge and that several decisions came of."""
        return {path: found for path, found in umbrellas(self.outcomes).items() if path not in self.merged}

    @cached_property
    def dates(self) -> Mapping[str, Dated]:
        """The day of each record by itself."""
        return {path: dated(self.corpus, facts, self.history) for path, facts in self.known.facts.items()}

    def members(self, path: str) -> tuple[Facts, ...]:
        """A record and what is merged into it."""
        pair = self.pairs.get(path)
        return (self.known[path], *([self.known[pair.proposal]] if pair else []))

    def status_of(self, path: str) -> Stated:
        """The status of a topic: that of the first member which states one."""
        stated = [self.statuses[facts.path] for facts in self.members(path)]
        return next((each for each in stated if not each.is_none), stated[0])

    def origin(self, path: str) -> Outcome | None:
        """The earliest proposal that a record carries out, other than those merged into it."""
        mine = {facts.path for facts in self.members(path)}
        found = [each for each in self.outcomes.by_decision.get(path, ()) if each.proposal not in mine]
        return min(found, key=lambda each: (self.dates[each.proposal].day, each.proposal), default=None)

    def day_of(self, path: str) -> Dated:
        """The earliest day of the members of a topic and of its origin."""
        own = self.dates[path]
        found = [own]
        found += [_of(facts.path, self.dates[facts.path]) for facts in self.members(path)[1:]]
        origin = self.origin(path)
        if origin:
            found.append(_of(f"origin {origin.proposal}", self.dates[origin.proposal]))
        return min(found, key=lambda each: each.day)


def _of(what: str, found: Dated) -> Dated:
    return Dated(found.day, f"{what}, {found.evidence}", found.confidence)


def least(*found: Confidence) -> Confidence:
    """The lowest of some."""
    return min(found, key=_ORDER.index)


def record_topics(analysis: Analysis) -> Iterator[Topic]:
    """The topics that become records, those split off after their source."""
    placed = [each.path for each in analysis.survey.having(Role.PLACED) if each.path not in analysis.known.facts]
    names = Names(analysis.choices, placed)
    for path in sorted(analysis.known.facts):
        if path not in analysis.merged:
            topic = _topic(analysis, path, names)
            yield topic
            for member in topic.members:
                yield from _splits(analysis, topic, member, names)


def _topic(analysis: Analysis, path: str, names: Names) -> Topic:
    members, stated, day = analysis.members(path), analysis.status_of(path), analysis.day_of(path)
    title, is_own = title_of(members)
    qualifiers = (members[0].kind.lower(), members[0].file.folder.path.split("/")[-1])
    wanted = slug_for(members, title, analysis.choices) or _nameless(members[0])
    origin, pair = analysis.origin(path), analysis.pairs.get(path)
    evidence = [*stated.evidence, *(pair.evidence if pair else ())]
    evidence += [origin.evidence] if origin else []
    evidence += [] if is_own else [f"no title that names a topic in {path}: taken from its name"]
    sure = stated.classified.confidence if stated.classified.question is None else Confidence.LOW
    umbrella = analysis.umbrellas.get(path, ())
    return Topic(
        Action.MERGE if pair else Action.MOVE,
        tuple(facts.path for facts in members),
        names.target(stated.folder, day.day, wanted, title, qualifiers),
        title=title,
        date=day.day,
        date_evidence=day.evidence,
        status_read=stated.read,
        status=stated.classified.line,
        confidence=least(sure, day.confidence, Confidence.HIGH if is_own else Confidence.MEDIUM),
        ids=tuple(dict.fromkeys(each for facts in members for each in facts.ids)),
        origin=origin.proposal if origin else "",
        evidence=tuple(evidence),
        parts=parts(analysis.corpus, members[0], umbrella) if umbrella and path not in analysis.waiting else (),
    )


def _nameless(facts: Facts) -> str:
    """A slug for a record without ASCII words, until a person names one."""
    return facts.ids[0].lower().replace(" ", "-") if facts.ids else "record"


def _splits(analysis: Analysis, topic: Topic, member: str, names: Names) -> Iterator[Topic]:
    for anchor, title in analysis.waiting.get(member, ()):
        assert topic.date is not None  # noqa: S101 - every record has a day
        yield Topic(
            Action.SPLIT,
            (member,),
            names.target("proposed", topic.date, _slug(title, topic), title, ()),
            title=title,
            date=topic.date,
            date_evidence=f"as {member}, whose section it is",
            status_read=analysis.statuses[member].read,
            status="proposed (deferred)",
            section=anchor,
            evidence=(f"{member} says that `{title}` waits",),
        )


def _slug(title: str, topic: Topic) -> str:
    try:
        return slug_of(title)
    except UsageError:
        return topic.target.rsplit("/", 1)[-1].removesuffix(".md")[len("yyyy-mm-dd-") :] + "-rest"
