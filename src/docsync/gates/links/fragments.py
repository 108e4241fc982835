"""Whether a fragment leads somewhere in its target."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from docsync.corpus import Corpus
from docsync.markdown.anchors import Anchors
from docsync.suggest import nearest_anchor
from docsync.tree import Kind

_MAX_DIGITS = 12
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


def judge_fragment(
    corpus: Corpus, source: str, target: str, kind: Kind, fragment: str, *, html_anchors: bool
) -> Fault | None:
    """Judge the percent-decoded ``fragment`` of a link from ``source`` to what stands at ``target``."""
    if kind is Kind.DIRECTORY:
        readme = corpus.readme(target)
        if readme is None:
            return _without_readme(corpus, target, fragment)
        target = readme
    if corpus.scope.is_markdown(target):
        return _judge_markdown(corpus, source, target, fragment)
    return _judge_file(corpus, target, fragment, html_anchors=html_anchors)


def _without_readme(corpus: Corpus, directory: str, fragment: str) -> Fault | None:
    names = corpus.tree.children.get(directory, ())
    if not fragment or any(name.lower().startswith("readme.") for name in names):
        return None
    return Fault("missing-anchor", f"`{directory or '.'}/` has no README that `#{fragment}` could be in")


def _judge_markdown(corpus: Corpus, source: str, target: str, fragment: str) -> Fault | None:
    anchors, document = corpus.anchors(target), corpus.document(target)
    if anchors is None or document is None or anchors.has(fragment):
        return None
    if fragment.lower() == "readme" and posixpath.basename(target).lower().startswith("readme."):
        return None
    lines = _LINES.fullmatch(fragment)
    if lines:
        return _judge_lines(lines, document.lines.count, target)
    where = "this document" if target == source else f"`{target}`"
    message = f"no anchor `#{fragment}` in {where}"
    renamed = _renamed_to(corpus, target, fragment, anchors)
    if renamed is not None:
        return Fault("missing-anchor", message, f"renamed to #{renamed}", renamed)
    near = nearest_anchor(fragment, [*anchors.slugs, *sorted(anchors.named)])
    return Fault("missing-anchor", message, f"did you mean #{near}?" if near else None)


def _renamed_to(corpus: Corpus, target: str, fragment: str, anchors: Anchors) -> str | None:
    """The anchor that stands now where ``fragment`` stood before the change under way."""
    base = corpus.base(target)
    if base is None:
        return None
    flavour = corpus.scope.flavour
    before = Anchors.of(base, flavour).slugs
    slug = fragment if flavour.case_sensitive else fragment.lower()
    if slug not in before:
        return None
    at = before.index(slug)
    for tag, start, end, new_start, new_end in SequenceMatcher(
        None, before, anchors.slugs, autojunk=False
    ).get_opcodes():
        if tag == "replace" and start <= at < end and end - start == new_end - new_start:
            return anchors.slugs[new_start + at - start]
    return None


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
