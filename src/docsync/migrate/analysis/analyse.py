"""The whole analysis, from a survey to topics, questions and notes."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence

from docsync.corpus import Corpus
from docsync.migrate.analysis.asking import questions
from docsync.migrate.analysis.attachments import attachments
from docsync.migrate.analysis.building import Analysis, record_topics
from docsync.migrate.analysis.facts import read_all
from docsync.migrate.analysis.topic_dates import read_history
from docsync.migrate.model import Choices, Migration, Topic
from docsync.migrate.survey.files import Role
from docsync.migrate.survey.folders import Survey
from docsync.tree import Kind

# Files by which tools find or publish records, and what has to be done about them by hand.
_TOOLS: Mapping[str, str] = {
    ".adr-dir": "adr-tools and adr-log read it; they know no status folders",
    ".adr.json": "adr reads it; it knows no status folders",
    ".log4brains.yml": "log4brains reads it; it knows no status folders",
    ".pyadr": "pyadr reads it; it knows no status folders",
    "adrs.toml": "adrs reads it; it knows no status folders",
}


def analyse(
    corpus: Corpus, survey: Survey, choices: Choices, progress: Callable[[int], None] | None = None
) -> Migration:
    """The plan but for its references; ``progress`` is told how many commits were read.

    :class:`~docsync.errors.GitError` when the history is not there as a whole.
    """
    log = corpus.source.log()  # git works on it while the records are read and what they say is made out
    known = read_all(corpus, survey, choices.root)
    history = read_history(log, known, survey.folder_paths, progress)
    analysis = Analysis(corpus, survey, choices, known, history)
    topics = tuple(record_topics(analysis))
    rest = tuple(attachments(corpus, survey, known, topics, choices.root))
    return Migration(
        choices.root,
        survey.folder_paths,
        history.newest,
        (*topics, *rest),
        questions(analysis, topics),
        notes=(*_notes(analysis), *_same_titles(topics)),
    )


def _notes(analysis: Analysis) -> Iterator[str]:
    """What a reviewer should know beyond the topics."""
    yield from _used_twice(analysis)
    weak = [path for path, seen in analysis.history.seen.items() if seen.is_bulk_import]
    if weak:
        yield f"{len(weak)} records were committed together with many others, so that they may be older than git says"
    fresh = [path for path in analysis.known.facts if path not in analysis.history.seen]
    if fresh:
        yield f"not committed yet, so dated today: {', '.join(fresh)}"
    for role in (Role.FOREIGN, Role.UNREADABLE, Role.EXCLUDED, Role.REPORT):
        for file in analysis.survey.having(role):
            yield f"{file.path} {role.value}; it stays where it is"
    for path, what in _TOOLS.items():
        if analysis.corpus.tree.kind(path) is Kind.FILE:
            yield f"{path}: {what}"


def _same_titles(topics: Sequence[Topic]) -> Iterator[str]:
    """Records of one title in different folders, which the gate will take for one topic."""
    by_title: dict[str, list[str]] = {}
    for topic in topics:
        by_title.setdefault(" ".join(topic.title.casefold().split()), []).append(topic.target)
    for targets in by_title.values():
        if len({posixpath.dirname(target) for target in targets}) > 1:
            yield f"{' and '.join(targets)} have one title; give one of them another `title`, or merge them"


def _used_twice(analysis: Analysis) -> Iterator[str]:
    by_id: dict[str, list[str]] = {}
    for path, facts in analysis.known.facts.items():
        for each in facts.ids:
            by_id.setdefault(each, []).append(path)
    for name, paths in by_id.items():
        if len(paths) > 1:
            yield f"{name} is the name of several records ({', '.join(paths)}), so that mentions of it are left alone"
