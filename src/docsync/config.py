"""The configuration file of a repository: what it may say, where it lies, what it says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from docsync.errors import ConfigError
from docsync.files import read_text_file
from docsync.finding import Severity
from docsync.markdown.anchors import FlavourName
from docsync.patterns import PathPatterns
from docsync.settings import ConfigFile, Reader, option, toml_text

if TYPE_CHECKING:  # a run without a configuration reads no TOML
    from docsync.toml_lines import KeyPath

MARKDOWN = (".md", ".markdown", ".mdown")
# File name to the table that holds our settings; any other file is ours as a whole.
_LIMIT = 1 << 20  # bytes of a configuration, which tomllib takes a second or two for
TABLES: Mapping[str, tuple[str, ...]] = {"doc-sync.toml": (), "pyproject.toml": ("tool", "doc-sync")}

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Ignore:
    """Findings to leave out: those of the codes in the files that the pattern selects."""

    path: str = option(doc="gitignore pattern of the files")
    code: tuple[str, ...] = option(doc="codes of the findings")
    reason: str = option("", "why they are left out")


@dataclass(frozen=True)
class Config:
    """All settings; ``options`` maps each gate's name to an instance of its options dataclass."""

    gates: tuple[str, ...] = option((), "Gates that `doc-sync check` runs.", shown="all gates")
    exclude: tuple[str, ...] = option((), "gitignore patterns of files that are not judged; `!` makes an exception.")
    extensions: tuple[str, ...] = option(MARKDOWN, "Endings of Markdown files.")
    flavour: FlavourName = option("github", "Renderer that makes the anchors of headings.")
    severity: Mapping[str, Severity] = option(dict, "Severity of a code, where it is not to be the code's own.")
    ignore: tuple[Ignore, ...] = option((), "Findings to leave out: tables with `path`, `code` and `reason`.")
    require_reasons: bool = option(False, "Whether each suppression and each `ignore` has to give a reason.")
    baseline: str = option("doc-sync-baseline.json", "File of findings that are known and not reported again.")
    max_file_size: int = option(32 * 1024 * 1024, "Size in bytes above which a file is not read.", minimum=1)
    options: Mapping[str, Any] = field(default_factory=dict)
    source: ConfigFile = field(default=ConfigFile(), repr=False, compare=False)


def find_config(root: str) -> ConfigFile:
    """Read the configuration at the repository root: ``doc-sync.toml``, else ``pyproject.toml`` with our table.

    Without any, the file is empty and has no path.
    """
    own_name, shared_name = TABLES
    own = _read(root, own_name)
    try:
        shared = _read(root, shared_name)
    except ConfigError:
        if own is None:
            raise
        shared = None  # it would not be used anyway
    if shared and not _has_our_table(shared):
        shared = None
    if own and shared:
        return replace(own, note=f"{own.path} is used, [{'.'.join(shared.table)}] of {shared.path} is not")
    return own or shared or ConfigFile()


def read_config(root: str, path: str) -> ConfigFile:
    """Read the configuration file that the user named, wherever it lies; ``path`` is relative to ``root``."""
    file = _read(root, path, anywhere=True)
    if file is None:
        raise ConfigError(f"{path}: cannot be read: No such file or directory")
    return file


def _read(root: str, path: str, *, anywhere: bool = False) -> ConfigFile | None:
    text = read_text_file(root, path, anywhere=anywhere, limit=_LIMIT)
    return None if text is None else ConfigFile(path, text, TABLES.get(Path(path).name, ()))


def load_config(file: ConfigFile, gate_options: Mapping[str, type], codes: Collection[str]) -> Config:
    """Understand the settings in ``file``.

    ``gate_options`` maps each gate to its options dataclass, ``codes`` are those that a finding can have.
    :class:`ConfigError` tells every problem, one a line, as ``file:line: message``.
    """
    reader = Reader(file)
    ours = {"gates": list(gate_options)} | reader.our_table()
    _check_values(ours, gate_options, codes, reader)
    options = {gate: reader.load(kind, ours.pop(gate, {}), (gate,)) for gate, kind in gate_options.items()}
    config: Config = reader.load(Config, ours, (), also=gate_options)
    reader.raise_problems()
    return replace(config, options=options, source=file)


def _check_values(ours: Mapping[str, Any], gates: Collection[str], codes: Collection[str], reader: Reader) -> None:
    """Note what types cannot tell; values of a wrong type are passed over here."""
    if ours.get("gates") == []:
        reader.note(("gates",), "gates is empty; leave it out to run all")
    if isinstance(baseline := ours.get("baseline"), str) and ("\0" in baseline or not baseline.strip()):
        reader.note(("baseline",), f"baseline: {toml_text(baseline)} is no path of a file")
    for path, gate in _items(ours, "gates", str):
        reader.expect_known("gate", gate, gates, path)
    for path, extension in _items(ours, "extensions", str):
        if not extension.startswith("."):
            reader.note(path, f'extensions: "{extension}" does not start with a dot')
    for path, pattern in _items(ours, "exclude", str):
        _check_pattern(pattern, path, reader)
    for code in _table(ours.get("severity")):
        reader.expect_known("code", code, codes, ("severity", code))
    for path, ignore in _items(ours, "ignore", dict):
        _check_ignore(ignore, path, codes, reader)
        if ours.get("require-reasons") is True and not str(ignore.get("reason", "")).strip():
            reader.note(path, 'ignore: needs a "reason", since require-reasons is true')


def _check_ignore(ignore: Mapping[str, Any], path: KeyPath, codes: Collection[str], reader: Reader) -> None:
    if isinstance(pattern := ignore.get("path"), str):
        _check_pattern(pattern, (*path, "path"), reader)
    for place, code in _items(ignore, "code", str):
        reader.expect_known("code", code, codes, (*path, *place))


def _check_pattern(pattern: str, path: KeyPath, reader: Reader) -> None:
    try:
        PathPatterns([pattern])
    except ValueError as error:
        reader.note(path, f"{path[0]}: {error}")


def _items(table: Mapping[str, Any], key: str, kind: type[_Item]) -> Iterator[tuple[KeyPath, _Item]]:
    """The items of an array that have the type ``kind``, each with its path."""
    array = table.get(key)
    for number, item in enumerate(array if isinstance(array, list) else ()):
        if isinstance(item, kind):
            yield (key, number), item


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _has_our_table(file: ConfigFile) -> bool:
    try:
        return "doc-sync" in file.text and "doc-sync" in _table(file.document.get("tool"))
    except ConfigError:
        return True  # a broken file that names us is reported by load_config rather than passed over
