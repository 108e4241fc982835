"""Applies suppression comments to findings, and reports those that are wrong or no longer needed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from docsync.codes import COMMON_CODES, MALFORMED_SUPPRESSION, UNUSED_SUPPRESSION
from docsync.finding import Finding
from docsync.markdown.document import Document, Reach, Suppression

_COMMON = frozenset(code.name for code in COMMON_CODES)
_DIRECTIVES = tuple(reach.value for reach in Reach if reach is not Reach.UNKNOWN)


@dataclass
class _Range:
    """The lines that one comment covers, the codes it names, and which of them it was needed for."""

    comment: Suppression
    first: int
    last: int
    used: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Suppressions:
    """The suppressions of one document, ready to be asked."""

    path: str
    _ranges: list[_Range]
    _unclosed: list[Suppression]
    _comments: tuple[Suppression, ...]

    @classmethod
    def of(cls, path: str, document: Document) -> Suppressions:
        """Pair the start and end comments of ``document``."""
        ranges, opened, unopened = [], [], []
        line_of = document.lines.line_of
        for comment in document.suppressions:
            if comment.reach is Reach.LINES:
                ranges.append(_Range(comment, *comment.lines))
            elif comment.reach is Reach.FILE:
                ranges.append(_Range(comment, 1, len(document.lines.starts)))
            elif comment.reach is Reach.START:
                opened.append(comment)
            elif comment.reach is Reach.END and opened:
                start = opened.pop()
                ranges.append(_Range(start, line_of(start.span.start), line_of(comment.span.end)))
            elif comment.reach is Reach.END:
                unopened.append(comment)
        return cls(path, ranges, [*opened, *unopened], document.suppressions)

    def covers(self, code: str, line: int) -> bool:
        """Whether a finding ``code`` on ``line`` is suppressed; remembers that the comment was needed."""
        covering = [
            entry for entry in self._ranges if code in entry.comment.codes and entry.first <= line <= entry.last
        ]
        for entry in covering:
            entry.used.add(code)
        return bool(covering) and code not in _COMMON

    def findings(self, known: Collection[str], judged: Collection[str], *, require_reasons: bool) -> Iterator[Finding]:
        """What is wrong with the comments; call it after :meth:`covers` saw every finding.

        Only codes in ``judged``, those of the gates that ran, can be found unused.
        """
        for comment in self._unclosed:
            word = "opened" if comment.reach is Reach.END else "closed"
            yield self._malformed(comment, f"`{comment.reach.value}` is never {word}")
        for comment in self._comments:
            for message, suggestion in _problems(comment, known, require_reasons):
                yield self._malformed(comment, message, suggestion)
        for entry in self._ranges:
            for code in entry.comment.codes:
                if code in judged and code not in entry.used and code not in _COMMON:
                    message = f"`{entry.comment.reach.value} {code}` suppresses nothing"
                    yield Finding(self.path, entry.comment.span, UNUSED_SUPPRESSION.name, message)

    def _malformed(self, comment: Suppression, message: str, suggestion: str | None = None) -> Finding:
        return Finding(self.path, comment.span, MALFORMED_SUPPRESSION.name, message, suggestion)


def _problems(comment: Suppression, known: Collection[str], require_reasons: bool) -> Iterator[tuple[str, str | None]]:
    """What is wrong, and what was probably meant."""
    from docsync.suggest import nearest  # noqa: PLC0415 - only a mistake needs it

    word = comment.reach.value
    if comment.reach is Reach.END:
        return
    if comment.reach is Reach.UNKNOWN:
        meant = nearest(comment.directive.replace(":", " ").split()[-1], _DIRECTIVES) or Reach.LINES.value
        yield f"`{comment.directive}` is no directive", f"did you mean `doc-sync: {meant}`?"
    elif not comment.codes:
        yield f"`{word}` names no code", None
    elif require_reasons and not comment.reason:
        yield f"`{word}` gives no reason", None
    for code in comment.codes:
        if code in _COMMON:
            yield f"`{code}` can't be suppressed by a comment", "use `[severity]` or `exclude` in the configuration"
        elif code not in known:
            near = nearest(code, set(known) - _COMMON)
            yield f"`{code}` is no code of a gate", f"did you mean {near}?" if near else None
