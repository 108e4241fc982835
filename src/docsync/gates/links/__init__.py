"""The links gate: every relative link and anchor resolves, judged as GitHub renders the committed tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docsync.finding import Finding
from docsync.gates.base import Gate, Hook
from docsync.gates.links.codes import CODES
from docsync.gates.links.options import Options

if TYPE_CHECKING:
    from docsync.corpus import Corpus


def check(corpus: Corpus, options: Options) -> Iterator[Finding]:
    """Findings of all documents; those of links that lead nowhere come last: git is asked once for all."""
    from docsync.gates.links.clearing import Clearing  # noqa: PLC0415 - what lists the gates needs none of it

    clearing = Clearing(corpus, options)
    left = list(corpus.documents(unless=clearing.is_clear, closely=True))
    if left:
        from docsync.gates.links.judge import judge  # noqa: PLC0415 - nor does a clean repository need judges

        yield from judge(corpus, options, clearing.records, left)


GATE = Gate(
    name="links",
    command="verify-md-links",
    title="Relative Markdown links and anchors resolve",
    codes=CODES,
    options=Options,
    check=check,
    hook=Hook("Every relative Markdown link and anchor resolves, as GitHub renders the committed tree."),
)
