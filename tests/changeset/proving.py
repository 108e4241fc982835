"""Plans carried out over documents that exist only in the test, and proved by the links gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docsync.changeset.build import Builder, ChangeSet
from docsync.changeset.check import require_safe
from docsync.changeset.moving import plan_renames
from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.finding import Finding, Severity
from docsync.gates.links import GATE
from memory import corpus_of

_ERRORS = {code.name for code in GATE.codes if code.severity is Severity.ERROR}


def errors(corpus: Corpus) -> list[Finding]:
    return [finding for finding in GATE.check(corpus, GATE.options()) if finding.code in _ERRORS]


def built(corpus: Corpus, plan: Plan) -> ChangeSet:
    changes = Builder(corpus, plan).build()
    require_safe(changes, errors)
    return changes


def moved(
    files: Mapping[str, str | bytes | None], pairs: Sequence[tuple[str, str]], **source: object
) -> dict[str, str]:
    """The text of every document that the renames change or move, by new path."""
    corpus = corpus_of(files, **source)  # type: ignore[arg-type]
    changes = built(corpus, plan_renames(corpus.source, pairs))
    return {path: data.decode("utf-8", "surrogateescape") for path, data in changes.contents.items()}
