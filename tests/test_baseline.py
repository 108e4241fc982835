from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.baseline import Baseline, Stale, read_baseline, write_baseline, write_baseline_file
from docsync.errors import ConfigError, WriteError
from docsync.finding import Finding, Identity, Located, Severity
from docsync.text import Position, Span


def located(
    path: str = "a.md", line: int = 1, code: str = "missing-file", subject: str = "b.md", message: str = "no such file"
) -> Located:
    at = Position(line, 1)
    return Located(Finding(path, Span(0, 0), code, message, subject=subject), at, at, Severity.ERROR)


TEXTS = st.sampled_from(["a.md", "日本.md", "b\udcff.md", 'q"\\\n.md', ""])
FINDINGS = st.lists(st.builds(located, path=TEXTS, line=st.integers(1, 9), subject=TEXTS, message=TEXTS))


def test_file_is_sorted_one_entry_a_line_without_line_numbers() -> None:
    findings = [located("b.md", 7), located("a.md", 3), located("b.md", 9), located("é\udcff.md", subject="")]
    assert write_baseline(findings) == (
        "{\n"
        '  "version": 1,\n'
        '  "findings": [\n'
        '    {"path": "a.md", "code": "missing-file", "subject": "b.md", "count": 1},\n'
        '    {"path": "b.md", "code": "missing-file", "subject": "b.md", "count": 2},\n'
        '    {"path": "é\\udcff.md", "code": "missing-file", "subject": "no such file", "count": 1}\n'
        "  ]\n"
        "}\n"
    )


def test_empty_file_is_json_too() -> None:
    assert json.loads(write_baseline([])) == {"version": 1, "findings": []}


def test_second_of_two_equal_findings_is_new_when_one_is_known() -> None:
    first, second = located(line=3), located(line=8)
    split = Baseline.parse(write_baseline([first]), "base.json").split([first, second])
    assert split == ((second,), (first,), ())


def test_stale_entries_say_how_often_they_are_missing() -> None:
    baseline = Baseline.parse(write_baseline([located(), located(), located("gone.md")]), "base.json")
    split = baseline.split([located(line=5)])
    assert split.new == ()
    assert split.stale == (
        Stale(Identity("a.md", "missing-file", "b.md"), 1),
        Stale(Identity("gone.md", "missing-file", "b.md"), 1),
    )


@given(FINDINGS)
def test_a_baseline_of_its_own_findings_leaves_nothing(findings: list[Located]) -> None:
    text = write_baseline(findings)
    assert write_baseline(findings[::-1]) == text
    parsed = Baseline.parse(text.encode("utf-8").decode("utf-8"), "base.json")
    assert parsed.split(findings) == ((), tuple(findings), ())


@given(FINDINGS, FINDINGS)
def test_split_loses_nothing(known: list[Located], findings: list[Located]) -> None:
    split = Baseline.parse(write_baseline(known), "base.json").split(findings)
    assert sorted([*split.new, *split.known], key=repr) == sorted(findings, key=repr)
    assert len(split.known) + sum(stale.surplus for stale in split.stale) == len(known)


@given(FINDINGS)
def test_entries_are_as_distinct_as_fingerprints(findings: list[Located]) -> None:
    entries = json.loads(write_baseline(findings))["findings"]
    assert len(entries) == len({finding.fingerprint for finding in findings})


ENTRY = {"path": "a.md", "code": "c", "subject": "s", "count": 1}
DAMAGED = [
    ('{\n  "version": 1,\n<<<<<<< HEAD', "base.json:3: not JSON: "),
    ("[" * 100_000, "base.json: nested too deeply"),
    ("[]", "base.json: not a baseline of version 1"),
    ('{"version": 2, "findings": []}', "base.json: not a baseline of version 1"),
    ('{"version": 1, "findings": {}}', "base.json: not a baseline of version 1"),
    (json.dumps({"version": 1, "findings": [ENTRY, 3]}), "base.json: entry 2 needs"),
    (json.dumps({"version": 1, "findings": [ENTRY | {"path": None}]}), "base.json: entry 1 needs"),
    (json.dumps({"version": 1, "findings": [ENTRY | {"count": 0}]}), "base.json: entry 1 needs"),
    (json.dumps({"version": 1, "findings": [ENTRY | {"count": True}]}), "base.json: entry 1 needs"),
    (json.dumps({"version": 1, "findings": [ENTRY, ENTRY]}), "base.json: entry 2 repeats an earlier one"),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED)
def test_damage_is_told_with_the_way_out(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Baseline.parse(text, "base.json")
    assert str(caught.value).startswith(message)
    assert str(caught.value).endswith("run `doc-sync baseline` to write it anew")


def test_missing_file_knows_nothing(tmp_path: Path) -> None:
    assert read_baseline(str(tmp_path), "base.json") == Baseline({}, "base.json")


def test_file_is_read_below_the_root(tmp_path: Path) -> None:
    (tmp_path / "base.json").write_text(write_baseline([located()]), "utf-8")
    assert read_baseline(str(tmp_path), "base.json") == Baseline({located().identity: 1}, "base.json")


def test_file_of_bytes_is_told_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "base.json").write_bytes(b"\xff")
    with pytest.raises(ConfigError, match=r"^base\.json: is not UTF-8: byte 0xff; run `doc-sync baseline`"):
        read_baseline(str(tmp_path), "base.json")
    with pytest.raises(ConfigError, match=r"^\.: is a directory, not a file$"):
        read_baseline(str(tmp_path), ".")


@pytest.mark.parametrize("text", ['{"count": ' + "1" * 5000 + "}", "[" * 100_000])
def test_hostile_json_is_damage(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^base\.json: (holds a number that is too long|nested too deeply); run "):
        Baseline.parse(text, "base.json")


def test_file_is_written_and_read_below_the_root(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "base.json").symlink_to("folder/base.json")
    write_baseline_file(str(tmp_path), "base.json", [located()])
    assert (tmp_path / "folder" / "base.json").read_text() == write_baseline([located()])
    assert read_baseline(str(tmp_path), "base.json").counts == {located().identity: 1}


@pytest.mark.parametrize("path", ["../outside.json", "link.json", "folder/a.json", ".git/config", "/dev/zero"])
def test_nothing_outside_is_read_or_written(tmp_path: Path, path: str) -> None:
    root = tmp_path / "repo"
    root.mkdir()
    (tmp_path / "outside.json").write_text("kept")
    (root / "link.json").symlink_to(tmp_path / "outside.json")
    (root / "folder").symlink_to("..")
    with pytest.raises(ConfigError, match="leads outside the repository, to "):
        read_baseline(str(root), path)
    with pytest.raises(WriteError, match=r"leads outside the repository, to .*; name a file inside as `baseline`"):
        write_baseline_file(str(root), path, [])
    assert (tmp_path / "outside.json").read_text() == "kept"
    assert [file.name for file in tmp_path.iterdir() if file != root] == ["outside.json"]


def test_what_is_no_file_is_neither_read_nor_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError, match=r"^pipe: is a FIFO, not a file$"):
        read_baseline(str(tmp_path), "pipe")
    with pytest.raises(WriteError, match=r"^pipe: cannot be written: is not a regular file$"):
        write_baseline_file(str(tmp_path), "pipe", [])
