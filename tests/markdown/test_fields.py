import pytest

from docsync.markdown.extract import read_document
from docsync.text import SourceText

TABLE = [
    ("# T\n\nStatus: proposed\n", [("Status", "proposed")]),
    ("# T\n\n**Status:** accepted (2026-06-13)\n", [("Status", "accepted (2026-06-13)")]),
    ("# T\n\n**Status**: accepted\n", [("Status", "accepted")]),
    ("# T\n\n* Status: accepted\n* Decision makers: Ada\n", [("Status", "accepted"), ("Decision makers", "Ada")]),
    (
        "# T\n\nStatus: implemented\nFormerly: ADR 0011, RFC 005\n",
        [("Status", "implemented"), ("Formerly", "ADR 0011, RFC 005")],
    ),
    ("> Status: draft\n", [("Status", "draft")]),
    ("Status: \n", [("Status", "")]),
    ("Status:\n", [("Status", "")]),
    ("# T\r\n\r\nStatus: proposed\r\n", [("Status", "proposed")]),
    ("# T\n\n## Problem\n\nStatus: none\n", []),
    ("```\nStatus: proposed\n```\n", []),
    ("\n" * 41 + "Status: proposed\n", []),
    ("Nothing here: is http://a.example\n", [("Nothing here", "is http://a.example")]),
    ("http://a.example\n", []),
    ("*Status: proposed*\n", []),
]


@pytest.mark.parametrize(("text", "expected"), TABLE)
def test_fields_are_the_labelled_lines_of_the_head(text: str, expected: list[tuple[str, str]]) -> None:
    fields = read_document(SourceText.from_str(text)).fields
    assert [(field.name, field.value) for field in fields] == expected
    assert all(text[field.span.start : field.span.end] == field.value for field in fields)
