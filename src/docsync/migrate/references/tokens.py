"""Runs of characters that paths and patterns of paths consist of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from docsync.text import Span

_TOKEN = re.compile(r"[\w.+@%~/\\*?\[\]{}^$|-]++")
_PLACEHOLDER = re.compile(r"[*?\[\]{}^$|\\]")
_AROUND = re.compile(r"(?P<mark>\*{1,3}|~~)(?P<inner>[^*~]+)(?P=mark)|\[(?P<list>[^\[\]]*)\]?|(?P<last>[^\[\]]+)\]")
_LEAD = re.compile(r"(?:\.\.?/|/)*")
_EVERYTHING = re.compile(r"(?:/\*\*(?:/\*(?:\.\w+)?)?|/)\Z")
_OPEN = ("<", "$", "%", "{", "(")  # what goes on with a path that is a template, where the token ends in a slash
_ENDS = ".,"


@dataclass(frozen=True, slots=True)
class Token:
    """``lead`` is ``./``, ``../`` or ``/`` before ``text``; the ``span`` has both.

    ``tail`` is the slash or ``/**`` of a folder that was taken off; a template goes on with something to fill in.
    """

    text: str
    span: Span
    lead: str = ""
    tail: str = ""
    is_template: bool = False

    @property
    def written(self) -> str:
        """The token as it is written."""
        return f"{self.lead}{self.text}{self.tail}"

    @property
    def is_pattern(self) -> bool:
        """Whether it can stand for several paths."""
        return self.is_template or _PLACEHOLDER.search(self.text) is not None

    def as_folder(self) -> Token:
        """The token without the slash or ``/**`` at its end."""
        end = _EVERYTHING.search(self.text)
        return replace(self, text=self.text[: end.start()], tail=end[0]) if end else self


def tokens(text: str, signs: re.Pattern[str]) -> Iterator[Token]:
    """The tokens of ``text`` in which ``signs`` match, without full stops, emphasis, or brackets of a list."""
    position = 0
    while sign := signs.search(text, position):
        start = sign.start()
        while start > position and _TOKEN.match(text[start - 1]):
            start -= 1
        match = _TOKEN.match(text, start)
        position = max(sign.end(), match.end() if match else 0)
        if match:
            yield _token(match, text)


def _token(match: re.Match[str], text: str) -> Token:
    whole, start = match[0], match.start()
    around = _AROUND.fullmatch(whole)
    if around:
        group = next(name for name in ("inner", "list", "last") if around[name] is not None)
        whole, start = around[group], start + around.start(group)
    whole = whole.rstrip(_ENDS) or whole
    lead = _LEAD.match(whole)
    length = lead.end() if lead else 0
    is_template = whole.endswith("/") and text.startswith(_OPEN, match.end())
    return Token(whole[length:], Span(start, start + len(whole)), whole[:length], is_template=is_template)


def is_token(path: str) -> bool:
    """Whether a path is one token as a whole."""
    return _TOKEN.fullmatch(path) is not None and _PLACEHOLDER.search(path) is None


def blanked(text: str, spans: Iterable[Span]) -> str:
    """``text`` with blanks in place of what is read already."""
    pieces, position = [], 0
    for start, end in sorted(spans):
        if end > position:
            pieces += [text[position : max(start, position)], " " * (end - max(start, position))]
            position = end
    return "".join([*pieces, text[position:]])
