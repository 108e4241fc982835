"""What a run loads: help makes no command but the one it is of, and a check imports what it has to look at."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import pytest

from docsync import gates
from docsync.cli.gate_commands import of_gate
from docsync.cli.table import COMMANDS, listed, made
from docsync.gates import GATES
from gitrepo import GitRepo
from runs import unmeasured

SCRIPT = """
import sys
from docsync.cli import main
code = main(sys.argv[2:], sys.argv[1])
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""
PARSERS = ("cmarkgfm", "markdown_it", "mdit_py_plugins", "yaml", "tomlkit", "sqlite3", "docsync.markdown.document")
DISK = ("subprocess", "tempfile", "pathlib", "docsync.repo")
JUDGES = (
    *(
        "docsync.gates.links.judge",
        "docsync.gates.wrap.judge",
        "docsync.gates.rfcs.judge",
        "docsync.gates.pycode.judge",
    ),
    *("docsync.corpus", "docsync.job", "docsync.python", "docsync.migrate", "docsync.changeset", "docsync.writing"),
)
SETTINGS = ("docsync.gates", "docsync.settings", "tomllib", "json", "dataclasses")
# What a run of the program must not load.
LIGHT_RUNS = [
    ("doc-sync", ["--version"], (*PARSERS, *DISK, *JUDGES, *SETTINGS)),
    ("doc-sync", ["--help"], (*PARSERS, *DISK, *JUDGES, *SETTINGS, "docsync.cli.gate_commands")),
    ("doc-sync", ["check", "-h"], (*PARSERS, *DISK, *JUDGES, *SETTINGS)),
    ("doc-sync", ["rfc", "-h"], (*PARSERS, *DISK, *JUDGES, *SETTINGS, "docsync.rfc")),
    ("doc-sync", ["migrate", "-h"], (*PARSERS, *DISK, *JUDGES, *SETTINGS)),
    ("verify-md-links", ["--version"], (*PARSERS, *DISK, *JUDGES, "docsync.gates.wrap", "docsync.suggest")),
    ("verify-md-links", ["--help"], (*PARSERS, *DISK, *JUDGES, "docsync.gates.wrap", "docsync.suggest")),
    ("verify-md-wrap", ["--help"], (*PARSERS, *DISK, *JUDGES, "docsync.gates.links", "docsync.suggest")),
    ("verify-rfcs", ["--help"], (*PARSERS, *DISK, *JUDGES, "docsync.gates.links", "docsync.suggest")),
    ("verify-md-code", ["--help"], (*PARSERS, *DISK, *JUDGES, "docsync.gates.links", "docsync.suggest")),
    ("migrate-adr-to-rfc", ["--version"], (*PARSERS, *DISK, *JUDGES, *SETTINGS)),
    ("doc-sync", ["explain", "missing-file"], ("markdown_it", "cmarkgfm", "sqlite3", "docsync.gates.links.judge")),
]
# What a clean check has no use for: fixes, patches, suppressions, the tools of records and of Python sources.
UNUSED = (
    *(
        "docsync.fixing",
        "docsync.edits",
        "docsync.writing",
        "docsync.transaction",
        "docsync.narrow",
        "docsync.suppress",
    ),
    *("docsync.gates.rfcs.judge", "docsync.gates.pycode.judge", "docsync.python", "docsync.rfc.editing"),
    *("docsync.migrate", "docsync.changeset", "docsync.reporters.sarif", "docsync.reporters.junit", "xml"),
    *("pathspec", "sqlite3", "yaml", "tomlkit", "tomllib", "docsync.toml_lines"),
)

EXACT = ("markdown_it", "mdit_py_plugins", "docsync.markdown.document", "docsync.markdown.extract")
LOOKING = ("cmarkgfm", "docsync.markdown.look", "docsync.markdown.search", "docsync.markdown.rendering")
REMEMBERING = frozenset({"sqlite3"})  # what a run with the cache loads beside


def modules(program: str, *argv: str, directory: Path | None = None) -> set[str]:
    """The modules that a run of ``program`` loads, and the packages above them; it has to end well."""
    command = [sys.executable, "-c", SCRIPT, program, *argv]
    done = subprocess.run(command, cwd=directory, env=unmeasured(), capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines())


def unwanted(loaded: set[str], names: Iterable[str]) -> list[str]:
    return [name for name in names if name in loaded]


@pytest.mark.parametrize(("program", "argv", "names"), LIGHT_RUNS)
def test_what_only_prints_loads_nothing_heavy(program: str, argv: list[str], names: tuple[str, ...]) -> None:
    loaded = modules(program, *argv)
    assert "docsync.cli.commands" in loaded
    assert unwanted(loaded, names) == []


@pytest.mark.parametrize("name", sorted({*PARSERS, *DISK, *JUDGES, *SETTINGS, *UNUSED, *EXACT, *LOOKING}))
def test_what_is_not_to_be_loaded_exists(name: str) -> None:
    assert find_spec(name) is not None


@pytest.mark.parametrize("gate", ["check", "links", "wrap", "rfcs", "code"])
def test_a_clean_check_loads_only_what_it_looks_at(repo: GitRepo, gate: str) -> None:
    repo.write("a.md", "[b](b.md#b)\n")
    repo.write("b.md", "# B\n\none paragraph\n")
    repo.commit()
    without, cold, warm = (modules("doc-sync", gate, *more, directory=repo.path) for more in (["--no-cache"], [], []))
    assert unwanted(without, (*UNUSED, *EXACT)) == []
    assert unwanted(cold, ({*UNUSED, *EXACT} - REMEMBERING)) == []
    assert unwanted(warm, ({*UNUSED, *EXACT, *LOOKING} - REMEMBERING)) == []


def test_only_a_run_with_suspects_loads_the_parser(tmp_path: Path) -> None:
    assert loads_the_parser(tmp_path) is False
    (tmp_path / "a.md").touch()
    assert loads_the_parser(tmp_path) is False
    (tmp_path / "a.md").write_text("[me](a.md/)\n", "utf-8")
    assert loads_the_parser(tmp_path) is True


def loads_the_parser(folder: Path) -> bool:
    return "markdown_it" in modules("doc-sync", "check", directory=folder)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_the_command_says(name: str) -> None:
    assert listed(name).get_short_help_str(200) == made(name).get_short_help_str(200)
    assert made(name).name == name


def test_every_gate_has_a_row_with_its_program() -> None:
    rows = {name: row.program for name, row in COMMANDS.items() if row.attribute == "GATE"}
    assert rows == {gate.name: gate.command for gate in GATES}
    for gate in GATES:
        assert made(gate.name, gate.command).name == of_gate(gate, gate.command).name == gate.command


def test_the_catalogue_offers_its_gates_and_nothing_else() -> None:
    assert [gate.name for gate in gates.GATES] == ["links", "wrap", "rfcs", "code"]
    assert not hasattr(gates, "GATE")
