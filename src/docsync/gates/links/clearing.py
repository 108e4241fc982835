"""Clears documents by one glance: all that may be in them is fine."""

from __future__ import annotations

import re
from functools import cached_property

from docsync.corpus import Corpus
from docsync.gates.links.cited import may_cite, records_of
from docsync.gates.links.options import Options
from docsync.linking.aim import Aim, aim
from docsync.linking.destination import is_external
from docsync.linking.resolve import is_web_path
from docsync.markdown.glance import Glance
from docsync.records import Records
from docsync.repo import Remote
from docsync.tree import Kind

_OWN = re.compile(r"\s*(?:[#?]|$)")  # a destination without a path
_PLAIN = re.compile(r"(?:\./)?((?:\.\./)*)((?:\w[\w-]*/)*\w[\w.-]*)(?:#([\w-]*))?")


class Clearing:
    """Tells which documents have no finding for certain; what it does not clear may be fine as well."""

    def __init__(self, corpus: Corpus, options: Options) -> None:
        self._corpus = corpus
        self._options = options
        self._led: dict[tuple[str, str], bool] = {}
        self._is_prepared = False

    def is_clear(self, path: str, seen: Glance) -> bool:
        """Whether every destination leads somewhere, and nothing cited can be a record of this repository."""
        if seen.is_faulty or ((seen.kinds or seen.folders) and may_cite(seen, self.records)):
            return False
        folder = path.rpartition("/")[0]
        return all(self._leads_somewhere(path, folder, destination) for destination in seen.destinations)

    @cached_property
    def records(self) -> Records:
        """The records that documents can cite."""
        return records_of(self._corpus, self._options.records)

    @cached_property
    def _remote(self) -> Remote | None:
        return self._corpus.source.remote()

    def _leads_somewhere(self, path: str, folder: str, destination: str) -> bool:
        # Documents of one folder mean the same by a destination, unless it leads to the document itself.
        is_own = _OWN.match(destination) is not None or path not in self._corpus.tree.entries
        key = (path if is_own else folder, destination)
        if key not in self._led:
            self._led[key] = self._is_fine(path, folder, destination)
        return self._led[key]

    def _is_fine(self, path: str, folder: str, destination: str) -> bool:
        plain = self._plain(folder, destination)
        if plain is not None:
            target, fragment = plain
            return not fragment or self._has(target, Kind.FILE, fragment)
        remote = self._remote if "://" in destination else None
        follow = self._options.follow_directory_symlinks
        found = aim(path, destination, self._corpus.tree, remote, follow_directory_symlinks=follow)
        if found is None:
            return is_external(destination)
        return not found.url and self._is_fine_aim(found)

    def _plain(self, folder: str, destination: str) -> tuple[str, str] | None:
        """File and fragment that a destination leads to which is written without any trick, as most are."""
        plain = _PLAIN.fullmatch(destination)
        if plain is None:
            return None
        up, inner, fragment = plain.groups("")
        if up:
            folders = folder.split("/") if folder else []
            kept = len(folders) - up.count("/")
            if kept < 0:
                return None
            folder = "/".join(folders[:kept])
        target = f"{folder}/{inner}" if folder else inner
        entry = self._corpus.tree.entries.get(target)
        return (target, fragment) if entry is not None and entry.kind is Kind.FILE else None

    def _is_fine_aim(self, found: Aim) -> bool:
        location, kind = found.location, found.resolution.kind
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
        if readme is None or not self._corpus.scope.is_markdown(readme):
            return False
        if not self._is_prepared:
            self._prepare()
        return self._corpus.surely_has(readme, fragment)

    def _prepare(self) -> None:
        """Have the anchors of all plain targets made ready at once, which one by one would take longer."""
        self._is_prepared = True
        corpus = self._corpus
        written = {
            (path.rpartition("/")[0], each)
            for path in corpus.paths
            for each in (corpus.glance(path) or Glance()).destinations
            if "#" in each
        }
        aims = filter(None, (self._plain(folder, each) for folder, each in written))
        corpus.prepare_anchors(
            (target, fragment) for target, fragment in aims if fragment and corpus.scope.is_markdown(target)
        )
