"""What a file in a folder of records is, by its name and, where that does not tell, by its text."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from docsync.corpus import Corpus
from docsync.migrate.survey.looks import has_placeholder, looks_like_record
from docsync.records import KINDS, RecordId, record_id
from docsync.rfc.naming import parse_name
from docsync.rfc.words import FOLDERS as STATUS_FOLDERS
from docsync.tree import Kind

_INDEXES = frozenset(
    "readme index _index toc summary contents sidebar _sidebar agents claude contributing changelog".split()
)
_INDEX_WORDS = frozenset("index indices list listing log overview toc summary status table contents of".split())
_KIND_WORDS = frozenset(
    (*map(str.lower, KINDS), "adrs", "rfcs", "madr", "architecture", "architectural", "decision", "decisions", "record")
) | {"records"}
_TEMPLATE_WORDS = frozenset("template templates short long full minimal bare basic example new the md title".split())
_REPORT_WORDS = frozenset("report reports audit review minutes notes meeting retrospective".split())
_PLACEHOLDER = re.compile(r"(?:n{3,}|x{3,}|y{4,}|0{4}[-_](?:template|title))", re.IGNORECASE)
_COMPACT = re.compile(r"((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)(?=[-_. ])[-_. ]")  # log4brains: 20200106-topic
_DATED = re.compile(rf"\d{{4}}-\d\d-\d\d(?!\d)|{_COMPACT.pattern}")
_WORD = re.compile(r"[^\W\d_]+")
_OTHER_MARKUP = (".adoc", ".asciidoc", ".mdx", ".org", ".rst", ".textile", ".txt")
_ASSETS = "assets"


class Role(Enum):
    """What a file is; the value is why it is left where it is one that is left."""

    RECORD = "record"
    PLACED = "is dated and in the folder of its status already"
    ATTACHMENT = "attachment"
    TEMPLATE = "is a template"
    INDEX = "is an index, no record"
    REPORT = "has neither a number nor a status nor the sections of a record"
    FOREIGN = "is not Markdown; convert it, then run `plan` again"
    TOOL = "configures a tool"
    UNREADABLE = "cannot be read as text"
    EXCLUDED = "is excluded by the configuration, so that nobody would mend its links"
    NO_FILE = "is no regular file"


@dataclass(frozen=True, slots=True)
class SourceFolder:
    """A folder of records, and the kind (``ADR``, ``RFC``) of those whose name gives none."""

    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A file, what it is, and for an attachment in a record's own folder that record."""

    path: str
    role: Role
    folder: SourceFolder
    record: str = ""

    @property
    def name(self) -> str:
        """The name that says the topic, without extension: the folder's for ``0012-x/README.md``."""
        return record_name_of(self.path, self.folder)

    @property
    def dated_name(self) -> str:
        """The name, with the date before it as ``yyyy-mm-dd``."""
        match = _COMPACT.match(self.name)
        return f"{match[1]}-{match[2]}-{match[3]}-{self.name[match.end() :]}" if match else self.name

    @property
    def id(self) -> RecordId | None:
        """The id that the name gives."""
        return numbered(self.path, self.folder)


def surveyed(corpus: Corpus, folder: SourceFolder, paths: Sequence[str]) -> Iterator[Surveyed]:
    """Each of ``paths``, all in ``folder``, with its role."""
    owners = _own_folders(corpus, folder, paths)
    for path in paths:
        owner = next((owners[each] for each in _above(path, folder) if each in owners), "")
        if owner and owner != path:
            yield Surveyed(path, Role.ATTACHMENT, folder, owner)
        else:
            yield Surveyed(path, _role(corpus, folder, path, is_main=owner == path), folder)


def _above(path: str, folder: SourceFolder) -> Iterator[str]:
    """The folders between ``path`` and its source folder, the outermost first."""
    parts = path.removeprefix(f"{folder.path}/").split("/")[:-1]
    yield from (posixpath.join(folder.path, *parts[: count + 1]) for count in range(len(parts)))


def _own_folders(corpus: Corpus, folder: SourceFolder, paths: Sequence[str]) -> Mapping[str, str]:
    """Each folder that belongs to one record, and that record: ``0012-x/`` with its README, or beside ``0012-x.md``."""
    inside: dict[str, list[str]] = {}
    for path in paths:
        if corpus.scope.is_markdown(path) and corpus.tree.kind(path) in (Kind.FILE, None):
            for above in _above(path, folder):
                inside.setdefault(above, []).append(path)
        else:
            for above in _above(path, folder):
                inside.setdefault(above, [])
    own: dict[str, str] = {}
    known = frozenset(paths)
    for place, documents in inside.items():
        beside = next((f"{place}{ending}" for ending in corpus.scope.extensions if f"{place}{ending}" in known), "")
        owner = beside or (_main(place, documents, folder) if _is_named_as_record(place, folder) else "")
        if owner:
            own[place] = owner
    return own


