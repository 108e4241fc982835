"""The wrap gate: one paragraph is one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from docsync.finding import Finding
from docsync.gates.base import Gate, Hook
from docsync.gates.wrap.codes import CODES
from docsync.gates.wrap.options import Options

if TYPE_CHECKING:
    from docsync.corpus import Corpus
    from docsync.text import SourceText


def check(corpus: Corpus, options: Options) -> Iterator[Finding]:
    """One finding for every line break inside a paragraph, and what looks odd about them."""
    paths = _broken(corpus)
    if paths:
        from docsync.gates.wrap.facts import findings  # noqa: PLC0415 - most documents have nothing to join

        yield from findings(corpus, paths, options)


def _broken(corpus: Corpus) -> Sequence[str]:
    """The documents in which a paragraph may have several lines."""
    if corpus.exact:
        return [path for path, document in corpus.documents() if any(block.breaks for block in document.prose)]
    return corpus.left(lambda _path, seen: not seen.has_breaks, closely=True)


def proves(before: SourceText, after: SourceText) -> bool:
    """Whether two texts are the same document, line wraps apart."""
    from docsync.gates.wrap.proof import same_document  # noqa: PLC0415

    return same_document(before, after)


GATE = Gate(
    name="wrap",
    command="verify-md-wrap",
    title="One paragraph is one line",
    codes=CODES,
    options=Options,
    check=check,
    hook=Hook(
        "One paragraph is one line; `--fix` joins the lines and proves that nothing else changed.",
        always_run=False,
        pass_filenames=True,
        require_serial=False,
        types=("markdown",),
    ),
    per_file=True,
    proves=proves,
)
