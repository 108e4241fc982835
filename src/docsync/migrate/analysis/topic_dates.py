"""When each record first appeared, and which were copied from which: one pass over the history for both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from docsync.corpus import Corpus
from docsync.markdown.front_matter import read_front_matter
from docsync.migrate.analysis.facts import Facts, Known
from docsync.records import FOLDERS, record_id
from docsync.repo.history import COPIED, Logged
from docsync.rfc.dates import FirstSeen, first_seen
from docsync.rfc.status.classify import Confidence

_DAY = re.compile(r"(?<!\d)(?P<day>\d{4}-\d\d-\d\d)(?!\d)")
# Names of fields that say when a record was written; the first one that is there counts.
_STATED = ("created", "date created", "creation date", "first proposed", "proposed", "date proposed", "date")
_EARLIEST = date(1990, 1, 1)  # what is stated to be older is a placeholder


@dataclass(frozen=True, slots=True)
class Dated:
    """A day, what speaks for it, and how sure it is."""

    day: date
    evidence: str
    confidence: Confidence = Confidence.HIGH


@dataclass(frozen=True)
class History:
    """What git says: first appearances by path, pairs (original, copy), and the newest commit."""

    seen: Mapping[str, FirstSeen]
    copies: frozenset[tuple[str, str]]
    newest: str


def read_history(
    log: Iterable[Logged], known: Known, folders: Iterable[str], progress: Callable[[int], None] | None = None
) -> History:
    """Read the history ``log`` once; ``progress`` is told the number of commits so far."""
    places = tuple(f"{folder}/" for folder in {*folders, *FOLDERS})
    copies: set[tuple[str, str]] = set()
    newest: list[str] = []

    def noted() -> Iterator[Logged]:
        for count, commit in enumerate(log, start=1):
            if not newest:
                newest.append(commit.id)
            if progress:
                progress(count)
            for steps in commit.steps:
                copies.update((step.before, step.path) for step in steps if step.letter == COPIED and step.before)
            yield commit

    def is_record(path: str) -> bool:
        return path.startswith(places) or record_id(path, path.rpartition("/")[0]) is not None

    seen = first_seen(noted(), tuple(known.facts), is_record)
    return History(seen, frozenset(copies), newest[0] if newest else "")


def dated(corpus: Corpus, facts: Facts, history: History) -> Dated:
    """The day of one record: from git; where that is but an import, maybe an earlier one that the record states."""
    seen = history.seen.get(facts.path)
    if seen is None:
        return Dated(corpus.source.today(), "not committed yet: today", Confidence.MEDIUM)
    if not seen.is_bulk_import:
        return Dated(seen.date, seen.evidence)
    stated = stated_day(facts)
    if stated and stated[0] < seen.date:
        said = f"{stated[1]}, earlier than {seen.evidence} with many others"
        return Dated(stated[0], said, Confidence.MEDIUM)
    return Dated(seen.date, f"{seen.evidence} with many others, so maybe older", Confidence.MEDIUM)


def stated_day(facts: Facts) -> tuple[date, str] | None:
    """The day that a record gives for itself in its head, else in its name, and where."""
    matter = read_front_matter(facts.source, facts.document).fields
    values = {name: found[0].value for name, found in facts.record.fields.items()}
    values |= {name: found.value for name, found in matter.items()}
    for name in _STATED:
        day = _day(values.get(name, ""))
        if day:
            return day, f"stated as `{name}` in its head"
    day = _day(facts.file.dated_name[: len("yyyy-mm-dd")])
    return (day, "stated in its name") if day else None


def _day(text: str) -> date | None:
    match = _DAY.search(text)
    try:
        day = date.fromisoformat(match["day"]) if match else None
    except ValueError:
        return None
    return day if day and day >= _EARLIEST else None
