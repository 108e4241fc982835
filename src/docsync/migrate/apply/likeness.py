"""Whether git will see that a file moved, although it also changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from docsync.changeset.plan import Kept, Piece
from docsync.corpus import Corpus

_ENOUGH = 0.6  # git asks for half; some links are still to be rewritten, which is guessed here


def is_other(corpus: Corpus, path: str, pieces: Sequence[Piece] | None) -> bool:
    """Whether what ``pieces`` make of the document at ``path`` has too little of what git knows under that name.

    As diffcore-rename of git has it, by the share of the larger file; whole lines are compared, and those with links
    count as changed.
    """
    base = corpus.source.read_base(path)
    if base is None:
        return False
    text = corpus.text(path).text
    new = (
        text
        if pieces is None
        else "".join(text[slice(*piece.span)] if isinstance(piece, Kept) else piece.text for piece in pieces)
    )
    old, now = (Counter(_lines(content)) for content in (base, new.encode("utf-8", "surrogateescape")))
    kept = sum(len(line) * count for line, count in (old & now).items() if b"](" not in line)
    return kept < _ENOUGH * max(len(base), len(new.encode("utf-8", "surrogateescape")), 1)


def _lines(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)
