"""The records of one RFC folder: read from a corpus, and found by path, name, old id or words."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from docsync.corpus import Corpus
from docsync.errors import ConfigError, UsageError
from docsync.linking.aim import aim
from docsync.linking.destination import is_external
from docsync.markdown.old_names import read_former
from docsync.patterns import PathPatterns
from docsync.rfc.editing.pieces import readable
from docsync.rfc.index import IndexEntry
from docsync.rfc.naming import fold_words, parse_name
from docsync.rfc.record import Record, Relation, read_record
from docsync.rfc.words import EXEMPT, FOLDERS
from docsync.suggest import nearest_path
from docsync.tree import Kind, fold

README = "README.md"  # of the folder, with the index
_DAY = re.compile(r"\A\d{4}-\d{2}-\d{2}-")
_NUMBER = re.compile(r"#?0*(\d{1,5})")


class Folder:
    """The records below ``root``, a path relative to the repository, but for the files that are ``exempt``."""

    def __init__(self, corpus: Corpus, root: str, exempt: Sequence[str] = EXEMPT) -> None:
        self.corpus = corpus
        self.root = root.strip("/")
        self._inside = f"{self.root}/" if self.root else ""
        self._exempt = exempt
        self._is_exempt = _patterns(exempt).matches

    def over(self, corpus: Corpus) -> Folder:
        """The same folder in another corpus."""
        return Folder(corpus, self.root, self._exempt)

    @property
    def readme(self) -> str:
        """Path of the README with the index."""
        return posixpath.join(self.root, README)

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The Markdown files below the root that are not exempt; of a move that is not staged, those on disk."""
        left = self._left_behind
        return tuple(path for path in self._all if path not in left)

    @cached_property
    def moved(self) -> Mapping[str, str]:
        """File that git does not know yet to the one of its name that git's index has and the disk has not."""
        before = {posixpath.basename(path): path for path in self._left_behind}
        new = (path for path in self.files if path in self.corpus.source.untracked)
        return {path: before[name] for path in new if (name := posixpath.basename(path)) in before}

    @cached_property
    def _left_behind(self) -> frozenset[str]:
        """Files that are gone from disk, where another one has the name."""
        missing = self.corpus.source.missing(self._all)
        here = {posixpath.basename(path) for path in self._all if path not in missing}
        return frozenset(path for path in missing if posixpath.basename(path) in here)

    @cached_property
    def _all(self) -> tuple[str, ...]:
        inside = len(self._inside)
        found = (path for path in self.corpus.paths if path.startswith(self._inside))
        return tuple(path for path in found if not self._is_exempt(path[inside:]))

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Those of the files that are in a status folder at any depth, or elsewhere and named as records."""
        named = {path: not isinstance(parse_name(posixpath.basename(path)), str) for path in self.files}
        return tuple(path for path, is_named in named.items() if is_named or self.status(path))

    @cached_property
    def records(self) -> Mapping[str, Record]:
        """Each readable record by its path."""
        found = {}
        self.corpus.prepare(self.paths)
        for path in self.paths:
            document = self.corpus.document(path)
            if document is not None:
                found[path] = read_record(path, self.corpus.text(path), document)
        return found

    def status(self, path: str) -> str | None:
        """The status folder that a record lies in."""
        first = path.removeprefix(self._inside).split("/")[0]
        return first if first in FOLDERS else None

    def get(self, name: str) -> Record:
        """The record that ``name`` means: a path, a file name, its slug or the first words of that, or an old id.

        Paths count from the root or from here.

        :class:`UsageError` when there is none, or more than one.
        """
        path = self._path(name.removeprefix("./"))
        return read_record(path, *readable(self.corpus, path))

    def _path(self, name: str) -> str:
        for path in (name, posixpath.join(self.root, name)):
            kind = self.corpus.tree.kind(path)
            if kind is Kind.SYMLINK:
                real = self.corpus.tree.resolve(path).path
                raise UsageError(f"{path}: is a symbolic link; name the file that it leads to, {real}")
            if kind is Kind.FILE or path in self.corpus.source.untracked:
                return self._own(path)
        found = self._named(name)
        if not found:
            near = nearest_path(name, self.paths)
            hint = f"did you mean {near}?" if near else f"look for it by `doc-sync rfc find {name!r}`"
            raise UsageError(f"{name}: no record in {self.root}; {hint}")
        if len(found) > 1:
            raise UsageError(f"{name}: means several records, {', '.join(found)}; give the path of one")
        return found[0]

    def _own(self, path: str) -> str:
        if not path.startswith(self._inside):
            raise UsageError(f"{path}: is not in {self.root}; move it there first, by `doc-sync mv`")
        if path not in self.paths:
            raise UsageError(f"{path}: is no record, such as {self.root}/proposed/2026-01-31-topic.md")
        return path

    def _named(self, name: str) -> tuple[str, ...]:
        base = [path for path in self.paths if posixpath.basename(path) in (name, f"{name}.md")]
        return tuple(base or self.by_slug(name) or self.by_id(name) or self._by_first_words(name))

    def by_slug(self, name: str) -> list[str]:
        """The records whose file names are ``name`` behind the day; it may end in ``.md``."""
        return [path for path in self.paths if _DAY.sub("", posixpath.basename(path)) in (name, f"{name}.md")]

    def _by_first_words(self, name: str) -> list[str]:
        return [path for path in self.paths if _DAY.sub("", posixpath.basename(path)).startswith(f"{name}-")]

    def by_id(self, words: str) -> tuple[str, ...]:
        """The records that were called ``ADR 0012``, ``adr-12`` or, of any kind, ``0012``."""
        number = _NUMBER.fullmatch(words.strip())
        if number:
            return tuple(
                path for path, each in self.records.items() if int(number[1]) in {old.number for old in each.formerly}
            )
        wanted = {each.record for each in read_former(words) if fold(each.text) == fold(words.strip())}
        return tuple(path for path, each in self.records.items() if wanted & set(each.formerly))

    def find(self, words: str) -> tuple[Record, ...]:
        """The records that ``words`` mean, best first: an old id, a path of today or before, words of its names."""
        words = words.strip()
        exact = [*self.by_id(words), *self._by_path(words)]
        ranked = sorted((-score, path) for path, score in self._scores(words))
        return tuple(self.records[path] for path in dict.fromkeys((*exact, *(path for _, path in ranked))))

    def _by_path(self, words: str) -> Iterator[str]:
        names = {words.removeprefix("./"), posixpath.join(self.root, words)}
        moved = self.corpus.source.moved(names - self.corpus.tree.entries.keys())
        now = names.union(*moved.values())
        yield from (path for path in self.records if path in now or posixpath.basename(path) in (words, f"{words}.md"))

    def _scores(self, words: str) -> Iterator[tuple[str, float]]:
        """How much of ``words`` each record's title and file name have; a word that one starts with counts half."""
        wanted = fold_words(words)
        for path, record in self.records.items():
            known = fold_words(f"{record.title} {posixpath.basename(path).removesuffix('.md')}")
            begun = sum(any(each.startswith(word) for each in known) for word in wanted - known)
            score = len(wanted & known) + begun / 2
            if score:
                yield path, score

    def require_free(self, path: str) -> None:
        """Raise :class:`UsageError` when something is at ``path``, be it in other letter case."""
        tree = self.corpus.tree
        if tree.kind(path) or tree.same_but_case(path) or self.corpus.source.exists(path):
            raise UsageError(f"{path}: exists already; rename one of the two, or merge them")

    def names(self) -> tuple[str, ...]:
        """The file names of all records."""
        return tuple(map(posixpath.basename, self.paths))

    def entries(self) -> Iterator[IndexEntry]:
        """What the index says of each record in a status folder."""
        folders = [posixpath.join(self.root, folder) for folder in FOLDERS]
        inside = {path: each for path, each in self.records.items() if posixpath.dirname(path) in folders}
        return index_entries(self.corpus, inside)

    def pointed(self, record: Record, relation: Relation) -> Iterator[str]:
        """The records that the pointers of ``record`` lead to."""
        return (path for path in pointed(self.corpus, record, relation) if path in self.records)


