"""What is certain of a text without a parser: anchors, that references have definitions, that no line goes on.

Where a line starts with no blank and has a blank line before it, a block of its own starts, whatever stands above it
(CommonMark, section 5.1: such a line continues no container). Only there headings, ids and definitions are taken for
certain, and only where nothing in them could be read in another way; a reference on a line that surely is prose.

All texts are stripped of their fences and comments (:func:`docsync.markdown.stripping.strip`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from docsync.markdown.anchors import Anchors, Flavour
from docsync.markdown.search import Definition, Written, normalized

_LETTERS = r"A-Za-z0-9\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3"
# Marks that mean nothing in Markdown; an ampersand or colon that starts neither an entity nor an emoji.
_HEADING = re.compile(rf"\n\n#{{1,6}} ((?:[{_LETTERS} .,;?'\"()/+=%-]++|[&:](?=[ \n])|`[\w./()-]++`)++)(?=\n)")
_NAMED = re.compile(r'\n\n<a (?:id|name)="([A-Za-z][\w.-]*)"></a>')
# Of ASCII, since parsers do not agree on how to compare other labels.
_LABEL = r"\[(?!\^)(?= *[^ \]])([ -;=-Z^_a-~]{1,200})\]"
_DEFINITION = re.compile(rf'{_LABEL}: (?![^ \n]*&#)[^\s<\\()`\x00-\x1f\x7f]++(?: "[^"\\\n`]*")?')
_DEFINITIONS = rf"{_DEFINITION.pattern}(?:\n{_DEFINITION.pattern})*+"
_DEFINED = re.compile(rf"\n\n({_DEFINITIONS})(?=\n\n)")
# The text of an item; what is left of `- - -` makes it a line between blocks.
_ITEM = r"(?!(?:[-*] *)++\n)\S[^\n]*+"
# Items one after the other. Those inside others have one indentation: one deeper by itself may go on with their text.
_BULLETS = rf"[-*+] {_ITEM}(?:\n[-*+] {_ITEM})*+(?:\n( {{2,4}})[-*+] {_ITEM}(?:\n(?:\1)?[-*+] {_ITEM})*+)?+"
_NUMBER = r"\d{1,2}[.)]"
_NUMBERS = (
    rf"{_NUMBER} {_ITEM}(?:\n{_NUMBER} {_ITEM})*+"
    rf"(?:\n( {{3,4}})[-*+] {_ITEM}(?:\n(?:\2[-*+]|{_NUMBER}) {_ITEM})*+)?+"
)
# Headings, and what up to a blank line consists of items or definitions: no line goes on with the one before.
_SEPARATE = re.compile(rf"\n(?=\n)(?:\n#{{1,6}} [^\n]*+)*+(?:\n(?:{_BULLETS}|{_NUMBERS}|{_DEFINITIONS})(?=\n\n))?")
_TABLE = re.compile(r"\n(?=\n)\n(\|[^\n`\\]*\|)\n(\|(?: *:?-+:? *\|)++)(?:\n\|(?=[^\n]*[^|\s])[^\n]*+)*+(?=\n\n)")
_TWO_LINES = re.compile(r"\n(?<=[^\n]\n)[ \t]*[^ \t\n]")
_CODE, _CODE_MARK = re.compile(r"`[^`\n|]+`"), "\0"  # which no text holds
# A tag in which something else than text may stand, or which does not end on its line.
_DOUBTFUL_TAG = re.compile(r"""<[A-Za-z/](?!(?:[^<>"'`\n]|"[^<>"`\n]*"|'[^<>'`\n]*')*+>)""")
# A line that may start a block of HTML, to which the next one belongs.
_HTML = re.compile(r"\n[ \t>*+.)\d-]*<[A-Za-z/][^\n]*\n[^\n]")
_IMAGE, _PLAIN_IMAGE = re.compile(r"!(?=\[)"), re.compile(r"!(?=\[[^\[\]\n]*\])")
_USE, _PLAIN_USE = re.compile(r"\](?=\[)"), re.compile(r"\](?=\[)\[([^\[\]\n]*)\]")
_SPACED = re.compile(r"\](?= \()")
_REFERENCE = re.compile(rf"\[(?<!\S\[)([^\[\]\\\n`<]+)\](?:{_LABEL}|(?![\[(:]))")
_PROSE = re.compile(r"(?:(?:[-*+] |\d{1,9}[.)] )[A-Za-z(]|[A-Za-z\[(_\"\0]|\*(?=\S))[^<\\|\n]*")


def certain_anchors(text: str, flavour: Flavour) -> Anchors:
    """Anchors that a text has; it may have more."""
    headings = (each.replace("`", "").strip() for each in _HEADING.findall(text))
    return Anchors.made_of(headings, _NAMED.findall(text), flavour)


def has_two_lines(text: str) -> bool:
    """Whether a line follows another one without a blank line between them; in any text."""
    return _TWO_LINES.search(text) is not None


def may_have_breaks(text: str) -> bool:
    """Whether a line may end within a paragraph or heading."""
    left = _TABLE.sub(lambda table: "\n" if table[1].count("|") == table[2].count("|") else table[0], text)
    return has_two_lines(_SEPARATE.sub("\n", left))


def has_sound_references(text: str, written: Written) -> bool:
    """Whether each reference has a definition, and each definition is used and the only one of its label."""
    if written.odd or written.footnotes or "\\" in text or _DOUBTFUL_TAG.search(text):
        return False
    prose = _CODE.sub(_CODE_MARK, text)
    labels = _certain_labels(text, written.definitions)
    used = list(map(_label, _PLAIN_USE.findall(prose)))
    if "`" in prose or _SPACED.search(prose) or len(used) != len(_USE.findall(prose)) or not labels.issuperset(used):
        return False
    return not written.definitions or (bool(labels) and labels.issubset(_certain_uses(prose, labels)))


def _certain_labels(text: str, definitions: Sequence[Definition]) -> set[str]:
    """The labels of all definitions, normalised; none unless each is one for certain, and the only one of its label."""
    first = min((each.start for each in definitions), default=len(text))
    blocks = (match[1] for match in _DEFINED.finditer(text, max(0, text.rfind("\n\n", 0, first))))
    labels = [_label(label) for block in blocks for label in _DEFINITION.findall(block)]
    is_known = labels == [each.label for each in definitions] and None not in {each.destination for each in definitions}
    return set(labels) if is_known and len(set(labels)) == len(labels) else set()


def _label(written: str) -> str:
    """As labels are compared; empty, which none is, for one that parsers may compare in another way."""
    return normalized(written) if written.isascii() else ""


def _certain_uses(prose: str, labels: Collection[str]) -> Iterator[str]:
    """Those of ``labels`` that are used by references on lines that are prose for certain."""
    if _HTML.search(prose):
        return
    if len(_IMAGE.findall(prose)) != len(_PLAIN_IMAGE.findall(prose)):
        return  # a reference in the text of an image is none
    visible = _DEFINED.sub("\n", prose)
    line_end, is_prose = -1, False
    for match in _REFERENCE.finditer(visible):
        label = _label(match[2] or match[1])
        if label in labels and match.start() > line_end:
            line = _PROSE.match(visible, visible.rfind("\n", 0, match.start()) + 1)
            line_end = visible.find("\n", match.start())
            is_prose = line is not None and line.end() == line_end
        if label in labels and is_prose:
            yield label
