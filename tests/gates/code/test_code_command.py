"""The gate as a command: which view is judged, what has to be installed, what a change can have broken, fixes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from docsync.python import extra
from gitrepo import GitRepo
from runs import CommandLine, unmeasured
from shop import FILES

CONFIG = 'gates = ["code"]\n[code]\npackages = { shop = "src/shop" }\n'
TEXT = (
    "# Guide\n\nCall `shop.check_order(order)`.\n\n<!-- doc-sync: names shop.events:Event -->\n\n"
    "| event | says |\n| --- | --- |\n| `paid` | a |\n| `sent` | b |\n| `lost` | c |\n\n"
    "```python\nfrom shop import Order, check_order\n\ncheck_order(Order(7))\n```\n"
)
CHECK_ORDER = "def check_order(order: Order, strict"


@pytest.fixture
def shop(repo: GitRepo) -> GitRepo:
    """The shop with a guide and a configuration, committed and clean."""
    for path, text in FILES.items():
        repo.write(path, text)
    repo.write("docs/guide.md", TEXT)
    repo.write("doc-sync.toml", CONFIG)
    repo.commit()
    return repo


def change(repo: GitRepo, path: str, old: str, new: str) -> None:
    assert old in FILES[path]
    repo.write(path, FILES[path].replace(old, new))


def test_clean(shop: GitRepo, run: CommandLine) -> None:
    for program, argv in (("doc-sync", ("check",)), ("doc-sync", ("code",)), ("verify-md-code", ())):
        done = run(*argv, program=program)
        assert (done.code, done.out) == (0, "")


def test_the_guide_shows_what_the_gate_says(shop: GitRepo, run: CommandLine) -> None:
    for path in ("src/shop/__init__.py", "src/shop/orders.py"):
        change(shop, path, "check_order", "validate")
    shop.commit()
    for path in ("src/shop/__init__.py", "src/shop/orders.py"):
        shop.write(path, FILES[path])
    change(shop, "src/shop/events.py", '"sent", ', '"sent", "refunded", ')
    shop.write(
        "docs/guide.md",
        "# Guide\n\nOrders go to `shop.validate`.\n\n<!-- doc-sync: names shop.events:Event -->\n\n"
        '- `paid`\n- `sent`\n- `lost`\n\n```python\nfrom shop import check_order\ncheck_order("7")\n```\n',
    )
    guide = (Path(__file__).parents[3] / "docs" / "code.md").read_text("utf-8")
    command, *lines = guide.split("```text\n")[1].split("```")[0].splitlines(keepends=True)
    done = run(*command.split()[2:])
    assert (done.code, done.out + done.err) == (1, "".join(lines))


def test_each_view_is_held_against_its_own_code(shop: GitRepo, run: CommandLine) -> None:
    change(shop, "src/shop/orders.py", CHECK_ORDER, CHECK_ORDER.replace("order: Order", "order: Order, box: int"))
    shop.stage()
    shop.write("src/shop/orders.py", FILES["src/shop/orders.py"])
    assert run("code").code == 0
    staged = run("code", "--staged")
    assert [line.split()[1] for line in staged.out.splitlines()[::2]] == ["signature-drift:", "code-types:"]
    assert run("code", "--rev", "HEAD").code == 0
    shop.commit()
    assert run("code", "--rev", "HEAD^").code == 0


def test_a_module_that_is_not_in_git_yet_counts_in_the_working_tree_only(shop: GitRepo, run: CommandLine) -> None:
    shop.write("docs/guide.md", "`shop.extra.x`\n")
    shop.write("src/shop/extra.py", "x = 1\n")
    assert run("code").code == 0
    assert run("code", "--rev", "HEAD").code == 0  # the guide is another one there
    shop.stage("docs/guide.md")
    assert "`shop` has no `extra`" in run("code", "--staged").out


REACHES = [
    (
        "src/shop/orders.py",
        CHECK_ORDER,
        CHECK_ORDER.replace("strict", "box: int, strict"),
        "signature-drift code-types",
    ),
    ("src/shop/orders.py", "check_order", "verify", "unknown-name"),
    ("src/shop/__init__.py", ", check_order", "", "unknown-name code-types"),
    ("src/shop/events.py", '"sent", ', '"sent", "back", ', "names-drift"),
]


@pytest.mark.parametrize(("path", "old", "new", "codes"), REACHES)
def test_a_change_of_the_code_alone_is_reported_where_it_breaks_documents(
    shop: GitRepo, run: CommandLine, path: str, old: str, new: str, codes: str
) -> None:
    change(shop, path, old, new)
    if "verify" in new:
        shop.write("src/shop/__init__.py", FILES["src/shop/__init__.py"].replace("check_order", "verify"))
        shop.write("doc-sync.toml", CONFIG + 'typecheck = "off"\n')
    shop.stage()
    for argv in ((), ("--staged",), ("--since", "HEAD")):
        found = [line.split()[1].rstrip(":") for line in run("code", *argv).out.splitlines() if line[0] != " "]
        assert found == codes.split()
    shop.commit()
    shop.write("notes.txt")
    shop.stage()
    assert run("code", "--staged").out == ""


def test_fixes(shop: GitRepo, run: CommandLine) -> None:
    shop.write("docs/api/shop.md", "")
    change(shop, "src/shop/events.py", '"sent", ', '"sent", "back", ')
    assert run("code", "--diff").code == 1
    done = run("code", "--fix")
    assert (done.code, done.out) == (0, "")
    assert "1 api-drift mended" in done.err
    guide = (shop.path / "docs" / "guide.md").read_text("utf-8")
    assert guide == TEXT.replace("| `lost`", "| `back` |  |\n| `lost`")
    assert (shop.path / "docs" / "api" / "shop.md").read_text("utf-8").count("\n") == 15
    assert run("code", "--fix").err.endswith("clean: 2 documents\n")
    assert run("undo").code == 0


@pytest.mark.parametrize("module", ["griffe", "mypy"])
def test_without_the_extra_one_line_says_what_to_install(
    shop: GitRepo, run: CommandLine, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name == module else True)
    shop.write("doc-sync.toml", CONFIG + "# again\n")
    change(shop, "src/shop/orders.py", "More than a line.", f"Without {module}.")
    done = run("check")
    needed = {"griffe": "griffelib", "mypy": "mypy"}[module]
    assert done.code == 2
    assert done.err == (
        f"doc-sync: error: the code gate needs {needed}, which is not installed; run pip install 'doc-sync[code]',"
        " or in a hook list griffelib and mypy under additional_dependencies\n"
    )
    shop.write("doc-sync.toml", 'gates = ["code"]\n')
    assert run("check").code == 0


SCRIPT = """
import sys
from docsync.cli import main
code = main(sys.argv[1:])
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("argv", [("links",), ("wrap",), ("code", "--isolated"), ("check", "--isolated")])
def test_what_needs_no_packages_does_not_load_them(shop: GitRepo, argv: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", SCRIPT, *argv]
    done = subprocess.run(command, cwd=shop.path, env=unmeasured(), capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stderr.splitlines()}
    assert "docsync" in loaded
    assert loaded.isdisjoint({"griffe", "mypy", "doctest"})


SETTINGS = [
    ('packages = { shop = "src/shpo" }',
     'code.packages: "src/shpo" holds no module of shop; name the folder it lies in'),
    ('packages = { "my-shop" = "src/shop" }',
     'code.packages: "my-shop" is no dotted name of a package; write one such as a.b'),
    ("packages = { shop = 1 }", "code.packages.shop: expected string, found integer 1"),
    ("max-unchecked = -1", "code.max-unchecked: expected at least 0, found integer -1"),
    ("max-unchecked = nan", "code.max-unchecked: expected at least 0, found float NaN"),
    ('max-unchecked = "x"', 'code.max-unchecked: expected float, found string "x"'),
    ("max-unchecked = true", "code.max-unchecked: expected float, found boolean true"),
    ('typecheck = "pyright"', 'code.typecheck: expected "mypy" or "off", found string "pyright"'),
    ('run = ["python"]', 'item 1 of code.run: expected "pycon", found string "python"'),
]  # fmt: skip


@pytest.mark.parametrize(("setting", "message"), SETTINGS)
def test_settings_that_are_wrong(shop: GitRepo, run: CommandLine, setting: str, message: str) -> None:
    shop.write("doc-sync.toml", f"[code]\n{setting}\n")
    done = run("code")
    assert done.code == 2
    assert done.err.rstrip("\n").endswith(message)


def test_options_of_the_command_line_win(shop: GitRepo, run: CommandLine) -> None:
    shop.write("docs/guide.md", "```py no-check\n(\n```\n\n```pycon\n>>> len(1 + 1)\n```\n")
    assert "code-types" in run("code").out
    assert run("code", "--typecheck", "off").out == ""
    assert "code-unchecked" in run("code", "--typecheck", "off", "--max-unchecked", "0").out
    assert "code-output" in run("code", "--typecheck", "off", "--run", "pycon").out
    assert run("code", "--include", "*.txt").out == ""
    assert 'packages = { shop = "src/shop" }' in run("config").out


def test_a_single_module_and_a_dotted_package(repo: GitRepo, run: CommandLine) -> None:
    repo.write("tool.py", "def f(a): ...\n")
    repo.write("lib/inner/__init__.py", "def g(a): ...\n")
    repo.write("lib/inner/deep.py", "x: int = 1\n")
    repo.write("doc-sync.toml", '[code]\npackages = { tool = "tool.py", "acme.inner" = "lib/inner/" }\n')
    repo.write(
        "a.md",
        "`tool.f(b)` `acme.inner.g(b)` `acme.inner.gone` `acme.other`\n\n"
        "```python\nimport tool\nfrom acme.inner.deep import x\nfrom acme.inner import nothing\n\nx.y\n```\n",
    )
    found = [line.split(": ", 1)[1] for line in run("code").out.splitlines() if line[0] != " "]
    assert found == [
        "signature-drift: `tool.f` has no parameter `b`",
        "signature-drift: `acme.inner.g` has no parameter `b`",
        "unknown-name: `acme.inner.gone` does not exist: `acme.inner` has no `gone`",
        'code-types: Module "acme.inner" has no attribute "nothing" [attr-defined]',
        'code-types: "int" has no attribute "y" [attr-defined]',
    ]
