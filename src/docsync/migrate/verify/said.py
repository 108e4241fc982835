"""What a document says, block by block, without what a migration rewrites: old ids, paths, links to records, labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from docsync.corpus import Corpus
from docsync.linking.aim import aim
from docsync.markdown.document import Document, Link, LinkKind
from docsync.markdown.front_matter import FrontMatterField, read_front_matter
from docsync.migrate.apply.moves_file import Moves
from docsync.migrate.apply.status_section import STATUS, states, status_section
from docsync.records import KIND_PATTERN, KINDS
from docsync.rfc.record import read_record
from docsync.text import Span

Words = tuple[str, ...]
_WORD = re.compile(r"[^\W_]+")
_ID = re.compile(rf"(?<![A-Za-z0-9])(?:{KIND_PATTERN})s?[-_ ]?#?\d{{1,5}}(?![A-Za-z0-9])")
_NOTE = re.compile(r"\[\^[^\]\s]+\]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_KINDS = frozenset((*(f"{kind.lower()}{plural}" for kind in KINDS for plural in ("", "s")), "record"))  # "this ADR"
# Lines of a head that a migration writes anew; what they say is judged by the rfcs gate.
_OF_HEAD = re.compile(r"[\W_]*(?:status|formerly|first proposed|supersedes|superseded by|title)\b", re.IGNORECASE)


class Records:
    """What leads to a record, before a migration or after it."""

    def __init__(self, moves: Moves, titles: Iterable[str] = ()) -> None:
        self._paths = frozenset((*moves.paths, *moves.paths.values()))
        self._root = f"{moves.root}/"
        longest_first = sorted(self._paths, key=len, reverse=True)
        self._named = re.compile("|".join(map(re.escape, longest_first)) or r"(?!)")
        self._titles = re.compile(r"(?!)")
        said = sorted({" ".join(self.words(title)) for title in titles} - {""}, key=len, reverse=True)
        self._titles = re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, said))})(?!\S)") if said else self._titles

    def __contains__(self, path: str) -> bool:
        return path in self._paths or path.startswith(self._root)

    def words(self, text: str) -> Words:
        """The words of ``text`` in lower case, without paths, ids and titles of records."""
        plain = _ID.sub("", _NOTE.sub("", self._named.sub("", text)))
        said = " ".join(word for word in _WORD.findall(plain.casefold()) if word not in _KINDS)
        return tuple(self._titles.sub("", said).split())


def records_of(before: Corpus, after: Corpus, moves: Moves) -> Records:
    """The records of ``moves`` with their titles, old and new, which stand where an old id stood."""
    return Records(moves, [*_titles(before, moves.paths), *_titles(after, moves.paths.values())])


def _titles(corpus: Corpus, paths: Iterable[str]) -> Iterator[str]:
    for path in sorted({*paths}):
        document = corpus.document(path) if path in corpus.paths else None
        if document:
            yield read_record(path, corpus.text(path), document).title


class Said:
    """The readable document at ``path``."""

    def __init__(self, corpus: Corpus, path: str, document: Document, records: Records) -> None:
        self._corpus = corpus
        self._path = path
        self._records = records
        self.document = document
        self._source = corpus.text(path)
        self._text = self._source.text

    @cached_property
    def blocks(self) -> tuple[tuple[Span, Words], ...]:
        """Each top-level block with its words; without those that have none, and without the title."""
        title = next((each.span for each in self.document.headings if each.level == 1), Span(-1, -1))
        blocks = (block for block in self.document.blocks if not block.start <= title.start < block.end)
        found = ((block, self._records.words(self._plain(block))) for block in blocks)
        return tuple((block, words) for block, words in found if words)

    @cached_property
    def counts(self) -> Counter[Words]:
        """How often it has a block of these words, or a heading that ends or starts with them."""
        return Counter(words for _, words in self.blocks)

    def is_heading(self, block: Span) -> bool:
        """Whether a block is a heading."""
        return any(block.start <= each.span.start < block.end for each in self.document.headings)

    def is_note(self, block: Span) -> bool:
        """Whether a block is a footnote, which both parts of a split can need."""
        return self._text.startswith("[^", block.start)

    @cached_property
    def status_blocks(self) -> tuple[Span, ...]:
        """The blocks of a section that is called Status, and its heading's."""
        section = status_section(self._source, self.document)
        start, end = section.whole if section else (0, 0)
        return tuple(block for block in self.document.blocks if start <= block.start < end)

    def states(self, other: Said) -> bool:
        """Whether the status line of this document says all that the status section of ``other`` says."""
        fields = (each for each in self.document.fields if each.name.casefold() == STATUS)
        said = [word for block in other.status_blocks[1:] for word in other._words(block)]
        return any(states(self._words(each.span), said) for each in fields)

    def _words(self, span: Span) -> Words:
        return self._records.words(self._plain(span))

    def lines(self, block: Span) -> Iterator[Words]:
        """The words of each line of a block that a migration does not write anew."""
        for line in _LINE_END.split(self._plain(block)):
            words = self._records.words(line)
            if words and not _OF_HEAD.match(line):
                yield words

    @cached_property
    def all_lines(self) -> frozenset[Words]:
        """The words of each line."""
        return frozenset(line for block in self.document.blocks for line in self.lines(block))

    @cached_property
    def headings(self) -> Sequence[Words]:
        """The words of each heading."""
        return [self._records.words(self._plain(each.span)) for each in self.document.headings]

    def raw(self, block: Span) -> str:
        """The text of a block on one line."""
        return " ".join(self._text[slice(*block)].split())

    def unlinked(self, block: Span, own: Collection[str]) -> Words:
        """The words of a block in which links to files of ``own`` are plain text, since they would lead to itself."""
        links = (each for each in self.document.links if each.kind is LinkKind.INLINE)
        kept = {each.whole: each.text for each in links if self._leads_to(each.destination, own)}
        return self._records.words(self._plain(block, kept))

    def _leads_to(self, destination: str, paths: Collection[str]) -> bool:
        target = aim(self._path, destination, self._corpus.tree, self._corpus.source.remote())
        return target is not None and target.resolution.path in paths and not target.parts.fragment

    def _plain(self, span: Span, kept: Mapping[Span, str] = MappingProxyType({})) -> str:
        """The text of ``span`` without destinations, definitions, links to records but for those ``kept``, and ids."""
        parts, position = [], span.start
        for (start, end), written in self._rewritten:
            text = kept.get(Span(start, end), written)
            if start >= position and end <= span.end:
                parts += [self._text[position:start], text]
                position = end
        return "".join((*parts, self._text[position : span.end]))

    @cached_property
    def _rewritten(self) -> list[tuple[Span, str]]:
        """Where something stands that is written anew, and what of it stays; an outer one before those inside."""
        document = self.document
        led = {each.label: each.destination for each in reversed(document.definitions)}
        found = [
            *map(self._link, document.links),
            *((each.whole, self._kept(led.get(each.label, ""), each.text)) for each in document.references),
            *((each.whole, "") for each in document.definitions),
            *((each.span, "") for each in document.mentions),
            *((each.span, "") for name, each in self._front_matter.items() if name in ("title", "status")),
        ]
        return sorted(found, key=lambda each: (each[0].start, -each[0].end))

    @property
    def _front_matter(self) -> Mapping[str, FrontMatterField]:
        return read_front_matter(self._source, self.document).fields

    def _link(self, link: Link) -> tuple[Span, str]:
        """A link; a tag as far as its end tag where that leads to a record, else its destination alone."""
        if link.kind is not LinkKind.HTML:
            return link.whole, self._kept(link.destination, link.text)
        if not self._is_record(link.destination):
            return link.span, ""
        return Span(link.whole.start, max(self._text.find("</a", link.whole.end), link.whole.end)), ""

    def _kept(self, destination: str, text: str) -> str:
        return "" if self._is_record(destination) else text

    def _is_record(self, destination: str) -> bool:
        if destination.startswith("#"):
            return False
        target = aim(self._path, destination, self._corpus.tree, self._corpus.source.remote())
        return target is not None and target.resolution.kind is not None and target.resolution.path in self._records
