"""What is found in one text, whatever its path, so that it can be remembered by the text."""

from __future__ import annotations

from typing import NamedTuple

from docsync.finding import Edit, Finding
from docsync.text import Span


class Note(NamedTuple):
    """A finding without its path: where it is, and the start, end and text of the edit that mends it."""

    start: int
    end: int
    code: str
    message: str
    subject: str
    fix: tuple[int, int, str] | None = None

    def at(self, path: str) -> Finding:
        """The finding in the file at ``path``."""
        fix = (Edit(path, Span(*self.fix[:2]), self.fix[2]),) if self.fix else ()
        return Finding(path, Span(self.start, self.end), self.code, self.message, subject=self.subject, fix=fix)
