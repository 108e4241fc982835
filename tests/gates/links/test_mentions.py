from __future__ import annotations

import pytest

from docsync.gates.links import GATE
from memory import corpus_of, findings

RECORDS: dict[str, str | bytes | None] = {
    "docs/adr/0001-first.md": "# ADR-0001: First\n\nThis ADR-1 itself.\n",
    "docs/adr/0002-second.md": "# 2. Second\n",
    "docs/adr/0003-twice.md": "",
    "docs/adr/0003-again.md": "",
    "docs/rfc/0005-idea.md": "",
    "docs/rfc/0007-a b.md": "",
    "docs/adr/template.md": "",
    "docs/adr/0001-first.png": b"\0",
    "docs/adr/0004-folder/README.md": "",
}

# Text of docs/x.md; code, subject and rewritten text of each finding.
CASES = [
    ("See ADR-0002.", [("bare-mention", "ADR-0002", "[ADR-0002](adr/0002-second.md)")]),
    ("See ADR 2", [("bare-mention", "ADR 2", "[ADR 2](adr/0002-second.md)")]),
    ("# About ADR-2", [("bare-mention", "ADR-2", "[ADR-2](adr/0002-second.md)")]),
    ("ADRs 1 and 7", [("bare-mention", "ADRs 1", None)]),  # a list is not linked in part
    ("[see ADR-0002][]", [("undefined-reference", "see ADR-0002", None)]),  # the reference must be mended first
    ("ADR-3", [("bare-mention", "ADR-3", None)]),
    ("RFC 7", [("bare-mention", "RFC 7", "[RFC 7](rfc/0007-a%20b.md)")]),
    ("ADR-1303", [("dangling-mention", "ADR-1303", None)]),
    ("RFC 6", [("dangling-mention", "RFC 6", None)]),
    (
        "docs/adr/0002-second.md",
        [("bare-mention", "docs/adr/0002-second.md", "[docs/adr/0002-second.md](adr/0002-second.md)")],
    ),
    ("docs/adr/0002", [("bare-mention", "docs/adr/0002", "[docs/adr/0002](adr/0002-second.md)")]),
    ("docs/adr/0003", [("bare-mention", "docs/adr/0003", None)]),
    ("docs/adr/0009-x.md", [("dangling-mention", "docs/adr/0009-x.md", None)]),
    ("docs/adr/0009", [("dangling-mention", "docs/adr/0009", None)]),
    (
        "docs/adr/0004-folder/README.md",
        [
            (
                "bare-mention",
                "docs/adr/0004-folder/README.md",
                "[docs/adr/0004-folder/README.md](adr/0004-folder/README.md)",
            )
        ],
    ),
    (
        "docs/adr/0004-folder/.",
        [("bare-mention", "docs/adr/0004-folder/", "[docs/adr/0004-folder/](adr/0004-folder/README.md)")],
    ),
    ("docs/adr/0004-folder/gone.md", [("dangling-mention", "docs/adr/0004-folder/gone.md", None)]),
    ("ADR-1", [("bare-mention", "ADR-1", "[ADR-1](adr/0001-first.md)")]),  # not the picture beside it
    ("docs/adr/0001-first.png docs/adr/0001-gone.png docs/adr/0004-folder/a.svg", []),
    # Not about records of this repository.
    ("RFC 2119", []),
    ("KEP-12 PDR-3", []),
    ("src/0001/x", []),
    ("other/docs/adr/0009-x.md", []),
    ("[ADR-0002](adr/0002-second.md) `ADR-1303` <https://example.org/ADR-1303>", []),
    ("[ADR-2][a]\n\n[a]: adr/0002-second.md", []),
    ("<a href='adr/0002-second.md'>ADR-2</a>", []),
    ("![ADR-2](adr/0002-second.md)", []),
    ("<!-- ADR-1303 -->", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_mentions(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    found = findings(GATE, corpus_of({**RECORDS, "docs/x.md": text}))
    assert [(each.code, each.subject, each.fix[0].text if each.fix else None) for each in found] == expected


def test_the_span_is_the_mention() -> None:
    text = "> See\n> ADR-2."
    (found,) = findings(GATE, corpus_of({**RECORDS, "docs/x.md": text}))
    assert text[slice(*found.span)] == "ADR-2"
    assert found.targets == ("docs/adr/0002-second.md",)


def test_a_repository_without_records_is_left_alone() -> None:
    assert not list(findings(GATE, corpus_of({"x.md": "ADR-1303 docs/adr/0009-x.md"})))


def test_record_folders_are_an_option() -> None:
    corpus = corpus_of({"decisions/0001-a.md": "", "x.md": "ADR-2 ADR-1"})
    assert not list(findings(GATE, corpus))
    found = findings(GATE, corpus, records=("decisions",))
    assert [(each.code, each.subject) for each in found] == [("dangling-mention", "ADR-2"), ("bare-mention", "ADR-1")]
