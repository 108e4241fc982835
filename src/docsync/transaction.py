"""One change of documents from plan to disk: proved in memory, shown as a patch, or written and maybe committed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from docsync.baseline import baseline_text, read_baseline
from docsync.changeset.build import Builder, ChangeSet
from docsync.changeset.check import identities, require_safe
from docsync.changeset.files import file_changes
from docsync.changeset.patch import patch
from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.files import real_file
from docsync.finding import Finding, Identity, Severity
from docsync.gates import GATES
from docsync.gates.links import GATE as LINKS
from docsync.job import Job
from docsync.repo import Messages, Staging
from docsync.writing.changes import FileChange
from docsync.writing.journal import Note, own_writes, write_and_keep

UNTRACKED = "untracked-target"
_SHOWN = 10


@dataclass(frozen=True)
class Transaction:
    """A change set that was proved, and what it does to files."""

    job: Job
    staging: Staging
    changes: ChangeSet
    files: Sequence[FileChange]

    @property
    def patch(self) -> str:
        """The change as a patch."""
        return patch(self.files)

    @cached_property
    def paths(self) -> Sequence[str]:
        """Every path that is written or goes."""
        return [file.path for file in self.files]

    @property
    def _journals(self) -> str:
        return os.path.dirname(self.job.source.new_journal() or "")

    @cached_property
    def renames(self) -> Sequence[tuple[str, str]]:
        """Old and new path of each file that moves, in order."""
        return sorted(pair for pair in self.changes.plan.moves.items() if pair[0] != pair[1])

    def require_clean(self, *, committed: bool = False) -> None:
        """:class:`UsageError` when a file to be written holds what git does not, or not yet ``committed``.

        What an earlier change of ours wrote is no obstacle to another one: its journal holds what was there before.
        """
        dirty = self.staging.dirty(self.paths)
        ours = frozenset() if committed else own_writes(self.job.source.root, self._journals, dirty)
        if dirty - ours:
            way_out = "`git add` or commit them first" + ("" if committed else ", or run again with --allow-dirty")
            raise UsageError(f"{_listed(dirty - ours)}: changed since git last saw it; {way_out}")
        uncommitted = self.staging.uncommitted(self.paths) if committed else frozenset()
        if uncommitted:
            raise UsageError(f"{_listed(uncommitted)}: staged but not committed; commit that first, apart")

    def write(self, command: str, *, staged: bool = False) -> None:
        """Write all files or none, so that ``doc-sync undo`` can take it back; ``staged`` as a note for that."""
        source = self.job.source
        tracked = tuple(path for path in self.paths if path in source.tree.entries)
        write_and_keep(source.root, self.files, source.new_journal(), Note(command, staged, tracked))

    def stage(self) -> None:
        """Stage what was written."""
        self.staging.add(self.paths)

    def commit(self, subject: str) -> Sequence[str]:
        """Commit what was written, the moves apart and first; the ids of the commits."""
        moves = dict(self.renames)
        return self.staging.commit(self.paths, moves, Messages(f"{subject}: move", subject))


def prepare(job: Job, plan: Plan) -> Transaction:
    """Carry ``plan`` out in memory and prove it; :class:`~docsync.changeset.check.UnsafeChangeError` if it fails."""
    staging = job.source.staging()
    if staging is None:
        raise UsageError(f"{job.source.root} is no git repository, so nothing could be undone; run `git init` there")
    changes = Builder(job.corpus, plan).build()
    require_safe(changes, lambda corpus: _errors(job, corpus))
    return Transaction(job, staging, changes, (*file_changes(changes), *_known_findings(job, changes)))


def _known_findings(job: Job, changes: ChangeSet) -> Iterator[FileChange]:
    """The baseline, so that it knows the findings of documents that moved under their new paths and destinations."""
    root, path = job.source.root, job.config.baseline
    known = read_baseline(root, path).counts
    if not known:
        return
    # What is said of the folder of records, or of code, names no place that moved.
    gates = [gate for gate in GATES if gate is LINKS or gate.per_file]
    followed = identities(
        changes, lambda corpus: chain.from_iterable(gate.check(corpus, job.config.options[gate.name]) for gate in gates)
    )
    counts: Counter[Identity] = Counter()
    for identity, count in known.items():
        counts[followed.get(identity, identity._replace(path=changes.plan.home(identity.path)))] += count
    if counts != known:
        yield FileChange(path, real_file(root, path).read_bytes(), baseline_text(counts).encode())


def _errors(job: Job, corpus: Corpus) -> Iterable[Finding]:
    """The errors of the links gate, whatever is suppressed or in the baseline, but for what `git add` will mend."""
    severities = {code.name: job.config.severity.get(code.name, code.severity) for code in LINKS.codes}
    found = LINKS.check(corpus, job.config.options[LINKS.name])
    return (each for each in found if severities[each.code] is Severity.ERROR and each.code != UNTRACKED)


def _listed(paths: Iterable[str]) -> str:
    ordered = sorted(paths)
    more = f" and {len(ordered) - _SHOWN} more" if len(ordered) > _SHOWN else ""
    return ", ".join(ordered[:_SHOWN]) + more
