"""Where a name went that the code had before the change under way."""

from __future__ import annotations

import re
from typing import Any

from docsync.errors import UnreadableError
from docsync.gates.pycode.packages import Packages
from docsync.python.interface import Absent, Interface, read_interface
from docsync.python.sources import PythonFile, compile_module
from docsync.text import SourceText

_MAX_HOPS = 3  # imports that are followed from one module into another


class Renames:
    """Looks at one module as it was before the change, and asks git where files went."""

    def __init__(self, packages: Packages) -> None:
        self._packages = packages
        self._now = packages.interface
        self._before: dict[str, Interface | None] = {}

    def told(self, absent: Absent) -> str | None:
        """``renamed to x`` or ``moved to x.y``, where there is one answer."""
        moved = self._moved(absent)
        if moved is not None:
            return f"moved to {moved}"
        renamed = self._renamed(absent.holder, absent.name, _MAX_HOPS)
        if renamed is not None and not isinstance(self._now.member(absent.holder, renamed), Absent):
            return f"renamed to {absent.written}.{renamed}"
        return None

    def targets(self, absent: Absent) -> tuple[str, ...]:
        """Files whose change can have taken the name away: the one that lacks it, and the module of that name."""
        here = self._now.paths.get(absent.holder.module.path)
        return (*([here] if here else []), *self._places(absent))

    def _places(self, absent: Absent) -> tuple[str, ...]:
        """Where a module of that name would lie."""
        here = self._now.paths.get(absent.holder.path)
        if here is None or not here.endswith("/__init__.py"):
            return ()
        folder = here.removesuffix("/__init__.py")
        return f"{folder}/{absent.name}.py", f"{folder}/{absent.name}/__init__.py", f"{folder}/{absent.name}"

    def _moved(self, absent: Absent) -> str | None:
        modules = {path: module for module, path in self._now.paths.items()}
        for places in self._packages.corpus.source.moved(self._places(absent)).values():
            found = [modules[place] for place in places if place in modules]
            if len(found) == 1:
                return found[0]
        return None

    def _renamed(self, holder: Any, name: str, hops: int) -> str | None:
        before = self._interface_before(holder.module.path)
        old_holder = before.find(holder.path) if before else None
        if before is None or old_holder is None or isinstance(old_holder, Absent):
            return None
        old: Any = old_holder.members.get(name)
        if old is None:
            return None
        if old.is_alias:
            module, _, original = old.target_path.rpartition(".")
            now = self._now.find(module) if hops else None
            return None if now is None or isinstance(now, Absent) else self._renamed(now, original, hops - 1)
        added = [each for each in holder.members.values() if not each.is_alias and each.name not in old_holder.members]
        alike = [each for each in added if each.kind is old.kind]
        same = [each for each in alike if self._body(self._now, each) == self._body(before, old)]
        gone = [each for each in old_holder.members if each not in holder.members]
        candidates = same or (alike if len(gone) == 1 else [])
        return str(candidates[0].name) if len(candidates) == 1 else None

    def _body(self, interface: Interface, thing: Any) -> str:
        """The text of a definition, its own name taken out."""
        lines = interface.texts.get(thing.module.path, "").split("\n")[(thing.lineno or 1) - 1 : thing.endlineno or 0]
        return re.sub(rf"\b{re.escape(thing.name)}\b", "", "\n".join(lines))

    def _interface_before(self, module: str) -> Interface | None:
        if module not in self._before:
            self._before[module] = self._read_before(module)
        return self._before[module]

    def _read_before(self, module: str) -> Interface | None:
        path = self._now.paths.get(module)
        data = self._packages.corpus.source.read_base(path) if path else None
        if path is None or data is None:
            return None
        try:
            text = SourceText.decode(data).normalized
            compile_module(text)
        except UnreadableError:
            return None
        is_package = path.rpartition("/")[2].startswith("__init__.")
        return read_interface((PythonFile(path, module, text, is_package),), (module,))
