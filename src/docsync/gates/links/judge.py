"""Judges every destination of every document against the tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from docsync.corpus import Corpus
from docsync.finding import Finding, Severity
from docsync.gates.links.codes import CODES
from docsync.gates.links.fragments import FragmentJudge
from docsync.gates.links.mentions import MentionJudge
from docsync.gates.links.missing import Explainer, Unresolved
from docsync.gates.links.options import Options
from docsync.gates.links.references import check_references
from docsync.gates.links.text_mismatch import text_mismatch
from docsync.gates.links.use import Use
from docsync.linking.aim import Aim, aim
from docsync.linking.destination import encode, fragment_span, is_external, split_destination
from docsync.linking.resolve import Location, is_web_path, resolve
from docsync.markdown.document import Definition, Document, Link, LinkKind
from docsync.records import Records
from docsync.repo import Remote
from docsync.suggest import Budget
from docsync.tree import Kind, Resolution

_QUIET = frozenset(code.name for code in CODES if code.severity is Severity.OFF)  # they decide about no other finding


def judge(
    corpus: Corpus, options: Options, records: Records, documents: Iterable[tuple[str, Document]]
) -> Iterator[Finding]:
    """Findings of ``documents``; those of links that lead nowhere come last: git is asked once for all."""
    links = Judge(corpus, options)
    mentions = MentionJudge(corpus, records)
    for path, document in documents:
        yield from links.document(path, document)
        yield from check_references(path, document)
        yield from mentions.document(path, document)
    yield from links.missing()


class Judge:
    """Judges destinations; keeps those that lead nowhere, so that git is asked about all of them at once."""

    def __init__(self, corpus: Corpus, options: Options) -> None:
        self._corpus = corpus
        self._options = options
        self._unresolved: list[Unresolved] = []
        self._budget = Budget()
        self._fragments = FragmentJudge(corpus, self._budget, html_anchors=options.html_anchors)

    @cached_property
    def _remote(self) -> Remote | None:
        return self._corpus.source.remote()

    def document(self, path: str, document: Document) -> Iterator[Finding]:
        """Findings for the links and definitions of one document, but for those that lead nowhere."""
        for link in document.links:
            yield from self._judge(path, link, (link.text,))
        texts: dict[str, list[str]] = {}
        for reference in document.references:
            texts.setdefault(reference.label, []).append(reference.text)
        for definition in document.definitions:
            is_used = definition.label in texts or self._options.check_unused_definitions
            if is_used and not definition.duplicate:
                yield from self._judge(path, definition, tuple(texts.get(definition.label, ())))

    def _judge(self, path: str, link: Link | Definition, texts: tuple[str, ...]) -> Iterator[Finding]:
        remote = self._remote if "://" in link.destination else None
        follow = self._options.follow_directory_symlinks
        found = aim(path, link.destination, self._corpus.tree, remote, follow_directory_symlinks=follow)
        if found is None:
            if not is_external(link.destination):
                use = Use(path, link.span, split_destination(link.destination), texts)
                yield use.finding("empty-link", "the link has no destination", None, path)
            return
        is_autolink = isinstance(link, Link) and link.kind is LinkKind.AUTOLINK
        use = Use(path, link.span, found.parts, texts, is_url=bool(found.url), is_autolink=is_autolink)
        if not found.url:
            yield from self._judge_aim(use, found)
            return
        findings = list(self._judge_aim(use, found))
        yield from findings
        location = found.location
        relative = use.rewritten((location.path,))
        is_fine = all(each.code in _QUIET for each in findings)
        if relative is not None and is_fine and found.resolution.kind is not None:
            message = f"a full URL to `{location.path or '.'}` of this repository"
            yield use.finding("absolute-self-link", message, f"write {relative}", location.path, relative)

    def _judge_aim(self, use: Use, found: Aim) -> Iterator[Finding]:
        location, resolution = found.location, found.resolution
        if location.climbed and self._options.allow_web_paths and is_web_path(location):
            return
        if Kind.SUBMODULE in (resolution.kind, resolution.stop):
            message = f"`{location.path}` is in the submodule `{resolution.path}`"
            suggestion = "link to the file in the submodule's own repository by its full URL"
            yield use.finding("inside-submodule", message, suggestion, location.path)
        elif resolution.kind is not None:
            yield from self._judge_target(use, found)
        else:
            self._unresolved.append(Unresolved(use, location, resolution))

    def _judge_target(self, use: Use, found: Aim) -> Iterator[Finding]:
        target, kind = found.resolution.path, found.resolution.kind or Kind.FILE
        if found.location.slash and kind is Kind.FILE:
            message = f"a slash after the file `{found.location.path}`"
            yield use.finding("trailing-slash", message, None, target)
        if use.destination.fragment is not None:
            yield from self._judge_fragment(use, target, kind, use.destination.fragment)
        if not self._corpus.exact:
            return  # the texts are judged where somebody wants to know
        document = self._corpus.document(target) if self._is_document(target, kind) and any(use.texts) else None
        for text in use.texts:
            mismatch = text_mismatch(text, target, document)
            if mismatch:
                yield use.finding("text-target-mismatch", mismatch, None, target)

    def _is_document(self, target: str, kind: Kind) -> bool:
        return kind is Kind.FILE and self._corpus.scope.is_markdown(target)

    def _judge_fragment(self, use: Use, target: str, kind: Kind, fragment: str) -> Iterator[Finding]:
        fault = self._fragments.judge(use.source, target, kind, fragment)
        span = fragment_span(use.destination, use.span)
        at_fragment = replace(use, span=span)
        if fault is not None:
            # Where escapes hide the exact place of the fragment, nothing is rewritten.
            fix = encode(fault.renamed_to) if fault.renamed_to and span != use.span else None
            yield at_fragment.finding(fault.code, fault.message, fault.suggestion, target, fix)
            return
        if not self._corpus.exact:
            return  # so is what is ambiguous
        anchors = self._corpus.anchors(target) if self._is_document(target, kind) and fragment else None
        if anchors is not None and anchors.is_ambiguous(fragment):
            message = f"several headings of `{target}` have the text that `#{fragment}` names"
            yield at_fragment.finding("ambiguous-anchor", message, None, target)

    def _resolve(self, location: Location) -> Resolution:
        follow = self._options.follow_directory_symlinks
        return resolve(location, self._corpus.tree, follow_directory_symlinks=follow)

    def missing(self) -> Iterator[Finding]:
        """Findings for all destinations that lead nowhere."""
        yield from Explainer(self._corpus, self._unresolved, self._resolve, self._budget).findings()
