"""A migration as one HTML page, which needs nothing but itself and can be read without scripts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator

from docsync.migrate.model import Migration, Question
from docsync.migrate.show.fragments import NOTHING, Html, fill, joined, prose, resource
from docsync.migrate.show.overview import Overview, answer_command, answer_line
from docsync.migrate.show.page_references import references_section
from docsync.migrate.show.page_trees import records_section
from docsync.reporters.text import counted


def page(migration: Migration, repository_name: str) -> str:
    """The whole page, ready for a file in UTF-8: every topic, question, reference and note."""
    overview = Overview(migration)
    style, script = Html(resource("page.css")), Html(resource("page.js"))
    sections = (_questions(overview), records_section(overview), references_section(overview), _notes(migration))
    return fill(
        "page",
        repository=repository_name,
        root=migration.root,
        base=migration.base[:12] or "no commit",
        summary=" ".join(overview.sentences()),
        questions=f"{len(migration.open_questions):,}",
        records=f"{len(list(migration.records())):,}",
        references=f"{len(migration.references):,}",
        sections=joined(filter(None, sections)),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
    )


def _hash(text: str) -> str:
    """What lets a browser run this text and no other (Content Security Policy level 3, section 2.3.1)."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _questions(overview: Overview) -> Html:
    migration = overview.migration
    waiting = [_question(overview, number, each) for number, each in enumerate(migration.open_questions, start=1)]
    answered = [each for each in migration.questions if each.answer]
    text = f"{counted(len(waiting), 'question')} to answer" if waiting else "No question is open"
    return fill(
        "questions",
        heading=text,
        how=fill("how-to-answer") if waiting else NOTHING,
        questions=joined(waiting),
        answered=_answered(answered),
    )


def _answered(questions: list[Question]) -> Html:
    if not questions:
        return NOTHING
    rows = joined(
        fill("answered-question", id=each.id, text=prose(each.text), answer=each.answer) for each in questions
    )
    return fill("answered", number=len(questions), rows=rows)


def _question(overview: Overview, number: int, question: Question) -> Html:
    placed = overview.topic_of(question)
    topic = fill("question-topic", path=question.topic, number=placed.number) if placed else _path(question.topic)
    about = [topic, *([_path(question.other)] if question.other else [])]
    return fill(
        "question",
        number=number,
        id=question.id,
        text=prose(question.text),
        about=joined(about, " and "),
        evidence=joined(fill("description", text=prose(each)) for each in question.evidence),
        choices=joined(_choices(question), " "),
        line=answer_line(question),
        command=answer_command(question),
    )


def _path(path: str) -> Html:
    return fill("path", path=path)


def _choices(question: Question) -> Iterator[Html]:
    """The values that fit, the proposed one marked; free text has the proposal alone."""
    for choice in dict.fromkeys((*question.choices, question.proposal)):
        yield fill("proposed-choice" if choice == question.proposal else "choice", choice=choice)


def _notes(migration: Migration) -> Html:
    if not migration.notes:
        return NOTHING
    return fill("notes", notes=joined(fill("note", text=prose(each)) for each in migration.notes))
