"""The packages that documents describe, in the view that is judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from docsync.codes import UNREADABLE_SOURCE
from docsync.corpus import Corpus
from docsync.errors import ConfigError
from docsync.finding import Finding
from docsync.gates.pycode.options import Options
from docsync.python.interface import Interface, read_interface
from docsync.python.sources import PythonFile, Unreadable, linked_modules, read_packages
from docsync.text import Span
from docsync.tree import Kind


@dataclass(frozen=True)
class Packages:
    """Their names and modules; the interface is read when it is asked for."""

    corpus: Corpus
    names: tuple[str, ...]
    files: tuple[PythonFile, ...]
    unreadable: tuple[Unreadable, ...]
    linked: tuple[Unreadable, ...] = ()

    @classmethod
    def of(cls, corpus: Corpus, options: Options) -> Packages:
        """Read them from the files that are in ``corpus``; :class:`ConfigError` for a folder without modules."""
        tree = corpus.tree
        paths = [*(path for path in tree.entries if tree.kind(path) is Kind.FILE), *corpus.source.untracked]
        for name in options.packages:
            if not all(map(str.isidentifier, name.split("."))):
                raise ConfigError(f'code.packages: "{name}" is no dotted name of a package; write one such as a.b')
        files, unreadable = read_packages(options.packages, paths if options.packages else (), corpus.text)
        known = {*(each.module for each in files), *(each.module for each in unreadable)}
        for name, folder in options.packages.items():
            if not any(module == name or module.startswith(f"{name}.") for module in known):
                raise ConfigError(f'code.packages: "{folder}" holds no module of {name}; name the folder it lies in')
        links = (path for path in tree.entries if tree.kind(path) is Kind.SYMLINK)
        linked = linked_modules(options.packages, links if options.packages else ())
        return cls(corpus, tuple(sorted(options.packages)), files, unreadable, linked)

    @property
    def untold(self) -> tuple[Unreadable, ...]:
        """The modules that exist and of which nothing is known."""
        return (*self.unreadable, *self.linked)

    @cached_property
    def interface(self) -> Interface:
        """What they offer."""
        return read_interface(self.files, self.names, tuple(each.module for each in self.untold))

    def faults(self) -> Iterator[Finding]:
        """A finding for each module that cannot be read."""
        for each in self.unreadable:
            yield Finding(each.path, Span(0, 0), UNREADABLE_SOURCE.name, each.reason, subject=each.reason)

    def paths_in(self, text: str) -> tuple[str, ...]:
        """The files of the packages that ``text`` names."""
        named = {name for name in self.names if name in text}
        return tuple(
            file.path
            for file in self.files
            if any(file.module == name or file.module.startswith(f"{name}.") for name in named)
        )
