"""What the wrap gate finds in a text, as a kind of facts: made by many processes, remembered by content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from hashlib import sha1
from typing import TYPE_CHECKING, Any

from docsync.facts import DOCUMENT, Kind
from docsync.finding import Finding
from docsync.gates.wrap.note import Note
from docsync.gates.wrap.options import Options
from docsync.gates.wrap.rules import Rules, rules_of
from docsync.markdown.anchors import Flavour
from docsync.text import SourceText

if TYPE_CHECKING:
    from docsync.corpus import Corpus

_ENOUGH = 80_000  # bytes; one takes three times as long as to parse the text


def findings(corpus: Corpus, paths: Sequence[str], options: Options) -> Iterator[Finding]:
    """What is found in the files at ``paths``, in their order."""
    of_path = rules_of(options)
    by_rules: dict[Rules, list[str]] = {}
    for path in paths:
        by_rules.setdefault(of_path(path), []).append(path)
    found: dict[str, Any] = {}
    for rules, inside in by_rules.items():
        found.update(corpus.facts(notes(rules), inside))
    for path in paths:
        yield from (Note(*each).at(path) for each in found.get(path, ()))


@cache
def notes(rules: Rules) -> Kind:
    """The kind of facts: the lines and a tuple of notes, each as a plain tuple. Its name tells ``rules``."""
    digest = sha1(repr(rules).encode(), usedforsecurity=False).hexdigest()
    return Kind(f"wrap-{digest[:16]}", partial(_make, rules), _ENOUGH, "tuple", parses=True)


def _make(rules: Rules, source: SourceText, flavour: Flavour) -> Any:
    from docsync.gates.wrap.judge import judge  # noqa: PLC0415 - where all is remembered, no parser is needed

    document = DOCUMENT.make(source, flavour)
    return document.lines, tuple(map(tuple, judge(source, document, rules)))
