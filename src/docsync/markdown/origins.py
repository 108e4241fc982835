"""Whose record an id is, by the words beside it: another project's, or the IETF's.

Only names in the same sentence count, and of those only what stands directly before the id or the list (``cosmos-sdk
ADR 3``, ``ibc-go's ADR 3``) or follows it after ``of``, ``in``, ``from`` or in parentheses (``ADR 3 of cosmos-sdk``).
A name has a shape that ordinary words lack:

- ``owner/name`` is certain, unless both halves are ordinary words or acronyms (``and/or``, ``CI/CD``);
- a word with hyphens is certain where it ends in a language or ``sdk`` (``cosmos-sdk``, ``ibc-go``), no name where it
  is an English compound by its first or last part (``well-known``, ``project-wide``, ``follow-up``, ``API-based``), and
  a doubt otherwise (``rate-limiter``, ``kube-proxy``);
- a word with capitals inside (``CosmWasm``), a capitalised owner (``Kubernetes' ADR 3``), and capitalised words that
  end in ``SDK`` (``Cosmos SDK``) are a doubt.

An RFC is certainly one of the IETF where that, a BCP or STD number, or an address of datatracker or rfc-editor is next
to it; a protocol's name in the same sentence and ``section 4.1 of RFC 7`` are a doubt.
"""

from __future__ import annotations

import re

from docsync.markdown.document import Origin
from docsync.records import KIND_PATTERN
from docsync.text import Span

IETF = "IETF"
_WINDOW = 80  # characters on either side that are looked at
_SENTENCE_END = re.compile(r"[.!?;][\"')\]]?\s|\n[ \t]*\n")

_NAME = r"(?P<name>[A-Za-z0-9][\w.-]{1,60}+(?:/[A-Za-z0-9][\w.-]{0,60}+)?(?![\w/]))"
_QUOTES = r"[`*_\"'\u201c\u201d]{0,3}"
_BEFORE = re.compile(
    rf"(?:^|(?<=[\s(`*_\"'\[\u201c]))(?P<first>[A-Z]\w{{1,30}} )?{_NAME}(?:\]\([^()\s]{{0,80}}\))?"
    rf"[`*_\"\u201d]{{0,3}}(?P<owner>['\u2019]s?)?{_QUOTES}\s{{1,8}}$"
)
_AFTER = re.compile(rf"\s(?:(?:of|in|from|at) (?:the )?|\(){_QUOTES}\[?{_QUOTES}{_NAME}")

# An id (ADR-1/2), a number, a file.
_NO_PROJECT = re.compile(rf"^(?:{KIND_PATTERN})s?[_-]?\d|(?:^|/)[\d.-]+(?:/|$)|/.*\.[a-z]{{1,4}}$")
_LANGUAGES = frozenset({"cpp", "go", "js", "php", "py", "rb", "rs", "rust", "sdk", "ts"})
# First and last parts that make an English compound; a part that ends in -ed, -ing or -ly does too.
_FIRST = frozenset(
    "above ad all anti as best bi co cross de dis double early end ever ex extra far first follow full half hand high"
    " hot in inter intra just last late long low macro mass meta mid mini mono more most much multi must near new next"
    " no non not now off old on once one open out over par per post pre pro pseudo quasi re read right run second self"
    " semi set short single so soft still sub super tail then third top trans tri triple two ultra un under up user"
    " well whole work write".split()
)
_LAST = frozenset(
    "agnostic ahead aware away back bound break by case centric class compatible cost critical day depth down driven"
    " effort end facing fast first fit fold form free friendly heavy hoc in intensive known level life like line long"
    " made mind minded month neutral new normative of off oft on only op out over party path phase point political"
    " proof quality ready related rich run safe scale side size source specific speed stage state step style term test"
    " time to type up use version way week whole wide wise world year".split()
)
_INNER = frozenset("a and as at by for in of on or the to".split())
_WORDS = frozenset(
    "and backend build builds client clients code dev docs either frontend he her his host input inputs off on ops or"
    " output outputs people process product pull push read reads request response s server servers she start stop test"
    " tests tools true false user users web write writes yes no".split()
)
# Capitalised at the start of a sentence or heading, and before an apostrophe, without being a name.
_NO_OWNER = frozenset("here how it let she he that there today tomorrow what where who yesterday".split())
_NO_NAME = frozenset("a an and as by each every in its my of our per see that the their this your".split())

