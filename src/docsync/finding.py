"""What gates report: codes, findings, edits, and findings at their place in a file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # what only lists codes, as help does, needs no text
    from docsync.text import Position, Span


class Severity(Enum):
    """How much a finding weighs: errors fail a run, notices inform, ``off`` is not reported."""

    ERROR = "error"
    NOTICE = "notice"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: its stable name, default severity, meaning, and the way out of it.

    ``needs_git`` marks what can't be known of a plain directory. ``has_classes``: its findings are of a few classes,
    which their messages name and which are counted apart.
    """

    name: str
    severity: Severity
    when: str
    remedy: str
    fixable: bool = False
    needs_git: bool = False
    has_classes: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace ``span`` of the file at ``path`` by ``text``."""

    path: str
    span: Span
    text: str


class Identity(NamedTuple):
    """What a finding is recognised by after its line moved; ``subject`` is its message where it has no subject."""

    path: str
    code: str
    subject: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a gate reports, in offsets.

    ``subject`` is the offending text (a destination, a label). ``targets`` are the paths that the finding depends
    on, so that a report can be narrowed to a change. ``fix`` edits the file at ``path`` and no other.
    """

    path: str
    span: Span
    code: str
    message: str
    suggestion: str | None = None
    subject: str = ""
    targets: tuple[str, ...] = ()
    fix: tuple[Edit, ...] = ()

    @property
    def identity(self) -> Identity:
        """Equal for findings that a baseline or a service takes for the same."""
        return Identity(self.path, self.code, self.subject or self.message)


@dataclass(frozen=True, slots=True)
class Located:
    """A finding at its place in the file, with its severity: what reporters print."""

    finding: Finding
    start: Position
    end: Position
    severity: Severity

    @property
    def path(self) -> str:
        """The file that the finding is in."""
        return self.finding.path

    @property
    def code(self) -> str:
        """Name of the kind of finding."""
        return self.finding.code

    @property
    def message(self) -> str:
        """What is wrong, in one sentence."""
        return self.finding.message

    @property
    def suggestion(self) -> str | None:
        """What was probably meant, or the way out."""
        return self.finding.suggestion

    @property
    def subject(self) -> str:
        """The offending text, where there is one."""
        return self.finding.subject

    @property
    def fixable(self) -> bool:
        """Whether ``--fix`` can mend it."""
        return bool(self.finding.fix)

    @property
    def identity(self) -> Identity:
        """See :attr:`Finding.identity`."""
        return self.finding.identity

    @property
    def sort_key(self) -> tuple[str, Position, str, str]:
        """Path, line, column, code, message."""
        return (self.path, self.start, self.code, self.message)

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits made of the identity."""
        import hashlib  # noqa: PLC0415 - only machine formats need it

        return hashlib.sha256("\0".join(self.identity).encode("utf-8", "surrogatepass")).hexdigest()[:16]
