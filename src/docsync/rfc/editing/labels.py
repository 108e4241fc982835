"""Labels of references and footnotes renamed, where two documents that become one use the same for different things."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from docsync.markdown.document import Definition, Document, Reference
from docsync.rfc.editing.notes import Notes, read_notes, written_names
from docsync.rfc.editing.pieces import Change, rewritten
from docsync.rfc.editing.proof import Meaning, destinations
from docsync.text import SourceText, Span

_BRACKETS = re.compile(r"\[(?P<label>(?:\\.|[^\[\]\\])*+)\]", re.DOTALL)
_LABELLED = re.compile(r"\]\[(?P<label>(?:\\.|[^\[\]\\])*+)\]\Z", re.DOTALL)


def normalized(label: str) -> str:
    """A label as references are compared, by the rule of CommonMark 0.31 section 4.7 as markdown-it has it."""
    return " ".join(label.split()).lower().upper()


@dataclass(frozen=True)
class Labelled:
    """A document with everything that names something in it."""

    path: str
    source: SourceText
    document: Document

    @cached_property
    def notes(self) -> Notes:
        """Its footnotes."""
        return read_notes(self.source)

    @cached_property
    def definitions(self) -> Mapping[str, Definition]:
        """Label to the definition that holds."""
        return {each.label: each for each in self.document.definitions if not each.duplicate}

    @cached_property
    def destinations(self) -> Mapping[str, Meaning]:
        """Label to where it leads."""
        return destinations(self.document, lambda _: self.path)

    @cached_property
    def written(self) -> frozenset[str]:
        """Every text in brackets in prose, as a label."""
        text = self.source.text
        found = (match for block in self.document.prose for match in _BRACKETS.finditer(text, *block.span))
        return frozenset(normalized(match["label"]) for match in found)

    @cached_property
    def written_notes(self) -> frozenset[str]:
        """Every ``[^name]``, case-folded, wherever it stands."""
        return frozenset(name.casefold() for name in written_names(self.source.text))

    def own_lines(self, definition: Definition) -> Span | None:
        """The whole lines of a definition; None where something else stands there too, such as the mark of a quote."""
        lines, text = self.document.lines.around(definition.whole), self.source.text
        return lines if text[slice(*lines)].strip() == text[slice(*definition.whole)] else None

    def same_as(self, label: str, other: Labelled) -> bool:
        """Whether both define ``label``, for the same place and with the same title."""
        mine, its = self.definitions.get(label), other.definitions.get(label)
        if mine is None or its is None or self.destinations[label] != other.destinations[label]:
            return False
        return self._title(mine) == other._title(its)

    def _title(self, definition: Definition) -> str:
        return self.source.text[definition.span.end : definition.whole.end].lstrip(">").strip()


@dataclass(frozen=True)
class Renaming:
    """Labels and footnote names of one document, each with its new name."""

    labels: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)

    def changes(self, one: Labelled) -> Iterator[Change]:
        """What it changes in the document ``one``."""
        text = one.source.text
        for definition in one.document.definitions:
            match = _BRACKETS.match(text, definition.whole.start) if definition.label in self.labels else None
            if match:
                yield rewritten(*match.span("label"), self.labels[definition.label])
        for reference in dict.fromkeys(one.document.references):
            if reference.label in self.labels:
                yield from _renamed(text, reference, self.labels[reference.label])
        labels = [(each.name, each.label) for each in one.notes.definitions]
        labels += [(each.name, each.label) for each in one.notes.references]
        for name, span in labels:
            if name.casefold() in self.notes:
                yield rewritten(*span, self.notes[name.casefold()])


def clashes(first: Labelled, second: Labelled) -> tuple[Renaming, Renaming]:
    """What has to be renamed in each of two documents, so that both can stand in one.

    A label that both define for different things is renamed in the second; one that is plain text in the other
    document, which it would turn into a link, where it is defined.
    """
    taken = first.written | second.written | first.definitions.keys() | second.definitions.keys()
    both = first.definitions.keys() & second.definitions.keys()
    new = {label for label in both if not first.same_as(label, second)} | (
        (second.definitions.keys() - both) & first.written
    )
    old = (first.definitions.keys() - both) & second.written
    names = first.written_notes | second.written_notes
    mine, its = ({note.name.casefold() for note in one.notes.definitions} for one in (first, second))
    return (
        Renaming(_named(old, first, taken), _numbered((mine - its) & second.written_notes, names)),
        Renaming(_named(new, second, taken), _numbered(its & first.written_notes, names)),
    )


def _named(labels: Collection[str], one: Labelled, taken: Collection[str]) -> dict[str, str]:
    """New labels, in the letter case of the definitions."""
    written = {}
    for label in labels:
        match = _BRACKETS.match(one.source.text, one.definitions[label].whole.start)
        written[label] = " ".join(match["label"].split()) if match else label.lower()
    return {label: _free(name, taken, normalized) for label, name in written.items()}


def _numbered(names: Collection[str], taken: Collection[str]) -> dict[str, str]:
    return {name: _free(name, taken, str.casefold) for name in names}


def _free(name: str, taken: Collection[str], key: Callable[[str], str]) -> str:
    number = 2
    while key(f"{name}-{number}") in taken:
        number += 1
    return f"{name}-{number}"


def _renamed(text: str, reference: Reference, name: str) -> Iterator[Change]:
    """The label of a full, collapsed or shortcut reference; those in the text of an image have its span and no text."""
    start, end = reference.whole
    raw = text[start:end]
    labelled = _LABELLED.search(raw) if reference.text else None
    if labelled and normalized(labelled["label"]) == reference.label:
        yield rewritten(start + labelled.start("label"), start + labelled.end("label"), name)
        return
    for match in _BRACKETS.finditer(raw):
        if normalized(match["label"]) == reference.label:
            yield from _bracketed(raw, match, start, name)


def _bracketed(raw: str, match: re.Match[str], start: int, name: str) -> Iterator[Change]:
    """``[a][label]``, ``[label][]`` or ``[label]`` inside of ``raw``, which starts at ``start``; not ``[label][a]``."""
    end = start + match.end()
    if raw.startswith("[]", match.end()):
        yield rewritten(end + 1, end + 1, name)
    elif raw[: match.start()].endswith("]"):
        yield rewritten(start + match.start("label"), start + match.end("label"), name)
    elif not raw.startswith("[", match.end()):
        yield rewritten(end, end, f"[{name}]")