_IETF_WORDS = r"(?:IETF|IRTF|IAB|Internet[ -](?:Draft|Standard)s?|datatracker|rfc-editor)"
_NUMBERED = r"(?:BCP|STD|FYI)[ -]?\d{1,3}"
_IETF_BEFORE = re.compile(
    rf"(?:(?:{_IETF_WORDS}(?:['\u2019]s)?(?: [\w-]{{1,20}}){{0,2}}|\bInternet)[\s:(\[]{{1,3}}"
    rf"|{_NUMBERED}[\s,:(\[]{{1,3}})$"
)
_IETF_AFTER = re.compile(
    rf"(?:\s(?:of|by|from) |\s?[(\[])(?:the )?{_IETF_WORDS}|[\s,:(\[]{{1,3}}{_NUMBERED}"
    r"|[\s,:(\[<]{1,3}https?://(?:[\w-]{1,20}\.)?(?:ietf|rfc-editor)\.org"
)
_IETF_NEAR = re.compile(
    rf"\b(?:{_IETF_WORDS}|{_NUMBERED}|HTTPS?|TLS|TCP|UDP|DNS|SMTP|IMAP|SSH|OAuth|MIME|LDAP|IPv[46]|ABNF|X\.509)\b"
    r"|\b[Ss]ection \d{1,3}(?:\.\d{1,3}){0,4} of $"
)


def origin(kind: str, content: str, whole: Span) -> Origin | None:
    """What the words around the list at ``whole`` say of where its records are; None when they say nothing."""
    before = _SENTENCE_END.split(content[max(whole.start - _WINDOW, 0) : whole.start])[-1]
    after = _SENTENCE_END.split(content[whole.end : whole.end + _WINDOW])[0]
    if kind == "RFC" and (_IETF_BEFORE.search(before) or _IETF_AFTER.match(after)):
        return Origin(IETF, is_certain=True)
    found = [_named(match) for match in (_BEFORE.search(before), _AFTER.match(after)) if match]
    named = sorted(filter(None, found), key=lambda each: not each.is_certain)
    if named:
        return named[0]
    if kind == "RFC" and (_IETF_NEAR.search(before) or _IETF_NEAR.search(after) or after.startswith(" semantics")):
        return Origin(IETF, is_certain=False)
    return None


def _named(match: re.Match[str]) -> Origin | None:
    name = match["name"].rstrip(".-_")
    groups = match.groupdict()
    certain = _certainty(name, has_owner_mark=bool(groups.get("owner")))
    first = (groups.get("first") or "").strip()
    if name == "SDK" and first and first.lower() not in _NO_NAME:
        name, certain = f"{first} {name}", False
    return None if certain is None else Origin(name, certain)


def _certainty(name: str, *, has_owner_mark: bool) -> bool | None:
    """Whether ``name`` is surely that of a project; None when it is an ordinary word."""
    if _NO_PROJECT.search(name):
        return None
    halves = name.split("/")
    if len(halves) > 1:
        return None if all(half.isupper() or half.lower() in _WORDS for half in halves) else True
    parts = name.lower().split("-")
    if len(parts) > 1:
        return None if name.isupper() or _is_english(parts) else parts[-1] in _LANGUAGES
    has_capital_inside = re.search(r"[a-z0-9][A-Z]", name) is not None
    is_owner = has_owner_mark and name[0].isupper() and name.lower() not in _NO_OWNER
    return False if has_capital_inside or is_owner else None


def _is_english(parts: list[str]) -> bool:
    first, *inner, last = parts
    return (
        first in _FIRST
        or first.isdigit()
        or last.isdigit()
        or first.endswith("ly")
        or last in _LAST
        or last.endswith(("ed", "ing", "ly"))
        or not _INNER.isdisjoint(inner)
        or {first, last} <= _WORDS
    )
