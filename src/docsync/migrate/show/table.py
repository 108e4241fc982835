"""A migration as a table for a terminal: what is asked first, then what becomes of each record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from docsync.migrate.model import Action, Migration, Policy, Question
from docsync.migrate.show.columns import Columns, paragraph
from docsync.migrate.show.overview import YOURS, Overview, Placed, answer_command, answer_line, new_path, reasons
from docsync.reporters.escape import visible
from docsync.reporters.text import counted
from docsync.rfc.status.classify import Confidence
from docsync.rfc.status.tidy import plain

WIDTH = 100  # cells, where the caller knows no better
_MARKS = {Confidence.HIGH: " ", Confidence.MEDIUM: "~", Confidence.LOW: "?"}
_LEGEND = {Confidence.MEDIUM: "~ by a rule, look at it", Confidence.LOW: "? a guess, decide yourself"}
_INDENT = "   "
_BELOW = 17  # cells before what stands below a row


def table(migration: Migration, width: int = WIDTH) -> str:
    """The whole as lines of text, for a terminal of ``width`` cells.

    Prose is wrapped or cut to the width; what may be copied (paths, ids, answers, commands) never is.
    """
    overview = Overview(migration)
    parts = (
        _paragraphs(overview.sentences(), width),
        _questions(overview, width),
        _topics(overview, width),
        _references(migration, width),
        _notes(migration, width),
    )
    return "".join(f"{line}\n" for line in _joined(parts))


def _joined(parts: Sequence[Iterator[str]]) -> Iterator[str]:
    """The lines of all parts that have any, an empty one between two parts."""
    filled = [lines for lines in map(list, parts) if lines]
    for number, lines in enumerate(filled):
        yield from [""] if number else []
        yield from lines


def _paragraphs(texts: Iterable[str], width: int, indent: str = "") -> Iterator[str]:
    for text in texts:
        yield from paragraph(visible(text), width, indent)


def _questions(overview: Overview, width: int) -> Iterator[str]:
    for number, question in enumerate(overview.migration.open_questions, start=1):
        yield from [""] if number > 1 else []
        yield f"Question {number}: {visible(question.id)}"
        yield from _question(question, width)


def _question(question: Question, width: int) -> Iterator[str]:
    yield from paragraph(visible(question.text), width, _INDENT)
    yield f"{_INDENT}about: {visible(question.topic)}" + (f", {visible(question.other)}" if question.other else "")
    for each in question.evidence:
        yield from paragraph(f"read: {visible(each)}", width, _INDENT)
    if question.choices:
        yield from paragraph(f"one of: {visible(', '.join(question.choices))}", width, _INDENT)
    yield f"{_INDENT}proposal: {visible(answer_line(question))}"
    yield f"{_INDENT}      or: {visible(answer_command(question))}"


def _topics(overview: Overview, width: int) -> Iterator[str]:
    moving = [placed for placed in overview.placed if not placed.stays]
    rows = {placed.number: _row(overview, placed) for placed in moving}
    columns = Columns(list(rows.values()), width, head=3, indent=_BELOW)
    for folder, group in groupby(moving, key=lambda placed: placed.folder):
        members = list(group)
        yield from [""] if members[0].number > 1 else []
        yield f"{visible(folder)}/ ({len(members):,})"
        for placed in members:
            yield from columns.lines(rows[placed.number])
            yield from _further(placed)
    staying = list(_staying(overview))
    yield from ["", *staying] if staying and moving else staying
    used = {placed.topic.confidence for placed in overview.placed if placed.number not in overview.answered}
    legend = [text for confidence, text in _LEGEND.items() if confidence in used]
    yield from ["", f"Confidence: {'; '.join(legend)}"] if legend else []


def _row(overview: Overview, placed: Placed) -> tuple[str, ...]:
    """Mark, date, first member, new name, status, evidence."""
    topic = placed.topic
    asked = [f"question {number}" for number in overview.questions_of.get(placed.number, ())]
    action = "" if topic.action is Action.MOVE else f"{topic.action.value} {topic.section}".strip()
    is_answered = placed.number in overview.answered
    given = YOURS if is_answered else ""
    evidence = (*asked, given, action, topic.date_evidence, *topic.evidence)
    statuses = f"{plain(topic.status_read) or 'no status'} -> {plain(topic.status)}" if topic.status else ""
    day = topic.date.isoformat() if topic.date else " " * len("yyyy-mm-dd")
    mark = _MARKS[Confidence.HIGH if is_answered else topic.confidence]
    columns = (f" {mark}", day, topic.members[0], f"-> {placed.name}", statuses)
    return tuple(map(visible, (*columns, "; ".join(filter(None, evidence)))))


def _further(placed: Placed) -> Iterator[str]:
    """The members of a merge after the first, and what is left out of it."""
    for member in placed.topic.members[1:]:
        yield f"{' ' * _BELOW}+ {visible(member)}"
    for dropped in placed.topic.drop:
        yield f"{' ' * _BELOW}- a block of {visible(dropped.member)} is left out: {visible(dropped.reason)}"


def _staying(overview: Overview) -> Iterator[str]:
    staying = [placed.topic for placed in overview.placed if placed.stays]
    yield from [f"left where they are ({len(staying):,})"] if staying else []
    for topic in staying:
        reason = visible("; ".join(topic.evidence))
        yield f"{_INDENT}{visible(new_path(topic))}" + (f"  {reason}" if reason else "")


def _references(migration: Migration, width: int) -> Iterator[str]:
    total = len(migration.references)
    if not total:
        return
    files = len({each.file for each in migration.references})
    yield f"{counted(total, 'reference')} in {counted(files, 'file')}"
    for policy, name in ((Policy.REWRITE, "rewritten"), (Policy.LEAVE, "left alone")):
        counts = reasons(migration.references, policy)
        if counts:
            yield f"{_INDENT}{sum(count for _, count in counts):>6,}  {name}"
        for reason, count in counts:
            if reason:
                yield from paragraph(f"{count:>6,}  {visible(reason)}", width, _INDENT * 2)


def _notes(migration: Migration, width: int) -> Iterator[str]:
    if migration.notes:
        yield "Notes"
        yield from _paragraphs(migration.notes, width, _INDENT)
