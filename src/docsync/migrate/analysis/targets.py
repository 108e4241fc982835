"""How each topic will be called: title, slug and path, without collisions over the whole result."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from datetime import date

from docsync.errors import UsageError
from docsync.migrate.analysis.facts import Facts
from docsync.migrate.model import Choices
from docsync.rfc.naming import fold_words, free_name, slug, slugify, topic_of
from docsync.rfc.record import is_generic, plain_title

_DAY_LENGTH = len("yyyy-mm-dd")


def title_of(members: Sequence[Facts]) -> tuple[str, bool]:
    """The first title that names a topic, and whether there was one; else the words of the first file's name."""
    for facts in members:
        if facts.record.title and not is_generic(facts.record.title):
            return facts.record.title, True
    words = " ".join(topic_of(_name(members[0])).replace("_", "-").split("-")).strip()
    return (words[:1].upper() + words[1:]) or members[0].label, False


def slug_for(members: Sequence[Facts], title: str, choices: Choices) -> str | None:
    """The slug of the first member that has one, sharing a word with the title; None where none is ASCII."""
    for facts in members:
        try:
            made = slug(title, _name(facts), choices.slug)
        except UsageError:
            continue
        if fold_words(made) & fold_words(title) or not slugify(title):
            return made
    try:
        return slug(title, "", "title")
    except UsageError:
        return None


def _name(facts: Facts) -> str:
    """Its name, words apart by hyphens, since an underscore is a letter to what spells `c#`."""
    return f"{facts.file.dated_name.replace('_', '-')}.md"


class Names:
    """The file names that are taken, whatever the folder."""

    def __init__(self, choices: Choices, taken: Sequence[str]) -> None:
        self._choices = choices
        self._by_day: dict[str, list[str]] = {}  # names of different days are never equal
        for path in taken:
            self._take(posixpath.basename(path))

    def _take(self, name: str) -> None:
        self._by_day.setdefault(name[:_DAY_LENGTH], []).append(name)

    def target(self, folder: str, day: date, wanted: str, title: str, qualifiers: Sequence[str]) -> str:
        """A path that nothing else has, with ``wanted`` as slug or the start of it."""
        taken = self._by_day.get(day.isoformat(), ())
        name = free_name(day, wanted, taken, title=plain_title(title), qualifiers=qualifiers)
        self._take(name)
        return posixpath.join(self._choices.root, folder, name)
