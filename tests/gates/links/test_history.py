"""What git knows about a broken link: moves, renamed headings, files that are not added, the index."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitrepo import GitRepo
from runs import findings

GUIDE = "# Guide\n\n## Install\n\nRun it.\n\n## Remove\n"
MISSING = "README.md:3:11: missing-file: `docs/guide.md` does not exist"
NO_ANCHOR = "README.md:3:25: missing-anchor: no anchor `#install` in `docs/guide.md`"
UNTRACKED = "README.md:3:11: untracked-target: `docs/guide.md` is on disk but not in git"


@pytest.fixture
def base(repo: GitRepo) -> GitRepo:
    """``README.md`` links to a heading of ``docs/guide.md``, and all is committed."""
    repo.write("README.md", "# Base\n\n[install](docs/guide.md#install)\n")
    repo.write("docs/guide.md", GUIDE)
    repo.commit("base")
    return repo


def rename_heading(repo: GitRepo, text: str = "Set up") -> None:
    repo.write("docs/guide.md", GUIDE.replace("Install", text))


def test_base_is_clean(base: GitRepo) -> None:
    assert findings(base) == []


def test_moved_target(base: GitRepo) -> None:
    base.git("mv", "docs/guide.md", "docs/manual.md")
    expected = [f"{MISSING}\n    moved to docs/manual.md"]
    assert findings(base) == expected
    assert findings(base, staged=True) == expected
    base.commit("move")
    assert findings(base) == expected


def test_moved_target_with_a_twin(base: GitRepo) -> None:
    base.git("rm", "-q", "docs/guide.md")
    base.write("docs/h1.md", GUIDE)
    base.write("docs/h2.md", GUIDE)
    base.git("add", "docs")
    (found,) = findings(base)
    assert found.startswith(MISSING)
    assert "docs/h1.md or " in found or "docs/h2.md or " in found


def test_moved_twice_in_history(base: GitRepo) -> None:
    base.git("mv", "docs/guide.md", "docs/manual.md")
    base.commit("first")
    base.git("mv", "docs/manual.md", "handbook.md")
    base.commit("second")
    assert findings(base) == [f"{MISSING}\n    moved to handbook.md"]


def test_moved_and_then_deleted_is_not_called_moved(base: GitRepo) -> None:
    base.git("mv", "docs/guide.md", "docs/manual.md")
    base.commit("move")
    base.git("rm", "-q", "docs/manual.md")
    assert findings(base) == [MISSING]


def test_moved_directory(base: GitRepo) -> None:
    base.write("README.md", "# Base\n\n[docs](docs/)\n")
    base.commit()
    base.git("mv", "docs", "manual")
    assert findings(base) == ["README.md:3:8: missing-file: `docs` does not exist\n    moved to manual"]


@pytest.mark.parametrize("step", ["on disk", "staged", "committed"])
def test_renamed_heading(base: GitRepo, step: str) -> None:
    rename_heading(base)
    if step == "staged":
        base.stage()
    elif step == "committed":
        base.commit("rename")
    # After the commit there is no change under way that could tell what became of the heading.
    hint = [] if step == "committed" else ["    renamed to #set-up"]
    assert findings(base) == ["\n".join([NO_ANCHOR, *hint])]


def test_renamed_heading_that_a_link_names_in_capitals(base: GitRepo) -> None:
    base.write("README.md", "# Base\n\n[install](docs/guide.md#Install)\n")
    rename_heading(base)
    assert findings(base) == [f"{NO_ANCHOR.replace('#install', '#Install')}\n    renamed to #set-up"]


def test_renamed_heading_in_a_moved_file(base: GitRepo) -> None:
    base.git("mv", "docs/guide.md", "docs/manual.md")
    base.write("README.md", "# Base\n\n[install](docs/manual.md#install)\n")
    base.write("docs/manual.md", GUIDE.replace("Install", "Set up"))
    base.stage()
    expected = "README.md:3:26: missing-anchor: no anchor `#install` in `docs/manual.md`\n    renamed to #set-up"
    assert findings(base) == [expected]


def test_removed_heading_is_not_called_renamed(base: GitRepo) -> None:
    base.write("docs/guide.md", GUIDE.replace("## Install\n", ""))
    assert findings(base) == [NO_ANCHOR]


def test_target_taken_out_of_git(base: GitRepo) -> None:
    base.git("rm", "-q", "--cached", "docs/guide.md")
    assert findings(base) == [f"{UNTRACKED}\n    run git add docs/guide.md"]


def test_target_taken_out_of_git_and_ignored(base: GitRepo) -> None:
    base.git("rm", "-q", "--cached", "docs/guide.md")
    base.write(".gitignore", "# made\n/docs/\n")
    assert findings(base) == [
        f"{UNTRACKED}: ignored by .gitignore:2\n    change that rule, or link to something that git tracks"
    ]


def test_target_never_added(base: GitRepo) -> None:
    base.write("README.md", "# Base\n\n[new](docs/new.md)\n")
    base.write("docs/new.md")
    expected = "README.md:3:7: untracked-target: `docs/new.md` is on disk but not in git\n    run git add docs/new.md"
    assert findings(base) == [expected]


def test_deleted_target_given_as_path(base: GitRepo) -> None:
    base.git("rm", "-q", "docs/guide.md")
    assert findings(base, paths=("docs/guide.md",)) == [MISSING]


def test_target_deleted_on_disk_only_is_still_in_git(base: GitRepo) -> None:
    base.remove("docs/guide.md")
    assert findings(base) == []


def test_second_run_sees_the_move(base: GitRepo) -> None:
    assert findings(base) == []
    base.git("mv", "docs/guide.md", "docs/manual.md")
    assert findings(base) == [f"{MISSING}\n    moved to docs/manual.md"]
    base.git("mv", "docs/manual.md", "docs/guide.md")
    assert findings(base) == []


def test_index_broken_and_working_tree_mended(base: GitRepo) -> None:
    base.write("README.md", "# Base\n\n[install](docs/gone.md)\n")
    base.stage()
    base.write("README.md", "# Base\n\n[install](docs/guide.md)\n")
    assert findings(base) == []
    # The target was never there: nothing was deleted or moved, the changed document itself is at fault.
    assert findings(base, staged=True) == ["README.md:3:11: missing-file: `docs/gone.md` does not exist"]


def test_index_sound_and_working_tree_broken(base: GitRepo) -> None:
    rename_heading(base)
    assert findings(base, staged=True) == []
    assert findings(base) == [f"{NO_ANCHOR}\n    renamed to #set-up"]


@pytest.mark.parametrize(("fragment", "expected"), [("install", []), ("nowhere", ["missing-anchor"])])
def test_sparse_checkout(base: GitRepo, fragment: str, expected: list[str]) -> None:
    base.write("README.md", f"# Base\n\n[install](docs/guide.md#{fragment})\n")
    base.commit()
    base.git("sparse-checkout", "set", "--no-cone", "/README.md")
    assert not (base.path / "docs").exists()
    assert [found.split(": ")[1] for found in findings(base)] == expected


def test_document_outside_of_the_sparse_checkout_is_judged(base: GitRepo) -> None:
    base.write("docs/guide.md", f"{GUIDE}\n[gone](gone.md)\n")
    base.commit()
    base.git("sparse-checkout", "set", "--no-cone", "/README.md")
    assert findings(base) == ["docs/guide.md:9:8: missing-file: `docs/gone.md` does not exist"]


def test_heading_inserted_above_a_numbered_one(repo: GitRepo) -> None:
    repo.write("README.md", "[second](guide.md#setup-1)\n")
    repo.write("guide.md", "# Guide\n\n## Setup\n\n## Setup\n")
    repo.commit()
    repo.write("guide.md", "# Guide\n\n## Setup\n\n## Setup\n\n## Setup\n")
    assert findings(repo) == []
    repo.write("doc-sync.toml", 'severity = { ambiguous-anchor = "notice" }\n')
    expected = (
        "README.md:1:19: notice: ambiguous-anchor: several headings of `guide.md` have the text that `#setup-1` names"
    )
    assert findings(repo) == [expected]


@pytest.mark.parametrize("checked_out", [True, False])
@pytest.mark.parametrize("destination", ["vendor/lib", "vendor/lib/README.md", "vendor/lib/absent.md"])
def test_submodule(base: GitRepo, tmp_path: Path, checked_out: bool, destination: str) -> None:
    library = type(base)(tmp_path / "library")
    library.write("README.md", "# Library\n")
    library.commit()
    base.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library), "vendor/lib")
    if not checked_out:
        base.git("submodule", "--quiet", "deinit", "--force", "vendor/lib")
    base.write("README.md", f"[library]({destination})\n")
    base.commit()
    expected = f"README.md:1:11: inside-submodule: `{destination}` is in the submodule `vendor/lib`"
    advice = "    link to the file in the submodule's own repository by its full URL"
    assert findings(base) == [f"{expected}\n{advice}"]


def test_commit_is_judged_without_a_look_at_the_disk(base: GitRepo) -> None:
    base.git("mv", "docs/guide.md", "docs/manual.md")
    broken = base.commit("move")
    base.git("mv", "docs/manual.md", "docs/guide.md")
    assert findings(base) == []
    assert findings(base, rev=broken) == [f"{MISSING}\n    moved to docs/manual.md"]
