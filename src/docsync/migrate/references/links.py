"""Links of documents that lead to a record, and their texts where these are old ids."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from docsync.linking.aim import Aim, Occurrence, aim, occurrences
from docsync.linking.destination import encode, is_external, rewrite_path
from docsync.markdown.citations import citations
from docsync.markdown.document import Document, Link, LinkKind, Reference
from docsync.migrate.model import Choices, Kind, Policy
from docsync.migrate.references.catalogue import Catalogue
from docsync.migrate.references.found import Found
from docsync.migrate.references.paths import Paths
from docsync.records import KIND_PATTERN, RecordId
from docsync.rfc.editing.pieces import escaped
from docsync.text import SourceText, Span
from docsync.tree import Kind as TreeKind

_NUMBER = r"#?0*(?P<number>\d{1,5})"
_PREFIX = re.compile(
    rf"\s*(?:(?P<kind>{KIND_PATTERN})[ \u00a0_-]?{_NUMBER}|{_NUMBER.replace('number', 'bare')})"
    r"(?:\s*[.:)]\s+|\s+[\u2013\u2014-]\s+)(?=\S)",
    re.IGNORECASE,
)
_ID_ALONE = re.compile(rf"\s*\[?(?P<kind>{KIND_PATTERN})[ \u00a0_-]?{_NUMBER}\]?\s*", re.IGNORECASE)
_LABEL = re.compile(rf"\[[^\[\]]{{0,80}}?(?P<id>\b(?P<kind>{KIND_PATTERN})[ \u00a0_-]?{_NUMBER})(?!\d)", re.IGNORECASE)
_NUMBER_ALONE = re.compile(rf"\s*{_NUMBER}\s*")
_LIST = re.compile(rf"\b(?:{KIND_PATTERN})s?\b[^.;|\n]{{0,120}}\Z")
_NEAR = 140  # characters before a link that are looked at for the head of its list
_ANCHOR = re.compile(r"<a\b", re.IGNORECASE)
_UNTIL_TAG = re.compile(r"[^<]{1,200}(?=</a\s*>)", re.IGNORECASE)
_HERE = "#"
_KEPT = "link texts are kept"
_IMAGE = "the text of an image"
_ELSEWHERE = "the text of a link that leads elsewhere"


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of a link: what it shows, where, how it would be written anew, and the record that it leads to."""

    text: str
    span: Span
    member: str
    is_html: bool = False
    after: str = ""
    is_label: bool = False
    is_image: bool = False


