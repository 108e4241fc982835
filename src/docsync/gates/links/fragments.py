"""Whether a fragment leads somewhere in its target."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from docsync.corpus import Corpus
from docsync.markdown.anchors import Anchors
from docsync.suggest import AnchorSuggester, Budget
from docsync.tree import Kind

_MAX_DIGITS = 12
_MAX_PAIRS = 25_000_000  # headings before times headings now, up to which renamed ones are looked for
_LINES = re.compile(r"L([0-9]+)(?:C[0-9]+)?(?:-L?([0-9]+)(?:C[0-9]+)?)?")
# Images ignore fragments; the markup formats set anchors by rules of their own, which are not judged.
_NOT_JUDGED = frozenset(
    """.gif .jpeg .jpg .png .svg .webp .ico .pdf
    .adoc .asciidoc .creole .ipynb .mdx .mediawiki .org .pod .rdoc .rst .textile .wiki""".split()
)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a fragment, and the anchor it was renamed to where that is certain."""

    code: str
    message: str
    suggestion: str | None = None
    renamed_to: str | None = None


class FragmentJudge:
    """Judges fragments; keeps what it needs to know of the targets that had a missing one."""

    def __init__(self, corpus: Corpus, budget: Budget, *, html_anchors: bool) -> None:
        self._corpus = corpus
        self._budget = budget
        self._html_anchors = html_anchors
        self._suggesters: dict[str, AnchorSuggester] = {}
        self._renames: dict[str, Mapping[str, str]] = {}

    def judge(self, source: str, target: str, kind: Kind, fragment: str) -> Fault | None:
        """Judge the percent-decoded ``fragment`` of a link from ``source`` to what stands at ``target``."""
        if kind is Kind.DIRECTORY:
            readme = self._corpus.readme(target)
            if readme is None:
                return _without_readme(self._corpus, target, fragment)
            target = readme
        if self._corpus.scope.is_markdown(target):
            return self._judge_markdown(source, target, fragment)
        return _judge_file(self._corpus, target, fragment, html_anchors=self._html_anchors)

    def _judge_markdown(self, source: str, target: str, fragment: str) -> Fault | None:
        if self._corpus.surely_has(target, fragment):
            return None
        anchors, document = self._corpus.anchors(target), self._corpus.document(target)
        if anchors is None or document is None or anchors.has(fragment):
            return None
        if fragment.lower() == "readme" and posixpath.basename(target).lower().startswith("readme."):
            return None
        lines = _LINES.fullmatch(fragment)
        if lines:
            return _judge_lines(lines, document.lines.count, target)
        where = "this document" if target == source else f"`{target}`"
        message = f"no anchor `#{fragment}` in {where}"
        renamed = self._renamed_to(target, fragment, anchors)
        if renamed is not None:
            return Fault("missing-anchor", message, f"renamed to #{renamed}", renamed)
        near = self._suggester(target, anchors).nearest(fragment)
        return Fault("missing-anchor", message, f"did you mean #{near}?" if near else None)

    def _suggester(self, target: str, anchors: Anchors) -> AnchorSuggester:
        if target not in self._suggesters:
            self._suggesters[target] = AnchorSuggester((*anchors.slugs, *sorted(anchors.named)), self._budget)
        return self._suggesters[target]

    def _renamed_to(self, target: str, fragment: str, anchors: Anchors) -> str | None:
        """The anchor that stands now where ``fragment`` stood before the change under way."""
        if target not in self._renames:
            base = self._corpus.base(target)
            before = () if base is None else Anchors.of(base, anchors.flavour).slugs
            self._renames[target] = dict(_renames(before, anchors.slugs))
        return self._renames[target].get(fragment if anchors.flavour.case_sensitive else fragment.lower())


def _renames(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if not before or len(before) * len(after) > _MAX_PAIRS:
        return
    for tag, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "replace" and end - start == new_end - new_start:
            yield from zip(before[start:end], after[new_start:new_end], strict=True)


def _without_readme(corpus: Corpus, directory: str, fragment: str) -> Fault | None:
    names = corpus.tree.children.get(directory, ())
    if not fragment or any(name.lower().startswith("readme.") for name in names):
        return None
    return Fault("missing-anchor", f"`{directory or '.'}/` has no README that `#{fragment}` could be in")


def _judge_file(corpus: Corpus, target: str, fragment: str, *, html_anchors: bool) -> Fault | None:
    if not fragment or posixpath.splitext(target)[1].lower() in _NOT_JUDGED:
        return None
    facts = corpus.target(target)
    if facts.lines is None:
        return None
    lines = _LINES.fullmatch(fragment)
    if lines:
        return _judge_lines(lines, facts.lines, target)
    if facts.ids is not None:
        is_fine = not html_anchors or fragment in facts.ids or fragment == "top"
        return None if is_fine else Fault("missing-anchor", f"no id `{fragment}` in `{target}`")
    return Fault("missing-anchor", f"`{target}` is no Markdown file; only lines such as `#L12` can be anchors in it")


def _judge_lines(fragment: re.Match[str], count: int, target: str) -> Fault | None:
    for text in fragment.groups():
        # Compare lengths first: int() refuses thousands of digits.
        if text is not None and (len(text) > _MAX_DIGITS or not 1 <= int(text) <= count):
            return Fault("line-out-of-range", f"`{target}` has {count} lines, `#{fragment[0]}` is outside")
    return None
