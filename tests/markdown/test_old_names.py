"""Former ids, and where ids are names."""

from __future__ import annotations

import pytest

from docsync.markdown.document import Document
from docsync.markdown.extract import read_document
from docsync.markdown.old_names import former_ids, naming_spans
from docsync.text import SourceText

HEADS = [
    ("# T\n\nFormerly: ADR 0011, RFC 005\n", ["ADR 11", "RFC 5"]),
    ("# T\n\n**FORMERLY:** ADRs 11 and 12\n", ["ADR 11", "ADR 12"]),
    ("# T\n\nFormerly: adr-0020, ADR 3–6\n", ["ADR 20", "ADR 3", "ADR 6", "ADR 4", "ADR 5"]),
    ("# T\n\nFormerly: [ADR-0011](x.md)\nformerly: ADR 11\n", ["ADR 11"]),
    ("# T\n\nFormerly: nothing\n", []),
    ("# T\n\nFormerly:\n", []),
    ("# T\n\nADR 11\n", []),
    ("# T\n\n## Section\n\nFormerly: ADR 11\n", []),
]


def facts(text: str) -> Document:
    return read_document(SourceText.from_str(text))


@pytest.mark.parametrize(("text", "expected"), HEADS)
def test_former_ids(text: str, expected: list[str]) -> None:
    assert [f"{each.kind} {each.number}" for each in former_ids(facts(text))] == expected


OPEN, END = "<!-- doc-sync: rfc-aliases -->\n\n", "\n\n<!-- doc-sync: end -->\n\n"
TABLES = [
    (f"# T\n\na\n\n{OPEN}b{END}c\n", ["b"]),
    (f"# T\n\n{OPEN}b{END}c\n\n{OPEN}d{END}e{END}", ["b", "d"]),
    (f"{OPEN}{OPEN}b{END}", ["b"]),
    ("> " + f"{OPEN}b{END}".replace("\n", "\n> "), []),
    (f"{OPEN}> <!-- doc-sync: end -->\n\nb{END}", ["> <!-- doc-sync: end -->\n\nb"]),
    (f"# T\n\nFormerly: a\n\n{OPEN}b{END}", ["a", "b"]),
    (f"{OPEN}Formerly: a{END}", ["Formerly: a"]),
    (f"a{END}b\n\n{OPEN}c\n", []),
]


@pytest.mark.parametrize(("text", "expected"), TABLES)
def test_naming_spans(text: str, expected: list[str]) -> None:
    assert [text[slice(*span)].strip() for span in naming_spans(facts(text))] == expected
