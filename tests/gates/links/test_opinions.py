from __future__ import annotations

import pytest

from docsync.gates.links.opinions import text_mismatch
from docsync.markdown.extract import read_document
from docsync.text import SourceText

DOCUMENT = read_document(SourceText.from_str("# Guide\n\n## 1. Start\n\n### 1.2 Install\n\n## Appendix\n"))

MISMATCHES = [
    ("ADR-35", "docs/adr/0036-x.md", "the text says `ADR-35`, the target is ADR 36"),
    ("see RFC 0012", "docs/rfc/0013-x.md", "the text says `RFC 0012`, the target is RFC 13"),
    ("ADR-35", "docs/adr/0035-x.md", None),
    ("ADR-0035: use x", "docs/adr/35-x.md", None),
    ("ADR-35", "docs/guide.md", None),
    ("the 36th", "docs/adr/0035-x.md", None),
    ("section 1.2", "docs/guide.md", None),
    ("Section 1", "docs/guide.md", None),
    ("§ 1.2", "docs/guide.md", None),
    ("section 2", "docs/guide.md", "the text names section 2, which `docs/guide.md` does not have"),
    ("§1.3 and more", "docs/guide.md", "the text names section 1.3, which `docs/guide.md` does not have"),
    ("this section", "docs/guide.md", None),
    ("", "docs/adr/0035-x.md", None),
]


@pytest.mark.parametrize(("text", "target", "expected"), MISMATCHES)
def test_text_mismatch(text: str, target: str, expected: str | None) -> None:
    assert text_mismatch(text, target, DOCUMENT) == expected


def test_sections_of_what_is_no_document_are_not_known() -> None:
    assert text_mismatch("section 9", "a.pdf", None) is None
