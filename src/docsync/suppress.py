"""Applies suppression comments to findings, and reports those that are wrong or no longer needed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from docsync.codes import MALFORMED_SUPPRESSION, UNUSED_SUPPRESSION
from docsync.finding import Code, Finding
from docsync.markdown.document import Document, Reach, Suppression


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
            elif opened:
                start = opened.pop()
                ranges.append(_Range(start, line_of(start.span.start), line_of(comment.span.end)))
            else:
                unopened.append(comment)
        return cls(path, ranges, [*opened, *unopened], document.suppressions)

    def covers(self, code: str, line: int) -> bool:
        """Whether a finding ``code`` on ``line`` is suppressed; remembers that the comment was needed."""
        covering = [
            entry for entry in self._ranges if code in entry.comment.codes and entry.first <= line <= entry.last
        ]
        for entry in covering:
            entry.used.add(code)
        return bool(covering)

    def findings(self, known: Collection[str], judged: Collection[str], *, require_reasons: bool) -> Iterator[Finding]:
        """What is wrong with the comments; call it after :meth:`covers` saw every finding.

        Only codes in ``judged``, those of the gates that ran, can be found unused.
        """
        for comment in self._unclosed:
            word = "opened" if comment.reach is Reach.END else "closed"
            yield self._finding(MALFORMED_SUPPRESSION, comment, f"`{comment.reach.value}` is never {word}")
        for comment in self._comments:
            for problem in _problems(comment, known, require_reasons):
                yield self._finding(MALFORMED_SUPPRESSION, comment, problem)
        for entry in self._ranges:
            for code in entry.comment.codes:
                if code in judged and code not in entry.used:
                    message = f"`{entry.comment.reach.value} {code}` suppresses nothing"
                    yield self._finding(UNUSED_SUPPRESSION, entry.comment, message)

    def _finding(self, code: Code, comment: Suppression, message: str) -> Finding:
        return Finding(self.path, comment.span, code.name, message, subject=message)


def _problems(comment: Suppression, known: Collection[str], require_reasons: bool) -> Iterator[str]:
    if comment.reach is Reach.END:
        return
    if not comment.codes:
        yield f"`{comment.reach.value}` names no code"
    for code in comment.codes:
        if code not in known:
            yield f"`{code}` is no code of a gate"
    if require_reasons and not comment.reason:
        yield f"`{comment.reach.value}` gives no reason"
