"""Reads ``<!-- doc-sync: ignore CODE, CODE: reason -->`` comments."""

from __future__ import annotations

import re

from docsync.markdown.document import Reach, Suppression
from docsync.text import Span

_DIRECTIVE = re.compile(
    r"\s*doc-sync:\s*(?P<reach>ignore(?:-start|-end|-file)?)(?![\w-])\s*(?P<codes>[^:]*)(?::(?P<reason>.*))?",
    re.DOTALL,
)


def read_suppression(comment: str, span: Span, lines: tuple[int, int]) -> Suppression | None:
    """The suppression in a comment's inner text, or None when the comment is something else."""
    match = _DIRECTIVE.fullmatch(comment)
    if not match:
        return None
    codes = tuple(re.split(r"[\s,]+", match["codes"].strip())) if match["codes"].strip() else ()
    return Suppression(Reach(match["reach"]), codes, (match["reason"] or "").strip(), span, lines)
