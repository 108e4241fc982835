"""What classes of the standard library bring to a class that inherits from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import NamedTuple

# Importing these is importing Python, not the repository.
_MODULES = frozenset("abc builtins collections collections.abc dataclasses enum typing".split())
_NO_INIT = frozenset("object abc.ABC typing.Generic typing.Protocol typing_extensions.Protocol".split())
_METACLASSES = ("ABCMeta", "abc.ABCMeta", "type", "EnumType", "EnumMeta", "enum.EnumType", "enum.EnumMeta")
_DECORATORS = frozenset(  # that leave the parameters as they are
    """abc.abstractmethod classmethod contextlib.asynccontextmanager contextlib.contextmanager dataclasses.dataclass
    functools.cache functools.lru_cache functools.total_ordering staticmethod typing.final typing.override
    typing.runtime_checkable typing_extensions.deprecated typing_extensions.override warnings.deprecated""".split()
)


class _Tuple(NamedTuple):
    """What every named tuple has."""


# Names that stand for something else among the bases of a class.
_STAND_IN: Mapping[str, type] = {"Generic": object, "NamedTuple": _Tuple, "Protocol": object, "TypedDict": dict}


def is_plain_metaclass(name: str) -> bool:
    """Whether a metaclass adds no names."""
    return name in _METACLASSES


def keeps_parameters(decorator: str) -> bool:
    """Whether a decorator, by its path, leaves the parameters of what it decorates."""
    return decorator in _DECORATORS


def has_no_init(path: str) -> bool:
    """Whether a base class has no parameters of its own."""
    return path.partition("[")[0] in _NO_INIT


@cache
def names(path: str) -> frozenset[str] | None:
    """The names that a class of the standard library gives to its heirs; None for any other class."""
    module, _, name = path.partition("[")[0].rpartition(".")
    if (module or "builtins") not in _MODULES:
        return None
    found = getattr(import_module(module or "builtins"), name, None)
    if not isinstance(found, type):
        found = _STAND_IN.get(name)
    if found is None:
        return None
    return frozenset(known for each in found.__mro__ for known in vars(each))
