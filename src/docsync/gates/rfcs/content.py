"""What a record says: its status, its title, its sections."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from docsync.changeset.plan import Written
from docsync.finding import Edit, Finding
from docsync.gates.rfcs.folder import RecordFile
from docsync.gates.rfcs.options import Options
from docsync.rfc.editing.headlines import added_line
from docsync.rfc.naming import RecordName, fold_words, topic_of
from docsync.rfc.record import Section, is_generic, section_name
from docsync.rfc.words import FOLDERS, VERBS
from docsync.suggest import nearest
from docsync.text import Span

_FIRST_WORD = re.compile(r"[\s*_`]*(?P<word>[^\W_]+(?:-[^\W_]+)*)")


def check_content(file: RecordFile, options: Options) -> Iterator[Finding]:
    """Findings about what one record says."""
    yield from _status(file)
    yield from _title(file, options)
    yield from _sections(file, options)


def _status(file: RecordFile) -> Iterator[Finding]:
    match = _FIRST_WORD.match(file.status.value) if file.status else None
    if file.status is None or match is None:
        span = file.status.span if file.status else file.title_span
        fix = _without_status(file, file.status.span if file.status else None)
        yield _status_finding(file, span, "there is no status", f"write `Status: {file.folder}` under the title", fix)
        return
    word = match["word"]
    span = Span(file.status.span.start + match.start("word"), file.status.span.start + match.end("word"))
    is_exact = file.source.text[span.start : span.end] == word  # not so in front matter with quotes or escapes
    if word == file.folder:
        return
    if word.lower() == file.folder:
        fix = (Edit(file.path, span, file.folder),) if is_exact else ()
        yield _status_finding(file, span, f"`{word}` is written `{file.folder}`", None, fix)
    elif word.lower() in FOLDERS:
        suggestion = f"run doc-sync rfc {VERBS[word.lower()]} {file.path}, or write `Status: {file.folder}`"
        yield _status_finding(
            file, file.status.span, f"the status is `{word.lower()}`, the folder `{file.folder}`", suggestion
        )
    else:
        meant = nearest(word.lower(), FOLDERS) or file.folder
        message = f"`{word}` is no status; it is one of {', '.join(FOLDERS)}"
        yield _status_finding(file, file.status.span, message, f"write {meant}, and the rest as a note after it")


def _status_finding(
    file: RecordFile, span: Span, message: str, suggestion: str | None, fix: tuple[Edit, ...] = ()
) -> Finding:
    subject = file.source.text[span.start : span.end] if file.status and file.status.span == span else ""
    return Finding(file.path, span, "rfc-status", message, suggestion, subject, fix=fix)


def _without_status(file: RecordFile, empty: Span | None) -> tuple[Edit, ...]:
    """The edit that writes the line: after an empty ``Status:``, else below the title or the front matter."""
    if empty is not None:
        is_label = file.source.text[: empty.start].endswith((":", "*", "_"))
        return (Edit(file.path, Span(empty.start, empty.start), f" {file.folder}"),) if is_label else ()
    if file.record.title_span is None:
        return ()
    span, pieces = added_line(file.source, file.document, file.record, [Written(f"Status: {file.folder}")])
    return (Edit(file.path, span, "".join(piece.text for piece in pieces if isinstance(piece, Written))),)


def _title(file: RecordFile, options: Options) -> Iterator[Finding]:
    title = file.record.title
    if not title:
        yield file.finding("rfc-title", file.title_span, "there is no title", "start with `# RFC: Topic title`")
    elif is_generic(title, options.generic_titles):
        yield file.finding("rfc-title", file.title_span, f"the title `{title}` names no topic")
    else:
        name = posixpath.basename(file.path)
        words = fold_words(file.name.slug if isinstance(file.name, RecordName) else topic_of(name))
        said = fold_words(title)
        if said and words and said.isdisjoint(words):
            message = f"the title `{title}` shares no word with the file name `{name}`"
            yield file.finding("rfc-title", file.title_span, message, "use words of the file name, or rename the file")


def _sections(file: RecordFile, options: Options) -> Iterator[Finding]:
    for required in options.required_sections:
        names = [section_name(name) for name in required.split("|")]
        found = [section for section in file.record.sections if any(_is_called(section, name) for name in names)]
        shown = " or ".join(f"`{name.strip()}`" for name in required.split("|"))
        if not found:
            yield file.finding("rfc-sections", file.title_span, f"the section {shown} is missing")
        elif all(section.is_empty for section in found):
            yield file.finding("rfc-sections", found[0].span, f"the section `{found[0].title}` is empty")


def _is_called(section: Section, name: str) -> bool:
    title = section_name(section.title)
    return title == name or (bool(name) and title.startswith(name) and not title[len(name)].isalnum())
