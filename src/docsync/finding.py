"""What gates report: codes, findings, edits, and findings at their place in a file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from docsync.text import Position, Span


class Severity(Enum):
    """How much a finding weighs: errors fail a run, notices inform, ``off`` is not reported."""

    ERROR = "error"
    NOTICE = "notice"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: its stable name, default severity, meaning, and the way out of it.

    ``needs_git`` marks what can't be known of a plain directory.
    """

    name: str
    severity: Severity
    when: str
    remedy: str
    fixable: bool = False
    needs_git: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace ``span`` of the file at ``path`` by ``text``."""

    path: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a gate reports, in offsets.

    ``subject`` is the offending text (a destination, a label): it makes the finding recognisable after its
    line moved. ``target`` is the path or paths that it depends on, so that a report can be narrowed to a change.
    """

    path: str
    span: Span
    code: str
    message: str
    suggestion: str | None = None
    subject: str = ""
    targets: tuple[str, ...] = ()
    fix: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Located:
    """A finding at its place in the file, with its severity: what reporters print."""

    path: str
    start: Position
    end: Position
    code: str
    severity: Severity
    message: str
    suggestion: str | None
    subject: str
    fixable: bool

    @property
    def sort_key(self) -> tuple[str, Position, str, str]:
        """Path, line, column, code, message."""
        return (self.path, self.start, self.code, self.message)

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that stay when the line moves: path, code and subject decide."""
        import hashlib  # noqa: PLC0415 - only machine formats need it

        text = "\0".join((self.path, self.code, self.subject or self.message))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
