"""A section split off: nothing is lost, and every link to it leads to the new proposal."""

from __future__ import annotations

from collections import Counter
from datetime import date

import generated
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.changeset.build import Builder
from docsync.errors import UsageError
from docsync.rfc.editing.levels import placed_headings
from docsync.rfc.folder import Folder
from docsync.rfc.verbs.splitting import split, split_off
from memory import corpus_of
from outcomes import ROOT, anchors, built, changed, facts, led_to, sections, seen, with_ends

PATH = f"{ROOT}/implemented/2026-01-02-harness.md"
TARGET = f"{ROOT}/proposed/2026-01-02-part.md"
PARTS = (PATH, TARGET)
LINKS = ("../../guide.md", "../../guide.md#use", "#context", "../implemented/2026-01-02-harness.md#decision")


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, str], int]:
    """Files, and which heading of the record starts the section to be split off."""
    text = f"# RFC: Harness\n\nStatus: implemented\n\n{draw(sections(LINKS))}"
    text = with_ends(text, windows=draw(st.booleans()))
    guide = "# Guide\n\n## Use\n\n" + "\n\n".join(
        f"[x](rfc/implemented/2026-01-02-harness.md#{each})" for each in anchors(text)
    )
    placed = [each for each in placed_headings(*facts(text)) if each.is_section]
    return {PATH: text, "docs/guide.md": f"{guide}\n"}, draw(st.integers(1, len(placed) - 1))


@given(documents())
def test_every_line_is_in_one_of_the_two_and_every_link_leads_to_the_same_heading(
    given: tuple[dict[str, str], int],
) -> None:
    files, number = given
    corpus = corpus_of(dict(files))
    section = [each for each in placed_headings(*facts(files[PATH])) if each.is_section][number]
    changes = built(corpus, split_off(corpus, PATH, section, TARGET))
    assert {*changes.after.tree.entries} == {PATH, TARGET, "docs/guide.md"}
    before, rest, moved = (_lines(text) for text in (files[PATH], *(changes.after.text(path).text for path in PARTS)))
    assert not before - (rest + moved)
    for line in rest + moved - before:
        assert line == _plain(section.heading.text) or line.startswith(
            ("The note", "Moved to", "Split from", "Status:")
        )
    old = {(path, number): text for path, number, _, text in led_to(corpus) if path == "docs/guide.md"}
    new = {(path, number): text for path, number, _, text in led_to(changes.after) if path == "docs/guide.md"}
    assert {key: _plain(text) for key, text in old.items()} == {key: _plain(text) for key, text in new.items()}


def _lines(text: str) -> Counter[str]:
    return Counter(_plain(line) for line in seen(text).elements())


def _plain(heading: str) -> str:
    """A heading without what a split takes away from it or puts before it."""
    return " ".join(heading.split()).removeprefix("RFC: ").removeprefix("1. ")


@given(generated.documents(), generated.documents(), st.sampled_from(("\n", "\r\n", "\n\r\n")), st.integers(0, 3))
def test_whatever_stands_in_a_document_its_section_is_split_off_or_it_stays_whole(
    above: str, below: str, ends: str, number: int
) -> None:
    text = generated.with_line_ends(f"{above}\n# H\n{below}", ends)
    corpus = corpus_of({"a.md": text})
    placed = [each for each in placed_headings(*facts(text)) if each.is_section]
    for section in placed[number : number + 1]:
        try:
            plan = split_off(corpus, "a.md", section, "b/c.md")
        except UsageError:
            continue
        after = Builder(corpus, plan).build().after
        assert {path for path, _ in after.documents()} == {"a.md", "b/c.md"}


def parts_of(text: str, section: str, **options: object) -> list[str]:
    """The record and the new proposal after a split."""
    corpus = corpus_of({PATH: text, "docs/guide.md": "# Guide\n\n## Use\n"})
    files = changed(corpus, split(Folder(corpus, ROOT), PATH, section, **options))  # type: ignore[arg-type]
    return [files[path] for path in sorted(files)]


HEAD = "# RFC: Harness\n\nStatus: implemented\n\n"
HARNESS = "Split from: [Harness](../implemented/2026-01-02-harness.md)\n"


