"""What became of targets that are not in the tree, and what to write instead."""

from __future__ import annotations

import shlex
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from docsync.corpus import Corpus
from docsync.finding import Finding
from docsync.gates.links.use import Use
from docsync.linking.resolve import Location, locate
from docsync.repo.untracked import IGNORED
from docsync.suggest import Budget, PathSuggester
from docsync.tree import Kind, Resolution

_MAX_CANDIDATES = 3  # places that a file may have moved to, which a finding names
Resolve = Callable[[Location], Resolution]


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A destination that leads nowhere in the tree; ``location`` is above the root when it has climbed."""

    use: Use
    location: Location
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class _Move:
    """A document that moved: from where, where its link led to from there, and where that is now."""

    document: str
    location: Location
    targets: tuple[str, ...]


class Explainer:
    """Explains all destinations that lead nowhere, with one question of each sort to git."""

    def __init__(self, corpus: Corpus, unresolved: Sequence[Unresolved], resolve: Resolve, budget: Budget) -> None:
        self._corpus = corpus
        self._tree = corpus.tree
        self._unresolved = unresolved
        self._resolve = resolve
        self._budget = budget

    def findings(self) -> Iterator[Finding]:
        """One finding for each destination."""
        for each in self._unresolved:
            yield self._outside(each) if each.location.climbed else self._missing(each)

    @cached_property
    def _before(self) -> Mapping[Use, tuple[str, Location]]:
        """Of documents that moved: the old path, and where from there each relative destination led to."""
        found = {}
        for use in {each.use for each in self._unresolved}:
            old = self._corpus.source.moved_from(use.source)
            if old is not None and not use.is_url and not use.destination.path.startswith("/"):
                found[use] = old, locate(old, use.destination.path, self._tree)
        return found

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(each.location.path for each in self._unresolved if not each.location.climbed)

    @cached_property
    def _reasons(self) -> Mapping[str, str]:
        return self._corpus.source.untracked_reasons(self._paths)

    @cached_property
    def _moved(self) -> Mapping[str, tuple[str, ...]]:
        before = {location.path for _, location in self._before.values() if not location.climbed}
        moved = self._corpus.source.moved(self._paths | before)
        return {path: self._with_twins(targets) for path, targets in moved.items()}

    def _with_twins(self, targets: tuple[str, ...]) -> tuple[str, ...]:
        """The places that a file moved to, and others with the same content: git names one of them by chance."""
        if len(targets) != 1 or targets[0] not in self._tree.entries:
            return targets
        twins = self._twins.get(self._tree.entries[targets[0]].blob, ())
        return (*targets, *[path for path in twins if path != targets[0]])[:_MAX_CANDIDATES]

    @cached_property
    def _twins(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for path, entry in self._tree.entries.items():
            if entry.blob and entry.kind is Kind.FILE:
                found.setdefault(entry.blob, []).append(path)
        return found

    @cached_property
    def _suggester(self) -> PathSuggester:
        return PathSuggester((*self._tree.entries, *self._tree.directories), self._budget)

    def _move(self, each: Unresolved) -> _Move | None:
        """The one place that the destination meant before its document moved."""
        old, location = self._before.get(each.use, (None, each.location))
        if old is None or location.climbed or location == each.location:
            return None
        kind = self._resolve(location).kind
        is_there = kind is not None and kind is not Kind.SUBMODULE
        targets = (location.path,) if is_there else self._moved.get(location.path, ())
        return _Move(old, location, targets) if len(targets) == 1 else None

    def _outside(self, each: Unresolved) -> Finding:
        use = each.use
        message = f"`{use.destination.path}` leads out of the repository"
        move = self._move(each)
        if move:
            return _from_old_place(use, "outside-repository", message, each.location.path, move)
        return use.finding("outside-repository", message, "link to it by its full URL", each.location.path)

    def _missing(self, each: Unresolved) -> Finding:
        use, path = each.use, each.location.path
        same, moved, move = self._same_but_case(each), self._moved.get(path, ()), self._move(each)
        if move:
            is_sure = not same and path not in self._reasons and moved in ((), move.targets)
            return _from_old_place(use, "missing-file", _MISSING.format(path), path, move, is_sure=is_sure)
        if self._tree.kind(path) is Kind.SYMLINK:
            return _dangling(each)
        if same:
            return _wrong_case(use, path, same)
        if path in self._reasons:
            return _untracked(use, path, self._reasons[path])
        if moved:
            suggestion = use.directions("moved to", moved)
            return use.finding("missing-file", _MISSING.format(path), suggestion, path, self._rewritten(each, moved))
        return use.finding("missing-file", _MISSING.format(path), self._nearest(each), path)

    def _rewritten(self, each: Unresolved, moved: tuple[str, ...]) -> str | None:
        """The destination that leads to where it ``moved``; None for a folder that became a file."""
        became_file = each.location.slash and self._tree.kind(moved[0]) is Kind.FILE
        return None if became_file else each.use.rewritten(moved)

    def _same_but_case(self, each: Unresolved) -> tuple[str, ...]:
        """Paths in other letter case, of the path as written or with its symbolic links followed."""
        same = self._tree.same_but_case(each.location.path)
        return same if same or each.resolution.stop else self._tree.same_but_case(each.resolution.path)

    def _nearest(self, each: Unresolved) -> str | None:
        use, path = each.use, each.location.path
        if "\\" in path and not use.is_url:
            with_slashes = locate(use.source, use.destination.path.replace("\\", "/"), self._tree)
            if not with_slashes.climbed and self._resolve(with_slashes).kind is not None:
                return "write / instead of \\"
        near = self._suggester.nearest(path)
        return None if near is None else f"did you mean {use.path_to(near)}?"


_MISSING = "`{}` does not exist"


def _from_old_place(use: Use, code: str, message: str, path: str, move: _Move, *, is_sure: bool = True) -> Finding:
    suggestion = f"this document moved from {move.document}; write {use.path_to(move.targets[0])}"
    return use.finding(code, message, suggestion, path, use.rewritten(move.targets) if is_sure else None)


def _dangling(each: Unresolved) -> Finding:
    path, resolution = each.location.path, each.resolution
    message = f"`{path}` is a symbolic link that leads to nothing in the repository"
    if resolution.stop is None:
        message = f"`{path}` is a symbolic link to `{resolution.path}`, which does not exist"
    return each.use.finding("missing-file", message, "mend the symbolic link, or link to a file", path)


def _wrong_case(use: Use, path: str, same: tuple[str, ...]) -> Finding:
    is_same_word = any(unicodedata.normalize("NFC", other) == unicodedata.normalize("NFC", path) for other in same)
    message = f"`{path}` differs in {'Unicode form' if is_same_word else 'letter case'} from what git has"
    return use.finding("wrong-case", message, use.directions("git has", same), path, use.rewritten(same))


def _untracked(use: Use, path: str, reason: str) -> Finding:
    message = f"`{path}` is on disk but not in git"
    if not reason:
        return use.finding("untracked-target", message, f"run git add {shlex.quote(path)}", path)
    way_out = "link to something that git tracks"
    if reason.startswith(IGNORED):
        way_out = f"change that rule, or {way_out}"
    return use.finding("untracked-target", f"{message}: {reason}", way_out, path)
