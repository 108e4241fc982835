"""Merging records: every block of both is kept, once, and means what it meant."""

from __future__ import annotations

import re
from collections import Counter

import generated
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.changeset.build import Builder
from docsync.errors import UsageError
from docsync.rfc.folder import Folder
from docsync.rfc.verbs.merging import Once, merge, merged
from memory import corpus_of
from outcomes import ROOT, anchors, built, changed, done, facts, led_to, sections, seen, with_ends

INTO, OTHER = f"{ROOT}/implemented/2026-02-03-cache.md", f"{ROOT}/proposed/2026-01-02-cache-index.md"
TARGET = f"{ROOT}/implemented/2026-01-02-cache.md"
_FRONT_MATTER = re.compile(r"\A---\r?\n.*?---\r?\n", re.DOTALL)
_SUFFIX = re.compile(r" \(proposal(?: [0-9]+)?\)$")
# Front matter is shown in a code block, and a record without a heading gets its title as one.
ADDED = {"---", "title: Old `x`", "Old `x`", "2026-01-02-cache-index"}
LINE_ENDS = ("\n", "\r\n", "\r", "\n\r\n")
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
    result = merge(Folder(corpus, ROOT), INTO, OTHER)
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


def one(first: str, second: str, **more: str) -> dict[str, str | bytes | None]:
    """Two records to be merged, and other files below ``docs``."""
    return {
        INTO: first,
        OTHER: second,
        "docs/guide.md": "# Guide\n\n## Use\n",
        **{f"docs/{k}.md": v for k, v in more.items()},
    }


def text_of(first: str, second: str, **more: str) -> str:
    corpus = corpus_of(one(first, second, **more))
    return changed(corpus, merge(Folder(corpus, ROOT), INTO, OTHER).plan)[TARGET]


HEAD = "# RFC: Cache\n\nStatus: implemented\n"


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (HEAD, "# RFC: Index\n\nStatus: proposed\n", f"{HEAD}\n## RFC: Index\n\nStatus: proposed\n"),
        (HEAD, "# RFC: Cache\n", f"{HEAD}\n## RFC: Cache (proposal)\n"),
        (HEAD.rstrip(), "# RFC: Index", f"{HEAD}\n## RFC: Index\n"),
        (f"{HEAD}\n", "# RFC: Index\n", f"{HEAD}\n## RFC: Index\n"),
        (HEAD, "Text only\n", f"{HEAD}\n## 2026-01-02-cache-index\n\nText only\n"),
        (
            HEAD,
            "---\ntitle: Index\n---\n\nText\n",
            f"{HEAD}\n## Index\n\n```yaml\n---\ntitle: Index\n---\n```\n\nText\n",
        ),
        (HEAD, "---\na: '```'\n---\n", f"{HEAD}\n## 2026-01-02-cache-index\n\n````yaml\n---\na: '```'\n---\n````\n"),
        (HEAD, "---\na: 1\n---", f"{HEAD}\n## 2026-01-02-cache-index\n\n```yaml\n---\na: 1\n---\n```\n"),
        (HEAD, "Intro\n\n# Index\n\nText\n", f"{HEAD}\n## Index\n\nIntro\n\nText\n"),
        (HEAD, "Intro\n# A\n## B\n", f"{HEAD}\n## A\n\nIntro\n\n### B\n"),
        (HEAD, "# A\n\n###### Deep\n\n## B ##\n", f"{HEAD}\n## A\n\n###### Deep\n\n### B ##\n"),
        (HEAD, "# A\n\nB #\n---\n\nTwo\nlines\n---\n", f"{HEAD}\n## A\n\n### B # #\n\n### Two lines\n"),
        (HEAD, "# A\n\nHard  \nbreak\n---\n", f"{HEAD}\n## A\n\nHard  \nbreak\n---\n"),
        (HEAD, "# A\n\n<h2 class=x>B</h2>\n", f"{HEAD}\n## A\n\n<h3 class=x>B</h3>\n"),
        (f"{HEAD}\n## B\n", "# A\n\n<h2>B</h2>\n", f"{HEAD}\n## B\n\n## A\n\n<h3>B (proposal)</h3>\n"),
        (
            f"{HEAD}\n## B\n",
            "# A\n\n## B\n\n## B\n",
            f"{HEAD}\n## B\n\n## A\n\n### B (proposal)\n\n### B (proposal 2)\n",
        ),
        (
            f"{HEAD}\nFormerly: ADR 0001\n",
            "# A\n\nFormerly: RFC 005\n\nText\n",
            f"{HEAD}\nFormerly: ADR 0001, RFC 005\n\n## A\n\nText\n",
        ),
        (f"{HEAD}\nFormerly: RFC 005\n", "# A\n\nFormerly: RFC 005\n", f"{HEAD}\nFormerly: RFC 005\n\n## A\n"),
        (HEAD, "# A\n\nFormerly: RFC 005\nStatus: x\n", f"{HEAD}\nFormerly: RFC 005\n\n## A\n\nStatus: x\n"),
        ("Text\n", "# A\n\nFormerly: RFC 005\n", "Formerly: RFC 005\n\nText\n\n## A\n"),
        (f"{HEAD}\nSame.\n", "# A\n\nSame.\n\nOther.\n", f"{HEAD}\nSame.\n\n## A\n\nOther.\n"),
        (f"{HEAD}\n---\n", "# A\n\n---\n", f"{HEAD}\n---\n\n## A\n\n---\n"),
        (
            f"{HEAD}\n[x]\n\n[x]: g.md\n",
            "# A\n\n[x] [y][x] [x][]\n\n[x]: h.md\n",
            f"{HEAD}\n[x]\n\n[x]: g.md\n\n## A\n\n[x][x-2] [y][x-2] [x][x-2]\n\n[x-2]: ../proposed/h.md\n",
        ),
        (
            f"{HEAD}\n[x]\n\n[x]: ../x.md\n",
            "# A\n\ny [x]\n\n[x]: ../x.md\n",
            f"{HEAD}\n[x]\n\n[x]: ../x.md\n\n## A\n\ny [x]\n",
        ),
        (
            f"{HEAD}\n[x]\n\n[x]: ../x.md\n",
            "# A\n\nplain [x]\n",
            f"{HEAD}\n[x][x-2]\n\n[x-2]: ../x.md\n\n## A\n\nplain [x]\n",
        ),
        (
            f"{HEAD}\nplain [x]\n",
            "# A\n\n[x]\n\n[x]: ../x.md\n",
            f"{HEAD}\nplain [x]\n\n## A\n\n[x][x-2]\n\n[x-2]: ../x.md\n",
        ),
        (
            f"{HEAD}\nn[^1]\n\n[^1]: N\n",
            "# A\n\nm[^1]\n\n[^1]: M\n",
            f"{HEAD}\nn[^1]\n\n[^1]: N\n\n## A\n\nm[^1-2]\n\n[^1-2]: M\n",
        ),
        (f"{HEAD}\nn[^1]\n\n[^1]: N\n", "# A\n\nplain [^1]\n", f"{HEAD}\nn[^1-2]\n\n[^1-2]: N\n\n## A\n\nplain [^1]\n"),
        (
            f"{HEAD}\n[x] [x-2]\n\n[x]: https://x.example\n",
            "# A\n\n[![x]](h.md) ![b [a][x] [x][] [x]](h.md) ![[x] y][x] ![[x][q]](h.md)\n\n[q]: q.md\n[x]: https://y.example\n",
            (
                f"{HEAD}\n[x] [x-2]\n\n[x]: https://x.example\n\n## A\n\n"
                "[![x][x-3]](../proposed/h.md) ![b [a][x-3] [x][x-3] [x][x-3]](../proposed/h.md) "
                "![[x][x-3] y][x-3] ![[x][q]](../proposed/h.md)\n\n[q]: ../proposed/q.md\n[x-3]: https://y.example\n"
            ),
        ),
        (HEAD.replace("\n", "\r\n"), "# A\n\nText\n", HEAD.replace("\n", "\r\n") + "\r\n## A\n\nText\n"),
        ("\ufeff" + HEAD, "\ufeff# A\n", f"\ufeff{HEAD}\n## A\n"),
    ],
)
def test_two_become_one(first: str, second: str, expected: str) -> None:
    assert merged_text(first, second) == expected


