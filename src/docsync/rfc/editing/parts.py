"""Documents that are to become one: what each says, and what they have in common."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from operator import itemgetter

from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.linking.aim import aim, occurrences
from docsync.markdown.document import Field
from docsync.rfc.editing.labels import Labelled
from docsync.rfc.editing.levels import Placed, placed_headings
from docsync.rfc.editing.pieces import readable
from docsync.rfc.editing.proof import leads_to
from docsync.rfc.record import Record, read_record
from docsync.text import Span

_FORMERLY = "formerly"


class Part:
    """One of the two documents."""

    def __init__(self, corpus: Corpus, path: str) -> None:
        self.path = path
        self.labelled = Labelled(path, *readable(corpus, path))
        self.text = self.labelled.source.text
        self.record: Record = read_record(path, self.labelled.source, self.labelled.document)
        self.headings = tuple(placed_headings(self.text, self.labelled.document))

    @cached_property
    def title(self) -> Placed | None:
        """The heading that is the title."""
        return next((each for each in self.headings if each.level == 1), None)

    @cached_property
    def formerly(self) -> Field | None:
        """The line with the old ids, where it says any."""
        return next((each for each in self.record.fields.get(_FORMERLY, ()) if each.value), None)

    def line(self, span: Span) -> Span:
        """The whole lines that hold ``span``."""
        return self.labelled.document.lines.around(span)


def identical_blocks(first: Part, second: Part) -> Iterator[Span]:
    """The blocks of ``second`` that ``first`` has too, and that lead to the same places."""
    known = {key for _, key in _keys(first)}
    return (block for block, key in _keys(second) if key in known)


def _keys(part: Part) -> Iterator[tuple[Span, tuple[object, ...]]]:
    """What makes blocks equal, for those that neither structure a document nor state something of it."""
    document, leads = part.labelled.document, part.labelled.destinations
    own = sorted([*(each.span.start for each in document.headings), *(each.span.start for each in document.fields)])
    uses = sorted(
        (
            *((each.span.start, leads_to(part.path, each.destination)) for each in occurrences(document)),
            *((each.whole.start, leads[each.label]) for each in document.references),
        ),
        key=itemgetter(0),
    )
    starts = [start for start, _ in uses]
    for block in document.blocks:
        text = part.text[slice(*block)].strip()
        is_own = bisect_left(own, block.start) < bisect_left(own, block.end) or block == document.front_matter
        if not is_own and "[^" not in text and "doc-sync:" not in text and re.search(r"\w", text):
            inside = uses[bisect_left(starts, block.start) : bisect_left(starts, block.end)]
            yield block, (text, *(meaning for _, meaning in inside))


def refuse_equal_ids(corpus: Corpus, first: Part, second: Part) -> None:
    """Two elements of one id are an ambiguous target, so that none may be linked."""
    both = set(first.labelled.document.ids) & set(second.labelled.document.ids)
    remote = corpus.source.remote()
    for path, document in corpus.documents() if both else ():
        for each in occurrences(document):
            target = aim(path, each.destination, corpus.tree, remote)
            if target and target.resolution.path == second.path and target.parts.fragment in both:
                line = document.lines.line_of(each.span.start)
                name = f"the id `{target.parts.fragment}`, and {path}:{line} links to it"
                raise UsageError(f"{second.path}: both documents have an element with {name}; rename the id first")