@pytest.mark.parametrize(
    ("section", "name"),
    [
        ("Plug ins", "plug-ins"),
        ("plug", "plug-ins"),
        ("#plug-ins", "plug-ins"),
        ("plug-ins", "plug-ins"),
        ("3", "tools"),
        ("Part 3", "tools"),
        ("part 3: Tools `x`", None),
        ("tools", "tools"),
        ("4", "four"),
        ("4.1", "deeper"),
        ("Underlined", "underlined"),
        ("raw", "raw"),
        ("5 more", "5-more"),
    ],
)
def test_a_section_is_named_by_heading_number_or_anchor(section: str, name: str | None) -> None:
    text = f"{HEAD}## Plug ins\n\n## Part 3: Tools\n\n"
    text += "## 4. Four\n\n### 4.1 Deeper\n\nUnderlined\n---\n\n<h2>Raw</h2>\n\n## 5 more\n"
    corpus = corpus_of({PATH: text})
    if name is None:
        with pytest.raises(
            UsageError, match=r"no section `part 3: Tools `x``; its sections are `Plug ins`, `Part 3: Tools`"
        ):
            split(Folder(corpus, ROOT), PATH, section)
        return
    if section == "4.1":
        name = "4-1-deeper"
    assert f"{ROOT}/proposed/2026-01-02-{name}.md" in split(Folder(corpus, ROOT), PATH, section).drafts


@pytest.mark.parametrize(
    ("body", "section", "rest", "moved"),
    [
        ("## Part\n\nText\n", "Part", "## Part\n\nMoved to [Part]({new}).\n", "# RFC: Part\n\n{head}\nText\n"),
        ("## Part", "Part", "## Part\n\nMoved to [Part]({new}).\n", "# RFC: Part\n\n{head}"),
        (
            "## Part ##\n### Deep\n## Next\n",
            "Part",
            "## Part\n\nMoved to [Part]({new}).\n\n## Next\n",
            "# RFC: Part ##\n\n{head}\n## Deep\n",
        ),
        ("Part\n---\n\nText\n", "Part", "## Part\n\nMoved to [Part]({new}).\n", "Part\n===\n\n{head}\nText\n"),
        ("<h3>Part</h3>\n\nText\n", "Part", "### Part\n\nMoved to [Part]({new}).\n", "<h1>Part</h1>\n\n{head}\nText\n"),
        (
            "## [Part](../../guide.md) `x`\n",
            "#part-x",
            "## Part x\n\nMoved to [Part x]({new}).\n",
            "# RFC: [Part](../../guide.md) `x`\n\n{head}",
        ),
        (
            "### Part\n\n#### A\n\n- # item\n\n> # quote\n",
            "Part",
            "### Part\n\nMoved to [Part]({new}).\n",
            "# RFC: Part\n\n{head}\n## A\n\n- # item\n\n> # quote\n",
        ),
        (
            "## Part\n\n[a]\n\n## Next\n\n[b]\n\n[a]: ../../guide.md\n[b]: ../../guide.md#use\n",
            "Part",
            "## Part\n\nMoved to [Part]({new}).\n\n## Next\n\n[b]\n\n[b]: ../../guide.md#use\n",
            "# RFC: Part\n\n{head}\n[a]\n\n[a]: ../../guide.md\n",
        ),
        (
            "## Next\n\n[b]\n\n## Part\n\n[a]\n\n[a]: ../../guide.md\n[b]: ../../guide.md#use\n",
            "Part",
            "## Next\n\n[b]\n\n## Part\n\nMoved to [Part]({new}).\n\n[b]: ../../guide.md#use\n",
            "# RFC: Part\n\n{head}\n[a]\n\n[a]: ../../guide.md\n",
        ),
        (
            "## Next\n\nn[^1]\n\n## Part\n\nm[^2]\n\n[^1]: N [a]\n\n[^2]: M\n\n[a]: ../../guide.md\n",
            "Part",
            "## Next\n\nn[^1]\n\n## Part\n\nMoved to [Part]({new}).\n\n[^1]: N [a]\n\n[a]: ../../guide.md\n",
            "# RFC: Part\n\n{head}\nm[^2]\n\n[^2]: M\n",
        ),
        (
            "## Part\n\n> [a]\n>\n> [a]: ../../guide.md\n\n## Next\n\n[a]\n",
            "Part",
            "## Part\n\nMoved to [Part]({new}).\n\n[a]: ../../guide.md\n\n## Next\n\n[a]\n",
            "# RFC: Part\n\n{head}\n> [a]\n>\n> [a]: ../../guide.md\n",
        ),
    ],
)
def test_a_section_becomes_a_proposal(body: str, section: str, rest: str, moved: str) -> None:
    text = f"{HEAD}{body}"
    name = "part-x" if "`x`" in body else "part"
    new = f"../proposed/2026-01-02-{name}.md"
    head = f"Status: proposed\n\n{HARNESS}"
    expected = [HEAD + rest.replace("{new}", new), moved.replace("{head}", head)]
    assert parts_of(text, section) == expected
    assert parts_of(text.replace("\n", "\r\n"), section) == [each.replace("\n", "\r\n") for each in expected]


