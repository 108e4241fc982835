"""One reference as it is found: offsets instead of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from docsync.migrate.model import Kind, Policy, Reference
from docsync.text import SourceText, Span


@dataclass(frozen=True, slots=True)
class Found:
    """A reference at ``span``; ``new`` is what to write, or what could be written where it is left."""

    span: Span
    kind: Kind
    new: str
    policy: Policy = Policy.REWRITE
    target: str = ""
    reason: str = ""


def references(path: str, source: SourceText, found: Iterable[Found]) -> Iterator[Reference]:
    """``found`` in the file at ``path``, in the order of its text; of two that overlap the first is taken."""
    end = 0
    for each in sorted(found, key=lambda each: (each.span.start, -each.span.end)):
        old = source.text[slice(*each.span)]
        if each.span.start < end or (each.policy is Policy.REWRITE and each.new == old):
            continue
        end = each.span.end
        line, column = source.lines.position(each.span.start)
        new = each.new or (old if each.policy is Policy.LEAVE else "")
        yield Reference(path, line, column, each.kind, old, new, each.policy, each.target, each.reason)
