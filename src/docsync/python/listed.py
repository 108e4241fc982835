"""The names that a piece of code lists: members of an enum, fields of a class, strings of a literal, ``__all__``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from docsync.python.interface import Absent, Interface, listed

MAX_DEPTH = 20  # names that lead to other names
_FIRST_ARGUMENT = frozenset("Annotated ClassVar Final Optional ReadOnly Required NotRequired".split())
_COLLECTIONS = frozenset("MappingProxyType dict frozenset get_args list set sorted tuple".split())
_NO_FIELDS = ("ClassVar", "KW_ONLY")


class NotStaticError(Exception):
    """The text does not tell the names; the message says why, as the end of a sentence."""


def names_at(interface: Interface, target: str) -> tuple[str, ...] | Absent:
    """The names at ``target``, ``package.module:name``, in the order of the code.

    ``package.module`` alone means its public names, ``module:Enum.value`` the values of an enum, ``module:*.name`` the
    values that the classes of a module give to an attribute. :class:`NotStaticError` when the text does not tell.
    """
    module, _, name = target.partition(":")
    reader = _Reader(interface)
    if name.startswith("*."):
        return _known(interface, module, lambda thing: reader.values(thing, name[2:]))
    if name.endswith(".value"):
        holder = interface.find(f"{module}.{name.removesuffix('.value')}")
        if holder is not None and not isinstance(holder, Absent) and reader.is_enum(holder):
            return tuple(reader.enum_values(holder))
    dotted = f"{module}.{name}" if name and name != "__all__" else module
    return _known(interface, dotted, reader.names)


def _known(interface: Interface, dotted: str, names: Any) -> tuple[str, ...] | Absent:
    found = interface.find(dotted)
    if found is None:
        raise NotStaticError("its meaning depends on what runs")
    return found if isinstance(found, Absent) else tuple(dict.fromkeys(names(found)))


class _Reader:
    """Reads names from the syntax trees of modules."""

    def __init__(self, interface: Interface) -> None:
        self._interface = interface
        self._trees: dict[str, ast.Module] = {}

    def names(self, thing: Any) -> Iterable[str]:
        if thing.is_module:
            return self._public(thing)
        if thing.is_class:
            return self._members(thing) if self.is_enum(thing) else self._fields(thing)
        if thing.is_function:
            raise NotStaticError("it is a function")
        return self._strings(self._value(thing), thing.module, 0)

    def _public(self, module: Any) -> Iterable[str]:
        if module.exports is None:
            raise NotStaticError("the module has no `__all__`")
        return listed(module)

    def is_enum(self, class_: Any) -> bool:
        """Whether one of the bases is an enum of the standard library."""
        return any(isinstance(base, frozenset) and "_missing_" in base for base in self._interface.lineage(class_))

    def _members(self, class_: Any) -> Iterator[str]:
        return (name for name, _ in self._assigned(class_))

    def enum_values(self, class_: Any) -> Iterator[str]:
        """The values of the members of an enum."""
        for name, value in self._assigned(class_):
            if not isinstance(value, ast.Constant):
                raise NotStaticError(f"the value of `{name}` is computed")
            yield str(value.value)

    def _assigned(self, class_: Any) -> Iterator[tuple[str, ast.expr]]:
        for each in self._body(class_):
            for name, value in _assignments(each):
                if not name.startswith("_") and value is not None:
                    yield name, value

    def _fields(self, class_: Any) -> list[str]:
        """The annotated names of a class and its bases, those of the bases first."""
        ours = [place for place in self._interface.lineage(class_) if hasattr(place, "members")]
        found: dict[str, None] = {}
        for place in reversed(ours):
            for each in self._body(place):
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                    kind = ast.unparse(each.annotation).strip("'\"").removeprefix("typing.").partition("[")[0]
                    if kind not in _NO_FIELDS and not each.target.id.startswith("_"):
                        found[each.target.id] = None
        if not found:
            raise NotStaticError("the class has no annotated fields")
        return list(found)

    def values(self, module: Any, attribute: str) -> Iterator[str]:
        """What the classes of ``module`` give to ``attribute``, where that is a string."""
        for node in ast.walk(self._tree(module.path)):
            for each in node.body if isinstance(node, ast.ClassDef) else ():
                for name, value in _assignments(each):
                    if name == attribute and isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield value.value

    def _tree(self, module: str) -> ast.Module:
        if module not in self._trees:
            self._trees[module] = ast.parse(self._interface.texts.get(module, ""))
        return self._trees[module]

    def _body(self, class_: Any) -> list[ast.stmt]:
        nodes = ast.walk(self._tree(class_.module.path))
        found = [node for node in nodes if isinstance(node, ast.ClassDef) and node.name == class_.name]
        return next(
            (node.body for node in found if node.lineno <= class_.endlineno and _end(node) >= class_.lineno), []
        )

    def _value(self, thing: Any) -> ast.expr:
        if getattr(thing, "value", None) is None:
            raise NotStaticError("it has no value")
        return read_value(str(thing.value))

    def _strings(self, value: ast.expr, module: Any, depth: int) -> Iterator[str]:
        """The strings in a literal; names in it are looked up in ``module``."""
        if depth > MAX_DEPTH:
            raise NotStaticError("it leads in a circle")
        match value:
            case ast.Constant() if depth:
                yield value.value if isinstance(value.value, str) else repr(value.value)
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                yield from self._all(items, module, depth)
            case ast.Starred(value=inner):
                yield from self._strings(inner, module, depth + 1)
            case ast.Dict(keys=keys, values=values):
                yield from self._all([key or spread for key, spread in zip(keys, values, strict=True)], module, depth)
            case ast.BinOp(left=left, op=ast.BitOr() | ast.Add(), right=right):
                yield from self._all([left, right], module, depth)
            case ast.Subscript() | ast.Call():
                yield from self._applied(value, module, depth)
            case ast.Name() | ast.Attribute():
                yield from self._named(ast.unparse(value), module, depth)
            case _:
                raise NotStaticError(f"`{_short(ast.unparse(value))}` is computed")

    def _all(self, items: Iterable[ast.expr], module: Any, depth: int) -> Iterator[str]:
        for item in items:
            yield from self._strings(item, module, depth + 1)

    def _applied(self, value: ast.Subscript | ast.Call, module: Any, depth: int) -> Iterator[str]:
        """``Literal["a", "b"]``, ``frozenset(X)``, ``dict(a=1)``."""
        head = _last(value.value if isinstance(value, ast.Subscript) else value.func)
        if isinstance(value, ast.Call) and head in _COLLECTIONS:
            yield from self._all([*value.args, *(each.value for each in value.keywords if not each.arg)], module, depth)
            yield from (each.arg for each in value.keywords if each.arg and head == "dict")
        elif isinstance(value, ast.Subscript) and head in ("Literal", "Union", *_FIRST_ARGUMENT):
            items = value.slice.elts if isinstance(value.slice, ast.Tuple) else [value.slice]
            yield from self._all(items[:1] if head in _FIRST_ARGUMENT else items, module, depth)
        else:
            raise NotStaticError(f"`{_short(ast.unparse(value))}` is computed")

    def _named(self, name: str, module: Any, depth: int) -> Iterator[str]:
        head, *rest = name.split(".")
        found: Any = self._interface.member(module, head)
        for part in rest:
            found = None if found is None or isinstance(found, Absent) else self._interface.member(found, part)
        if found is None or isinstance(found, Absent) or not (found.is_attribute or found.is_type_alias):
            raise NotStaticError(f"`{name}` is not to be read from the text")
        yield from self._strings(self._value(found), found.module, depth + 1)


def read_value(text: str) -> ast.expr:
    """The expression that griffe wrote as ``text``; :class:`NotStaticError` where it did not get it right."""
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        raise NotStaticError("its value is no expression that can be read") from None


def _assignments(node: ast.stmt) -> Iterator[tuple[str, ast.expr | None]]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    for target in targets:
        if isinstance(target, ast.Name) and isinstance(node, (ast.Assign, ast.AnnAssign)):
            yield target.id, node.value


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _last(expression: ast.expr) -> str:
    return ast.unparse(expression).rpartition(".")[2]


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"  # noqa: PLR2004 - as much as a message needs
