"""`doc-sync mv` in real repositories: links follow, nothing else changes, and it can be taken back."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path

import pytest
from worlds import followed
from written import snapshot

from gitrepo import GitRepo
from runs import CommandLine

COUNT = 50
FORMS = (
    "[inline]({here}/{name} 'title')",
    "[reference][r]\n\n[r]: <{here}/{name}>",
    '<a href="{here}/{name}">html</a>',
    "[![picture](pictures/p.png)]({here}/{name}#a-section)",
    "[own](#a-section) and [anchor]({here}/{name}#a-section)",
    "[root](/docs/{folder}/{name})",
    "[encoded]({here}/{encoded})",
    '```c\n// see [comment]({here}/{name}) and docs/{folder}/{name}\n```\n\n<img src="pictures/p.png">',
)


def fifty_documents(repo: GitRepo) -> None:
    """A folder of documents in two sub-folders, each linked to two others; pages outside link into it."""
    names = [f"doc {number}.md" if number % 3 == 0 else f"doc-{number}.md" for number in range(COUNT)]
    for number, name in enumerate(names):
        folder, other_folder = ("one", "two") if number % 2 else ("two", "one")
        links = []
        for step in (1, 8):
            other = names[(number + step) % COUNT]
            to = folder if step == 8 else other_folder
            here = "." if to == folder else f"../{to}"
            encoded = other.replace(" ", "%20").replace("d", "%64", 1)
            form = FORMS[(number + step) % len(FORMS)]
            links.append(form.format(here=here, folder=to, name=other.replace(" ", "%20"), encoded=encoded))
        text = "# Title\n\n## A section\n\n" + "\n\n".join(
            link.replace("[r]", f"[r{n}]") for n, link in enumerate(links)
        )
        repo.write(f"docs/{folder}/{name}", text.replace("\n", "\r\n") if number % 5 == 0 else f"{text}\n")
    for folder in ("one", "two"):
        repo.write(f"docs/{folder}/pictures/p.png", b"\x89PNG\0")
    repo.write("README.md", "[a](docs/one/doc-1.md#a-section) [b](docs) [c](docs/two)\n\n`docs/one/doc-1.md`\n")
    repo.write("src/main.c", "// [not a link](../docs/one/doc-1.md)\n")
    repo.commit()


def graph(repo: GitRepo, folder: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Of each document where its links lead; ``folder`` is called docs."""

    def named(path: str) -> str:
        return f"docs{path[len(folder) :]}" if f"{path}/".startswith(f"{folder}/") else path

    found = []
    for file in repo.path.rglob("*.md"):
        path = file.relative_to(repo.path).as_posix()
        if not path.startswith(".git/"):
            links = [(named(to), at) for to, at in followed(path, file.read_bytes().decode())]
            found.append((named(path), links))
    return sorted(found)


@pytest.mark.parametrize("place", ["guide", "a/b/c d", "lib/docs", "README"])
def test_fifty_linked_documents_move_anywhere_and_back(repo: GitRepo, run: CommandLine, place: str) -> None:
    fifty_documents(repo)
    before = {path: entry for path, entry in snapshot(repo.path).items() if not path.startswith(".git")}
    links = graph(repo, "docs")
    done = run("mv", "docs", place)
    assert (done.code, done.out) == (0, "")
    assert done.err.count("moved docs/") == COUNT + 2
    assert graph(repo, place) == links
    assert not (repo.path / "docs").exists()
    assert (repo.path / "src/main.c").read_text() == "// [not a link](../docs/one/doc-1.md)\n"
    for path, (_, content) in before.items():
        if path.endswith(".md") and path.startswith("docs/") and content is not None:
            moved = (repo.path / place / posixpath.relpath(path, "docs")).read_bytes()
            assert moved.replace(f"/{place}/".replace(" ", "%20").encode(), b"/docs/") == content
    repo.stage()
    assert run("links").code == 0
    assert run("undo").code == 0
    assert {path: entry for path, entry in snapshot(repo.path).items() if not path.startswith(".git")} == before


@pytest.fixture
def pages(repo: GitRepo) -> GitRepo:
    repo.write("docs/a.md", "# A\n\n[b](b.md#b)\n")
    repo.write("docs/b.md", "# B\n\n[a](a.md)\n")
    repo.write("README.md", "[a](docs/a.md)\n")
    repo.commit()
    return repo


def texts(repo: GitRepo) -> dict[str, str]:
    return {path.relative_to(repo.path).as_posix(): path.read_text() for path in repo.path.rglob("*.md")}


def test_what_was_done_is_said_with_what_is_left_to_do(pages: GitRepo, run: CommandLine) -> None:
    done = run("mv", "docs/a.md", "x y.md")
    assert done.err.splitlines() == [
        "moved docs/a.md -> x y.md",
        "relinked 3 destinations in 3 files",
        "`doc-sync undo` takes it back; to stage it: git add -A -- README.md docs/a.md docs/b.md 'x y.md'",
    ]
    assert pages.git("diff", "--cached", "--name-only") == ""


