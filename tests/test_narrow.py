"""Which findings a narrowed report keeps; whole runs are in gates/links/test_change_reports.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from docsync.finding import Finding
from docsync.job import Request, open_job
from docsync.narrow import Change, to_change, to_paths
from docsync.text import Span

if TYPE_CHECKING:
    from gitrepo import GitRepo


def finding(path: str, *targets: str) -> Finding:
    return Finding(path, Span(0, 0), "missing-file", "", targets=targets)


PATHS = [
    # paths, document, targets, whether it is kept
    (["a.md"], "a.md", [], True),
    (["docs"], "docs/a.md", [], True),
    (["docs"], "docs2/a.md", [], False),
    (["docs/a.md"], "docs", [], False),
    (["docs/a.md"], "b.md", ["x", "docs/a.md"], True),
    (["docs"], "b.md", ["docs/deep/gone.md"], True),
    (["docs/README.md"], "b.md", ["docs"], True),
    (["docs/guide.md"], "b.md", ["docs"], False),
    (["README.md"], "b.md", [""], True),
    ([""], "b.md", [], True),
    ([], "b.md", ["a.md"], False),
]
CHANGES = [
    # modified, gone, document, target, whether it is kept
    ("b.md", "", "b.md", "guide.md", True),
    ("x.md", "", "b.md", "guide.md", False),
    ("", "gone.md", "b.md", "gone.md", True),
    ("", "gone/x.md", "b.md", "gone", True),
    ("", "gone", "b.md", "gone/x.md", True),
    ("", "gone2/x.md", "b.md", "gone", False),
    ("link", "", "b.md", "link/x.md", True),
    ("same.md", "", "b.md", "same.md", False),
    ("heading.md", "", "b.md", "heading.md", True),
    ("longer.md", "", "b.md", "longer.md", True),
    ("new.md", "", "b.md", "new.md", True),
    ("binary.md", "", "b.md", "binary.md", True),
    ("notes.txt", "", "b.md", "notes.txt", True),
    ("docs/README.md", "", "b.md", "docs", True),
    ("docs/guide.md", "", "b.md", "docs", False),
]


@pytest.fixture
def written(repo: GitRepo) -> GitRepo:
    repo.write("same.md", "# Title\n")
    repo.write("heading.md", "# Title\n")
    repo.write("longer.md", "# Title\n")
    repo.write("binary.md", "# Title\n")
    repo.write("docs/README.md", "# Docs\n")
    repo.write("docs/guide.md", "# Docs\n")
    repo.write("README.md")
    repo.write("notes.txt")
    repo.commit()
    repo.write("same.md", "# *Title*!\n")
    repo.write("heading.md", "# Another title\n")
    repo.write("longer.md", "# Title\n\n")
    repo.write("binary.md", b"\0")
    repo.write("docs/README.md", "# Other docs\n")
    repo.write("docs/guide.md", "# Other docs\n")
    repo.write("new.md", "# New\n")
    repo.stage()
    return repo


def test_to_paths(written: GitRepo) -> None:
    with open_job(Request(str(written.path))) as job:
        kept = [to_paths(paths, job.corpus)(finding(path, *targets)) for paths, path, targets, _ in PATHS]
    assert kept == [row[-1] for row in PATHS]


def test_to_change(written: GitRepo) -> None:
    with open_job(Request(str(written.path))) as job:
        kept = [
            to_change(Change(frozenset({modified}), frozenset({gone}), job.corpus.base), job.corpus)(
                finding(path, target)
            )
            for modified, gone, path, target, _ in CHANGES
        ]
    assert [(*row[:-1], keep) for row, keep in zip(CHANGES, kept, strict=True)] == CHANGES
