"""The Python blocks of a document as modules: prompts taken off, continued blocks joined, positions kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from docsync.markdown.document import PythonBlock
from docsync.text import Span

OPT_OUT, CONTINUE = "no-check", "continue"
_PROMPT = re.compile(r"[ \t]*>>>(?: |$)")
_FURTHER = re.compile(r"[ \t]*\.\.\.(?: |$)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of code: its text, the line of the block (from 1) that it stands in, and what stands before it there."""

    text: str
    number: int
    before: int = 0


def is_session(block: PythonBlock) -> bool:
    """Whether the block shows the interactive interpreter: by its language, or by a prompt in its first line."""
    first = next(filter(str.strip, block.text.split("\n")), "")
    return block.words[0] == "pycon" or _PROMPT.match(first) is not None


def lines_of(block: PythonBlock) -> Iterator[Line]:
    """The code in ``block``; of a session what stands after prompts."""
    texts = enumerate(block.text.split("\n"), 1)
    if not is_session(block):
        yield from (Line(text, number) for number, text in texts)
        return
    is_open = False
    for number, text in texts:
        # As in doctest, three dots continue a statement right after a prompt, and are output elsewhere.
        match = _PROMPT.match(text) or (_FURTHER.match(text) if is_open else None)
        is_open = match is not None
        if match:
            yield Line(text[match.end() :], number, match.end())


@dataclass
class Example:
    """Blocks that are one module; each of its lines remembers where it is from."""

    path: str
    blocks: list[PythonBlock] = field(default_factory=list)
    lines: list[tuple[PythonBlock, Line]] = field(default_factory=list)

    def add(self, block: PythonBlock) -> None:
        """Continue with ``block``."""
        self.blocks.append(block)
        self.lines += ((block, line) for line in lines_of(block))

    @property
    def text(self) -> str:
        """The module."""
        return "\n".join(line.text for _, line in self.lines) + "\n"

    def span(self, line: int, column: int) -> Span:
        """Place in the document of a line (from 1) and column (from 0) of the module."""
        block, origin = self.lines[min(max(line, 1), len(self.lines)) - 1]
        offset = block.offset(origin.number, origin.before + column)
        return Span(offset, offset)


def is_checked(block: PythonBlock) -> bool:
    """Whether the block does not opt out."""
    return OPT_OUT not in block.words


def examples(path: str, blocks: Iterable[PythonBlock]) -> Iterator[Example]:
    """The modules that ``blocks`` make; what opts out is left out, and a block after it continues the one before."""
    current: Example | None = None
    for block in blocks:
        if not is_checked(block):
            continue
        if current is None or CONTINUE not in block.words:
            if current is not None:
                yield current
            current = Example(path)
        current.add(block)
    if current is not None:
        yield current
