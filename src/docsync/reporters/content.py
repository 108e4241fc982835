"""What several formats say about a finding in the same way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from docsync.finding import Located


def message_lines(finding: Located) -> list[str]:
    """The message, then the suggestion if there is one."""
    return [finding.message, finding.suggestion] if finding.suggestion else [finding.message]


def fingerprints(findings: Iterable[Located]) -> Iterator[str]:
    """One ``fingerprint:ordinal`` per finding; the ordinal (from 1) tells equal fingerprints apart."""
    seen: Counter[str] = Counter()
    for finding in findings:
        seen[finding.fingerprint] += 1
        yield f"{finding.fingerprint}:{seen[finding.fingerprint]}"
