"""Edits of one field of a topic carried over to the others: a target holds date, folder and slug."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from docsync.migrate.model import BY_HAND, Action, Topic
from docsync.migrate.plan_file.places import day_of, folder_of, in_folder, on_day, status_in, word_of
from docsync.rfc.naming import parse_name, record_name, slugify
from docsync.rfc.words import FOLDERS
from docsync.settings import Reader
from docsync.toml_lines import KeyPath

_RECORDS = (Action.MOVE, Action.MERGE, Action.SPLIT)


def reconciled(
    topic: Topic, table: Mapping[str, Any], is_target_edited: bool | None, root: str, path: KeyPath, reader: Reader
) -> Topic:
    """``topic`` with one word and one day: those of an edited target, else those of status and date.

    Where it cannot be known what was edited, a contradiction is noted as a problem.
    """
    if topic.action not in _RECORDS:
        return topic
    topic = _overridden(topic, table, root, path, reader)
    if is_target_edited is None:
        return _without_contradiction(topic, path, reader)
    if is_target_edited:
        return _as_target(topic)
    word = word_of(topic.status)
    target = in_folder(root, topic.target, word) if word and word != folder_of(topic.target) else topic.target
    if topic.date is None:
        return replace(topic, target=target, date=day_of(target))
    evidence = topic.date_evidence if topic.date == day_of(target) else BY_HAND
    return replace(topic, target=on_day(target, topic.date), date_evidence=evidence)


def _as_target(topic: Topic) -> Topic:
    day, folder = day_of(topic.target), folder_of(topic.target)
    status = status_in(topic.status, folder) if folder != word_of(topic.status) else topic.status
    if day is None or day == topic.date:
        return replace(topic, status=status)
    return replace(topic, status=status, date=day, date_evidence=BY_HAND)


def _overridden(topic: Topic, table: Mapping[str, Any], root: str, path: KeyPath, reader: Reader) -> Topic:
    """The keys that only a person writes."""
    folder, name = table.get("folder"), table.get("slug")
    if folder is not None:
        reader.expect_known("folder", str(folder), FOLDERS, (*path, "folder"))
        topic = replace(
            topic, target=in_folder(root, topic.target, str(folder)), status=status_in(topic.status, str(folder))
        )
    if name is None:
        return topic
    parsed = parse_name(posixpath.basename(topic.target))
    if not isinstance(name, str) or slugify(name) != name:
        reader.note((*path, "slug"), f"slug: expected lower-case ASCII words joined by `-`, found {name!r}")
    elif not isinstance(parsed, str):
        target = posixpath.join(posixpath.dirname(topic.target), record_name(parsed.date, name))
        topic = replace(topic, target=target)
    return topic


def _without_contradiction(topic: Topic, path: KeyPath, reader: Reader) -> Topic:
    day, folder, word = day_of(topic.target), folder_of(topic.target), word_of(topic.status)
    if topic.date and day and topic.date != day:
        reader.note((*path, "date"), f"date: is {topic.date}, but the target says {day}; change one of them")
    if folder and word and folder != word:
        reader.note((*path, "status"), f"status: is {word}, but the target lies in {folder}; change one of them")
    return topic if topic.date or day is None else replace(topic, date=day, date_evidence=BY_HAND)
