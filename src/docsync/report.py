"""The outcome of one run, which reporters turn into text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from docsync.finding import Code, Located, Severity


@dataclass(frozen=True)
class Report:
    """Findings in order, the codes that they may have, and what was looked at.

    ``documents`` counts what was judged, ``hidden`` what a narrowed report left out.
    """

    findings: tuple[Located, ...]
    codes: Mapping[str, Code]
    documents: int = 0
    hidden: int = 0

    @property
    def errors(self) -> int:
        """Number of findings that fail the run."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def notices(self) -> int:
        """Number of findings that only inform."""
        return len(self.findings) - self.errors