def merged_text(first: str, second: str) -> str:
    """The merged text, whatever its links lead to."""
    files = one(first, second)
    corpus = corpus_of(files)
    return Builder(corpus, merge(Folder(corpus, ROOT), INTO, OTHER).plan).build().contents[TARGET].decode()


def test_a_block_that_keeps_two_lists_apart_stays() -> None:
    corpus = corpus_of(one(f"{HEAD}\nSame.\n", "# A\n\n- a\n\nSame.\n\n- b\n"))
    result = merge(Folder(corpus, ROOT), INTO, OTHER)
    assert result.identical == ()
    assert changed(corpus, result.plan)[TARGET].endswith("- a\n\nSame.\n\n- b\n")


def test_what_is_left_out_is_listed() -> None:
    corpus = corpus_of(one(f"{HEAD}\nSame [x](../../guide.md).\n", "# A\n\nSame [x](../../guide.md).\n"))
    result = merge(Folder(corpus, ROOT), INTO, OTHER)
    assert result.identical == (Once(3, "Same [x](../../guide.md)."),)
    assert result.path == TARGET


def test_equal_blocks_that_lead_to_different_places_are_both_kept() -> None:
    files = one(f"{HEAD}\n[x](a.md)\n", "# A\n\n[x](a.md)\n")
    corpus = corpus_of({**files, f"{ROOT}/implemented/a.md": "# A\n", f"{ROOT}/proposed/a.md": "# A\n"})
    text = changed(corpus, merge(Folder(corpus, ROOT), INTO, OTHER).plan)[TARGET]
    assert text.endswith("[x](a.md)\n\n## A\n\n[x](../proposed/a.md)\n")


