"""Judges the Python blocks of documents: syntax, types, and, on request, the output of sessions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from docsync.finding import Finding
from docsync.gates.pycode.examples import Example, is_checked, is_session, lines_of
from docsync.gates.pycode.options import Options
from docsync.gates.pycode.packages import Packages
from docsync.markdown.document import PythonBlock
from docsync.python.syntax import first_fault
from docsync.text import Span

_SHOWN = 60  # characters of output in a message


def check_syntax(path: str, blocks: Iterable[PythonBlock]) -> Iterator[tuple[PythonBlock, Finding]]:
    """A finding for each block that does not compile."""
    for block in filter(is_checked, blocks):
        example = Example(path)
        example.add(block)
        fault = first_fault(example.text) if example.lines else None
        if fault is not None:
            span = example.span(fault.line, fault.column)
            yield block, Finding(path, span, "code-syntax", f"no Python: {fault.message}", subject=fault.message)


def check_types(found: Sequence[Example], packages: Packages) -> Iterator[Finding]:
    """What the type checker says about ``found``, in one call."""
    from docsync.python.checking import check_types as check  # noqa: PLC0415 - most runs check no types

    texts = tuple(example.text for example in found)
    for fault in check(texts, packages.files, packages.untold, packages.names):
        example = found[fault.example]
        message = f"{fault.message} [{fault.code}]"
        targets = packages.paths_in(example.text)
        yield Finding(
            example.path, example.span(fault.line, fault.column), "code-types", message, None, message, targets
        )


def check_output(found: Sequence[Example], packages: Packages, options: Options) -> Iterator[Finding]:
    """What sessions give when they are run, where that is asked for."""
    sessions = [session for session in map(_session, found) if session.blocks] if "pycon" in options.run else []
    if not sessions:
        return
    from docsync.python.sessions import run_sessions  # noqa: PLC0415 - most runs run nothing

    texts = ["\n\n".join(block.text for block in session.blocks) + "\n" for session in sessions]
    for each in run_sessions(tuple(texts), packages.files):
        session = sessions[each.session]
        message = f"shows {_short(each.shown)}, gives {_short(each.given)}"
        span = _place(session, each.line)
        yield Finding(session.path, span, "code-output", message, None, message, packages.paths_in(session.text))


def _session(example: Example) -> Example:
    """The part of ``example`` that is a session."""
    session = Example(example.path)
    for block in filter(is_session, example.blocks):
        session.add(block)
    return session


def _place(session: Example, line: int) -> Span:
    """Place of a line of the whole text of a session, in which a blank line parts the blocks."""
    lines = [(block, number) for block in session.blocks for number in range(1, block.text.count("\n") + 3)]
    block, number = lines[line - 1]
    before = next((each.before for each in lines_of(block) if each.number == number), 0)
    offset = block.offset(number, before)
    return Span(offset, offset)


def _short(text: str) -> str:
    text = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in " ".join(text.split()))
    if not text:
        return "nothing"
    return f"`{text}`" if len(text) <= _SHOWN else f"`{text[:_SHOWN]}…`"


def check_share(blocks: Sequence[tuple[str, PythonBlock]], options: Options) -> Iterator[Finding]:
    """One finding when too many of all ``blocks`` opt out, at the first of the document that has most of those."""
    unchecked = [(path, block) for path, block in blocks if not is_checked(block)]
    if len(unchecked) <= options.max_unchecked * len(blocks):
        return
    paths = [path for path, _ in unchecked]
    path = max(sorted(set(paths)), key=paths.count)
    first = next(block for at, block in unchecked if at == path)
    message = f"{len(unchecked)} of {len(blocks)} Python blocks are not checked, more than {options.max_unchecked:.0%}"
    yield Finding(path, Span(first.span.start, first.span.start), "code-unchecked", message, subject="no-check")
