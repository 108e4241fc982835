"""What a status means in three folders, and how it will be written there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from docsync.rfc.status.reading import Place, StatusReading
from docsync.rfc.status.signs import BUILT, IN_FAVOUR, IN_PART, NEVER_IN_FORCE, PARTS_BUILT, PENDING, SUPERSEDED
from docsync.rfc.status.tidy import plain
from docsync.rfc.words import WORDS, Meaning, find_word

IMPLEMENTED_SHARE = 0.1  # of the statuses of one kind, from which on "accepted" means not yet implemented
_SHORT = 60  # characters of a note that goes into parentheses
_LOW_PLACES = (Place.SUFFIX, Place.FOLDER, Place.INDEX, Place.TAG)


class Confidence(Enum):
    """How sure a classification is: said in words, by a rule over the corpus, or a guess."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Question:
    """What only a person can say, and the folder that is proposed."""

    text: str
    proposal: str


@dataclass(frozen=True)
class Rule:
    """What a status word means in this corpus.

    ``kind`` is that of the record (``ADR``, ``RFC``); ``uses_implemented`` tells whether the corpus says "implemented"
    of what is built, so that "accepted" is not yet; ``superseded`` is the folder of what was in force and is replaced;
    ``words`` are further words, lower case, of other languages.
    """

    kind: str = "ADR"
    uses_implemented: bool = False
    superseded: str = "implemented"
    words: Mapping[str, Meaning] = field(default_factory=dict)

    @property
    def is_proposal(self) -> bool:
        """Whether records of this kind are proposals first and decisions later."""
        return self.kind not in ("ADR", "PDR")

    @property
    def default(self) -> str:
        """The folder that is proposed for a record that does not say."""
        return "proposed" if self.is_proposal else "implemented"


@dataclass(frozen=True, slots=True)
class Classified:
    """Where a record belongs: ``folder`` is None where that is a ``question``.

    ``word`` is what was recognised (``""``: nothing), ``note`` the rest of the text, ``line`` the status line as it
    will be written, for the proposed folder where there is a question.
    """

    folder: str | None
    meaning: Meaning | None
    word: str
    note: str
    line: str
    confidence: Confidence
    question: Question | None = None


def uses_implemented(readings: Iterable[StatusReading | None], *, readme_lists_it: bool = False) -> bool:
    """The corpus rule, over the first readings of all records of one kind; those without a status do not count."""
    heads = [reading for reading in readings if reading is not None]
    count = sum(_meaning(reading, WORDS)[0] is Meaning.IMPLEMENTED for reading in heads)
    return readme_lists_it or (count > 0 and count >= IMPLEMENTED_SHARE * len(heads))


def disagreements(readings: Sequence[StatusReading], rule: Rule) -> tuple[StatusReading, ...]:
    """The readings that lead elsewhere than the first one, which is believed."""
    if len(readings) <= 1:
        return ()
    folders = [_folder(classify(each, rule)) for each in readings]
    return tuple(each for each, folder in zip(readings, folders, strict=True) if folder not in (folders[0], ""))


def _folder(classified: Classified) -> str:
    return classified.folder or (classified.question.proposal if classified.question and classified.word else "")


def classify(reading: StatusReading | None, rule: Rule) -> Classified:
    """Where a record with the status ``reading`` belongs."""
    if reading is None:
        return _asked(f"no status; is this {rule.kind} {rule.default}?", rule.default, None, "", "")
    meaning, word = _meaning(reading, {**WORDS, **rule.words} if rule.words else WORDS)
    note = _note(reading, word)
    if meaning is None:
        text = f"what does the status `{plain(reading.text)}` mean?"
        return _asked(text, rule.default, None, "", reading.text)
    if meaning is Meaning.PARTIAL:
        text = f"implemented in part (`{plain(reading.text)}`): keep the shipped part here and split off the rest?"
        return _asked(text, "implemented", meaning, word, note)
    if meaning is Meaning.IMPLEMENTED and _is_rejected_by(reading):
        text = f"`{plain(reading.text)}`: was the proposal itself rejected in favour of something else?"
        return _asked(text, "rejected", meaning, word, note)
    if meaning is Meaning.SUPERSEDED:
        return _superseded(reading, rule, word, note)
    folder, confidence = _plain_folder(meaning, rule)
    if reading.place in _LOW_PLACES:
        confidence = Confidence.LOW if reading.place is Place.SUFFIX else Confidence.MEDIUM
    return Classified(folder, meaning, word, note, status_line(folder, meaning, word, note), confidence)


def _plain_folder(meaning: Meaning, rule: Rule) -> tuple[str, Confidence]:
    if meaning is Meaning.ACCEPTED:
        return ("proposed" if rule.uses_implemented else "implemented"), Confidence.MEDIUM
    folders = {Meaning.OPEN: "proposed", Meaning.AHEAD: "proposed", Meaning.REJECTED: "rejected"}
    return folders.get(meaning, "implemented"), Confidence.HIGH


