from __future__ import annotations

import pytest

from docsync.records import FOLDERS, RecordId, Records, record_id

IDS = [
    ("docs/adr/0012-use-x.md", ("ADR", 12)),
    ("docs/adr/12.md", ("ADR", 12)),
    ("docs/adr/adr-012.md", ("ADR", 12)),
    ("docs/adr/ADR_0012_x.md", ("ADR", 12)),
    ("docs/adr/012adr-x.md", ("ADR", 12)),
    ("docs/adr/017pdr-x.md", ("PDR", 17)),
    ("docs/adr/rfc-12.md", ("RFC", 12)),
    ("docs/adr/2020-01-31_012-x.md", ("ADR", 12)),
    ("docs/adr/0012-x/README.md", ("ADR", 12)),
    ("docs/adr/0012-x/index.md", ("ADR", 12)),
    ("docs/adr/sub/0012-x.md", ("ADR", 12)),
    ("docs/rfc/0012-x.md", ("RFC", 12)),
    ("docs/rfcs/0012-x.md", ("RFC", 12)),
    ("docs/decisions/0012-x.md", ("ADR", 12)),
    ("docs/adr/2020-01-31-x.md", None),
    ("docs/adr/template.md", None),
    ("docs/adr/README.md", None),
    ("docs/adr/0012x.md", None),
    ("docs/adr/123456-x.md", None),
    ("docs/adr/x-0012.md", None),
]


@pytest.mark.parametrize(("path", "expected"), IDS)
def test_record_id(path: str, expected: tuple[str, int] | None) -> None:
    folder = next(name for name in sorted(FOLDERS, key=len, reverse=True) if path.startswith(f"{name}/"))
    found = record_id(path, folder)
    assert (found and (found.kind, found.number)) == expected


def test_records_of_a_repository() -> None:
    paths = [
        "docs/adr/0002-b.md",
        "docs/adr/0001-a.md",
        "docs/adr/0002-c.md",
        "docs/rfc/0009-x.md",
        "docs/adrs.md",
        "0003.md",
    ]
    records = Records.of(paths, ["/docs/adr/", "docs/rfc"])
    assert records.paths == {
        RecordId("ADR", 1): ("docs/adr/0001-a.md",),
        RecordId("ADR", 2): ("docs/adr/0002-b.md", "docs/adr/0002-c.md"),
        RecordId("RFC", 9): ("docs/rfc/0009-x.md",),
    }
    assert set(records.kinds) == {"ADR", "RFC"}
    assert records.starting_with("docs/adr/0002") == ("docs/adr/0002-b.md", "docs/adr/0002-c.md")
    assert records.starting_with("docs/x") == ()
    assert (records.highest("RFC"), records.highest("KEP")) == (9, 0)
    assert records.folder_of("docs/adr/x/y.md") == "docs/adr"
    assert records.folder_of("docs/adr") is None


def test_former_ids_count_beside_the_names() -> None:
    former = {
        "docs/rfc/implemented/2026-06-11-a.md": [RecordId("ADR", 11), RecordId("RFC", 5)],
        "docs/adr/0002-b.md": [RecordId("ADR", 11), RecordId("ADR", 2)],
        "notes.md": [RecordId("ADR", 1)],
    }
    paths = [*former, "docs/rfc/README.md", "docs/rfc/2026-06-11-c/README.md"]
    records = Records.of(paths, ["docs/adr", "docs/rfc"], lambda path: former.get(path, []))
    assert records.paths == {
        RecordId("ADR", 2): ("docs/adr/0002-b.md",),
        RecordId("ADR", 11): ("docs/adr/0002-b.md", "docs/rfc/implemented/2026-06-11-a.md"),
        RecordId("RFC", 5): ("docs/rfc/implemented/2026-06-11-a.md",),
    }
    assert records.highest("ADR") == 11
    assert records.files == (
        "docs/adr/0002-b.md",
        "docs/rfc/2026-06-11-c/README.md",
        "docs/rfc/implemented/2026-06-11-a.md",
    )
    assert records.starting_with("docs/rfc/2026") == ("docs/rfc/2026-06-11-c/README.md",)
