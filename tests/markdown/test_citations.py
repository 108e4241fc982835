"""Ids in prose: lists, ranges, and what only looks like one."""

from __future__ import annotations

import pickle
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsync.markdown.citations import MASK, MAX_BETWEEN, Citation, citations
from docsync.markdown.extract import read_document
from docsync.text import SourceText

# A text, with links in it, and the text of each citation.
LISTS = [
    ("ADR 12", ["ADR 12"]),
    ("ADRs 12", ["ADRs 12"]),
    ("ADR\n12", ["12"]),
    ("ADR  \n   12", ["12"]),
    ("ADRs 61 and 62", ["61", "62"]),
    ("ADRs 1, 2, and 7", ["1", "2", "7"]),
    ("ADRs 1 or 2 plus 3", ["1", "2", "3"]),
    ("ADRs 0003\nand\n0017", ["0003", "0017"]),
    ("ADRs 1,\n2", ["1", "2"]),
    ("ADR 3 & 4", ["ADR 3", "4"]),
    ("ADR 3 + 4", ["ADR 3", "4"]),
    ("ADR-0034/0062", ["ADR-0034", "0062"]),
    ("ADR-1/ADR-2", ["ADR-1", "ADR-2"]),
    ("RFC 1/ADR-3/4", ["RFC 1", "ADR-3", "4"]),
    ("ADR 12 and RFC 13", ["ADR 12", "RFC 13"]),
    ("ADR 1, 2 and 7", ["ADR 1", "2", "7"]),
    ("ADR 1, 2 and [7](x)", ["ADR 1", "2"]),
    ("ADR 0001, 0002", ["ADR 0001", "0002"]),
    ("RFC 005 §5", ["RFC 005"]),
    ("RFC 005 pt 2", ["RFC 005"]),
    ("[adr12] [Rfc 7] [ADR-12]", ["[adr12]", "[Rfc 7]", "[ADR-12]"]),
    ("ADRs [3](x) and 4", ["4"]),
    ("ADRs [3](x), [4](y), 5", ["5"]),
    ("[ADR 3](x) & 4", ["4"]),
    ("[ADRs 3](x), 4", ["4"]),
]
NONE = [
    ("ADR 12, 3", ["ADR 12"]),
    ("ADR 12, 3 and [others](x)", ["ADR 12"]),
    ("ADR 12, 2023", ["ADR 12"]),
    ("ADR 12/2023", ["ADR 12"]),
    ("ADR 12 and 2023", ["ADR 12"]),
    ("ADR 12 and 4 others", ["ADR 12"]),
    ("ADRs 12 and 4 more", ["ADRs 12"]),
    ("ADR 12 and 4 ADRs", ["ADR 12"]),
    ("ADR 12 and 4 %", ["ADR 12"]),
    ("ADR 12 and 4 days", ["ADR 12"]),
    ("ADR 12 and 4.5", ["ADR 12"]),
    ("ADR 12 and 4th", ["ADR 12"]),
    ("ADR 12 and 4-day", ["ADR 12"]),
    ("ADR 12 and 2020-01-31", ["ADR 12"]),
    ("ADR 12-2023", []),
    ("ADR-2021-06-05", []),
    ("ADR-12-x ADR-12-", []),
    ("[adr12](x) [adr12][] [adr12][x] a[adr12] ![adr12] [adr 12 x]", []),
    ("ADR [other](x) and 4", []),
    ("[other](x) and 4", []),
    ("[4](x) and 5", []),
    ("ADR 3\n\n4", ["ADR 3"]),
]


def cited(text: str) -> list[tuple[Citation, str]]:
    masked = re.sub(r"\[[^\]]*\]\([^)]*\)", lambda link: MASK * len(link[0]), text)
    return [(each, text[slice(*each.span)]) for each in citations(masked, text)]


@pytest.mark.parametrize(("text", "expected"), LISTS + NONE)
def test_each_number_is_cited_for_itself(text: str, expected: list[str]) -> None:
    assert [shown for _, shown in cited(text)] == expected
    assert all(each.record.number == int(re.sub(r"\D", "", shown)) for each, shown in cited(text))


