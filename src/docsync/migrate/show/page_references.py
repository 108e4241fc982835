"""The references of the page: by file, each before and after, with what differs marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from docsync.migrate.model import Kind, Policy, Reference
from docsync.migrate.show.fragments import NOTHING, Html, escaped, fill, joined
from docsync.migrate.show.overview import Overview, reasons
from docsync.reporters.text import counted

_TOKEN = re.compile(r"\w+|\W")
_KINDS = {
    Kind.LINK: "link",
    Kind.TEXT: "link text",
    Kind.MENTION: "mention",
    Kind.CODE: "in code",
    Kind.PATH: "path",
}


def references_section(overview: Overview) -> Html:
    """Counts, the reasons for what is left, and every reference in a list of its file that opens."""
    found = sorted(overview.migration.references, key=lambda each: (each.file, each.line, each.column))
    files = [(path, list(group)) for path, group in groupby(found, key=lambda each: each.file)]
    total = f"{counted(len(found), 'reference')} in {counted(len(files), 'file')}"
    return fill(
        "references",
        heading=total if found else "No references",
        reasons=_reasons(found),
        controls=fill("reference-controls") if found else NOTHING,
        files=joined(_file(path, group) for path, group in files),
    )


def _reasons(references: Sequence[Reference]) -> Html:
    rows = [
        fill("reason-row", name=name if number == 0 else "", reason=reason or "no reason given", count=f"{count:,}")
        for policy, name in ((Policy.LEAVE, "Left alone"), (Policy.REWRITE, "Rewritten, but unusual"))
        for number, (reason, count) in enumerate(
            each for each in reasons(references, policy) if each[0] or policy is Policy.LEAVE
        )
    ]
    return fill("reasons", rows=joined(rows)) if rows else NOTHING


def _file(path: str, references: Sequence[Reference]) -> Html:
    rewritten = sum(each.policy is Policy.REWRITE for each in references)
    left = len(references) - rewritten
    classes = [name for name, number in (("has-rewritten", rewritten), ("has-left", left)) if number]
    counts = [f"{number:,} {name}" for name, number in (("rewritten", rewritten), ("left alone", left)) if number]
    return fill(
        "reference-file",
        classes=" ".join(classes),
        path=path,
        counts=", ".join(counts),
        references=joined(map(_reference, references)),
    )


def _reference(reference: Reference) -> Html:
    is_left = reference.policy is Policy.LEAVE
    return fill(
        "reference",
        policy="left" if is_left else "rewritten",
        place=f"{reference.line}:{reference.column}",
        kind=_KINDS[reference.kind],
        diff=fill("kept-text", text=reference.old) if is_left else joined(_diff(reference.old, reference.new)),
        reason=fill("reason", text=reference.reason) if reference.reason else NOTHING,
    )


def _diff(old: str, new: str) -> Iterator[Html]:
    start, end = common(old, new)
    for name, text in (("old-text", old), ("new-text", new)):
        changed = text[start : len(text) - end]
        marked = fill("changed", text=changed) if changed else NOTHING
        yield fill(name, text=joined((escaped(text[:start]), escaped(marked), escaped(text[len(text) - end :])), ""))


def common(old: str, new: str) -> tuple[int, int]:
    """How many characters both start with, and end with after that, in whole words."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    return sum(map(len, before[:start])), sum(map(len, before[len(before) - end :]))


def _shared(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = zip(first, second, strict=False)
    return next((number for number, (one, two) in enumerate(pairs) if one != two), min(len(first), len(second)))
