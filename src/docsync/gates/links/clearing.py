"""Clears documents by one glance: all that may be in them is fine."""

from __future__ import annotations

import posixpath
import re
from functools import cached_property

from docsync.corpus import Corpus
from docsync.gates.links.cited import may_cite, records_of
from docsync.gates.links.options import Options
from docsync.linking.aim import aim
from docsync.linking.destination import is_external
from docsync.linking.resolve import is_web_path
from docsync.markdown.glance import Glance
from docsync.records import Records
from docsync.repo import Remote
from docsync.tree import Kind


_BELOW = re.compile(r"((?:\w[\w-]*/)*\w[\w.-]*)(?:#([\w-]*))?")


class Clearing:
    """Tells which documents have no finding for certain; what it does not clear may be fine as well."""

    def __init__(self, corpus: Corpus, options: Options) -> None:
        self._corpus = corpus
        self._options = options
        self._led: dict[tuple[str, str], bool] = {}

    def is_clear(self, path: str, seen: Glance) -> bool:
        """Whether every destination leads somewhere, and nothing cited can be a record of this repository."""
        if seen.is_faulty or ((seen.kinds or seen.folders) and may_cite(seen, self.records)):
            return False
        return all(self._leads_somewhere(path, destination) for destination in seen.destinations)

    @cached_property
    def records(self) -> Records:
        """The records that documents can cite."""
        return records_of(self._corpus, self._options.records)

    @cached_property
    def _remote(self) -> Remote | None:
        return self._corpus.source.remote()

    def _leads_somewhere(self, path: str, destination: str) -> bool:
        # Documents of one folder mean the same by a destination, unless it leads to the document itself.
        is_own = destination.startswith("#") or path not in self._corpus.tree.entries
        key = (path if is_own else posixpath.dirname(path), destination)
        if key not in self._led:
            self._led[key] = self._is_fine(path, destination)
        return self._led[key]

    def _is_fine(self, path: str, destination: str) -> bool:
        below = _BELOW.fullmatch(destination)
        if below:  # the plain case, which is most of them: a file below the folder of the document
            target = posixpath.join(posixpath.dirname(path), below[1])
            entry = self._corpus.tree.entries.get(target)
            if entry is not None and entry.kind is Kind.FILE:
                return not below[2] or self._has(target, Kind.FILE, below[2])
        remote = self._remote if "://" in destination else None
        follow = self._options.follow_directory_symlinks
        found = aim(path, destination, self._corpus.tree, remote, follow_directory_symlinks=follow)
        if found is None:
            return is_external(destination)
        location, kind = found.location, found.resolution.kind
        if found.url:
            return False
        if location.climbed:
            return self._options.allow_web_paths and is_web_path(location)
        if kind is None or Kind.SUBMODULE in (kind, found.resolution.stop):
            return False
        if location.slash and kind is Kind.FILE:
            return False
        return not found.parts.fragment or self._has(found.resolution.path, kind, found.parts.fragment)

    def _has(self, target: str, kind: Kind, fragment: str) -> bool:
        """Whether ``fragment`` leads somewhere in what stands at ``target`` for certain."""
        readme = self._corpus.readme(target) if kind is Kind.DIRECTORY else target
        is_markdown = readme is not None and self._corpus.scope.is_markdown(readme)
        return is_markdown and self._corpus.surely_has(readme or "", fragment)
