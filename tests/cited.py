"""A small repository of records with a migration made by hand, for tests of references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from docsync.corpus import Corpus
from docsync.migrate.model import Action, Choices, Migration, Policy, Reference, Topic
from docsync.migrate.references.finding import find_references
from docsync.repo import Remote
from docsync.text import SourceText
from memory import corpus_of

ROOT = "docs/rfc"
REMOTE = Remote("example.org", "ada/engine", frozenset({"main", "HEAD"}))
VALIDATION, CACHE, TRACE, TOOLS = (
    f"{ROOT}/implemented/2026-01-11-arg-validation.md",
    f"{ROOT}/implemented/2026-01-12-cache.md",
    f"{ROOT}/rejected/2026-01-13-trace.md",
    f"{ROOT}/proposed/2026-01-06-tools.md",
)
RECORDS: Mapping[str, str] = {
    "docs/adr/0011-arg-validation.md": "# ADR 0011: Arg validation\n\nStatus: accepted\n\n## Decision\n\nCheck.\n",
    "docs/adr/0012-cache.md": "# 12. Cache the index\n\nStatus: accepted\n",
    "docs/adr/0013-trace.md": "# ADR-0013 Trace calls\n\nStatus: rejected\n",
    "docs/adr/0014-queue.md": "# Queue\n",
    "docs/adr/0014-retry.md": "# Retry\n",
    "docs/rfc/005-validation.md": "# RFC 005: Validation\n\n## 5 Errors\n\nSaid.\n",
    "docs/rfc/006-tools.md": "# RFC 006: Remote tools\n",
}


def topic(target: str, title: str, *members: str, ids: Sequence[str], action: Action = Action.MOVE) -> Topic:
    return Topic(action, members, target, title, ids=tuple(ids))


TOPICS = (
    topic(
        VALIDATION, "Arg validation", "docs/adr/0011-arg-validation.md", "docs/rfc/005-validation.md",
        ids=("ADR 0011", "RFC 005"), action=Action.MERGE,
    ),
    topic(CACHE, "Cache the index", "docs/adr/0012-cache.md", ids=("ADR 0012",)),
    topic(TRACE, "Trace [all] calls", "docs/adr/0013-trace.md", ids=("ADR 0013",)),
    topic(f"{ROOT}/implemented/2026-01-14-queue.md", "Queue", "docs/adr/0014-queue.md", ids=("ADR 0014",)),
    topic(f"{ROOT}/implemented/2026-01-14-retry.md", "Retry", "docs/adr/0014-retry.md", ids=("ADR 0014",)),
    topic(TOOLS, "Remote tools", "docs/rfc/006-tools.md", ids=("RFC 006",)),
)  # fmt: skip
MIGRATION = Migration(ROOT, ("docs/adr", "docs/rfc"), "", TOPICS)


def repository(files: Mapping[str, str | bytes | None], **source: object) -> Corpus:
    """The records with other ``files`` beside them."""
    return corpus_of({**RECORDS, **files}, **{"remote": REMOTE, **source})


def found(corpus: Corpus, path: str = "", *, migration: Migration = MIGRATION, **choices: object) -> list[Reference]:
    """The references in the file at ``path``, in all files without one."""
    references = find_references(corpus, migration, replace(Choices(), **choices))  # type: ignore[arg-type]
    return [each for each in references if path in ("", each.file)]


def rewritten(text: str, references: Sequence[Reference]) -> str:
    """``text`` with what is to be rewritten in its final words, put together from lines and columns."""
    lines = text.splitlines(keepends=True)
    for each in sorted(references, key=lambda each: (each.line, each.column), reverse=True):
        if each.policy is Policy.REWRITE:
            rest = "".join(lines[each.line - 1 :])
            assert rest.startswith(each.old, each.column - 1)
            rest = rest[: each.column - 1] + each.new + rest[each.column - 1 + len(each.old) :]
            lines[each.line - 1 :] = [rest]
    return "".join(lines)


def text_of(corpus: Corpus, path: str) -> str:
    return SourceText.decode(corpus.source.read(path)).text
