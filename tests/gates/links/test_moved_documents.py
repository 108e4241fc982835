"""Links that broke because the document that holds them moved."""

from __future__ import annotations

from typing import Any

import pytest

from docsync.gates.links import GATE
from gitrepo import GitRepo
from memory import corpus_of, findings
from runs import CommandLine

FROM = "this document moved from docs/guide/setup.md; write"
FILES: dict[str, str | bytes | None] = {
    "README.md": "",
    "docs/guide/usage.md": "",
    "docs/guide/Both.md": "",
    "docs/both.md": "",
    "docs/news.md": "",
    "sub": None,
}
SOURCE: dict[str, Any] = {
    "names_before": {"docs/setup.md": "docs/guide/setup.md"},
    "renames": {"docs/guide/old.md": ("docs/news.md",), "docs/two.md": ("README.md",), "docs/guide/setup.md": ()},
    "on_disk": {"docs/disk.md": ""},
}

# A link in docs/setup.md; the code, suggestion and fix.
CASES = [
    ("usage.md", "missing-file", f"{FROM} guide/usage.md", "guide/usage.md"),
    ("./usage.md#a", "missing-file", f"{FROM} ./guide/usage.md", "./guide/usage.md#a"),
    ("../../README.md", "outside-repository", f"{FROM} ../README.md", "../README.md"),
    ("../../docs/", "outside-repository", f"{FROM} .", "./"),
    ("old.md", "missing-file", f"{FROM} news.md", "news.md"),
    ("nowhere.md", "missing-file", None, None),
    ("../../../README.md", "outside-repository", "link to it by its full URL", None),
    ("../../sub/x.md", "outside-repository", "link to it by its full URL", None),
    ("/usage.md", "missing-file", "did you mean /docs/guide/usage.md?", None),  # the root did not move
]


@pytest.mark.parametrize(("destination", "code", "suggestion", "fix"), CASES)
def test_moved_document(destination: str, code: str, suggestion: str | None, fix: str | None) -> None:
    corpus = corpus_of({**FILES, "docs/setup.md": f"[a]({destination})"}, **SOURCE)
    (found,) = [each for each in findings(GATE, corpus) if each.code != "missing-anchor"]
    assert (found.code, found.suggestion) == (code, suggestion)
    assert [edit.text for edit in found.fix] == ([fix] if fix else [])


@pytest.mark.parametrize("name", ["Both.md", "two.md", "disk.md"])
def test_what_may_be_meant_from_the_new_place_is_not_fixed(name: str) -> None:
    files = {**FILES, "docs/guide/two.md": "", "docs/guide/disk.md": "", "docs/setup.md": f"[a]({name})"}
    (found,) = findings(GATE, corpus_of(files, **SOURCE))
    assert (found.suggestion, found.fix) == (f"{FROM} guide/{name}", ())


@pytest.fixture
def moved(repo: GitRepo) -> GitRepo:
    repo.write("README.md", "# Base\n")
    repo.write("docs/guide/usage.md", "# Usage\n")
    repo.write(
        "docs/guide/setup.md", "# Setup\n\nText that git can tell it by.\n\n[u](usage.md#usage) [r](../../README.md)\n"
    )
    repo.commit()
    repo.git("mv", "docs/guide/setup.md", "docs/setup.md")
    return repo


def test_staged_rename_is_mended(moved: GitRepo, run: CommandLine) -> None:
    done = run("links")
    assert done.code == 1
    assert f"    {FROM} guide/usage.md\n" in done.out
    assert f"    {FROM} ../README.md\n" in done.out
    run("links", "--fix")
    assert (moved.path / "docs/setup.md").read_text().endswith("[u](guide/usage.md#usage) [r](../README.md)\n")
    assert run("links").code == 0


def test_rename_since_the_base_of_a_revision(moved: GitRepo, run: CommandLine) -> None:
    moved.commit()
    assert f"    {FROM} guide/usage.md\n" in run("links", "--rev", "HEAD").out


def test_document_and_target_moved_apart(moved: GitRepo, run: CommandLine) -> None:
    moved.git("mv", "docs/guide/usage.md", "usage.md")
    run("links", "--fix")
    assert (moved.path / "docs/setup.md").read_text().endswith("[u](../usage.md#usage) [r](../README.md)\n")


def test_folder_moved_to_the_root(repo: GitRepo, run: CommandLine) -> None:
    repo.write("README.md", "[docs](docs/) [guide](docs/guide.md)\n")
    repo.write("docs/guide.md", "# Guide\n")
    repo.commit()
    repo.git("mv", "docs/guide.md", ".")
    assert "    moved to .\n" in run("links").out
    run("links", "--fix")
    assert (repo.path / "README.md").read_text() == "[docs](./) [guide](guide.md)\n"


def test_target_moved_to_a_name_that_is_not_utf8(repo: GitRepo, run: CommandLine) -> None:
    repo.write("README.md", "[guide](guide.md)\n")
    repo.write("guide.md", "# Guide\n")
    repo.commit()
    repo.git("mv", "guide.md", "caf\udce9.md")
    run("links", "--fix")
    assert (repo.path / "README.md").read_text() == "[guide](caf%E9.md)\n"
    assert run("links").code == 0


def test_empty_folder_left_behind_by_a_move(repo: GitRepo, run: CommandLine) -> None:
    repo.write("README.md", "[docs](docs)\n")
    repo.write("docs/guide.md", "# Guide\n")
    repo.commit()
    repo.git("mv", "docs", "manual")
    (repo.path / "docs").mkdir()
    assert run("links").out == "README.md:1:8: missing-file: `docs` does not exist\n    moved to manual\n"


def test_full_url_of_the_root(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/a.md", "[x](https://github.com/o/r/tree/main/)\n")
    repo.commit()
    repo.git("remote", "add", "origin", "https://github.com/o/r.git")
    run("links", "--fix")
    assert (repo.path / "docs/a.md").read_text() == "[x](../)\n"
