"""The code gate: documents and code say the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docsync.finding import Finding
from docsync.gates.base import Gate, Hook
from docsync.gates.pycode.codes import CODES
from docsync.gates.pycode.options import Options

if TYPE_CHECKING:
    from docsync.corpus import Corpus


def check(corpus: Corpus, options: Options) -> Iterator[Finding]:
    """Findings of all documents; those of the type checker come last: it is called once for all."""
    suspects = corpus.documents(unless=lambda _path, seen: not seen.has_python)
    if options.packages or any(document.python for _, document in suspects):
        from docsync.gates.pycode.judge import judge  # noqa: PLC0415 - most repositories have nothing to judge

        yield from judge(corpus, options)


GATE = Gate(
    name="code",
    command="verify-md-code",
    title="Documents and code say the same",
    codes=CODES,
    options=Options,
    check=check,
    hook=Hook(
        "Python examples compile and type-check; names, signatures, marked tables and API reports equal the code.",
        additional_dependencies=("griffelib>=2.0,<3", "mypy>=2.4,<3"),
    ),
)
