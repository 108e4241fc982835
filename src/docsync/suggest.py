"""The nearest thing that exists, for words, anchors and paths that do not.

Every question costs a bounded amount of work, whatever the size of the repository and whatever stands in it.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import islice, takewhile

WORD_CUTOFF = 0.6  # difflib's own default
NEIGHBOUR_CUTOFF = 0.7  # a misspelt name in the right folder; lower would offer 0013-use-bar for 0012-use-foo
STRANGER_CUTOFF = 0.8  # a misspelt name in another folder needs more evidence
SHORTLIST = 20  # names that difflib compares per question, whatever the size of the repository
MIN_CONTAINED = 3  # shorter anchors sit inside others by chance
MAX_LENGTH = 200  # characters; nobody misspells more than that, and difflib's work grows with the square
MAX_READ = 2_000  # index entries that one question reads
MAX_NAMESAKES = 100  # paths of one name that are compared by their folders
_MAX_PARTS = 20  # parts of a folder that count in that comparison
_DOCUMENTS = frozenset(".adoc .asciidoc .htm .html .markdown .md .mdown .mdx .mkd .org .rst .txt".split())
_IMAGES = frozenset(".apng .avif .bmp .gif .ico .jpeg .jpg .png .svg .webp".split())
_EXTENSION = re.compile(r"\.[a-z][a-z0-9]*")
_WORD_GAP = re.compile(r"[\W_]+")


@dataclass
class Budget:
    """How many suggestions a run may look for, and how much difflib may compare: beyond that there are none.

    Thousands of findings are read by nobody one by one, and without a bound a hostile repository could keep a run busy
    for hours. ``pairs`` counts pairs of equal characters, as difflib's work does.
    """

    questions: int = 1_000
    pairs: int = 2_000_000

    def ask(self) -> bool:
        """Whether one more question may be asked; counts it."""
        self.questions -= 1
        return self.questions >= 0 and self.pairs > 0

    def ratio(self, left: str, right: str, cutoff: float) -> float:
        """Similarity of two texts by difflib, 0 below ``cutoff``, for very long ones, and once the budget is spent."""
        shorter, longer = sorted((len(left), len(right)))
        # The ratio can't be above that of a text that holds the other.
        if longer > MAX_LENGTH or 2 * shorter < cutoff * (shorter + longer) or self.pairs <= 0:
            return 0.0
        matcher = SequenceMatcher(None, left, right, autojunk=False)
        if matcher.quick_ratio() < cutoff:
            return 0.0
        ours, theirs = Counter(left), Counter(right)
        self.pairs -= sum(count * theirs[character] for character, count in ours.items())
        ratio = matcher.ratio()
        return ratio if ratio >= cutoff else 0.0


def nearest(word: str, known: Iterable[str]) -> str | None:
    """One question to a :class:`WordSuggester`; build that yourself to ask several."""
    return WordSuggester(known).nearest(word)


def nearest_anchor(fragment: str, slugs: Iterable[str]) -> str | None:
    """One question to an :class:`AnchorSuggester`; build that yourself to ask several."""
    return AnchorSuggester(slugs).nearest(fragment)


def nearest_path(missing: str, paths: Collection[str]) -> str | None:
    """One question to a :class:`PathSuggester`; build that yourself to ask several."""
    return PathSuggester(paths).nearest(missing)


class WordSuggester:
    """Answers which of the ``known`` words was probably meant: equal but for case and punctuation, else similar."""

    def __init__(self, known: Iterable[str], budget: Budget | None = None) -> None:
        self._known = tuple(dict.fromkeys(known))
        self._budget = budget or Budget()
        self._answers: dict[str, str | None] = {}

    def nearest(self, word: str) -> str | None:
        """The known word that ``word`` probably meant."""
        if word not in self._answers:
            self._answers[word] = self._find(word) if self._budget.ask() else None
        return self._answers[word]

    def _find(self, word: str) -> str | None:
        return self._same(word) or self._similar(word)

    def _same(self, word: str) -> str | None:
        squashed = _squash(word)
        same = self._squashed.get(squashed, ()) if squashed else ()
        return self._closest(word, same, cutoff=0.0) or next(iter(same), None)

    def _similar(self, word: str) -> str | None:
        near = self._index.near(_words(word)) if len(word) <= MAX_LENGTH else ()
        return self._closest(word, [self._known[number] for number in near], cutoff=WORD_CUTOFF)

    def _closest(self, word: str, words: Iterable[str], cutoff: float) -> str | None:
        scored = ((self._budget.ratio(other, word, cutoff), other) for other in words)
        score, best = max(scored, default=(0.0, ""))
        return best if score else None

    @cached_property
    def _squashed(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for word in self._known:
            same = found[_squash(word)]
            if len(same) < SHORTLIST:
                same.append(word)
        return found

    @cached_property
    def _index(self) -> _Index:
        return _Index([_words(word) for word in self._known])


class AnchorSuggester(WordSuggester):
    """Answers which anchor a fragment (decoded, without ``#``) probably meant.

    Equal but for punctuation comes first, then the only one that continues the fragment or that the
    fragment continues, from the start of a word; then the most similar.
    """

    def _find(self, word: str) -> str | None:
        return self._same(word) or self._containing(word) or self._similar(word)

    def _containing(self, fragment: str) -> str | None:
        wanted = _words(fragment)
        if not MIN_CONTAINED < len(wanted) <= MAX_LENGTH:
            return None
        found = set(self._index.holding(wanted))
        for start in (match.start() for match in re.finditer("-", wanted)):
            for length in self._lengths:
                found.update(self._by_words.get(wanted[start : start + length], ()))
        return _only([self._known[number] for number in found])

    @cached_property
    def _by_words(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(self._known):
            same = found[_words(word)]
            if len(same) < SHORTLIST:
                same.append(number)
        return found

    @cached_property
    def _lengths(self) -> list[int]:
        return sorted({len(words) for words in self._by_words if MIN_CONTAINED < len(words) <= MAX_LENGTH})


class PathSuggester:
    """Answers which path a missing one probably meant; indexes ``paths`` once.

    Paths are relative to the root, separated by ``/``; add directories if they may be suggested too.
    """

    def __init__(self, paths: Collection[str], budget: Budget | None = None) -> None:
        self._budget = budget or Budget()
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._by_folder: dict[str, list[str]] = defaultdict(list)
        for path in paths:
            folder, name = posixpath.split(path)
            self._by_name[name].append(path)
            self._by_folder[folder].append(name)
        self._indexes: dict[str | None, _Index] = {}
        self._alike: dict[str, _Alike] = {}

    def nearest(self, missing: str) -> str | None:
        """The same name elsewhere, else a similar one in the same folder, else a similar one anywhere.

        It is of the same kind: no picture for a document, no folder for a file.
        """
        folder, name = posixpath.split(missing.rstrip("/"))
        if len(name) > MAX_LENGTH or not self._budget.ask():
            return None
        has_namesakes = any(path != missing for path in self._by_name.get(name, ())[:2])
        return (
            self._most_alike_folder(folder, name, missing)
            or self._neighbour(folder, name)
            or (None if has_namesakes else self._stranger(folder, name))
        )

    def _neighbour(self, folder: str, name: str) -> str | None:
        def is_file(other: str) -> bool:
            return posixpath.join(folder, other) not in self._by_folder

        found = self._similar(folder, self._by_folder.get(folder, ()), name, NEIGHBOUR_CUTOFF, is_file)
        return found and posixpath.join(folder, found)

    def _stranger(self, folder: str, name: str) -> str | None:
        def is_file(other: str) -> bool:
            return self._by_name[other][0] not in self._by_folder

        found = self._similar(None, self._by_name, name, STRANGER_CUTOFF, is_file)
        return self._most_alike_folder(folder, found) if found else None

    def _similar(
        self, key: str | None, names: Collection[str], name: str, cutoff: float, is_file: Callable[[str], bool]
    ) -> str | None:
        if key not in self._indexes:
            self._indexes[key] = _Index([other for other in names if other])
        index, kind = self._indexes[key], _kind(name)

        def fits(number: int) -> bool:
            other = index.texts[number]
            if not kind:
                return other != name and _kind(other) != "image"
            return other != name and _kind(other) == kind and is_file(other)

        near = [index.texts[number] for number in index.near(name, fits)]
        scored = [(self._likeness(name, other, cutoff), other) for other in near]
        score, best = max(scored, default=(0.0, ""))
        return best if score else None

    def _likeness(self, name: str, other: str, cutoff: float) -> float:
        """Similarity of two base names, 0 below ``cutoff``; the stem decides, the extension ranks.

        So ``guide.html`` finds ``guide.md`` before ``guide-2.html``, and ``a.md`` is not like ``b.md``.
        """
        stems = self._budget.ratio(posixpath.splitext(name)[0], posixpath.splitext(other)[0], cutoff)
        return stems + self._budget.ratio(name, other, 0.0) if stems else 0.0

    def _most_alike_folder(self, folder: str, name: str, missing: str | None = None) -> str | None:
        """The path called ``name`` whose folder shares most parts with ``folder``; None for a toss-up."""
        paths = self._by_name.get(name, ())
        if len(paths) > MAX_NAMESAKES:
            if name not in self._alike:
                self._alike[name] = _Alike(paths)
            paths = self._alike[name].candidates(folder)
        return _most_alike(folder, [path for path in paths if path != missing])


class _Index:
    """Texts indexed by their trigrams, so that only a few are worth a comparison."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._holders: dict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(texts):
            if len(text) <= MAX_LENGTH + 1:
                for gram in _trigrams(f"/{text}/"):
                    self._holders[gram].append(number)

    def near(self, text: str, fits: Callable[[int], bool] = lambda _number: True) -> list[int]:
        """At most ``SHORTLIST`` fitting texts, those that share most trigrams for their length.

        The rarest trigrams are read first, and only so many holders that the work has a bound.
        """
        shared: Counter[int] = Counter(self._rarest_holders(_trigrams(f"/{text}/")))
        if len(self.texts) <= SHORTLIST:
            shared.update(range(len(self.texts)))

        def density(number: int) -> tuple[float, str]:
            return shared[number] / (len(text) + len(self.texts[number])), self.texts[number]

        return list(islice(filter(fits, sorted(shared, key=density, reverse=True)), SHORTLIST))

    def _rarest_holders(self, grams: Iterable[str]) -> Iterator[int]:
        left = MAX_READ
        for _, _, holders in sorted(
            (len(self._holders[gram]), gram, self._holders[gram]) for gram in self._known(grams)
        ):
            yield from holders[:left]
            left -= len(holders)
            if left <= 0:
                return

    def holding(self, text: str) -> list[int]:
        """The texts that contain ``text`` (of three characters or more); none when too many could."""
        grams = _trigrams(text)
        known = self._known(grams)
        if len(known) < len(grams):
            return []
        rarest = min((self._holders[gram] for gram in known), key=len, default=[])
        return [number for number in rarest if text in self.texts[number]] if len(rarest) <= MAX_READ else []

    def _known(self, grams: Iterable[str]) -> list[str]:
        return [gram for gram in grams if gram in self._holders]


class _Alike:
    """Many paths of one name, found by the first and the last parts of their folders."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._sharing: dict[tuple[bool, tuple[str, ...]], list[str]] = defaultdict(list)
        for path in paths:
            for key in _ends(posixpath.dirname(path)):
                self._sharing[key].append(path)

    def candidates(self, folder: str) -> list[str]:
        """Those that share most of the first parts, or of the last, with ``folder``; none when they are too many."""
        found: set[str] = set()
        for is_start in (True, False):
            keys = (key for key in _ends(folder) if key[0] is is_start and key in self._sharing)
            longest = max(keys, key=lambda key: len(key[1]), default=None)
            found.update(self._sharing[longest] if longest else ())
        return sorted(found) if len(found) <= MAX_NAMESAKES else []


def _ends(folder: str) -> Iterator[tuple[bool, tuple[str, ...]]]:
    """The parts that a folder starts with and those that it ends with, of every number."""
    parts = tuple(folder.split("/"))
    for count in range(1, min(len(parts), _MAX_PARTS) + 1):
        yield True, parts[:count]
        yield False, parts[-count:]


def _trigrams(text: str) -> set[str]:
    return {text[at : at + 3] for at in range(len(text) - 2)}


def _kind(name: str) -> str:
    """``document``, ``image`` or the extension itself; empty without one, as folders are (``v1.2`` too)."""
    extension = posixpath.splitext(name)[1].lower()
    if extension in _DOCUMENTS:
        return "document"
    if extension in _IMAGES:
        return "image"
    return extension if _EXTENSION.fullmatch(extension) else ""


def _most_alike(folder: str, paths: Sequence[str]) -> str | None:
    if len(paths) == 1:
        return paths[0]
    ours = folder.split("/")
    scores = [(_shared_parts(ours, posixpath.dirname(path).split("/")), path) for path in paths]
    best = max((score for score, _ in scores), default=0)
    return _only([path for score, path in scores if score == best])


def _shared_parts(ours: Sequence[str], theirs: Sequence[str]) -> int:
    ends = ours[: -_MAX_PARTS - 1 : -1], theirs[: -_MAX_PARTS - 1 : -1]
    return _shared_start(ours[:_MAX_PARTS], theirs[:_MAX_PARTS]) + _shared_start(*ends)


def _shared_start(left: Sequence[str], right: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


def _words(text: str) -> str:
    """Words joined and led by ``-``, so that a substring search starts where a word does."""
    return "-" + _WORD_GAP.sub("-", text.casefold()).strip("-")


def _squash(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _only(found: Sequence[str]) -> str | None:
    return found[0] if len(found) == 1 else None
