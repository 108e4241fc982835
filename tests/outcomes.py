"""What a plan makes of documents that exist only in the test, and what must be the same before and after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import cmarkgfm
from cmarkgfm.cmark import Options
from hypothesis import strategies as st

from docsync.changeset.build import Builder, ChangeSet
from docsync.changeset.check import require_safe
from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.finding import Finding, Severity
from docsync.gates.links import GATE
from docsync.linking.aim import aim, occurrences
from docsync.markdown.anchors import FLAVOURS, Anchors
from docsync.markdown.document import Document
from docsync.text import SourceText
from docsync.tree import Kind

ROOT = "docs/rfc"
_ERRORS = {code.name for code in GATE.codes if code.severity is Severity.ERROR}
_TAG = re.compile(r"<(?!!--)[^>]*>")
_FOOTNOTE_MARK = re.compile(r"<sup.*?</sup>|<a [^>]*footnote-backref.*?</a>")


def errors(corpus: Corpus) -> list[Finding]:
    """The errors of the links gate."""
    return [finding for finding in GATE.check(corpus, GATE.options()) if finding.code in _ERRORS]


def built(corpus: Corpus, plan: Plan) -> ChangeSet:
    """The change set of a plan, which breaks nothing."""
    changes = Builder(corpus, plan).build()
    require_safe(changes, errors)
    return changes


def done(corpus: Corpus, plan: Plan) -> dict[str, str]:
    """Every file as it is afterwards, by its path."""
    after = built(corpus, plan).after
    return {path: after.source.read(path).decode() for path, entry in after.tree.entries.items() if _is_file(entry)}


def _is_file(entry: object) -> bool:
    return getattr(entry, "kind", None) is Kind.FILE


def changed(corpus: Corpus, plan: Plan) -> dict[str, str]:
    """The files that are new or other than before, by path."""
    after = done(corpus, plan)
    return {path: text for path, text in after.items() if _before(corpus, path) != text}


def _before(corpus: Corpus, path: str) -> str | None:
    return corpus.source.read(path).decode() if path in corpus.tree.entries else None


def seen(text: str) -> Counter[str]:
    """What a reader sees of a document as cmark-gfm renders it, line by line; numbers of footnotes left out.

    A link is its text, and a reference that nothing defines shows its brackets. A heading counts without its level.
    """
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    rendered = cmarkgfm.github_flavored_markdown_to_html(text.replace("\r\n", "\n"), options)
    shown = _TAG.sub("", _FOOTNOTE_MARK.sub("", rendered))
    return Counter(" ".join(line.split()) for line in shown.splitlines() if line.strip())


def led_to(corpus: Corpus) -> Iterator[tuple[str, int, str, str]]:
    """For each link with a fragment to a heading: source, its place, target, and the heading's text."""
    for path, document in corpus.documents():
        for number, each in enumerate(occurrences(document)):
            to = aim(path, each.destination, corpus.tree, None)
            if to is None or to.resolution.kind is not Kind.FILE or not to.parts.fragment:
                continue
            anchors, target = corpus.anchors(to.resolution.path), corpus.document(to.resolution.path)
            index = anchors.heading(to.parts.fragment) if anchors else None
            if index is not None and target is not None:
                yield path, number, to.resolution.path, " ".join(target.headings[index].text.split())


def facts(text: str) -> tuple[str, Document]:
    """A text without byte order mark, and its facts."""
    from docsync.markdown.extract import read_document  # noqa: PLC0415 - the parser, for tests that need it

    source = SourceText.from_str(text)
    return source.text, read_document(source)


_WORDS = ("alpha", "beta", "gamma", "delta")
_HEADINGS = ("Context", "Decision", "Consequences", "Context", "1. First part", "Notes `x`")
_PARTS = (
    "A paragraph about {n}, [here]({link}) and [there][{label}].",
    "Shared words that both have.",
    "Shared [link]({link}).",
    "- item {n}\n- item [two][{label}]\n\n  more",
    "1. one {n}\n2. two",
    "```md\n# no heading {n}\n[{label}]: no.md\n```",
    "    # indented {n}",
    "> quoted {n} [{label}]\n> # Quoted heading {n}",
    "| a | b |\n| - | - |\n| {n} | [x]({link}) |",
    '<div>\nraw {n} <a href="{link}">x</a>\n</div>',
    "<h2>Raw heading {n}</h2>",
    "<!-- comment {n} -->",
    "***",
    "With a note {n}.[^{note}]",
    "Plain [{label}] {n} and ![image][{label}] [![{label}]]({link}).",
    "*emphasis {n}* `[{label}]`",
)


@st.composite
def sections(draw: st.DrawFn, targets: tuple[str, ...]) -> str:
    """The sections of a record: headings in both forms, with blocks of every kind below; all labels defined."""
    lines, labels, notes = ["## Context", "## Decision"], set[str](), set[str]()
    for at in range(draw(st.integers(1, 5))):
        heading, level = draw(st.sampled_from(_HEADINGS)), draw(st.integers(2, 4))
        is_setext = level == 2 and draw(st.booleans())
        lines.append(f"{heading}\n---" if is_setext else f"{'#' * level} {heading}")
        for number in range(draw(st.integers(0, 3))):
            label, note = draw(st.sampled_from(_WORDS)), draw(st.sampled_from(("1", "why")))
            part = draw(st.sampled_from(_PARTS))
            labels |= {label} if "{label}" in part else set()
            notes |= {note} if "{note}" in part else set()
            filled = part.replace("{n}", f"{at}.{number} {draw(st.integers(0, 10**6))}")
            filled = filled.replace("{label}", label).replace("{note}", note)
            lines.append(filled.replace("{link}", draw(st.sampled_from(targets))))
    lines += [f"[^{note}]: The note {note} [see][alpha] {draw(st.integers(0, 10**6))}" for note in sorted(notes)]
    labels |= {"alpha"} if notes else set()
    lines += [f"[{label}]: {draw(st.sampled_from(targets))}" for label in sorted(labels)]
    return "\n\n".join(lines) + draw(st.sampled_from(("\n", "", "\n\n")))


def anchors(text: str) -> tuple[str, ...]:
    """The anchors of the headings in a text."""
    return Anchors.of(facts(text)[1], FLAVOURS["github"]).slugs


def with_ends(text: str, *, windows: bool) -> str:
    """``text`` with the line ends of Windows, or as it is."""
    return text.replace("\n", "\r\n") if windows else text
