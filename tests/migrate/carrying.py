"""Settled migrations over documents in memory, carried out and proved step by step."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from docsync.changeset.series import Series
from docsync.corpus import Corpus
from docsync.migrate.apply.steps import steps
from docsync.migrate.apply.trace import Trace
from docsync.migrate.model import Action, Migration, Topic
from memory import corpus_of
from outcomes import errors

ROOT = "docs/rfc"
DAY = date(2026, 2, 3)
ADR, RFC = "docs/adr/0001-cache.md", "docs/rfc/007-cache.md"
NEW = f"{ROOT}/implemented/2026-02-03-cache.md"


def topic(*members: str, target: str = NEW, action: Action = Action.MOVE, **more: Any) -> Topic:
    """A topic called Cache that is implemented."""
    given = {"title": "Cache", "date": DAY, "date_evidence": "1234567: first added as x", "status": "implemented"}
    return Topic(action, members, target, **{**given, **more})


def migration(*topics: Topic, **more: Any) -> Migration:
    """A migration of both usual folders."""
    return Migration(ROOT, ("docs/adr", "docs/rfc"), "base", topics, **more)


def carried_out(
    files: Mapping[str, str | bytes | None], made: Migration, trace: Trace | None = None, **source: Any
) -> Corpus:
    """The corpus after all steps."""
    trace = trace or Trace()
    series = Series(corpus_of(files, **source), errors)
    for step in steps(made):
        series.then(trace.watched(step))
    return series.corpus


def texts(corpus: Corpus) -> dict[str, str]:
    """Every document by path."""
    return {path: corpus.text(path).text for path in corpus.paths}
