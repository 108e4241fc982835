"""The first step of a migration: what references become on the tree as it is, and after the moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cited import CACHE, MIGRATION, RECORDS, ROOT, TOPICS, found, repository, rewritten, text_of
from cited_cases import LEFT, REWRITTEN
from docsync.changeset.plan import Plan
from docsync.corpus import Corpus
from docsync.errors import UsageError
from docsync.migrate.model import Action, Kind, Migration, Policy, Reference, Topic
from docsync.migrate.references.rewriting import reference_plan
from outcomes import built

VALIDATION, PROPOSAL = (
    f"{ROOT}/implemented/2026-01-11-arg-validation.md",
    f"{ROOT}/implemented/2026-01-05-validation.md",
)
# The same without a merge, which has steps of its own.
APART = replace(
    MIGRATION,
    topics=(
        replace(TOPICS[0], action=Action.MOVE, members=TOPICS[0].members[:1], ids=("ADR 0011",)),
        Topic(Action.MOVE, TOPICS[0].members[1:], PROPOSAL, "Validation", ids=("RFC 005",)),
        *TOPICS[1:],
    ),
)


def planned(corpus: Corpus, **choices: object) -> Migration:
    return replace(APART, references=tuple(found(corpus, migration=APART, **choices)))


def first(corpus: Corpus, migration: Migration) -> Corpus:
    """The corpus after the references."""
    plan = reference_plan(corpus, migration)
    return corpus if plan is None else built(corpus, plan).after


def moved(corpus: Corpus) -> Corpus:
    """The corpus after the records have moved."""
    moves = {member: topic.target for topic in APART.topics for member in topic.members}
    return built(corpus, Plan(moves=moves, folders={"docs/adr": ROOT})).after


def final(corpus: Corpus, migration: Migration) -> Corpus:
    return moved(first(corpus, migration))


BROKEN = "[x](adr/0099-gone.md)"  # goes along with its folder
TEXTS = sorted({(path, text) for path, text, *_ in (*REWRITTEN, *LEFT) if isinstance(text, str) and text != BROKEN})


@pytest.mark.parametrize(("path", "text"), TEXTS)
def test_the_steps_come_to_what_the_plan_shows_and_leave_nothing_to_rewrite(path: str, text: str) -> None:
    corpus = repository({path: text})
    migration = planned(corpus)
    after = final(corpus, migration)
    assert text_of(after, path) == rewritten(text, found(corpus, path, migration=APART))
    assert not [each for each in found(after, path, migration=APART) if each.policy is Policy.REWRITE]


PARAGRAPHS = [text for path, text in TEXTS if path == "docs/guide.md" and not text.startswith("---")]
CODE = [text for path, text in TEXTS if path == "a.py" and text.startswith("#")]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(PARAGRAPHS), max_size=5, unique=True),
    st.lists(st.sampled_from(CODE), max_size=5),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
    st.sampled_from(["docs/guide.md", "docs/adr/0012-cache.md", "guide.md"]),
)
def test_no_other_byte_changes(paragraphs: list[str], code: list[str], end: str, bom: str, path: str) -> None:
    # Other links of a document that moves change with it.
    fitting = [each for each in paragraphs if path == "docs/guide.md" or not re.search(r"\]\(|\]: |href|\./", each)]
    texts = {path: "\n\n".join(["# Cache", *fitting, ""]), "a.py": "\n".join(["", *code, ""])}
    texts = {name: bom + text.replace("\r\n", "\n").replace("\n", end) for name, text in texts.items()}
    corpus = repository(dict(texts))
    after = final(corpus, planned(corpus))
    for name, text in texts.items():
        home = CACHE if name == "docs/adr/0012-cache.md" else name
        expected = rewritten(text.removeprefix(bom), found(corpus, name, migration=APART))
        assert after.source.read(home) == (bom + expected).encode()


def test_records_that_cite_each_other_are_linked_where_they_will_be() -> None:
    text = "ADR 0012 follows ADR 13, [ADR 11](0011-arg-validation.md). This ADR 12, this __ADR-12__."
    corpus = repository({"docs/adr/0012-cache.md": f"# 12. Cache\n\n{text}\n"})
    text = text_of(final(corpus, planned(corpus)), CACHE)
    title = r"[Trace \[all\] calls](../rejected/2026-01-13-trace.md)"
    said = f"Cache the index follows {title}, [Arg validation](2026-01-11-arg-validation.md)."
    assert text == f"# 12. Cache\n\n{said} This record, this __record__.\n"


def test_a_heading_that_cites_a_record_keeps_its_links() -> None:
    corpus = repository({"docs/guide.md": "[x](#by-adr-12)\n\n## By ADR 12\n"})
    heading = "## By [Cache the index](rfc/implemented/2026-01-12-cache.md)"
    assert text_of(final(corpus, planned(corpus)), "docs/guide.md") == f"[x](#by-cache-the-index)\n\n{heading}\n"


def test_a_title_is_no_reference_nor_is_what_a_record_was_formerly_called() -> None:
    text = "# ADR 0012: Cache\n\nFormerly: ADR 0013\n"
    assert found(repository({"docs/adr/0012-cache.md": text}), "docs/adr/0012-cache.md") == []


def hand(corpus: Corpus, **changes: object) -> Migration:
    """The plan with the only reference of the guide edited by hand."""
    return replace(
        APART,
        references=tuple(replace(each, **changes) for each in found(corpus, "docs/guide.md", migration=APART)),
    )


TO_A, TO_B = "rfc/implemented/2026-01-11-arg-validation.md", "rfc/implemented/2026-01-12-cache.md"
HAND: tuple[tuple[str, Mapping[str, object], str], ...] = (
    ("ADR 12.", {"policy": Policy.LEAVE}, "ADR 12."),
    ("ADR 12.", {"new": "the cache"}, "the cache."),
    ("ADR 12.", {"new": f"[the cache]({TO_B})"}, f"[the cache]({TO_B})."),
    ("ADR 11.", {"new": f"[so]({TO_A}#decision)"}, f"[so]({TO_A}#decision)."),
    ("ADR 12.", {"new": "[x](https://a.example/) and [y](other.md)"}, "[x](https://a.example/) and [y](other.md)."),
    ("ADR 12.", {"new": "[x](rfc/proposed/2026-01-12-cache.md)"}, "[x](rfc/implemented/2026-01-12-cache.md)."),
    ("ADR 12.", {"new": f"[x](/{CACHE})"}, f"[x](/{CACHE})."),
    ("`docs/adr/0012-cache.md`.", {"new": "docs/rfc/proposed/2026-01-12-cache.md"}, f"`{CACHE}`."),
    ("`./adr/0012-cache.md`.", {"new": "./rfc/proposed/2026-01-12-cache.md"}, "`rfc/implemented/2026-01-12-cache.md`."),
    ("docs/adr/0012-cache.md.", {"new": "the cache"}, "the cache."),
    ("adr_12.", {"policy": Policy.REWRITE}, "[Cache the index](rfc/implemented/2026-01-12-cache.md)."),
)  # fmt: skip


@pytest.mark.parametrize(("text", "changes", "expected"), HAND)
def test_a_reference_edited_by_hand_is_honoured(text: str, changes: Mapping[str, object], expected: str) -> None:
    corpus = repository({"docs/guide.md": text, "docs/other.md": ""})
    assert text_of(final(corpus, hand(corpus, **changes)), "docs/guide.md") == expected


def test_a_path_in_code_that_was_decided_later_is_the_later_one() -> None:
    corpus = repository({"CODEOWNERS": "/docs/adr/0012-cache.md @ada\n"})
    old = replace(
        APART,
        topics=tuple(replace(each, target=each.target.replace("implemented", "proposed")) for each in APART.topics),
    )
    migration = replace(APART, references=tuple(found(corpus, "CODEOWNERS", migration=old)))
    assert text_of(final(corpus, migration), "CODEOWNERS") == f"/{CACHE} @ada\n"


def test_a_link_to_a_part_that_is_split_off_leads_to_its_section_first() -> None:
    part = Topic(
        Action.SPLIT,
        ("docs/adr/0011-arg-validation.md",),
        f"{ROOT}/proposed/2026-01-11-decision.md",
        section="#decision",
    )
    corpus = repository({"docs/guide.md": "ADR 11."})
    migration = hand(corpus, new="[x](rfc/proposed/2026-01-11-decision.md)")
    migration = replace(migration, topics=(*APART.topics, part))
    assert text_of(first(corpus, migration), "docs/guide.md") == "[x](adr/0011-arg-validation.md#decision)."


def test_a_merged_record_is_linked_by_the_member_that_has_the_section() -> None:
    corpus = repository({"docs/guide.md": "ADR 11."})
    edited = replace(
        found(corpus, "docs/guide.md")[0], new="[x](rfc/implemented/2026-01-11-arg-validation.md#5-errors)"
    )
    migration = replace(MIGRATION, references=(edited,))
    assert text_of(first(corpus, migration), "docs/guide.md") == "[x](rfc/005-validation.md#5-errors)."


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("docs/guide.md", "docs/guide.md:1:1: `ADR 12` is not there, so the file changed since the plan was made"),
        ("docs/gone.md", "docs/gone.md: does not exist in this view; changed since the plan was made; run `doc-sync"),
    ],
)
def test_a_reference_that_is_gone_stops_the_plan(file: str, message: str) -> None:
    reference = Reference(file, 1, 1, Kind.MENTION, "ADR 12", "x", Policy.REWRITE)
    for each in (reference, replace(reference, line=9)):
        with pytest.raises(UsageError) as raised:
            reference_plan(repository({"docs/guide.md": "Other."}), replace(APART, references=(each,)))
        assert str(raised.value).startswith(message.replace(":1:1", f":{each.line}:1"))


def test_references_that_overlap_stop_the_plan() -> None:
    references = tuple(
        Reference("a.py", 1, column, Kind.CODE, old, "x", Policy.REWRITE) for column, old in ((3, "ADR 12"), (7, "12"))
    )
    with pytest.raises(UsageError, match=r"a\.py:1:7: two references of the plan overlap here"):
        reference_plan(repository({"a.py": "# ADR 12"}), replace(APART, references=references))


def test_without_references_there_is_nothing_to_do() -> None:
    corpus = repository({})
    assert reference_plan(corpus, APART) is None
    assert reference_plan(corpus, planned(corpus)) is None
    assert {*RECORDS} <= {*corpus.tree.entries}