def test_a_section_of_nothing_but_what_the_rest_needs_moves_without_it() -> None:
    notes = "[^1]: N [a]\n\n[a]: ../../guide.md"
    rest, moved = parts_of(f"{HEAD}n[^1]\n\n## Part\n\n{notes}", "Part")
    assert rest == f"{HEAD}n[^1]\n\n## Part\n\nMoved to [Part](../proposed/2026-01-02-part.md).\n\n{notes}\n"
    assert moved == f"# RFC: Part\n\nStatus: proposed\n\n{HARNESS}"


def test_day_and_name_can_be_given() -> None:
    corpus = corpus_of({PATH: f"{HEAD}## Part\n"})
    plan = split(Folder(corpus, ROOT), PATH, "Part", day=date(2026, 5, 6), slug="other")
    assert f"{ROOT}/proposed/2026-05-06-other.md" in plan.drafts


def test_a_taken_name_gets_a_number() -> None:
    corpus = corpus_of({PATH: f"{HEAD}## Part\n", TARGET: "# Part\n"})
    assert f"{ROOT}/proposed/2026-01-02-part-2.md" in split(Folder(corpus, ROOT), PATH, "Part").drafts


def test_a_heading_id_goes_along() -> None:
    corpus = corpus_of({PATH: f"{HEAD}## Part {{#it}}\n\n[x](#it)\n"}, flavour="kramdown")
    files = changed(corpus, split(Folder(corpus, ROOT), PATH, "#part", slug="part"))
    assert files[PATH].endswith("## Part\n\nMoved to [Part {\\#it}](../proposed/2026-01-02-part.md).\n")
    assert files[TARGET].startswith("# RFC: Part {#it}\n")


@pytest.mark.parametrize(
    ("path", "section", "message"),
    [
        (PATH, "gone", "no section `gone`; its sections are `Part`, `Part`, `Odd`"),
        (PATH, "part", r"`part` means several sections \(line 5, line 7\); name the anchor of one, such as #name"),
        (PATH, "Harness", "no section `Harness`"),
        (PATH, "", "no section ``"),
        (PATH, "3", "no section `3`"),
        (
            f"{ROOT}/proposed/odd.md",
            "Part",
            "odd.md: is not `yyyy-mm-dd-slug.md`; give it such a name by `doc-sync mv`",
        ),
        (f"{ROOT}/proposed/2026-01-01-empty.md", "Part", "its sections are none"),
        (PATH, "Odd", "this footnote would read differently|would read differently"),
    ],
)
def test_a_split_that_cannot_be_says_why(path: str, section: str, message: str) -> None:
    files = {
        PATH: f"{HEAD}## Part\n\n## Part\n\n> [^1]: quoted\n\n## Odd\n\nn[^1]\n",
        f"{ROOT}/proposed/odd.md": "# Odd\n\n## Part\n",
        f"{ROOT}/proposed/2026-01-01-empty.md": "text\n",
    }
    with pytest.raises(UsageError, match=message):
        split(Folder(corpus_of(files), ROOT), path, section)
