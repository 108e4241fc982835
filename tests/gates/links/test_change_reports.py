"""Reports that are narrowed: to a change since a revision or in the index, and to paths."""

from __future__ import annotations

from typing import Any

import pytest

from docsync.errors import GitError, UsageError
from docsync.job import Request, open_job
from gitrepo import GitRepo
from runs import CommandLine, findings

LINES = "".join(f"line {number}\n" for number in range(1, 6))


@pytest.fixture
def base(repo: GitRepo) -> GitRepo:
    """A repository with one finding per document before any change: ``old.md`` is nowhere."""
    repo.write("README.md", "[old](old.md) [install](docs/guide.md#install) [readme](docs#hello) [l](notes.txt#L5)\n")
    repo.write("docs/README.md", "# Hello\n\n[old](old.md)\n")
    repo.write("docs/guide.md", "# Guide\n\n## Install\n\n[old](old.md)\n")
    repo.write("notes.txt", LINES)
    repo.commit("base")
    return repo


def summary(repo: GitRepo, **request: Any) -> tuple[list[str], int]:
    """Path and code with subject of each finding shown, and how many are hidden."""
    with open_job(Request(str(repo.path), **request)) as job:
        report = job.run().report
    return [f"{found.path} {found.code} {found.subject}" for found in report.findings], report.hidden


def both(repo: GitRepo) -> tuple[list[str], int]:
    """The change in the working tree against the last commit; staged, it has to give the same."""
    shown = summary(repo, since="HEAD")
    repo.stage()
    assert summary(repo, staged=True) == shown
    return shown


OLD = "missing-file old.md"


def test_no_change_shows_nothing(base: GitRepo) -> None:
    assert both(base) == ([], 3)


def test_whole_report_hides_nothing(base: GitRepo) -> None:
    assert summary(base) == ([f"README.md {OLD}", f"docs/README.md {OLD}", f"docs/guide.md {OLD}"], 0)


def test_changed_document_shows_all_its_findings(base: GitRepo) -> None:
    base.write("docs/guide.md", "# Guide\n\n## Install\n\n[old](old.md), changed.\n")
    assert both(base) == ([f"docs/guide.md {OLD}"], 2)


def test_renamed_heading_shows_links_to_it_anywhere(base: GitRepo) -> None:
    base.write("docs/guide.md", "# Guide\n\n## Set up\n\n[old](old.md)\n")
    assert both(base) == (["README.md missing-anchor docs/guide.md#install", f"docs/guide.md {OLD}"], 2)


def test_renamed_heading_of_the_readme_that_a_directory_shows(base: GitRepo) -> None:
    base.write("docs/README.md", "# Welcome\n\n[old](old.md)\n")
    assert both(base) == (["README.md missing-anchor docs#hello", f"docs/README.md {OLD}"], 2)


def test_shorter_file_shows_links_to_its_lines(base: GitRepo) -> None:
    base.write("notes.txt", "line 1\n")
    assert both(base) == (["README.md line-out-of-range notes.txt#L5"], 3)


@pytest.mark.parametrize("move", [True, False])
def test_gone_file_shows_links_to_it(base: GitRepo, move: bool) -> None:
    base.git(*(["mv", "docs/guide.md", "docs/manual.md"] if move else ["rm", "-q", "docs/guide.md"]))
    shown = ["README.md missing-file docs/guide.md#install"]
    # A moved document resolves its own links from its new place, so it counts as changed.
    assert both(base) == (shown + [f"docs/manual.md {OLD}"] * move, 2)


def test_gone_directory_shows_links_to_it(repo: GitRepo) -> None:
    repo.write("README.md", "[docs](docs/) [old](old.md)\n")
    repo.write("docs/a.txt")
    repo.commit()
    repo.git("rm", "-q", "docs/a.txt")
    assert both(repo) == (["README.md missing-file docs/"], 1)


def test_link_through_a_symlink_that_changed(repo: GitRepo) -> None:
    repo.write("README.md", "[guide](latest/guide.md) [old](old.md)\n")
    repo.write("v1/guide.md")
    repo.write("v2/manual.md")
    repo.link("latest", "v1")
    repo.commit()
    repo.remove("latest")
    repo.link("latest", "v2")
    repo.stage()
    assert both(repo) == (["README.md missing-file latest/guide.md"], 1)
    repo.git("rm", "-q", "-f", "latest")
    assert both(repo) == (["README.md missing-file latest/guide.md"], 1)


def test_target_taken_out_of_git(base: GitRepo) -> None:
    base.git("rm", "-q", "--cached", "docs/guide.md")
    shown, _ = summary(base, since="HEAD")
    assert "README.md untracked-target docs/guide.md#install" in shown
    assert summary(base, staged=True)[0] == ["README.md untracked-target docs/guide.md#install"]


def test_letter_case_of_a_target_changed(base: GitRepo) -> None:
    base.git("mv", "docs/guide.md", "docs/Guide.md")
    assert both(base)[0][0] == "README.md wrong-case docs/guide.md#install"


def test_deleted_record_shows_prose_that_cites_it(repo: GitRepo) -> None:
    repo.write("docs/adr/0001-first.md")
    repo.write("docs/adr/0002-second.md")
    repo.write("README.md", "As ADR-0002 says. [old](old.md)\n")
    repo.commit()
    repo.git("rm", "-q", "docs/adr/0002-second.md")
    assert both(repo) == (["README.md dangling-mention ADR-0002"], 1)


