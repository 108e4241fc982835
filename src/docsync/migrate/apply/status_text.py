"""The value of a new status line: its links, written for the old place of the record, made to fit the new one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docsync.corpus import Corpus
from docsync.linking.aim import aim
from docsync.linking.destination import is_external, write_path
from docsync.markdown.citations import MASK, citations
from docsync.markdown.document import Document
from docsync.markdown.old_names import read_former
from docsync.migrate.apply.homes import Homes
from docsync.migrate.model import Topic
from docsync.records import RecordId
from docsync.rfc.editing.pieces import escaped
from docsync.rfc.record import plain_title
from docsync.tree import Kind

_LINK = re.compile(r"\[(?P<text>[^\[\]]*+)\]\((?P<destination>[^()\s]*+)\)")

_INERT = re.compile(rf"{_LINK.pattern}|`[^`]*`")


class StatusText:
    """Rewrites the status of the record at the old ``path``, which says the same in ``document``."""

    def __init__(self, corpus: Corpus, homes: Homes, path: str, document: Document) -> None:
        self._corpus = corpus
        self._homes = homes
        self._path = path
        self._texts = dict(self._linked(document))

    def written(self, status: str) -> str:
        """``status`` as it has to stand in the record at its new place."""
        linked = _LINK.sub(self._relinked, status)
        masked = _INERT.sub(lambda match: MASK * len(match[0]), linked)
        for each in reversed(list(citations(masked, linked))):
            cited = linked[slice(*each.span)]
            new = cited if each.last is not None else self._cited(each.record, cited)
            linked = f"{linked[: each.span.start]}{new}{linked[each.span.end :]}"
        return linked

    def _cited(self, record: RecordId, text: str) -> str:
        """An id as the record cites it elsewhere by now; one that nothing had is no citation but a name."""
        if record not in self._homes.known_ids:
            return f"`{text}`"
        topic = self._homes.ids.get(record)
        member = topic.members[0] if topic else ""
        is_other = member in self._texts and self._homes.topics.get(self._path) != topic
        return self._link(self._texts[member], member, "") if is_other else text

    def _linked(self, document: Document) -> Iterator[tuple[str, str]]:
        """Old path of each file that the record links to, and the text of the first link to it."""
        for link in reversed(document.links):
            target = self._target(link.destination)
            if target:
                yield self._first(target[0]), link.text

    def _first(self, path: str) -> str:
        topic = self._homes.topics.get(path)
        return topic.members[0] if topic else path

    def _target(self, destination: str) -> tuple[str, str] | None:
        """The old path of the file that ``destination`` leads to, and what follows the path in it."""
        found = None if is_external(destination) else aim(self._path, destination, self._corpus.tree, None)
        if found is None or not found.parts.path or found.resolution.kind is not Kind.FILE:
            return None
        return found.resolution.path, found.parts.suffix

    def _relinked(self, match: re.Match[str]) -> str:
        target = self._target(match["destination"])
        if target is None:  # a second broken link is one too many
            return match[0] if is_external(match["destination"]) else match["text"]
        path, suffix = target
        text = match["text"]
        topic = self._homes.topics.get(path)
        if topic and (any(read_former(text)) or plain_title(text) != text):  # it names the record by its number
            text = self._texts.get(topic.members[0], escaped(topic.title) or text)
        return self._link(text, path, suffix)

    def _link(self, text: str, path: str, suffix: str) -> str:
        return f"[{text}]({write_path(None, self._homes.here(self._path), self._homes.here(path))}{suffix})"


def without_links(status: str) -> str:
    """``status`` as plain text, for places where a link is none."""
    return _LINK.sub(lambda match: match["text"], status)


def link_to(topic: Topic, source: str) -> str:
    """A link that stands in the document ``source`` and leads to the record that ``topic`` becomes."""
    return f"[{escaped(topic.title) or 'this record'}]({write_path(None, source, topic.target)})"
