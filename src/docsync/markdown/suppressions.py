"""Reads ``<!-- doc-sync: ignore CODE, CODE: reason -->`` comments."""

from __future__ import annotations

import re

from docsync.markdown.document import Reach, Suppression
from docsync.text import Span

OTHER_DIRECTIVES = ("names", "index", "rfc-index", "rfc-aliases", "end")
_SUPPRESSION = re.compile(
    r"\s*+doc-sync:\s*+(?P<reach>ignore(?:-start|-end|-file)?)(?![\w-])\s*+(?P<codes>[^:]*+)(?::(?P<reason>.*))?",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"\s*+(?P<whole>doc-sync(?:\s*+:|(?=\s))\s*+(?P<word>[^\s:]++))", re.IGNORECASE)


def read_suppression(comment: str, span: Span, lines: tuple[int, int]) -> Suppression | None:
    """The suppression in a comment's inner text; None when the comment is something else.

    What starts with ``doc-sync`` is meant for us: a word that we do not know makes an UNKNOWN suppression.
    """
    if match := _SUPPRESSION.fullmatch(comment):
        codes = tuple(re.split(r"[\s,]+", match["codes"].strip())) if match["codes"].strip() else ()
        return Suppression(Reach(match["reach"]), codes, (match["reason"] or "").strip(), span, lines)
    match = _DIRECTIVE.match(comment)
    if not match or match["word"] in OTHER_DIRECTIVES:
        return None
    return Suppression(Reach.UNKNOWN, (), "", span, lines, " ".join(match["whole"].split()))
