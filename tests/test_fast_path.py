"""What clears documents unread, remembers facts, and shares the work changes nothing that is said."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from generated import documents, with_line_ends
from hypothesis import given, settings
from hypothesis import strategies as st
from pieces import LINE_ENDS, mixed

import rfc_folder
import shop
from docsync import workers
from docsync.corpus import Corpus
from docsync.gates import GATES
from docsync.gates.base import Gate
from docsync.job import Request, open_job
from docsync.repo import Remote
from docsync.reporters import render
from docsync.run import Policy, judge
from docsync.workers import Workers
from gitrepo import GitRepo, environment
from line_kinds import KINDS
from memory import MemorySource
from runs import process

HERE = Path(__file__).parent
EXAMPLES = int(os.environ.get("DOC_SYNC_EXAMPLES", "300"))
COMMANDS = (None, ("links",), ("wrap",), ("rfcs",))  # None for `check`: the gates of the configuration
ORIGIN = "https://github.com/acme/widgets.git"
CODE = '[code]\npackages = { shop = "src/shop" }\ntypecheck = "off"\n'


class Said(NamedTuple):
    """What a run said in two formats, and whether it fails."""

    text: str
    json: str
    fails: bool


def said(repo: GitRepo, gates: tuple[str, ...] | None, **options: Any) -> Said:
    with open_job(Request(str(repo.path), gates=gates, **{"jobs": 1, **options})) as job:
        report = job.run().report
    return Said(render("text", report, color=False), render("json", report, color=False), report.errors > 0)


def forget(repo: GitRepo) -> None:
    shutil.rmtree(repo.path / ".git" / "doc-sync", ignore_errors=True)


def agree(repo: GitRepo, gates: tuple[str, ...] | None, changed: str = "") -> Said:
    """Look at a repository in every way, then once more after ``changed`` was changed; what all of them say."""
    forget(repo)
    expected = said(repo, gates, exact=True, use_cache=False)
    for way in ("without cache", "cold", "warm"):
        assert said(repo, gates, use_cache=way != "without cache") == expected, way
    for use_cache in (True, False):
        assert said(repo, gates, jobs=2, use_cache=use_cache) == expected, "two jobs"
    if changed:
        file = repo.path / changed
        before = file.read_bytes()
        file.write_bytes(before + b"\n[gone](gone.md) and\nmore\n")
        assert said(repo, gates) == said(repo, gates, exact=True, use_cache=False), f"{changed} changed"
        file.write_bytes(before)
        assert said(repo, gates) == expected, f"{changed} changed back"
    return expected


@pytest.fixture
def _small_tasks_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever there is to do is enough to start processes, where more than one may work."""
    share = Workers.map

    def eager(self: Workers, function: Any, contents: Any, _enough: int) -> Iterator[tuple[Any, bytes]]:
        return share(self, function, contents, 1)

    monkeypatch.setattr(Workers, "map", eager)
    monkeypatch.setattr(workers, "BATCH", 1)


def built(repo: GitRepo, files: Mapping[str, str | bytes | None]) -> GitRepo:
    """``files`` committed; a text that starts with ``-> `` makes a symlink, None nothing."""
    for path, content in files.items():
        if isinstance(content, str) and content.startswith("-> "):
            repo.link(path, content.removeprefix("-> "))
        elif content is not None:
            repo.write(path, content)
    repo.commit()
    repo.git("remote", "add", "origin", ORIGIN)
    return repo


def case_files(gate: str) -> Iterator[tuple[str, str]]:
    """Name and text of each failing and passing document of a gate."""
    for path in sorted((HERE / "gates" / gate / "cases").glob("*/*/case.md")):
        yield "-".join(path.parts[-3:-1]), path.read_text("utf-8")


