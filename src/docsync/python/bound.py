"""Names that a module or class binds in ways that griffe does not list, and definitions that exist more than once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@lru_cache(maxsize=64)
def tree_of(text: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(text)


def binds(text: str, path: tuple[str, ...], name: str) -> bool:
    """Whether the module ``text``, or its class at ``path``, may have ``name``.

    A module binds it anywhere outside of functions and classes, or by ``global``. For a class it is enough that
    something in the module is given an attribute of that name: no one tells whose.
    """
    tree = tree_of(text)
    if not path:
        named = (each.names for each in ast.walk(tree) if isinstance(each, ast.Global))
        return any(name in names for names in named) or name in _names(tree)
    return any(name in _names(each) for each in _classes(tree, path)) or any(
        _gives(each, name) for each in ast.walk(tree)
    )


def definitions(text: str, path: tuple[str, ...]) -> int:
    """How often the function or class at ``path`` is defined, in whatever branches."""
    *outer, name = path
    tree = tree_of(text)
    scopes: list[ast.AST] = list(_classes(tree, tuple(outer))) if outer else [tree]
    return sum(Counter(each.name for each in _scope(scope) if isinstance(each, _DEFINITIONS))[name] for scope in scopes)


def with_calls(text: str, exports: list[str]) -> list[str]:
    """``exports``, the ``__all__`` of a module, after the ``append``, ``extend`` and ``remove`` called on it."""
    names = list(exports)
    calls = (each for each in _scope(tree_of(text)) if isinstance(each, ast.Call))
    for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset)):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="__all__"), attr=what), args=[argument]):
                given = [each.value for each in ast.walk(argument) if isinstance(each, ast.Constant)]
                if what == "remove":
                    names = [each for each in names if each not in given]
                elif what in ("append", "extend"):
                    names += [each for each in given if isinstance(each, str)]
    return names


def _classes(tree: ast.AST, path: tuple[str, ...]) -> Iterator[ast.ClassDef]:
    for each in _scope(tree):
        if isinstance(each, ast.ClassDef) and each.name == path[0]:
            yield from _classes(each, path[1:]) if path[1:] else (each,)


def _scope(holder: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module or class that are in no function or class within it."""
    waiting = list(ast.iter_child_nodes(holder))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _INNER):
            waiting += ast.iter_child_nodes(node)


def _names(holder: ast.AST) -> frozenset[str]:
    return frozenset(name for node in _scope(holder) for name in _bound(node))


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name
        case ast.Assign(targets=[ast.Name(id="__slots__")], value=value):
            yield from (each.value for each in ast.walk(value) if _is_text(each))  # type: ignore[attr-defined]


def _gives(node: ast.AST, name: str) -> bool:
    """Whether a statement gives something an attribute ``name``."""
    match node:
        case ast.Attribute(attr=attribute, ctx=ast.Store() | ast.Del()):
            return attribute == name
        case ast.Call(func=ast.Name(id="setattr"), args=[_, ast.Constant(value=value), *_]):
            return value == name
    return False


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
