"""One change of documents from plan to disk: proved in memory, shown as a patch, or written and maybe committed."""

from __future__ import annotations

import os
import posixpath
import shlex
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from docsync.baseline import baseline_text, read_baseline
from docsync.changeset.check import identities
from docsync.changeset.patch import patch
from docsync.changeset.plan import Plan
from docsync.changeset.series import Series
from docsync.corpus import Corpus
from docsync.errors import GitError, UnreadableError, UsageError
from docsync.files import real_file
from docsync.finding import Finding, Identity, Severity
from docsync.gates import GATES
from docsync.gates.links import GATE as LINKS
from docsync.job import Job
from docsync.linking.destination import encode
from docsync.names import to_bytes
from docsync.repo import Messages, Staging
from docsync.writing.journal import own_writes, write_and_keep
from docsync.writing.manifest import Note
from docsync.writing.planning import FileChange

_MAX_ADDED = 12  # paths that a command to copy is worth naming
UNTRACKED = "untracked-target"
_SHOWN = 10


@dataclass(frozen=True)
class Transaction:
    """Changes that were proved, one after another, and what they come to in files."""

    job: Job
    staging: Staging
    series: Series
    files: tuple[FileChange, ...]

    @property
    def patch(self) -> str:
        """The change as a patch."""
        return patch(self.files)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Every path that is written or goes."""
        return tuple(file.path for file in self.files)

    @property
    def adding(self) -> str:
        """The command that stages what was written: git knows nothing of what goes and was never staged."""
        tracked = self.job.source.tree.entries
        return adding([file.path for file in self.files if file.after is not None or file.path in tracked])

    @property
    def _journals(self) -> str:
        return os.path.dirname(self.job.source.new_journal() or "")

    @cached_property
    def renames(self) -> tuple[tuple[str, str], ...]:
        """Old and new path of each file that moves, in order."""
        return tuple(sorted(self.series.moves().items()))

    @cached_property
    def rewritten(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The files whose text changes beyond destinations, those that were there and those that are new."""
        changed = self.series.drafted()
        new = {file.path for file in self.files if file.before is None and file.like is None}
        files = [file.path for file in self.files if file.after is not None and file.path in changed]
        return tuple(path for path in files if path not in new), tuple(path for path in files if path in new)

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

    def write(self, command: str, *, staged: bool = False, committed: bool = False) -> None:
        """Write all files or none, so that ``doc-sync undo`` can take it back; what is to follow as a note for that."""
        source = self.job.source
        tracked = tuple(path for path in self.paths if path in source.tree.entries)
        write_and_keep(source.root, self.files, source.new_journal(), Note(command, staged, tracked, committed))

    def stage(self) -> None:
        """Stage what was written; :class:`GitError` says what to do when that fails."""
        try:
            self.staging.add(self.paths)
        except GitError as error:
            way_out = f"mend that and run `{self.adding}`, or take the change back with `doc-sync undo`"
            raise GitError(f"the files are written but not staged: {error}; {way_out}") from None

    def commit(self, subject: str) -> tuple[str, ...]:
        """Commit what was written, the moves apart and first; the ids of the commits."""
        self.stage()
        moves = dict(self.renames)
        return self.staging.commit(self.paths, moves, Messages(f"{subject}: move", subject))


def adding(paths: Collection[str]) -> str:
    """The command that brings git's index in line with ``paths``, which it names where they are few."""
    return "git add -A" + (f" -- {' '.join(map(shlex.quote, paths))}" if len(paths) <= _MAX_ADDED else "")


def prepare(job: Job, *plans: Callable[[Corpus], Plan | None]) -> Transaction:
    """Carry ``plans`` out in memory, each on what the ones before have left, and prove them.

    :class:`~docsync.changeset.check.UnsafeChangeError` says what one of them would break.
    """
    staging = job.source.staging()
    if staging is None:
        raise UsageError(f"{job.source.root} is no git repository, so nothing could be undone; run `git init` there")
    series = Series(job.corpus, lambda corpus: _errors(job, corpus))
    for plan in plans:
        series.then(plan)
    _require_followed(job.corpus, series.moves())
    # What is known of the baseline stands for what its text would become.
    by_path = {file.path: file for file in (*series.files(), *_known_findings(job, series))}
    files = tuple(by_path[path] for path in sorted(by_path))
    _require_on_disk(staging, files)
    return Transaction(job, staging, series, files)


def _require_on_disk(staging: Staging, files: Iterable[FileChange]) -> None:
    """:class:`UsageError` when a sparse checkout keeps one of ``files`` from the disk."""
    skipped = staging.skipped(file.path for file in files if file.before is not None)
    if skipped:
        folders = sorted({posixpath.dirname(path) or path for path in skipped})
        way_out = f"`git sparse-checkout add {' '.join(map(shlex.quote, folders))}` first"
        raise UsageError(
            f"{_listed(skipped)}: not on disk (sparse checkout), so nothing can be changed there; {way_out}"
        )


def _require_followed(corpus: Corpus, moved: Collection[str]) -> None:
    """:class:`UsageError` when a document that is no text may link to a file that moves: nobody could tell."""
    names = {posixpath.basename(path) for path in moved}
    wanted = [to_bytes(name) for name in names | {encode(name) for name in names}]
    for path, error in corpus.unreadable() if moved else ():
        try:
            data = corpus.source.read(path)
        except UnreadableError:
            data = None
        if data is None or any(name in data for name in wanted):
            way_out = "mend it, or name it in `exclude` of the configuration"
            raise UsageError(f"{path}: {error.reason}, so links in it to what moves cannot be followed; {way_out}")


def _known_findings(job: Job, series: Series) -> Iterator[FileChange]:
    """The baseline, so that it knows the findings of documents that moved under their new paths and destinations."""
    root, path = job.source.root, job.config.baseline
    known = read_baseline(root, path).counts
    if not known:
        return
    # What is said of the folder of records, or of code, names no place that moved.
    gates = [(gate, job.config.options[gate.name]) for gate in GATES if gate is LINKS or gate.per_file]
    counts = known
    for step in series.steps:
        followed = identities(step, lambda corpus: (each for gate, how in gates for each in gate.check(corpus, how)))
        counts = _followed(counts, followed, step.plan)
    if counts != known:
        yield FileChange(path, real_file(root, path).read_bytes(), baseline_text(counts).encode())


def _followed(counts: Mapping[Identity, int], followed: Mapping[Identity, Identity], plan: Plan) -> Counter[Identity]:
    found: Counter[Identity] = Counter()
    for identity, count in counts.items():
        found[followed.get(identity, identity._replace(path=plan.home(identity.path)))] += count
    return found


def _errors(job: Job, corpus: Corpus) -> Iterable[Finding]:
    """The errors of the links gate, whatever is suppressed or in the baseline, but for what `git add` will mend."""
    severities = {code.name: job.config.severity.get(code.name, code.severity) for code in LINKS.codes}
    found = LINKS.check(corpus, job.config.options[LINKS.name])
    return (each for each in found if severities[each.code] is Severity.ERROR and each.code != UNTRACKED)


def _listed(paths: Iterable[str]) -> str:
    ordered = sorted(paths)
    more = f" and {len(ordered) - _SHOWN} more" if len(ordered) > _SHOWN else ""
    return ", ".join(ordered[:_SHOWN]) + more