def test_untracked_document_counts_as_changed_in_the_working_tree_only(base: GitRepo) -> None:
    base.write("new.md", "[old](old.md)\n")
    assert summary(base, since="HEAD") == ([f"new.md {OLD}"], 3)
    assert summary(base, staged=True) == ([], 3)


def test_since_an_older_commit_sums_up(base: GitRepo) -> None:
    first = base.git("rev-parse", "HEAD")
    base.write("docs/guide.md", "# Guide\n\n## Set up\n\n[old](old.md)\n")
    base.commit("rename")
    base.write("other.md", "[old](old.md)\n")
    base.commit("more")
    assert summary(base, since="HEAD") == ([], 5)
    anchor = "README.md missing-anchor docs/guide.md#install"
    assert summary(base, since=first) == ([anchor, f"docs/guide.md {OLD}", f"other.md {OLD}"], 2)


def test_staged_reads_the_index(base: GitRepo) -> None:
    base.write("README.md", "[gone](gone.md)\n")
    base.stage()
    base.write("README.md", "now sound\n")
    assert summary(base, staged=True) == (["README.md missing-file gone.md"], 2)


def test_first_commit_shows_everything(repo: GitRepo) -> None:
    repo.write("README.md", "[old](old.md)\n")
    repo.stage()
    assert summary(repo, staged=True) == ([f"README.md {OLD}"], 0)


def test_unknown_revision(base: GitRepo) -> None:
    with pytest.raises(GitError, match="git knows no revision 'nope' in"):
        findings(base, since="nope")


PATHS = [
    # paths, findings shown, findings hidden
    (("README.md",), [f"README.md {OLD}"], 2),
    (("docs",), [f"docs/README.md {OLD}", f"docs/guide.md {OLD}"], 1),
    (("docs/",), [f"docs/README.md {OLD}", f"docs/guide.md {OLD}"], 1),
    (("docs/guide.md", "./README.md"), [f"README.md {OLD}", f"docs/guide.md {OLD}"], 1),
    (("old.md",), [f"README.md {OLD}"], 2),
    (("notes.txt",), [], 3),
    ((".",), [f"README.md {OLD}", f"docs/README.md {OLD}", f"docs/guide.md {OLD}"], 0),
    ((), [], 3),
]


@pytest.mark.parametrize(("paths", "shown", "hidden"), PATHS)
def test_paths(repo: GitRepo, base: GitRepo, paths: tuple[str, ...], shown: list[str], hidden: int) -> None:
    base.write("old.md")
    base.commit("there for a while")
    base.git("rm", "-q", "old.md")
    base.commit("gone")
    assert summary(base, paths=paths) == (shown, hidden)


def test_path_of_a_target_shows_the_links_that_lead_there(base: GitRepo) -> None:
    base.write("docs/README.md", "# Welcome\n")
    base.write("docs/guide.md", "# Guide\n")
    assert summary(base, paths=("docs/guide.md",)) == (["README.md missing-anchor docs/guide.md#install"], 2)
    assert summary(base, paths=("docs/README.md",)) == (["README.md missing-anchor docs#hello"], 2)


def test_path_never_known(base: GitRepo) -> None:
    with pytest.raises(UsageError) as error:
        findings(base, paths=("docs/giude.md",))
    assert str(error.value) == (
        "docs/giude.md: no such file or directory, and git knows none; did you mean docs/guide.md?"
    )


def test_path_outside(base: GitRepo) -> None:
    with pytest.raises(UsageError, match=r"^\.\./x\.md: is outside of "):
        findings(base, paths=("../x.md",))


def test_path_that_is_a_symlink_to_a_document(base: GitRepo) -> None:
    base.link("docs/alias.md", "guide.md")
    base.link("manual", "docs")
    base.commit()
    assert summary(base, paths=("docs/alias.md",)) == ([f"docs/guide.md {OLD}"], 2)
    assert summary(base, paths=("manual/guide.md",)) == ([f"docs/guide.md {OLD}"], 2)
    assert summary(base, paths=("manual",)) == ([f"docs/README.md {OLD}", f"docs/guide.md {OLD}"], 1)


def test_path_from_a_subdirectory(base: GitRepo, run: CommandLine) -> None:
    done = run("links", "guide.md", directory="docs")
    assert done.out == "docs/guide.md:5:7: missing-file: `docs/old.md` does not exist\n"
    assert run("links", "../README.md", directory="docs").out.startswith("README.md:1:7: missing-file")
    assert run("links", ".", directory="docs").out.count("\n") == 2


def test_hidden_findings_are_counted_in_the_summary(base: GitRepo, run: CommandLine) -> None:
    done = run("links", "--since", "HEAD")
    assert (done.code, done.out) == (0, "")
    assert done.err == "clean: 3 documents (3 findings elsewhere not shown)\n"


def test_change_and_paths_narrow_together(base: GitRepo) -> None:
    base.write("docs/guide.md", "# Guide\n\n[old](old.md)\n")
    assert summary(base, since="HEAD", paths=("docs",)) == (
        ["README.md missing-anchor docs/guide.md#install", f"docs/guide.md {OLD}"],
        2,
    )
    assert summary(base, since="HEAD", paths=("docs/README.md",)) == ([], 4)
