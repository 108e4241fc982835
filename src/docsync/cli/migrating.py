"""Runs the commands ``doc-sync migrate …``."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import click

from docsync.changeset.plan import Plan
from docsync.cli import CLEAN, FINDINGS
from docsync.cli.changing import change_in_steps
from docsync.cli.terminal import Progress
from docsync.corpus import Corpus
from docsync.errors import GitError, UsageError
from docsync.files import write_text
from docsync.finding import Finding, Severity
from docsync.gates import catalogue
from docsync.gates.links import GATE as LINKS
from docsync.gates.rfcs import GATE as RFCS
from docsync.gates.rfcs.options import Options
from docsync.job import Job, Request, open_job
from docsync.migrate.analysis import analyse
from docsync.migrate.apply_map import foreign_steps, left_behind, map_steps
from docsync.migrate.finished import Finished
from docsync.migrate.homes import Homes
from docsync.migrate.model import Choices, Migration, Policy
from docsync.migrate.moves_file import NAME, Moves, moves_of, moves_text, path_of, read_moves
from docsync.migrate.page import page
from docsync.migrate.plan_file import answered, plan_text, read_plan
from docsync.migrate.references import find_references
from docsync.migrate.settle import settle
from docsync.migrate.steps import steps
from docsync.migrate.survey import survey
from docsync.migrate.table import table
from docsync.migrate.trace import Trace
from docsync.migrate.verify import Gates
from docsync.migrate.verify import verify as prove
from docsync.repo import open_source
from docsync.repo.snapshot import GitSnapshot
from docsync.reporters.escape import visible
from docsync.reporters.text import counted
from docsync.request import rooted_path

_MOST = 10  # problems, or questions, that are listed
_TITLE = "doc-sync migrate"
_MAP = f"name the {NAME} that `{_TITLE} apply` wrote"


@contextmanager
def _opened(given: Mapping[str, Any], directory: str = ".") -> Iterator[Job]:
    """The repository, to read."""
    request = Request(directory, gates=(RFCS.name,), config=given["config"], isolated=given["isolated"])
    with Progress(sys.stderr, os.environ) as progress, open_job(request, progress.step) as job:
        yield job


def _head(job: Job) -> str:
    """The commit that is checked out, ``""`` before the first one."""
    tip = job.source.tip if isinstance(job.source, GitSnapshot) else None
    return tip.id if tip else ""


def plan(given: Mapping[str, Any]) -> int:
    """Survey, analyse, find references, and write the plan, in which earlier answers and edits are kept."""
    answers = dict(_answers(given["answers"]))
    with _opened(given) as job:
        output = _place(job, given["output"])
        existing = _text_of(output) if os.path.lexists(output) else None
        choices = _choices(job, given)
        adr, rfc = ([rooted_path(name, ".", job.source) for name in given[kind]] for kind in ("adr", "rfc"))
        with Progress(sys.stderr, os.environ) as commits:
            found = survey(job.corpus, adr, rfc)
            made = analyse(job.corpus, found, choices, lambda count: commits.step(count, count, "commits read"))
        if not any(made.records()):
            click.echo(_nothing(job, made), err=True)
            return CLEAN
        made = replace(made, base=_head(job))
        # What is written in the place of a reference depends on what people decided.
        decided = _decided(read_plan(_plan_text(made, existing, answers), given["output"]))
        made = replace(made, references=find_references(job.corpus, decided, choices))
    text = _plan_text(made, existing, answers)
    written = read_plan(text, given["output"])
    write_text(output, text)
    for line in _of_plan(written, given["output"]):
        click.echo(visible(line), err=True)
    return CLEAN


def _nothing(job: Job, made: Migration) -> str:
    """Why there is nothing to plan; an old plan is kept, which an undo makes current again."""
    done = f"; {path_of(made.root)} says what was done" if _known_moves(job, made.root) else ""
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


def _place(job: Job, name: str) -> str:
    """A plan that is named without a folder lies in the root."""
    return os.path.join(job.source.root, name) if os.path.basename(name) == name else name


def _text_of(path: str, way_out: str = f"make a plan by `{_TITLE} plan`") -> str:
    try:
        with open(path, "rb") as file:
            return file.read().decode()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}; {way_out}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is not UTF-8; restore it, or {way_out}") from None


def _of_plan(made: Migration, output: str) -> Iterator[str]:
    rewritten = sum(each.policy is Policy.REWRITE for each in made.references)
    left = len(made.references) - rewritten
    records = counted(len(list(made.records())), "record")
    yield f"{output}: {records}, {counted(rewritten, 'reference')} to rewrite and {left:,} left as they are"
    questions = made.open_questions
    for each in questions:
        yield f"question {each.id}: {each.text} (proposal: {each.proposal})"
    if questions:
        first = questions[0]
        yield f"answer in the file, or run `{_TITLE} plan --answer {shlex.quote(f'{first.id}={first.proposal}')}`"
    else:
        yield f"next: `{_TITLE} show`, then `{_TITLE} apply`"


def show(name: str, html: str | None) -> int:
    """Print the plan as a table, or write it as a page."""
    with open_source(".") as source:
        place = os.path.join(source.root, name) if os.path.basename(name) == name else name
        made = read_plan(_text_of(place), name)
        if html is not None:
            write_text(html, page(made, os.path.basename(source.root)))
            click.echo(f"wrote {visible(html)}; open it in a browser", err=True)
            return CLEAN
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    click.echo(table(made) if width is None else table(made, width), nl=False)
    return CLEAN


def apply(name: str, given: Mapping[str, Any]) -> int:
    """Carry the plan out, and write the map beside the records."""
    with open_source(".") as source:
        place = os.path.join(source.root, name) if os.path.basename(name) == name else name
    made = read_plan(_text_of(place), name)
    _refuse_open(made, name)
    made = settle(made)
    if _is_done(made, given):
        click.echo(f"nothing to change: {visible(path_of(made.root))} says that this was done", err=True)
        return CLEAN

    def all_steps(job: Job) -> Sequence[Callable[[Corpus], Plan | None]]:
        _compare(job, made)
        return _with_map(job, made)

    code = change_in_steps(f"migrate apply {shlex.quote(name)}", all_steps, given)
    if not (given["dry_run"] or given["diff"] or given["quiet"]):
        click.echo(f"next: `{_TITLE} verify` proves it", err=True)
    return code


def _refuse_open(made: Migration, name: str) -> None:
    questions = made.open_questions
    if questions:
        listed = ", ".join(each.id for each in questions[:_MOST])
        more = f" and {len(questions) - _MOST} more" if len(questions) > _MOST else ""
        first = shlex.quote(f"{questions[0].id}={questions[0].proposal}")
        raise UsageError(
            f"{name}: {counted(len(questions), 'question')} without an answer ({listed}{more}); "
            f"write `answer` there, or run `{_TITLE} plan --answer {first}`"
        )


def _is_done(made: Migration, given: Mapping[str, Any]) -> bool:
    """Whether the map beside the records says what the plan wants, and the old files are gone."""
    with _opened(given) as job:
        moves = _known_moves(job, made.root)
        final = Homes(made).final
        absent = all(old not in job.source.tree.entries or job.source.is_absent(old) for old in final)
        return moves is not None and absent and all(moves.paths.get(old) == new for old, new in final.items())


def _known_moves(job: Job, root: str) -> Moves | None:
    path = path_of(root)
    place = os.path.join(job.source.root, path)
    return read_moves(_text_of(place, _MAP), path) if os.path.lexists(place) else None


def _compare(job: Job, made: Migration) -> None:
    """Say that the plan was made for another commit; refuse it where records came since."""
    head = _head(job)
    if made.base and made.base != head:
        click.echo(f"note: the plan was made at {made.base[:10]}; {head[:10] or 'no commit'} is checked out", err=True)
    known = {member for topic in made.topics for member in topic.members}
    known |= {topic.target for topic in made.topics}
    new = [
        path
        for path in (*job.source.tree.entries, *sorted(job.source.untracked))
        if path not in known and any(path.startswith(f"{source}/") for source in made.sources)
    ]
    if new:
        raise UsageError(
            f"{', '.join(new[:_MOST])}: not in the plan, which was made before; "
            f"run `{_TITLE} plan` again, which keeps answers and edits"
        )


def _with_map(job: Job, made: Migration) -> Sequence[Callable[[Corpus], Plan | None]]:
    """The steps, and as the last one the map of what they did."""
    trace, base, before = Trace(), _head(job), _known_moves(job, made.root)

    def written(_: Corpus) -> Plan:
        text = moves_text(moves_of(made, base, trace.anchors(), before))
        return Plan(written={path_of(made.root): text.encode()})

    return [*(trace.watched(step) for step in steps(made, _options(job).exempt)), written]


def _options(job: Job) -> Options:
    found = job.config.options[RFCS.name]
    assert isinstance(found, Options)  # noqa: S101 - the gate's own options
    return found


def verify(name: str | None, given: Mapping[str, Any]) -> int:
    """Print the four lines of the proof, and what speaks against them on standard error."""
    with _opened(given) as job:
        place = name or os.path.join(job.source.root, path_of(_options(job).folder))
        if name is None and not os.path.lexists(place):
            raise UsageError(f"{path_of(_options(job).folder)}: not there; {_MAP}")
        moves = read_moves(_text_of(place, _MAP), place)
        with open_source(job.source.root, rev=moves.base) as base:
            base.limit(job.config.max_file_size)
            before = Corpus(base, job.corpus.scope)
            after = Corpus(Finished(job.source, moves), job.corpus.scope)
            lines = prove(before, after, moves, _gates(job))
    for line in lines:
        click.echo(visible(f"{'ok  ' if line.holds else 'FAIL'} {line.name}: {line.text}"))
        for problem in line.problems[:_MOST]:
            click.echo(visible(f"  {problem}"), err=True)
        if len(line.problems) > _MOST:
            click.echo(f"  and {len(line.problems) - _MOST:,} more", err=True)
    return CLEAN if all(line.holds for line in lines) else FINDINGS


def _gates(job: Job) -> Gates:
    severities = {code.name: job.config.severity.get(code.name, code.severity) for code in catalogue().values()}

    def is_error(found: Finding) -> bool:
        return severities[found.code] is Severity.ERROR

    return Gates(
        lambda corpus: filter(is_error, LINKS.check(corpus, job.config.options[LINKS.name])), is_error, _options(job)
    )


def apply_map(name: str, directory: str, given: Mapping[str, Any]) -> int:
    """Apply a map to the repository around ``directory``: its own one, or another one that cites its files."""
    moves = read_moves(_text_of(name, _MAP), name)

    def all_steps(job: Job) -> Sequence[Callable[[Corpus], Plan | None]]:
        if not _knows(job, moves.base):
            said = f"note: {moves.base[:10]} is no commit of this repository, so that its own files keep their names"
            click.echo(said, err=True)
            return foreign_steps(moves)
        for path in left_behind(job.corpus, moves):
            there = visible(moves.paths[path])
            click.echo(f"left: {visible(path)}, since {there} is there already; merge it by hand", err=True)
        return map_steps(moves, Choices(moves.root))

    return change_in_steps(f"migrate apply-map {shlex.quote(name)}", all_steps, given, directory)


def _knows(job: Job, commit: str) -> bool:
    try:
        open_source(job.source.root, rev=commit).close()
    except GitError:
        return False
    return True
