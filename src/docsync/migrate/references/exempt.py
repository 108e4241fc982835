"""Files whose ids and paths stay as they are: what they record, or who makes them, would be wrong afterwards."""

from __future__ import annotations

import posixpath
import re

from docsync.corpus import Corpus
from docsync.errors import UnreadableError
from docsync.patterns import PathPatterns
from docsync.text import SourceText

_LOG = re.compile(r"(?:changelog|changes|history|news|release[-_ ]?notes?)(?:[-_. ].*)?", re.IGNORECASE)
_LOG_ENDINGS = ("", ".md", ".markdown", ".mdx", ".rst", ".txt", ".adoc", ".yml", ".yaml")
_FIRST_LINES, _HEAD = 10, 4000  # where a note that a program made the file stands; characters
_GENERATED = re.compile(
    r"\bDO NOT (?:EDIT|MODIFY)\b|@generated\b|\b(?:[Cc]ode|[Ff]ile|[Aa]uto-?|[Aa]utomatically) ?generated\b"
)
_NOTES = ("<!--", "[//]:", "[comment]:", "#")  # what such a line of a document starts with
# gitignore patterns over lower-case paths; a document is exempt by the last two tables only.
_PUBLISHED = (
    (
        "a migration, whose checksum may be kept",
        ("migrations/", "db/migrate/", "alembic/versions/", "v[0-9]*__*.sql", "*.up.sql", "*.down.sql"),
    ),
    (
        "a lock file",
        ("*.lock", "*-lock.json", "*-lock.yaml", "*.lockfile", "npm-shrinkwrap.json", "go.sum", "*.lock.hcl"),
    ),
    ("a published schema", ("schema/v[0-9]*", "schemas/v[0-9]*", "schema/**/v[0-9]*", "schemas/**/v[0-9]*")),
    ("a snapshot of a test", ("*.snap", "__snapshots__/", "snapshots/", "*.golden", "*.approved.*")),
    ("made by a program", ("*.min.js", "*.min.css", "*.map")),
    ("a patch", ("*.patch", "*.diff")),
)
_LOGS = (
    "changelog/", "changelogs/", "changelog.d/", ".changeset/", ".changes/", "newsfragments/", "release-notes/",
    "release_notes/", "releasenotes/",
)  # fmt: skip
_ALWAYS = (
    ("a changelog", _LOGS),
    ("a vendored tree", ("vendor/", "third_party/", "third-party/", "node_modules/", "bower_components/", ".yarn/")),
)


class Exemptions:
    """Why files of ``corpus`` are left as they are."""

    def __init__(self, corpus: Corpus) -> None:
        self._published = [(reason, PathPatterns(patterns)) for reason, patterns in _PUBLISHED]
        self._always = [(reason, PathPatterns(patterns)) for reason, patterns in _ALWAYS]
        self._attributes = list(_attributes(corpus))

    def reason(self, path: str, text: str, *, is_document: bool) -> str:
        """Why the file at ``path`` with ``text`` is left; ``""`` when it is not."""
        stem, ending = posixpath.splitext(posixpath.basename(path))
        if _LOG.fullmatch(stem) and ending.lower() in _LOG_ENDINGS:
            return "a changelog"
        tables = self._always if is_document else [*self._always, *self._published]
        for reason, patterns in tables:
            if patterns.matches(path.lower()):
                return reason
        for folder, patterns, reason in self._attributes:
            if path.startswith(folder) and patterns.matches(path[len(folder) :]):
                return reason
        return "made by a program" if _is_generated(text, is_document=is_document) else ""


def _is_generated(text: str, *, is_document: bool) -> bool:
    lines = text[:_HEAD].splitlines()[:_FIRST_LINES]
    return any(_GENERATED.search(line) for line in lines if not is_document or line.startswith(_NOTES))


def _attributes(corpus: Corpus) -> list[tuple[str, PathPatterns, str]]:
    """Folder, patterns and reason of ``linguist-generated`` and ``linguist-vendored`` in each ``.gitattributes``."""
    found = []
    for path in sorted(each for each in corpus.tree.entries if posixpath.basename(each) == ".gitattributes"):
        try:
            lines = SourceText.decode(corpus.source.read(path)).text.splitlines()
        except UnreadableError:
            continue
        for word, reason in (("linguist-generated", "made by a program"), ("linguist-vendored", "a vendored tree")):
            patterns = [line.split()[0] for line in lines if _has(line, word)]
            found += [(path[: -len(".gitattributes")], each, reason) for each in _readable(patterns)]
    return found


def _has(line: str, word: str) -> bool:
    words = line.split()
    return bool(words) and not line.startswith("#") and any(each in (word, f"{word}=true") for each in words[1:])


def _readable(patterns: list[str]) -> list[PathPatterns]:
    try:
        return [PathPatterns(patterns)] if patterns else []
    except ValueError:
        return []
