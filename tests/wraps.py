"""Helpers of the wrap tests: fix a text as `--fix` does, and compare renderings."""

from __future__ import annotations

from docsync.edits import apply_edits
from docsync.finding import Finding
from docsync.gates.wrap.facts import notes
from docsync.gates.wrap.note import Note
from docsync.gates.wrap.options import Options
from docsync.gates.wrap.proof import Rendering
from docsync.gates.wrap.rules import rules_of
from docsync.markdown.anchors import FLAVOURS
from docsync.markdown.extract import read_document
from docsync.text import BOM, SourceText

PASSES = 5
_NO_BLANKS = str.maketrans("", "", " \t")


def findings(text: str, path: str = "case.md", options: Options | None = None) -> list[Finding]:
    kind = notes(rules_of(options or Options())(path))
    _, found = kind.make(SourceText.from_str(text), FLAVOURS["github"])
    return [Note(*each).at(path) for each in found]


def fixed(text: str, path: str = "case.md", options: Options | None = None) -> str:
    for _ in range(PASSES):
        edits = [edit for finding in findings(text, path, options) for edit in finding.fix]
        if not edits:
            break
        source = SourceText.from_str(text)
        text = BOM * source.bom + apply_edits(source.text, edits)
    return text


def rendering(text: str) -> Rendering:
    source = SourceText.from_str(text)
    front_matter = read_document(source).front_matter
    skip = source.normalized_offset(front_matter.end) if front_matter else 0
    return Rendering.of(source.normalized, skip)


def assert_proved(text: str) -> str:
    """Fixing leaves the rendering, changes only joined lines, and leaves nothing for a second run."""
    result = fixed(text)
    assert rendering(result) == rendering(text)
    assert fixed(result) == result
    assert_only_joins(text, result)
    return result


def assert_only_joins(before: str, after: str) -> None:
    """Every line of ``after`` is a line of ``before``, or several that follow each other put together."""
    old, new = (SourceText.from_str(text).normalized.split("\n") for text in (before, after))
    at = 0
    for line in new:
        if at < len(old) and line == old[at]:
            at += 1
            continue
        assert at < len(old)
        assert line.startswith(old[at].rstrip(" \t"))
        at = _consumed(line, old, at)
    assert at == len(old)


def _consumed(line: str, old: list[str], at: int) -> int:
    """Index of the first old line that is not part of ``line``."""
    wanted = line.translate(_NO_BLANKS)
    position = len(old[at].translate(_NO_BLANKS))
    at += 1
    while position < len(wanted):
        piece = old[at].translate(_NO_BLANKS)
        # A joined line loses its container marks.
        while not wanted.startswith(piece, position):
            assert piece[:1] == ">", (line, old[at])
            piece = piece[1:]
        position += len(piece)
        at += 1
    return at
