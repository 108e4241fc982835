"""The day on which a record's topic first appeared in git, by one pass over the history with renames followed."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from docsync.records import KINDS
from docsync.repo.history import ADDED, COPIED, DELETED, RENAMED, Logged, Step
from docsync.rfc.names_then import Name, Names, Trail

BULK = 6  # documents added to one folder at once, from which on they were more likely brought in than written
LIKELY = 70  # percent; below it, two records that share but a template's lines are as similar
_SHARED = 2  # words of one name, all in the other, make one topic
_WORD = re.compile(r"[^\W\d_]+")
_FOLDER_NAMES = frozenset({"index", "readme"})  # the folder names the topic
_NO_TOPIC = frozenset({*map(str.lower, KINDS), "adrs", "rfcs", "decision", "record", "template", "templates"})


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """When a record first appeared: the author's day of ``commit`` (full id), under the name ``path``.

    ``evidence`` says so in one line, with every rename and copy that was followed. Where ``is_bulk_import``, the
    commit brought in many documents at once, so that the topic may be older.
    """

    date: date
    commit: str
    path: str
    evidence: str
    is_bulk_import: bool


def first_seen(
    log: Iterable[Logged], paths: Collection[str], is_record: Callable[[str], bool]
) -> Mapping[str, FirstSeen]:
    """Path to its first appearance, for those of ``paths`` that are in the history that ``log`` ends.

    ``log`` is that of :meth:`~docsync.repo.source.Source.log`. A rename is followed to the name before; a copy only
    from a record, by ``is_record``, of the same words. A file that was deleted and added again under one name, or a
    record of two words or more under another number or date, counts from the first time; not where the name is but a
    number, which another topic may have had. The earliest author date counts where several branches added it.
    """
    walk = _Walk(paths, is_record)
    for commit in log:
        walk.visit(commit)
    return walk.found


class _Walk:
    """The names that each record had, carried from commit to parents; branches are kept apart."""

    def __init__(self, paths: Iterable[str], is_record: Callable[[str], bool]) -> None:
        self.found: dict[str, FirstSeen] = {}
        self._is_record = is_record
        self._now = Names.of({path: {path: ()} for path in paths})
        self._waiting: dict[str, Names] = {}  # commit id to names there, for parents not visited yet

    def visit(self, commit: Logged) -> None:
        """Note what first appeared in ``commit``, and carry the names of all others to its parents."""
        names = self._waiting.pop(commit.id, self._now)
        origins = [{step.path: self._origin(step) for step in steps if _makes(step)} for steps in commit.steps]
        added = [path for path in origins[0] if all(made.get(path, path) is None for made in origins)]
        sizes = Counter(_place(path)[0] for path in added)
        for path in added:
            for record, trail in names.get(path).items():
                self._note(record, commit, path, trail, is_bulk=sizes[_place(path)[0]] >= BULK)
        for parent, steps, made in zip(commit.parents, commit.steps, origins, strict=False):  # a first one has none
            self._carry(parent, self._before(commit, steps, names, made))

    def _origin(self, step: Step) -> str | None:
        """The name before, if this step is to be followed."""
        before = step.before
        if before is None:
            return None
        if step.letter == COPIED:
            return before if self._is_record(before) and same_topic(before, step.path) else None
        old, new = words(before), words(step.path)
        is_likely = step.score is None or step.score >= LIKELY or not old.isdisjoint(new)
        return before if is_likely and not _is_template(before) else None

    def _note(self, record: str, commit: Logged, path: str, trail: Trail, *, is_bulk: bool) -> None:
        seen = self.found.get(record)
        if seen is None or commit.author_date <= seen.date:  # on one day the commit that came first, visited last
            evidence = ", ".join((f"{commit.id[:7]}: first added as {_shown(path)}", *trail))
            self.found[record] = FirstSeen(commit.author_date, commit.id, path, evidence, is_bulk)

    def _before(self, commit: Logged, steps: Iterable[Step], names: Names, made: Mapping[str, str | None]) -> Names:
        """The names at a parent: those of files that the commit made, and of records that it deleted."""
        older = _names_before(names, made, commit.id)
        deleted = [step.path for step in steps if step.letter == DELETED and self._is_record(step.path)]
        found = {path: older.get(words(path)) for path in deleted if not older.get(path)}
        return older.replace({path: records for path, records in found.items() if records})

    def _carry(self, parent: str, names: Names) -> None:
        known = self._waiting.get(parent)
        self._waiting[parent] = names.joined(known) if known else names


def _makes(step: Step) -> bool:
    return step.letter in (ADDED, RENAMED, COPIED)


def _names_before(names: Names, made: Mapping[str, str | None], commit: str) -> Names:
    """The names at the parent, of which a commit made the files in ``made``, each from another or from nothing."""
    touched = {path: records for path in made if (records := names.get(path))}
    older: dict[Name, Mapping[str, Trail]] = {path: {} for path in touched}
    for path, records in touched.items():
        origin = made[path]
        if origin is None and not words(path):
            continue
        said = f"{'then' if origin else 'added again as'} {_shown(path)} by {commit[:7]}"
        earlier = {record: (said, *trail) for record, trail in records.items()}
        for name in (origin,) if origin else _names_of_a_topic(path):
            older[name] = {**earlier, **older.get(name, names.get(name))}
    return names.replace(older)


def _names_of_a_topic(path: str) -> tuple[Name, ...]:
    """Under what a file that was added as ``path`` may have been deleted before."""
    named = words(path)
    return (path, named) if len(named) >= _SHARED else (path,)


def _shown(path: str) -> str:
    """``path`` on one line; what can't be printed is escaped."""
    return path if path.isprintable() else repr(path)[1:-1]


def _place(path: str) -> tuple[str, str]:
    """Folder and name, without ending, of a record; of ``rfcs/0003-x/README.md`` ``rfcs`` and ``0003-x``."""
    folder, name = posixpath.split(path)
    stem = posixpath.splitext(name)[0]
    return posixpath.split(folder) if stem.lower() in _FOLDER_NAMES else (folder, stem)


def words(path: str) -> frozenset[str]:
    """What a file's name says of its topic: no number, no kind; of ``0003-x/README.md`` the folder's name."""
    return frozenset(_WORD.findall(_place(path)[1].lower())) - _NO_TOPIC


def same_topic(path: str, other: str) -> bool:
    """Whether two names have equal words, or two or more words of one are all in the other."""
    first, second = words(path), words(other)
    both = first & second
    return bool(both) and (first == second or (len(both) >= _SHARED and both in (first, second)))


def _is_template(path: str) -> bool:
    return not words(path) and "template" in _place(path)[1].lower()
