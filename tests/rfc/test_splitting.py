"""A section split off: nothing is lost, and every link to it leads to the new proposal."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from docsync.rfc.levels import placed_headings
from docsync.rfc.splitting import split_off
from memory import corpus_of
from outcomes import ROOT, anchors, built, facts, led_to, sections, seen, with_ends

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