def _asked(text: str, proposal: str, meaning: Meaning | None, word: str, note: str) -> Classified:
    line = status_line(proposal, meaning, word, note)
    return Classified(None, meaning, word, note, line, Confidence.LOW, Question(text, proposal))


def _superseded(reading: StatusReading, rule: Rule, word: str, note: str) -> Classified:
    """In force before: an ADR, or one that says so; never in force: one that says so; else a proposal is asked for."""
    first = WORDS.get(word)
    is_never = bool(NEVER_IN_FORCE.search(reading.text)) or first is Meaning.OPEN
    was_in_force = first in (Meaning.ACCEPTED, Meaning.IMPLEMENTED)
    if rule.is_proposal and not is_never and not was_in_force:
        text = f"`{plain(reading.text)}`: was it ever in force?"
        return _asked(text, "rejected", Meaning.SUPERSEDED, word, note)
    folder = "rejected" if is_never else rule.superseded
    confidence = Confidence.HIGH if is_never or was_in_force else Confidence.MEDIUM
    line = status_line(folder, Meaning.SUPERSEDED, word, note)
    return Classified(folder, Meaning.SUPERSEDED, word, note, line, confidence)


def _meaning(reading: StatusReading, words: Mapping[str, Meaning]) -> tuple[Meaning | None, str]:
    """Meaning and head word; what stands beside the head word in the same sentence can change the meaning."""
    word = find_word(reading.head, words)
    beside = _beside(reading)
    if word is None:
        return (Meaning.PARTIAL, PARTS_BUILT.search(beside)[0]) if PARTS_BUILT.match(beside) else (None, "")  # type: ignore[index]
    meaning = words[word]
    if meaning in (Meaning.ACCEPTED, Meaning.IMPLEMENTED):
        meaning = _weighed(meaning, beside)
    elif meaning is Meaning.OPEN and SUPERSEDED.search(beside):
        meaning = Meaning.SUPERSEDED
    return meaning, word


def _weighed(meaning: Meaning, beside: str) -> Meaning:
    """Negation wins over everything, replacement over the rest."""
    if SUPERSEDED.search(beside) and not re.search(r"\bpart", beside):
        return Meaning.SUPERSEDED
    if PENDING.search(beside):
        return Meaning.AHEAD
    if IN_PART.search(beside) and (meaning is Meaning.IMPLEMENTED or BUILT.search(beside)):
        return Meaning.PARTIAL
    return Meaning.IMPLEMENTED if BUILT.search(beside) else meaning


def _beside(reading: StatusReading) -> str:
    """The first sentence in plain words, lower case; what follows is a note."""
    return re.split(r"[.。](?:\s|$)", plain(reading.text), maxsplit=1)[0].casefold()


def _is_rejected_by(reading: StatusReading) -> bool:
    """``implemented (revised)`` with a pointer that says that something else was built."""
    return "revised" in _beside(reading) and bool(IN_FAVOUR.search(reading.text))


def _note(reading: StatusReading, word: str) -> str:
    """The text after the head word, links kept."""
    pattern = re.escape(word).replace(r"\ ", r"[\s-]+").replace("'", "['’]")
    match = re.search(pattern, reading.text, re.IGNORECASE) if word else None
    if match is None or "[" in reading.text[: match.start()]:
        return reading.text
    before = reading.text[: match.start()].strip(" :-–—,")
    return " ".join(filter(None, (before, reading.text[match.end() :].strip(" \t:：.,;；，–—-"))))


def status_line(folder: str, meaning: Meaning | None, word: str, note: str) -> str:
    """The value of a status line: the folder's word, then what the old status said beyond it."""
    note = note.strip()
    if meaning in (Meaning.SUPERSEDED, Meaning.DEPRECATED):
        return ", ".join(filter(None, (folder, _end_of_force(meaning, word, note))))
    inner = _without_parentheses(note)
    said = "" if word in ("", folder) else word
    if len(inner) <= _SHORT and "](" not in inner and "(" not in inner:
        both = " ".join(filter(None, (said, inner)))
        return f"{folder} ({both})" if both else folder
    return f"{folder} ({said}) — {inner}" if said else f"{folder} — {inner}"


def _end_of_force(meaning: Meaning, word: str, note: str) -> str:
    """``superseded by [x](y)``, ``deprecated, superseded by [x](y)``, ``deprecated — no longer needed``."""
    named = SUPERSEDED.match(note)
    said = word if meaning is Meaning.DEPRECATED else "" if named else "superseded"
    if named:
        note = note[0].lower() + note[1:]
    elif meaning is Meaning.SUPERSEDED and note.startswith("["):
        note = f"by {note}"
    is_sentence = bool(said) and bool(note) and not note.startswith(("by ", "with ", "(")) and not named
    return (" — " if is_sentence else ", " if named else " ").join(filter(None, (said, note)))


def _without_parentheses(note: str) -> str:
    is_enclosed = note.startswith("(") and note.endswith(")") and ")" not in note[1:-1] and "(" not in note[1:-1]
    return note[1:-1].strip() if is_enclosed else note
