from __future__ import annotations

import os
import pickle
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from docsync.config import Config, Ignore, find_config, load_config, read_config
from docsync.errors import ConfigError
from docsync.finding import Severity
from docsync.settings import ConfigFile, describe, option, toml_text
from docsync.toml_lines import KeyPath, index_lines


@dataclass(frozen=True)
class LinkOptions:
    allow_web_paths: tuple[str, ...] = option((), "Paths of the site.")
    anchors: bool = option(True, "Whether fragments are judged.")
    style: Literal["inline", "reference"] = option("inline", "Form of links.")
    schemes: tuple[Literal["http", "https"], ...] = option(("https",), "Schemes.")
    depth: int = option(3, "Depth.", minimum=0)


@dataclass(frozen=True)
class WrapOptions:
    width: int = option(100, "Columns.", minimum=20)


GATES = {"links": LinkOptions, "wrap": WrapOptions}


CODES = ("c", "x", "bare-mention", "missing-anchor", "missing-file")


def load(text: str) -> Config:
    return load_config(ConfigFile("doc-sync.toml", text), GATES, CODES)


def problems(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load(text)
    return str(caught.value).splitlines()


def test_defaults() -> None:
    config = load("")
    assert config == Config(gates=("links", "wrap"), options={"links": LinkOptions(), "wrap": WrapOptions()})
    assert config.extensions == (".md", ".markdown", ".mdown")
    assert config.max_file_size == 32 * 1024 * 1024


def test_every_setting_from_a_shared_file() -> None:
    text = """
[project]
name = "x"
[tool.doc-sync]
gates = ["wrap"]
exclude = ["vendor/**", "!vendor/AGENTS.md"]
extensions = [".md"]
flavour = "gitlab"
require-reasons = true
baseline = "known.json"
max-file-size = 1_000
[tool.doc-sync.severity]
bare-mention = "error"
missing-file = "off"
[[tool.doc-sync.ignore]]
path = "docs/legacy/**"
code = ["missing-anchor"]
reason = "generated anchors"
[tool.doc-sync.links]
allow-web-paths = ["/api"]
anchors = false
style = "reference"
schemes = ["http"]
"""
    config = load_config(ConfigFile("pyproject.toml", text, ("tool", "doc-sync")), GATES, CODES)
    assert config == Config(
        gates=("wrap",),
        exclude=("vendor/**", "!vendor/AGENTS.md"),
        extensions=(".md",),
        flavour="gitlab",
        severity={"bare-mention": Severity.ERROR, "missing-file": Severity.OFF},
        ignore=(Ignore("docs/legacy/**", ("missing-anchor",), "generated anchors"),),
        require_reasons=True,
        baseline="known.json",
        max_file_size=1000,
        options={"links": LinkOptions(("/api",), False, "reference", ("http",)), "wrap": WrapOptions()},
    )
    assert pickle.loads(pickle.dumps(config)) == config


PROBLEMS = [
    ('gatez = ["links"]', '1: unknown key "gatez"; did you mean "gates"?'),
    ("\nrequire_reasons = true", '2: unknown key "require_reasons"; did you mean "require-reasons"?'),
    ("[linkz]\nanchors = true", '1: unknown key "linkz"; did you mean "links"?'),
    ("[links]\nallow_web_paths = []", '2: unknown key "allow_web_paths"; did you mean "allow-web-paths"?'),
    ("[wrap]\nzzz = 1", '2: unknown key "zzz"; known are width'),
    ("source = 1", '1: unknown key "source"; known are '),
    ('gates = ["linkz"]', '1: unknown gate "linkz"; did you mean "links"?'),
    ('exclude = "a"', '1: exclude: expected array of strings, found string "a"'),
    ('exclude = [\n  "a",\n  3,\n]', "1: item 2 of exclude: expected string, found integer 3"),
    ('exclude = ["a", "[z-a]"]', '1: exclude: "[z-a]" is not a gitignore pattern'),
    ("\ngates = []", "2: gates is empty; leave it out to run all"),
    (f'exclude = ["{"*" * 501}"]', '1: exclude: "********************…" is longer than 500 characters'),
    ('exclude = ["[[:alpha:]]"]', '1: exclude: "[[:alpha:]]" has a set of characters that is not supported'),
    ('\nbaseline = "a\\u0000b"', '2: baseline: "a\\u0000b" is no path of a file'),
    ('baseline = " "', '1: baseline: " " is no path of a file'),
    (f"gates = 0x{'f' * 5000}", "1: gates: expected array of strings, found a larger one"),
    (f"max-file-size = 0x{'f' * 5000}", "1: max-file-size: expected integer of 64 bits, found a larger one"),
    (f"{'x' * 5000} = 1", f'1: unknown key "{"x" * 100}…"; known are '),
    (f"gates = '{'x' * 5000}'", f'1: gates: expected array of strings, found string "{"x" * 99}…'),
    ("require-reasons = 1", "1: require-reasons: expected boolean, found integer 1"),
    ("max-file-size = true", "1: max-file-size: expected integer, found boolean true"),
    ("max-file-size = 1.5", "1: max-file-size: expected integer, found float"),
    ("max-file-size = 0", "1: max-file-size: expected at least 1, found integer 0"),
    ("baseline = 2020-01-01", "1: baseline: expected string, found date"),
    ('extensions = ["md"]', '1: extensions: "md" does not start with a dot'),
    ('flavour = "gitub"', '1: flavour: expected "github" or "gitlab" or "mkdocs" or "kramdown", found string "gitub"'),
    ("[severity]\nx = 'warning'", '2: severity.x: expected "error" or "notice" or "off", found string "warning"'),
    ("severity = 'off'", '1: severity: expected table of "error" or "notice" or "off", found string "off"'),
    ("links = 3", "1: links: expected table, found integer 3"),
    ("[links]\nstyle = 1", '2: links.style: expected "inline" or "reference", found integer 1'),
    ("[links]\nschemes = ['ftp']", '2: item 1 of links.schemes: expected "http" or "https", found string "ftp"'),
    ("[wrap]\nwidth = 3", "2: wrap.width: expected at least 20, found integer 3"),
    ("ignore = [3]", "1: item 1 of ignore: expected table, found integer 3"),
    ('[[ignore]]\npath = "a"', '1: item 1 of ignore: needs the key "code"'),
    ('[[ignore]]\npath = "a"\ncode = "c"', '3: ignore.code: expected array of strings, found string "c"'),
    ('[[ignore]]\npath = "!"\ncode = ["c"]', '2: ignore: "!" is not a gitignore pattern'),
    (
        'require-reasons = true\n[[ignore]]\npath = "a"\ncode = ["c"]\nreason = " "',
        '2: ignore: needs a "reason", since require-reasons is true',
    ),
    ("a = 1\nb = ", "2: is not TOML: Invalid value"),
    ("a = 1\nb = [\n1,\n", "3: is not TOML: "),
    ("[a]\n[a]\n", "2: is not TOML: Cannot declare"),
]


@pytest.mark.parametrize(("text", "expected"), PROBLEMS)
def test_a_problem_is_told_with_its_line(text: str, expected: str) -> None:
    [problem] = problems(text)
    assert problem.startswith(f"doc-sync.toml:{expected}")


HOSTILE = [
    "a = " + "[" * 5000,
    "a = " + "1" * 10_000,
    "a." * 5000 + "b = 1",
    "[" + "a." * 100_000 + "b]",
    "\"a\" . 'b' . " * 5000 + "c = 1",
    "".join(f"[{'a.' * depth}a]\n" for depth in range(90)) + "a." * 20 + "a = 1",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_toml_is_an_error_like_any_other(text: str) -> None:
    [problem] = problems(text)
    assert problem.startswith("doc-sync.toml: is ")


def test_all_problems_are_told_in_the_order_of_their_lines() -> None:
    text = 'exclude = [3, "!"]\ngates = ["linkz"]\nrequire-reasons = true\n[links]\nanchors = 1\n[severity]\ny = 2\n'
    text += '[[ignore]]\npath = "!"\ncode = [1, "cc"]\nwhy = ""\n'
    lines = [int(problem.split(":")[1]) for problem in problems(text)]
    assert lines == [1, 1, 2, 5, 7, 7, 8, 9, 10, 10, 11]


def test_our_table_has_to_be_a_table() -> None:
    with pytest.raises(ConfigError, match=r"^p.toml:2: tool.doc-sync: expected table, found integer 3$"):
        load_config(ConfigFile("p.toml", "[tool]\ndoc-sync = 3\n", ("tool", "doc-sync")), GATES, CODES)


def test_codes_are_checked_with_their_lines() -> None:
    text = 'severity = { "misssing-file" = "off" }\n[[ignore]]\npath = "a"\ncode = ["x"]\n'
    text += '[[ignore]]\npath = "b"\ncode = ["x", "bare-mentoin"]\n'
    assert problems(text) == [
        'doc-sync.toml:1: unknown code "misssing-file"; did you mean "missing-file"?',
        'doc-sync.toml:7: unknown code "bare-mentoin"; did you mean "bare-mention"?',
    ]


TOML = '''\
# a = 0
a = 1
"quo.ted" = 1
b.c.d = 2

[t]          # [u]
list = [
  "[x]",
  # y = 1
  { k = 1 },
]
text = """
[u]
z = 1
"""
[[arr]]
k = 1
[arr.sub]
k = 2
[[arr]]
[arr.sub]
k = 3
[[arr.inner]]
[[arr.inner]]
k = 4
[u]
z = 5
'''

LINES = [
    (("a",), 2),
    (("quo.ted",), 3),
    (("b",), 4),
    (("b", "c", "d"), 4),
    (("t",), 6),
    (("t", "list"), 7),
    (("t", "list", 1, "k"), 7),
    (("t", "text"), 12),
    (("arr",), 16),
    (("arr", 0, "k"), 17),
    (("arr", 0, "sub", "k"), 19),
    (("arr", 1), 20),
    (("arr", 1, "sub", "k"), 22),
    (("arr", 1, "inner", 1, "k"), 25),
    (("u", "z"), 27),
    (("y",), None),
    (("x",), None),
]


@pytest.mark.parametrize(("path", "line"), LINES)
def test_locate(path: KeyPath, line: int | None) -> None:
    tomllib.loads(TOML)
    assert index_lines(TOML).get(path) == line
    assert index_lines(TOML.replace("\n", "\r\n")).get(path) == line


def test_descriptions_come_from_the_fields() -> None:
    shown = {each.key: (each.type_text, each.default_text) for each in describe(Config) + describe(LinkOptions)}
    assert shown == {
        "gates": ("array of strings", "all gates"),
        "exclude": ("array of strings", "[]"),
        "extensions": ("array of strings", '[".md", ".markdown", ".mdown"]'),
        "flavour": ('"github" or "gitlab" or "mkdocs" or "kramdown"', '"github"'),
        "severity": ('table of "error" or "notice" or "off"', "{}"),
        "ignore": ("array of tables", "[]"),
        "require-reasons": ("boolean", "false"),
        "baseline": ("string", '"doc-sync-baseline.json"'),
        "max-file-size": ("integer", "33554432"),
        "allow-web-paths": ("array of strings", "[]"),
        "anchors": ("boolean", "true"),
        "style": ('"inline" or "reference"', '"inline"'),
        "schemes": ('array of "http" or "https"', '["https"]'),
        "depth": ("integer", "3"),
    }
    assert [each.default_text for each in describe(Ignore)] == ["required", "required", '""']
    assert all(each.doc for each in describe(Config))


def test_a_type_that_toml_cannot_hold_is_a_mistake_of_the_programmer() -> None:
    @dataclass(frozen=True)
    class Bad:
        pair: tuple[int, str] = option((1, "a"), "A pair.")

    with pytest.raises(TypeError, match="cannot have the type"):
        describe(Bad)


@pytest.mark.parametrize(
    "value",
    [
        load('ignore = [{ path = "é\\"", code = ["c"] }]').ignore,
        True,
        3,
        ("a", "\\"),
        {"missing-file": Severity.OFF},
        LinkOptions(),
    ],
)
def test_values_are_written_as_toml(value: object) -> None:
    again = tomllib.loads(f"value = {toml_text(value)}")["value"]
    assert toml_text(again) == toml_text(value)


OWN = 'flavour = "gitlab"\n'
SHARED = '[tool.doc-sync]\nflavour = "mkdocs"\n'
NOTE = "doc-sync.toml is used, [tool.doc-sync] of pyproject.toml is not"

NONE = ConfigFile()
FOUND = [
    ({}, NONE),
    ({"pyproject.toml": '[project]\nname = "x"\n'}, NONE),
    ({"pyproject.toml": '[project]\nname = "doc-sync"\n'}, NONE),
    ({"pyproject.toml": 'tool = "doc-sync"\n'}, NONE),
    ({"pyproject.toml": "this is [not toml"}, NONE),
    ({"doc-sync.toml": OWN}, ConfigFile("doc-sync.toml", OWN)),
    ({"doc-sync.toml": "\ufeff" + OWN}, ConfigFile("doc-sync.toml", OWN)),
    ({"pyproject.toml": SHARED}, ConfigFile("pyproject.toml", SHARED, ("tool", "doc-sync"))),
    ({"doc-sync.toml": OWN, "pyproject.toml": SHARED}, ConfigFile("doc-sync.toml", OWN, note=NOTE)),
    ({"doc-sync.toml": OWN, "pyproject.toml": "[project]\n"}, ConfigFile("doc-sync.toml", OWN)),
]


@pytest.mark.parametrize(("files", "expected"), FOUND)
def test_find_config(tmp_path: Path, files: dict[str, str], expected: ConfigFile | None) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert find_config(str(tmp_path)) == expected


def test_a_broken_shared_file_that_names_us_is_reported(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.doc-sync]\nx = \n")
    found = find_config(str(tmp_path))
    with pytest.raises(ConfigError, match=r"^pyproject.toml:2: is not TOML: Invalid value$"):
        load_config(found, GATES, CODES)


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9\n")
    (tmp_path / "doc-sync.toml").mkdir()
    root = str(tmp_path)
    with pytest.raises(ConfigError, match=r"^latin.toml: is not UTF-8: byte 0xe9$"):
        read_config(root, "latin.toml")
    with pytest.raises(ConfigError, match=r"^none.toml: cannot be read: No such file"):
        read_config(root, "none.toml")
    with pytest.raises(ConfigError, match=r"^doc-sync.toml: is a directory, not a file$"):
        find_config(root)


def test_problems_are_found_in_no_time_and_the_first_of_them_told() -> None:
    started = time.process_time()
    text = "".join(f"unknown-{number} = 1\n" for number in range(1500))
    text += "exclude = [\n" + '3, "]",\n' * 9 + "# [\n" * 3000 + "]\n"
    told = problems(text)
    assert time.process_time() - started < 20  # it took minutes
    assert told[0].startswith('doc-sync.toml:1: unknown key "unknown-0"')
    assert told[20:] == ["and 1,489 more"]


def outside(folder: Path) -> str:
    (folder.parent / "outside.toml").write_text(OWN)
    return "../outside.toml"


NO_FILES = [
    (lambda _folder: "/dev/zero", "leads outside the repository, to /dev/zero; put the file itself there"),
    (outside, "leads outside the repository, to "),
    (lambda _folder: ".git/config", "leads outside the repository, to "),
]


@pytest.mark.parametrize("name", ["doc-sync.toml", "pyproject.toml"])
@pytest.mark.parametrize(("target", "reason"), NO_FILES)
def test_configuration_found_by_name_is_a_file_inside(
    tmp_path: Path, name: str, target: Callable[[Path], str], reason: str
) -> None:
    (tmp_path / "repo").mkdir()
    (tmp_path / "repo" / name).symlink_to(target(tmp_path / "repo"))
    with pytest.raises(ConfigError) as caught:
        find_config(str(tmp_path / "repo"))
    assert str(caught.value).startswith(f"{name}: {reason}")


def test_configuration_may_be_a_link_to_a_file_inside(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "a.toml").write_text(OWN)
    (tmp_path / "doc-sync.toml").symlink_to("config/a.toml")
    assert find_config(str(tmp_path)) == ConfigFile("doc-sync.toml", OWN)


def test_shared_file_that_cannot_be_read_does_not_matter_beside_our_own(tmp_path: Path) -> None:
    (tmp_path / "doc-sync.toml").write_text(OWN)
    (tmp_path / "pyproject.toml").symlink_to("/dev/zero")
    assert find_config(str(tmp_path)) == ConfigFile("doc-sync.toml", OWN)


def test_configuration_that_the_user_names_is_a_file_anywhere(tmp_path: Path) -> None:
    (tmp_path / "repo").mkdir()
    os.mkfifo(tmp_path / "repo" / "pipe")
    root = str(tmp_path / "repo")
    assert read_config(root, outside(tmp_path / "repo")).text == OWN
    with pytest.raises(ConfigError, match=r"^/dev/zero: is a device, not a file$"):
        read_config(root, "/dev/zero")
    with pytest.raises(ConfigError, match=r"^pipe: is a FIFO, not a file$"):
        read_config(root, "pipe")


def test_configuration_of_any_size_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "doc-sync.toml").write_text("#" * (1024 * 1024 + 1))
    with pytest.raises(ConfigError, match=r"^doc-sync.toml: is larger than 1 MiB$"):
        find_config(str(tmp_path))
