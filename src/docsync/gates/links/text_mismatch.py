"""Link texts that disagree with their target: off unless configured."""

from __future__ import annotations

import posixpath
import re

from docsync.markdown.document import Document
from docsync.records import KIND_PATTERN, record_id

_ID = re.compile(rf"\b(?:{KIND_PATTERN})[ _-]?#?0*(\d{{1,5}})\b")
_SECTION = re.compile(r"(?:§\s*|\b[Ss]ection )(\d+(?:\.\d+)*)")


def text_mismatch(text: str, target: str, document: Document | None) -> str | None:
    """What ``text`` promises that ``target`` (with facts ``document`` when it is Markdown) does not hold."""
    named = _ID.search(text)
    record = record_id(target, posixpath.dirname(target))
    if named and record and record.number != int(named[1]):
        return f"the text says `{named[0]}`, the target is {record.kind} {record.number}"
    section = _SECTION.search(text)
    if section and document is not None:
        numbers = (re.match(r"\s*(\d+(?:\.\d+)*)", heading.text) for heading in document.headings)
        if section[1] not in [number[1] for number in numbers if number]:
            return f"the text names section {section[1]}, which `{target}` does not have"
    return None
