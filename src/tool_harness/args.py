"""Typed arguments: a class declares the properties, and type checkers infer what reading one gives.

No plugin is needed: :func:`prop` takes the type as a value, and its overloads turn ``required=True`` into ``T`` and
anything else into ``T | None``. The runtime half, from a type to its spec, is in :mod:`tool_harness.shapes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Never, Self, TypeVar, cast, overload

from tool_harness.errors import SpecError
from tool_harness.freeze import deep_freeze
from tool_harness.json_value import DICT, MISSING, lookup
from tool_harness.shapes import Shape, View, same, shape_of
from tool_harness.spec import PropertySpec, SchemaSpec
from tool_harness.validate import Validator, refuse_violations

if TYPE_CHECKING:
    # Only checkers read it; they bring their own copy along.
    from typing_extensions import TypeForm

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Prop(Generic[T_co]):
    """One declared property: on the class it is itself, on an instance the value, None when absent.

    Made by :func:`prop`, named by the class attribute that holds it.
    """

    def __init__(self, kind: object, keywords: Mapping[str, object]) -> None:
        self.kind = kind
        self.keywords = keywords
        self.name = ""
        self.view: View = same

    def __set_name__(self, owner: type[Args], name: str) -> None:
        if not self.name:
            self.name = name

    @overload
    def __get__(self, instance: None, owner: type[Args]) -> Self: ...
    @overload
    def __get__(self, instance: Args, owner: type[Args]) -> T_co: ...
    def __get__(self, instance: Args | None, owner: type[Args]) -> Self | T_co:
        if instance is None:
            return self
        return cast("T_co", instance.__view__(self))

    def __set__(self, instance: Args, value: Never) -> None:
        raise AttributeError(f"{self.name}: arguments are read-only")


@overload
def prop(kind: TypeForm[T], *, required: Literal[True], description: str = "", default: object = None) -> Prop[T]: ...
@overload
def prop(
    kind: TypeForm[T], *, required: Literal[False] = False, description: str = "", default: object = None
) -> Prop[T | None]: ...
def prop(kind: Any, *, required: bool = False, description: str = "", default: object = None) -> Prop[Any]:
    """Declare a property of an :class:`Args` class.

    ``kind`` is ``str``, ``int``, ``float``, ``bool``, a ``Literal`` of one of their kinds, an :class:`Args` class, a
    list of any of these, or ``Mapping[str, object]`` for an object that is not looked into. ``default`` is told to the
    model and never applied; None means none. What does not fit is a :class:`SpecError` when the class is made.
    """
    keywords: dict[str, object] = {}
    if description:
        keywords["description"] = description
    if required:
        keywords["required"] = True
    if default is not None:
        keywords["default"] = default
    return Prop(kind, keywords)


class Args:
    """Base of the classes that declare a tool's parameters: a read-only view over valid arguments.

    An instance holds what the class promises: the constructor raises :class:`ToolArgsError` for anything else. A
    property that is absent reads as None; ``raw`` has the keys too that no property names. The arguments are not
    copied, so they must not be changed later. Lists and mappings are shown as frozen copies.

    Properties of base classes come first, of every one that there is, also if it is no class of Args.
    Raises :class:`SpecError` when a class is made that cannot be a spec.
    """

    __slots__ = ("_raw", "_views")

    __properties__: ClassVar[dict[str, Prop[Any]]] = {}
    __validator__: ClassVar[Validator] = Validator({})
    _raw: dict[Any, Any]
    _views: dict[str, Any]

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        place = f"{cls.__module__}.{cls.__qualname__}"
        cls.__properties__ = _declared(cls, place)
        spec = {name: _property_spec(each, name, place) for name, each in cls.__properties__.items()}
        cls.__validator__ = Validator(spec, place)

    def __init__(self, raw: dict[str, Any]) -> None:
        refuse_violations(self.__validator__.violations(raw).texts(), type(self).__name__)
        _fill(self, raw)

    @property
    def raw(self) -> Mapping[str, Any]:
        """The arguments as they came, extra keys included, frozen."""
        if "raw" not in self._views:
            self._views["raw"] = deep_freeze(self._raw)
        return cast("Mapping[str, Any]", self._views["raw"])

    def __view__(self, each: Prop[Any]) -> Any:
        # Viewed once, so that a list keeps its identity and a loop over its indices stays linear.
        if each.name not in self._views:
            value = lookup(self._raw, each.name)
            self._views[each.name] = None if value is MISSING else each.view(value)
        return self._views[each.name]

    def __setattr__(self, name: str, value: Never) -> None:
        raise AttributeError(f"{name}: arguments are read-only")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name}: arguments are read-only")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} with {DICT.__len__(self._raw)} arguments>"

    @classmethod
    def __shape__(cls) -> Shape:
        return Shape({"type": "object", "properties": spec_of(cls)}, cls.__of_valid__)

    @classmethod
    def __of_valid__(cls, raw: dict[str, Any]) -> Self:
        args = cls.__new__(cls)
        _fill(args, raw)
        return args


def _fill(args: Args, raw: dict[str, Any]) -> None:
    object.__setattr__(args, "_raw", raw)
    object.__setattr__(args, "_views", {})


def spec_of(kind: type[Args]) -> SchemaSpec:
    """Return the plain form of what ``kind`` declares, frozen."""
    return kind.__validator__.spec


def _declared(kind: type, place: str) -> dict[str, Prop[Any]]:
    declared: dict[str, Prop[Any]] = {}
    for base in reversed(kind.__mro__):
        for name, value in vars(base).items():
            if isinstance(value, Prop):
                declared[name] = value
            elif name in declared:
                raise SpecError(f"{place}.{name}: {base.__qualname__} puts something else in the place of a prop")
    return declared


def _property_spec(each: Prop[Any], name: str, place: str) -> PropertySpec:
    where = f"{place}.{name}"
    # "__secret" would not even be called so, and "raw" is a free name among the views.
    if hasattr(Args, name) or name.startswith("_"):
        raise SpecError(f"{where}: the name is taken by Args itself")
    if name != each.name:
        raise SpecError(f"{where}: the same prop is {each.name} already")
    shape = shape_of(each.kind, where)
    each.view = shape.view
    return cast("PropertySpec", {**shape.spec, **each.keywords})