def _patterns(patterns: Sequence[str]) -> PathPatterns:
    """The setting ``exempt``; :class:`ConfigError` for what is no pattern."""
    try:
        return PathPatterns(patterns)
    except ValueError as error:
        raise ConfigError(f"rfcs.exempt: {error}") from None


def index_entries(corpus: Corpus, records: Mapping[str, Record]) -> Iterator[IndexEntry]:
    """What the index says of each of ``records``, by path."""
    for path, record in records.items():
        by = dict.fromkeys(pointed(corpus, record, Relation.SUPERSEDED_BY))
        successors = tuple((other, records[other].title) for other in by if other != path and other in records)
        yield IndexEntry(path, record.title, record.former, successors)


def pointed(corpus: Corpus, record: Record, relation: Relation) -> Iterator[str]:
    """The files that the pointers of ``record`` lead to."""
    found = (destination_path(corpus, record.path, each.destination) for each in record.pointing(relation))
    return filter(None, found)


def destination_path(corpus: Corpus, path: str, destination: str) -> str | None:
    """The file that a link in ``path`` leads to, ``""`` outside of the repository, None when it leads nowhere."""
    remote = corpus.source.remote() if is_external(destination) else None
    found = aim(path, destination, corpus.tree, remote)
    if found is None or found.location.climbed:
        return ""
    if found.location.path in corpus.source.untracked:
        return found.location.path
    return found.resolution.path if found.resolution.kind is not None else None
