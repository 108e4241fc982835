"""``moves.json``: which new path, anchor and record every old one became, for other branches and for the proof."""

from __future__ import annotations

import json
import posixpath
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from docsync.errors import ConfigError
from docsync.migrate.apply.homes import Homes
from docsync.migrate.model import Action, Dropped, Migration, Policy

NAME = "moves.json"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Left:
    """An old id or path that stays as it is in the file at the new path ``file``, ``count`` times, and why."""

    file: str
    old: str
    reason: str
    count: int = 1


@dataclass(frozen=True)
class Moves:
    """What a migration has done.

    ``base`` is the commit before it, ``root`` the folder of the records. ``ids`` and ``paths`` map to new paths,
    ``anchors`` map ``old.md#a`` to ``new.md#b`` where that is not the same fragment in the file that ``paths`` says.
    ``parts`` maps old paths to further records that hold sections of them. ``dropped`` are blocks that are nowhere now.
    """

    base: str
    root: str
    ids: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[str, str] = field(default_factory=dict)
    anchors: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dropped: tuple[Dropped, ...] = ()
    left: tuple[Left, ...] = ()

    def homes(self, path: str) -> tuple[str, ...]:
        """The files that hold what was at the old ``path``, the one that stands for it first."""
        return tuple(dict.fromkeys((self.paths.get(path, path), *self.parts.get(path, ()))))

    def anchor(self, path: str, fragment: str) -> tuple[str, str]:
        """Path and fragment that take the place of an old anchor."""
        new = self.anchors.get(f"{path}#{fragment}")
        if new is None:
            return self.paths.get(path, path), fragment
        home, _, anchor = new.partition("#")
        return home, anchor


def path_of(root: str) -> str:
    """Where the file lies in the folder ``root``."""
    return posixpath.join(root, NAME)


def moves_of(migration: Migration, base: str, anchors: Mapping[str, str], before: Moves | None = None) -> Moves:
    """What ``migration``, settled, does; ``before`` is what an earlier one did to the same folder."""
    homes = Homes(migration)
    paths, ids = dict(homes.final), {}
    for topic in migration.records():
        for text in topic.ids:
            ids.update({text: topic.target} if topic in homes.ids.values() and _is_one(text, migration) else {})
    if before:
        paths = {**{old: paths.get(new, new) for old, new in before.paths.items()}, **paths}
        ids = {**{text: homes.final.get(new, new) for text, new in before.ids.items()}, **ids}
        anchors = {**before.anchors, **anchors}
    dropped = tuple(drop for topic in migration.topics for drop in topic.drop)
    return Moves(base, migration.root, ids, paths, anchors, _made(migration, homes), dropped, _left(migration, homes))


def _is_one(text: str, migration: Migration) -> bool:
    return len({topic.target for topic in migration.records() if text in topic.ids}) == 1


def _made(migration: Migration, homes: Homes) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for topic in migration.topics:
        if topic.action is Action.SPLIT:
            found.setdefault(topic.members[0], []).append(topic.target)
        for part in topic.parts:
            found.setdefault(topic.members[-1], []).append(homes.topics[part.into].target)
    return {old: tuple(dict.fromkeys(new)) for old, new in found.items()}


def _left(migration: Migration, homes: Homes) -> tuple[Left, ...]:
    counted = Counter(
        (homes.final.get(each.file, each.file), each.old, each.reason)
        for each in migration.references
        if each.policy is Policy.LEAVE
    )
    return tuple(Left(*what, count) for what, count in sorted(counted.items()))


def moves_text(moves: Moves) -> str:
    """The file: JSON with sorted keys, in ASCII, since names can hold any bytes."""
    left: dict[str, list[dict[str, Any]]] = {}
    for each in moves.left:
        left.setdefault(each.file, []).append({"old": each.old, "reason": each.reason, "count": each.count})
    facts = {
        "version": _VERSION,
        "base": moves.base,
        "root": moves.root,
        "ids": moves.ids,
        "paths": moves.paths,
        "anchors": moves.anchors,
        "parts": moves.parts,
        "dropped": [{"member": each.member, "text": each.text, "reason": each.reason} for each in moves.dropped],
        "left": left,
    }
    return json.dumps(facts, indent=2, sort_keys=True) + "\n"


def read_moves(text: str, path: str) -> Moves:
    """The file back; :class:`ConfigError` names what in it is not as it should be."""
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise ConfigError(f"{path}: is no JSON: {error}; restore it from git") from None
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deeply; restore it from git") from None
    version = facts.get("version") if isinstance(facts, dict) else None
    if version != _VERSION:
        raise ConfigError(f"{path}: is no map of version {_VERSION}, as `doc-sync migrate apply` writes it")
    try:
        return _moves(facts)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"{path}: is damaged ({error!r}); restore it from git") from None


def _moves(facts: dict[str, Any]) -> Moves:
    left = [
        Left(file, _text(each["old"]), _text(each["reason"]), int(each["count"]))
        for file, found in facts["left"].items()
        for each in found
    ]
    dropped = [Dropped(_text(each["member"]), _text(each["text"]), _text(each["reason"])) for each in facts["dropped"]]
    parts = {old: tuple(map(_text, new)) for old, new in facts["parts"].items()}
    ids, paths, anchors = (
        {old: _text(new) for old, new in facts[name].items()} for name in ("ids", "paths", "anchors")
    )
    base, root = _text(facts["base"]), _text(facts["root"])
    return Moves(base, root, ids, paths, anchors, parts, tuple(dropped), tuple(left))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
