"""The two trees of the page: each old file with the numbers of its topics, each new file with its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from docsync.migrate.model import Action, Topic
from docsync.migrate.show.fragments import NOTHING, Html, fill, joined, prose
from docsync.migrate.show.overview import YOURS, Old, Overview, Placed, new_path
from docsync.reporters.text import counted
from docsync.rfc.status.classify import Confidence
from docsync.rfc.status.tidy import plain

_ACTIONS = {
    Action.MERGE: "merged",
    Action.SPLIT: "split off",
    Action.ATTACHMENT: "attachment",
    Action.LEAVE: "stays",
}
_CONFIDENCE = {
    Confidence.HIGH: "said in words",
    Confidence.MEDIUM: "by a rule",
    Confidence.LOW: "a guess",
}


def records_section(overview: Overview) -> Html:
    """Both trees and the key to the lines between them."""
    numbers = {each.path: each.number for each in overview.old}
    return fill("records", old=joined(_old_tree(overview)), new=joined(_new_tree(overview, numbers)))


def _old_tree(overview: Overview) -> Iterator[Html]:
    for folder, group in groupby(overview.old, key=lambda each: each.folder):
        rows = [_old_row(each) for each in group]
        yield fill("folder", folder=f"{folder}/", number=len(rows), rows=joined(rows))


def _old_row(old: Old) -> Html:
    """The status that was read is that of the file that gives the text, so others have none."""
    said = (
        each.topic.status_read for each in old.topics if each.topic.members[0] == old.path and not each.topic.section
    )
    ports = (fill("port", number=each.number, target=new_path(each.topic)) for each in old.topics)
    status = next(filter(None, said), "")
    return fill("old-row", number=old.number, name=old.name, status=_small(status), ports=joined(ports, ""))


def _new_tree(overview: Overview, old_numbers: Mapping[str, int]) -> Iterator[Html]:
    for folder, group in groupby(overview.placed, key=lambda each: each.folder):
        rows = [_new_row(overview, placed, old_numbers[placed.topic.members[0]]) for placed in group]
        yield fill("folder", folder=f"{folder}/", number=len(rows), rows=joined(rows))


def _new_row(overview: Overview, placed: Placed, old_number: int) -> Html:
    topic = placed.topic
    return fill(
        "new-row",
        number=placed.number,
        old_number=old_number,
        action=topic.action.value,
        confidence=_confidence(overview, placed).value,
        name=_name(placed),
        badges=joined(_badges(overview, placed), " "),
        status=_small(topic.status),
        evidence=joined(_evidence(overview, placed)),
    )


def _confidence(overview: Overview, placed: Placed) -> Confidence:
    """What a person answered is no guess."""
    return Confidence.HIGH if placed.number in overview.answered else placed.topic.confidence


def _small(status: str) -> Html:
    return fill("status", status=plain(status)) if status else NOTHING


def _name(placed: Placed) -> Html:
    """The new name, its date apart where it starts with that."""
    day = placed.topic.date.isoformat() if placed.topic.date else ""
    if day and placed.name.startswith(day):
        return fill("dated-name", day=day, rest=placed.name.removeprefix(day))
    return fill("name", name=placed.name)


def _badges(overview: Overview, placed: Placed) -> Iterator[Html]:
    topic = placed.topic
    if topic.action in _ACTIONS:
        yield fill("badge", kind=topic.action.value, text=_ACTIONS[topic.action])
    if placed.number in overview.answered:
        yield fill("badge", kind=Confidence.HIGH.value, text=YOURS)
    elif topic.confidence is not Confidence.HIGH:
        yield fill("badge", kind=topic.confidence.value, text=_CONFIDENCE[topic.confidence])
    for number in overview.questions_of.get(placed.number, ()):
        yield fill("question-link", number=number)


def _evidence(overview: Overview, placed: Placed) -> Iterator[Html]:
    """Everything that is known of a topic, as terms and descriptions."""
    for term, values in _facts(placed.topic, is_answered=placed.number in overview.answered):
        if values:
            descriptions = joined(fill("description", text=prose(each)) for each in values)
            yield fill("fact", term=term, descriptions=descriptions)


def _facts(topic: Topic, *, is_answered: bool) -> Iterator[tuple[str, Sequence[str]]]:
    day = topic.date.isoformat() if topic.date else "none"
    yield "Title", [topic.title] if topic.title else []
    yield "From", [f"{member} {topic.section}".strip() for member in topic.members]
    yield "To", [topic.target] if topic.action is not Action.LEAVE else []
    yield "Date", [f"{day} — {topic.date_evidence}"] if topic.date_evidence else [day] if topic.date else []
    yield "Status", [f"{plain(topic.status_read) or 'none'} → {plain(topic.status)}"] if topic.status else []
    yield "Date of", [topic.origin] if topic.origin else []
    yield "Old ids", topic.ids
    is_judged = topic.action not in (Action.ATTACHMENT, Action.LEAVE)
    judged = YOURS if is_answered else f"{topic.confidence.value}, {_CONFIDENCE[topic.confidence]}"
    yield "Confidence", [judged] if is_judged else []
    yield "Evidence", topic.evidence
    yield "Sections", [f"{part.section} goes to {part.into}" for part in topic.parts]
    yield "Left out", [_dropped_text(each.member, each.text, each.reason) for each in topic.drop]


def _dropped_text(member: str, text: str, reason: str) -> str:
    beginning = " ".join(text.split())
    return f"{counted(len(text.splitlines()), 'line')} of {member} ({reason}): {beginning}"