def cases(gate: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((HERE / "gates" / gate / "cases.json").read_text("utf-8"))
    return found


def linked() -> dict[str, str | bytes | None]:
    around: dict[str, str | bytes | None] = {
        "guide.md": "# Install\n",
        "docs/Setup.md": "# Set Up\n\n# Set Up\n",
        "docs/adr/0001-first.md": "# First\n",
        "code.py": "a\nb\n",
        "logo.png": b"\0",
        "real/a.md": "",
        "alias": "-> real",
        "dangling.md": "-> gone.md",
    }
    return around | {f"{name}.md": text for name, text in case_files("links")}


def wrapped() -> dict[str, str | bytes | None]:
    collected = {f"{case['id']}.{'mdx' if 'MDX' in case['why'] else 'md'}": case["input"] for case in cases("wrap")}
    return {**collected, **{f"{name}.md": text for name, text in case_files("wrap")}}


def recorded() -> dict[str, str | bytes | None]:
    records = {f"{rfc_folder.IMPLEMENTED}-{name}.md": text for name, text in case_files("rfcs")}
    return {rfc_folder.README: rfc_folder.EMPTY, **rfc_folder.FILES, **records}


def coded() -> dict[str, str | bytes | None]:
    return {**shop.FILES, "doc-sync.toml": CODE, **{f"{name}.md": text for name, text in case_files("code")}}


FOLDERS = {"links": linked, "wrap": wrapped, "rfcs": recorded, "code": coded}


# Codes that show in the folder of a gate, among others.
SHOWN = {
    "links": ("missing-file", "wrong-case", "malformed-link", "undefined-reference", "duplicate-definition"),
    "wrap": ("hard-wrap", "looks-like-list"),
    "rfcs": ("rfc-status", "rfc-sections", "rfc-title"),
    "code": ("code-syntax", "unknown-name"),
}


@pytest.mark.usefixtures("_small_tasks_are_shared")
@pytest.mark.parametrize("gate", FOLDERS)
def test_documents_of_the_gates(repo: GitRepo, gate: str) -> None:
    built(repo, FOLDERS[gate]())
    changed = sorted(str(path.relative_to(repo.path)) for path in repo.path.rglob("*.md") if path.is_file())
    everything = agree(repo, None, changed[0])
    assert [code for code in SHOWN[gate] if f" {code}: " not in everything.text] == []
    assert everything.fails
    for gates in COMMANDS[1:]:
        agree(repo, gates, changed[-1])


CASES = cases("links")


def build_case(case: Mapping[str, Any], folder: Path) -> GitRepo:
    for path, text in case["outside"].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    later = {*case["ignored"], *case["untracked"]}
    links = {path: f"-> {target}" for path, target in case["symlinks"].items()}
    first = {path: text for path, text in case["files"].items() if path not in later}
    repo = built(GitRepo(folder / "repo"), {**first, **links})
    for path in later:
        repo.write(path, case["files"][path])
    return repo


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_collected_case_of_a_link(case: dict[str, Any], tmp_path: Path) -> None:
    repo = build_case(case, tmp_path)
    changed = next(path for path in case["files"] if path.lower().endswith(".md"))
    assert agree(repo, None, changed).fails or not case["expect"]


# Where generated documents lie, and what else they can lead to.
PATHS = (
    *("README.md", "a.md", "b.md", "docs/README.md", "docs/b.md", "docs/adr/0001-x.md", "docs/adr/0012-x.md"),
    *("docs/rfc/1-y.md", "docs/rfc/implemented/2026-06-30-z.md"),
)
AROUND: dict[str, str | bytes | None] = {
    "link.md": "-> a.md",
    "b.png": b"\0",
    "docs/index.html": "<p id=x>",
}
TO_THEM = (
    *("[a](a.md#h)", "[a](A.md)", "[a](a.md/)", "[a](../a.md)", "[a](%61.md)", "[a](b.md?x#h)", "[a](link.md#h)"),
    *("[a](docs)", "[a](docs/)", "[a](docs#h)", "[a](/docs/b.md#h-1)", "[a](docs/index.html#x)", "[a](#h-1)", "[a](#)"),
    *("[a](a.md#L3)", "[a](a.md#user-content-h)", "[a](#top)", "[a](sub/x.md)", "[a](#x)", "[a](#X)", "[a](#---)"),
    *("[a](#h_1)", "[a](#a---c)", "[a](#fn-1)", "[r]: a.md#h", "[a](//x.org)", "[a](mailto:x)", '<a name="X">'),
    *("[ADR 1](a.md)", "ADR 1", "ADR-0012", "docs/adr/0001-x.md", "docs/adr/0001", "RFC 1", "Status: implemented\n"),
    *("\n# H <b>x</b>\n", "\n# [H](a.md)\n", "\n# `H`_1\n", "\nH\n===\n", "\n# a <!-- b --> c\n", "<h1 id='x'>H</h1>"),
    *(f"<https://github.com/acme/widgets/blob/main/{name}.md>" for name in ("a", "gone")),
    *(f"[a](HTTPS://github.com/acme/widgets/blob/main/{name}.md#h)" for name in ("a", "gone")),
)
LINED = st.lists(st.sampled_from((*KINDS, *TO_THEM)), max_size=8).map("\n".join)
TEXTS = st.builds(with_line_ends, mixed(*TO_THEM, *TO_THEM, most=10) | LINED | documents(), LINE_ENDS)
TREES = st.dictionaries(st.sampled_from(PATHS), TEXTS, min_size=1, max_size=5)


def judged(files: Mapping[str, str], gate: Gate, *, exact: bool) -> str:
    remote = Remote("github.com", "acme/widgets", frozenset({"main"}))
    corpus = Corpus(MemorySource({**AROUND, **files, "sub": None}, remote=remote), exact=exact)
    return render("json", judge(corpus, [(gate, gate.options())], Policy()).report, color=False)


@settings(max_examples=EXAMPLES)
@given(TREES)
def test_generated_trees_in_memory(files: dict[str, str]) -> None:
    for gate in GATES:
        assert judged(files, gate, exact=False) == judged(files, gate, exact=True), gate.name


@settings(max_examples=25)
@given(TREES)
def test_generated_repositories(files: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        agree(built(GitRepo(Path(folder, "repo")), {**AROUND, **files}), None, min(files))


@pytest.mark.parametrize("name", ["apalache", "hydra", "moj"])
def test_real_repositories(tmp_path: Path, corpora_folder: Path, name: str) -> None:
    bundle = corpora_folder / f"{name}.bundle"
    clone = ["git", "clone", "--quiet", "--branch", "main", bundle, tmp_path / name]
    subprocess.run(clone, env=environment(), check=True)
    repo = GitRepo(tmp_path / name)
    changed = repo.git("ls-files", "--", "*.md").splitlines()[3]
    agree(repo, None, changed)
    for gates in COMMANDS[1:]:
        assert said(repo, gates) == said(repo, gates, exact=True, use_cache=False)


@pytest.mark.parametrize("format_", ["text", "json"])
def test_the_command_line_says_the_same(repo: GitRepo, format_: str) -> None:
    built(repo, linked())
    for gates in COMMANDS:
        expected = said(repo, gates, exact=True, use_cache=False)
        command = gates[0] if gates else "check"
        for options in (["--no-cache"], [], [], ["--jobs", "2"]):
            done = process(repo, command, "--format", format_, *options)
            assert done.stdout.decode() == getattr(expected, format_)
            assert done.returncode == expected.fails
        forget(repo)
