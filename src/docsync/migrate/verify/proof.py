"""The four lines of the proof."""

from __future__ import annotations

from docsync.corpus import Corpus
from docsync.migrate.apply.moves_file import Moves
from docsync.migrate.verify.blocks import check_blocks
from docsync.migrate.verify.findings import Gates, check_findings
from docsync.migrate.verify.line import Line
from docsync.migrate.verify.links import check_links
from docsync.migrate.verify.names import check_names


def verify(before: Corpus, after: Corpus, moves: Moves, gates: Gates) -> tuple[Line, ...]:
    """The four lines; ``before`` is the corpus at the base of ``moves``, ``after`` that of today."""
    return (
        check_findings(before, after, moves, gates),
        check_links(before, after, moves),
        check_blocks(before, after, moves),
        check_names(after, moves),
    )
