"""Settings declared as dataclass fields: read from parsed TOML, checked, and described for the docs.

A setting is a field made by :func:`option`, its type is the annotation, its TOML key the name with hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NoReturn, get_args, get_origin, get_type_hints

from docsync.errors import ConfigError

if TYPE_CHECKING:  # what declares settings reads no TOML yet
    from docsync.toml_lines import KeyPath


def option(
    default: Any = MISSING, doc: str = "", *, minimum: int | None = None, pattern: str = "", shown: str = ""
) -> Any:
    """Declare a setting: its default (none: it is required), the sentence that documents it, its least value.

    A class as default is called for each instance. Every text of an array has to match ``pattern``. ``shown``
    stands in the docs for a default that says too little.
    """
    made: Any = {"default_factory": default} if isinstance(default, type) else {"default": default}
    return field(**made, metadata={"doc": doc, "minimum": minimum, "pattern": pattern, "shown": shown})


@dataclass(frozen=True)
class ConfigFile:
    """A configuration file as found: ``table`` leads to our settings, ``note`` is a sentence for the user."""

    path: str = ""
    text: str = ""
    table: tuple[str, ...] = ()
    note: str | None = None

    @cached_property
    def document(self) -> dict[str, Any]:
        """The whole text as TOML; :class:`ConfigError` names the line where it is none."""
        if not self.text:  # there is no file, or nothing in it
            return {}
        import tomllib  # noqa: PLC0415 - only a text needs to be read

        from docsync.toml_lines import has_deep_key, is_deep  # noqa: PLC0415

        too_deep = ConfigError(f"{self.path}: is nested too deeply")
        if has_deep_key(self.text):
            raise too_deep
        try:
            document = tomllib.loads(self.text)
        except RecursionError:
            raise too_deep from None
        except ValueError as error:  # TOMLDecodeError, and int() for a number of thousands of digits
            position = re.search(_TOML_POSITION, str(error))
            line = f":{position[1] or len(self.text.splitlines())}" if position else ""
            reason = str(error)[: position.start()] if position else str(error)
            raise ConfigError(f"{self.path}{line}: is not TOML: {reason}") from None
        if is_deep(document):
            raise too_deep
        return document

    @cached_property
    def lines(self) -> Mapping[KeyPath, int]:
        """Line of the statement that first sets each path or something in it."""
        from docsync.toml_lines import index_lines  # noqa: PLC0415 - only a problem has to be placed

        return index_lines(self.text)


_TOML_POSITION = r" \(at (?:line (\d+), column \d+|end of document)\)$"


@dataclass(frozen=True)
class OptionDoc:
    """One setting as the documentation shows it."""

    key: str
    type_text: str
    default_text: str
    doc: str


def describe(options_type: type) -> list[OptionDoc]:
    """Describe the settings that a dataclass declares, in their order; default and type are in TOML's words."""
    hints = get_type_hints(options_type)
    return [
        OptionDoc(key, type_text(hints[each.name]), _default_text(each), each.metadata["doc"])
        for key, each in settings_of(options_type).items()
    ]


def with_overrides(options: Any, given: Mapping[str, Any], where: str) -> Any:
    """``options`` with the settings ``given`` by TOML key; :class:`ConfigError` names ``where`` and what is wrong."""
    reader = Reader(ConfigFile(where))
    read = reader.load(type(options), dict(given), ())
    reader.raise_problems()
    names = [each.name for key, each in settings_of(type(options)).items() if key in given]
    return replace(options, **{name: getattr(read, name) for name in names})


