"""Configuration in force, and documents that cannot be read as they should."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from docsync.codes import COMMON_CODES
from docsync.errors import ConfigError
from docsync.gates import GATES, catalogue
from docsync.job import Request, open_job
from gitrepo import GitRepo
from runs import findings

BROKEN = "[x](gone.md)\n"
FINDING = "a.md:1:5: missing-file: `gone.md` does not exist"

SETTINGS = [
    # doc-sync.toml, what is left of a finding in a.md and one in vendor/a.md
    ("", ["a.md", "vendor/a.md"]),
    ('exclude = ["vendor/"]', ["a.md"]),
    ('exclude = ["vendor/**", "!vendor/a.md"]', ["a.md", "vendor/a.md"]),
    ('exclude = ["*"]', []),
    ('extensions = [".txt"]', []),
    ('extensions = [".MD"]', ["a.md", "vendor/a.md"]),
    ('severity = { missing-file = "off" }', []),
    ('severity = { missing-file = "notice" }', ["a.md", "vendor/a.md"]),
    ('[[ignore]]\npath = "vendor/**"\ncode = ["missing-file"]', ["a.md"]),
    ('[[ignore]]\npath = "vendor/**"\ncode = ["missing-anchor"]', ["a.md", "vendor/a.md"]),
    ('[[ignore]]\npath = "*.md"\ncode = ["missing-anchor", "missing-file"]\nreason = "old"', []),
    ('gates = ["wrap"]', []),
]


@pytest.mark.parametrize(("settings", "left"), SETTINGS)
def test_settings(repo: GitRepo, settings: str, left: list[str]) -> None:
    repo.write("a.md", BROKEN)
    repo.write("vendor/a.md", BROKEN)
    repo.write("doc-sync.toml", settings)
    assert [line.split(":")[0] for line in findings(repo)] == left


def test_excluded_document_can_be_linked_to_and_is_read_for_that(repo: GitRepo) -> None:
    repo.write("a.md", "[x](vendor/a.md#title) [y](vendor/a.md#nowhere)\n")
    repo.write("vendor/a.md", f"# Title\n{BROKEN}")
    repo.write("doc-sync.toml", 'exclude = ["vendor/"]\n')
    repo.stage()
    assert [line.split(": ")[1] for line in findings(repo)] == ["missing-anchor"]


def test_pyproject_and_a_named_file_and_none(repo: GitRepo) -> None:
    repo.write("a.md", BROKEN)
    repo.write("pyproject.toml", '[tool.doc-sync.severity]\nmissing-file = "off"\n')
    repo.write("config/other.toml", '[severity]\nmissing-file = "notice"\n')
    assert findings(repo) == []
    assert findings(repo, isolated=True) == [FINDING]
    assert findings(repo, config="config/other.toml") == [FINDING.replace("missing-file", "notice: missing-file", 1)]


def test_ignore_with_an_unknown_code(repo: GitRepo) -> None:
    repo.write("doc-sync.toml", '[[ignore]]\npath = "*"\ncode = ["missing-fil"]\n')
    with pytest.raises(ConfigError, match=r"^doc-sync\.toml:3: .*missing-fil.*missing-file"):
        findings(repo)


def test_notes_say_which_configuration_is_not_used(repo: GitRepo) -> None:
    repo.write("doc-sync.toml")
    repo.write("pyproject.toml", "[tool.doc-sync]\n")
    with open_job(Request(str(repo.path))) as job:
        assert job.notes == ["doc-sync.toml is used, [tool.doc-sync] of pyproject.toml is not"]


def test_document_on_standard_input_that_is_excluded_is_named_once(repo: GitRepo) -> None:
    repo.write("vendor/a.md", BROKEN)
    repo.write("doc-sync.toml", 'exclude = ["vendor/"]\n')
    with open_job(Request(str(repo.path), stdin=("vendor/a.md", b""))) as job:
        assert job.notes == ["not judged, since excluded, ignored by git or no Markdown: vendor/a.md"]


@pytest.mark.parametrize("data", [b"# One\n", b"\xef\xbb\xbf[x](A.md)\r\n"])
def test_text_of_standard_input_comes_back_as_its_bytes(repo: GitRepo, data: bytes) -> None:
    repo.write("a.md")
    repo.commit()
    with open_job(Request(str(repo.path), stdin=("new.md", data))) as job:
        assert job.stdin_text(job.fix()).encode() == data.replace(b"A.md", b"a.md")


def test_commit_is_judged_by_the_rules_of_the_working_tree(repo: GitRepo) -> None:
    repo.write("a.md", BROKEN)
    repo.commit()
    repo.write("doc-sync.toml", '[severity]\nmissing-file = "notice"\n')
    assert findings(repo, rev="HEAD") == [FINDING.replace("missing-file", "notice: missing-file", 1)]


def test_stale_entries_of_documents_that_were_not_asked_for_are_not_reported(repo: GitRepo) -> None:
    repo.write("a.md")
    repo.write("b.md")
    entry = {"path": "a.md", "code": "missing-file", "subject": "gone.md", "count": 1}
    repo.write("doc-sync-baseline.json", json.dumps({"version": 1, "findings": [entry]}))
    assert findings(repo, paths=("b.md",)) == []
    assert len(findings(repo, paths=("a.md",))) == len(findings(repo)) == 1


def test_a_code_has_one_meaning() -> None:
    names = [code.name for codes in (COMMON_CODES, *(gate.codes for gate in GATES)) for code in codes]
    assert sorted(catalogue()) == sorted(names)


UNREADABLE = [
    # name, content, the finding
    ("latin.md", "é".encode("latin-1"), "is not UTF-8: byte 0xe9 at offset 0"),
    ("utf16.md", "text".encode("utf-16"), "is not UTF-8: byte 0xff at offset 0|has a NUL byte"),
    ("nul.md", b"a\0b", "has a NUL byte at offset 1, so GitHub shows it as a binary file"),
    ("large.md", b"x" * 3_000_001, "is larger than 3000000 bytes"),
]


@pytest.mark.parametrize("tracked", [True, False])
def test_unreadable_documents_are_findings_and_the_rest_is_judged(repo: GitRepo, tracked: bool) -> None:
    repo.write("a.md", BROKEN)
    repo.write("doc-sync.toml", "max-file-size = 3_000_000\n")
    for name, content, _ in UNREADABLE:
        repo.write(name, content)
    if tracked:
        repo.commit()
    first, *rest = findings(repo)
    assert first == FINDING
    for (name, _, reason), line in zip(sorted(UNREADABLE), rest, strict=True):
        assert any(line.startswith(f"{name}:1:1: unreadable-source: {part}") for part in reason.split("|")), line


def test_link_into_an_unreadable_document_is_no_second_finding(repo: GitRepo) -> None:
    repo.write("a.md", "[x](nul.md#anywhere)\n")
    repo.write("nul.md", b"\0")
    repo.commit()
    assert [line.split(": ")[0] for line in findings(repo)] == ["nul.md:1:1"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="this user may read everything")
def test_document_without_permission(repo: GitRepo) -> None:
    repo.write("a.md", BROKEN).chmod(0)
    assert findings(repo) == ["a.md:1:1: unreadable-source: cannot be read: Permission denied"]


@pytest.mark.parametrize("tracked", [True, False])
def test_symlinks(repo: GitRepo, tracked: bool) -> None:
    repo.write("docs/a.md", BROKEN)
    repo.link("alias.md", "docs/a.md")
    repo.link("dangling.md", "nowhere.md")
    repo.link("round.md", "about.md")
    repo.link("about.md", "round.md")
    repo.link("outside.md", "../outside.md")
    repo.link("loop", ".")
    (repo.path.parent / "outside.md").write_text(BROKEN)
    if tracked:
        repo.commit()
    assert findings(repo) == ["docs/a.md:1:5: missing-file: `docs/gone.md` does not exist"]


def test_links_onto_symlinks(repo: GitRepo) -> None:
    repo.write("docs/real.md", "# Title\n")
    repo.link("alias.md", "docs/real.md")
    repo.link("round.md", "about.md")
    repo.link("about.md", "round.md")
    repo.link("dangling.md", "nowhere.md")
    repo.write("a.md", "[1](alias.md#title) [2](alias.md#no) [3](round.md) [4](dangling.md)\n")
    repo.commit()
    codes = [tuple(line.split(": ")[:2]) for line in findings(repo)]
    assert codes == [("a.md:1:34", "missing-anchor"), ("a.md:1:42", "missing-file"), ("a.md:1:56", "missing-file")]


def test_names_of_any_bytes(repo: GitRepo) -> None:
    names = [b"two\nlines.md", b"\xff\xfe.md", b" .md", b"-rf.md", b":(top)x.md", b"tab\t.md", b'"q".md', b"\\.md"]
    for name in names:
        Path(os.fsdecode(bytes(repo.path) + b"/" + name)).write_text(BROKEN)
    untracked = findings(repo)
    assert len(untracked) == len(names)
    repo.commit()
    assert findings(repo) == untracked
    for name in names:
        assert len(findings(repo, paths=(os.fsdecode(name),))) == 1


DEEP = 10_000
HUGE = [
    ("quotes", "> " * DEEP + "x", True),
    ("brackets", "[" * DEEP + "x" + "]" * DEEP, None),
    ("open brackets", "[" * DEEP, None),
    ("images", "![" * DEEP, None),
    ("lists", "".join(f"{'  ' * depth}- x\n" for depth in range(1000)), True),
    ("emphasis", "*a_" * DEEP, False),
    ("backticks", "".join("`" * length + "a" for length in range(1000)), False),
    ("parentheses", "[x](" + "(" * DEEP, False),
    ("tags", "<a " * DEEP, False),
    ("comments", "<!-- " * DEEP, False),
    ("entities", "&#" * DEEP, False),
    ("one line", "word " * 200_000, False),
    ("one word", "x" * 1_000_000, False),
    ("links", "[x](a.md) " * 5_000, False),
    ("headings", "# a\n" * 20_000, False),
    ("pipes", "|" * DEEP + "\n" + "|-" * DEEP + "\n", False),
    ("definitions", "".join(f"[{number}]: a.md\n" for number in range(2_000)), False),
]


@pytest.mark.parametrize(("text", "is_refused"), [row[1:] for row in HUGE], ids=[row[0] for row in HUGE])
def test_hostile_documents_end_soon_and_well(repo: GitRepo, text: str, is_refused: bool | None) -> None:
    repo.write("a.md", BROKEN)
    repo.write("huge.md", text)
    repo.stage()
    start = time.process_time()
    found = findings(repo, paths=("a.md",)), findings(repo, paths=("huge.md",))
    assert time.process_time() - start < 20
    assert found[0] == [FINDING]
    refused = any(": unreadable-source: " in line for line in found[1])
    assert is_refused in (None, refused)


def test_deep_but_readable_part_of_a_document_is_judged(repo: GitRepo) -> None:
    repo.write("a.md", f"{BROKEN}\n{'> ' * DEEP}x\n")
    first, second = findings(repo)
    assert first.startswith("a.md:1:1: unreadable-source: nests deeper than")
    assert second == FINDING


@pytest.mark.parametrize(
    ("names", "start"),
    [
        ((), None),
        (("a.md",), "1 document is not on disk but still in git's index: "),
        (("a.md", "b.md"), "2 documents are not on disk but still in git's index: "),
        (("data.json",), None),
    ],
)
def test_a_note_counts_documents_that_are_gone_but_not_staged(
    repo: GitRepo, names: tuple[str, ...], start: str | None
) -> None:
    for path in ("a.md", "b.md", "data.json", "far/c.md"):
        repo.write(path, "# A\n")
    repo.commit()
    repo.git("sparse-checkout", "set", "--no-cone", "/*", "!/far/")
    assert not (repo.path / "far").exists()
    for path in names:
        repo.remove(path)
    with open_job(Request(str(repo.path))) as job:
        assert [note.partition("what git")[0] for note in job.notes] == ([start] if start else [])
    for view in ({"staged": True}, {"rev": "HEAD"}):
        with open_job(Request(str(repo.path), **view)) as job:  # type: ignore[arg-type] - each is of its own type
            assert job.notes == []
