"""From a Python type to the spec of a property, and to the way its valid values are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, cast, get_args, get_origin

from tool_harness.errors import SpecError
from tool_harness.freeze import deep_freeze, frozen_list
from tool_harness.json_value import LIST, is_int
from tool_harness.spec import PropertySpec

View = Callable[[Any], Any]


class Shape(NamedTuple):
    """What a type means: the spec of its values, and how a valid one is shown as that type."""

    spec: PropertySpec
    view: View


def same(value: Any) -> Any:
    """Show a value as it is."""
    return value


def shape_of(kind: object, where: str) -> Shape:
    """Return the shape of ``kind``; raise :class:`SpecError` at ``where`` for a type that has none."""
    kind = _unwrapped(kind)
    if isinstance(kind, type) and (own := _SCALARS.get(kind) or getattr(kind, "__shape__", None)):
        return own if isinstance(own, Shape) else cast("Shape", own())
    origin = get_origin(kind) or kind
    maker = next((maker for generic, maker in _GENERICS if origin is generic), None)
    if maker is None:
        raise SpecError(f"{where}: {_type_text(kind)} is no type of a property; {_KNOWN}")
    return maker(get_args(kind), where)


def _unwrapped(kind: Any) -> Any:
    while get_origin(kind) is Annotated or type(kind).__name__ == "TypeAliasType":
        kind = kind.__origin__ if get_origin(kind) is Annotated else kind.__value__
    return kind


def _whole(value: float) -> int:
    # 1.0 is an integer to JSON; what is declared as int shall be one.
    return int.__int__(value) if is_int(value) else float.__int__(value)


_SCALARS: Final[dict[type, Shape]] = {
    str: Shape({"type": "string"}, same),
    float: Shape({"type": "number"}, same),
    int: Shape({"type": "integer"}, _whole),
    bool: Shape({"type": "boolean"}, same),
}


def _literal(members: tuple[Any, ...], where: str) -> Shape:
    kind = next((kind for kind in (str, int, bool) if all(type(member) is kind for member in members)), None)
    if kind is None:
        raise SpecError(f"{where}: a Literal must hold strings, integers or booleans, and of one kind only")
    shape = _SCALARS[kind]
    return Shape({**shape.spec, "enum": list(members)}, shape.view)


def _list(arguments: tuple[Any, ...], where: str) -> Shape:
    if not arguments or arguments[0] in _ANYTHING:
        return Shape({"type": "array"}, deep_freeze)
    item = shape_of(arguments[0], f"{where}.items")

    def view(value: list[Any]) -> list[Any]:
        return frozen_list(item.view(each) for each in LIST.__iter__(value))

    return Shape({"type": "array", "items": item.spec}, view)


def _mapping(arguments: tuple[Any, ...], where: str) -> Shape:
    if arguments and not (len(arguments) == _PAIR and arguments[0] is str and arguments[1] in _ANYTHING):
        raise SpecError(f"{where}: the values of a mapping are not looked into; declare Mapping[str, object]")
    return Shape({"type": "object"}, deep_freeze)


_ANYTHING: Final = (object, Any)
_PAIR: Final = 2
_GENERICS: Final[tuple[tuple[object, Callable[[tuple[Any, ...], str], Shape]], ...]] = (
    (Literal, _literal),
    (list, _list),
    (dict, _mapping),
    (Mapping, _mapping),
)
_KNOWN: Final = "known are str, int, float, bool, Literal, list, Mapping[str, object] and classes of Args"


def _type_text(kind: object) -> str:
    return kind.__qualname__ if isinstance(kind, type) else repr(kind)
