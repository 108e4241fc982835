"""Which folders hold records, and what each file in them is: a record, what belongs to one, or something to leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.migrate.survey.files import Role, SourceFolder, Surveyed, surveyed
from docsync.records import FOLDERS as KNOWN_FOLDERS
from docsync.suggest import nearest
from docsync.tree import Tree

FOLDERS = tuple(dict.fromkeys((*KNOWN_FOLDERS, "doc/rfcs", "docs/decision-records", "docs/src/rfc")))
_RFC = "rfc"  # in a folder's name: it holds proposals


@dataclass(frozen=True)
class Survey:
    """The folders of ``corpus``, and every file in them or below, by path, looked at when somebody asks."""

    corpus: Corpus
    folders: tuple[SourceFolder, ...]

    @cached_property
    def files(self) -> tuple[Surveyed, ...]:
        """Every file in the folders, with its role; documents are read for that."""
        inside = {folder: self._inside(folder) for folder in self.folders}
        self.corpus.prepare(sorted({*self.corpus.paths}.intersection(chain.from_iterable(inside.values()))))
        files = (each for folder, paths in inside.items() for each in surveyed(self.corpus, folder, paths))
        return tuple(sorted(files, key=lambda file: file.path))

    def _inside(self, folder: SourceFolder) -> tuple[str, ...]:
        """The paths in ``folder`` that lie in no other folder below it."""
        prefix = f"{folder.path}/"
        inner = tuple(f"{other.path}/" for other in self.folders if other.path.startswith(prefix))
        paths = (*self.corpus.tree.entries, *self.corpus.source.untracked)
        return tuple(sorted({path for path in paths if path.startswith(prefix) and not path.startswith(inner)}))

    def having(self, *roles: Role) -> tuple[Surveyed, ...]:
        """The files with one of these roles."""
        return tuple(each for each in self.files if each.role in roles)

    @cached_property
    def folder_paths(self) -> tuple[str, ...]:
        """The folders by path."""
        return tuple(folder.path for folder in self.folders)


def survey(corpus: Corpus, adr: Sequence[str] = (), rfc: Sequence[str] = ()) -> Survey:
    """The folders ``adr`` and ``rfc``, or for a kind of which none is named those called as usual.

    :class:`UsageError` when a named folder is not there, or when there is none at all.
    """
    folders = tuple(sorted(_folders(corpus.tree, adr, rfc), key=lambda folder: folder.path))
    if not folders:
        raise UsageError(
            f"no folder of records is here ({', '.join(FOLDERS[:4])} …); name it by `--adr DIR` or `--rfc DIR`"
        )
    return Survey(corpus, folders)


def _folders(tree: Tree, adr: Sequence[str], rfc: Sequence[str]) -> Iterator[SourceFolder]:
    named = {**dict.fromkeys(_named(tree, adr), "ADR"), **dict.fromkeys(_named(tree, rfc), "RFC")}
    yield from (SourceFolder(path, kind) for path, kind in named.items())
    for path in FOLDERS:
        kind = kind_of(path)
        is_given = rfc if kind == "RFC" else adr
        if path in tree.directories and not is_given and path not in named:
            yield SourceFolder(path, kind)


def kind_of(folder: str) -> str:
    """The kind of the records in a folder that is called as usual."""
    return "RFC" if _RFC in folder else "ADR"


def _named(tree: Tree, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        path = "/".join(part for part in name.split("/") if part not in ("", "."))
        if path not in tree.directories or not path:
            near = nearest(path, tree.directories)
            hint = f"did you mean {near}?" if near else "name a folder below the root that git has files of"
            raise UsageError(f"{name}: no such folder; {hint}")
        yield path