def test_links_between_the_two_lead_to_the_merged_record() -> None:
    first = f"{HEAD}\n## Why\n\n[a](../proposed/2026-01-02-cache-index.md#why)\n"
    text = text_of(
        first, "# A\n\n## Why\n\n[b](../implemented/2026-02-03-cache.md#why) [c](../implemented/2026-02-03-cache.md)\n"
    )
    assert "[a](2026-01-02-cache.md#why-proposal)" in text
    assert "[b](2026-01-02-cache.md#why) [c](2026-01-02-cache.md)" in text


def test_a_heading_id_in_braces_stays_last() -> None:
    corpus = corpus_of(
        one(f"{HEAD}\n## Why\n", "# A\n\n## Why {#reason}\n", x="[r](rfc/proposed/2026-01-02-cache-index.md#reason)\n"),
        flavour="kramdown",
    )
    files = changed(corpus, merge(Folder(corpus, ROOT), INTO, OTHER).plan)
    assert "### Why (proposal) {#reason}\n" in files[TARGET]
    assert files["docs/x.md"] == "[r](rfc/implemented/2026-01-02-cache.md#reason)\n"


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (f"{HEAD}\n```\nopen\n", "# A\n", "2026-01-02-cache-index.md:1: this heading would read differently"),
        (f"{HEAD}\n<!-- open\n", "# A\n\nText\n", "close what is open before it"),
        (
            f"{HEAD}\n<a id=x></a>\n",
            "# A\n\n<b id=x></b> [x](#x)\n",
            "both documents have an element with the id `x`, and .*:3 links to it",
        ),
    ],
)
def test_a_merge_that_would_change_what_text_means_says_why(first: str, second: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        merged_text(first, second)


def test_equal_ids_that_nothing_links_to_do_no_harm() -> None:
    second = "# A\n\n<b id=x>b</b> [g](../../guide.md#use) [a](#a)\n"
    assert merged_text(f"{HEAD}\n<a id=x></a>\n", second).count("id=x") == 2


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ((INTO, INTO), "cannot be merged with itself"),
        (
            (INTO, f"{ROOT}/proposed/odd.md"),
            "odd.md: is not `yyyy-mm-dd-slug.md`; give it such a name by `doc-sync mv`",
        ),
        ((INTO, f"{ROOT}/proposed/2026-01-01-x.md"), "implemented/2026-01-01-cache.md: exists already"),
    ],
)
def test_a_merge_that_cannot_be_says_why(names: tuple[str, str], message: str) -> None:
    more = {
        f"{ROOT}/proposed/odd.md": "# Odd\n",
        f"{ROOT}/proposed/2026-01-01-x.md": "# X\n",
        f"{ROOT}/implemented/2026-01-01-cache.md": "# Y\n",
    }
    with pytest.raises(UsageError, match=message):
        merge(Folder(corpus_of({INTO: HEAD, **more}), ROOT), *names)


def test_the_earlier_date_counts_whichever_has_it() -> None:
    other = f"{ROOT}/proposed/2026-04-05-later.md"
    corpus = corpus_of({INTO: HEAD, other: "# Later\n"})
    result = merge(Folder(corpus, ROOT), INTO, other)
    assert result.path == INTO
    assert done(corpus, result.plan) == {INTO: f"{HEAD}\n## Later\n"}


_SLOW = "[" * 4_500 + "]\n"  # two of these are more than the parser reads


def test_what_would_be_unreadable_is_refused() -> None:
    with pytest.raises(UsageError, match=r"c.md: would be no readable Markdown; mend the documents that it is made of"):
        merged(corpus_of({"a.md": f"# A\n\n{_SLOW}", "b.md": f"# B\n\n{_SLOW}"}), "a.md", "b.md", "c.md")
    with pytest.raises(UsageError, match=r"b.md: cannot be read as Markdown; run `doc-sync check b.md`"):
        merged(corpus_of({"a.md": "# A\n", "b.md": f"{_SLOW}\n{_SLOW}"}), "a.md", "b.md", "c.md")


@given(generated.documents(), generated.documents(), st.sampled_from(LINE_ENDS), st.sampled_from(LINE_ENDS))
def test_whatever_stands_in_two_documents_they_become_one_or_stay_two(
    one: str, other: str, ends: str, other_ends: str
) -> None:
    files = {"a.md": generated.with_line_ends(one, ends), "b/b.md": generated.with_line_ends(other, other_ends)}
    corpus = corpus_of(dict(files))
    try:
        plan = merged(corpus, "a.md", "b/b.md", "b/c.md").plan
    except UsageError:
        return
    assert {*built(corpus, plan).after.tree.entries} == {"b/c.md"}


def test_any_two_documents_can_be_merged_to_any_place() -> None:
    corpus = corpus_of({"a.md": "# A\n", "x/b.md": "# B\n\n[a](../a.md)\n"})
    assert done(corpus, merged(corpus, "a.md", "x/b.md", "a.md").plan) == {"a.md": "# A\n\n## B\n\n[a](a.md)\n"}
    with pytest.raises(UsageError, match=r"c.md: has a NUL byte at offset 0.*; mend it first"):
        merged(corpus_of({"a.md": "# A\n", "c.md": b"\0"}), "a.md", "c.md", "a.md")
