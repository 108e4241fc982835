"""Status text without what is not said by it: comments, markup, emoji, and the list of words of a template."""

from __future__ import annotations

import re
import unicodedata

from docsync.rfc.words import head_word

COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_STRUCK = re.compile(r"~~[^~\n]+~~")
_IMAGE = re.compile(r"!\[([^\[\]]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^\[\]]*\])")
_LINK = re.compile(r"\[([^\[\]]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^\[\]]*\])")
_SHORTCODE = re.compile(r"(?<![\w:]):[a-z][a-z0-9_+-]*:(?![\w:])")
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)|`+")
_ENTITY = re.compile(r"&nbsp;|&#160;|\u00a0")
# What becomes a blank, each with a sign that all of its matches have, which is found sooner.
_UNSAID = (
    ("~~", _STRUCK),
    ("<", _TAG),
    ("![", _IMAGE),
    (":", _SHORTCODE),
    ("&", _ENTITY),
    ("\u00a0", _ENTITY),
)
_BEFORE_MARK = re.compile(r"\s+([.,;:!?)])")
_SYMBOLS = ("So", "Sk", "Co")  # Unicode categories of emoji and what modifies them
_JOINERS = "\ufe0e\ufe0f\u200d\u20e3"
_EDGE = " \t\r\n:：-–—|·•.,;/>="
_SEPARATOR = re.compile(r"\s*(?:\||/|,(?:\s*(?:or|and)\b)?|\bor\b|、)\s*")
_LEAD = re.compile(r"\b(?:such as|one of|either|e\.g\.|choose from)[ :]+|: +")
_NOT_ETC = re.compile(r"\b(?!etc\b)\w", re.IGNORECASE)
_MAX_WORDS = 3  # distinct status words side by side that only a template lists
_MAX_LENGTH = 2_000  # characters of a status that are looked at


def tidy(text: str) -> str:
    """One line of ``text`` with its links, without comments, tags, struck words, images, emphasis and emoji."""
    text = COMMENT.sub(" ", text[:_MAX_LENGTH])
    for sign, pattern in _UNSAID:
        text = pattern.sub(" ", text) if sign in text else text
    if not text.isascii():
        text = "".join(character for character in text if not _is_emoji(character))
    text = " ".join(_without_emphasis(text).split())
    text = _BEFORE_MARK.sub(r"\1", text)
    return _without_word_list(text).strip(_EDGE)


def plain(text: str) -> str:
    """``text`` with links replaced by their texts."""
    return _LINK.sub(r"\1", text)


def _is_emoji(character: str) -> bool:
    return character in _JOINERS or (unicodedata.category(character) in _SYMBOLS and character not in "`^")


def _without_emphasis(text: str) -> str:
    """Emphasis marks go, but for those inside destinations."""
    pieces, end = [], 0
    for match in _LINK.finditer(text):
        pieces += [_EMPHASIS.sub("", text[end : match.start()]), match[0]]
        end = match.end()
    return "".join((*pieces, _EMPHASIS.sub("", text[end:])))


def _without_word_list(text: str) -> str:
    """``text`` without ``Proposed | Accepted | Rejected``, which a template left there."""
    if "|" in text and "(" not in plain(text) and _is_list(text.split("|"), least=2):
        return ""
    for part in re.split(r"(?<=[.?!])\s+|\s*[()]\s*", text):
        lead = _LEAD.search(part)
        if _is_list(_SEPARATOR.split(part[lead.end() :] if lead else part), least=_MAX_WORDS):
            text = text.replace(part, " ")
    return text.replace("( )", " ").replace("()", " ")


def _is_list(words: list[str], least: int) -> bool:
    """Whether these are ``least`` or more different status words, and at most one thing that is none."""
    found = [head_word(word.strip("{}[] ._*?")) for word in words if _NOT_ETC.search(word)]
    known = {word for word in found if word}
    return len(known) >= least and found.count(None) <= 1
