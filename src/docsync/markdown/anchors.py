"""Anchors of a document: heading slugs by the rule of a flavour, ids, footnotes, and how a fragment matches them.

The GitHub rule follows GitHub's documentation on section links and the recorded fixtures of github-slugger;
the others follow the documentation of GitLab, Python-Markdown's ``toc`` extension (MkDocs) and kramdown.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from docsync.names import percent_decoded

if TYPE_CHECKING:  # a flavour is named where no document is read
    from docsync.markdown.document import Document

_WORD_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})
# Circled and squared letters are Alphabetic in Unicode although their category is So.
_ALPHABETIC_SYMBOLS = ((0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189))
_HEADING_ID = re.compile(r"\{:?\s*+#([^\s}]++)")
_PREFIX = "user-content-"


@dataclass(frozen=True)
class Flavour:
    """The slug and matching rules of one renderer, as data."""

    ascii_only: bool = False
    decomposes: bool = False  # `é` is read as `e`
    keeps_underscore: bool = True
    trims: bool = False
    collapses: bool = False
    leading: str = ""  # regular expression of what is cut off at the start
    digits_prefix: str = ""
    empty: str = ""
    counter: str = "-"
    heading_ids: bool = False  # `{#id}` after a heading sets its anchor
    case_sensitive: bool = False


FlavourName: TypeAlias = Literal["github", "gitlab", "mkdocs", "kramdown"]

FLAVOURS: Mapping[FlavourName, Flavour] = MappingProxyType(
    {
        "github": Flavour(),
        "gitlab": Flavour(trims=True, collapses=True, digits_prefix="anchor-", case_sensitive=True),
        "mkdocs": Flavour(
            ascii_only=True,
            decomposes=True,
            trims=True,
            collapses=True,
            counter="_",
            heading_ids=True,
            case_sensitive=True,
        ),
        "kramdown": Flavour(
            ascii_only=True,
            keeps_underscore=False,
            leading="[^a-z]+",
            empty="section",
            heading_ids=True,
            case_sensitive=True,
        ),
    }
)


def slug(text: str, flavour: Flavour = FLAVOURS["github"]) -> str:
    """The anchor of a heading with text content ``text``, before numbering."""
    text = text.lower()
    text = unicodedata.normalize("NFKD", text) if flavour.decomposes else text
    text = text.encode("ascii", "ignore").decode() if flavour.ascii_only else text
    kept = text.translate(_ASCII_KEPT) if text.isascii() else "".join(filter(_is_kept, text))
    kept = kept if flavour.keeps_underscore else kept.replace("_", "")
    kept = re.sub(f"^{flavour.leading}", "", kept) if flavour.leading else kept
    kept = (kept.strip() if flavour.trims else kept).replace(" ", "-")
    if flavour.collapses:
        kept = re.sub("--+", "-", kept)
    if flavour.digits_prefix and kept.isdecimal():
        kept = flavour.digits_prefix + kept
    return kept or flavour.empty


def _is_kept(character: str) -> bool:
    if character in "- " or unicodedata.category(character) in _WORD_CATEGORIES:
        return True
    return any(first <= ord(character) <= last for first, last in _ALPHABETIC_SYMBOLS)


_ASCII_KEPT = {code: None for code in range(128) if not _is_kept(chr(code))}


def make_unique(slugs: Iterable[str], counter: str = "-") -> Iterator[str]:
    """Make ``slugs`` unique in order: a taken one gets the next free number of its own count."""
    taken: set[str] = set()
    counts: dict[str, int] = {}
    for base in slugs:
        unique = base
        while unique in taken:
            counts[base] = counts.get(base, 0) + 1
            unique = f"{base}{counter}{counts[base]}"
        taken.add(unique)
        yield unique


@dataclass(frozen=True)
class Anchors:
    """The anchors of one document under one flavour; ``slugs`` run parallel to its headings."""

    flavour: Flavour
    slugs: tuple[str, ...]
    bases: tuple[str, ...]
    named: frozenset[str]

    @classmethod
    def of(cls, document: Document, flavour: Flavour) -> Anchors:
        """Collect what ``document`` offers as link targets."""
        named = set(document.ids)
        for note in document.footnotes:
            named |= {f"fn-{note.label}", f"fnref-{note.label}"}
            named |= {f"fnref-{note.label}-{count}" for count in range(2, note.references + 1)}
        return cls.made_of((heading.text for heading in document.headings), named, flavour)

    @classmethod
    def made_of(cls, headings: Iterable[str], named: Iterable[str], flavour: Flavour) -> Anchors:
        """The anchors of headings with these texts, in order, beside those that are ``named``."""
        named, bases = set(named), []
        for heading in headings:
            text, given = _without_id(heading) if flavour.heading_ids else (heading, None)
            named |= {given} if given else set()
            bases.append(slug(text, flavour))
        return cls(flavour, tuple(make_unique(bases, flavour.counter)), tuple(bases), frozenset(named))

    @cached_property
    def keys(self) -> frozenset[str]:
        """The anchors in the form in which fragments are compared with them, see :func:`leads`."""
        return frozenset(self._key(anchor) for anchor in self.slugs) | self.named

    def leading_elsewhere(self, destinations: Iterable[str]) -> tuple[str, ...]:
        """Those of a document's destinations that are no fragments of these anchors, its own."""
        return tuple(
            each for each in destinations if not (each.startswith("#") and self.has(percent_decoded(each[1:])))
        )

    @property
    def lines(self) -> str:
        """The keys, one a line, without those that take more than one."""
        return "\n".join(sorted(each for each in self.keys if "\n" not in each))

    @cached_property
    def _ambiguous(self) -> frozenset[str]:
        counts = Counter(self.bases)
        pairs = zip(self.slugs, self.bases, strict=True)
        return frozenset(self._key(anchor) for anchor, base in pairs if counts[base] > 1)

    def _key(self, anchor: str) -> str:
        return _key(anchor, self.flavour)

    def has(self, fragment: str) -> bool:
        """Whether the percent-decoded ``fragment`` leads somewhere; the empty one and ``top`` always do."""
        return leads(fragment, self.keys, self.flavour)

    def heading(self, fragment: str) -> int | None:
        """Index of the heading that the percent-decoded ``fragment`` leads to; None when it leads to none."""
        return self._indices.get(self._key(fragment), self._indices.get(self._key(fragment.removeprefix(_PREFIX))))

    @cached_property
    def _indices(self) -> Mapping[str, int]:
        return {self._key(anchor): index for index, anchor in enumerate(self.slugs)}

    def is_ambiguous(self, fragment: str) -> bool:
        """Whether ``fragment`` is the slug of one of several headings with equal text."""
        return self._key(fragment.removeprefix(_PREFIX)) in self._ambiguous


