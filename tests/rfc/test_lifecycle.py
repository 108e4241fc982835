"""The verbs of a record: each gives a plan that keeps every link, or says why it cannot be done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from docsync.changeset.plan import Plan
from docsync.corpus import Corpus, Scope
from docsync.errors import UsageError
from docsync.gates.rfcs import GATE as RFCS
from docsync.rfc.editing.upkeep import new_readme, refresh_index, require_parts, with_index
from docsync.rfc.folder import Folder
from docsync.rfc.verbs.lifecycle import new, rename, set_status, supersede
from docsync.rfc.verbs.merging import merge
from memory import corpus_of, findings
from outcomes import ROOT, changed, done
from rfc_folder import folder_of

OLD, NEW = f"{ROOT}/proposed/2026-01-02-cache.md", f"{ROOT}/implemented/2026-01-02-cache.md"
BODY = "## Problem\n\nSlow. See [guide](../../guide.md).\n"
README = """# Decisions

[proposed](proposed) and [implemented](implemented)

<!-- doc-sync: rfc-index -->
<!-- doc-sync: end -->

<!-- doc-sync: rfc-aliases -->
<!-- doc-sync: end -->
"""


def record(head: str) -> str:
    return f"{head}\n\n{BODY}"


def one(head: str, path: str = OLD) -> dict[str, str | bytes | None]:
    return {path: record(head), "docs/guide.md": f"# Guide\n\n[cache]({path.removeprefix('docs/')}#problem)\n"}


STATUS_LINES = (
    ("# RFC: Cache\n\nStatus: proposed", "# RFC: Cache\n\nStatus: implemented"),
    ("# RFC: Cache\n\nStatus: Proposed (since May)", "# RFC: Cache\n\nStatus: implemented"),
    ("# RFC: Cache\n\nStatus: accepted (2026-06-13)", "# RFC: Cache\n\nStatus: implemented (accepted 2026-06-13)"),
    ("# RFC: Cache\n\nStatus: Implemented (2026)", "# RFC: Cache\n\nStatus: implemented (2026)"),
    (
        "# RFC: Cache\n\nStatus: accepted, see [guide](../../guide.md)",
        "# RFC: Cache\n\nStatus: implemented, see [guide](../../guide.md)",
    ),
    ("# RFC: Cache\n\n**Status:** proposed\nDate: today", "# RFC: Cache\n\n**Status:** implemented\nDate: today"),
    ("# RFC: Cache\n\n**Status: proposed**", "# RFC: Cache\n\n**Status: implemented**"),
    ("# RFC: Cache\n\n- Status: *proposed*\n- Date: x", "# RFC: Cache\n\n- Status: implemented\n- Date: x"),
    ("# RFC: Cache\n\n> Status: proposed", "# RFC: Cache\n\n> Status: implemented"),
    ("# RFC: Cache\n\nStatus: proposed (since\nMay)", "# RFC: Cache\n\nStatus: implemented"),
    ("# RFC: Cache\n\nStatus: proposed\nwith prose", "# RFC: Cache\n\nStatus: implemented\nwith prose"),
    ("# RFC: Cache\n\n## Status\n\nProposed", "# RFC: Cache\n\n## Status\n\nimplemented"),
    ("# RFC: Cache\n\n## Status\n\nProposed. And prose.", "# RFC: Cache\n\n## Status\n\nimplemented. And prose."),
    ("# RFC: Cache\n\n## Status: proposed", "# RFC: Cache\n\n## Status: implemented"),
    ("---\nstatus: proposed\n---\n\n# RFC: Cache", "---\nstatus: implemented\n---\n\n# RFC: Cache"),
    (
        "# RFC: Cache\n\n| Status | Proposed |\n| --- | --- |\n| Date | x |",
        "# RFC: Cache\n\n| Status | implemented |\n| --- | --- |\n| Date | x |",
    ),
    ("# RFC: Cache", "# RFC: Cache\n\nStatus: implemented"),
    ("Cache\n=====", "Cache\n=====\n\nStatus: implemented"),
    ("# RFC: Cache\n\nStatus:", "# RFC: Cache\n\nStatus: implemented"),
    ("# RFC: Cache\n\nStatus: proposed | accepted", "# RFC: Cache\n\nStatus: implemented"),
)


@pytest.mark.parametrize(("before", "after"), STATUS_LINES)
def test_a_record_moves_to_its_folder_and_says_so_where_it_did_before(before: str, after: str) -> None:
    files = changed(corpus_of(one(before)), set_status(Folder(corpus_of(one(before)), ROOT), OLD, "implemented"))
    guide = "# Guide\n\n[cache](rfc/implemented/2026-01-02-cache.md#problem)\n"
    assert files == {NEW: record(after), "docs/guide.md": guide}


@pytest.mark.parametrize(("before", "after"), STATUS_LINES)
def test_line_ends_are_kept(before: str, after: str) -> None:
    files = {OLD: record(before).replace("\n", "\r\n"), "docs/guide.md": "# Guide\n"}
    corpus = corpus_of(files)
    assert changed(corpus, set_status(Folder(corpus, ROOT), OLD, "implemented"))[NEW] == record(after).replace(
        "\n", "\r\n"
    )


@pytest.mark.parametrize(
    ("word", "note", "before", "after"),
    [
        ("implemented", "in 1.2", "Status: proposed (old)", "Status: implemented (in 1.2)"),
        ("rejected", " too\n slow ", "Status: proposed", "Status: rejected — too slow"),
        ("implemented", "", "Status: accepted (2026)", "Status: implemented"),
        ("rejected", "too slow", "## Status\n\nProposed. Prose.", "## Status\n\nrejected — too slow. Prose."),
        (
            "rejected",
            "a|b",
            "| Status | x |\n| - | - |\n| Date | y |",
            "| Status | rejected — a\\|b |\n| - | - |\n| Date | y |",
        ),
    ],
)
def test_a_note_takes_the_place_of_the_old_one(word: str, note: str, before: str, after: str) -> None:
    corpus = corpus_of(one(f"# RFC: Cache\n\n{before}"))
    files = done(corpus, set_status(Folder(corpus, ROOT), OLD, word, note))
    assert files[OLD.replace("proposed", word)] == record(f"# RFC: Cache\n\n{after}")


OTHER = f"{ROOT}/proposed/2026-05-06-b.md"
KEPT = [
    # Status before, note, status after, what is said to be left out.
    ("Proposed, superseded by [b](2026-05-06-b.md)", "n1", "implemented (n1), superseded by [b](B)", ""),
    ("Proposed, superseded by [b](2026-05-06-b.md)", None, "implemented, superseded by [b](B)", ""),
    ("superseded by [b][b], [c](2026-05-06-b.md) and [d](2026-05-06-b.md)", "n1",
     "implemented (n1), superseded by [b][b], [c](B) and [d](B)", ""),
    ("Proposed (old), superseded by [b](2026-05-06-b.md), by Ada [^1].", "n1",
     "implemented (n1), superseded by [b](B) [^1]", "(old) by Ada"),
    ("proposed [^1]", "n1", "implemented (n1) [^1]", ""),
    ("proposed[^1]", "n1", "implemented (n1)[^1]", ""),
    ("proposed (draft of May)", None, "implemented", "(draft of May)"),
    ("proposed (draft of May)", "n1", "implemented (n1)", "(draft of May)"),
    ("proposed (draft, see [b](2026-05-06-b.md))", "n1", "implemented (n1)", "(draft, see [b](2026-05-06-b.md))"),
    ("proposed, see [b](2026-05-06-b.md), superseded by Ada", "n1", "implemented (n1)",
     "see [b](2026-05-06-b.md), superseded by Ada"),
    ("half of it", None, "implemented", "half of it"),
    ("accepted (n1)", "n1", "implemented (n1)", ""),
    ("accepted (n1)", None, "implemented (accepted n1)", ""),
    ("proposed —", None, "implemented", ""),
]  # fmt: skip


@pytest.mark.parametrize(("before", "note", "after", "lost"), KEPT)
def test_pointers_and_footnotes_are_no_notes_and_what_is_left_out_is_said(
    before: str, note: str | None, after: str, lost: str
) -> None:
    head = "# RFC: Cache\n\nStatus: {}\n\n[^1]: Foot.\n\n[b]: {}"
    other = "# RFC: B\n\nStatus: proposed\n"
    corpus = corpus_of(one(head.format(before, "2026-05-06-b.md")) | {OTHER: other})
    plan = set_status(Folder(corpus, ROOT), OLD, "implemented", note)
    there = "../proposed/2026-05-06-b.md"
    assert done(corpus, plan)[NEW] == record(head.format(after.replace("(B)", f"({there})"), there))
    assert plan.remarks == ((f"{OLD}: left out of the status line: {lost}",) if lost else ())


def test_a_note_that_is_there_already_changes_nothing() -> None:
    said = "# RFC: Cache\n\nStatus: implemented (n1), superseded by [b](../proposed/2026-05-06-b.md) [^1]\n\n[^1]: F"
    corpus = corpus_of(one(said, NEW) | {OTHER: "# RFC: B\n"})
    with pytest.raises(UsageError, match="is implemented already"):
        set_status(Folder(corpus, ROOT), NEW, "implemented", "n1")


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        ("proposed, superseded by [b](2026-05-06-b.md)",
         "rejected, superseded by [b](../proposed/2026-05-06-b.md)", ""),
        ("proposed (in May), supersedes [b](2026-05-06-b.md) [^1]",
         "rejected, supersedes [b](../proposed/2026-05-06-b.md) [^1]", "(in May)"),
    ],
)  # fmt: skip
def test_a_successor_stands_behind_what_is_kept(before: str, after: str, lost: str) -> None:
    head = "# RFC: Cache\n\nStatus: {}\n\n[^1]: Foot."
    corpus = corpus_of(one(head.format(before)) | {OTHER: "# RFC: B\n", SUCCESSOR: "# RFC: Index\n"})
    plan = supersede(Folder(corpus, ROOT), OLD, SUCCESSOR)
    by = ", superseded by [Index](../implemented/2026-03-04-index.md)"
    assert done(corpus, plan)[f"{ROOT}/rejected/2026-01-02-cache.md"] == record(head.format(f"{after}{by}"))
    assert plan.remarks == ((f"{OLD}: left out of the status line: {lost}",) if lost else ())


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("| Status | Draft |\n| - | - |\n\nStatus: proposed", "| Status | Draft |\n| - | - |\n\nStatus: implemented"),
        ("## Status\n\nWe talk about it.", "Status: implemented\n\n## Status\n\nWe talk about it."),
    ],
)
def test_the_status_line_that_the_gate_reads_is_written_and_prose_is_none(head: str, after: str) -> None:
    corpus = corpus_of(one(f"# RFC: Cache\n\n{head}"))
    files = done(corpus, set_status(Folder(corpus, ROOT), OLD, "implemented"))
    assert files[NEW] == record(f"# RFC: Cache\n\n{after}")


@pytest.mark.parametrize(
    ("old", "note", "new"),
    [("proposed", "see: x", '"rejected — see: x"'), ("'proposed'", None, "rejected"), ("[a, b]", None, "[rejected]")],
)
def test_a_status_in_front_matter_stays_yaml(old: str, note: str | None, new: str) -> None:
    corpus = corpus_of(one(f"---\nstatus: {old}\ntitle: x\n---\n\n# RFC: Cache"))
    files = done(corpus, set_status(Folder(corpus, ROOT), OLD, "rejected", note))
    assert files[OLD.replace("proposed", "rejected")].startswith(f"---\nstatus: {new}\ntitle: x\n---\n")


def test_a_status_that_disagrees_with_the_folder_is_corrected_in_its_place() -> None:
    corpus = corpus_of(one("# RFC: Cache\n\nStatus: proposed", NEW))
    assert changed(corpus, set_status(Folder(corpus, ROOT), NEW, "implemented")) == {
        NEW: record("# RFC: Cache\n\nStatus: implemented")
    }


def test_a_record_moves_without_an_edit_where_its_status_is_right_already() -> None:
    corpus = corpus_of(one("# RFC: Cache\n\nStatus: implemented"))
    plan = set_status(Folder(corpus, ROOT), OLD, "implemented")
    assert not plan.drafts
    assert done(corpus, plan)[NEW] == record("# RFC: Cache\n\nStatus: implemented")


@pytest.mark.parametrize(
    ("name", "word", "message"),
    [
        (NEW, "implemented", "is implemented already"),
        (NEW, "done", "done: is no status; use proposed, implemented, rejected"),
        (OLD, "implemented", "2026-01-02-cache.md: exists already"),
        ("nothing", "implemented", "nothing: no record in docs/rfc"),
    ],
)
def test_a_status_that_cannot_be_set_says_why(name: str, word: str, message: str) -> None:
    corpus = corpus_of(
        one("# RFC: Cache\n\nStatus: implemented", NEW) | {OLD: record("# RFC: Cache\n\nStatus: proposed")}
    )
    with pytest.raises(UsageError, match=message):
        set_status(Folder(corpus, ROOT), name, word)


@pytest.mark.parametrize("is_linked", [True, False])
def test_a_folder_that_a_link_leads_to_does_not_vanish(is_linked: bool) -> None:
    link = "[proposed](rfc/proposed)" if is_linked else "none"
    corpus = corpus_of({OLD: record("# RFC: Cache\n\nStatus: proposed"), "docs/guide.md": f"# Guide\n\n{link}\n"})
    files = done(corpus, set_status(Folder(corpus, ROOT), OLD, "implemented"))
    assert (f"{ROOT}/proposed/.gitkeep" in files) is is_linked


def test_a_new_record_has_the_day_and_the_sections_to_fill_in() -> None:
    corpus = corpus_of({"docs/guide.md": "# Guide\n"}, today=date(2026, 7, 1))
    files = changed(corpus, new(Folder(corpus, ROOT), "Cache the *index*, in C++"))
    assert [*files] == [f"{ROOT}/proposed/2026-07-01-cache-the-index-in-cpp.md"]
    [text] = files.values()
    assert text.startswith("# RFC: Cache the \\*index\\*, in C++\n\nStatus: proposed\n\n## Problem\n\n<!-- ")
    assert text.count("\n## ") == 3


def test_a_new_record_follows_the_template_of_the_folder() -> None:
    template = (
        "# RFC: Topic title\r\n\r\nStatus: proposed | implemented\r\n\r\n## Why\r\n\r\n[x](../guide.md) [z](#why)\r\n"
    )
    corpus = corpus_of({f"{ROOT}/template.md": template, "docs/guide.md": "# Guide\n\n[t](rfc/template.md#why)\n"})
    files = changed(corpus, new(Folder(corpus, ROOT), "Cache it", date(2026, 1, 2), "other-name"))
    assert files == {
        f"{ROOT}/proposed/2026-01-02-other-name.md": (
            "# RFC: Cache it\r\n\r\nStatus: proposed\r\n\r\n## Why\r\n\r\n[x](../../guide.md) [z](#why)\r\n"
        )
    }


@pytest.mark.parametrize(
    ("template", "start"),
    [
        ("## Problem\n", "# RFC: Cache it\n\nStatus: proposed\n\n## Problem\n"),
        ("---\ntitle: T\n---\n\n## Why\n", "---\ntitle: Cache it\n---\n\nStatus: proposed\n\n## Why\n"),
    ],
)
def test_a_template_may_lack_title_and_status(template: str, start: str) -> None:
    corpus = corpus_of({f"{ROOT}/template.md": template})
    [text] = changed(corpus, new(Folder(corpus, ROOT), "Cache it")).values()
    assert text == start


@pytest.mark.parametrize("title", ["RFC 12: Cache it", "ADR-0012: Cache it", "12. Cache it [draft]", "Cache\n  it"])
def test_kind_number_and_status_do_not_belong_to_a_title(title: str) -> None:
    corpus = corpus_of(one("# RFC: Cache", NEW))
    [text] = changed(corpus, new(Folder(corpus, ROOT), title, slug="x")).values()
    assert text.startswith("# RFC: Cache it\n")
    renamed = changed(corpus, rename(Folder(corpus, ROOT), NEW, title))
    assert renamed[f"{ROOT}/implemented/2026-01-02-cache-it.md"].startswith("# RFC: Cache it\n")


@pytest.mark.parametrize("day", ["2026-06-30", "2025-01-02"])
def test_a_new_record_has_a_slug_of_its_own(day: str) -> None:
    path = f"{ROOT}/implemented/{day}-cache-it.md"
    folder = Folder(corpus_of({path: "# RFC: Cache it\n\nStatus: implemented\n"}), ROOT)
    for title, slug in (("Cache it", None), ("Other", "cache-it")):
        with pytest.raises(UsageError, match=rf"{path}: is called `cache-it` already; .* another name by --slug"):
            new(folder, title, slug=slug)
    assert [*new(folder, "Cache it", slug="cache-it-all").drafts] == [f"{ROOT}/proposed/2026-06-30-cache-it-all.md"]


@pytest.mark.parametrize(
    ("title", "message"), [(" ", "the title is empty"), ("日本語", "give|name one by --slug"), ("Proposal", "--slug")]
)
def test_a_title_that_gives_no_name_asks_for_one(title: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        new(Folder(corpus_of({}), ROOT), title)


SUCCESSOR = f"{ROOT}/implemented/2026-03-04-index.md"


@pytest.mark.parametrize(
    ("path", "head", "target", "after"),
    [
        (
            OLD,
            "Status: proposed",
            "rejected",
            "Status: rejected, superseded by [Index \\[v2\\]](../implemented/2026-03-04-index.md)",
        ),
        (
            NEW,
            "Status: implemented",
            "implemented",
            "Status: implemented, superseded by [Index \\[v2\\]](2026-03-04-index.md)",
        ),
        (
            NEW,
            "Status: accepted (2026)",
            "implemented",
            "Status: implemented (accepted 2026), superseded by [Index \\[v2\\]](2026-03-04-index.md)",
        ),
        (
            NEW,
            "## Status\n\nImplemented. Prose.",
            "implemented",
            "## Status\n\nimplemented, superseded by [Index \\[v2\\]](2026-03-04-index.md). Prose.",
        ),
        (
            NEW,
            "No status",
            "implemented",
            "Status: implemented, superseded by [Index \\[v2\\]](2026-03-04-index.md)\n\nNo status",
        ),
    ],
)
def test_both_ends_say_what_supersedes_what(path: str, head: str, target: str, after: str) -> None:
    corpus = corpus_of(one(f"# RFC: Cache\n\n{head}", path) | {SUCCESSOR: "# RFC: Index [v2]\n\nStatus: implemented\n"})
    files = done(corpus, supersede(Folder(corpus, ROOT), path, SUCCESSOR))
    assert files[f"{ROOT}/{target}/2026-01-02-cache.md"] == record(f"# RFC: Cache\n\n{after}")
    back = "2026-01-02-cache.md" if target == "implemented" else "../rejected/2026-01-02-cache.md"
    assert files[SUCCESSOR] == f"# RFC: Index [v2]\n\nStatus: implemented\n\nSupersedes: [Cache]({back})\n"


def test_a_link_in_front_matter_would_be_none_so_it_stands_below_the_title() -> None:
    corpus = corpus_of(
        one("---\nstatus: implemented\n---\n\n# RFC: Cache", NEW)
        | {SUCCESSOR: "# RFC: Index\n\nSupersedes: [X](https://x.example)\n"}
    )
    files = done(corpus, supersede(Folder(corpus, ROOT), NEW, SUCCESSOR))
    assert files[NEW].startswith(
        "---\nstatus: implemented\n---\n\n# RFC: Cache\n\nSuperseded by: [Index](2026-03-04-index.md)\n\n"
    )
    assert files[SUCCESSOR] == "# RFC: Index\n\nSupersedes: [X](https://x.example), [Cache](2026-01-02-cache.md)\n"


def test_a_supersession_that_one_end_states_is_completed_and_one_that_both_state_is_refused() -> None:
    said = "# RFC: Cache\n\nStatus: implemented, superseded by [Index](2026-03-04-index.md)"
    corpus = corpus_of(one(said, NEW) | {SUCCESSOR: "# RFC: Index\n\nStatus: implemented\n"})
    files = changed(corpus, supersede(Folder(corpus, ROOT), NEW, SUCCESSOR))
    assert [*files] == [SUCCESSOR]
    with pytest.raises(UsageError, match=r"is superseded by .*index.md already"):
        supersede(Folder(corpus_of(one(said, NEW) | files), ROOT), NEW, SUCCESSOR)
    with pytest.raises(UsageError, match="cannot supersede itself"):
        supersede(Folder(corpus, ROOT), NEW, NEW)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# RFC: Cache\n", "# RFC: Fast \\*index\\*\n"),
        ("# ADR-012: Cache [Draft]\n", "# ADR-012: Fast \\*index\\* [Draft]\n"),
        ("# Cache\n", "# Fast \\*index\\*\n"),
        ("# 12. Cache `x` ##\n", "# 12. Fast \\*index\\* ##\n"),
        ("RFC: Cache\n=====\n", "RFC: Fast \\*index\\*\n=====\n"),
        ("<h1 align=center>RFC: Cache</h1>\n", "<h1 align=center>RFC: Fast \\*index\\*</h1>\n"),
        ("---\ntitle: Cache\n---\n", '---\ntitle: "Fast *index*"\n---\n'),
        ("", "# RFC: Fast \\*index\\*\n\n"),
        ("---\na: b\n---\n", "---\na: b\n---\n\n# RFC: Fast \\*index\\*\n"),
    ],
)
def test_a_rename_changes_title_and_name_and_links_to_the_title_follow(before: str, after: str) -> None:
    rest = "\nStatus: implemented\n\n## Problem\n\nSlow.\n"
    anchor = "#rfc-cache" if before.startswith(("# RFC", "RFC", "<h1")) else ""
    corpus = corpus_of(
        {NEW: before + rest, "docs/guide.md": f"# Guide\n\n[c](rfc/implemented/2026-01-02-cache.md{anchor})\n"}
    )
    target = f"{ROOT}/implemented/2026-01-02-fast-index.md"
    files = changed(corpus, rename(Folder(corpus, ROOT), NEW, "Fast *index*"))
    expected = "#rfc-fast-index" if anchor else ""
    assert files[target] == after + rest
    assert files["docs/guide.md"] == f"# Guide\n\n[c](rfc/implemented/2026-01-02-fast-index.md{expected})\n"


def test_a_rename_keeps_the_name_where_the_slug_stays() -> None:
    corpus = corpus_of(one("# RFC: Cache", NEW))
    assert changed(corpus, rename(Folder(corpus, ROOT), NEW, "Caches", "cache")) == {NEW: record("# RFC: Caches")}


@pytest.mark.parametrize(
    ("path", "title", "message"),
    [
        (NEW, "Cache", "is called `Cache` already"),
        (NEW, "  ", "the new title is empty"),
        (f"{ROOT}/proposed/cache.md", "New", "is not `yyyy-mm-dd-slug.md`; give it such a name by `doc-sync mv` first"),
    ],
)
def test_a_rename_that_cannot_be_says_why(path: str, title: str, message: str) -> None:
    corpus = corpus_of(one("# RFC: Cache", NEW) | {f"{ROOT}/proposed/cache.md": "# RFC: Cache\n"})
    with pytest.raises(UsageError, match=message):
        rename(Folder(corpus, ROOT), path, title)


def test_the_index_says_what_will_be() -> None:
    corpus = corpus_of(one("# RFC: Cache\n\nStatus: proposed\nFormerly: ADR 0011") | {f"{ROOT}/README.md": README})
    plan = with_index(Folder(corpus, ROOT), set_status(Folder(corpus, ROOT), OLD, "implemented"))
    files = changed(corpus, plan)
    readme = files[f"{ROOT}/README.md"]
    assert "## Implemented\n\n- 2026-01-02 [Cache](implemented/2026-01-02-cache.md)\n" in readme
    assert "| ADR 0011 | [Cache](implemented/2026-01-02-cache.md) |" in readme
    assert files[f"{ROOT}/proposed/.gitkeep"] == ""
    after = corpus_of(done(corpus, plan))
    assert refresh_index(Folder(after, ROOT)) is None


def test_the_index_of_a_plan_without_change_in_it_is_left_alone() -> None:
    files = one("# RFC: Cache\n\nStatus: proposed")
    for readme in ({}, {f"{ROOT}/README.md": "# No markers\n"}):
        corpus = corpus_of(files | readme)
        plan = set_status(Folder(corpus, ROOT), OLD, "implemented")
        assert with_index(Folder(corpus, ROOT), plan) == plan
        assert refresh_index(Folder(corpus, ROOT)) is None


PLACE = "there is no place for the index"


@pytest.mark.parametrize(
    ("readme", "message"),
    [
        (
            None,
            "README.md: is not there, so that nothing lists the records; make it, with `<!-- doc-sync: rfc-index -->`",
        ),
        ("# No markers\n", f"README.md: {PLACE}; add the lines `<!-- doc-sync: rfc-index -->` and `<!-- doc-sync: end"),
        ("<!-- doc-sync: rfc-index -->\n", f"README.md: {PLACE}: its two comments do not stand alone .*; write `<!--"),
        (b"\xff", "README.md: is not UTF-8.*; mend it first"),
        ("-> ../guide.md", "README.md: is a symbolic link, not a file; mend it first"),
        (
            README.partition("<!-- doc-sync: rfc-aliases")[0],
            "there is no place for the table of old ids; add the lines",
        ),
    ],
)
def test_an_index_without_a_place_says_what_is_wrong(readme: str | bytes | None, message: str) -> None:
    files = one("# RFC: Cache\n\nStatus: proposed\nFormerly: ADR 1") | ({f"{ROOT}/README.md": readme} if readme else {})
    with pytest.raises(UsageError, match=message):
        require_parts(Folder(corpus_of(files), ROOT))


def test_a_readme_that_is_missing_is_made_for_records_alone() -> None:
    record = one("# RFC: Cache\n\nStatus: proposed\nFormerly: ADR 1")
    corpus = corpus_of(record)
    plan = new_readme(Folder(corpus, ROOT))
    assert plan is not None
    after = corpus_of(done(corpus, plan))
    text = after.text(f"{ROOT}/README.md").text
    assert text.startswith("# Decisions\n\n<!-- doc-sync: rfc-index -->\n\n## ")
    assert "<!-- doc-sync: end -->\n\n## Old names\n\n<!-- doc-sync: rfc-aliases -->\n\n| Formerly" in text
    assert refresh_index(Folder(after, ROOT)) is None
    for files in ({"docs/guide.md": "# Guide\n"}, {**record, f"{ROOT}/readme.md": "# Other\n"}):
        assert new_readme(Folder(corpus_of(files), ROOT)) is None


def test_an_index_that_is_left_out_says_so() -> None:
    source = corpus_of(one("# RFC: Cache") | {f"{ROOT}/README.md": README}).source
    corpus = Corpus(source, Scope(excluded=lambda path: path.endswith("README.md")))
    with pytest.raises(UsageError, match=r"README.md: is left out by `exclude` of the configuration; take it out"):
        require_parts(Folder(corpus, ROOT))


def test_a_superseded_record_is_listed_with_its_successor() -> None:
    said = "# RFC: Cache\n\nStatus: implemented, superseded by [Index](2026-03-04-index.md)"
    corpus = corpus_of(
        one(said, NEW) | {SUCCESSOR: "# RFC: Index\n\nStatus: implemented\n", f"{ROOT}/README.md": README}
    )
    plan = refresh_index(Folder(corpus, ROOT))
    assert plan is not None
    assert (
        "[Cache](implemented/2026-01-02-cache.md), superseded by [Index](implemented/2026-03-04-index.md)"
        in changed(corpus, plan)[f"{ROOT}/README.md"]
    )


@pytest.mark.parametrize(
    "verb",
    [
        lambda corpus: set_status(Folder(corpus, ROOT), "2026-06-30-new-way", "implemented", "in 1.2"),
        lambda corpus: set_status(Folder(corpus, ROOT), "2026-06-30-old-way", "rejected", "too slow"),
        lambda corpus: supersede(Folder(corpus, ROOT), "2026-06-30-new-way", "2026-06-30-old-way"),
        lambda corpus: rename(Folder(corpus, ROOT), "2026-06-30-old-way", "Better way"),
        lambda corpus: merge(Folder(corpus, ROOT), "2026-06-30-old-way", "2026-06-30-new-way").plan,
    ],
)
def test_what_a_verb_leaves_behind_passes_the_gate(verb: Callable[[Corpus], Plan]) -> None:
    corpus = folder_of({})
    assert not [*findings(RFCS, corpus, check_dates=False)]
    after = corpus_of(done(corpus, with_index(Folder(corpus, ROOT), verb(corpus))))
    assert not [*findings(RFCS, after, check_dates=False)]


def test_a_draft_that_nobody_has_filled_in_is_told_so() -> None:
    corpus = folder_of({})
    after = corpus_of(done(corpus, with_index(Folder(corpus, ROOT), new(Folder(corpus, ROOT), "Next way"))))
    assert {finding.code for finding in findings(RFCS, after, check_dates=False)} == {"rfc-sections"}
