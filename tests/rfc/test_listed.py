"""What a README says of the records that it lists."""

from __future__ import annotations

import pytest

from docsync.markdown.extract import read_document
from docsync.rfc.status.listed import Listed, read_listed
from docsync.text import SourceText


def listed(text: str) -> Listed:
    source = SourceText.from_str(text)
    return read_listed("docs/adr/README.md", source, read_document(source))


TABLE = "| ADR | Status |\n| --- | --- |\n| [a](0001-a.md) | **Accepted** |\n| [b](0002-b.md) | |\n\n[c](0003-c.md)\n"
CASES = [
    ("# Accepted\n\n- [a](0001-a.md)\n\n## Other\n\n- [b](../b.md)\n", {"docs/adr/0001-a.md": "Accepted"}),
    ("[a](0001-a.md) [w](https://x.example) [r](/docs/x.md) [t](#top)\n", {}),
    ("# In review\n\n[r](/docs/x.md)\n", {"docs/x.md": "In review"}),
    (TABLE, {"docs/adr/0001-a.md": "Accepted"}),
    ("## Draft\n\n| ADR | By |\n| --- | --- |\n| [a](0001-a.md) | Ada |\n", {"docs/adr/0001-a.md": "Draft"}),
    ("| Status | ADR |\n| --- | --- |\n| done | [a](a.md) |\n", {"docs/adr/a.md": "done"}),
    ("# Draft\n\n[a](a.md)\n\n# Accepted\n\n[a](a.md)\n", {"docs/adr/a.md": "Draft"}),
]


@pytest.mark.parametrize(("text", "statuses"), CASES)
def test_section_and_column(text: str, statuses: dict[str, str]) -> None:
    found = {path: reading.text for path, reading in listed(text).statuses.items() if reading.text}
    assert found == statuses
    assert {reading.place.value for reading in listed(text).statuses.values()} <= {"index"}


def test_implemented_is_a_word_of_the_list() -> None:
    assert listed("# Implemented\n\n[a](a.md)\n").lists_implemented
    assert listed("A record is proposed, accepted or implemented.\n").lists_implemented
    assert not listed("# Accepted\n\n[a](a.md)\n\nAll of it is implemented.\n").lists_implemented