def _is_named_as_record(place: str, folder: SourceFolder) -> bool:
    """``0012-x`` or ``2024-01-31-x``, but neither ``2024`` nor ``backend``."""
    name = posixpath.basename(place)
    has_words = bool(set(map(str.lower, _WORD.findall(name))) - _KIND_WORDS)
    return has_words and (bool(_DATED.match(name)) or numbered(f"{place}/README.md", folder) is not None)


def _main(place: str, documents: Sequence[str], folder: SourceFolder) -> str:
    """The document that is the record of a folder; ``""`` where it has none, or several with numbers."""
    direct = [path for path in documents if posixpath.dirname(path) == place]
    names = {_stem(path).lower(): path for path in reversed(direct)}
    main = next((names[name] for name in ("readme", "index", posixpath.basename(place).lower()) if name in names), "")
    return main or (direct[0] if len(direct) == 1 and numbered(direct[0], folder) is None else "")


def _role(corpus: Corpus, folder: SourceFolder, path: str, *, is_main: bool) -> Role:
    if corpus.tree.kind(path) not in (Kind.FILE, None):
        return Role.NO_FILE
    if posixpath.basename(path).startswith((".", "_category_")):
        return Role.TOOL
    if not corpus.scope.is_markdown(path):
        return Role.FOREIGN if path.lower().endswith(_OTHER_MARKUP) else Role.ATTACHMENT
    if corpus.scope.excluded(path):
        return Role.EXCLUDED
    return _role_by_place(folder, path) or _role_of_document(corpus, folder, path, is_main=is_main)


def _role_by_place(folder: SourceFolder, path: str) -> Role | None:
    """What a document is by the folder that it is in, where that tells."""
    *parents, name = path.removeprefix(f"{folder.path}/").split("/")
    if parents[:1] and parents[0] in STATUS_FOLDERS and not isinstance(parse_name(name), str):
        return Role.PLACED
    return Role.ATTACHMENT if _ASSETS in parents else None


def _role_of_document(corpus: Corpus, folder: SourceFolder, path: str, *, is_main: bool) -> Role:
    stem = _stem(path).lower()
    words = frozenset(map(str.lower, _WORD.findall(stem)))
    number = numbered(path, folder)
    is_known = is_main or number is not None or bool(_DATED.match(stem))
    if not is_main and (stem in _INDEXES or (not is_known and _is_index(words))):
        return Role.INDEX
    document = corpus.document(path)
    if document is None:
        return Role.UNREADABLE
    is_numbered = number is not None and number.number > 0
    if _is_template(path, stem, words) and (not is_numbered or has_placeholder(corpus.text(path), document)):
        return Role.TEMPLATE
    if not is_numbered and not is_main and has_placeholder(corpus.text(path), document):
        return Role.TEMPLATE
    if is_main or number is not None or (is_known and not words & _REPORT_WORDS):
        return Role.RECORD
    return Role.RECORD if looks_like_record(path, corpus.text(path), document) else Role.REPORT


def _is_index(words: frozenset[str]) -> bool:
    return bool(words & _INDEX_WORDS) and words <= _INDEX_WORDS | _KIND_WORDS


def _is_template(path: str, stem: str, words: frozenset[str]) -> bool:
    """Whether a name is that of a template: no word is left that could name a topic."""
    if posixpath.basename(posixpath.dirname(path)).lower() in ("template", "templates") or _PLACEHOLDER.match(stem):
        return True
    rest = {word for word in words - _TEMPLATE_WORDS - _KIND_WORDS if not _PLACEHOLDER.match(word)}
    return bool(words & {"template", "templates"}) and not rest


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]


def record_name_of(path: str, folder: SourceFolder) -> str:
    """The stem of a record's file, or the name of its folder where the file is its README."""
    parent = posixpath.dirname(path)
    stem = _stem(path)
    return posixpath.basename(parent) if stem.lower() in ("readme", "index") and parent != folder.path else stem


def numbered(path: str, folder: SourceFolder) -> RecordId | None:
    """The id that a name gives, of the folder's kind where the name says none."""
    kind = folder.kind.lower()
    return record_id(f"{kind}/{path.removeprefix(f'{folder.path}/')}", kind)
