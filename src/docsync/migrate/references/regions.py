"""Where the comments and strings of a text are."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

from docsync.migrate.references.languages import Language, Outside

_AFTER_BLANK = ("#", "REM ", "rem ", "::", "%", '"', "!")


@cache
def _tokens(language: Language) -> re.Pattern[str]:
    """One pattern for all that can start where a comment or a string can; it never goes back."""
    blocks = [
        rf"{re.escape(first)}(?:(?!{re.escape(last)}).)*+(?:{re.escape(last)})?" for first, last in language.block
    ]
    lines = [rf"{_before(mark)}{re.escape(mark)}[^\r\n]*+" for mark in language.line]
    strings = [_string(quote) for quote in language.strings]
    found = [("comment", [*blocks, *lines]), ("string", strings)]
    groups = [f"(?P<{name}>{'|'.join(patterns)})" for name, patterns in found if patterns]
    return re.compile("|".join(groups) or r"(?!)", re.DOTALL)


def _before(mark: str) -> str:
    """``#`` is a comment after a blank only (``$#``, ``a#b``), ``//`` none in an address."""
    return r"(?<![^\s;])" if mark in _AFTER_BLANK else r"(?<!:)" if mark == "//" else ""


def _string(quote: str) -> str:
    quoted = re.escape(quote)
    if len(quote) > 1 or quote == "`":
        return rf"{quoted}(?:\\.|(?!{quoted}).)*+{quoted}"
    return rf"{quoted}(?:\\.|[^{quoted}\\\r\n])*+{quoted}"


class Regions:
    """Where the comments and strings of one text are."""

    def __init__(self, language: Language, text: str) -> None:
        self._language = language
        self._text = text
        matches = list(_tokens(language).finditer(text))
        self._starts = [match.start() for match in matches]
        self._matches = [(match.end(), match.lastgroup == "comment", match[0][:3]) for match in matches]

    def at(self, offset: int) -> tuple[bool, str]:
        """Whether people read what is at ``offset`` as text, and if not, what it is."""
        index = bisect_right(self._starts, offset) - 1
        if index >= 0 and offset < self._matches[index][0]:
            _, is_comment, opening = self._matches[index]
            is_text = is_comment or (self._language.docstring and self._is_docstring(self._starts[index], opening))
            return is_text, "" if is_text else "a string literal"
        outside = self._language.outside
        return outside is Outside.TEXT, outside.value

    def _is_docstring(self, start: int, opening: str) -> bool:
        line = max(self._text.rfind("\n", 0, start), self._text.rfind("\r", 0, start)) + 1
        return opening in ('"""', "'''") and not self._text[line:start].strip()
