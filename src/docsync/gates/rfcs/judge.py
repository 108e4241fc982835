"""All checks of the rfcs gate over one folder of records."""

from __future__ import annotations

from collections.abc import Iterator

from docsync.corpus import Corpus
from docsync.finding import Finding
from docsync.gates.rfcs.content import check_content
from docsync.gates.rfcs.folder import read_folder
from docsync.gates.rfcs.listing import check_index
from docsync.gates.rfcs.options import Options
from docsync.gates.rfcs.place import check_dates, check_names, check_places
from docsync.gates.rfcs.relations import check_duplicates, check_supersessions


def judge(corpus: Corpus, options: Options) -> Iterator[Finding]:
    """Findings of all records; git is asked last, and only when a name has a day."""
    folder = read_folder(corpus, options)
    yield from check_places(folder)
    yield from check_names(folder, corpus)
    for file in folder.files.values():
        yield from check_content(file, options)
    yield from check_duplicates(folder, options)
    yield from check_supersessions(folder, corpus)
    yield from check_index(folder, corpus)
    yield from check_dates(folder, corpus, options)
