"""Several plans one after another, each proved, that are written as one change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import reduce

from docsync.changeset.build import Builder, ChangeSet
from docsync.changeset.check import Judge, require_safe
from docsync.changeset.files import changes_between
from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.writing.planning import FileChange


class Series:
    """A corpus and the changes that were made to it in memory so far; ``judge`` gives the errors of a corpus."""

    def __init__(self, corpus: Corpus, judge: Judge) -> None:
        self.first = corpus
        self.steps: list[ChangeSet] = []
        self._judge = judge

    @property
    def corpus(self) -> Corpus:
        """The corpus as it is by now."""
        return self.steps[-1].after if self.steps else self.first

    def then(self, plan: Callable[[Corpus], Plan | None]) -> None:
        """Do what ``plan`` says of the corpus by now; :class:`UnsafeChangeError` if that would break something."""
        wanted = plan(self.corpus)
        if wanted is not None:
            changes = Builder(self.corpus, wanted).build()
            require_safe(changes, self._judge)
            self.steps.append(changes)

    def home(self, path: str) -> str:
        """Where what was at ``path`` at first is by now."""
        return reduce(lambda where, step: step.plan.home(where), self.steps, path)

    def moves(self) -> Mapping[str, str]:
        """Old path to new one, of every file of the first corpus that has moved."""
        moved = {path: self.home(path) for step in self.steps for path in step.plan.moves}
        known = (*self.first.tree.entries, *self.first.source.untracked)
        return {old: new for old, new in moved.items() if old != new and old in known}

    def relinked(self) -> Mapping[str, int]:
        """How many destinations were rewritten in each document, by the path that it has by now."""
        found: Counter[str] = Counter()
        for number, step in enumerate(self.steps):
            for path, count in step.relinked.items():
                found[self._later(number, path)] += count
        return +found

    def drafted(self) -> frozenset[str]:
        """The files that were given new text, by the paths that they have by now."""
        return frozenset(
            self._later(number, path)
            for number, step in enumerate(self.steps)
            for path in (*step.plan.drafts, *step.plan.written)
        )

    def _later(self, number: int, path: str) -> str:
        """Where what the step of that number left at ``path`` is by now."""
        return reduce(lambda where, step: step.plan.home(where), self.steps[number + 1 :], path)

    def files(self) -> Iterator[FileChange]:
        """What has to be written, in path order."""
        touched = {path for step in self.steps for path in step.touched()}
        origins = {new: old for old, new in reversed(tuple(self.moves().items()))}
        return changes_between(self.first.source, self.corpus.source, touched, origins)