class Lines:
    """Anchors, one a line, that are never taken apart: for all documents of a repository that would fill the memory."""

    def __init__(self, text: str) -> None:
        self._text = f"\n{text}\n"

    def __contains__(self, anchor: object) -> bool:
        return isinstance(anchor, str) and "\n" not in anchor and f"\n{anchor}\n" in self._text


def leads(fragment: str, keys: Container[str], flavour: Flavour) -> bool:
    """Whether the percent-decoded ``fragment`` leads somewhere among :attr:`Anchors.keys`."""
    if fragment in keys or fragment == "" or fragment.lower() == "top":
        return True
    bare = fragment.removeprefix(_PREFIX)
    return any(each in keys for each in (_key(fragment, flavour), _key(bare, flavour), bare))


def _key(anchor: str, flavour: Flavour) -> str:
    # The final sigma is the one letter whose lower case depends on its place.
    return anchor if flavour.case_sensitive else anchor.lower().replace("ς", "σ")


def _without_id(heading: str) -> tuple[str, str | None]:
    """A heading's text without the ``{#id}`` at its end, and that id."""
    text = heading.rstrip()
    given = _HEADING_ID.search(text, text.rfind("}", 0, -1) + 1) if text.endswith("}") else None
    return (text[: given.start()].rstrip(), given[1]) if given else (heading, None)
