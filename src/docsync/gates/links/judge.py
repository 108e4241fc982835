"""Judges every destination of every document against the tree."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from docsync.corpus import Corpus
from docsync.finding import Edit, Finding
from docsync.gates.links.destination import (
    Destination,
    encode,
    fragment_span,
    is_external,
    rewrite_path,
    split_destination,
)
from docsync.gates.links.fragments import judge_fragment
from docsync.gates.links.opinions import text_mismatch
from docsync.gates.links.options import Options
from docsync.gates.links.resolve import Location, is_web_path, locate, resolve
from docsync.gates.links.selflinks import path_in_tree
from docsync.markdown.document import Definition, Document, Link, LinkKind
from docsync.repo import Remote
from docsync.suggest import PathSuggester
from docsync.text import Span
from docsync.tree import Kind, Resolution


@dataclass(frozen=True, slots=True)
class Use:
    """One destination in a document, with its parts, the texts that link by it and where it leads."""

    source: str
    span: Span
    destination: Destination
    texts: tuple[str, ...]
    is_autolink: bool = False  # nothing but a full URL can stand in one, so that it is never rewritten

    def finding(self, code: str, message: str, suggestion: str | None, target: str, fix: str | None = None) -> Finding:
        """A finding at the destination; ``fix`` is the new text of the whole destination."""
        edits = () if fix is None else (Edit(self.source, self.span, fix),)
        return Finding(self.source, self.span, code, message, suggestion, self.destination.written, (target,), edits)

    def rewritten(self, targets: tuple[str, ...]) -> str | None:
        """The destination as it must be written to lead to the one target; None where that is uncertain."""
        if len(targets) != 1 or self.is_autolink:
            return None
        return rewrite_path(self.destination, self.span, self.source, targets[0])


class Judge:
    """Judges destinations; keeps those whose target is missing, so that git explains them all in one call."""

    def __init__(self, corpus: Corpus, options: Options) -> None:
        self._corpus = corpus
        self._options = options
        self._missing: list[tuple[Use, str]] = []

    @cached_property
    def _remote(self) -> Remote | None:
        return self._corpus.source.remote()

    def document(self, path: str, document: Document) -> Iterator[Finding]:
        """Findings for the links and definitions of one document, but for missing targets."""
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
        if is_external(link.destination):
            yield from self._judge_url(path, link, texts)
            return
        use = Use(path, link.span, split_destination(link.destination), texts)
        if not use.destination.written:
            yield use.finding("empty-link", "the link has no destination", None, path)
            return
        if not use.destination.path:
            yield from self._judge_target(use, Resolution(path, Kind.FILE))
            return
        location = locate(path, use.destination.path, self._corpus.tree)
        yield from self._judge_location(use, location)

    def _judge_url(self, path: str, link: Link | Definition, texts: tuple[str, ...]) -> Iterator[Finding]:
        inside = path_in_tree(link.destination, self._remote) if "://" in link.destination and self._remote else None
        if inside is None:
            return
        is_autolink = isinstance(link, Link) and link.kind is LinkKind.AUTOLINK
        use = Use(path, link.span, split_destination(inside), texts, is_autolink)
        location = locate(path, use.destination.path, self._corpus.tree)
        found = list(self._judge_location(use, location))
        yield from found
        is_judged_well = not found and self._resolve(location).kind is not None
        if is_judged_well and not is_autolink:
            relative = rewrite_path(split_destination(inside.lstrip("/")), link.span, path, location.path)
            message = f"a full URL to `{location.path}` of this repository"
            yield use.finding("absolute-self-link", message, f"write {relative}", location.path, relative)

    def _resolve(self, location: Location) -> Resolution:
        follow = self._options.follow_directory_symlinks
        return resolve(location, self._corpus.tree, follow_directory_symlinks=follow)

    def _judge_location(self, use: Use, location: Location) -> Iterator[Finding]:
        if location.climbed:
            if not (self._options.allow_web_paths and is_web_path(location)):
                message = f"`{use.destination.path}` leads out of the repository"
                yield use.finding("outside-repository", message, None, location.path)
            return
        resolution = self._resolve(location)
        if Kind.SUBMODULE in (resolution.kind, resolution.stop):
            message = f"`{location.path}` is in the submodule `{resolution.path}`"
            yield use.finding("inside-submodule", message, None, location.path)
        elif resolution.kind is not None:
            yield from self._judge_target(use, resolution, location)
        elif location.path == use.source:  # an untracked document that links to itself
            yield from self._judge_target(use, Resolution(location.path, Kind.FILE), location)
        else:
            self._missing.append((use, location.path))

    def _judge_target(self, use: Use, resolution: Resolution, location: Location | None = None) -> Iterator[Finding]:
        target, kind = resolution.path, resolution.kind or Kind.FILE
        if location is not None and location.slash and kind is Kind.FILE:
            message = f"a slash after the file `{location.path}`"
            yield use.finding("trailing-slash", message, None, target)
        if use.destination.fragment is not None:
            yield from self._judge_fragment(use, target, kind, use.destination.fragment)
        document = self._corpus.document(target) if self._is_document(target, kind) and any(use.texts) else None
        for text in use.texts:
            mismatch = text_mismatch(text, target, document)
            if mismatch:
                yield use.finding("text-target-mismatch", mismatch, None, target)

    def _is_document(self, target: str, kind: Kind) -> bool:
        return kind is Kind.FILE and self._corpus.scope.is_markdown(target)

    def _judge_fragment(self, use: Use, target: str, kind: Kind, fragment: str) -> Iterator[Finding]:
        fault = judge_fragment(
            self._corpus, use.source, target, kind, fragment, html_anchors=self._options.html_anchors
        )
        span = fragment_span(use.destination, use.span)
        at_fragment = replace(use, span=span)
        if fault is not None:
            # Where escapes hide the exact place of the fragment, nothing is rewritten.
            fix = encode(fault.renamed_to) if fault.renamed_to and span != use.span else None
            yield at_fragment.finding(fault.code, fault.message, fault.suggestion, target, fix)
            return
        anchors = self._corpus.anchors(target) if self._is_document(target, kind) and fragment else None
        if anchors is not None and anchors.is_ambiguous(fragment):
            message = f"several headings of `{target}` have the text that `#{fragment}` names"
            yield at_fragment.finding("ambiguous-anchor", message, None, target)

    def missing(self) -> Iterator[Finding]:
        """Findings for all targets that are not in the tree, explained with two questions to git."""
        if not self._missing:
            return
        source = self._corpus.source
        paths = {path for _, path in self._missing}
        reasons = source.untracked_reasons(paths)
        moved = source.moved(paths)
        suggester = PathSuggester((*self._corpus.tree.entries, *self._corpus.tree.directories))
        for use, path in self._missing:
            same = self._corpus.tree.same_but_case(path)
            if same:
                yield _wrong_case(use, path, same)
            elif path in reasons:
                yield _untracked(use, path, reasons[path])
            else:
                yield _missing_file(use, path, moved.get(path, ()), suggester)


def _wrong_case(use: Use, path: str, same: tuple[str, ...]) -> Finding:
    is_same_word = any(unicodedata.normalize("NFC", other) == unicodedata.normalize("NFC", path) for other in same)
    message = f"`{path}` differs in {'Unicode form' if is_same_word else 'letter case'} from what git has"
    return use.finding("wrong-case", message, "git has " + " and ".join(same), path, use.rewritten(same))


def _untracked(use: Use, path: str, reason: str) -> Finding:
    message = f"`{path}` is on disk but not in git"
    if reason:
        return use.finding("untracked-target", f"{message}: {reason}", None, path)
    return use.finding("untracked-target", message, f"run git add {path}", path)


def _missing_file(use: Use, path: str, moved: tuple[str, ...], suggester: PathSuggester) -> Finding:
    message = f"`{path}` does not exist"
    if moved:
        return use.finding("missing-file", message, "moved to " + " or ".join(moved), path, use.rewritten(moved))
    near = suggester.nearest(path)
    return use.finding("missing-file", message, f"did you mean {near}?" if near else None, path)
