"""What packages offer, read from their text by griffe; nothing of them is imported."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from docsync.errors import UsageError
from docsync.python import builtin
from docsync.python.bound import binds, definitions, with_calls
from docsync.python.extra import require
from docsync.python.sources import PythonFile

Thing: TypeAlias = Any  # a griffe.Object, which is no alias

_MODULE_HOOK = "__getattr__"


@dataclass(frozen=True)
class Absent:
    """A name that is surely not there: where it is missing, as defined and as written, and the names that are there."""

    holder: Any
    name: str
    known: tuple[str, ...]
    written: str = ""


@lru_cache(maxsize=4)  # a fix judges the same packages several times
def read_interface(
    files: tuple[PythonFile, ...], packages: tuple[str, ...], unreadable: tuple[str, ...] = ()
) -> Interface:
    """Read ``files``, the modules of ``packages``; of the modules ``unreadable`` nothing is known."""
    return Interface(files, packages, unreadable)


class Interface:
    """The names of some packages."""

    def __init__(self, files: Sequence[PythonFile], packages: Sequence[str], unreadable: Sequence[str]) -> None:
        require("griffe")
        self.packages = tuple(sorted(packages))
        self.texts = {file.module: file.text for file in files}
        self.paths = {file.module: file.path for file in files}
        self._unreadable = frozenset(unreadable)
        try:
            self._modules = _load(files)
        except RecursionError:
            named = " and ".join(self.packages)
            raise UsageError(
                f"the modules of {named} import from each other over too many steps to be read; leave {named} out of"
                " packages under [code]"
            ) from None

    def package_of(self, name: str) -> str | None:
        """The configured package that a dotted name begins with."""
        return next((each for each in reversed(self.packages) if name == each or name.startswith(f"{each}.")), None)

    def find(self, name: str) -> Thing | Absent | None:
        """What a dotted name of a configured package means; None when its text does not tell."""
        package = self.package_of(name)
        current: Any = self._modules.get(package or "")
        if package is None or current is None:
            return None
        written = package
        for part in name.removeprefix(package).split(".")[1:]:
            found = self.member(current, part)
            if found is None or isinstance(found, Absent):
                return found and replace(found, written=written)
            current, written = found, f"{written}.{part}"
        return current

    def member(self, holder: Thing, name: str) -> Thing | Absent | None:
        """The member ``name`` of a module or class, inherited ones included."""
        if name.startswith("__") or not (holder.is_module or holder.is_class):
            found = holder.members.get(name)
            return _final(found) if found is not None else None
        places = list(self.lineage(holder)) if holder.is_class else [holder]
        ours = [place for place in places if place is not None and not isinstance(place, frozenset)]
        for place in ours:
            if name in place.members:
                return _final(place.members[name])
        known_elsewhere = any(place is None or (isinstance(place, frozenset) and name in place) for place in places)
        if known_elsewhere or any(self._may_have(place, name) for place in ours):
            return None
        return Absent(holder, name, tuple(_names(holder)))

    def _may_have(self, place: Thing, name: str) -> bool:
        """Whether ``place`` can have a name that griffe does not list: by a hook, a wildcard, an assignment."""
        if not self._unreadable.isdisjoint((place.path, f"{place.path}.{name}")):
            return True
        if _MODULE_HOOK in place.members or any(not _is_own(each) for each in place.members.values()):
            return True
        return binds(self.texts.get(place.module.path, ""), self._inside(place), name)

    def is_defined_once(self, thing: Thing) -> bool:
        """Whether there is one definition, rather than one in each branch of the code."""
        return definitions(self.texts.get(thing.module.path, ""), self._inside(thing)) <= 1

    def _inside(self, thing: Thing) -> tuple[str, ...]:
        """The names that lead from its module to ``thing``."""
        return tuple(thing.path.removeprefix(thing.module.path).split(".")[1:])

    def lineage(self, class_: Any) -> Iterator[Any]:
        """``class_`` and its bases: classes, the names of a base in the standard library, None for an unknown one.

        Each class stands before its bases and once, as in the order in which Python looks for a member.
        """
        found: list[Any] = []
        try:
            self._descend(class_, found, {})
        except RecursionError:
            found.append(None)
        return iter(found[::-1])

    def _descend(self, class_: Any, found: list[Any], is_done: dict[str, bool]) -> None:
        """Add the bases of ``class_`` to ``found``, the last ones first, and then ``class_`` itself."""
        is_done[class_.path] = False
        if not builtin.is_plain_metaclass(str(class_.keywords.get("metaclass", "ABCMeta"))):
            found.append(None)
        for path in reversed([getattr(base, "canonical_path", str(base)) for base in class_.bases]):
            base = self.find(path) if self.package_of(path) else None
            if base is None or isinstance(base, Absent) or not base.is_class:
                found.append(builtin.names(path))
            elif base.path not in is_done:
                self._descend(base, found, is_done)
            elif not is_done[base.path]:
                found.append(None)  # it is among its own bases
        is_done[class_.path] = True
        found.append(class_)

    def modules(self, package: str) -> Iterator[Any]:
        """The modules of ``package`` without an underscore in their name, sorted."""
        inside = (name for name in self.texts if name == package or name.startswith(f"{package}."))
        for name in sorted(inside):
            if not any(part.startswith("_") for part in name.removeprefix(package).split(".")):
                yield self._modules[name]

    def public(self, package: str) -> Iterator[tuple[str, str, Thing | None]]:
        """Module, name and meaning of each public name; the meaning is None where the text does not tell.

        Public is what the modules list in ``__all__``; where none has one, what they define without an underscore.
        """
        modules = list(self.modules(package))
        listing = [module for module in modules if module.exports is not None]
        for module in listing or modules:
            names = listed(module) if listing else _names(module)
            for name in sorted(set(names)):
                found = self.member(module, name)
                if listing or (not isinstance(found, Absent) and found is not None and found.module is module):
                    yield module.path, name, None if isinstance(found, Absent) else found

    @cached_property
    def by_bare_name(self) -> dict[str, dict[str, Any]]:
        """Public names to what they mean, by the path where it is defined; several for an ambiguous one."""
        known: dict[str, dict[str, Any]] = {}
        for package in self.packages:
            for _, name, thing in self.public(package):
                if thing is not None:
                    known.setdefault(name, {})[thing.path] = thing
        return known


def listed(module: Any) -> list[str]:
    """What the ``__all__`` of ``module`` lists, as far as the text tells."""
    return [each for each in module.exports if isinstance(each, str)]


def _names(holder: Any) -> Iterator[str]:
    return (name for name, each in holder.members.items() if not name.startswith("_") and _is_own(each))


def _is_own(member: Any) -> bool:
    """Whether ``member`` is a name, rather than a wildcard import of what was not read."""
    return not (member.is_alias and member.wildcard)


def _final(found: Any) -> Any:
    """``found`` behind its imports; None when that lies in no package that was read."""
    import griffe  # noqa: PLC0415 - only where packages are read

    try:
        return found.final_target if found.is_alias else found
    except (griffe.AliasResolutionError, griffe.CyclicAliasError, RecursionError):  # it leads too far
        return None


def _load(files: Sequence[PythonFile]) -> dict[str, Any]:
    """Every module by its dotted name, imports between them followed."""
    import griffe  # noqa: PLC0415 - as above

    logging.getLogger("griffe").addHandler(logging.NullHandler())  # it would tell the user what it cannot read
    collection, lines = griffe.ModulesCollection(), griffe.LinesCollection()
    modules: dict[str, Any] = {}

    def parent_of(name: str) -> Any:
        parent = name.rpartition(".")[0]
        if parent and parent not in modules:
            path = PurePosixPath(*parent.split("."))
            add(parent, griffe.Module(parent.rpartition(".")[2], filepath=path, modules_collection=collection))  # type: ignore[arg-type]
        return modules.get(parent)

    def add(name: str, module: Any) -> None:
        parent = parent_of(name)
        modules[name] = module
        if parent is None:
            collection.set_member(name, module)
        else:
            parent.set_member(module.name, module)

    for file in sorted(files, key=lambda file: file.module.count(".")):
        visited = griffe.visit(
            file.module.rpartition(".")[2],
            filepath=PurePosixPath(file.path),  # type: ignore[arg-type]  # only its name is asked for
            code=file.text,
            parent=parent_of(file.module),
            lines_collection=lines,
            modules_collection=collection,
        )
        add(file.module, visited)
    loader = griffe.GriffeLoader(allow_inspection=False, lines_collection=lines, modules_collection=collection)
    for root in [module for module in modules.values() if module.parent is None]:
        loader.expand_exports(root)
        loader.expand_wildcards(root, external=False)
        griffe.DataclassesExtension().on_package(pkg=root)
    texts = {file.module: file.text for file in files}
    for name, module in modules.items():
        if module.exports is not None:
            module.exports = with_calls(texts.get(name, ""), listed(module))
    return modules
