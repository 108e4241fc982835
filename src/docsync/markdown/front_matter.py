"""YAML front matter, read as far as records need it: the top-level keys that hold text or a list of texts.

Read from the parser's events, so that every value has a span and nothing is constructed: an alias is never followed,
nesting ends the reading, and hostile front matter costs time in proportion to its length.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from docsync.markdown.document import Document
from docsync.text import SourceText, Span

MAX_LENGTH = 64 * 1024  # characters; the scanner of PyYAML looks back over as much as 1,024 of them
_MAX_DEPTH = 20
_FENCE = "---"


@dataclass(frozen=True, slots=True)
class FrontMatterField:
    """One top-level key: its case-folded name, its texts (one unless it is a list), and where they stand."""

    name: str
    values: tuple[str, ...]
    span: Span
    is_list: bool = False

    @property
    def value(self) -> str:
        """The first text, ``""`` for an empty list."""
        return self.values[0] if self.values else ""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The fields by case-folded name, the first of equal ones, and why reading ended early where it did."""

    fields: Mapping[str, FrontMatterField] = field(default_factory=dict)
    problem: str | None = None


def read_front_matter(source: SourceText, document: Document) -> FrontMatter:
    """The fields of the front matter of ``document``; what cannot be read is left out and told as a problem."""
    if document.front_matter is None:
        return FrontMatter()
    start, end = _inner(source.text, document.front_matter)
    if end - start > MAX_LENGTH:
        return FrontMatter(problem=f"is longer than {MAX_LENGTH:,} characters")
    found: dict[str, FrontMatterField] = {}
    problem = None
    from yaml import YAMLError  # noqa: PLC0415 - most documents have no front matter and need not pay for the import

    try:
        for each in _fields(source.text[start:end], start):
            found.setdefault(each.name, each)
    except YAMLError as error:
        problem = str(getattr(error, "problem", None) or "holds a character that YAML does not allow")
    except _TooDeepError:
        problem = f"nests deeper than {_MAX_DEPTH} levels"
    return FrontMatter(found, problem)


class _TooDeepError(Exception):
    """The front matter nests deeper than anybody writes by hand."""


def _inner(text: str, span: Span) -> Span:
    """What stands between the two fences."""
    start = text.index(_FENCE, span.start) + len(_FENCE)
    end = text.rfind(_FENCE, start, span.end)
    return Span(start, max(start, end))


def _fields(text: str, base: int) -> Iterator[FrontMatterField]:
    nodes = _nodes(text)
    for key, value in zip(nodes, nodes, strict=False):  # one after the other out of the same iterator
        name = getattr(key[0], "value", None)
        is_list = len(value) > 1
        texts = value[1:-1] if is_list else value
        if name is not None and texts and all(hasattr(each, "value") for each in texts) and _is_text(value[0]):
            span = Span(base + texts[0].start_mark.index, base + texts[-1].end_mark.index)
            yield FrontMatterField(name.casefold(), tuple(each.value.strip() for each in texts), span, is_list)


def _is_text(event: Any) -> bool:
    from yaml import events  # noqa: PLC0415 - as above

    return isinstance(event, (events.ScalarEvent, events.SequenceStartEvent))


def _nodes(text: str) -> Iterator[list[Any]]:
    """The events of each key and each value of the top-level mapping, in turn."""
    from yaml import BaseLoader, events, parse  # noqa: PLC0415 - as above

    depth, node = 0, list[Any]()
    for event in parse(text, Loader=BaseLoader):
        if isinstance(event, events.CollectionEndEvent):
            depth -= 1
        if depth > 0:
            node.append(event)
        if depth == 1 and not isinstance(event, events.CollectionStartEvent):
            yield node
            node = []
        if isinstance(event, events.CollectionStartEvent):
            if depth == 0 and not isinstance(event, events.MappingStartEvent):
                return
            depth += 1
        if depth > _MAX_DEPTH:
            raise _TooDeepError
