"""Judges all documents, and the code that they describe once for all."""

from __future__ import annotations

from collections.abc import Iterator

from docsync.corpus import Corpus
from docsync.finding import Finding
from docsync.gates.pycode.examples import Example, examples
from docsync.gates.pycode.judge_examples import check_output, check_share, check_syntax, check_types
from docsync.gates.pycode.listings import check_listing
from docsync.gates.pycode.names import NameJudge
from docsync.gates.pycode.options import Options
from docsync.gates.pycode.packages import Packages
from docsync.gates.pycode.reports import check_report, report_path
from docsync.markdown.document import Document, PythonBlock
from docsync.patterns import PathPatterns


def judge(corpus: Corpus, options: Options) -> Iterator[Finding]:
    """Without packages only syntax and the share of what opts out are judged, for which nothing has to be installed."""
    packages = Packages.of(corpus, options)
    yield from packages.faults()
    reports = {report_path(options.reports, name): name for name in packages.names}
    names = NameJudge(packages) if packages.names else None
    is_included = PathPatterns(options.include).matches
    blocks: list[tuple[str, PythonBlock]] = []
    whole: list[Example] = []
    for path, document in corpus.documents(unless=lambda path, seen: not (names or path in reports or seen.has_python)):
        if path in reports:
            if not packages.unreadable:  # names would be missing from it
                yield from check_report(path, corpus.text(path), reports[path], packages)
        elif is_included(path):
            blocks += ((path, block) for block in document.python)
            broken = dict(check_syntax(path, document.python))
            yield from broken.values()
            whole += (each for each in examples(path, document.python) if not any(map(broken.get, each.blocks)))
            if names is not None:
                yield from _names(path, document, packages, names)
    yield from check_share(blocks, options)
    if packages.names and options.typecheck == "mypy" and whole:
        yield from check_types([example for example in whole if example.lines], packages)
    yield from check_output(whole, packages, options)


def _names(path: str, document: Document, packages: Packages, judge: NameJudge) -> Iterator[Finding]:
    yield from judge.document(path, document)
    if document.listings:
        source = packages.corpus.text(path)
        for listing in document.listings:
            yield from check_listing(path, source, listing, packages, judge)
