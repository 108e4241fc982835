"""A folder of records in memory whose index is true, and what the rfcs gate finds in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docsync.corpus import Corpus
from docsync.edits import apply_edits
from docsync.finding import Finding
from docsync.gates.rfcs import GATE
from memory import corpus_of, findings

TODAY = "2026-06-30"  # the day of the view in memory
README = "docs/rfc/README.md"
PROPOSED, IMPLEMENTED, REJECTED = (f"docs/rfc/{folder}/{TODAY}" for folder in ("proposed", "implemented", "rejected"))
EMPTY = (
    "# Decisions\n\n<!-- doc-sync: rfc-index -->\n<!-- doc-sync: end -->\n\n"
    "<!-- doc-sync: rfc-aliases -->\n<!-- doc-sync: end -->\n"
)


def record(title: str, status: str, head: str = "") -> str:
    """A record with all sections."""
    return (
        f"# RFC: {title}\n\nStatus: {status}\n{head}\n## Problem\n\nSlow.\n\n## Decision\n\nFast.\n\n"
        "## Consequences\n\nFaster.\n"
    )


FILES = {
    f"{PROPOSED}-new-way.md": record("New way", "proposed"),
    f"{IMPLEMENTED}-old-way.md": record("Old way", "implemented"),
    f"{REJECTED}-long-way.md": record("Long way", "rejected"),
}


def folder_of(files: Mapping[str, str], **source: Any) -> Corpus:
    """``files`` beside three records, with a README that lists them unless there is one among them."""
    corpus = corpus_of({README: EMPTY, **FILES, **files}, **source)
    if README in files:
        return corpus
    found = [each for each in findings(GATE, corpus) if each.code == "rfc-index"]
    text = apply_edits(EMPTY, [edit for each in found for edit in each.fix])
    return corpus_of({README: text, **FILES, **files}, **source)


def judged(files: Mapping[str, str], *, source: Mapping[str, Any] | None = None, **options: Any) -> list[Finding]:
    """The findings of the gate, in path order."""
    corpus = folder_of(files, **(source or {}))
    return sorted(findings(GATE, corpus, **options), key=lambda found: (found.path, found.span, found.code))


def fixed(files: Mapping[str, str], **options: Any) -> dict[str, str]:
    """The texts that the fixes of the findings make of ``files``."""
    found = judged(files, **options)
    return {
        path: apply_edits(text, [edit for each in found if each.path == path for edit in each.fix])
        for path, text in files.items()
    }
