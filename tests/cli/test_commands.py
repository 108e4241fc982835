"""Commands beside the gates, and how a command line finds its command."""

from __future__ import annotations

from pathlib import Path

import pytest

from docsync.cli import CLEAN, FINDINGS, USAGE
from docsync.gates import catalogue
from gitrepo import GitRepo
from runs import CommandLine


@pytest.fixture
def moved(repo: GitRepo) -> GitRepo:
    """A link whose target git renamed."""
    repo.write("README.md", "[x](docs/guide.md)\r\n")
    repo.write("docs/guide.md", "# Guide\n")
    repo.commit()
    repo.git("mv", "docs/guide.md", "docs/manual.md")
    return repo


@pytest.mark.parametrize("argv", [[], ["docs"], ["README.md"], ["docs/manual.md", "--format", "text"], ["-q"]])
def test_without_a_command_check_is_run(moved: GitRepo, run: CommandLine, argv: list[str]) -> None:
    (moved.path / "README.md").write_text("[x](docs/manual.md)\n")
    assert run(*argv).code == CLEAN


def test_unknown_command_is_named(moved: GitRepo, run: CommandLine) -> None:
    done = run("lnks")
    assert (done.code, done.out) == (USAGE, "")
    assert "No such command 'lnks'" in done.err


def test_undo_restores_the_bytes_of_the_last_fix(moved: GitRepo, run: CommandLine) -> None:
    readme = moved.path / "README.md"
    assert run("links", "--fix").code == CLEAN
    assert readme.read_bytes() == b"[x](docs/manual.md)\r\n"
    done = run("undo")
    assert (done.code, done.err) == (CLEAN, "restored 1 file: README.md\n")
    assert readme.read_bytes() == b"[x](docs/guide.md)\r\n"
    done = run("undo")
    assert (done.code, done.err) == (USAGE, "doc-sync: error: there is no fix to undo here\n")


def test_undo_loses_no_later_edit(moved: GitRepo, run: CommandLine) -> None:
    run("links", "--fix")
    (moved.path / "README.md").write_text("edited\n")
    done = run("undo")
    assert done.code == USAGE
    assert "README.md: changed since" in done.err
    assert (moved.path / "README.md").read_text() == "edited\n"


def test_undo_needs_git(tmp_path: Path, moved: GitRepo, run: CommandLine) -> None:
    assert run("undo", directory="..").code == USAGE


def test_explain_without_a_code_lists_all(moved: GitRepo, run: CommandLine) -> None:
    lines = run("explain").out.splitlines()
    assert [line.split()[0] for line in lines] == list(catalogue())


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("missing-file", "<!-- doc-sync: ignore missing-file: reason -->"),
        ("ambiguous-anchor", 'ambiguous-anchor = "error" under [severity]'),
        ("stale-baseline", 'stale-baseline = "off" under [severity]'),
    ],
)
def test_explain(moved: GitRepo, run: CommandLine, code: str, said: str) -> None:
    done = run("explain", code)
    assert done.code == CLEAN
    assert done.out.splitlines()[-1].endswith(said) or said in done.out


@pytest.mark.parametrize(
    ("word", "said"), [("missing-fil", "did you mean missing-file?"), ("zzz", "`doc-sync explain`")]
)
def test_explain_an_unknown_code(moved: GitRepo, run: CommandLine, word: str, said: str) -> None:
    done = run("explain", word)
    assert done.code == USAGE
    assert said in done.err


@pytest.mark.parametrize(
    "argv", [["--diff", "--format", "json"], ["--stat", "--format", "sarif"], ["--diff", "--stat"]]
)
def test_patches_and_statistics_are_text(moved: GitRepo, run: CommandLine, argv: list[str]) -> None:
    assert run("links", *argv).code == USAGE


def test_codes_that_are_off_are_counted_as_codes(repo: GitRepo, run: CommandLine) -> None:
    repo.write("a.md", "# A\n\nSee [section 5.3](a.md) and [section 6](a.md).\n\nroses  \nare red\n")
    repo.stage()
    assert run("check", "--stat").out == "      2 text-target-mismatch\n      1 kept: hard-break\n"


def test_statistics(repo: GitRepo, run: CommandLine) -> None:
    repo.write("a.md", "one\ntwo\n\nA: 1\nB: 2\n\n[x](gone.md)\n")
    repo.commit()
    done = run("check", "--stat")
    assert done.code == FINDINGS
    assert done.out == "      1 hard-wrap\n      1 kept: labels\n      1 missing-file\n"


def test_wrap_options_win_over_the_configuration(repo: GitRepo, run: CommandLine) -> None:
    repo.write("doc-sync.toml", '[wrap]\nkeep = ["sentences"]\n')
    repo.write("a.md", "One.\nTwo\n")
    repo.commit()
    assert run("wrap").code == CLEAN
    assert run("wrap", "--keep", "short=2").code == FINDINGS
    done = run("wrap", "--keep", "nonsense")
    assert done.code == USAGE
    assert "command line: item 1 of keep" in done.err


def test_wrap_reads_only_the_named_documents(repo: GitRepo, run: CommandLine) -> None:
    for name in ("a.md", "b.md", "docs/c.md"):
        repo.write(name, "one\ntwo\n")
    repo.commit()
    assert "1 error (1 fixable with --fix) in 1 document\n" in run("wrap", "a.md").err
    assert "1 error (1 fixable with --fix) in 1 document\n" in run("wrap", "docs").err
    assert "3 errors (3 fixable with --fix) in 3 documents\n" in run("wrap").err


def test_fix_says_what_it_joined_and_what_it_kept(repo: GitRepo, run: CommandLine) -> None:
    repo.write("a.md", "one\ntwo\n\nA: 1\nB: 2\n")
    repo.commit()
    done = run("wrap", "--fix")
    assert done.code == CLEAN
    assert done.err.splitlines()[:3] == ["fixed 1 file: a.md", "      1 hard-wrap mended", "      1 kept: labels"]


def test_since_reports_only_new_wraps(repo: GitRepo, run: CommandLine) -> None:
    repo.write("a.md", "old\nwrap\n\nplain\n")
    repo.commit()
    repo.write("a.md", "old\nwrap\n\nplain\n\nnew\nbreak\n")
    done = run("wrap", "--since", "HEAD", "--fix")
    assert done.code == CLEAN
    assert (repo.path / "a.md").read_text() == "old\nwrap\n\nplain\n\nnew break\n"
    repo.stage()
    assert run("wrap", "--staged").code == CLEAN
    assert run("wrap").code == FINDINGS


def test_filter_lists_what_is_left_on_standard_error(repo: GitRepo, run: CommandLine) -> None:
    done = run("wrap", "-", "--stdin-filename", "a.md", "--fix", stdin=b"one\ntwo\n\n[x](/u 'a\nb')\n")
    assert done.out == "one two\n\n[x](/u 'a\nb')\n"
    assert "a.md:3:10: notice: cannot-join" in done.err


def test_a_hook_is_not_told_of_undo(moved: GitRepo, run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = moved.path / "README.md"
    before = readme.read_bytes()
    assert "`doc-sync undo` restores the originals" in run("links", "--fix").err
    readme.write_bytes(before)
    monkeypatch.setenv("PRE_COMMIT", "1")
    done = run("links", "--fix")
    assert "fixed 1 file: README.md" in done.err
    assert "doc-sync undo" not in done.err
