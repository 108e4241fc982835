"""Records found by path, name, old id and words."""

from __future__ import annotations

import pytest

from docsync.errors import UsageError
from docsync.rfc.folder import Folder
from memory import corpus_of
from outcomes import ROOT

CACHE, INDEX = f"{ROOT}/implemented/2026-01-02-cache.md", f"{ROOT}/proposed/2026-02-03-index-cache.md"
STRAY = f"{ROOT}/2026-03-04-stray.md"
FILES: dict[str, str | bytes | None] = {
    CACHE: "# RFC: Cache reads\n\nStatus: implemented\n\nFormerly: ADR 0012, RFC 005\n",
    INDEX: "# RFC: Index the cache\n\nStatus: proposed\n\nFormerly: RFC 007\n",
    f"{ROOT}/README.md": "# Decisions\n",
    f"{ROOT}/template.md": "# RFC: Title\n",
    f"{ROOT}/notes.md": "# Notes\n",
    f"{ROOT}/2026-03-04-stray.md": "# Stray\n",
    f"{ROOT}/rejected/link.md": "-> ../implemented/2026-01-02-cache.md",
    f"{ROOT}/rejected/2026-05-06-bad.md": b"\xff",
    "docs/guide.md": "# Guide\n",
}


def folder(**source: object) -> Folder:
    return Folder(corpus_of(FILES, **source), ROOT)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name",
    [
        CACHE,
        f"./{CACHE}",
        "implemented/2026-01-02-cache.md",
        "2026-01-02-cache.md",
        "2026-01-02-cache",
        "cache",
        "cache.md",
        "ADR 0012",
        "adr-12",
        "0012",
        "#12",
        "RFC 5",
    ],
)
def test_a_record_is_named_in_many_ways(name: str) -> None:
    assert folder().get(name).path == CACHE


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("docs/guide.md", "docs/guide.md: is not in docs/rfc; move it there first"),
        (f"{ROOT}/README.md", "README.md: is no record, such as docs/rfc/proposed/2026-01-31-topic.md"),
        ("notes.md", "notes.md: is no record"),
        (
            "rejected/link.md",
            "is a symbolic link; name the file that it leads to, docs/rfc/implemented/2026-01-02-cache.md",
        ),
        ("2026-01-02-cach.md", "no record in docs/rfc; did you mean docs/rfc/implemented/2026-01-02-cache.md"),
        ("ADR 99", "ADR 99: no record in docs/rfc; look for it by `doc-sync rfc find 'ADR 99'`"),
        ("rejected/2026-05-06-bad.md", "bad.md: is not UTF-8: .*; mend it first"),
    ],
)
def test_what_is_no_record_says_what_is(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        folder().get(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fast", ["fast-path-for-small-files"]),
        ("fast-path", ["fast-path-for-small-files"]),
        ("fast-pa", []),
        ("slow-path", ["slow-path"]),  # a whole slug goes before the beginning of another
        ("slow", ["slow-path-again", "slow-path"]),
    ],
)
def test_a_record_is_named_by_the_first_words_of_its_slug(name: str, expected: list[str]) -> None:
    slugs = ("fast-path-for-small-files", "slow-path", "slow-path-again")
    paths = {slug: f"{ROOT}/proposed/2026-01-02-{slug}.md" for slug in slugs}
    records = Folder(corpus_of(dict.fromkeys(paths.values(), "# RFC: Path\n")), ROOT)
    if len(expected) == 1:
        assert records.get(name).path == paths[expected[0]]
        return
    meant = f"means several records, {', '.join(map(paths.__getitem__, expected))};" if expected else "no record in"
    with pytest.raises(UsageError, match=f"{name}: {meant}"):
        records.get(name)


def test_an_id_that_two_records_had_means_neither() -> None:
    files = {**FILES, f"{ROOT}/rejected/2026-01-02-other.md": "# RFC: Other\n\nFormerly: PDR 0012\n"}
    with pytest.raises(UsageError, match=r"12: means several records, .*cache.md, .*other.md; give the path of one"):
        Folder(corpus_of(files), ROOT).get("12")


def test_records_are_those_in_the_status_folders_and_those_named_so() -> None:
    assert folder().paths == (f"{ROOT}/2026-03-04-stray.md", CACHE, INDEX, f"{ROOT}/rejected/2026-05-06-bad.md")
    assert {path: folder().status(path) for path in folder().records} == {
        f"{ROOT}/2026-03-04-stray.md": None,
        CACHE: "implemented",
        INDEX: "proposed",
    }
    assert [entry.path for entry in folder().entries()] == [CACHE, INDEX]


def test_an_untracked_record_is_one() -> None:
    path = f"{ROOT}/proposed/2026-06-07-new.md"
    assert folder(untracked={path: "# RFC: New\n"}).get(path).title == "New"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("ADR 0012", [CACHE]),
        ("rfc-7", [INDEX]),
        ("docs/adr/0012-old.md", [CACHE]),
        ("2026-02-03-index-cache.md", [INDEX, CACHE, STRAY]),
        ("index cache", [INDEX, CACHE]),
        ("rea", [CACHE]),
        ("nothing", []),
    ],
)
def test_find_gives_the_best_first(words: str, expected: list[str]) -> None:
    found = folder(renames={"docs/adr/0012-old.md": (CACHE,)}).find(words)
    assert [record.path for record in found] == expected


@pytest.mark.parametrize("name", ["2026-01-02-cache.md", "2026-01-02-CACHE.md"])
def test_a_name_that_differs_in_letter_case_is_taken(name: str) -> None:
    with pytest.raises(UsageError, match="exists already; rename one of the two, or merge them"):
        folder().require_free(f"{ROOT}/implemented/{name}")
