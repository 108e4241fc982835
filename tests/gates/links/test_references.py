from __future__ import annotations

import pytest

from docsync.gates.links import GATE
from memory import corpus_of, findings

# Markdown; code, subject and suggestion of each finding.
CASES = [
    ("[a]\n\n[a]: b.md\n", []),
    ("[a]: b.md\n", [("unused-definition", "A", None)]),
    ("[a]\n\n[a]: b.md\n[A]: b.md\n", [("duplicate-definition", "A", None)]),
    ("![x [a] y](b.md)\n\n[a]: b.md\n", []),
    ("[text][missing label]\n", [("undefined-reference", "missing label", None)]),
    ("[missing][]\n", [("undefined-reference", "missing", None)]),
    ("[a][guide]\n[b][giude]\n\n[guide]: b.md\n", [("undefined-reference", "giude", "did you mean [guide]?")]),
    ("[x][r2]\n[y][r1]\n\n[r1]: b.md\n", []),  # too short to be sure
    # Not meant as links.
    ("arr[i][j] and [i][j] and [0-9][a-z] and dict[str][int]\n", []),
    ("- [ ][x] task\n", []),
    ("[^1][^2]\n\n[^1]: x\n", []),
    ("[shortcut] [WIP] [ ] [x]\n", []),
    ("`[a][label]`\n", []),
    # Near-links.
    ("[a](b c.md)\n", [("malformed-link", "b c.md", None)]),
    ("[a] (b.md)\n", [("malformed-link", "b.md", None)]),
    ("[a](./b.md\n", [("malformed-link", "./b.md", None)]),
    ("[a] (see there) f[x](y, z)\n", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_references(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    found = findings(GATE, corpus_of({"README.md": text, "b.md": ""}))
    assert [(each.code, each.subject, each.suggestion) for each in found] == expected


SPANS = [
    ("x [text][missing label] y", "[text][missing label]"),
    ("x\n\n> [a]:\n> b.md\n> 'title'\n", "[a]:\n> b.md\n> 'title'"),
    ("[a](b c.md)", "b c.md"),
]


@pytest.mark.parametrize(("text", "expected"), SPANS)
def test_spans(text: str, expected: str) -> None:
    (found,) = findings(GATE, corpus_of({"README.md": text, "b.md": ""}))
    assert text[slice(*found.span)] == expected
