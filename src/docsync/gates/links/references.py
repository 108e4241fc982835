"""Reference definitions that nobody uses or that are overridden, references without one, and near-links."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docsync.finding import Finding
from docsync.markdown.document import Document, UndefinedReference
from docsync.suggest import Budget, WordSuggester

_BUDGET = (200, 500_000)
_WORD = re.compile(r"[^\W\d_]{3,}")


def check_references(path: str, document: Document) -> Iterator[Finding]:
    """Findings about the definitions, references and near-links of one document."""
    used = {reference.label for reference in document.references}
    for definition in document.definitions:
        if definition.duplicate:
            code, message = (
                "duplicate-definition",
                f"`[{definition.label.lower()}]` is defined earlier; this one is ignored",
            )
        elif definition.label not in used:
            code, message = "unused-definition", f"no reference uses `[{definition.label.lower()}]`"
        else:
            continue
        yield Finding(path, definition.whole, code, message, subject=definition.label)
    # A budget of this document's own: whether it has a finding must not depend on others.
    suggester = WordSuggester({definition.label.lower() for definition in document.definitions}, Budget(*_BUDGET))
    for reference in document.undefined_references:
        yield from _undefined(path, reference, suggester)
    for link in document.malformed_links:
        yield Finding(path, link.span, "malformed-link", link.problem, subject=link.destination)


def _undefined(path: str, reference: UndefinedReference, suggester: WordSuggester) -> Iterator[Finding]:
    near = suggester.nearest(reference.label.lower())
    if near is None and not _WORD.search(reference.label):
        return  # `arr[i][j]`, `[0-9][]`: not meant as a link
    yield Finding(
        path,
        reference.span,
        "undefined-reference",
        f"no definition for `[{reference.label}]`",
        f"did you mean [{near}]?" if near else None,
        subject=reference.label,
    )
