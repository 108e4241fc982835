"""Comments that switch the gate off: our own, and those of formatters and linters for line wraps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docsync.markdown.document import Comment

_RULE = r"(?:\s+\S+)*?\s+(?:MD013|line-length)\b.*"
_STARTS = re.compile(
    rf"verify-md-wrap:\s*off|prettier-ignore-start|mdformat\s+off|(?:markdownlint|rumdl)-disable(?:{_RULE})?", re.DOTALL
)
_ENDS = {
    "verify-md-wrap": re.compile(r"verify-md-wrap:\s*on"),
    "prettier": re.compile(r"prettier-ignore-end"),
    "mdformat": re.compile(r"mdformat\s+on"),
    "markdownlint": re.compile(rf"markdownlint-enable(?:{_RULE})?", re.DOTALL),
    "rumdl": re.compile(rf"rumdl-enable(?:{_RULE})?", re.DOTALL),
}
_NEXT_BLOCK = re.compile(
    rf"prettier-ignore|unwrap-ignore|(?:markdownlint|rumdl)-disable-next-line(?:{_RULE})?", re.DOTALL
)
_FILE = re.compile(rf"(?:markdownlint|rumdl)-disable-file(?:{_RULE})?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SwitchedOff:
    """Lines (from 1, both included) in which nothing is joined, and the comment that is never closed, if so."""

    lines: tuple[int, int]
    unclosed: Comment | None = None


def switched_off(comments: Sequence[Comment], last_line: int) -> Iterator[SwitchedOff]:
    """What the comments of a document switch off."""
    opened: dict[str, Comment] = {}
    for comment in comments:
        text = comment.text.strip()
        if _FILE.fullmatch(text):
            yield SwitchedOff((1, last_line))
        elif _NEXT_BLOCK.fullmatch(text) and comment.next_block:
            yield SwitchedOff(comment.next_block)
        elif _STARTS.fullmatch(text):
            opened.setdefault(_tool(text), comment)
        else:
            for tool, end in _ENDS.items():
                if end.fullmatch(text) and tool in opened:
                    yield SwitchedOff((opened.pop(tool).lines[0], comment.lines[1]))
    for comment in opened.values():
        yield SwitchedOff((comment.lines[0], last_line), comment)


def _tool(text: str) -> str:
    return next(tool for tool in _ENDS if text.startswith(tool))
