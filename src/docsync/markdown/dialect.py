"""Where GitHub's parser (cmark-gfm) starts blocks at other lines than markdown-it: block rules adapted to it.

All of this is about lines that may or may not interrupt a paragraph. CommonMark 0.31 section 5.1 ("laziness") and
4.7 settle most of it; that a tag on a lazy line starts an HTML block is cmark-gfm's own habit.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

# A block rule of markdown-it: (state, first line, line after the last, only look whether it matches).
BlockRule: TypeAlias = Callable[[Any, int, int, bool], bool]

CODE_INDENT = 4
_SETEXT_UNDERLINE = re.compile(r"(?:-+|=+)[ \t]*")
_DELIMITERS = re.compile(r"[|:\- \t]+")
_NOWHERE = (-1, 0)
_INDENTS, _DEFINITION_END = "docsync.indents", "docsync.definition_end"
_INDENTED_MARKS = "docsync.indented_marks"


def adapt(name: str, rule: BlockRule, lone_tag: re.Pattern[str], *, interrupts: bool) -> BlockRule:
    """The block rule ``name`` as GitHub has it.

    ``lone_tag`` matches a line that starts an HTML block of kind 7; ``interrupts``: it may end another block.
    """
    for wrapper in _wrappers(lone_tag).get(name, ()):
        rule = wrapper(rule)
    return _minding_laziness(rule) if interrupts else rule


def _wrappers(lone_tag: re.Pattern[str]) -> Mapping[str, Sequence[Callable[[BlockRule], BlockRule]]]:
    """What is put around each block rule, innermost first."""
    interrupting_lazily = partial(_interrupting_lazily, lone_tag=lone_tag)
    return {
        "table": [_not_at_setext_underline, _ending_at_a_lone_pipe],
        "code": [_not_after_a_definition],
        "html_block": [interrupting_lazily, _interrupting_a_definition],
        "reference": [_remembering_its_end, _continuing_a_definition],
        "lheading": [_continuing_a_definition],
        "list": [_interrupting_a_definition, _remembering_indents],
        "blockquote": [_without_indented_marks, partial(_remembering_indents, is_quote=True)],
        "footnote_def": [_remembering_indents],
    }


def setext_underline(state: Any, start: int, _end: int, silent: bool) -> bool:
    """A rule that starts no block, but ends the definition above it: ``[a]:`` above ``===`` is a heading."""
    return silent and line_text(state, start).rstrip(" \t").strip("=") == "" and not state.is_code_block(start)


def line_text(state: Any, line: int) -> str:
    """The line without container marks, indentation and line end."""
    return str(state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]])


def _minding_laziness(rule: BlockRule) -> BlockRule:
    """A line that belongs to no container so deep is indented too far to interrupt the paragraph it continues."""

    def adapted(state: Any, start: int, end: int, silent: bool) -> bool:
        return not (silent and _is_bound_to_continue(state, start)) and rule(state, start, end, silent)

    return adapted


def _is_bound_to_continue(state: Any, line: int) -> bool:
    indent = state.sCount[line]
    if indent >= state.blkIndent:
        return False
    # markdown-it marks a line with -1 once an outer quote has found nothing that could start there.
    return bool(indent < 0 or indent - _indent_around(state, indent) >= CODE_INDENT)


def _indent_around(state: Any, indent: int) -> int:
    """Indent of the innermost container that a line with ``indent`` blanks belongs to."""
    frames = state.env.get(_INDENTS, ((),))
    # While a quote looks for its last line, it counts as outside; in its content, the indents start anew.
    frame = frames[-2] if state.parentType == "blockquote" and len(frames) > 1 else frames[-1]
    return max((outer for outer in frame if outer <= indent), default=0)


def _remembering_indents(rule: BlockRule, *, is_quote: bool = False) -> BlockRule:
    """Keep the indents of the containers around, one frame for each quote, whose marks they are counted from."""

    def adapted(state: Any, start: int, end: int, silent: bool) -> bool:
        if silent:
            return rule(state, start, end, silent)
        frames = state.env.get(_INDENTS, ((),))
        state.env[_INDENTS] = (*frames, ()) if is_quote else (*frames[:-1], (*frames[-1], state.blkIndent))
        try:
            return rule(state, start, end, silent)
        finally:
            state.env[_INDENTS] = frames

    return adapted


def _not_at_setext_underline(rule: BlockRule) -> BlockRule:
    """``a|`` above ``--`` is a heading: the underline is tried before the table."""

    def adapted(state: Any, start: int, end: int, silent: bool) -> bool:
        if start + 1 < end and _SETEXT_UNDERLINE.fullmatch(line_text(state, start + 1)):
            return False
        return rule(state, start, end, silent)

    return adapted


def _ending_at_a_lone_pipe(rule: BlockRule) -> BlockRule:
    """A pipe alone on its line is no row."""

    def adapted(state: Any, start: int, end: int, silent: bool) -> bool:
        return rule(state, start, end if silent else _end_of_rows(state, start, end), silent)

    return adapted


def _end_of_rows(state: Any, start: int, end: int) -> int:
    if start + 1 < end and _DELIMITERS.fullmatch(line_text(state, start + 1)):
        for line in range(start + 2, end):
            text = line_text(state, line).rstrip(" \t")
            if text in ("", "|"):
                return line
    return end


def _interrupting_lazily(rule: BlockRule, lone_tag: re.Pattern[str]) -> BlockRule:
    """Any tag that stands alone on a line outside the paragraph's container starts an HTML block."""

    def adapted(state: Any, start: int, end: int, silent: bool) -> bool:
        if rule(state, start, end, silent):
            return True
        is_lazy = silent and (state.parentType == "blockquote" or state.sCount[start] < state.blkIndent)
        return is_lazy and not state.is_code_block(start) and bool(lone_tag.match(line_text(state, start)))

    return adapted


