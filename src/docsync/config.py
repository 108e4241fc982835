"""The configuration file of a repository: what it may say, where it lies, what it says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from docsync.errors import ConfigError
from docsync.finding import Severity
from docsync.patterns import PathPatterns
from docsync.settings import ConfigFile, Reader, option
from docsync.toml_lines import KeyPath

# File name to the table that holds our settings; any other file is ours as a whole.
TABLES: Mapping[str, tuple[str, ...]] = {"doc-sync.toml": (), "pyproject.toml": ("tool", "doc-sync")}

Flavour: TypeAlias = Literal["github", "gitlab", "mkdocs", "kramdown"]
_TOML_POSITION = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


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
    extensions: tuple[str, ...] = option((".md", ".markdown", ".mdown"), "Endings of Markdown files.")
    flavour: Flavour = option("github", "Renderer that makes the anchors of headings.")
    severity: Mapping[str, Severity] = option(dict, "Severity of a code, where it is not to be the code's own.")
    ignore: tuple[Ignore, ...] = option((), "Findings to leave out: tables with `path`, `code` and `reason`.")
    require_reasons: bool = option(False, "Whether each suppression and each `ignore` has to give a reason.")
    baseline: str = option("doc-sync-baseline.json", "File of findings that are known and not reported again.")
    max_file_size: int = option(32 * 1024 * 1024, "Size in bytes above which a file is not read.", minimum=1)
    options: Mapping[str, Any] = field(default_factory=dict)
    source: ConfigFile = field(default=ConfigFile(), repr=False, compare=False)


def find_config(root: str) -> ConfigFile | None:
    """Read the configuration at the repository root: ``doc-sync.toml``, else ``pyproject.toml`` with our table."""
    own, shared = (read_config(root, name) if Path(root, name).exists() else None for name in TABLES)
    if shared and not _has_our_table(shared):
        shared = None
    if own and shared:
        return replace(own, note=f"{own.path} is used, [{'.'.join(shared.table)}] of {shared.path} is not")
    return own or shared


def read_config(root: str, path: str) -> ConfigFile:
    """Read the configuration file ``path``, relative to ``root``; :class:`ConfigError` when that fails."""
    try:
        text = Path(root, path).read_text("utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is not UTF-8: byte 0x{error.object[error.start]:02x}") from None
    return ConfigFile(path, text, TABLES.get(Path(path).name, ()))


def load_config(text: str, path: str, table: Sequence[str], gate_options: Mapping[str, type]) -> Config:
    """Read settings from TOML.

    ``path`` names the file in messages, ``table`` leads to our part of it, ``gate_options`` maps each gate to
    its options dataclass. :class:`ConfigError` tells every problem, one a line, as ``file:line: message``.
    """
    file = ConfigFile(path, text, tuple(table))
    reader = Reader(file)
    ours = reader.our_table(_parse(file))
    options = {gate: reader.load(kind, ours.pop(gate, {}), (gate,)) for gate, kind in gate_options.items()}
    config: Config = reader.load(Config, {"gates": list(gate_options)} | ours, (), also=gate_options)
    reader.raise_problems()
    _check_values(config, gate_options, reader)
    reader.raise_problems()
    return replace(config, options=options, source=file)


def check_codes(config: Config, known: Collection[str]) -> None:
    """Raise :class:`ConfigError` for the codes of ``severity`` and ``ignore`` that are not in ``known``."""
    reader = Reader(config.source)
    for code in config.severity:
        reader.expect_known("code", code, known, ("severity", code))
    for number, ignore in enumerate(config.ignore):
        for code in ignore.code:
            reader.expect_known("code", code, known, ("ignore", number, "code"))
    reader.raise_problems()


def _check_values(config: Config, gates: Collection[str], reader: Reader) -> None:
    """Note what types cannot tell; every item of the file is in ``config``, so that their numbers agree."""
    for gate in config.gates:
        reader.expect_known("gate", gate, gates, ("gates",))
    for number, extension in enumerate(config.extensions):
        if not extension.startswith("."):
            reader.note(("extensions", number), f'extensions: "{extension}" does not start with a dot')
    patterns: dict[KeyPath, str] = {("exclude", number): pattern for number, pattern in enumerate(config.exclude)}
    patterns |= {("ignore", number, "path"): ignore.path for number, ignore in enumerate(config.ignore)}
    for path, pattern in patterns.items():
        try:
            PathPatterns([pattern])
        except ValueError as error:
            reader.note(path, f"{path[0]}: {error}")
    for number, ignore in enumerate(config.ignore):
        if config.require_reasons and not ignore.reason.strip():
            reader.note(("ignore", number), 'ignore: needs a "reason", since require-reasons is true')


def _parse(file: ConfigFile) -> dict[str, Any]:
    try:
        return tomllib.loads(file.text)
    except RecursionError:
        raise ConfigError(f"{file.path}: is nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, and int() for a number of thousands of digits
        position = _TOML_POSITION.search(str(error))
        line = f":{position[1] or len(file.text.splitlines())}" if position else ""
        reason = str(error)[: position.start()] if position else str(error)
        raise ConfigError(f"{file.path}{line}: is not TOML: {reason}") from None


def _has_our_table(file: ConfigFile) -> bool:
    try:
        found = "doc-sync" in file.text and "doc-sync" in _parse(file).get("tool", {})
    except ConfigError:
        return True  # a broken file that names us is reported by load_config rather than passed over
    return found