def test_paths_are_those_of_the_current_folder(pages: GitRepo, run: CommandLine) -> None:
    assert run("mv", "a.md", "../lib/", directory="docs").code == 0
    assert texts(pages)["lib/a.md"] == "# A\n\n[b](../docs/b.md#b)\n"


def test_a_staged_move_is_a_rename_to_git_and_undo_unstages_it(pages: GitRepo, run: CommandLine) -> None:
    before = texts(pages)
    assert run("mv", "--stage", "docs", "guide").code == 0
    assert pages.git("status", "--short").splitlines() == [
        "M  README.md",
        "R  docs/a.md -> guide/a.md",
        "R  docs/b.md -> guide/b.md",
    ]
    assert run("check").code == 0
    assert run("undo").code == 0
    assert texts(pages) == before
    assert pages.git("status", "--short") == ""


def test_commits_are_two_so_that_git_sees_pure_renames(pages: GitRepo, run: CommandLine) -> None:
    done = run("mv", "--commit", "docs/a.md", "lib/a.md")
    assert done.code == 0, done.err
    assert pages.git("show", "--format=%s", "--name-status", "-M100%", "HEAD~1").split("\n\n") == [
        "doc-sync mv docs/a.md lib/a.md: move",
        "R100\tdocs/a.md\tlib/a.md",
    ]
    assert pages.git("show", "--format=%s", "--name-status", "HEAD").split("\n\n") == [
        "doc-sync mv docs/a.md lib/a.md",
        "M\tREADME.md\nM\tdocs/b.md\nM\tlib/a.md",
    ]
    assert pages.git("status", "--short") == ""


@pytest.mark.parametrize("option", ["--dry-run", "--diff"])
def test_looking_first_writes_nothing(pages: GitRepo, run: CommandLine, option: str) -> None:
    before = texts(pages)
    done = run("mv", "docs", "guide", option)
    assert done.code == 0
    assert done.err.splitlines()[0] == "would move docs/a.md -> guide/a.md"
    assert texts(pages) == before
    assert not list(pages.path.glob(".git/doc-sync/*/"))


def test_the_diff_is_a_patch_that_git_applies(pages: GitRepo, run: CommandLine, tmp_path: Path) -> None:
    pages.write('docs/ü "q".md', b"\xef\xbb\xbf[a](a.md)\r\nno end")
    pages.write("docs/p.png", b"\0\x89")
    pages.link("LINK.md", "docs/a.md")
    pages.commit()
    patch = run("mv", "docs", "guide/deep", "--diff").out
    (tmp_path / "patch").write_bytes(patch.encode())
    assert run("mv", "docs", "guide/deep").code == 0
    expected = {path: entry for path, entry in snapshot(pages.path).items() if not path.startswith(".git")}
    assert run("undo").code == 0
    pages.git("apply", str(tmp_path / "patch"))
    found = {path: entry for path, entry in snapshot(pages.path).items() if not path.startswith(".git")}
    assert found == expected


def test_a_dirty_file_in_the_way_is_named_and_nothing_is_written(pages: GitRepo, run: CommandLine) -> None:
    pages.write("docs/b.md", "# B\n\n[a](a.md) more\n")
    before = texts(pages)
    done = run("mv", "docs/a.md", "x.md")
    assert done.code == 2
    assert "docs/b.md: changed since git last saw it; `git add` or commit them first, or run again" in done.err
    assert texts(pages) == before
    assert run("mv", "docs/a.md", "x.md", "--allow-dirty").code == 0
    assert texts(pages)["docs/b.md"] == "# B\n\n[a](../x.md) more\n"


def test_dirt_elsewhere_is_no_obstacle(pages: GitRepo, run: CommandLine) -> None:
    pages.write("docs/c.md", "# C\n")
    assert run("mv", "docs/a.md", "x.md").code == 0


def test_what_is_staged_only_is_in_the_way_of_a_commit(pages: GitRepo, run: CommandLine) -> None:
    pages.write("docs/b.md", "# B\n\n[a](a.md) more\n")
    pages.stage()
    done = run("mv", "docs/a.md", "x.md", "--commit")
    assert done.code == 2
    assert "docs/b.md: staged but not committed; commit that first, apart" in done.err
    assert run("mv", "docs/a.md", "x.md").code == 0


def test_the_baseline_knows_what_moved_by_its_new_name(pages: GitRepo, run: CommandLine) -> None:
    pages.write("docs/a.md", "# A\n\n[gone](gone.md) [up](../up.md) [b](b.md#c)\nwrapped\n")
    pages.write("pyproject.toml", '[tool.doc-sync.severity]\nhard-wrap = "error"\n')
    run("baseline")
    pages.commit()
    assert run("check").code == 0
    assert run("mv", "docs/a.md", "lib/deep/a.md", "--stage").code == 0
    assert "doc-sync-baseline.json" in pages.git("status", "--short")
    assert run("check").out == ""
    assert run("undo").code == 0
    assert pages.git("status", "--short") == ""


