"""Merging records: every block of both is kept, once, and means what it meant."""

from __future__ import annotations

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from docsync.rfc.merging import merge
from memory import corpus_of
from outcomes import ROOT, anchors, built, facts, led_to, sections, seen, with_ends

INTO, OTHER = f"{ROOT}/implemented/2026-02-03-cache.md", f"{ROOT}/proposed/2026-01-02-cache-index.md"
TARGET = f"{ROOT}/implemented/2026-01-02-cache.md"
_FRONT_MATTER = re.compile(r"\A---\r?\n.*?---\r?\n", re.DOTALL)
_SUFFIX = re.compile(r" \(proposal(?: [0-9]+)?\)$")
# Front matter is shown in a code block, and a record without a heading gets its title as one.
ADDED = {"---", "title: Old `x`", "Old `x`", "2026-01-02-cache-index"}
LINKS = ("../../guide.md", "../../guide.md#use", "#context", "../implemented/2026-02-03-cache.md#decision")


@st.composite
def records(draw: st.DrawFn) -> dict[str, str]:
    first = f"# RFC: Cache\n\nStatus: implemented\n\n{draw(sections(LINKS))}"
    title = draw(st.sampled_from(("# RFC: Cache the index\n\n", "Cache\n=====\n\n", "<h1>Cache it</h1>\n\n", "")))
    matter = draw(st.sampled_from(("", "---\ntitle: Old `x`\n---\n\n")))
    second = f"{matter}{title}Status: proposed\n\n{draw(sections(LINKS))}"
    links = [f"[x]({path}#{anchor})" for path, text in ((INTO, first), (OTHER, second)) for anchor in anchors(text)]
    guide = "# Guide\n\n## Use\n\n" + "\n\n".join(links).replace("(docs/", "(")
    return {
        INTO: with_ends(first, windows=draw(st.booleans())),
        OTHER: with_ends(second, windows=draw(st.booleans())),
        "docs/guide.md": f"{guide}\n",
    }


@given(records())
def test_each_block_of_both_is_in_the_merged_record_once_and_each_anchor_leads_on(files: dict[str, str]) -> None:
    corpus = corpus_of(dict(files))
    result = merge(corpus, ROOT, INTO, OTHER)
    changes = built(corpus, result.plan)
    text = changes.after.text(TARGET).text
    assert {*changes.after.tree.entries} == {TARGET, "docs/guide.md"}
    first, second = seen(files[INTO]), seen(_FRONT_MATTER.sub("", files[OTHER]))
    after = Counter[str]()
    for line, count in seen(text).items():
        after[_SUFFIX.sub("", line)] += count
    lost = (first + second) - after
    assert sum(lost.values()) == sum(sum(seen(each.text).values()) for each in result.identical)
    assert {*lost} <= {*first}
    assert {*(after - (first + second))} <= ADDED
    others = [heading.text for heading in facts(text)[1].headings][len(facts(files[INTO])[1].headings) :]
    assert len({*others}) == len(others) or any("Quoted" in each for each in others)
    old = {(path, text) for path, _, _, text in led_to(corpus)}
    new = {(path, text.partition(" (proposal")[0]) for path, _, _, text in led_to(changes.after)}
    assert {text for path, text in old if path == "docs/guide.md"} <= {text for path, text in new}
