"""The parameters of what can be called, and how a document's signature differs from them."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Sequence
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any

from docsync.python import builtin
from docsync.python.interface import Absent, Interface

_CALL = re.compile(r"(?P<name>[\w.:]+)\((?P<inside>.*)\)(?P<result>\s*->.*)?", re.DOTALL)
_LEFT_OUT = re.compile(r"(?:^|,)\s*(?:\.\.\.|…)\s*(?=,|$)")
_SELF = ("self", "cls")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: ``kind`` is that of :mod:`inspect` with blanks, such as ``positional or keyword``."""

    name: str
    kind: str
    required: bool

    @property
    def is_variadic(self) -> bool:
        """Whether it takes any number of arguments."""
        return self.kind.startswith("variadic")


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature as a document writes it: the name, its parameters in order, and whether ``...`` leaves some out.

    ``by_name`` are those with a value, as in ``f(b=1, a=2)``, which may stand anywhere.
    """

    name: str
    parameters: tuple[str, ...]
    by_name: frozenset[str]
    is_open: bool


def read_signature(text: str) -> Signature | None:
    """``validate_args(spec, args)`` as a signature.

    None for a mention such as ``validate_args()``, for a call of which an argument is anything but a name, and for
    what is no call.
    """
    match = _CALL.fullmatch(text)
    if match is None:
        return None
    inside = match["inside"].strip().removesuffix(",")
    left = _LEFT_OUT.sub("", inside).strip().removeprefix(",").strip()
    is_open = left != inside
    if not left:
        return None
    arguments = _arguments(left)
    if arguments is None:
        return None
    shown = tuple(each for each in arguments if each not in _SELF)
    by_name = frozenset(each for each in shown if re.search(rf"\b{re.escape(each)}\b\s*(?::[^=,]*)?=", left))
    return Signature(match["name"].replace(":", "."), shown, by_name, is_open)


def _arguments(text: str) -> list[str] | None:
    """The names in a list of parameters, variadic ones with their stars; None when it is none."""
    try:
        tree = ast.parse(f"def _({text}): pass").body
        if len(tree) == 1 and isinstance(tree[0], ast.FunctionDef):
            return _declared(tree[0].args)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    return _named(text)


def _declared(given: ast.arguments) -> list[str]:
    plain = [each.arg for each in (*given.posonlyargs, *given.args)]
    many = [f"*{given.vararg.arg}"] if given.vararg else []
    keywords = [each.arg for each in given.kwonlyargs]
    return [*plain, *many, *keywords, *([f"**{given.kwarg.arg}"] if given.kwarg else [])]


def _named(text: str) -> list[str] | None:
    """``spec, path="", args``: no list that Python takes, but plain to a reader."""
    parts = [part.strip() for part in text.split(",")]
    matches = [re.fullmatch(r"(?!\d)(\w+)(?:\s*=[^=(]*)?", part) for part in parts]
    names = [match[1] for match in matches if match]
    return None if len(names) < len(parts) or any(map(iskeyword, names)) else names


def parameters_of(interface: Interface, thing: Any) -> tuple[Parameter, ...] | None:
    """The parameters of a function, or of what makes a class's objects, without ``self``; None when unsure."""
    if thing.is_class:
        return _of_class(interface, thing)
    if not thing.is_function or thing.overloads or not _is_plain(interface, thing):
        return None
    found = tuple(Parameter(each.name, _kind(each), bool(each.required)) for each in thing.parameters)
    is_bound = thing.parent is not None and thing.parent.is_class and "staticmethod" not in thing.labels
    return found[1:] if is_bound else found


def _of_class(interface: Interface, class_: Any) -> tuple[Parameter, ...] | None:
    if not _is_plain(interface, class_):
        return None
    for place in interface.lineage(class_):
        if place is None:
            return None
        if not isinstance(place, frozenset):
            if "__new__" in place.members:
                return None
            if "__init__" in place.members:
                init = interface.member(place, "__init__")
                return None if init is None or isinstance(init, Absent) else parameters_of(interface, init)
    bases = (getattr(base, "canonical_path", str(base)) for base in class_.bases)
    return () if all(map(builtin.has_no_init, bases)) else None


def _is_plain(interface: Interface, thing: Any) -> bool:
    return interface.is_defined_once(thing) and all(
        builtin.keeps_parameters(each.callable_path) for each in thing.decorators
    )


def _kind(parameter: Any) -> str:
    return parameter.kind.value if parameter.kind else "positional or keyword"


def difference(shown: Signature, actual: Sequence[Parameter]) -> str | None:
    """What is wrong with ``shown``, as the end of a sentence; None when it fits.

    Nothing is wrong with a call: one of a class or of something built in, such as ``prop(str)``.
    Every name that is shown has to be a parameter, in the same order. Those that are not shown have to be optional,
    unless ``...`` stands for them.
    """
    names = [each.name for each in actual]
    takes_any = any(each.is_variadic for each in actual)
    unknown = [name for name in shown.parameters if name.lstrip("*") not in names and not takes_any]
    if any(map(_is_value, unknown)):
        return None
    if unknown:
        return f"has no parameter {_listed(unknown)}"
    listed = [name.lstrip("*") for name in shown.parameters]
    missing = [each.name for each in actual if each.required and not each.is_variadic and each.name not in listed]
    if missing and not shown.is_open:
        return f"also needs {_listed(missing)}"
    positional = [each.name for each in actual if each.kind.startswith("positional")]
    places = [positional.index(name) for name in listed if name in positional and name not in shown.by_name]
    return "has its parameters in another order" if places != sorted(places) else None


def _is_value(name: str) -> bool:
    """Whether a name that is no parameter stands for a value rather than for what it is called."""
    return name[:1].isupper() or hasattr(builtins, name)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)
