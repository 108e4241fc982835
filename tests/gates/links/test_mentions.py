from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docsync.gates.links import GATE
from docsync.repo import Remote
from memory import corpus_of, findings

RECORDS: dict[str, str | bytes | None] = {
    "docs/adr/0001-first.md": "# ADR-0001: First\n\nThis ADR-1 itself.\n",
    "docs/adr/0002-second.md": "# 2. Second\n",
    "docs/adr/0003-twice.md": "",
    "docs/adr/0003-again.md": "",
    "docs/rfc/0005-idea.md": "",
    "docs/rfc/0007-a b.md": "",
    "docs/adr/template.md": "",
    "docs/adr/0001-first.png": b"\0",
    "docs/adr/0004-folder/README.md": "",
}

# Text of docs/x.md; code, subject and rewritten text of each finding.
CASES = [
    ("See ADR-0002.", [("bare-mention", "ADR-0002", "[ADR-0002](adr/0002-second.md)")]),
    ("See ADR 2", [("bare-mention", "ADR 2", "[ADR 2](adr/0002-second.md)")]),
    ("# About ADR-2", [("bare-mention", "ADR-2", "[ADR-2](adr/0002-second.md)")]),
    # In a list each number is judged and linked for itself.
    ("ADRs 1 and 7", [("bare-mention", "ADR 1", "[1](adr/0001-first.md)"), ("dangling-mention", "ADR 7", None)]),
    ("ADRs [1](adr/0001-first.md) and 7", [("dangling-mention", "ADR 7", None)]),
    (
        "ADR-1/0002",
        [
            ("bare-mention", "ADR-1", "[ADR-1](adr/0001-first.md)"),
            ("bare-mention", "ADR 0002", "[0002](adr/0002-second.md)"),
        ],
    ),
    ("ADRs 2 as well as 9", [("bare-mention", "ADRs 2", None)]),  # the plural promises a list that is not read
    ("[adr2]", [("bare-mention", "adr2", "[adr2](adr/0002-second.md)")]),
    ("> ADR\n> 2", [("bare-mention", "ADR 2", "[2](adr/0002-second.md)")]),
    # A range: its ends are linked, what lies between is linked by nobody, and gaps in it are no fault.
    (
        "ADRs 1-4",
        [
            ("bare-mention", "ADR 1", "[1](adr/0001-first.md)"),
            ("bare-mention", "ADR 4", "[4](adr/0004-folder/README.md)"),
            ("bare-mention", "ADR 1-4", None),
        ],
    ),
    (
        "RFC 5\u20137",
        [("bare-mention", "RFC 5", "[RFC 5](rfc/0005-idea.md)"), ("bare-mention", "RFC 7", "[7](rfc/0007-a%20b.md)")],
    ),
    ("[see ADR-0002][]", [("undefined-reference", "see ADR-0002", None)]),  # the reference must be mended first
    ("ADR-3", [("bare-mention", "ADR-3", None)]),
    ("RFC 7", [("bare-mention", "RFC 7", "[RFC 7](rfc/0007-a%20b.md)")]),
    ("ADR-1303", [("dangling-mention", "ADR-1303", None)]),
    ("RFC 6", [("dangling-mention", "RFC 6", None)]),
    (
        "docs/adr/0002-second.md",
        [("bare-mention", "docs/adr/0002-second.md", "[docs/adr/0002-second.md](adr/0002-second.md)")],
    ),
    ("docs/adr/0002", [("bare-mention", "docs/adr/0002", "[docs/adr/0002](adr/0002-second.md)")]),
    ("docs/adr/0003", [("bare-mention", "docs/adr/0003", None)]),
    ("docs/adr/0009-x.md", [("dangling-mention", "docs/adr/0009-x.md", None)]),
    ("docs/adr/0009", [("dangling-mention", "docs/adr/0009", None)]),
    (
        "docs/adr/0004-folder/README.md",
        [
            (
                "bare-mention",
                "docs/adr/0004-folder/README.md",
                "[docs/adr/0004-folder/README.md](adr/0004-folder/README.md)",
            )
        ],
    ),
    (
        "docs/adr/0004-folder/.",
        [("bare-mention", "docs/adr/0004-folder/", "[docs/adr/0004-folder/](adr/0004-folder/README.md)")],
    ),
    ("docs/adr/0004-folder/gone.md", [("dangling-mention", "docs/adr/0004-folder/gone.md", None)]),
    ("ADR-1", [("bare-mention", "ADR-1", "[ADR-1](adr/0001-first.md)")]),  # not the picture beside it
    ("docs/adr/0001-first.png docs/adr/0001-gone.png docs/adr/0004-folder/a.svg", []),
    # Not about records of this repository.
    ("RFC 2119", []),
    ("KEP-12 PDR-3", []),
    ("src/0001/x", []),
    ("other/docs/adr/0009-x.md", []),
    ("[ADR-0002](adr/0002-second.md) `ADR-1303` <https://example.org/ADR-1303>", []),
    ("[ADR-2][a]\n\n[a]: adr/0002-second.md", []),
    ("<a href='adr/0002-second.md'>ADR-2</a>", []),
    ("![ADR-2](adr/0002-second.md)", []),
    ("<!-- ADR-1303 -->", []),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_mentions(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    found = findings(GATE, corpus_of({**RECORDS, "docs/x.md": text}))
    assert [(each.code, each.subject, each.fix[0].text if each.fix else None) for each in found] == expected


def test_the_span_is_the_mention() -> None:
    text = "> See\n> ADR-2."
    (found,) = findings(GATE, corpus_of({**RECORDS, "docs/x.md": text}))
    assert text[slice(*found.span)] == "ADR-2"
    assert found.targets == ("docs/adr/0002-second.md",)


def test_the_suggestion_is_the_path_as_the_document_has_to_write_it() -> None:
    found = findings(GATE, corpus_of({**RECORDS, "docs/guide/x.md": "ADR-2 and RFC 7"}))
    suggestions = [each.suggestion for each in found]
    assert suggestions == ["link it to ../adr/0002-second.md", "link it to ../rfc/0007-a%20b.md"]


def test_what_a_range_cites_between_its_ends_is_one_finding() -> None:
    text = "ADRs 1\u20134"
    *_, found = findings(GATE, corpus_of({**RECORDS, "docs/x.md": text}))
    assert text[slice(*found.span)] == "1\u20134"
    assert found.message == "`1\u20134` also cites ADR 2, ADR 3, which nothing links"
    assert found.targets == ("docs/adr/0002-second.md", "docs/adr/0003-again.md", "docs/adr/0003-twice.md")


@pytest.mark.parametrize("text", ["cosmos-sdk ADRs 1-3", "KEP 1-3", "ADRs 7-9"])
def test_a_range_of_records_that_are_not_here_cites_nothing_between(text: str) -> None:
    codes = [each.code for each in findings(GATE, corpus_of({**RECORDS, "docs/x.md": text}))]
    assert "bare-mention" not in codes


def test_a_record_may_cite_a_range_that_it_lies_in() -> None:
    found = findings(GATE, corpus_of({**RECORDS, "docs/adr/0002-second.md": "ADRs 1-3"}))
    assert [each.subject for each in found] == ["ADR 1", "ADR 3"]


def test_a_repository_without_records_is_left_alone() -> None:
    assert not list(findings(GATE, corpus_of({"x.md": "ADR-1303 docs/adr/0009-x.md"})))


OURS, DOUBTFUL, FOREIGN = "linked by the fix", "reported without a fix", "silent"
EXISTING = {OURS: [("bare-mention", True)], DOUBTFUL: [("bare-mention", False)], FOREIGN: []}
# A text about ADR 1 or RFC 5, and whose record that is while there is such a record here.
WHOSE = [
    ("project-wide ADR 1", OURS),
    ("the well-known ADR 1", OURS),
    ("see also: non-normative ADR 1", OURS),
    ("a follow-up ADR 1", OURS),
    ("the up-to-date ADR 1", OURS),
    ("the long-term ADR 1", OURS),
    ("the previously-accepted ADR 1", OURS),
    ("event-sourcing ADR 1", OURS),
    ("the next-gen ADR 1", OURS),
    ("2-phase ADR 1", OURS),
    ("x86-64 ADR 1", OURS),
    ("JSON-RPC ADR 1", OURS),
    ("front-end/back-end ADR 1", FOREIGN),  # a slash between words that no table has
    ("RFC and/or ADR 1", OURS),
    ("the client/server ADR 1", OURS),
    ("the CI/CD ADR 1", OURS),
    ("the team's ADR 1", OURS),
    ("It's ADR 1", OURS),
    ("See ADR 1", OURS),
    ("ADR 1 of 2021", OURS),
    ("ADR 1 in real-time", OURS),
    ("ADR 1 (follow-up)", OURS),
    ("ADR 1 (adr/0001-first.md)", OURS),
    ("ADR 1 of docs/adr", OURS),  # a folder here
    ("ADR 1 in vendored-lib", OURS),  # a folder here
    ("We use cosmos-sdk. ADR 1 says so", OURS),
    ("With cosmos-sdk, ADR 1 is void", OURS),
    ("acme/widgets-go ADR 1", OURS),  # the remote
    ("ADR 1 of widgets-go", OURS),
    ("the SDK ADR 1", OURS),
    ("rate-limiter ADR 1", DOUBTFUL),
    ("kube-proxy's ADR 1", DOUBTFUL),
    ("Alice's ADR 1", DOUBTFUL),
    ("Kubernetes' ADR 1", DOUBTFUL),
    ("CosmWasm ADR 1", DOUBTFUL),
    ("Cosmos SDK ADR 1", DOUBTFUL),
    ("Cosmos SDK's ADR 1", DOUBTFUL),
    ("ADR 1 (kube-proxy)", DOUBTFUL),
    ("cosmos-sdk ADR 1", FOREIGN),
    ("cosmos-sdk\nADR 1", FOREIGN),
    ("`cosmos-sdk` ADR 1", FOREIGN),
    ("**cosmos-sdk** ADR 1", FOREIGN),
    ("[cosmos-sdk](https://example.org/cosmos-sdk) ADR 1", FOREIGN),
    ("cosmos-sdk ADRs 1 and 2", FOREIGN),
    ("in ibc-go's ADR 1", FOREIGN),
    ("owner/name ADR 1", FOREIGN),
    ("ADR 1 of cosmos-sdk", FOREIGN),
    ("ADR 1 of the cosmos-sdk project", FOREIGN),
    ("ADRs 1 and 2 from ibc-go", FOREIGN),
    ("ADR 1 (owner/name)", FOREIGN),
    ("ADR 1 in `tendermint-rs`", FOREIGN),
    ("RFC 5 of kube-proxy", DOUBTFUL),
    ("RFC 5 speaks HTTP", OURS),
    ("section 4.1 of RFC 5", OURS),
    ("RFC 5 semantics", OURS),
    ("Unlike in the IETF, RFC 5 is short", OURS),
    ("Unlike RFC 5, the IETF demands it", OURS),
    ("The IETF has many. RFC 5 is ours", OURS),
    ("RFC 5 of the IETF", FOREIGN),
    ("[IETF RFC 5]", FOREIGN),
    ("the IETF's informational RFC 5", FOREIGN),
    ("Internet RFC 5", FOREIGN),
    ("BCP 14, RFC 5", FOREIGN),
    ("RFC 5 (BCP 14)", FOREIGN),
    ("RFC 5 (https://datatracker.ietf.org/doc/rfc5)", FOREIGN),
    ("RFC 5, <https://www.rfc-editor.org/rfc/rfc5>", FOREIGN),
    ("IETF ADR 1", OURS),
]


def judged(text: str) -> list[tuple[str, bool]]:
    remote = Remote("example.org", "acme/Widgets-go", frozenset())
    corpus = corpus_of({**RECORDS, "packages/vendored-lib/a": "", "docs/x.md": text}, remote=remote)
    return [(each.code, bool(each.fix)) for each in findings(GATE, corpus)]


@pytest.mark.parametrize(("text", "whose"), WHOSE)
def test_whose_record_it_is(text: str, whose: str) -> None:
    found = list(dict.fromkeys(judged(text)))
    assert found == EXISTING[whose]


NOT_HERE = [
    ("project-wide ADR 9", True),
    ("the team's ADR 9", True),
    ("RFC and/or ADR 9", True),
    ("ADR 9 of docs/adr", True),
    ("widgets-go ADR 9", True),
    ("RFC 6 says so", True),
    ("rate-limiter ADR 9", False),
    ("Alice's ADR 9", False),
    ("Cosmos SDK ADR 9", False),
    ("cosmos-sdk ADR 9", False),
    ("RFC 6 semantics", False),
    ("section 4.1 of RFC 6", False),
    ("TCP is in RFC 6", False),
    ("RFC 6 is about TCP", False),
]


@pytest.mark.parametrize(("text", "is_ours"), NOT_HERE)
def test_in_doubt_a_number_that_is_not_here_belongs_elsewhere(text: str, is_ours: bool) -> None:
    assert judged(text) == ([("dangling-mention", False)] if is_ours else [])


def test_a_well_known_rfc_of_the_ietf_dangles_in_no_folder() -> None:
    corpus = corpus_of({"docs/rfc/3000-x.md": "", "docs/x.md": "RFC 2119 RFC 2118"})
    assert [each.subject for each in findings(GATE, corpus)] == ["RFC 2118"]


MIGRATED: dict[str, str | bytes | None] = {
    "docs/rfc/implemented/2026-06-11-validation.md": "# RFC: Validation\n\nStatus: implemented\n"
    "Formerly: ADR 0011, RFC 005\n\nAs ADR 11 says.\n",
    "docs/rfc/implemented/2026-06-12-storage.md": "# RFC: Storage\n\n**formerly:** ADRs 12\u201313\n",
    "docs/rfc/README.md": "# RFCs\n\n<!-- doc-sync: rfc-aliases -->\n\n- ADR 11 and ADR 99\n\n<!-- doc-sync: end -->\n",
    "docs/rfc/proposed/2026-06-13-open.md": "# RFC: Open\n",
}
OLD_IDS = [
    (
        "ADR 0011",
        [("bare-mention", "ADR 0011", "[ADR 0011](rfc/implemented/2026-06-11-validation.md)")],
    ),
    ("RFC 5", [("bare-mention", "RFC 5", "[RFC 5](rfc/implemented/2026-06-11-validation.md)")]),
    ("ADR 13", [("bare-mention", "ADR 13", "[ADR 13](rfc/implemented/2026-06-12-storage.md)")]),
    ("ADR 14", [("dangling-mention", "ADR 14", None)]),
    ("RFC 6", []),  # above the highest of ours
    ("docs/rfc/implemented/2026-06-12", [("bare-mention", "docs/rfc/implemented/2026-06-12", "")]),
    ("docs/rfc/proposed/2026-06-13-open", [("bare-mention", "docs/rfc/proposed/2026-06-13-open", "")]),
    ("docs/rfc/2026-06-13-open.md", [("dangling-mention", "docs/rfc/2026-06-13-open.md", None)]),
    ("Formerly: ADR 98\n\nADR 97", [("dangling-mention", "ADR 97", None)]),
    ("<!-- doc-sync: rfc-aliases -->\n\nADR 98", [("dangling-mention", "ADR 98", None)]),  # never closed
]


@pytest.mark.parametrize(("text", "expected"), OLD_IDS)
def test_an_old_id_means_the_record_that_states_it(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    found = list(findings(GATE, corpus_of({**MIGRATED, "docs/x.md": text})))
    assert [(each.code, each.subject) for each in found] == [(code, subject) for code, subject, _ in expected]
    assert all(each.path == "docs/x.md" for each in found)
    assert all(each.fix[0].text == fix for each, (_, _, fix) in zip(found, expected, strict=True) if fix)


def test_an_id_of_two_records_needs_a_human() -> None:
    corpus = corpus_of({**MIGRATED, "docs/adr/0011-other.md": "", "docs/x.md": "ADR 11"})
    assert [
        (each.code, each.fix, len(each.targets)) for each in findings(GATE, corpus) if each.path == "docs/x.md"
    ] == [("bare-mention", (), 2)]


def test_only_record_folders_are_asked_for_old_ids() -> None:
    corpus = corpus_of({**MIGRATED, "notes/a.md": "# A\n\nFormerly: ADR 50\n", "docs/x.md": "ADR 50"})
    assert [(each.path, each.code) for each in findings(GATE, corpus)] == [("docs/x.md", "dangling-mention")]


def test_many_candidates_are_not_all_named() -> None:
    files = {f"docs/adr/{number:04}-x.md": "" for number in range(1, 20)}
    (found,) = findings(GATE, corpus_of({**files, "docs/x.md": "docs/adr/000"}))
    assert found.message.count(" or ") == 5
    assert found.message.endswith("or 4 more")
    assert len(found.targets) == 9


KINDS = [f"{kind}{gap}" for kind in ("ADR", "ADRs", "RFC") for gap in " -\n"]
JOINTS = [" and ", ", ", ", and ", "/", "-", "\u2013", " & ", " to ", "\n", " ", ".", "x"]
NUMBERS = st.sampled_from([*"123456789", "0002", "12", "2023", "[adr2]", "[1](adr/0001-first.md)", "[x](x.md)"])
LISTS = st.lists(st.tuples(st.sampled_from(JOINTS), NUMBERS).map("".join), max_size=4).map("".join)
TEXTS = st.lists(st.tuples(st.sampled_from(KINDS), NUMBERS, LISTS).map("".join), max_size=3).map(" ".join)


@settings(deadline=None)
@given(TEXTS)
def test_fixing_links_what_it_can_at_once_and_keeps_the_text(text: str) -> None:
    text = f"See {text} end"
    found = list(findings(GATE, corpus_of({**RECORDS, "docs/x.md": text})))
    fixed = text
    for each in sorted((edit for one in found for edit in one.fix), key=lambda edit: edit.span, reverse=True):
        fixed = fixed[: each.span.start] + each.text + fixed[each.span.end :]
    assert shown(fixed) == shown(text)
    again = list(findings(GATE, corpus_of({**RECORDS, "docs/x.md": fixed})))
    assert not any(each.fix for each in again)
    faults = [{each.subject for each in some if each.code == "dangling-mention"} for some in (found, again)]
    assert faults[0] == faults[1]


def shown(text: str) -> str:
    return re.sub(r"\]\([^()]*\)", "", text).replace("[", "").replace("]", "")


def test_record_folders_are_an_option() -> None:
    corpus = corpus_of({"decisions/0001-a.md": "", "x.md": "ADR-2 ADR-1"})
    assert not list(findings(GATE, corpus))
    found = findings(GATE, corpus, records=("decisions",))
    assert [(each.code, each.subject) for each in found] == [("dangling-mention", "ADR-2"), ("bare-mention", "ADR-1")]
