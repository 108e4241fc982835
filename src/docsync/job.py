"""One job from request to outcome: the repository opened, its configuration read, gates run, fixes written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

from docsync.baseline import Baseline
from docsync.changes import FileChange, unified_diff, write_files
from docsync.codes import COMMON_CODES
from docsync.config import Config, check_codes, find_config, load_config, read_config
from docsync.corpus import Corpus, Scope
from docsync.errors import ConfigError, UnreadableError, UsageError
from docsync.finding import Code, Finding
from docsync.fixing import Fixed, fix
from docsync.gates import GATES
from docsync.gates.base import Gate
from docsync.markdown.anchors import FLAVOURS
from docsync.markdown.document import Document
from docsync.narrow import Change, to_change, to_paths, within
from docsync.patterns import PathPatterns
from docsync.repo import Source, open_source
from docsync.repo.names import to_text
from docsync.run import Outcome, Policy, judge
from docsync.settings import ConfigFile, with_overrides
from docsync.suggest import nearest_path
from docsync.text import SourceText
from docsync.tree import Kind


@dataclass(frozen=True)
class Request:
    """What the user asks for; None of ``gates`` means those of the configuration.

    ``paths``, relative to ``directory``, narrow the report, None to nothing less than all of it; ``stdin`` is a
    document's path and its text; ``options`` maps a gate's name to settings that win over the configuration.
    """

    directory: str = "."
    gates: tuple[str, ...] | None = None
    paths: tuple[str, ...] | None = None
    since: str | None = None
    staged: bool = False
    rev: str | None = None
    config: str | None = None
    isolated: bool = False
    use_baseline: bool = True
    require_reasons: bool = False
    stdin: tuple[str, bytes] | None = None
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass
class Job:
    """A request on an opened repository."""

    request: Request
    config: Config
    source: Source
    corpus: Corpus
    notes: list[str] = field(default_factory=list)

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
        proofs = {code.name: gate.proves for gate, _ in self.gates if gate.proves for code in gate.codes}
        return fix(self.corpus, self._judge, proofs)

    def _judge(self, corpus: Corpus) -> Outcome:
        return judge(corpus, self.gates, self._policy)

    @cached_property
    def _policy(self) -> Policy:
        ignores = [(PathPatterns([ignore.path]), ignore.code) for ignore in self.config.ignore]
        return Policy(
            severity=self.config.severity,
            is_ignored=lambda path, code: any(code in codes and paths.matches(path) for paths, codes in ignores),
            require_reasons=self.config.require_reasons or self.request.require_reasons,
            known_codes=catalogue(),
            baseline=self._baseline() if self.request.use_baseline else None,
            baseline_path=self.config.baseline,
            keep=self._keep(),
        )

    def _baseline(self) -> Baseline | None:
        file = Path(self.source.root, self.config.baseline)
        if not file.exists():
            return None
        try:
            return Baseline.parse(file.read_text("utf-8"), self.config.baseline)
        except OSError as error:
            raise ConfigError(f"{self.config.baseline}: cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            reason = f"is not UTF-8: byte 0x{error.object[error.start]:02x}"
            raise ConfigError(f"{self.config.baseline}: {reason}; run `doc-sync baseline` to write it anew") from None

    def _keep(self) -> Callable[[Finding], bool] | None:
        filters = []
        if self.request.paths is not None or self.request.stdin:
            filters.append(to_paths(self._known(named_paths(self.request)), self.corpus))
        if self.request.since is not None or self.request.staged:
            filters.append(self._since(self.request.since))
        return (lambda finding: all(keep(finding) for keep in filters)) if filters else None

    def _since(self, since: str | None) -> Callable[[Finding], bool]:
        changes = self.source.changes(since)
        before = self.corpus.base if since is None else cache(partial(self._document_at, since))
        return to_change(Change(changes.modified, changes.gone, before), self.corpus)

    def _document_at(self, rev: str, path: str) -> Document | None:
        return self.corpus.facts_of(self.source.read_at(rev, path))

    def _known(self, paths: Sequence[str]) -> Iterator[str]:
        """Paths relative to the root; one that git never knew is a mistake of the user."""
        absent = [path for path in paths if not self._exists(path)]
        known = self.source.known_paths(absent) if absent else frozenset()
        for path in absent:
            if path not in known:
                near = nearest_path(path, [*self.source.tree.entries, *self.source.tree.directories])
                hint = f"; did you mean {near}?" if near else ""
                raise UsageError(f"{path}: no such file or directory, and git knows none{hint}")
        yield from paths

    def _exists(self, path: str) -> bool:
        stdin = self.request.stdin[0] if self.request.stdin else None
        return path in ("", stdin) or self.source.tree.kind(path) is not None or self.source.exists(path)

    def diff(self, fixed: Fixed) -> str:
        """Unified diff of the fixes."""
        return "".join(unified_diff(path, before, after) for path, (before, after) in fixed.changes.items())

    def stdin_text(self, fixed: Fixed) -> str:
        """The text from standard input with its fixes."""
        path, data = self.request.stdin or ("", b"")
        return fixed.changes[path][1] if path in fixed.changes else SourceText.decode(data).encode().decode()

    def write(self, fixed: Fixed) -> str | None:
        """Write the fixes, all or none; returns the journal from which they can be undone."""
        files = [FileChange(path, *(text.encode() for text in texts)) for path, texts in fixed.changes.items()]
        journal = self.source.new_journal() if files else None
        write_files(self.source.root, files, journal)
        return journal


@contextmanager
def open_job(request: Request, progress: Callable[[int, int, str], None] | None = None) -> Iterator[Job]:
    """Open the repository around ``request.directory`` and read its configuration."""
    with open_source(request.directory, staged=request.staged, rev=request.rev) as source:
        config, notes = _read_config(request, source.root)
        source.limit(config.max_file_size)
        rooted = replace(
            request,
            paths=request.paths and tuple(_rooted(path, request.directory, source) for path in request.paths),
            stdin=request.stdin and (_rooted(request.stdin[0], request.directory, source), request.stdin[1]),
        )
        overlay = {rooted.stdin[0]: _decoded(*rooted.stdin)} if rooted.stdin else None
        corpus = Corpus(source, _scope(rooted, config), overlay=overlay, progress=progress)
        yield Job(rooted, config, source, corpus, [*notes, *_checks_off(source), *_not_judged(rooted, corpus)])


def _gates(request: Request, config: Config) -> Sequence[Gate]:
    names = config.gates if request.gates is None else request.gates
    return [gate for gate in GATES if gate.name in names]


def _scope(request: Request, config: Config) -> Scope:
    """The documents to read: those that are named, where no gate has to look further."""
    excluded = PathPatterns(config.exclude).matches
    is_narrow = request.paths is not None or request.stdin is not None
    if is_narrow and all(gate.per_file for gate in _gates(request, config)):
        named = tuple(named_paths(request))
        return Scope(
            config.extensions, FLAVOURS[config.flavour], lambda path: excluded(path) or not within(path, named)
        )
    return Scope(config.extensions, FLAVOURS[config.flavour], excluded)


def _read_config(request: Request, root: str) -> tuple[Config, list[str]]:
    options = {gate.name: gate.options for gate in GATES}
    if request.isolated:
        return load_config("", "", (), options), []
    file: ConfigFile | None
    if request.config is not None:
        path = os.path.relpath(os.path.join(request.directory, request.config), root)
        file = read_config(root, path)
    else:
        file = find_config(root)
    if file is None:
        return load_config("", "", (), options), []
    config = load_config(file.text, file.path, file.table, options)
    check_codes(config, catalogue())
    return config, [file.note] if file.note else []


def named_paths(request: Request) -> list[str]:
    """The paths that ``request`` narrows its report to."""
    return [*(request.paths or ()), *([request.stdin[0]] if request.stdin else [])]


def catalogue() -> Mapping[str, Code]:
    """Every code that a finding can have, by name."""
    return {code.name: code for code in (*COMMON_CODES, *(code for gate in GATES for code in gate.codes))}


def _rooted(path: str, directory: str, source: Source) -> str:
    """``path``, as given from ``directory``, relative to the root; its own last part may be a symlink."""
    parent, name = os.path.split(os.path.abspath(os.path.join(directory, path)))
    relative = os.path.relpath(os.path.join(os.path.realpath(parent), name), os.path.realpath(source.root))
    if relative == ".":
        return ""
    rooted = to_text(os.fsencode(relative.replace(os.sep, "/")))
    if rooted.startswith("../") or rooted == "..":
        raise UsageError(f"{path}: is outside of {source.root}")
    kind = source.tree.kind(rooted)
    return source.tree.resolve(rooted).path if kind is Kind.SYMLINK else rooted


def _decoded(path: str, data: bytes) -> str:
    try:
        return SourceText.decode(data).text
    except UnreadableError as error:
        raise UsageError(f"{path}: text from standard input {error.reason}") from None


def _checks_off(source: Source) -> Iterator[str]:
    if not source.has_git:
        off = ", ".join(code.name for code in catalogue().values() if code.needs_git)
        yield f"{source.root} is no git repository: the directory was judged as it is, without {off}, moves and --since"


def _not_judged(request: Request, corpus: Corpus) -> Iterator[str]:
    """A sentence on named documents that no gate looks at, so that silence about them is not taken for praise."""
    present = (path for path in named_paths(request) if corpus.tree.kind(path) or corpus.source.exists(path))
    skipped = sorted({path for path in present if corpus.scope.is_markdown(path)}.difference(corpus.paths))
    if request.stdin and request.stdin[0] not in corpus.paths:
        skipped.append(request.stdin[0])
    if skipped:
        more = f" and {len(skipped) - 1} more" if len(skipped) > 1 else ""
        yield f"not judged, since excluded, ignored by git or no Markdown: {skipped[0]}{more}"
