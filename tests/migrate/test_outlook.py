"""What the rfcs gate will say after a migration, as `apply` announces it."""

from __future__ import annotations

from docsync.finding import Finding
from docsync.gates.rfcs.options import Options
from docsync.migrate.apply.outlook import outlook
from docsync.migrate.model import Action, Migration
from migrate.carrying import ADR, RFC, ROOT, carried_out, migration, topic

WHOLE = "## Context\n\nSlow.\n\n## Decision\n\nFast.\n\n## Consequences\n\nNone.\n"
PART = f"{ROOT}/proposed/2026-02-03-disk.md"
SPLIT = topic(RFC, action=Action.SPLIT, target=PART, section="disk", title="Disk", status="proposed")
HEIR = f"{ROOT}/implemented/2026-02-03-pages.md"


def said(made: Migration, text: str, *, is_error: bool = True) -> list[str]:
    files = {ADR: f"# 1. Cache\n\n{text}", RFC: f"# RFC 7: Pages\n\n{WHOLE}\n## Disk\n\nSpins.\n"}

    def judged(_: Finding) -> bool:
        return is_error

    return list(outlook(carried_out(files, made), made, Options(), judged))


def test_records_that_have_all_need_no_word() -> None:
    made = migration(topic(ADR), topic(RFC, target=HEIR, title="Pages"))
    assert said(made, WHOLE) == []
    assert said(made, "Slow.\n", is_error=False) == []


def test_what_is_missing_is_named_with_the_ways_out() -> None:
    made = migration(topic(ADR), topic(RFC, target=HEIR, title="Pages"), SPLIT)
    assert said(made, "Slow.\n") == [
        "verify-rfcs will report 6 findings, which fails `doc-sync check` and its hook:",
        "  rfc-sections in docs/rfc/implemented/2026-02-03-cache.md",
        f"  rfc-sections in what is split off: {PART}",
        "  write what is missing, or have it known by `doc-sync baseline`, or set `required-sections`",
    ]


def test_many_files_are_counted_and_sections_are_named_only_where_they_are_missing() -> None:
    paths = [f"docs/adr/{number:04}-x.md" for number in range(1, 7)]
    folders = ("implemented", "proposed", "rejected") * 2
    made = migration(
        *(
            topic(path, target=f"{ROOT}/{folder}/2026-02-0{at}-cache.md", status=folder)
            for at, (path, folder) in enumerate(zip(paths, folders, strict=True), 1)
        )
    )
    after = carried_out(dict.fromkeys(paths, f"# Cache\n\n{WHOLE}"), made)
    lines = list(outlook(after, made, Options(), lambda _: True))
    assert lines[1].startswith("  rfc-duplicate in ")
    assert lines[1].endswith(" more")
    assert lines[2:] == ["  write what is missing, or have it known by `doc-sync baseline`"]
