"""The questions of a migration: what only a person can decide, each with a proposal."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from docsync.migrate.analysis.building import Analysis
from docsync.migrate.analysis.facts import Facts
from docsync.migrate.analysis.targets import slug_for
from docsync.migrate.model import Action, Question, Subject, Topic
from docsync.rfc.naming import slugify
from docsync.rfc.words import FOLDERS

YES, NO = "yes", "no"
STAY, DISSOLVE = "stay", "dissolve"


def questions(analysis: Analysis, topics: Sequence[Topic]) -> tuple[Question, ...]:
    """All questions, those about many records first; no two have the same id."""
    asked = [*_without_status(analysis, topics)]
    for topic in topics:
        if topic.action is Action.SPLIT:
            asked.append(_split(analysis, topic))
        else:
            asked += [*_umbrella(analysis, topic), *_status(analysis, topic), *_target(analysis, topic)]
    return tuple(_unique(asked))


def _unique(asked: Iterable[Question]) -> Iterator[Question]:
    counts: Counter[str] = Counter()
    for each in asked:
        counts[each.id] += 1
        yield each if counts[each.id] == 1 else replace(each, id=f"{each.id}-{counts[each.id]}")


def _id(subject: str, facts: Facts) -> str:
    return f"{subject}-{slugify(facts.label) or 'record'}"


def _without_status(analysis: Analysis, topics: Sequence[Topic]) -> Iterator[Question]:
    """One question for all decisions of a folder that state no status, and one for all proposals."""
    groups: dict[tuple[str, bool], list[Facts]] = {}
    for topic in topics:
        first = topic.members[0]
        if topic.action is not Action.SPLIT and analysis.status_of(first).is_none:
            facts = analysis.known[first]
            groups.setdefault((facts.file.folder.path, facts.is_proposal), []).append(facts)
    folders = Counter(folder for folder, _ in groups)
    for (folder, is_proposal), group in groups.items():
        suffix = ("-rfc" if is_proposal else "-adr") if folders[folder] > 1 else ""
        yield _about_all(f"status-none-{slugify(folder) or 'root'}{suffix}", folder, group)


def _about_all(name: str, folder: str, group: Sequence[Facts]) -> Question:
    paths = tuple(facts.path for facts in group)
    kinds = " and ".join(dict.fromkeys(f"{facts.kind}s" for facts in group))
    many = f"{len(group)} {kinds} in {folder} state" if len(group) > 1 else f"{paths[0]} states"
    text = f"{many} no status; in which folder do they belong? To except one, edit its [[topic]]."
    if len(group) == 1:
        text = f"{many} no status; in which folder does it belong?"
    proposal = "proposed" if group[0].is_proposal else "implemented"
    return Question(name, Subject.STATUS, paths[0], text, proposal, FOLDERS, topics=paths)


def _status(analysis: Analysis, topic: Topic) -> Iterator[Question]:
    path = topic.members[0]
    stated = analysis.status_of(path)
    asked = stated.classified.question
    if asked is not None and not stated.is_none:
        facts = analysis.known[path]
        text = f"{facts.label}: {asked.text}"
        yield Question(_id("status", facts), Subject.STATUS, path, text, asked.proposal, FOLDERS, stated.evidence)


def _umbrella(analysis: Analysis, topic: Topic) -> Iterator[Question]:
    """Not where a part waits: the record stays for that part's sake."""
    path = topic.members[0]
    found = analysis.umbrellas.get(path, ())
    if not found or path in analysis.waiting:
        return
    facts = analysis.known[path]
    decisions = ", ".join(analysis.known[each.decision].label for each in found)
    text = (
        f"{decisions} carry out {facts.label}: does it stay as a record of its own, or dissolve, "
        "so that each decision takes in its part?"
    )
    evidence = tuple(each.evidence for each in found)
    yield Question(_id("umbrella", facts), Subject.UMBRELLA, path, text, STAY, (STAY, DISSOLVE), evidence)


def _split(analysis: Analysis, topic: Topic) -> Question:
    facts = analysis.known[topic.members[0]]
    text = f"{facts.label}: does `{topic.title}`, which waits, become a proposal of its own?"
    name = f"{_id('split', facts)}-{slugify(topic.section) or 'section'}"
    evidence = (f"status `{topic.status_read}`", *topic.evidence)
    return Question(name, Subject.SPLIT, facts.path, text, YES, (YES, NO), evidence, topic.section)


def _target(analysis: Analysis, topic: Topic) -> Iterator[Question]:
    """Where no name in ASCII can be made."""
    path = topic.members[0]
    if slug_for(analysis.members(path), topic.title, analysis.choices) is None:
        facts = analysis.known[path]
        text = f"{posixpath.basename(path)}: no ASCII words for a file name; give the whole path"
        yield Question(_id("target", facts), Subject.TARGET, path, text, topic.target, evidence=(topic.title,))
