"""Names and signatures in code spans, held against the code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docsync.finding import Finding
from docsync.gates.pycode.packages import Packages
from docsync.gates.pycode.renames import Renames
from docsync.markdown.document import CodeSpan, Document
from docsync.python.interface import Absent
from docsync.python.signatures import Parameter, difference, parameters_of, read_signature
from docsync.suggest import nearest

# `tool_harness.toml` is a file, not a name.
_ENDINGS = frozenset(
    "cfg css csv git html ini ipynb js json lock log md py pyi rst sh toml txt xml yaml yml zip".split()
)


class NameJudge:
    """Judges the code spans of documents."""

    def __init__(self, packages: Packages) -> None:
        self._packages = packages
        self._interface = packages.interface
        self._renames = Renames(packages)

    def document(self, path: str, document: Document) -> Iterator[Finding]:
        """Findings for the code spans of one document."""
        for each in document.code_spans:
            name = each.text.partition("(")[0].replace(":", ".")
            if self._interface.package_of(name):
                found = self._interface.find(name)
                if isinstance(found, Absent):
                    if name.rpartition(".")[2] not in _ENDINGS:
                        yield self.unknown(path, each, name, found)
                    continue
            else:
                found = self._bare(name)
            if found is not None:
                yield from self._signature(path, each, found)

    def unknown(self, path: str, code: CodeSpan, name: str, absent: Absent) -> Finding:
        """The finding for a ``name`` that is not there."""
        message = f"`{name}` does not exist: `{absent.written}` has no `{absent.name}`"
        suggestion = self._renames.told(absent)
        if suggestion is None:
            near = nearest(absent.name, absent.known)
            suggestion = f"did you mean {absent.written}.{near}?" if near else None
        return Finding(path, code.span, "unknown-name", message, suggestion, name, self._renames.targets(absent))

    def _bare(self, name: str) -> Any:
        """What a name means that begins with an unambiguous public name, such as ``validate_args``."""
        head, *rest = name.split(".")
        known = self._interface.by_bare_name.get(head, {})
        found: Any = next(iter(known.values())) if len(known) == 1 else None
        for part in rest:
            found = None if found is None or isinstance(found, Absent) else self._interface.member(found, part)
        return None if isinstance(found, Absent) else found

    def _signature(self, path: str, code: CodeSpan, thing: Any) -> Iterator[Finding]:
        shown = read_signature(code.text)
        actual = parameters_of(self._interface, thing) if shown else None
        if shown is None or actual is None:
            return
        wrong = difference(shown, actual)
        if wrong is not None:
            message = f"`{shown.name}` {wrong}"
            now = f"the code has {thing.name}({', '.join(map(_written, actual))})"
            target = self._interface.paths.get(thing.module.path)
            targets = (target,) if target else ()
            yield Finding(path, code.span, "signature-drift", message, now, code.text, targets)


def _written(parameter: Parameter) -> str:
    return {"variadic positional": "*", "variadic keyword": "**"}.get(parameter.kind, "") + parameter.name