def _without_indented_marks(rule: BlockRule) -> BlockRule:
    """A ``>`` behind four blanks does not carry a quote on."""

    def adapted(state: Any, start: int, end: int, silent: bool) -> bool:
        if silent or not line_text(state, start).startswith(">"):
            return rule(state, start, end, silent)
        indented = {line: state.sCount[line] for line in _indented_marks(state, start, end)}
        for line in indented:
            state.sCount[line] = -1
        try:
            return rule(state, start, end, silent)
        finally:
            for line, indent in indented.items():
                state.sCount[line] = indent

    return adapted


def _indented_marks(state: Any, start: int, end: int) -> Sequence[int]:
    """Lines with an indented ``>`` between ``start`` and the next blank line; looked for once for all quotes there."""
    seen = state.env.setdefault(_INDENTED_MARKS, {})
    key = (len(state.env.get(_INDENTS, ((),))), state.blkIndent, end)
    found: Sequence[int]
    first, stop, found = seen.get(key, (0, 0, ()))
    if not first <= start < stop:
        stop = next((line for line in range(start + 1, end) if state.isEmpty(line)), end)
        lines = range(start + 1, stop)
        found = [line for line in lines if state.is_code_block(line) and line_text(state, line).startswith(">")]
        seen[key] = (start, stop, found)
    return found[bisect_right(found, start) :]


def _remembering_its_end(rule: BlockRule) -> BlockRule:
    def adapted(state: Any, start: int, end: int, silent: bool) -> bool:
        found = rule(state, start, end, silent)
        if found and not silent:
            state.env[_DEFINITION_END] = (state.line, len(state.tokens))
            if state.sCount[state.line] < 0:  # a lazy line: text of the paragraph that the definition began
                state.sCount[state.line] = state.blkIndent + CODE_INDENT
        return found

    return adapted


def _not_after_a_definition(rule: BlockRule) -> BlockRule:
    """A definition is the start of a paragraph: no code comes next."""
    return _after_a_definition(rule, lambda _state, _start, _end, _is_outside: False)


def _continuing_a_definition(rule: BlockRule) -> BlockRule:
    """What goes on in the paragraph that a definition began, however far it is indented."""

    def next_line(state: Any, start: int, end: int, is_outside: bool) -> bool:
        return not is_outside and _without_indent(rule, state, start, end)

    return _after_a_definition(rule, next_line)


def _interrupting_a_definition(rule: BlockRule) -> BlockRule:
    """What does not interrupt a paragraph does not interrupt a definition either."""

    def next_line(state: Any, start: int, end: int, is_outside: bool) -> bool:
        return (is_outside or _interrupts(rule, state, start, end)) and rule(state, start, end, False)

    return _after_a_definition(rule, next_line)


def _after_a_definition(rule: BlockRule, next_line: BlockRule) -> BlockRule:
    """Judge the line after a definition by ``next_line``, which is told whether it left the definition's container."""

    def adapted(state: Any, start: int, end: int, silent: bool) -> bool:
        line, count = state.env.get(_DEFINITION_END, _NOWHERE)
        since = state.tokens[count:] if start == line else []
        if silent or start != line or any(token.nesting >= 0 for token in since):
            return rule(state, start, end, silent)
        return next_line(state, start, end, bool(since))

    return adapted


def _without_indent(rule: BlockRule, state: Any, start: int, end: int) -> bool:
    indent, state.sCount[start] = state.sCount[start], state.blkIndent
    try:
        return rule(state, start, end, False)
    finally:
        state.sCount[start] = indent


def _interrupts(rule: BlockRule, state: Any, start: int, end: int) -> bool:
    around, state.parentType = state.parentType, "paragraph"
    try:
        return rule(state, start, end, True)
    finally:
        state.parentType = around