@dataclass(frozen=True)
class Links:
    """Finds the links of one document to records."""

    catalogue: Catalogue
    choices: Choices
    paths: Paths
    path: str
    source: SourceText
    document: Document

    def find(self) -> Iterator[Found]:
        """Destinations and texts."""
        for each in occurrences(self.document):
            found = self._destination(each)
            if found:
                yield found
        for text in self._texts():
            yield from self._text(text)
        yield from self._labels()

    def _labels(self) -> Iterator[Found]:
        """Old ids that are labels, which nobody sees: of definitions, and of references that have a text."""
        text = self.source.text
        spans = [Span(each.whole.start, each.span.start) for each in self.document.definitions]
        for each in self.document.references:
            start = text.rfind("][", *each.whole)
            spans += [Span(start + 1, each.whole.end)] if start >= 0 else []
        for span in spans:
            match = _LABEL.match(text, *span)
            if match and RecordId(match["kind"].upper(), int(match["number"])) in self.catalogue.ids:
                yield Found(Span(*match.span("id")), Kind.TEXT, "", Policy.LEAVE, "", "a label, which is not shown")

    def _aim(self, destination: str) -> Aim | None:
        if destination not in self._aims:
            self._aims[destination] = aim(self.path, destination, self.catalogue.corpus.tree, self.catalogue.remote)
        return self._aims[destination]

    @cached_property
    def _aims(self) -> dict[str, Aim | None]:
        """Where destinations lead, each of which is asked for by its link and by the text of that."""
        return {}

    def _destination(self, each: Occurrence) -> Found | None:
        reached = self._aim(each.destination)
        if reached is None:
            is_url = is_external(each.destination)
            found = self.paths.url(each.destination.strip(), each.span) if is_url else None
            return replace(found, kind=Kind.LINK) if found else None
        if reached.resolution.kind is TreeKind.FILE and reached.parts.path:
            member = reached.resolution.path
            return self._led(each, reached, member) if member in self.catalogue.moves else None
        if reached.resolution.kind is TreeKind.DIRECTORY and reached.resolution.path in self.catalogue.folders:
            return self._led(each, reached, reached.resolution.path)
        return self._broken(each, reached) if reached.resolution.kind is None else None

    def _led(self, each: Occurrence, reached: Aim, old: str) -> Found:
        """A link to ``old``, a record or a folder that vanishes."""
        new = self.catalogue.moves.get(old) or self.catalogue.folders[old]
        return Found(each.span, Kind.LINK, self._written(each, reached, new), target=old)

    def _written(self, each: Occurrence, reached: Aim, target: str) -> str:
        if reached.url:
            return f"{reached.url}/{encode(target)}{reached.parts.suffix}"
        return rewrite_path(reached.parts, each.span, self.catalogue.home(self.path), target)

    def _broken(self, each: Occurrence, reached: Aim) -> Found | None:
        """A link that is broken already: repaired where one record has that name, or had it before."""
        lost = reached.location.path
        name = posixpath.basename(lost)
        named = self.catalogue.names.get(name, ()) if re.search(r"\d", name) else ()
        is_inside = lost.startswith(tuple(f"{source}/" for source in self.catalogue.migration.sources))
        if reached.url or reached.location.climbed or not (named or is_inside):
            return None
        moved = self.catalogue.corpus.source.moved([lost]).get(lost, ()) if not named else ()
        fitting = [path for path in (named or moved) if path in self.catalogue.moves]
        text = self.source.text[slice(*each.span)]
        if len(fitting) != 1:
            return Found(each.span, Kind.LINK, text, Policy.LEAVE, "", "broken before")
        if not self._has(fitting[0], reached.parts.fragment):
            return Found(each.span, Kind.LINK, text, Policy.LEAVE, fitting[0], "broken before, and no such section")
        new = self._written(each, reached, self.catalogue.moves[fitting[0]])
        return Found(each.span, Kind.LINK, new, target=fitting[0], reason="broken before; repaired")

    def _has(self, path: str, fragment: str | None) -> bool:
        anchors = self.catalogue.corpus.anchors(path) if fragment else None
        return not fragment or (anchors is not None and anchors.has(fragment))

    def _texts(self) -> Iterator[_Text]:
        """The texts of all links and images."""
        text = self.source.text
        images = [each for each in self.document.links if each.kind is LinkKind.IMAGE]
        for link in self.document.links:
            member = self._member(link.destination)
            start = link.whole.start + 1
            if link.kind is LinkKind.HTML:
                yield from self._html_text(link, member)
            elif link.kind is LinkKind.IMAGE and text.startswith(link.text, start + 1):
                yield _Text(link.text, Span(start + 1, start + 1 + len(link.text)), member, is_image=True)
            elif link.kind is LinkKind.INLINE:
                # A text of several lines is not as it is written: marks of lists and quotes stand in it.
                end = text.rfind("](", start, link.span.start)
                shown = Span(start, end)
                if not any(shown.start < each.whole.end and each.whole.start < shown.end for each in images):
                    yield _Text(text[start:end], shown, member)  # else the text is that of the image in it
        for reference in self.document.references:
            yield from self._reference(reference)

    def _reference(self, reference: Reference) -> Iterator[_Text]:
        """The text of a reference, which is its label too where it has no other one."""
        shown, (start, end) = reference.text, reference.whole
        written, member = self.source.text[start:end], self._member(self._definitions.get(reference.label, ""))
        if written.startswith(f"![{shown}]"):
            yield _Text(shown, Span(start + 2, start + 2 + len(shown)), member, is_image=True)
        elif shown and written in (f"[{shown}]", f"[{shown}][]"):  # the label has to stay
            yield _Text(shown, reference.whole, member, after=f"][{shown}]", is_label=True)
        elif written.startswith(f"[{shown}]"):
            yield _Text(shown, Span(start + 1, start + 1 + len(shown)), member)

    @cached_property
    def _definitions(self) -> dict[str, str]:
        return {each.label: each.destination for each in self.document.definitions if not each.duplicate}

    def _html_text(self, link: Link, member: str) -> Iterator[_Text]:
        match = _UNTIL_TAG.match(self.source.text, link.whole.end)
        if match and _ANCHOR.match(self.source.text, link.whole.start):
            yield _Text(match[0], Span(*match.span()), member, is_html=True)

    def _member(self, destination: str) -> str:
        """The record that a destination leads to; ``"#"`` for a place in this document, ``""`` for anything else."""
        reached = self._aim(destination) if destination else None
        if reached is None:
            return ""
        if not reached.parts.path:
            return _HERE
        return reached.resolution.path if reached.resolution.path in self.catalogue.moves else ""

    def _text(self, shown: _Text) -> Iterator[Found]:
        """What is to be said instead of old ids in the text of a link."""
        new, member, reason = self._anew(shown)
        if new is None:
            return
        if shown.is_label:
            new = f"[{new}{shown.after}"
        reason = _IMAGE if shown.is_image else reason or (_KEPT if self.choices.link_text == "keep" else "")
        yield Found(shown.span, Kind.TEXT, new, Policy.LEAVE if reason else Policy.REWRITE, member, reason)

    def _anew(self, shown: _Text) -> tuple[str | None, str, str]:
        """The new text, the record that it names, and why it has to stay; None where it holds no old id."""
        text, ids = shown.text, self.catalogue.ids
        prefix = _PREFIX.match(text)
        if prefix and self._is_of(shown.member, int(prefix["number"] or prefix["bare"]), prefix["kind"]):
            return text[prefix.end() :], shown.member.strip(_HERE), ""
        alone = _ID_ALONE.fullmatch(text)
        if alone and shown.member != _HERE and self._is_of(shown.member, int(alone["number"]), alone["kind"]):
            return self._title(shown.member, shown), shown.member, ""
        number = _NUMBER_ALONE.fullmatch(text)
        if number and self._is_of(shown.member, int(number["number"])):
            before = self.source.text[max(shown.span.start - _NEAR, 0) : shown.span.start]
            reason = "" if _LIST.search(before) else "a number, maybe in a table"
            return self._title(shown.member, shown), shown.member, reason
        new, position, found, is_led = "", 0, "", True
        for each in citations(text):
            members = ids.get(each.record, ())
            if len(members) != 1 or each.last is not None or each.span.start < position:
                continue
            new += text[position : each.span.start] + self._title(members[0], shown)
            position, found = each.span.end, members[0]
            is_same = bool(shown.member) and self.catalogue.home(members[0]) == self.catalogue.home(shown.member)
            is_led = is_led and (is_same or shown.member == _HERE)
        return (new + text[position:] if found else None), found, "" if is_led else _ELSEWHERE

    def _title(self, member: str, shown: _Text) -> str:
        title = self.catalogue.title_from(self.path, member)
        return html.escape(title, quote=False) if shown.is_html else escaped(title)

    def _is_of(self, member: str, number: int, kind: str | None = None) -> bool:
        """Whether the record at an old path, or one that it becomes one with, had that number.

        A place in this document stands for any record whose id is written out.
        """
        kinds = [kind.upper()] if kind else self.catalogue.kinds
        named = [path for each in kinds for path in self.catalogue.ids.get(RecordId(each, number), ())]
        if member == _HERE:
            return kind is not None and len(named) == 1
        home = self.catalogue.home(member)
        return member in self.catalogue.moves and any(self.catalogue.home(path) == home for path in named)
