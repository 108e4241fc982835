"""What the commands ``doc-sync migrate …`` have in common: the repository, and the files that they read."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from docsync.cli.terminal import Progress
from docsync.errors import UsageError
from docsync.finding import Finding, Severity
from docsync.gates import catalogue
from docsync.gates.links import GATE as LINKS
from docsync.gates.rfcs import GATE as RFCS
from docsync.gates.rfcs.options import Options
from docsync.job import Job, Request, open_job
from docsync.migrate.apply.moves_file import NAME, Moves, path_of, read_moves
from docsync.migrate.verify.findings import Gates
from docsync.repo.snapshot import GitSnapshot

MOST = 10  # problems, or questions, that are listed
TITLE = "doc-sync migrate"
MAP = f"name the {NAME} that `{TITLE} apply` wrote"


@contextmanager
def opened(given: Mapping[str, Any], directory: str = ".") -> Iterator[Job]:
    """The repository, to read."""
    request = Request(directory, gates=(RFCS.name,), config=given["config"], isolated=given["isolated"])
    with Progress(sys.stderr, os.environ) as progress, open_job(request, progress.step) as job:
        yield job


def head_of(job: Job) -> str:
    """The commit that is checked out, ``""`` before the first one."""
    tip = job.source.tip if isinstance(job.source, GitSnapshot) else None
    return tip.id if tip else ""


def place_of(root: str, name: str) -> str:
    """Where a plan lies: in ``root`` when it is named without a folder."""
    return os.path.join(root, name) if os.path.basename(name) == name else name


def text_of(path: str, way_out: str = f"make a plan by `{TITLE} plan`") -> str:
    """The text of a file; :class:`UsageError` with the ``way_out`` when it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read().decode()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}; {way_out}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is not UTF-8; restore it, or {way_out}") from None


def options_of(job: Job) -> Options:
    """Those of the rfcs gate."""
    found = job.config.options[RFCS.name]
    assert isinstance(found, Options)  # noqa: S101 - the gate's own options
    return found


def known_moves(job: Job, root: str) -> Moves | None:
    """What earlier migrations to ``root`` did; None before the first one."""
    path = path_of(root)
    place = os.path.join(job.source.root, path)
    return read_moves(text_of(place, MAP), path) if os.path.lexists(place) else None


def gates_of(job: Job) -> Gates:
    """The gates as the repository configures them."""
    severities = {code.name: job.config.severity.get(code.name, code.severity) for code in catalogue().values()}

    def is_error(found: Finding) -> bool:
        return severities[found.code] is Severity.ERROR

    return Gates(
        lambda corpus: filter(is_error, LINKS.check(corpus, job.config.options[LINKS.name])), is_error, options_of(job)
    )
