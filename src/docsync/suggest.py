"""The nearest thing that exists, for words, anchors and paths that do not."""

from __future__ import annotations

import heapq
import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import takewhile

WORD_CUTOFF = 0.6  # difflib's own default
NEIGHBOUR_CUTOFF = 0.7  # a misspelt name in the right folder; lower would offer 0013-use-bar for 0012-use-foo
STRANGER_CUTOFF = 0.8  # a misspelt name in another folder needs more evidence
SHORTLIST = 20  # names that difflib compares per question, whatever the size of the repository
MIN_CONTAINED = 3  # shorter anchors sit inside others by chance
_IMAGES = frozenset(".apng .avif .bmp .gif .ico .jpeg .jpg .png .svg .webp".split())
_WORD_GAP = re.compile(r"[\W_]+")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant: equal but for case and punctuation, else similar."""
    words = list(known)
    same = [other for other in words if _squash(other) == _squash(word)] if _squash(word) else []
    return _closest(word, same, cutoff=0.0) or _closest(word, words)


def nearest_anchor(fragment: str, slugs: Collection[str]) -> str | None:
    """The slug that ``fragment`` (decoded, without ``#``) probably meant.

    Equal but for punctuation comes first, then the only one that continues the fragment or that the
    fragment continues, from the start of a word; then the most similar.
    """
    same = [slug for slug in slugs if _squash(slug) == _squash(fragment)] if _squash(fragment) else []
    return _closest(fragment, same, cutoff=0.0) or _only(_containing(fragment, slugs)) or _closest(fragment, slugs)


def nearest_path(missing: str, paths: Collection[str]) -> str | None:
    """One question to a :class:`PathSuggester`; build that yourself to ask several."""
    return PathSuggester(paths).nearest(missing)


class PathSuggester:
    """Answers which path a missing one probably meant; indexes ``paths`` once.

    Paths are relative to the root, separated by ``/``; add directories if they may be suggested too.
    """

    def __init__(self, paths: Collection[str]) -> None:
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._by_folder: dict[str, list[str]] = defaultdict(list)
        for path in paths:
            folder, name = posixpath.split(path)
            self._by_name[name].append(path)
            self._by_folder[folder].append(name)
        self._shortlists: dict[str | None, _Shortlist] = {}

    def nearest(self, missing: str) -> str | None:
        """The same name elsewhere, else a similar one in the same folder, else a similar one anywhere."""
        folder, name = posixpath.split(missing.rstrip("/"))
        namesakes = [path for path in self._by_name.get(name, ()) if path != missing]
        return (
            _most_alike_folder(folder, namesakes)
            or self._neighbour(folder, name)
            or (None if namesakes else self._stranger(folder, name))
        )

    def _neighbour(self, folder: str, name: str) -> str | None:
        found = self._similar(folder, self._by_folder.get(folder, ()), name, NEIGHBOUR_CUTOFF)
        return found and posixpath.join(folder, found)

    def _stranger(self, folder: str, name: str) -> str | None:
        found = self._similar(None, self._by_name, name, STRANGER_CUTOFF)
        return _most_alike_folder(folder, self._by_name[found]) if found else None

    def _similar(self, key: str | None, names: Collection[str], name: str, cutoff: float) -> str | None:
        if key not in self._shortlists:
            self._shortlists[key] = _Shortlist([other for other in names if other])
        scored = [
            (_likeness(name, other, cutoff), other)
            for other in self._shortlists[key].near(name)
            if other != name and _is_image(other) == _is_image(name)
        ]
        score, best = max(scored, default=(0.0, ""))
        return best if score else None


class _Shortlist:
    """Names indexed by their trigrams, so that only a few are worth a comparison."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._holders: dict[str, list[int]] = defaultdict(list)
        for number, name in enumerate(names):
            for gram in _trigrams(name):
                self._holders[gram].append(number)

    def near(self, name: str) -> list[str]:
        """At most ``SHORTLIST`` names, those that share most trigrams for their length."""
        shared: Counter[int] = Counter()
        for gram in _trigrams(name):
            shared.update(self._holders.get(gram, ()))

        def density(number: int) -> tuple[float, str]:
            return shared[number] / (len(name) + len(self._names[number])), self._names[number]

        return [self._names[number] for number in heapq.nlargest(SHORTLIST, shared, key=density)]


def _trigrams(name: str) -> set[str]:
    padded = f"/{name}/"
    return {padded[at : at + 3] for at in range(len(padded) - 2)}


def _likeness(name: str, other: str, cutoff: float) -> float:
    """Similarity of two base names, 0 below ``cutoff``; the stem decides, the extension ranks.

    So ``guide.html`` finds ``guide.md`` before ``guide-2.html``, and ``a.md`` is not like ``b.md``.
    """
    stems = _ratio(posixpath.splitext(name)[0], posixpath.splitext(other)[0])
    return stems + _ratio(name, other) if stems >= cutoff else 0.0


def _is_image(name: str) -> bool:
    return posixpath.splitext(name)[1].lower() in _IMAGES


def _ratio(left: str, right: str) -> float:
    return SequenceMatcher(None, left, right, autojunk=False).ratio()


def _most_alike_folder(folder: str, paths: Sequence[str]) -> str | None:
    """The path whose folder shares most leading and trailing parts with ``folder``; None for a toss-up."""
    if len(paths) == 1:
        return paths[0]
    scores = [(_shared_parts(folder, posixpath.dirname(path)), path) for path in paths]
    best = max((score for score, _ in scores), default=0)
    return _only([path for score, path in scores if score == best])


def _shared_parts(left: str, right: str) -> int:
    ours, theirs = left.split("/"), right.split("/")
    return _shared_start(ours, theirs) + _shared_start(ours[::-1], theirs[::-1])


def _shared_start(left: Sequence[str], right: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))


def _containing(fragment: str, slugs: Iterable[str]) -> list[str]:
    wanted = _words(fragment)
    return [slug for slug in slugs if _continues(wanted, _words(slug)) or _continues(_words(slug), wanted)]


def _continues(short: str, long: str) -> bool:
    return len(short) > MIN_CONTAINED and short in long


def _words(text: str) -> str:
    """Words joined and led by ``-``, so that a substring search starts where a word does."""
    return "-" + _WORD_GAP.sub("-", text.casefold()).strip("-")


def _squash(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _closest(word: str, known: Collection[str], cutoff: float = WORD_CUTOFF) -> str | None:
    return next(iter(get_close_matches(word, known, 1, cutoff)), None)


def _only(found: Sequence[str]) -> str | None:
    return found[0] if len(found) == 1 else None
