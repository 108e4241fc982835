"""How a record is named: ``yyyy-mm-dd-slug.md``, the slug from its title or from its old name."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from docsync.errors import UsageError
from docsync.records import KIND_PATTERN
from docsync.rfc.record import is_generic, plain_title
from docsync.rfc.words import SUFFIXES
from docsync.tree import fold

MAX_SLUG = 60  # characters, cut at a word
_NAME = re.compile(r"(?P<date>\d{4}-\d{2}-\d{2})-(?P<slug>.*)\.md", re.DOTALL)
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_WORD = re.compile(r"[a-z0-9]+")
_PREFIX = re.compile(
    rf"(?:\d{{4}}-\d{{2}}-\d{{2}}|(?:{KIND_PATTERN})?[-_ ]?\d{{1,5}}(?:{KIND_PATTERN})?|{KIND_PATTERN})"
    r"(?=[-_. ]|$)[-_. ]*+",
    re.IGNORECASE,
)
_SUFFIX = re.compile(rf"[.](?:{'|'.join(sorted(SUFFIXES))})$", re.IGNORECASE)
# Letters that Unicode does not decompose though everybody writes them so; Latin only.
_LATIN = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h"})
_SPELLED = (
    (re.compile(r"\b([a-z])\+\+"), r"\1pp"),
    (re.compile(r"\b([a-z])#"), r"\1sharp"),
    (re.compile(r"(?<![\w.])\.net\b"), "dotnet"),
    (re.compile(r"&"), " and "),
    (re.compile(r"(?<=\w)['’`](?=\w)"), ""),
)


@dataclass(frozen=True, slots=True)
class RecordName:
    """The parts of a record's file name."""

    date: date
    slug: str


def slug(title: str, file_name: str, prefer: Literal["file", "title"] = "file") -> str:
    """The slug of a record with this plain ``title`` that was called ``file_name`` (a path counts).

    The old name is preferred where it has two words or more, then the title. :class:`UsageError` where neither can be
    written in ASCII without transliteration: the user has to name one.
    """
    old, new = topic_of(file_name), plain_title(title)
    new = "" if is_generic(new) else new
    first, second = (old, new) if prefer == "file" and len(_words(old) or ()) > 1 else (new, old)
    for text in (first, second):
        words = _words(text)
        if words:
            return _cut(words)
    raise UsageError(f"{file_name}: no ASCII words for a name in `{new or old}`; give one, such as --slug my-topic")


def topic_of(file_name: str) -> str:
    """A file name without date, kind, number, status and extension; ``0012-x/README.md`` is named by its folder."""
    folder, name = posixpath.split(file_name)
    stem = posixpath.splitext(name)[0]
    if stem.casefold() in ("readme", "index") and folder:
        stem = posixpath.basename(folder)
    stem = _SUFFIX.sub("", stem)
    while (match := _PREFIX.match(stem)) and match.end() < len(stem):
        stem = stem[match.end() :]
    return stem


def slugify(text: str) -> str | None:
    """``text`` as a slug, however long; None when a letter is not Latin, since none is transliterated in silence."""
    words = _words(text)
    return "-".join(words) if words else None


def fold_words(text: str) -> frozenset[str]:
    """The words of a text as they would stand in a slug; those that cannot are left out."""
    return frozenset(_WORD.findall(_folded(text)))


def _words(text: str) -> list[str] | None:
    """The words of a slug, None when one of them cannot be written in ASCII."""
    folded = _folded(text)
    if not folded.isascii() and any(not character.isascii() and character.isalnum() for character in folded):
        return None
    return _WORD.findall(folded)


def _folded(text: str) -> str:
    text = text.lower() if text.isascii() else _decomposed(text)
    for pattern, spelled in _SPELLED:
        text = pattern.sub(spelled, text)
    return text


def _decomposed(text: str) -> str:
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold()).translate(_LATIN)
    return "".join(character for character in text if not unicodedata.combining(character))


def _cut(words: Sequence[str]) -> str:
    """The words joined, as many as fit; a first word that is too long is cut itself."""
    kept = words[0][:MAX_SLUG]
    for word in words[1:]:
        if len(kept) + 1 + len(word) > MAX_SLUG:
            break
        kept = f"{kept}-{word}"
    return kept


def record_name(day: date, slug: str) -> str:
    """``2026-06-11-runtime-validation.md``."""
    return f"{day.isoformat()}-{slug}.md"


def parse_name(name: str) -> RecordName | str:
    """The parts of a file name, or why it is none of a record's."""
    if not name.endswith(".md"):
        return "does not end in `.md`"
    match = _NAME.fullmatch(name)
    if not match or not match["date"].isascii():
        return "is not `yyyy-mm-dd-slug.md`"
    try:
        day = date.fromisoformat(match["date"])
    except ValueError:
        return f"starts with {match['date']}, which is no day"
    if not SLUG.fullmatch(match["slug"]):
        return "has a slug that is not lower-case ASCII words joined by `-`"
    return RecordName(day, match["slug"])


def named(path: str) -> RecordName:
    """The parts of the file name of ``path``; :class:`UsageError` when it is none of a record's."""
    name = parse_name(posixpath.basename(path))
    if isinstance(name, str):
        raise UsageError(f"{path}: {name}; give it such a name by `doc-sync mv` first")
    return name


def free_name(day: date, slug: str, taken: Collection[str], *, title: str = "", qualifiers: Sequence[str] = ()) -> str:
    """A name that no file in ``taken`` (base names of all folders) has, compared without letter case.

    More words of the title are tried first, then each of ``qualifiers`` (kind, old folder), then ``-2`` and so on.
    """
    folded = {fold(name) for name in taken}
    candidates = _candidates(slug, title, qualifiers)
    return next(name for name in (record_name(day, each) for each in candidates) if fold(name) not in folded)


def _candidates(slug: str, title: str, qualifiers: Sequence[str]) -> Iterator[str]:
    yield slug
    longer = slug
    for word in (word for word in _words(title) or () if word not in slug.split("-")):
        longer = f"{longer}-{word}"
        if len(longer) > MAX_SLUG:
            break
        yield longer
    yield from (f"{slug}-{each}" for each in map(slugify, qualifiers) if each)
    number = 2
    while True:
        yield f"{slug}-{number}"
        number += 1
