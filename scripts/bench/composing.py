"""How a document of a bench is put together: sections of ready pieces, and links that resolve, written in all ways."""

from __future__ import annotations

import posixpath
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from texts import Pool

# Every document has as many of these sections as its size allows, so a link may lead to the first of them anywhere.
SECTIONS = {
    "Summary": "summary",
    "Motivation": "motivation",
    "Goals & Non-Goals": "goals--non-goals",
    "Guide-level explanation": "guide-level-explanation",
    "Reference-level explanation": "reference-level-explanation",
    "What's next?": "whats-next",
    "User stories (optional)": "user-stories-optional",
    "The `kubectl` side": "the-kubectl-side",
    "Drawbacks": "drawbacks",
    "Rationale and alternatives": "rationale-and-alternatives",
    "Prior art": "prior-art",
    "Unresolved questions": "unresolved-questions",
}
TITLES = tuple(SECTIONS)
SLUGS = tuple(SECTIONS.values())
SECTION_BYTES = 900  # a document has one section for each so many


@dataclass(frozen=True)
class Layout:
    """Where the documents and pictures lie, and how large each document is to be, in bytes."""

    paths: Sequence[str]
    sizes: Sequence[int]
    pictures: Sequence[str]

    def sections(self, number: int) -> int:
        """How many sections a document has."""
        return max(2, min(len(TITLES), self.sizes[number] // SECTION_BYTES))

    def relative(self, number: int, path: str) -> str:
        """``path`` as a link in this document has to say it."""
        return posixpath.relpath(path, posixpath.dirname(self.paths[number]))


@dataclass
class Draft:
    """A document that is being written."""

    number: int
    layout: Layout
    pool: Pool
    chance: random.Random
    definitions: list[str] = field(default_factory=list)
    slugs: Counter[str] = field(default_factory=Counter)
    contents: list[str] = field(default_factory=list)

    def pick(self, choices: Sequence[str]) -> str:
        """Any one of these."""
        return choices[int(self.chance.random() * len(choices))]

    def destination(self) -> str:
        """A relative path to any document, some with a fragment."""
        other = int(self.chance.random() * len(self.layout.paths))
        path = self.layout.relative(self.number, self.layout.paths[other])
        return path if self.chance.random() < 1 / 2 else f"{path}#{self.pick(SLUGS[: self.layout.sections(other)])}"

    def fragment(self) -> str:
        """A fragment of this document."""
        return f"#{self.pick(SLUGS[: self.layout.sections(self.number)])}"

    def picture(self) -> str:
        """A relative path to any picture."""
        return self.layout.relative(self.number, self.pick(self.layout.pictures))

    def name(self) -> str:
        """The text of a link."""
        return self.pick(self.pool.names)

    def around(self, link: str) -> str:
        """A paragraph with this link in it."""
        before, after = self.pool.halves[int(self.chance.random() * len(self.pool.halves))]
        return f"{before}{link}{after}"

    def heading(self, level: int, title: str, slug: str) -> str:
        """A heading, noted for the table of contents; one that comes again is numbered."""
        count = self.slugs[slug]
        self.slugs[slug] += 1
        self.contents.append(f"{'  ' * (level - 2)}- [{title}](#{slug}{f'-{count}' if count else ''})")
        return f"{'#' * level} {title}"


def _reference(draft: Draft) -> str:
    label = f"part-{len(draft.definitions)}"
    draft.definitions.append(f'[{label}]: {draft.destination()} "{draft.name()}"')
    return draft.around(f"[{draft.name()}][{label}]")


def _note(draft: Draft) -> str:
    count = draft.slugs["note"]
    draft.slugs["note"] += 1
    return f'<a id="note-{count}"></a>\n\n{draft.around(f"[this note](#note-{count})")}'


def _links(draft: Draft) -> str:
    return "\n".join(f"- [{draft.name()}]({draft.destination()})" for _ in range(3))


def _table_of_links(draft: Draft) -> str:
    return f"{draft.pick(draft.pool.tables)}\n| [{draft.name()}]({draft.destination()}) | link | another |"


def _subsection(draft: Draft) -> str:
    title = "Details" if draft.chance.random() < 1 / 4 else draft.name().capitalize()
    heading = draft.heading(3, title, title.lower().replace(" ", "-"))
    return f"{heading}\n\n{draft.pick(draft.pool.paragraphs)}"


def _quote(draft: Draft) -> str:
    return "> " + draft.pick(draft.pool.paragraphs).replace("\n", "\n> ")


Maker = Callable[[Draft], str]
# What a document is made of, and how much of it there is of 100 blocks.
BLOCKS: Mapping[Maker, int] = {
    lambda draft: draft.pick(draft.pool.paragraphs): 47,
    lambda draft: draft.pick(draft.pool.lists): 12,
    lambda draft: draft.pick(draft.pool.fences): 10,
    lambda draft: draft.pick(draft.pool.tables): 2,
    lambda draft: draft.around(f"[{draft.name()}]({draft.destination()})"): 5,
    lambda draft: draft.around(f'[{draft.name()}]({draft.destination()} "{draft.name()}")'): 1,
    lambda draft: draft.around(f"[{draft.name()}]({draft.fragment()})"): 3,
    lambda draft: draft.around(f"[{draft.name()}](https://example.org/{draft.number})"): 6,
    lambda draft: draft.around(f"<https://example.org/{draft.number}>"): 2,
    lambda draft: f"![{draft.name()}]({draft.picture()})": 1,
    lambda draft: f'<img src="{draft.picture()}" alt="{draft.name()}" width="400">': 1,
    _reference: 3,
    _note: 1,
    _links: 1,
    _table_of_links: 1,
    _subsection: 3,
    _quote: 1,
}
MAKERS = tuple(maker for maker, count in BLOCKS.items() for _ in range(count))


def compose(draft: Draft, *, has_contents: bool, decoy: bool, extra: str = "") -> str:
    """The whole text; ``decoy`` adds a code block with what looks like a link, ``extra`` is the last block."""
    size = draft.layout.sizes[draft.number]
    count = draft.layout.sections(draft.number)
    parts: list[str] = []
    length = 0
    for at in range(count):
        parts.append(draft.heading(2, TITLES[at], SLUGS[at]))
        while True:
            block = MAKERS[int(draft.chance.random() * len(MAKERS))](draft)
            parts.append(block)
            length += len(block) + 2
            if length * count >= size * (at + 1):
                break
    if decoy:
        parts.append(draft.pick(draft.pool.decoys))
    contents = ["\n".join(draft.contents)] if has_contents else []
    definitions = ["\n".join(draft.definitions)] if draft.definitions else []
    title = f"# {draft.name().capitalize()}"
    return "\n\n".join((title, *contents, *parts, *([extra] if extra else []), *definitions)) + "\n"
