"""Findings and reports to print, and what no output for people may hold."""

from __future__ import annotations

import unicodedata
from dataclasses import fields, replace
from typing import Any

from docsync.finding import Code, Edit, Finding, Located, Severity
from docsync.report import Report
from docsync.text import Position, Span

CODES = {
    "missing-file": Code("missing-file", Severity.ERROR, "A link leads to no file.", "Name a tracked file."),
    "bare-mention": Code("bare-mention", Severity.NOTICE, "A path stands without a link.", "Link it."),
    "hard-wrap": Code("hard-wrap", Severity.OFF, "A paragraph has line breaks.", "Join the lines."),
}
ERROR = Located(
    Finding("docs/guide.md", Span(0, 0), "missing-file", "`old.md` does not exist", subject="old.md"),
    start=Position(3, 5),
    end=Position(3, 12),
    severity=Severity.ERROR,
)


def changed(located: Located, **changes: Any) -> Located:
    """``located`` with other values, some of them its finding's."""
    own = {field.name for field in fields(Located)} & changes.keys()
    finding = replace(located.finding, **{name: value for name, value in changes.items() if name not in own})
    return replace(located, **{"finding": finding} | {name: changes[name] for name in own})


NOTICE = changed(
    ERROR, start=Position(7, 1), end=Position(9, 2), code="bare-mention", severity=Severity.NOTICE, message="`new.md`"
)
SUGGESTED = changed(ERROR, suggestion="did you mean `new.md`?", fix=(Edit("docs/guide.md", Span(0, 6), "new.md"),))

# (a hostile path, the same made visible)
HOSTILE = [
    ("\x1b[31mred.md", r"\x1b[31mred.md"),
    ("two\nlines.md", r"two\nlines.md"),
    ("back\rover\t.md", r"back\rover\t.md"),
    ("\x00\x7f.md", r"\x00\x7f.md"),
    ("csi\x9b31m.md", r"csi\u009b31m.md"),
    ("next\x85line.md", r"next\u0085line.md"),
    ("\u2028\u2029.md", r"\u2028\u2029.md"),
    ("gpj.\u202edm.md", r"gpj.\u202edm.md"),
    ("\u2066\u200f\u061c.md", r"\u2066\u200f\u061c.md"),
    ("\udcff\udc80.md", r"\xff\x80.md"),
    ("\ud800.md", r"\ud800.md"),
    ("\ufffe\uffff.md", r"\ufffe\uffff.md"),
]
# (a name that holds nothing to escape)
HARMLESS = ["docs/guide.md", "Übersicht.md", "日本語.md", "👩‍💻.md", r"a\nb.md", "%0A.md", ""]


def report(*findings: Located, documents: int = 1, hidden: int = 0) -> Report:
    return Report(findings, CODES, documents=documents, hidden=hidden)


def unsafe(text: str) -> list[str]:
    """The characters of ``text`` that steer a terminal or hide, by Unicode's own categories."""
    bidi = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    return [
        character
        for character in text
        if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} or unicodedata.bidirectional(character) in bidi
    ]