def toml_text(value: Any) -> str:
    """Write a setting's value as TOML, in one line."""
    if isinstance(value, Enum):
        return toml_text(value.value)
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(toml_text, value))}]"
    if is_dataclass(value):
        return toml_text({key: getattr(value, each.name) for key, each in settings_of(type(value)).items()})
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key} = {toml_text(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    import json  # noqa: PLC0415 - help shows no values

    return json.dumps(value, ensure_ascii=False)


def type_text(hint: Any) -> str:
    """Name a setting's type, from its annotation; ``TypeError`` for a type that a setting cannot have."""
    if hint in _SCALARS:
        return _SCALARS[hint]
    if choices := _choices(hint):
        return " or ".join(map(toml_text, choices))
    arguments = get_args(hint)
    if get_origin(hint) is tuple and arguments[1:] == (...,):
        return f"array of {_plural(arguments[0])}"
    if get_origin(hint) is Mapping and arguments[0] is str:
        return f"table of {_plural(arguments[1])}"
    if is_dataclass(hint):
        return "table"
    raise TypeError(f"a setting cannot have the type {hint}")


_SCALARS = {bool: "boolean", float: "float", int: "integer", str: "string"}
_NAMES = {list: "array", dict: "table", **_SCALARS}


_SHOWN_PROBLEMS = 20  # more tell a reader nothing new
_SHOWN_TEXT = 100  # characters of a value
_INTEGERS = range(-(2**63), 2**63)  # TOML promises no others


class _Skip(Exception):  # noqa: N818 - a jump to the next setting, no error: the problem is noted already
    """The value at hand cannot be used."""


class Reader:
    """Turns parsed TOML into dataclasses and collects what is wrong with it."""

    def __init__(self, file: ConfigFile) -> None:
        self._file = file
        self._problems: list[tuple[int, str]] = []

    def raise_problems(self) -> None:
        """Raise :class:`ConfigError` if there were any, the first of them in the order of their lines."""
        if self._problems:
            told = [message for _, message in sorted(self._problems)[:_SHOWN_PROBLEMS]]
            if left := len(self._problems) - len(told):
                told.append(f"and {left:,} more")
            raise ConfigError("\n".join(told))

    def note(self, path: KeyPath, message: str) -> None:
        """Note a problem with the setting at ``path``, below our table."""
        line = self._file.lines.get((*self._file.table, *path))
        place = f"{self._file.path}:{line}" if line else self._file.path
        self._problems.append((line or 0, f"{place}: {message}"))

    def expect_known(self, what: str, word: str, known: Collection[str], path: KeyPath) -> None:
        """Note a ``word`` that is not one of ``known``, with the nearest one."""
        if word not in known:
            self.note(path, f'unknown {what} "{_short(word)}"{_hint(word, known)}')

    def our_table(self) -> dict[str, Any]:
        """Our part of the file, empty when it is not there."""
        document = self._file.document
        for key in self._file.table:
            document = document.get(key, {})
            if not isinstance(document, dict):
                self.note((), f"{'.'.join(self._file.table)}: expected table, found {_found(document)}")
                return {}
        return dict(document)

    def load(self, kind: type, raw: Any, path: KeyPath, also: Iterable[str] = ()) -> Any:
        """An instance of the dataclass ``kind``; None when that is impossible, which is noted."""
        with suppress(_Skip):
            return self._table(kind, raw, path, also)

    def _table(self, kind: type, raw: Any, path: KeyPath, also: Iterable[str] = ()) -> Any:
        self._expect(dict, "table", raw, path)
        known = settings_of(kind)
        for key in raw:
            self.expect_known("key", key, {**known, **dict.fromkeys(also)}, (*path, key))
        hints = get_type_hints(kind)
        values = {}
        for key in known.keys() & raw.keys():
            with suppress(_Skip):
                values[known[key].name] = self._setting(known[key], hints, raw[key], (*path, key))
        missing = [key for key, each in known.items() if _default(each) is MISSING and each.name not in values]
        for key in missing:
            if key not in raw:
                self.note(path, f'{_name(path)}: needs the key "{key}"')
        if missing:
            raise _Skip
        return kind(**values)

    def _setting(self, each: Field[Any], hints: Mapping[str, Any], raw: Any, path: KeyPath) -> Any:
        value = self._value(hints[each.name], raw, path)
        minimum = each.metadata.get("minimum")
        if minimum is not None and not value >= minimum:  # nan is neither
            self._fail(path, f"at least {minimum}", raw)
        pattern = str(each.metadata.get("pattern", ""))
        for number, item in enumerate(value) if pattern else ():
            if not re.fullmatch(pattern, item):
                self._fail((*path, number), f"a text like {pattern}", item)
        return value

    def _value(self, hint: Any, raw: Any, path: KeyPath) -> Any:
        if is_dataclass(hint) and isinstance(hint, type):
            return self._table(hint, raw, path)
        if get_origin(hint) is tuple:
            self._expect(list, type_text(hint), raw, path)
            return tuple(item for _, item in self._each(get_args(hint)[0], enumerate(raw), path))
        if get_origin(hint) is Mapping:
            self._expect(dict, type_text(hint), raw, path)
            return dict(self._each(get_args(hint)[1], raw.items(), path))
        if choices := _choices(hint):
            return self._choice(hint, choices, raw, path)
        self._expect(hint, type_text(hint), raw, path)
        return raw

    def _each(self, hint: Any, items: Iterable[tuple[Any, Any]], path: KeyPath) -> Iterator[tuple[Any, Any]]:
        for key, item in items:
            with suppress(_Skip):
                yield key, self._value(hint, item, (*path, key))

    def _choice(self, hint: Any, choices: Sequence[Any], raw: Any, path: KeyPath) -> Any:
        # True == 1, so equal is not enough.
        if not any(type(raw) is type(choice) and raw == choice for choice in choices):
            self._fail(path, type_text(hint), raw)
        return hint(raw) if isinstance(hint, type) else raw

    def _expect(self, kind: type, text: str, raw: Any, path: KeyPath) -> None:
        is_whole = kind is float and type(raw) is int
        if type(raw) is not kind and not is_whole:  # a boolean is an integer to isinstance
            self._fail(path, text, raw)
        if kind is int and raw not in _INTEGERS:
            self._fail(path, "integer of 64 bits", raw)

    def _fail(self, path: KeyPath, expected: str, raw: Any) -> NoReturn:
        self.note(path, f"{_name(path)}: expected {expected}, found {_found(raw)}")
        raise _Skip


def settings_of(kind: type) -> dict[str, Field[Any]]:
    """The settings that a dataclass declares: each TOML key with its field, whose metadata holds the ``doc``."""
    return {each.name.replace("_", "-"): each for each in fields(kind) if "doc" in each.metadata}


def _default(each: Field[Any]) -> Any:
    return each.default_factory() if each.default_factory is not MISSING else each.default


def _default_text(each: Field[Any]) -> str:
    default = _default(each)
    return each.metadata.get("shown") or ("required" if default is MISSING else toml_text(default))


def _choices(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    return tuple(member.value for member in hint) if isinstance(hint, type) and issubclass(hint, Enum) else ()


def _plural(hint: Any) -> str:
    return type_text(hint) + "s" * (not _choices(hint))


def _found(raw: Any) -> str:
    name = _NAMES.get(type(raw), type(raw).__name__)
    if type(raw) is int and raw not in _INTEGERS:  # Python writes no number of thousands of digits
        return "a larger one"
    return f"{name} {_short(toml_text(raw))}" if type(raw) in _SCALARS else name


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN_TEXT else f"{text[:_SHOWN_TEXT]}…"


def _name(path: KeyPath) -> str:
    """``severity.bare-mention``, ``item 2 of exclude``."""
    keys = ".".join(part for part in path if isinstance(part, str))
    return f"item {path[-1] + 1} of {keys}" if path and isinstance(path[-1], int) else keys


def _hint(word: str, known: Collection[str]) -> str:
    from docsync.suggest import nearest  # noqa: PLC0415 - only a mistake needs it

    near = nearest(word, known) if len(word) <= _SHOWN_TEXT else None
    return f'; did you mean "{near}"?' if near else f"; known are {', '.join(sorted(known)) or 'none'}"
