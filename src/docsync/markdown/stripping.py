"""A text without its front matter, fences of code and comments, as long as it is plain where those begin and end.

Of CommonMark's blocks (sections 4.5 and 4.6) only this has to be known: at the start of a line a fence or a comment
begins, wherever that is not within another one or a block of HTML; it ends with the first line that can end it.
"""

from __future__ import annotations

import re

_OPENING_FRONT_MATTER = re.compile(r"---+")
_FENCE, _COMMENT, _COMMENT_END = "```", "<!--", "-->"
_OPENING = re.compile(rf"\n(?:{_FENCE}[^`\n]*(?=\n)|{_COMMENT})")
_FENCES = (re.compile("`(?=``)"), re.compile("~(?=~~)"))
# Other blocks that may hold blank lines.
_RAW = re.compile(r"<(?:[!?]|(?i:pre|script|style|textarea)\b)")


def front_matter_end(text: str) -> int:
    """Where the YAML front matter of ``text``, with LF line ends, ends; 0 when it has none.

    As mdit-py-plugins reads it: a closing fence is at least as long as the opening one.
    """
    opening = _OPENING_FRONT_MATTER.match(text)
    if opening is None:
        return 0
    fence = re.compile(rf"^(?: {{0,3}}-{{{opening.end()},}}|\.\.\.)[ \t]*$", re.MULTILINE)
    closing = fence.search(text, text.find("\n") + 1 or len(text))
    return min(closing.end() + 1, len(text)) if closing else 0


def strip(text: str) -> str | None:
    """``text``, whose lines end in LF, with a blank line for each fence and comment, and line ends around it.

    None when it is not plain.
    """
    padded = f"\n\n{text[front_matter_end(text) :]}\n\n"
    pieces: list[str] = []
    at = 0
    while opening := _OPENING.search(padded, at):
        before = padded[at : opening.start() + 1]
        end = _block_end(padded, opening)
        # A block of HTML goes on up to the next blank line.
        if end < 0 or "<" in before[before.rfind("\n\n") + 1 :]:
            return None
        pieces.append(before)
        at = end
    pieces.append(padded[at:])
    stripped = "".join(pieces)
    is_plain = not any(fence.search(stripped) for fence in _FENCES) and not _RAW.search(stripped)
    return stripped if is_plain else None


def _block_end(text: str, opening: re.Match[str]) -> int:
    """Where the last line of a fence or comment ends; -1 when that is not plain."""
    is_fence = opening[0].startswith(f"\n{_FENCE}")
    mark = _FENCE if is_fence else _COMMENT_END
    at = text.find(mark, opening.end() if is_fence else opening.end() - len("--"))  # `<!-->` ends as well
    line_end = text.find("\n", at)
    # In browsers `--!>` ends a comment as well, while GitHub's parser goes on with it.
    is_whole = text[at - 1] == "\n" if is_fence else text.find("--!>", opening.end(), at) < 0
    return line_end if at >= 0 and is_whole and not text[at + len(mark) : line_end].strip(" \t") else -1
