"""Narrows a report to some paths, or to what a change can have broken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docsync.corpus import Corpus
from docsync.finding import Finding
from docsync.markdown.anchors import Anchors
from docsync.tree import prefixes

if TYPE_CHECKING:
    from docsync.markdown.document import Document

Keep = Callable[[Finding], bool]


def to_paths(paths: Iterable[str], corpus: Corpus) -> Keep:
    """Keep findings in ``paths`` (files or directories, relative to the root) and those of links that lead there."""
    wanted = frozenset(paths)

    def keep(finding: Finding) -> bool:
        return any(within(path, wanted) for path in (finding.path, *_files(finding, corpus)))

    return keep


def within(path: str, wanted: frozenset[str]) -> bool:
    """Whether ``path`` is one of ``wanted`` or below one; the root is ``""``."""
    return "" in wanted or any(prefix in wanted for prefix in prefixes(path))


def _files(finding: Finding, corpus: Corpus) -> Iterator[str]:
    """What the links of ``finding`` lead to; on the web a directory shows its README."""
    for target in finding.targets:
        yield target
        readme = corpus.readme(target)
        if readme is not None:
            yield readme


@dataclass(frozen=True)
class Change:
    """A change to narrow to: paths with other content, paths that are gone, and how a document read before it."""

    modified: frozenset[str]
    gone: frozenset[str]
    before: Callable[[str], Document | None]


def to_change(change: Change, corpus: Corpus) -> Keep:
    """Keep findings in modified files, and those of links to what the change removed, renamed or restructured."""

    def keep(finding: Finding) -> bool:
        return finding.path in change.modified or any(
            _is_affected(path, change, corpus) for path in _files(finding, corpus)
        )

    return keep


def _is_affected(target: str, change: Change, corpus: Corpus) -> bool:
    if any(path.startswith(f"{target}/") for path in change.gone):
        return True
    *above, _ = prefixes(target)
    # A symlink or submodule above that changed leads elsewhere now.
    if target in change.gone or any(path in change.gone or path in change.modified for path in above):
        return True
    if target not in change.modified:
        return False
    if not corpus.scope.is_markdown(target):
        return True  # its length may have changed
    now, before = corpus.document(target), change.before(target)
    if now is None or before is None or now.lines.count != before.lines.count:
        return True
    flavour = corpus.scope.flavour
    return Anchors.of(now, flavour) != Anchors.of(before, flavour)
