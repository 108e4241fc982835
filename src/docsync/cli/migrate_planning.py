"""Runs `doc-sync migrate plan` and `show`: nothing but the plan is written."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from docsync.cli import CLEAN
from docsync.cli.migrating import (
    TITLE,
    head_of,
    known_moves,
    opened,
    place_of,
    text_of,
)
from docsync.cli.terminal import Progress
from docsync.errors import UsageError
from docsync.files import write_text
from docsync.job import Job
from docsync.migrate.analysis.analyse import analyse
from docsync.migrate.analysis.merged_ids import with_all_ids
from docsync.migrate.apply.moves_file import path_of
from docsync.migrate.model import Choices, Migration, Policy, Question
from docsync.migrate.plan_file.settle import settle, settled_so_far
from docsync.migrate.plan_file.text import answered, plan_text, read_plan
from docsync.migrate.references.finding import find_references
from docsync.migrate.show.page import page
from docsync.migrate.show.table import table
from docsync.migrate.survey.folders import survey
from docsync.repo import open_source
from docsync.reporters.escape import visible
from docsync.reporters.text import counted
from docsync.request import rooted_path

_EXAMPLES = 5  # answers that are shown as commands


def plan(given: Mapping[str, Any]) -> int:
    """Survey, analyse, find references, and write the plan, in which earlier answers and edits are kept."""
    answers = dict(_answers(given["answers"]))
    with opened(given) as job:
        output = place_of(job.source.root, given["output"])
        existing = text_of(output) if os.path.lexists(output) else None
        is_new = existing is None and not answers  # nobody had a say: there is nothing to read back
        choices = _choices(job, given)
        adr, rfc = ([rooted_path(name, ".", job.source) for name in given[kind]] for kind in ("adr", "rfc"))
        with Progress(sys.stderr, os.environ) as commits:
            found = survey(job.corpus, adr, rfc)
            made = analyse(job.corpus, found, choices, lambda count: commits.step(count, count, "commits read"))
        if not any(made.records()):
            click.echo(_nothing(job, made), err=True)
            return CLEAN
        made = replace(made, base=head_of(job))
        # What is written in the place of a reference depends on what people decided.
        decided = _decided(made if is_new else read_plan(_plan_text(made, existing, answers), given["output"]))
        made = replace(made, references=find_references(job.corpus, with_all_ids(job.corpus, decided), choices))
    text = _plan_text(made, existing, answers)
    written = made if is_new else read_plan(text, given["output"])
    write_text(output, text)
    for line in _of_plan(written, given["output"]):
        click.echo(visible(line), err=True)
    return CLEAN


def _nothing(job: Job, made: Migration) -> str:
    """Why there is nothing to plan; an old plan is kept, which an undo makes current again."""
    done = f"; {path_of(made.root)} says what was done" if known_moves(job, made.root) else ""
    return visible(f"nothing to migrate in {', '.join(made.sources)}{done}")


def _plan_text(made: Migration, existing: str | None, answers: Mapping[str, str]) -> str:
    text = plan_text(made, existing)
    return answered(text, answers) if answers else text


def _decided(made: Migration) -> Migration:
    """The plan settled, as proposed where there is no answer."""
    questions = tuple(replace(each, answer=each.answer or each.proposal) for each in made.questions)
    return settle(replace(made, questions=questions))


def _answers(given: Sequence[str]) -> Iterator[tuple[str, str]]:
    for each in given:
        name, equals, value = each.partition("=")
        if not (name and equals and value):
            raise UsageError(f"--answer {each}: is not ID=VALUE; the plan lists the ids of its questions")
        yield name, value


def _choices(job: Job, given: Mapping[str, Any]) -> Choices:
    root = rooted_path(given["root"], job.source.root, job.source)
    return Choices(root, given["slug"], given["link_text"], given["code_mentions"], given["superseded"])


def _of_plan(made: Migration, output: str) -> Iterator[str]:
    rewritten = sum(each.policy is Policy.REWRITE for each in made.references)
    left = len(made.references) - rewritten
    records = counted(len(list(made.records())), "record")
    yield f"{output}: {records}, {counted(rewritten, 'reference')} to rewrite and {left:,} left as they are"
    questions = made.open_questions
    for each in questions:
        yield f"question {each.id}: {each.text} (proposal: {each.proposal})"
    if questions:
        yield f"answer in the file, or run `{_answering(questions[0])}`"
        yield from (f"  or `{_answering(each)}`" for each in questions[1:_EXAMPLES])
    else:
        yield f"next: `{TITLE} show`, then `{TITLE} apply`"


def _answering(question: Question) -> str:
    return f"{TITLE} plan --answer {shlex.quote(f'{question.id}={question.proposal}')}"


def show(name: str, html: str | None) -> int:
    """Print the plan as a table, or write it as a page."""
    with open_source(".") as source:
        place = place_of(source.root, name)
        made = settled_so_far(read_plan(text_of(place), name))
        if html is not None:
            write_text(html, page(made, os.path.basename(source.root)))
            click.echo(f"wrote {visible(html)}; open it in a browser", err=True)
            return CLEAN
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    click.echo(table(made) if width is None else table(made, width), nl=False)
    return CLEAN
