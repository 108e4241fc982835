"""The number of git processes does not grow with the number of files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from docsync.repo import open_source
from gitrepo import GitRepo

# working tree: rev-parse, ls-files, cat-file, ls-tree, diff, log twice, check-ignore, diff, config, for-each-ref
CALLS = [({}, 11), ({"staged": True}, 12), ({"rev": "HEAD"}, 10)]


def ask_everything(path: Path, count: int, options: dict[str, Any]) -> int:
    """Ask every question about every path of a repository with ``count`` files of each sort."""
    repo = GitRepo(path)
    for number in range(count):
        repo.write(f"docs/{number}.md", f"text {number}\n" * 9)
        repo.link(f"links/{number}", f"../docs/{number}.md")
    repo.commit()
    repo.git("remote", "add", "origin", "https://github.com/owner/name")
    repo.git("mv", "docs", "manual")
    repo.write(".gitignore", "*.log\n")
    repo.commit()
    for number in range(count):
        repo.write(f"{number}.log")
        repo.write(f"new/{number}.md")
    with open_source(str(path), **options) as source:
        for name in (*source.tree.entries, *source.untracked):
            if not name.startswith("links/"):
                source.read(name)
                source.read_base(name)
                source.read_at("HEAD", name)
        gone = [f"docs/{number}.md" for number in range(count)]
        assert len(source.moved(gone)) == len(source.known_paths(gone)) == count
        source.moved([*gone, "nowhere.md"])
        for number in range(count):
            source.moved_from(f"manual/{number}.md")
        source.untracked_reasons(name for number in range(count) for name in (f"{number}.log", f"new/{number}.md"))
        source.changes(None)
        source.remote()
        return source.git_calls


@pytest.mark.parametrize(("options", "calls"), CALLS)
def test_calls(tmp_path: Path, options: dict[str, Any], calls: int) -> None:
    assert [ask_everything(tmp_path / str(count), count, options) for count in (3, 300)] == [calls, calls]


def test_opening_takes_few_calls(repo: GitRepo) -> None:
    repo.write("a.md")
    repo.commit()
    for options, calls in [({}, 2), ({"staged": True}, 3), ({"rev": "HEAD"}, 3)]:
        with open_source(str(repo), **options) as source:
            assert source.git_calls == calls
