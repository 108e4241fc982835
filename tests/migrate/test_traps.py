"""What is odd in real folders: each trap as a tiny repository that is migrated through the command line."""

from __future__ import annotations

import pytest

from gitrepo import GitRepo
from migrate.migrating import (
    day,
    good,
    migrated,
    open_questions,
    planned,
    record,
    records_of,
    references_to,
    topic_of,
    written_plan,
)
from migrate.rendered import arrows, old_names
from runs import CommandLine

SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>\n'


def target(run: CommandLine, member: str) -> str:
    return str(topic_of(written_plan(run), member)["target"])


def text_of(repo: GitRepo, path: str) -> str:
    return (repo.path / path).read_bytes().decode("utf-8")


def lines(word: str) -> str:
    """Enough text of its own that git takes the file for no other."""
    return "".join(f"- {word} {number} is {word} of {number * number}\n" for number in range(20))


def all_resolve(repo: GitRepo) -> bool:
    return arrows(repo.path)[1] == []


# Numbers


def test_a_number_used_twice_is_two_records_and_its_mention_is_left(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0003-cache-pages.md", record("ADR 0003: Cache pages"))
    repo.write("docs/adr/0003-queue-mails.md", record("ADR 0003: Queue mails", body="Not [that](0003-cache-pages.md)."))
    repo.write("README.md", "# x\n\nAs ADR 0003 says. See [mails](docs/adr/0003-queue-mails.md).\n")
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert target(run, "docs/adr/0003-cache-pages.md") == "docs/rfc/implemented/2025-03-01-cache-pages.md"
    assert target(run, "docs/adr/0003-queue-mails.md") == "docs/rfc/implemented/2025-03-01-queue-mails.md"
    (left,) = (each for each in references_to(plan, "README.md") if each["policy"] == "leave")
    assert left["old"] == "ADR 0003"
    assert left["reason"]
    readme = text_of(repo, "README.md")
    assert "As ADR 0003 says. See [mails](docs/rfc/implemented/2025-03-01-queue-mails.md)." in readme


def test_a_number_used_again_after_a_merge_is_another_topic(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-store-events.md", record("ADR 0001: Store events"))
    repo.write("docs/adr/0002-store-states.md", record("ADR 0002: Store states"))
    day(repo, "2025-03-01")
    repo.remove("docs/adr/0002-store-states.md")
    day(repo, "2025-03-05")
    repo.write("docs/adr/0002-review-in-pairs.md", record("ADR 0002: Review in pairs"))
    day(repo, "2025-03-09")
    migrated(run)
    new = target(run, "docs/adr/0002-review-in-pairs.md")
    assert new == "docs/rfc/implemented/2025-03-09-review-in-pairs.md"


def test_equal_numbers_of_two_kinds_are_two_topics(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages"))
    repo.write("docs/rfc/0001-queue-mails.md", record("RFC 0001: Queue mails", "Status: implemented"))
    repo.write("docs/guide.md", "# Guide\n\nADR 0001 came first, RFC 0001 second.\n")
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert {each["action"] for each in plan["topic"]} == {"move"}
    guide = text_of(repo, "docs/guide.md")
    assert "](rfc/implemented/2025-03-01-cache-pages.md) came first" in guide
    assert "](rfc/implemented/2025-03-01-queue-mails.md) second" in guide


# Titles


def test_equal_titles_without_a_pointer_stay_apart_under_names_of_their_own(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-caching.md", record("ADR 0001: Caching", body="Of pages."))
    repo.write("docs/adr/0007-caching.md", record("ADR 0007: Caching", body="Of queries, which is another matter."))
    day(repo, "2025-03-01")
    migrated(run)
    first, second = (target(run, f"docs/adr/{number}-caching.md") for number in ("0001", "0007"))
    assert first != second
    assert {path.rpartition("/")[0] for path in (first, second)} == {"docs/rfc/implemented"}
    assert "Of pages." in text_of(repo, first)
    assert "Of queries" in text_of(repo, second)


def test_records_of_one_title_in_two_kinds_are_not_merged_unasked(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0004-logging.md", record("ADR 0004: Logging"))
    repo.write("docs/rfc/0009-logging.md", record("RFC 0009: Logging", "Status: implemented"))
    day(repo, "2025-03-01")
    plan = planned(run)
    asked = {each["subject"] for each in open_questions(plan)}
    merges = [each for each in plan["topic"] if each["action"] == "merge"]
    assert not merges or "merge" in asked


def test_a_generic_title_is_replaced_by_the_words_of_the_name(repo: GitRepo, run: CommandLine) -> None:
    names = {"0001-cache-pages": "Cache pages", "0002-queue-mails": "Queue mails", "0003-retry-calls": "Retry calls"}
    for name in names:
        repo.write(f"docs/rfc/{name}.md", record("RFC Proposal", "Status: implemented", f"About {name}."))
    day(repo, "2025-03-01")
    plan = migrated(run)
    for name, title in names.items():
        topic = topic_of(plan, f"docs/rfc/{name}.md")
        assert topic["title"].casefold() == title.casefold()
        assert topic["target"] == f"docs/rfc/implemented/2025-03-01-{name[5:]}.md"
        assert text_of(repo, topic["target"]).startswith(f"# RFC: {topic['title']}\n")


def test_headings_and_statuses_inside_fences_are_samples(repo: GitRepo, run: CommandLine) -> None:
    sample = "```markdown\n# Your title here\n\nStatus: rejected\n```\n\n"
    repo.write("docs/adr/0001-cache-pages.md", sample + record("ADR 0001: Cache pages"))
    day(repo, "2025-03-01")
    plan = migrated(run)
    topic = topic_of(plan, "docs/adr/0001-cache-pages.md")
    assert topic["title"] == "Cache pages"
    assert topic["target"] == "docs/rfc/implemented/2025-03-01-cache-pages.md"
    assert sample.strip() in text_of(repo, topic["target"])


BLOCK_TITLES = {
    "folded": ">-\n  Use a queue\n  for mails",
    "literal": "|\n  Use a queue for mails",
    "quoted": '"Use a queue for mails"',
}


@pytest.mark.parametrize("block", BLOCK_TITLES.values(), ids=BLOCK_TITLES)
def test_a_title_in_front_matter_may_be_a_block(repo: GitRepo, run: CommandLine, block: str) -> None:
    head = f"---\ntitle: {block}\nstatus: accepted\n---\n\n"
    repo.write("docs/adr/0001-mails.md", head + record("x").split("\n\n", 2)[2])
    day(repo, "2025-03-01")
    topic = topic_of(migrated(run), "docs/adr/0001-mails.md")
    assert topic["title"] == "Use a queue for mails"
    assert good(run("rfcs")).out == ""


# What is a record


NO_RECORDS = {
    "README.md": "# Decisions\n\n- [cache](0001-cache-pages.md)\n",
    "index.md": "# Index\n\n[cache](0001-cache-pages.md)\n",
    "template.md": "# ADR NNNN: Title\n\nStatus: proposed\n",
    "0000-template.md": "# ADR 0000: Title\n\nStatus: proposed | accepted\n\n## Context\n\n<!-- what hurts -->\n",
    "adr-template.md": "# [short title of solved problem and solution]\n\n* Status: [proposed | rejected]\n",
    "report-2025.md": "# Report on our decisions in 2025\n\nWe decided [one thing](0001-cache-pages.md).\n",
}


@pytest.mark.parametrize("name", NO_RECORDS)
def test_a_file_that_is_no_record_becomes_none(repo: GitRepo, run: CommandLine, name: str) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages"))
    repo.write(f"docs/adr/{name}", NO_RECORDS[name])
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert records_of(plan) == {"docs/adr/0001-cache-pages.md"}
    assert topic_of(plan, f"docs/adr/{name}")["action"] in ("leave", "attachment")
    assert all_resolve(repo)


@pytest.mark.parametrize("name", ["0004-mail-template", "0005-search-index", "0006-weekly-report", "0007-readme-first"])
def test_a_record_may_be_named_for_a_template_or_an_index(repo: GitRepo, run: CommandLine, name: str) -> None:
    repo.write(f"docs/adr/{name}.md", record(f"ADR {name[:4]}: {name[5:].replace('-', ' ').capitalize()}"))
    repo.write("docs/adr/template.md", NO_RECORDS["template.md"])
    day(repo, "2025-03-01")
    assert records_of(migrated(run)) == {f"docs/adr/{name}.md"}
    assert target(run, f"docs/adr/{name}.md") == f"docs/rfc/implemented/2025-03-01-{name[5:]}.md"


def test_a_folder_for_each_record_brings_its_assets_along(repo: GitRepo, run: CommandLine) -> None:
    body = "![how](flow.svg) and [the figures](data/figures.yaml)."
    repo.write("docs/rfc/0001-cache-pages/README.md", record("Cache pages", "Status: implemented", body))
    repo.write("docs/rfc/0001-cache-pages/flow.svg", SVG)
    repo.write("docs/rfc/0001-cache-pages/data/figures.yaml", "hits: 3\n")
    repo.write(
        "docs/rfc/0002-queue-mails/README.md", record("Queue mails", "Status: draft", "[a](../0001-cache-pages)")
    )
    repo.write("README.md", "# x\n\n[cache](docs/rfc/0001-cache-pages/README.md), RFC 0002\n")
    day(repo, "2025-03-01")
    migrated(run)
    new = target(run, "docs/rfc/0001-cache-pages/README.md")
    assert new == "docs/rfc/implemented/2025-03-01-cache-pages.md"
    assert target(run, "docs/rfc/0002-queue-mails/README.md") == "docs/rfc/proposed/2025-03-01-queue-mails.md"
    links, broken = arrows(repo.path)
    assert broken == []
    assert {each.target.rpartition("/")[2] for each in links if each.source == new} >= {"flow.svg", "figures.yaml"}
    assert not (repo.path / "docs/rfc/0001-cache-pages").exists()
    assert "](docs/rfc/proposed/2025-03-01-queue-mails.md)" in text_of(repo, "README.md")


def test_pictures_beside_records_are_still_found_from_them(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages", body="![a](flow.svg) ![b](img/1.svg)"))
    repo.write("docs/adr/0002-queue-mails.md", record("ADR 0002: Queue mails", body='<img src="img/shared.svg">'))
    repo.write("docs/adr/0003-retry-calls.md", record("ADR 0003: Retry calls", body="![c](img/shared.svg)"))
    for name in ("flow.svg", "img/1.svg", "img/shared.svg"):
        repo.write(f"docs/adr/{name}", SVG)
    day(repo, "2025-03-01")
    migrated(run)
    links, broken = arrows(repo.path)
    assert broken == []
    assert sum(count for each, count in links.items() if each.target.endswith(".svg")) == 4


@pytest.mark.parametrize("ending", [".rst", ".adoc", ".txt"])
def test_other_formats_are_left_and_reported(repo: GitRepo, run: CommandLine, ending: str) -> None:
    repo.write(
        "docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages", body=f"See [old](0002-old-way{ending}).")
    )
    old = repo.write(f"docs/adr/0002-old-way{ending}", "Old way\n=======\n\n:Status: accepted\n")
    day(repo, "2025-03-01")
    plan = migrated(run)
    topic = topic_of(plan, f"docs/adr/0002-old-way{ending}")
    assert topic["action"] == "leave"
    assert f"0002-old-way{ending}" in good(run("migrate", "show")).out
    assert old.exists()
    assert all_resolve(repo)


# Names


ODD_NAMES = {
    "0003-Use C++ & Boost": "use-cpp-and-boost",
    "0004_Adopt_C#_Records": "adopt-csharp-records",
    "ADR-0005-Größere Öfen": "grossere-ofen",
    "0006-100%-coverage (maybe)": "100-coverage-maybe",
    "0007-it's-a-trap": "its-a-trap",
    "20200106-use-a-cache": "use-a-cache",
}


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_become_plain_ones_and_keep_their_links(repo: GitRepo, run: CommandLine, name: str) -> None:
    encoded = name.replace("%", "%25").replace(" ", "%20").replace("#", "%23").replace("(", "%28").replace(")", "%29")
    repo.write(f"docs/adr/{name}.md", record(f"ADR 1: {name[5:].strip('-_0123456789')}"))
    plain = name.replace("%", "%25").replace("#", "%23")
    repo.write("README.md", f"# x\n\n[a](docs/adr/{encoded}.md#decision)\n\n[b](<docs/adr/{plain}.md>)\n")
    day(repo, "2025-03-01")
    migrated(run)
    new = f"docs/rfc/implemented/2025-03-01-{ODD_NAMES[name]}.md"
    assert target(run, f"docs/adr/{name}.md") == new
    assert f"[a]({new}#decision)" in text_of(repo, "README.md")
    assert all_resolve(repo)


def test_a_rename_of_letter_case_alone_keeps_the_date(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-Cache-Pages.md", record("ADR 0001: Cache pages"))
    day(repo, "2025-03-01")
    repo.git("mv", "docs/adr/0001-Cache-Pages.md", "docs/adr/0001-cache-pages.md")
    day(repo, "2025-03-09")
    migrated(run)
    assert target(run, "docs/adr/0001-cache-pages.md") == "docs/rfc/implemented/2025-03-01-cache-pages.md"


def test_a_folder_that_differs_in_letter_case_alone_is_migrated(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/RFC/0001-cache-pages.md", record("RFC 0001: Cache pages", "Status: implemented"))
    repo.write("README.md", "# x\n\n[a](docs/RFC/0001-cache-pages.md)\n")
    day(repo, "2025-03-01")
    migrated(run, "--rfc", "docs/RFC")
    assert target(run, "docs/RFC/0001-cache-pages.md").endswith("/implemented/2025-03-01-cache-pages.md")
    assert all_resolve(repo)


def test_names_that_differ_in_letter_case_alone_do_not_collide(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages"))
    repo.write("docs/adr/0002-Cache-Pages.md", record("ADR 0002: Cache pages, again"))
    day(repo, "2025-03-01")
    migrated(run)
    both = {target(run, path).casefold() for path in ("docs/adr/0001-cache-pages.md", "docs/adr/0002-Cache-Pages.md")}
    assert len(both) == 2


def test_a_file_that_was_away_and_is_back_keeps_its_first_day(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages", body=lines("page")))
    day(repo, "2025-03-01")
    (repo.path / "archive").mkdir()
    repo.git("mv", "docs/adr/0001-cache-pages.md", "archive/old-cache.md")
    day(repo, "2025-03-05")
    repo.write("docs/adr/0002-queue-mails.md", record("ADR 0002: Queue mails", body=lines("mail")))
    repo.git("mv", "archive/old-cache.md", "docs/adr/0001-cache-pages.md")
    day(repo, "2025-03-09")
    migrated(run)
    assert target(run, "docs/adr/0001-cache-pages.md") == "docs/rfc/implemented/2025-03-01-cache-pages.md"
    assert target(run, "docs/adr/0002-queue-mails.md") == "docs/rfc/implemented/2025-03-09-queue-mails.md"


# Statuses


STATUSES = {
    "quoted in a comment": ("## Status\n\n<!-- proposed | accepted | rejected -->\n\nAccepted", "implemented"),
    "chosen from the list": ("Status: accepted <!-- one of proposed, accepted, rejected -->", "implemented"),
    "struck": ("Status: ~~proposed~~ rejected", "rejected"),
    "check mark": ("## Status\n\n✅ Accepted", "implemented"),
    "short code": ("Status: :white_check_mark: accepted", "implemented"),
    "no entry": ("**Status:** 🚫 Rejected", "rejected"),
    "bulb": ("Status: 💡 Idea", "proposed"),
    "badge": ("![Status: accepted](https://img.example.org/accepted.svg)\n\nStatus: accepted", "implemented"),
    "wrapped": ("Status: accepted, but only\nafter a long talk", "implemented"),
    "not yet": ("Status: accepted, not yet implemented", "proposed"),
    "Chinese": ("状态：未实现", "proposed"),
}


@pytest.mark.parametrize("status", STATUSES)
def test_a_status_is_read_as_a_person_reads_it(repo: GitRepo, run: CommandLine, status: str) -> None:
    text, folder = STATUSES[status]
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages", text))
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert [each for each in plan.get("question", []) if each["subject"] == "status"] == []
    assert target(run, "docs/adr/0001-cache-pages.md") == f"docs/rfc/{folder}/2025-03-01-cache-pages.md"


@pytest.mark.parametrize(
    "status",
    [
        "Status: {proposed | rejected | accepted | deprecated}",
        "* Status: [proposed | rejected | accepted | … | superseded by ADR-0005]",
        "## Status\n\nWhat is the status, such as proposed, accepted, rejected, deprecated, superseded, etc.?",
    ],
)
def test_a_status_that_only_quotes_the_template_is_asked_for(repo: GitRepo, run: CommandLine, status: str) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages", status))
    repo.write("docs/adr/0002-queue-mails.md", record("ADR 0002: Queue mails"))
    day(repo, "2025-03-01")
    asked = list(open_questions(planned(run)))
    assert [(each["subject"], each["topic"]) for each in asked] == [("status", "docs/adr/0001-cache-pages.md")]


# Bytes


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "BOM"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_line_ends_and_byte_order_marks_stay(repo: GitRepo, run: CommandLine, mark: str, end: str) -> None:
    files = {
        "docs/adr/0001-cache-pages.md": record("ADR 0001: Cache pages", body="See [m](../rfc/0001-cache-pages.md)."),
        "docs/rfc/0001-cache-pages.md": record(
            "RFC 0001: Cache pages",
            "Status: implemented, see [ADR 1](../adr/0001-cache-pages.md)",
            "See ADR 0002.",
        ),
        "docs/adr/0002-queue-mails.md": record("ADR 0002: Queue mails"),
        "src/cache.py": "# ADR 0002\nx = 1\n",
    }
    for path, text in files.items():
        repo.write(path, (mark + text).replace("\n", end))
    day(repo, "2025-03-01")
    migrated(run)
    for path in (
        target(run, "docs/adr/0001-cache-pages.md"),
        target(run, "docs/adr/0002-queue-mails.md"),
        "src/cache.py",
    ):
        text = text_of(repo, path)
        assert text.count("\ufeff") == len(mark), path
        assert text.startswith(mark), path
        assert text.count("\n") == text.count(end), path
        assert "\r\r" not in text, path
    assert all_resolve(repo)


# What is no reference


ABOUT_TOOLS = """# How to use the ADR tools

Run `adr new Use a cache`, which writes `0001-use-a-cache.md`:

```markdown
# ADR 0001: Use a cache

Superseded by [ADR 0002](0002-queue-mails.md), see docs/adr/0001-cache-pages.md
```

    adr link 1 "Amends ADR 0002" 2

Write `ADR 0001` or `[ADR 0001](docs/adr/0001-x.md)` in commits. cosmos-sdk ADR 001 does it in another way.
"""


def test_examples_on_pages_about_tools_are_left_as_they_are(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages"))
    repo.write("docs/adr/0002-queue-mails.md", record("ADR 0002: Queue mails"))
    repo.write("docs/tools.md", ABOUT_TOOLS)
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert text_of(repo, "docs/tools.md") == ABOUT_TOOLS
    found = references_to(plan, "docs/tools.md")
    assert found
    assert {each["policy"] for each in found} == {"leave"}
    assert all(each["reason"] for each in found)


HARD_PAGE = """# Notes on ADR 0001

## Why ADR 0001 is not enough

Back to [why](#why-adr-0001-is-not-enough). See **ADR-0001**, *ADR 0002*, [ADR-0002], ADR 0001's end, (ADR 0002).

| what | where |
| ---- | ----- |
| ADR 0001 | RFC 001 |

- [x] ADR 0001, ADR 0002 and RFC 001
- [read ADR 0001 first](other.md), ![a drawing of ADR 0002](pic.svg)

ADRs 0001–0002 and RFC
001 say so[^n]. <!-- ADR 0001 is meant --> <b>ADR 0002</b>

[^n]: In ADR 0001.

[old]: docs/adr/0001-cache-pages.md "ADR 0001"

Read [old] or <a title="ADR 0002" href="docs/adr/0002-queue-mails.md">ADR 0002</a>.
"""


def test_ids_in_every_corner_of_a_page_are_linked_or_listed(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache `pages` | not [queries]"))
    repo.write("docs/adr/0002-queue-mails.md", record("ADR 0002: Queue *mails* <now>"))
    repo.write("docs/rfc/001-retry-calls.md", record("RFC 001: Retry calls", "Status: implemented"))
    repo.write("notes.md", HARD_PAGE)
    repo.write("other.md", "# x\n\n[why](notes.md#why-adr-0001-is-not-enough)\n")
    repo.write("pic.svg", SVG)
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert all_resolve(repo)
    left = [each for each in references_to(plan, "notes.md") if each["policy"] == "leave"]
    listed = " / ".join(each["old"] for each in left)
    assert [each for each in old_names(repo.path) if each[1] not in listed] == []
    assert all(each["reason"] for each in left)


def test_definitions_footnotes_and_sections_of_merged_records_keep_their_meaning(
    repo: GitRepo, run: CommandLine
) -> None:
    body = "See [more][x] and a note[^1].\n\n[x]: ../../{}.md\n[^1]: A note on the {}."
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages", body=body.format("one", "decision")))
    pointer = "Status: implemented, see [ADR 0001](../adr/0001-cache-pages.md)"
    proposal = record("RFC 001: Cache pages", pointer, body.format("two", "proposal"))
    repo.write("docs/rfc/001-cache-pages.md", proposal + "\n## Open points\n\nNone.\n")
    repo.write("one.md", "# One\n\n[c](docs/rfc/001-cache-pages.md#consequences)\n")
    repo.write(
        "two.md", "# Two\n\n[o](docs/rfc/001-cache-pages.md#open-points), [d](docs/adr/0001-cache-pages.md#context)\n"
    )
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert topic_of(plan, "docs/rfc/001-cache-pages.md")["action"] == "merge"
    new = target(run, "docs/adr/0001-cache-pages.md")
    links, broken = arrows(repo.path)
    assert broken == []
    assert {each.target for each in links if each.source == new} >= {"one.md", "two.md"}
    (section,) = (each.heading for each in links if each.source == "one.md")
    assert section.startswith("Consequences")
    assert {each.heading for each in links if each.source == "two.md"} == {"Open points", "Context"}
    text = text_of(repo, new)
    assert all(text.count(f"A note on the {word}.") == 1 for word in ("decision", "proposal"))


def test_two_folders_of_decisions_may_use_the_same_numbers(repo: GitRepo, run: CommandLine) -> None:
    for part in ("shop", "bank"):
        repo.write(f"{part}/decisions/0001-keep-{part}-small.md", record(f"ADR 0001: Keep the {part} small"))
        repo.write(f"{part}/README.md", f"# {part}\n\nWhy: [ADR 0001](decisions/0001-keep-{part}-small.md).\n")
    day(repo, "2025-03-01")
    migrated(run, "--adr", "shop/decisions", "--adr", "bank/decisions")
    for part in ("shop", "bank"):
        new = target(run, f"{part}/decisions/0001-keep-{part}-small.md")
        assert f"](../{new})" in text_of(repo, f"{part}/README.md")
    assert all_resolve(repo)


def test_records_that_are_dated_already_are_left_as_they_are(repo: GitRepo, run: CommandLine) -> None:
    dated = "docs/rfc/implemented/2025-02-01-cache-pages.md"
    repo.write(dated, record("RFC: Cache pages", "Status: implemented", "After [m](../../adr/0002-queue-mails.md)."))
    repo.write("docs/rfc/README.md", "# RFCs\n\nBy hand.\n")
    day(repo, "2025-02-01")
    repo.write("docs/adr/0002-queue-mails.md", record("ADR 0002: Queue mails", body=f"As [c](../../{dated}) says."))
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert topic_of(plan, dated)["action"] == "leave"
    assert "After [m](2025-03-01-queue-mails.md)." in text_of(repo, dated)
    assert text_of(repo, dated).startswith("# RFC: Cache pages\n\nStatus: implemented\n")
    assert all_resolve(repo)


BY_NAME = {
    ".github/workflows/adr.yml": "steps:\n  - run: ls docs/adr/*.md | grep -vE 'docs/adr/[0-9]{4}-.*\\.md$'\n",
    "scripts/next.sh": 'last=$(ls docs/adr/[0-9][0-9][0-9][0-9]-*.md | tail -1)\necho "$last"\n',
    "tools/check.py": 'import re\n\nNAME = re.compile(r"docs/adr/(\\d{4})-[a-z-]+\\.md")\n',
    ".pre-commit-config.yaml": "repos:\n- repo: local\n  hooks:\n  - id: adr\n    files: ^docs/adr/\\d{4}-.*\\.md$\n",
}


@pytest.mark.parametrize("path", BY_NAME)
def test_what_matches_names_by_pattern_is_reported_and_not_touched(repo: GitRepo, run: CommandLine, path: str) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages"))
    repo.write("docs/adr/README.md", "# Decisions\n")
    repo.write(path, BY_NAME[path])
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert text_of(repo, path) == BY_NAME[path]
    found = references_to(plan, path)
    assert found
    assert {each["policy"] for each in found} == {"leave"}
    assert all(each["reason"] for each in found)
    good(run("migrate", "show", "--html", "plan.html"))
    assert path in text_of(repo, "plan.html")


def test_the_configuration_of_a_generator_is_rewritten_or_reported(repo: GitRepo, run: CommandLine) -> None:
    repo.write("docs/adr/0001-cache-pages.md", record("ADR 0001: Cache pages"))
    repo.write(".adr-dir", "docs/adr\n")
    repo.write("mkdocs.yml", "nav:\n  - Cache: adr/0001-cache-pages.md\n  - All: docs/adr/0001-cache-pages.md\n")
    day(repo, "2025-03-01")
    plan = migrated(run)
    assert [each["policy"] for each in references_to(plan, ".adr-dir")] == ["leave"]
    assert text_of(repo, ".adr-dir") == "docs/adr\n"
    assert "docs/rfc/implemented/2025-03-01-cache-pages.md" in text_of(repo, "mkdocs.yml")
    assert [each["policy"] for each in references_to(plan, "mkdocs.yml")]
