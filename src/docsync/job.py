"""One job from request to outcome: the repository opened, its configuration read, gates run, fixes written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from docsync.baseline import Baseline, read_baseline
from docsync.config import Config, find_config, load_config, read_config
from docsync.corpus import Corpus, Scope
from docsync.errors import UnreadableError, UsageError
from docsync.finding import Finding, Severity
from docsync.gates import GATES, catalogue
from docsync.gates.base import Gate
from docsync.markdown.anchors import FLAVOURS
from docsync.patterns import PathPatterns
from docsync.reading import Effort, open_reader
from docsync.repo import Source, open_source
from docsync.request import Request, is_present, rooted
from docsync.run import Outcome, Policy, judge
from docsync.settings import ConfigFile, with_overrides
from docsync.text import SourceText

if TYPE_CHECKING:  # most runs fix and write nothing
    from docsync.fixing import Fixed
    from docsync.markdown.document import Document

__all__ = ["Job", "Request", "open_job"]

_STILL_THERE = "what git has counts as there; `git add -A` if that is meant to be gone"


@dataclass
class Job:
    """A request, its paths relative to the root, on an opened repository; ``notes`` are sentences for the user."""

    request: Request
    config: Config
    source: Source
    corpus: Corpus
    notes: Sequence[str] = ()

    @cached_property
    def gates(self) -> Sequence[tuple[Gate, Any]]:
        """The gates to run, each with its options."""
        return [(gate, self._options(gate.name)) for gate in _gates(self.request, self.config)]

    def _options(self, gate: str) -> Any:
        return with_overrides(self.config.options[gate], self.request.options.get(gate, {}), "command line")

    def run(self) -> Outcome:
        """Judge the corpus."""
        return self._judge(self.corpus)

    def fix(self) -> Fixed:
        """Judge and fix in memory."""
        from docsync.fixing import fix  # noqa: PLC0415

        proofs = {code.name: gate.proves for gate, _ in self.gates if gate.proves for code in gate.codes}
        return fix(self.corpus, self._judge, proofs, self._is_absent)

    def diff(self, fixed: Fixed) -> str:
        """Unified diff of the fixes."""
        from docsync.edits import unified_diff  # noqa: PLC0415

        changes = fixed.changes.items()
        return "".join(unified_diff(path, before.whole, after.whole) for path, (before, after) in changes)

    def stdin_text(self, fixed: Fixed) -> str:
        """The text from standard input with its fixes, byte order mark included."""
        path = self.request.stdin[0] if self.request.stdin else ""
        return (fixed.changes[path][1] if path in fixed.changes else self.corpus.text(path)).whole

    def write(self, fixed: Fixed) -> str | None:
        """Write the fixes, all or none; returns the journal from which they can be undone."""
        from docsync.writing.journal import write_and_keep  # noqa: PLC0415
        from docsync.writing.planning import FileChange  # noqa: PLC0415

        files = [FileChange(path, old.encode(), new.encode()) for path, (old, new) in fixed.changes.items()]
        journal = self.source.new_journal() if files else None
        write_and_keep(self.source.root, files, journal)
        return journal

    def _is_absent(self, path: str) -> bool:
        given = self.request.stdin is not None and self.request.stdin[0] == path
        return not given and self.source.is_absent(path)

    def _judge(self, corpus: Corpus) -> Outcome:
        return judge(corpus, self.gates, self._policy)

    @cached_property
    def _policy(self) -> Policy:
        ignores = [(PathPatterns([ignore.path]), ignore.code) for ignore in self.config.ignore]
        filters = list(self._filters())
        return Policy(
            severity=self.config.severity,
            is_ignored=lambda path, code: any(code in codes and paths.matches(path) for paths, codes in ignores),
            require_reasons=self.config.require_reasons or self.request.require_reasons,
            known_codes=catalogue(),
            baseline=read_baseline(self.source.root, self.config.baseline) if self.request.use_baseline else Baseline(),
            keep=lambda finding: all(keep(finding) for keep in filters),
        )

    def _filters(self) -> Iterator[Callable[[Finding], bool]]:
        """What a finding has to pass to be reported."""
        if self.request.names_paths:
            from docsync.narrow import to_paths  # noqa: PLC0415 - most runs are of everything

            yield to_paths(self.request.named, self.corpus)
        since = self.request.since
        if since is not None or self.request.staged:
            from docsync.narrow import Change, to_change  # noqa: PLC0415

            changes = self.source.changes(since)
            before = self.corpus.base if since is None else cache(partial(self._document_at, since))
            yield to_change(Change(changes.modified, changes.gone, before), self.corpus)
            yield self._is_new(since, changes.modified)

    def _is_new(self, since: str | None, modified: frozenset[str]) -> Callable[[Finding], bool]:
        """Passes findings of gates that judge a file by itself only when its text before did not have them."""
        gates = [(gate, options) for gate, options in self.gates if gate.per_file]
        codes = {code.name for gate, _ in gates for code in gate.codes}

        @cache
        def known() -> frozenset[tuple[str, str, str]]:
            texts = dict(self._texts_before(since, modified))
            only = replace(self.corpus.scope, excluded=lambda path: path not in texts)
            before = Corpus(self.source, only, overlay=texts)
            found = (each for gate, options in gates for each in gate.check(before, options))
            return frozenset((each.path, each.code, each.subject) for each in found)

        return lambda finding: (
            finding.code not in codes
            or finding.path not in modified
            or (finding.path, finding.code, finding.subject) not in known()
        )

    def _texts_before(self, since: str | None, paths: frozenset[str]) -> Iterator[tuple[str, SourceText]]:
        for path in sorted(paths.intersection(self.corpus.paths)):
            data = self.source.read_base(path) if since is None else self.source.read_at(since, path)
            with suppress(UnreadableError):
                if data is not None:
                    yield path, SourceText.decode(data)

    def _document_at(self, rev: str, path: str) -> Document | None:
        return self.corpus.facts_of(self.source.read_at(rev, path))


@contextmanager
def open_job(request: Request, progress: Callable[[int, int, str], None] | None = None) -> Iterator[Job]:
    """Open the repository around ``request.directory`` and read its configuration."""
    with open_source(request.directory, staged=request.staged, rev=request.rev) as source:
        options = {gate.name: gate.options for gate in GATES}
        config = load_config(_config_file(request, source.root), options, catalogue())
        source.limit(config.max_file_size)
        request = rooted(request, source)
        scope, overlay = _scope(request, config), _overlay(request.stdin)
        effort = Effort(request.use_cache, request.jobs, request.executor)
        with open_reader(source, scope.flavour, effort, config.max_file_size, progress) as reader:
            corpus = Corpus(source, scope, overlay=overlay, reader=reader, exact=_is_exact(request, config))
            yield Job(request, config, source, corpus, list(_notes(request, config, corpus)))


def _is_exact(request: Request, config: Config) -> bool:
    """Whether all has to be known of every document: codes that are off by default are found in no other way."""
    off = (code.name for code in catalogue().values() if code.severity is Severity.OFF)
    return request.exact or any(config.severity.get(name, Severity.OFF) is not Severity.OFF for name in off)


def _config_file(request: Request, root: str) -> ConfigFile:
    if request.isolated:
        return ConfigFile()
    if request.config is None:
        return find_config(root)
    return read_config(root, os.path.relpath(os.path.join(request.directory, request.config), root))


def _gates(request: Request, config: Config) -> Sequence[Gate]:
    names = config.gates if request.gates is None else request.gates
    return [gate for gate in GATES if gate.name in names]


def _scope(request: Request, config: Config) -> Scope:
    """The documents to read: those that are named, where no gate has to look further."""
    excluded = PathPatterns(config.exclude).matches
    scope = Scope(config.extensions, FLAVOURS[config.flavour], excluded)
    if not request.names_paths or not all(gate.per_file for gate in _gates(request, config)):
        return scope
    from docsync.narrow import within  # noqa: PLC0415

    named = frozenset(request.named)
    return replace(scope, excluded=lambda path: excluded(path) or not within(path, named))


def _overlay(stdin: tuple[str, bytes] | None) -> dict[str, SourceText]:
    if stdin is None:
        return {}
    path, data = stdin
    try:
        return {path: SourceText.decode(data)}
    except UnreadableError as error:
        raise UsageError(f"{path}: text from standard input {error.reason}") from None


def _notes(request: Request, config: Config, corpus: Corpus) -> Iterator[str]:
    """What the user may not expect of this run."""
    source = corpus.source
    if config.source.note:
        yield config.source.note
    if not source.has_git:
        off = ", ".join(code.name for code in catalogue().values() if code.needs_git)
        yield f"{source.root} is no git repository: the directory was judged as it is, without {off}, moves and --since"
    missing = source.missing(corpus.paths)
    if missing:
        from docsync.reporters.text import counted  # noqa: PLC0415

        are = "is" if len(missing) == 1 else "are"
        yield f"{counted(len(missing), 'document')} {are} not on disk but still in git's index: {_STILL_THERE}"
    # Silence about a named document that no gate looks at must not be taken for praise.
    named = {path for path in request.named if corpus.scope.is_markdown(path) and is_present(path, source)}
    skipped = sorted(named.union((request.stdin or ())[:1]).difference(corpus.paths))
    if skipped:
        more = f" and {len(skipped) - 1} more" if len(skipped) > 1 else ""
        yield f"not judged, since excluded, ignored by git or no Markdown: {skipped[0]}{more}"