@pytest.mark.parametrize("text", [b"caf\xe9 [b](docs/b.md)\n", b"\0 [b](docs/b%2Emd) [b](docs/b.md)\n"])
def test_a_document_that_is_no_text_and_may_link_to_what_moves_is_named(
    pages: GitRepo, run: CommandLine, text: bytes
) -> None:
    pages.write("odd.md", text)
    pages.write("other.md", b"caf\xe9\n")
    pages.commit()
    done = run("mv", "docs/b.md", "x.md")
    assert done.code == 2
    assert "odd.md: " in done.err
    assert "so links in it to what moves cannot be followed; mend it, or name it in `exclude`" in done.err
    assert run("mv", "docs/a.md", "x.md").code == 0


REFUSED = [
    (("docs/a.md", "docs/b.md"), "docs/b.md: exists already"),
    (("nowhere.md", "x.md"), "nowhere.md: no such file or directory"),
    (("docs/a.md", "../outside.md"), "../outside.md: is outside of"),
    (("docs/a.md", "out/a.md"), "out/a.md: is outside of"),
    (("LINK.md", "x.md"), "LINK.md: is a symbolic link to docs/a.md"),
    (("docs/a.md",), "docs/a.md: where to?"),
    (("", "x.md"), "the name of a file is empty; name what is to be moved, then the new place"),
    (("docs/a.md", ""), "the name of a file is empty"),
    (("docs/a.md", "x.md", "--diff", "--commit"), "--dry-run and --diff write nothing"),
]


@pytest.mark.parametrize(("argv", "message"), REFUSED)
def test_what_cannot_be_done_is_refused(pages: GitRepo, run: CommandLine, argv: tuple[str, ...], message: str) -> None:
    pages.link("LINK.md", "docs/a.md")
    pages.link("out", os.fspath(pages.path.parent))
    pages.commit()
    before = texts(pages)
    done = run("mv", *argv)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert texts(pages) == before
    assert pages.git("status", "--short") == ""


def test_a_file_that_an_editor_saves_meanwhile_is_not_overwritten(
    pages: GitRepo, run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from docsync import transaction  # noqa: PLC0415

    write = transaction.write_and_keep

    def saved_meanwhile(*arguments: object) -> None:
        pages.write("docs/b.md", "# B, edited\n")
        write(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(transaction, "write_and_keep", saved_meanwhile)
    done = run("mv", "--allow-dirty", "docs/a.md", "x.md")
    assert done.code == 2
    assert "docs/b.md: changed on disk meanwhile" in done.err
    assert texts(pages)["docs/b.md"] == "# B, edited\n"
    assert (pages.path / "docs/a.md").exists()


def test_without_git_nothing_is_moved(tmp_path: Path, run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "a.md").write_text("# A\n")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", os.fspath(tmp_path))
    done = run("mv", "a.md", "b.md", directory="../plain")
    assert done.code == 2
    assert "is no git repository, so nothing could be undone" in done.err


@pytest.mark.parametrize("destination", ["nowhere", "../../elsewhere.txt", "/no/such/place"])
def test_a_folder_moves_with_links_that_lead_nowhere_or_outside(
    repo: GitRepo, run: CommandLine, destination: str
) -> None:
    repo.write("docs/a.md", "a\n")
    (repo.path / "docs/link").symlink_to(destination)
    repo.stage()
    repo.git("commit", "--quiet", "--message", "start")
    assert run("mv", "docs", "texts").code == 0
    assert str((repo.path / "texts/link").readlink()) == destination
    assert run("undo").code == 0
    assert repo.git("status", "--porcelain") == ""


def test_a_document_that_is_none_any_more_is_said(pages: GitRepo, run: CommandLine) -> None:
    done = run("mv", "docs/a.md", "a.txt")
    said = "a.txt: is no Markdown file any more, so links in it are rewritten this once, and not checked\n"
    assert (done.code, said in done.err) == (0, True)


@pytest.mark.parametrize("argv", [("two", "three"), ("one/a.md", "one/b.md")])
def test_what_a_sparse_checkout_keeps_from_the_disk_is_not_changed(
    repo: GitRepo, run: CommandLine, argv: tuple[str, ...]
) -> None:
    repo.write("one/a.md", "# A\n")
    repo.write("two/x y.md", "[a](../one/a.md)\n")
    repo.commit()
    repo.git("sparse-checkout", "set", "--cone", "one")
    done = run("mv", *argv)
    said = "two/x y.md: not on disk (sparse checkout), so nothing can be changed there"
    assert (done.code, done.err) == (2, f"doc-sync: error: {said}; `git sparse-checkout add two` first\n")
    assert repo.git("status", "--short") == ""
    repo.git("sparse-checkout", "add", "two")
    assert run("mv", *argv).code == 0
