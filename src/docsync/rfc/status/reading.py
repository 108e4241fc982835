"""One statement of a status, and the places that make one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from docsync.rfc.status.tidy import plain, tidy
from docsync.text import Span

_CLAUSE = re.compile(r"[.;:,()（），。；：]|\s[-–—]+\s|\s[-–—]+$|->|→")
_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}[ :,–—-]+(?=\S)")  # before the status, as in a log


class Place(Enum):
    """Where a status was read, in the order in which places are believed."""

    FRONT_MATTER = "front matter"
    TABLE = "metadata table"
    FIELD = "status line"
    QUOTE = "block quote"
    SECTION = "status section"
    TITLE = "title"
    SUFFIX = "file name"
    FOLDER = "folder"
    INDEX = "index"
    TAG = "front matter tag"


@dataclass(frozen=True, slots=True)
class StatusReading:
    """One statement: ``text`` is tidy (links kept), ``head`` its first clause in lower case, ``note`` the rest.

    ``span`` is what was read, in the record or in the index; ``Span(0, 0)`` for names of files and folders.
    """

    place: Place
    text: str
    head: str
    note: str
    span: Span

    @classmethod
    def of(cls, place: Place, raw: str, span: Span) -> StatusReading | None:
        """Read ``raw``; None when it says nothing, or only the word list of a template."""
        text = tidy(raw)
        if not re.search(r"\w", text):
            return None
        said = _DATE.sub("", plain(text))
        cut = _CLAUSE.search(said)
        head = said[: cut.start()] if cut else said
        note = _DATE.sub("", text).removeprefix(head)
        return cls(place, text, head.strip().casefold(), note.strip(), span)


def read_text(place: Place, raw: str, span: Span) -> Iterator[StatusReading]:
    """The statement in ``raw``, where there is one."""
    reading = StatusReading.of(place, raw, span)
    if reading:
        yield reading
