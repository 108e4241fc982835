"""The rfcs gate: every decision is one dated record in the folder of its status, and the index says so."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from docsync.finding import Finding
from docsync.gates.base import Gate, Hook
from docsync.gates.rfcs.codes import CODES
from docsync.gates.rfcs.options import Options
from docsync.rfc.words import FOLDERS

if TYPE_CHECKING:
    from docsync.corpus import Corpus


def check(corpus: Corpus, options: Options) -> Iterator[Finding]:
    """Findings of all records; silent where none of the three folders exists."""
    homes = tuple(f"{posixpath.join(options.folder, name)}/" for name in FOLDERS)
    if any(path.startswith(homes) for path in corpus.paths):
        from docsync.gates.rfcs.judge import judge  # noqa: PLC0415 - most repositories have nothing to judge

        yield from judge(corpus, options)


GATE = Gate(
    name="rfcs",
    command="verify-rfcs",
    title="Decision records lie in the folder of their status, dated, titled, linked and listed",
    codes=CODES,
    options=Options,
    check=check,
    hook=Hook("Every decision record is dated by git, lies in the folder of its status, and is listed in the index."),
)
