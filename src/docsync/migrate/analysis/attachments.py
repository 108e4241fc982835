"""Files that belong to records: those in a record's own folder, named as it, or linked from it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from docsync.corpus import Corpus
from docsync.linking.aim import aim, occurrences
from docsync.migrate.analysis.facts import Known
from docsync.migrate.model import Action, Topic
from docsync.migrate.survey.files import Role, SourceFolder, Surveyed
from docsync.migrate.survey.folders import Survey
from docsync.rfc.status.classify import Confidence
from docsync.tree import fold

ASSETS = "assets"
_NAME = "name"
_NUMBER = re.compile(r"(?:[a-z]{3}[-_ ]?)?(\d{2,5})(?=[-_. ]|$)", re.IGNORECASE)


def attachments(corpus: Corpus, survey: Survey, known: Known, topics: Sequence[Topic], root: str) -> Iterator[Topic]:
    """A topic for each file that is no record: it moves along with its record, or stays, with the reason."""
    homes = {member: topic for topic in reversed(topics) for member in topic.members}
    users, namesakes = _users(corpus, known), _Namesakes(known)
    taken: set[str] = set()
    for file in survey.files:
        if file.path in homes:
            continue
        if file.role is not Role.ATTACHMENT:
            yield leave(file.path, f"{file.path} {file.role.value}")
            continue
        if file.path.startswith(f"{root}/{ASSETS}/"):
            yield leave(file.path, f"{file.path} is among the assets of {root} already")
            continue
        owner, why = _owner(file, namesakes, users)
        if owner in homes:
            yield _moved(file, owner, homes[owner], root, why, taken)
        elif not file.path.startswith(f"{root}/") and len(users.get(file.path, ())) > 1:
            yield _shared(file, users[file.path], root, taken)
        else:
            yield leave(file.path, why or "no record that moves has it for itself")


def leave(path: str, why: str) -> Topic:
    """A file that stays where it is."""
    return Topic(Action.LEAVE, (path,), path, evidence=(why,))


def _users(corpus: Corpus, known: Known) -> Mapping[str, tuple[str, ...]]:
    """The records that link to each file."""
    found: dict[str, dict[str, None]] = {}
    remote = corpus.source.remote()
    for path, facts in known.facts.items():
        for each in occurrences(facts.document):
            target = aim(path, each.destination, corpus.tree, remote)
            if target is not None and target.resolution.path not in known.facts:
                found.setdefault(target.resolution.path, {})[path] = None
    return {path: tuple(records) for path, records in found.items()}


def _owner(file: Surveyed, namesakes: _Namesakes, users: Mapping[str, Sequence[str]]) -> tuple[str, str]:
    """The record that a file belongs to, and why."""
    if file.record:
        return file.record, f"in the folder of {file.record}"
    linking = users.get(file.path, ())
    if len(linking) == 1:
        return linking[0], f"only {linking[0]} links to it"
    if linking:
        return "", f"{len(linking)} records link to it"
    record = namesakes.of(file)
    return (record, f"named as {record}") if record else ("", "no record links to it")


@dataclass(frozen=True)
class _Namesakes:
    """Finds the record whose name, or number, a file or a folder that it is in starts with."""

    known: Known

    def of(self, file: Surveyed) -> str:
        """The first such record in the folder of ``file``; ``""`` where there is none."""
        inner = file.path.removeprefix(f"{file.folder.path}/").split("/")
        parts = (*inner[:-1], posixpath.splitext(inner[-1])[0])
        keys = ((file.folder, key) for part in parts for key in (*_starts(fold(part)), *_numbers(part)))
        return min((self._first[key] for key in keys if key in self._first), default=(0, ""))[1]

    @cached_property
    def _first(self) -> Mapping[tuple[SourceFolder, tuple[str, str]], tuple[int, str]]:
        """The first record with each name and number of a folder, and its place among all records."""
        found: dict[tuple[SourceFolder, tuple[str, str]], tuple[int, str]] = {}
        for place, record in enumerate(self.known.facts.values()):
            name = record.file.name
            for key in ((_NAME, fold(name)), *_numbers(name)):
                found.setdefault((record.file.folder, key), (place, record.path))
        return found


def _starts(name: str) -> Iterator[tuple[str, str]]:
    """All names that ``name`` may go on from, behind which a word ends."""
    yield from ((_NAME, name[:end]) for end in range(len(name)) if name[end] in "-_. ")
    yield (_NAME, name)


def _numbers(name: str) -> Iterator[tuple[str, str]]:
    match = _NUMBER.match(name)
    if match:
        yield ("number", match[1])


def _moved(file: Surveyed, owner: str, topic: Topic, root: str, why: str, taken: set[str]) -> Topic:
    stem = posixpath.splitext(posixpath.basename(topic.target))[0]
    own = (f"{posixpath.splitext(owner)[0]}/", f"{posixpath.dirname(owner)}/")
    prefix = next((each for each in own if file.record and file.path.startswith(each)), "")
    name = file.path.removeprefix(prefix) if prefix else posixpath.basename(file.path)
    target = _free(posixpath.join(root, ASSETS, stem, name), taken)
    return Topic(Action.ATTACHMENT, (file.path,), target, evidence=(why,))


def _shared(file: Surveyed, linking: Sequence[str], root: str, taken: set[str]) -> Topic:
    inner = file.path.removeprefix(f"{file.folder.path}/").removeprefix(f"{ASSETS}/")
    why = f"{len(linking)} records link to it"
    target = _free(posixpath.join(root, ASSETS, inner), taken)
    return Topic(Action.ATTACHMENT, (file.path,), target, confidence=Confidence.MEDIUM, evidence=(why,))


def _free(path: str, taken: set[str]) -> str:
    """``path``, with a number where another file has it already."""
    stem, extension = posixpath.splitext(path)
    number, free = 1, path
    while fold(free) in taken:
        number += 1
        free = f"{stem}-{number}{extension}"
    taken.add(fold(free))
    return free