# A text, the numbers that it names and those between.
RANGES = [
    ("ADRs 3-7", [3, 7], [4, 5, 6]),
    ("ADR 3-7", [3, 7], [4, 5, 6]),
    ("ADR 0003–0005", [3, 5], [4]),
    ("ADR 3 — 5", [3, 5], [4]),
    ("ADR-3–ADR-5", [3, 5], [4]),
    ("ADR-3-ADR-5", [3, 5], [4]),
    ("ADRs 1, 3–5 and 7", [1, 3, 5, 7], [4]),
    ("ADRs 3 to 5", [3, 5], [4]),
    ("ADRs 3 through\n5", [3, 5], [4]),
    ("ADRs 3-4", [3, 4], []),
    ("ADRs [3](x)-5", [5], [4]),
    ("ADRs [3](x)-[5](y)", [], []),
    (f"ADRs 1-{MAX_BETWEEN + 2}", [1, MAX_BETWEEN + 2], [*range(2, MAX_BETWEEN + 2)]),
    (f"ADRs 1-{MAX_BETWEEN + 3}", [1, MAX_BETWEEN + 3], []),
    ("ADRs 1-99999", [1, 99999], []),
    # No ranges.
    ("ADR 3 to 5", [3], []),
    ("ADR-3-5", [], []),
    ("ADRs 5-3", [], []),
    ("ADRs 5–3", [5], []),
    ("ADRs 3-5-7", [], []),
    ("ADR-3–RFC-5", [3, 5], []),
]


@pytest.mark.parametrize(("text", "named", "between"), RANGES)
def test_a_range_cites_what_lies_between_its_ends(text: str, named: list[int], between: list[int]) -> None:
    found = cited(text)
    assert [each.record.number for each, _ in found if each.last is None] == named
    middles = [range(each.record.number, each.last + 1) for each, _ in found if each.last is not None]
    assert [number for middle in middles for number in middle] == between
    spans = {tuple(int(number) for number in re.findall(r"\d+", shown)) for each, shown in found if each.last}
    assert spans == ({(between[0] - 1, between[-1] + 1)} if between else set())


def test_a_citation_in_a_quote_never_spans_its_mark() -> None:
    text = "> ADR\r\n> 12 and ADRs 3\r\n> and 4\r\n"
    mentions = read_document(SourceText.from_str(text)).mentions
    assert [text[slice(*each.span)] for each in mentions] == ["12", "3", "4"] == [each.text for each in mentions]
    assert pickle.loads(pickle.dumps(mentions)) == mentions


PIECES = st.sampled_from(["ADR", "ADRs", "RFC", *" -/,&–[]\n#.", " and ", " to ", "1", "02", "345", "[4](x)", "[adr5]"])


@given(st.lists(PIECES, max_size=30).map("".join))
def test_citations_lie_in_their_list_in_order_and_apart(text: str) -> None:
    found = [each for each, _ in cited(text)]
    named = [each.span for each in found if each.last is None]
    assert named == sorted(named)
    assert all(first.end <= second.start for first, second in pairwise(named))
    for each in found:
        assert each.whole.start <= each.span.start < each.span.end <= each.whole.end
        assert each.last or int(re.search(r"\d+", text[slice(*each.span)])[0]) == each.record.number  # type: ignore[index]


MANY = 20_000
# What is repeated after "ADRs 1, ", and how many citations that makes.
REPEATED = [
    ("ADR 1, ", 1 + MANY),
    ("1, ", 1 + MANY),
    ("1/", 1 + MANY),
    ("ADRs 1, 2 ", 1 + 2 * MANY),
    ("ADR 1-", 1),
    ("1-", 1),
    ("ADR ", 1),
    ("ADR\n", 1),
    (" ", 1),
    ("[adr1", 1),
    ("[adr1] ", 1 + MANY),
    ("[4](x)", 1),
    ("[4](x), ", 1),
]


@pytest.mark.parametrize(("piece", "count"), REPEATED)
def test_long_lists_and_long_lines_are_read(piece: str, count: int) -> None:
    assert len(cited("ADRs 1, " + piece * MANY)) == count
